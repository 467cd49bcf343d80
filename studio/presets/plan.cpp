#include "yure/studio/presets/plan.hpp"

#include "planner.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace yure::studio::presets {
namespace {

struct LevelName {
    Level level;
    std::string_view name;
};
constexpr std::array kLevels = {LevelName{Level::minimal, "minimal"}, LevelName{Level::normal, "default"},
                                LevelName{Level::full, "full"}};

bool empty(const PresetRecord& record) {
    return record.bodies.empty() && record.before.empty() && record.resting.empty() && record.pendulums.empty() &&
           !record.squash;
}

const char* change_name(BodyChange::Kind kind) {
    switch (kind) {
        case BodyChange::Kind::add:
            return "add";
        case BodyChange::Kind::update:
            return "update";
        default:
            return "remove";
    }
}

}  // namespace

bool Plan::changes_anything(const ProjectState& state) const {
    if (!bodies.empty() || !weights.empty()) return true;
    for (const PresetRecord& now : state.records)
        if (now.preset == preset) return !record || record_json(now) != record_json(*record);
    return record.has_value();
}

Result<Plan> plan_preset(const Subject& subject, const ProjectState& state, const PresetRequest& request) {
    for (const std::string& id : request.only)
        if (subject.find_mesh(id) < 0) return Error{"only", "the model has no mesh " + id};
    Planner planner(subject, state, request);
    switch (request.preset) {
        case Preset::front_hair:
        case Preset::back_hair:
            plan_hair(planner);
            break;
        case Preset::clothing:
            plan_clothing(planner);
            break;
        case Preset::jelly_eyes:
            plan_eyes(planner);
            break;
        case Preset::auto_pin:
            plan_pins(planner);
            break;
    }
    const bool mode = request.preset == Preset::front_hair || request.preset == Preset::back_hair;
    const bool found_something = !empty(planner.record) || !planner.record.wishes.empty();
    // Classic and off are choices worth keeping even where they change nothing.
    const bool keeps = found_something || planner.earlier != nullptr || (mode && request.hair != HairMode::simulate);
    return planner.finish(keeps);
}

Plan plan_removal(const Subject& subject, const ProjectState& state, Preset preset) {
    PresetRequest request;
    request.preset = preset;
    Planner planner(subject, state, request);
    const std::string name(preset_name(preset));
    if (planner.earlier == nullptr) {
        planner.plan.summary = "Nothing to remove: " + name + " is not applied.";
    } else {
        planner.plan.summary = "Removed " + name + ".";
        for (const std::string& body : planner.earlier->bodies) planner.decide(body, "removed", "the preset made it");
        for (const RestingOutput& output : planner.earlier->resting)
            planner.decide(output.group, subject.parameter_label(output.parameter) + " swings again",
                           "the preset had put it to rest");
        for (const pendulum::Group& group : planner.earlier->pendulums)
            planner.decide(group.id, "removed", "the preset made it");
    }
    return planner.finish(false);
}

std::string_view level_name(Level level) {
    for (const LevelName& entry : kLevels)
        if (entry.level == level) return entry.name;
    return {};
}

std::optional<Level> find_level(std::string_view name) {
    for (const LevelName& entry : kLevels)
        if (entry.name == name) return entry.level;
    return std::nullopt;
}

std::vector<PresetRequest> level_requests(Level level) {
    if (level == Level::minimal) return {};
    const HairMode hair = level == Level::full ? HairMode::simulate : HairMode::classic;
    std::vector<PresetRequest> requests(4);
    requests[0].preset = Preset::front_hair;
    requests[1].preset = Preset::back_hair;
    requests[2].preset = Preset::clothing;
    requests[3].preset = Preset::jelly_eyes;
    requests[0].hair = requests[1].hair = hair;
    return requests;
}

nlohmann::ordered_json plan_json(const Plan& plan) {
    using Json = nlohmann::ordered_json;
    Json json;
    json["preset"] = preset_name(plan.preset);
    json["summary"] = plan.summary;
    json["bodies"] = Json::array();
    for (const BodyChange& change : plan.bodies) {
        Json meshes = Json::array();
        for (const baker::BodyMesh& mesh : change.request.meshes) meshes.push_back(mesh.id);
        json["bodies"].push_back(
            {{"change", change_name(change.kind)}, {"id", change.id}, {"meshes", std::move(meshes)}});
    }
    json["weights"] = Json::array();
    for (const WeightGroup& group : plan.weights)
        json["weights"].push_back({{"mesh", group.mesh},
                                   {"kind", sim::group_name(group.kind)},
                                   {"name", group.name},
                                   {"change", group.weights.empty() ? "remove" : "write"}});
    if (plan.record) {
        json["resting"] = Json::array();
        for (const RestingOutput& output : plan.record->resting)
            json["resting"].push_back({{"group", output.group}, {"parameter", output.parameter}});
        json["pendulums"] = Json::array();
        for (const pendulum::Group& group : plan.record->pendulums) json["pendulums"].push_back(group.id);
    }
    json["rebake"] = plan.rebake;
    json["decisions"] = Json::array();
    for (const Decision& decision : plan.decisions)
        json["decisions"].push_back({{"about", decision.about}, {"what", decision.what}, {"why", decision.why}});
    if (plan.looseness) {
        json["looseness"] = Json::array();
        for (const MeshLooseness& mesh : plan.looseness->meshes)
            json["looseness"].push_back({{"mesh", mesh.id},
                                         {"role", role_name(mesh.role)},
                                         {"loose_art", mesh.loose_art},
                                         {"loose_vertices", mesh.loose_vertices},
                                         {"skin_art", mesh.skin_art},
                                         {"simulated", mesh.simulate},
                                         {"why", mesh.why}});
    }
    return json;
}

}  // namespace yure::studio::presets
