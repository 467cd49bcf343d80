#include "planner.hpp"

#include <algorithm>

#include "yure/baker/inputs.hpp"
#include "yure/baker/record.hpp"
#include "yure/core/lookup.hpp"

namespace yure::studio::presets {
namespace {

struct Kind {
    const char* body;                                           // id
    const char* name;                                           // for people
    const char* what;                                           // in sentences
    const char* material;                                       // preset
    std::vector<std::string_view> parameters;                   // what a classic swing drives
    float length, mobility, delay, acceleration, scale, angle;  // starting values of the pendulum
};

const Kind& kind_of(Preset preset) {
    static const Kind front{"preset_front_hair",
                            "Front hair",
                            "front hair",
                            "bangs",
                            {"ParamHairFront", "PARAM_HAIR_FRONT", "ParamHairSide", "PARAM_HAIR_SIDE"},
                            7.9f,
                            0.77f,
                            1.45f,
                            0.8f,
                            1.52f,
                            10.0f};
    static const Kind back{"preset_back_hair",
                           "Back hair",
                           "back hair",
                           "hair",
                           {"ParamHairBack", "PARAM_HAIR_BACK"},
                           15.0f,
                           0.95f,
                           0.8f,
                           1.5f,
                           2.06f,
                           30.0f};
    return preset == Preset::front_hair ? front : back;
}

bool belongs(const MeshRole& role, Preset preset) {
    const bool front = preset == Preset::front_hair;
    if (role.role == Role::side_hair) return role.before_face == front;
    return role.role == (front ? Role::front_hair : Role::back_hair);
}

/// Outputs that swing the meshes, by the rule of the bake itself.
std::vector<RestingOutput> swings_on(const Subject& subject, const std::vector<int>& meshes) {
    if (!subject.model->physics || meshes.empty()) return {};
    std::vector<int> inputs;
    for (const baker::InputRequest& input : baker::default_inputs(subject.rig->parameters(), sim::BodyKind::hair))
        if (const int row = subject.rig->find_parameter(input.id); row >= 0) inputs.push_back(row);
    const pendulum::Physics& physics = subject.model->physics->physics;
    std::vector<RestingOutput> out;
    for (const auto& hit : baker::physics_on_meshes(*subject.rig, meshes, physics, inputs).hits) {
        RestingOutput output{physics.groups[at(hit.group)].id, hit.parameter};
        if (std::find(out.begin(), out.end(), output) == out.end()) out.push_back(std::move(output));
    }
    return out;
}

void tell_resting(Planner& planner, const std::vector<RestingOutput>& outputs, const std::vector<int>& meshes,
                  const char* why) {
    for (const RestingOutput& output : outputs) {
        planner.decide(output.group, planner.subject.parameter_label(output.parameter) + " rests", why);
        const int row = planner.subject.rig->find_parameter(output.parameter);
        std::string others;
        for (int mesh = 0; mesh < static_cast<int>(planner.subject.meshes.size()); ++mesh) {
            const SubjectMesh& other = planner.subject.meshes[at(mesh)];
            if (!other.shown || std::find(meshes.begin(), meshes.end(), mesh) != meshes.end()) continue;
            for (const Movement& move : other.moved_by)
                if (move.parameter == row && move.px >= 2.0f) others += (others.empty() ? "" : ", ") + other.id;
        }
        if (!others.empty())
            planner.decide(output.group, others + " stand still as well", "the same parameter moves them");
    }
}

pendulum::Group classic_group(const Subject& subject, const Kind& kind, const std::string& parameter) {
    pendulum::Group group;
    group.id = "PhysicsPreset_" + parameter;
    group.name = std::string(kind.name) + " (" + parameter + ")";
    const struct {
        std::string_view id, old_id;
        float weight;
        pendulum::Channel channel;
    } inputs[] = {{"ParamAngleX", "PARAM_ANGLE_X", 60.0f, pendulum::Channel::x},
                  {"ParamAngleZ", "PARAM_ANGLE_Z", 60.0f, pendulum::Channel::angle},
                  {"ParamBodyAngleX", "PARAM_BODY_ANGLE_X", 40.0f, pendulum::Channel::x},
                  {"ParamBodyAngleZ", "PARAM_BODY_ANGLE_Z", 40.0f, pendulum::Channel::angle}};
    for (const auto& input : inputs)
        for (const std::string_view id : {input.id, input.old_id})
            if (subject.rig->find_parameter(id) >= 0)
                group.inputs.push_back({std::string(id), input.weight, input.channel});
    const rig::ParameterInfo& info = subject.rig->parameters()[at(subject.rig->find_parameter(parameter))];
    // The starting values are for a parameter of -1..1.
    group.outputs.push_back({parameter, 1, kind.scale * 0.5f * (info.max - info.min)});
    pendulum::Vertex root, tip;
    tip.position = {0.0f, kind.length};
    tip.mobility = kind.mobility;
    tip.delay = kind.delay;
    tip.acceleration = kind.acceleration;
    tip.radius = kind.length;
    group.vertices = {root, tip};
    group.position = {-10.0f, 0.0f, 10.0f};
    group.angle = {-kind.angle, 0.0f, kind.angle};
    return group;
}

/// Pendulums for the standard parameters that the meshes listen to and nothing swings yet.
std::vector<pendulum::Group> classic_groups(const Subject& subject, const Kind& kind, const std::vector<int>& meshes) {
    std::vector<pendulum::Group> groups;
    for (const std::string_view id : kind.parameters) {
        const int row = subject.rig->find_parameter(id);
        bool moves = false;
        for (const int mesh : meshes)
            for (const Movement& move : subject.meshes[at(mesh)].moved_by) moves = moves || move.parameter == row;
        bool swung = false;
        if (subject.model->physics)
            for (const pendulum::Group& group : subject.model->physics->physics.groups)
                for (const pendulum::Output& output : group.outputs) swung = swung || output.parameter == id;
        if (row < 0 || !moves || swung) continue;
        pendulum::Group group = classic_group(subject, kind, std::string(id));
        if (!group.inputs.empty()) groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace

void plan_hair(Planner& planner) {
    const Subject& subject = planner.subject;
    const Kind& kind = kind_of(planner.request.preset);
    const HairMode mode = planner.request.hair;
    std::vector<int> all, taken;
    for (int mesh = 0; mesh < static_cast<int>(subject.meshes.size()); ++mesh) {
        const MeshRole& role = planner.parts.meshes[at(mesh)];
        if (role.role == Role::none && role.upright && planner.chosen(mesh) &&
            planner.request.preset == Preset::front_hair)
            planner.decide(subject.meshes[at(mesh)].id, "left out", role.why);
        if (!belongs(role, planner.request.preset)) continue;
        all.push_back(mesh);
        if (!planner.chosen(mesh) || (mode == HairMode::simulate && !planner.may_take(mesh))) continue;
        taken.push_back(mesh);
        planner.decide(subject.meshes[at(mesh)].id, std::string(role_name(role.role)), role.why);
    }
    const std::string what = kind.what;
    if (all.empty()) {
        planner.plan.summary = "Nothing to do: no " + what +
                               " is recognised in this model. Name its meshes by hand "
                               "(role " +
                               std::string(preset_name(planner.request.preset)) + ") if it has any.";
        return;
    }
    if (mode == HairMode::simulate) {
        std::vector<sim::VertexGroups> groups(taken.size());
        const std::vector<std::vector<float>> pins = hair_weights(subject, planner.parts, taken);
        for (std::size_t i = 0; i < taken.size(); ++i) groups[i].pin = pins[i];
        planner.put_body(kind.body, kind.name, sim::BodyKind::hair, sim::find_material_preset(kind.material)->material,
                         taken, groups);
        const bool made = !planner.record.bodies.empty();
        if (!made) {
            planner.plan.summary =
                "Nothing to do: none of the chosen meshes is " + what + " that is free to be simulated.";
            return;
        }
        // The body's meshes, with those that are not decided anew.
        std::vector<int> simulated = taken;
        if (const int body = find_by_id(planner.state.bodies, kind.body); body >= 0)
            for (const std::string& id : planner.state.bodies[at(body)].meshes)
                if (const int row = subject.find_mesh(id); row >= 0 && !planner.chosen(row)) simulated.push_back(row);
        std::sort(simulated.begin(), simulated.end());
        planner.record.resting = swings_on(subject, simulated);
        tell_resting(planner, planner.record.resting, simulated, "the simulation takes its place");
        planner.plan.summary = "Simulates " + counted(simulated.size(), "mesh", "meshes") + " as " + what + " (" +
                               kind.body + ", material " + kind.material + ").";
        return;
    }
    const std::vector<RestingOutput> own = swings_on(subject, all);
    if (mode == HairMode::off) {
        planner.record.resting = own;
        tell_resting(planner, own, all, "the hair's swing is off");
        planner.plan.summary = own.empty()
                                   ? "The " + what + " has no swing of its own, so there is nothing to hold still."
                                   : "The " + what + " no longer swings.";
        return;
    }
    if (!own.empty()) {
        for (const RestingOutput& output : own)
            planner.decide(output.group, subject.parameter_label(output.parameter) + " swings the hair",
                           "the model's own pendulum");
        planner.plan.summary = "The " + what + " swings by the model's own pendulums.";
        return;
    }
    planner.record.pendulums = classic_groups(subject, kind, all);
    for (const pendulum::Group& group : planner.record.pendulums)
        planner.decide(group.id, "added",
                       "the model has " + group.outputs.front().parameter + " but nothing swings it");
    planner.plan.summary =
        planner.record.pendulums.empty()
            ? "Nothing to swing: no standard parameter moves the " + what +
                  ", and a pendulum needs one. Simulate it instead."
            : "Added " + counted(planner.record.pendulums.size(), "pendulum", "pendulums") + " for the " + what + ".";
}

}  // namespace yure::studio::presets
