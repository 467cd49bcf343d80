#include "yure/formats/cdi3.hpp"

#include "json_patch.hpp"
#include "json_place.hpp"

#include <set>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;
using Level = Finding::Level;

std::vector<Cdi3::Entry> read_entries(const Place& list) {
    std::vector<Cdi3::Entry> entries;
    std::set<std::string> ids;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place place = list[i];
        entries.push_back({place["Id"].required_text(), place["GroupId"].text(), place["Name"].text()});
        if (!ids.insert(entries.back().id).second)
            place["Id"].tell(Level::error, "is \"" + entries.back().id + "\" a second time", "Ids must differ.");
    }
    return entries;
}

void read_pads(const Place& list, Cdi3& file) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place pad = list[i];
        if (pad.size() == 2)
            file.combined_parameters.emplace_back(pad[0].text(), pad[1].text());
        else
            pad.tell(Level::warning, "does not name two parameters and is skipped");
    }
}

const auto kItemId = [](const auto& item) { return item.id; };
const auto kElementId = [](const JsonTree& element) { return member_text(element, "Id"); };

void write_entries(JsonTree& array, const std::vector<Cdi3::Entry>& entries) {
    patch_list(array, entries, kItemId, kElementId, [](const Cdi3::Entry& entry, JsonTree& element) {
        element.member("Id").set_text(entry.id);
        element.member("GroupId").set_text(entry.group_id);
        element.member("Name").set_text(entry.name);
    });
}

}  // namespace

std::string Cdi3::parameter_name(std::string_view id) const {
    for (const Entry& entry : parameters)
        if (entry.id == id && !entry.name.empty()) return entry.name;
    return std::string(id);
}

Result<Cdi3> read_cdi3(std::string_view text, NumberReading numbers, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    Cdi3 file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), numbers};
    Reading reading(numbers, findings);
    const Place root(*file.source.tree, reading);
    file.parameters = read_entries(root["Parameters"]);
    file.parameter_groups = read_entries(root["ParameterGroups"]);
    const Place parts = root["Parts"];
    for (std::size_t i = 0; i < parts.size(); ++i)
        file.parts.push_back({parts[i]["Id"].required_text(), parts[i]["Name"].text()});
    read_pads(root["CombinedParameters"], file);
    if (reading.error()) return *reading.error();
    return file;
}

std::string write_cdi3(const Cdi3& file) {
    JsonTree document = document_of(file.source);
    if (document.find("Version") == nullptr) document.member("Version").set_whole(3);
    write_entries(document.member("Parameters"), file.parameters);
    write_entries(document.member("ParameterGroups"), file.parameter_groups);
    patch_list(document.member("Parts"), file.parts, kItemId, kElementId,
               [](const Cdi3::Part& part, JsonTree& element) {
                   element.member("Id").set_text(part.id);
                   element.member("Name").set_text(part.name);
               });
    if (!file.combined_parameters.empty() || document.find("CombinedParameters") != nullptr) {
        JsonTree& pads = document.member("CombinedParameters");
        pads = JsonTree::of(Kind::array);
        for (const auto& [horizontal, vertical] : file.combined_parameters) {
            JsonTree pad;
            set_texts(pad, {horizontal, vertical});
            pads.append(std::move(pad));
        }
    }
    return write_json(document);
}

}  // namespace yure::formats
