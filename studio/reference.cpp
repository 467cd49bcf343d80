#include "yure/studio/reference.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utf8proc.h>
#include <vector>

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

/// The parts of a relative name, either kind of slash; empty when it leads outside.
std::vector<std::string> parts_of(std::string_view name) {
    std::vector<std::string> parts;
    if (name.empty() || name.front() == '/' || name.front() == '\\') return {};
    if (name.size() >= 2 && name[1] == ':') return {};  // a drive letter
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("/\\", at), name.size());
        const std::string part(name.substr(at, end - at));
        if (part == ".." || part.find('\0') != std::string::npos) return {};
        if (!part.empty() && part != ".") parts.push_back(part);
        at = end + 1;
    }
    return parts;
}

bool present(const fs::path& path) {
    std::error_code fault;
    return fs::exists(path, fault) && !fault;
}

}  // namespace

std::string folded_name(std::string_view name) {
    utf8proc_uint8_t* folded = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
    const utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                                               static_cast<utf8proc_ssize_t>(name.size()), &folded, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(folded, &std::free);
    if (size < 0) return std::string(name);
    return {reinterpret_cast<const char*>(folded), static_cast<std::size_t>(size)};
}

Reference find_reference(const fs::path& folder, std::string_view name) {
    Reference reference;
    reference.relative = std::string(name);
    const std::vector<std::string> parts = parts_of(name);
    if (parts.empty()) {
        reference.state = ReferenceState::outside;
        return reference;
    }
    fs::path path = folder;
    std::string relative;
    bool variant = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::string part = parts[i];
        if (!present(path / part)) {
            std::vector<std::string> matches;
            const std::string wanted = folded_name(part);
            std::error_code fault;
            for (auto it = fs::directory_iterator(path, fault); !fault && it != fs::directory_iterator();
                 it.increment(fault)) {
                std::string candidate = it->path().filename().string();
                if (folded_name(candidate) == wanted) matches.push_back(std::move(candidate));
            }
            if (matches.size() != 1) {
                reference.state = matches.empty() ? ReferenceState::missing : ReferenceState::ambiguous;
                return reference;
            }
            part = matches.front();
            variant = true;
        }
        path /= part;
        relative += (i == 0 ? "" : "/") + part;
    }
    std::error_code fault;
    if (!fs::is_regular_file(path, fault)) return reference;  // a folder of that name is not the file
    reference.path = path;
    reference.relative = relative;
    reference.state = variant || relative != name ? ReferenceState::variant : ReferenceState::found;
    return reference;
}

}  // namespace yure::studio
