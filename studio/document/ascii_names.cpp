#include "ascii_names.hpp"

#include <map>
#include <set>
#include <utf8proc.h>

namespace yure::studio {
namespace {

bool plain(utf8proc_int32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
}

std::string hexadecimal(utf8proc_int32_t c) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string digits;
    for (auto rest = static_cast<std::uint32_t>(c); rest != 0; rest >>= 4) digits.insert(digits.begin(), kDigits[rest & 15u]);
    return "u" + digits;
}

/// "motions/idle.motion3.json" with a number before the first point of the file's name.
std::string numbered(const std::string& name, int number) {
    const std::size_t folder = name.rfind('/'), start = folder == std::string::npos ? 0 : folder + 1;
    const std::size_t point = std::min(name.find('.', start), name.size());
    return name.substr(0, point) + "_" + std::to_string(number) + name.substr(point);
}

}  // namespace

std::string ascii_name(std::string_view name) {
    std::string ascii;
    const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(name.data());
    for (std::size_t i = 0; i < name.size();) {
        utf8proc_int32_t c = 0;
        const utf8proc_ssize_t used = utf8proc_iterate(data + i, static_cast<utf8proc_ssize_t>(name.size() - i), &c);
        if (used <= 0) {  // no UTF-8: byte by byte
            ascii += hexadecimal(data[i++]);
            continue;
        }
        i += static_cast<std::size_t>(used);
        if (plain(c))
            ascii += static_cast<char>(c);
        else
            ascii += c == ' ' ? "_" : hexadecimal(c);
    }
    return ascii.empty() ? "model" : ascii;
}

ModelLocation with_ascii_names(const ModelLocation& model, Notices& notices) {
    ModelLocation renamed = model;
    renamed.base_name = ascii_name(model.base_name);
    if (!model.bare()) renamed.model3_name = ascii_name(model.model3_name);
    std::map<std::string, std::string> given;  // by the file on the disk
    std::set<std::string> taken{renamed.model3_name};
    for (ModelFile& file : renamed.files) {
        if (!file.reference.found()) continue;
        const std::string old = file.reference.relative;
        auto known = given.find(old);
        if (known == given.end()) {
            std::string name = ascii_name(old);
            for (int number = 2; !taken.insert(name).second; ++number) name = numbered(ascii_name(old), number);
            known = given.emplace(old, name).first;
            if (name != old) notices.push_back({old, "is called " + name + " in the export"});
        }
        file.reference.relative = known->second;
        file.reference.state = ReferenceState::found;
        renamed.model3[nlohmann::ordered_json::json_pointer(file.pointer)] = known->second;
    }
    return renamed;
}

}  // namespace yure::studio
