#include "written_names.hpp"

#include <algorithm>

#include "yure/formats/cdi3.hpp"

namespace yure::studio {
namespace {

/// The folder of a model's parameter list that holds what bakes made; found again by its id.
constexpr const char* kFolderId = "ParamGroupSim";
constexpr const char* kFolderName = "Simulation";

}  // namespace

Result<std::string> names_with(const Model& model, const std::vector<WrittenName>& written) {
    formats::Cdi3 names;
    if (const ModelFile* file = model.location.first(FileRole::display_info)) {
        const Result<std::string> text = read_text(file->reference.path);
        if (!text) return text.error();
        Result<formats::Cdi3> read = formats::read_cdi3(*text);
        if (!read) return Error{file->reference.relative + " " + read.error().where, read.error().what};
        names = std::move(*read);
    }
    for (const WrittenName& entry : written) {
        std::erase_if(names.parameters, [&](const formats::Cdi3::Entry& old) { return old.id == entry.id; });
        names.parameters.push_back({entry.id, kFolderId, entry.name});
    }
    const bool made = std::any_of(names.parameters.begin(), names.parameters.end(),
                                  [](const formats::Cdi3::Entry& entry) { return entry.group_id == kFolderId; });
    const bool there = std::any_of(names.parameter_groups.begin(), names.parameter_groups.end(),
                                   [](const formats::Cdi3::Entry& entry) { return entry.id == kFolderId; });
    if (made && !there) names.parameter_groups.push_back({kFolderId, "", kFolderName});
    return formats::write_cdi3(names);
}

}  // namespace yure::studio
