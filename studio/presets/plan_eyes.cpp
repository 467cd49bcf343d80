#include "box.hpp"
#include "planner.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace yure::studio::presets {
namespace {

constexpr std::array<std::string_view, 2> kForm = {"ParamEyeBallForm", "PARAM_EYE_BALL_FORM"};
constexpr std::array<std::string_view, 2> kLeft = {"ParamEyeLOpen", "PARAM_EYE_L_OPEN"};
constexpr std::array<std::string_view, 2> kRight = {"ParamEyeROpen", "PARAM_EYE_R_OPEN"};

/// The model's parameter of that meaning; empty when it has none.
std::string existing(const Subject& subject, const std::array<std::string_view, 2>& ids) {
    for (const std::string_view id : ids)
        if (subject.rig->find_parameter(id) >= 0) return std::string(id);
    return {};
}

/// Meshes whose boxes overlap belong to one eye.
std::vector<std::vector<int>> eyes_of(const Subject& subject, std::vector<int> meshes) {
    std::vector<std::vector<int>> eyes;
    while (!meshes.empty()) {
        std::vector<int>& eye = eyes.emplace_back();
        eye.push_back(meshes.front());
        meshes.erase(meshes.begin());
        for (std::size_t i = 0; i < eye.size(); ++i) {
            const Box box = box_of(subject.meshes[at(eye[i])]);
            std::vector<int> rest;
            for (const int mesh : meshes) (box_of(subject.meshes[at(mesh)]).meets(box) ? eye : rest).push_back(mesh);
            meshes = std::move(rest);
        }
        std::sort(eye.begin(), eye.end());
    }
    return eyes;
}

bool moves_any(const Subject& subject, int parameter, const std::vector<int>& meshes) {
    for (const int mesh : meshes)
        for (const Movement& move : subject.meshes[at(mesh)].moved_by)
            if (move.parameter == parameter) return true;
    return false;
}

/// Values of reference: two soft segments that a blink sets swinging.
pendulum::Group jelly(const std::string& left, const std::string& right, const std::string& form, float half_range) {
    pendulum::Group group;
    group.id = "PhysicsPreset_EyeJelly";
    group.name = "Jelly eyes";
    group.inputs = {{left, 50.0f, pendulum::Channel::x}, {right, 50.0f, pendulum::Channel::x}};
    group.outputs = {{form, 2, 0.32f * half_range}};
    const auto vertex = [](float y, float mobility, float delay, float acceleration, float radius) {
        pendulum::Vertex v;
        v.position = {0.0f, y};
        v.mobility = mobility;
        v.delay = delay;
        v.acceleration = acceleration;
        v.radius = radius;
        return v;
    };
    group.vertices = {vertex(0.0f, 1.0f, 1.0f, 1.0f, 0.0f), vertex(1.0f, 0.88f, 0.18f, 1.9f, 1.0f),
                      vertex(2.0f, 0.80f, 0.32f, 2.2f, 1.0f)};
    group.position = {-1.0f, 0.0f, 1.0f};
    group.angle = {-10.0f, 0.0f, 10.0f};
    return group;
}

}  // namespace

void plan_eyes(Planner& planner) {
    const Subject& subject = planner.subject;
    const std::string left = existing(subject, kLeft), right = existing(subject, kRight);
    if (left.empty() || right.empty()) {
        planner.plan.summary = "Nothing to do: jelly eyes swing by blinking, and the model lacks " +
                               std::string(left.empty() ? kLeft[0] : kRight[0]) + ".";
        return;
    }
    std::string form = existing(subject, kForm);
    if (subject.model->physics)
        for (const pendulum::Group& group : subject.model->physics->physics.groups)
            for (const pendulum::Output& output : group.outputs)
                if (!form.empty() && output.parameter == form) {
                    planner.plan.summary = "Nothing to do: the model's own physics group " + group.id +
                                           " already drives " + subject.parameter_label(form) + ".";
                    return;
                }
    std::vector<int> meshes;
    for (const int mesh : planner.parts.of(Role::iris))
        if (planner.chosen(mesh)) meshes.push_back(mesh);
    float half_range = 1.0f;
    const bool keyed = !form.empty() && moves_any(subject, subject.rig->find_parameter(form), meshes);
    if (!form.empty()) {
        const rig::ParameterInfo& info = subject.rig->parameters()[at(subject.rig->find_parameter(form))];
        half_range = 0.5f * (info.max - info.min);
        if (!keyed && !(info.min < info.default_value && info.default_value < info.max)) {
            planner.plan.summary = "Nothing to do: " + subject.parameter_label(form) +
                                   " moves no iris and has no room on both sides of its default.";
            return;
        }
    }
    if (meshes.empty() && !keyed) {
        planner.plan.summary =
            "Nothing to do: no iris, pupil or highlight is recognised. Name the meshes by hand (role iris).";
        return;
    }
    if (keyed) {
        planner.decide(form, "used as it is", "the model has it, and it changes the eyes");
    } else {
        if (form.empty()) form = kForm[0];
        EyeSquash& squash = planner.record.squash.emplace();
        squash.parameter = form;
        for (const std::vector<int>& eye : eyes_of(subject, meshes)) {
            std::vector<std::string>& ids = squash.eyes.emplace_back();
            for (const int mesh : eye) {
                ids.push_back(subject.meshes[at(mesh)].id);
                planner.decide(ids.back(), "squashes with its eye", planner.parts.meshes[at(mesh)].why);
            }
        }
        planner.decide(form, "made", "squashes and stretches the eyes by 4 %");
    }
    planner.record.pendulums.push_back(jelly(left, right, form, half_range));
    planner.plan.summary = "A blink makes the eyes quiver: " + form + " swings after " + left + " and " + right + ".";
}

}  // namespace yure::studio::presets
