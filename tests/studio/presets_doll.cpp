#include "studio/presets_doll.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <cmath>

namespace yure::tests {

using namespace studio::presets;

namespace {

constexpr int kPage = 96;  // px of a texture page

Vec2 to_units(Vec2 world) {
    return {(world.x - 500.0f) / 500.0f, (world.y - 500.0f) / 500.0f};
}

}  // namespace

Doll::Doll() : builder_(rig::MocVersion::v4_0) {
    parameter("ParamAngleX", -30.0f, 30.0f);
    parameter("ParamBodyAngleX", -10.0f, 10.0f);
}

int Doll::parameter(const std::string& id, float min, float max, float default_value) {
    ranges_.push_back({min, max});
    return builder_.parameter(id, min, max, default_value);
}

int Doll::part(const std::string& id, const std::string& name, int parent) {
    names_.parts.push_back({id, name});
    return builder_.part(id, parent);
}

void Doll::name_parameter(const std::string& id, const std::string& name) {
    names_.parameters.push_back({id, "", name});
}

void Doll::mesh(const std::string& id, int part, Vec2 low, Vec2 high, const Art& art, std::vector<Swing> swings,
                float order, int columns, int lines) {
    std::vector<PuppetBuilder::Axis> axes;
    std::vector<float> ends;
    for (const Swing& swing : swings) {
        const auto [min, max] = ranges_[static_cast<std::size_t>(swing.parameter)];
        axes.push_back({swing.parameter, {min, 0.5f * (min + max), max}});
        ends.push_back(max);
    }
    const Vec2 from = to_units(low), to = to_units(high);
    builder_.mesh(
        id, part, -1, columns, lines, from, to, axes,
        [=](Vec2 p, const std::vector<float>& values) {
            const float down = (p.y - from.y) / (to.y - from.y);
            for (std::size_t i = 0; i < swings.size(); ++i) {
                const float share = swings[i].upper_end ? 1.0f - down : down;
                p.x += values[i] / ends[i] * swings[i].px / 500.0f * share;
            }
            return p;
        },
        order);
    studio::Picture page{kPage, kPage, {}};
    for (int y = 0; y < kPage; ++y)
        for (int x = 0; x < kPage; ++x) {
            const float step = 1.0f / static_cast<float>(kPage);
            const Paint paint = art((static_cast<float>(x) + 0.5f) * step, (static_cast<float>(y) + 0.5f) * step);
            page.rgba.insert(page.rgba.end(), paint.begin(), paint.end());
        }
    textures_.push_back(std::move(page));
}

Subject Doll::finish() {
    model_ = std::make_unique<studio::Model>();
    model_->puppet = builder_.finish(-1);
    for (std::size_t i = 0; i < model_->puppet.mesh.texture.size(); ++i)
        model_->puppet.mesh.texture[i] = static_cast<std::int32_t>(i);
    if (!physics.groups.empty()) model_->physics.emplace().physics = physics;
    Result<Subject> subject = make_subject(*model_, names_, std::move(textures_));
    if (!subject) FAIL(subject.error().text());
    return std::move(*subject);
}

Paint filled(float, float) {
    return kBlue;
}

Paint flared(float u, float v) {
    return std::abs(u - 0.5f) <= 0.2f + 0.3f * v ? kBlue : kNothing;
}

Paint two_legs(float u, float v) {
    return v > 0.3f && std::abs(u - 0.5f) < 0.08f ? kNothing : kBlue;
}

ProjectState applied(ProjectState state, const Plan& plan) {
    for (const BodyChange& change : plan.bodies) {
        const auto body = std::find_if(state.bodies.begin(), state.bodies.end(),
                                       [&](const BodyState& known) { return known.id == change.id; });
        std::vector<std::string> meshes;
        for (const baker::BodyMesh& mesh : change.request.meshes) meshes.push_back(mesh.id);
        switch (change.kind) {
            case BodyChange::Kind::add:
                REQUIRE(body == state.bodies.end());
                state.bodies.push_back({change.id, meshes, change.groups});
                break;
            case BodyChange::Kind::update:
                REQUIRE(body != state.bodies.end());
                body->meshes = meshes;
                break;
            case BodyChange::Kind::remove:
                REQUIRE(body != state.bodies.end());
                state.bodies.erase(body);
                break;
        }
    }
    for (const WeightGroup& group : plan.weights) {
        std::erase_if(state.groups, [&](const WeightGroup& known) {
            return known.mesh == group.mesh && known.kind == group.kind && known.name == group.name;
        });
        if (!group.weights.empty()) state.groups.push_back(group);
    }
    std::erase_if(state.records, [&](const PresetRecord& record) { return record.preset == plan.preset; });
    if (plan.record) state.records.push_back(*plan.record);
    return state;
}

const WeightGroup* find_group(const std::vector<WeightGroup>& groups, const std::string& mesh, sim::GroupKind kind) {
    for (const WeightGroup& group : groups)
        if (group.mesh == mesh && group.kind == kind) return &group;
    return nullptr;
}

std::vector<std::string> body_meshes(const ProjectState& state, const std::string& body) {
    for (const BodyState& known : state.bodies)
        if (known.id == body) return known.meshes;
    return {};
}

}  // namespace yure::tests
