#include <algorithm>

#include "yure/formats/moc3.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

/// What is odd about a name, for a person; empty when nothing is.
std::string oddity(const ModelFile& file) {
    const std::string what = role_name(file.role);
    switch (file.reference.state) {
        case ReferenceState::found:
            return {};
        case ReferenceState::variant:
            return "the " + what + " is called " + file.reference.relative +
                   " on the disk; a stricter system will not find it";
        case ReferenceState::missing:
            return "the " + what + " is not there";
        case ReferenceState::ambiguous:
            return "the " + what + " could be one of several files whose names differ only in case or Unicode form";
        case ReferenceState::outside:
            return "the " + what + " would lie outside of the model's folder; refused";
    }
    return {};
}

Error in_file(const std::string& name, const Error& error) {
    return {error.where.empty() ? name : name + " " + error.where, error.what};
}

}  // namespace

Result<Model> open_model(const fs::path& given, formats::NumberReading numbers) {
    Result<ModelLocation> location = locate_model(given);
    if (!location) return location.error();
    Model model;
    model.location = std::move(*location);
    for (const ModelFile& file : model.location.files)
        if (const std::string what = oddity(file); !what.empty()) model.notices.push_back({file.named, what});

    const ModelFile* moc = model.location.first(FileRole::moc);
    if (moc == nullptr) {
        const auto named = model.location.all(FileRole::moc);
        if (named.empty())
            return Error{model.location.model3_name + " /FileReferences/Moc", "names no moc3, so there is no model"};
        return Error{named.front()->named, oddity(*named.front()) + ", so there is no model"};
    }
    model.moc_name = moc->reference.relative;
    Result<std::vector<std::byte>> bytes = read_file(moc->reference.path);
    if (!bytes) return bytes.error();
    Result<rig::Puppet> puppet = formats::read_moc3(*bytes);
    if (!puppet) return in_file(model.moc_name, puppet.error());
    model.moc_bytes = std::move(*bytes);
    model.puppet = std::move(*puppet);

    if (const ModelFile* physics = model.location.first(FileRole::physics)) {
        const Result<std::string> text = read_text(physics->reference.path);
        if (!text) return text.error();
        formats::Findings findings;
        Result<formats::Physics3> read = formats::read_physics3(*text, numbers, &findings);
        if (!read) return in_file(physics->reference.relative, read.error());
        for (const formats::Finding& finding : findings)
            if (finding.level == formats::Finding::Level::error)
                model.notices.push_back({physics->reference.relative + " " + finding.pointer, finding.what});
        model.physics_name = physics->reference.relative;
        model.physics = std::move(*read);
    }
    return model;
}

std::vector<ParameterRange> Model::parameter_ranges() const {
    std::vector<ParameterRange> ranges;
    for (std::size_t i = 0; i < puppet.parameter.id.size(); ++i)
        ranges.push_back({std::string(puppet.parameter.id[i].view()), puppet.parameter.min[i], puppet.parameter.max[i],
                          puppet.parameter.default_value[i]});
    return ranges;
}

std::vector<std::string> Model::part_ids() const {
    std::vector<std::string> ids;
    for (const rig::Id& id : puppet.part.id) ids.emplace_back(id.view());
    return ids;
}

motion::EffectGroups Model::effect_groups() const {
    motion::EffectGroups groups;
    const nlohmann::ordered_json& listed = member(location.model3, "Groups");
    if (!listed.is_array()) return groups;
    for (const auto& group : listed) {
        const std::string name = text_at(group, "Name");
        const auto& ids = member(group, "Ids");
        if (text_at(group, "Target") != "Parameter" || !ids.is_array()) continue;
        for (const auto& id : ids) {
            if (!id.is_string()) continue;
            if (name == "EyeBlink") groups.eye_blink.push_back(id.get<std::string>());
            if (name == "LipSync") groups.lip_sync.push_back(id.get<std::string>());
        }
    }
    return groups;
}

}  // namespace yure::studio
