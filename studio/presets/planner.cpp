#include "planner.hpp"

#include "hair_pins.hpp"

#include <algorithm>

#include "yure/baker/inputs.hpp"
#include "yure/core/lookup.hpp"

namespace yure::studio::presets {
namespace {

std::string preset_group_name(sim::GroupKind kind) {
    return "preset_" + std::string(sim::group_name(kind));
}

const PresetRecord* find_record(const ProjectState& state, Preset preset) {
    for (const PresetRecord& record : state.records)
        if (record.preset == preset) return &record;
    return nullptr;
}

const WeightGroup* find_weights(const std::vector<WeightGroup>& groups, const WeightGroup& like) {
    for (const WeightGroup& group : groups)
        if (group.mesh == like.mesh && group.kind == like.kind && group.name == like.name) return &group;
    return nullptr;
}

bool holds(const std::vector<std::string>& list, std::string_view id) {
    return std::find(list.begin(), list.end(), id) != list.end();
}

/// Wishes of earlier times and now; the later one for an id stays.
std::vector<RoleWish> merged(const PresetRecord* earlier, const std::vector<RoleWish>& now) {
    std::vector<RoleWish> wishes = earlier == nullptr ? std::vector<RoleWish>() : earlier->wishes;
    for (const RoleWish& wish : now) {
        std::erase_if(wishes, [&](const RoleWish& old) { return old.id == wish.id; });
        wishes.push_back(wish);
    }
    return wishes;
}

}  // namespace

Planner::Planner(const Subject& its_subject, const ProjectState& its_state, const PresetRequest& its_request)
    : subject(its_subject),
      state(its_state),
      request(its_request),
      earlier(find_record(its_state, its_request.preset)) {
    record.preset = request.preset;
    record.hair = request.hair;
    record.wishes = merged(earlier, request.wishes);
    parts = recognise_parts(subject, record.wishes);
    plan.preset = request.preset;
}

bool Planner::chosen(int mesh) const {
    return request.only.empty() || holds(request.only, subject.meshes[at(mesh)].id);
}

const BodyState* Planner::body_of(std::string_view mesh) const {
    for (const BodyState& body : state.bodies)
        if (holds(body.meshes, mesh)) return &body;
    return nullptr;
}

bool Planner::made_here(std::string_view body) const {
    return earlier != nullptr && holds(earlier->bodies, body);
}

void Planner::decide(std::string about, std::string what, std::string why) {
    plan.decisions.push_back({std::move(about), std::move(what), std::move(why)});
}

bool Planner::may_take(int mesh) {
    const std::string& id = subject.meshes[at(mesh)].id;
    const BodyState* body = body_of(id);
    if (body == nullptr || made_here(body->id)) return true;
    if (!holds(refused_, id)) {
        refused_.push_back(id);
        decide(id, "left out", "it belongs to the body " + body->id + ", which this preset did not make");
    }
    return false;
}

void Planner::put_body(const std::string& id, const std::string& name, sim::BodyKind kind,
                       const sim::Material& material, const std::vector<int>& meshes,
                       const std::vector<sim::VertexGroups>& groups) {
    const int found = find_by_id(state.bodies, id);
    const BodyState* body = found >= 0 && made_here(id) ? &state.bodies[at(found)] : nullptr;
    if (found >= 0 && body == nullptr && !meshes.empty()) {
        decide(id, "left as it is", "a body of that name exists, and this preset did not make it");
        return;
    }
    std::vector<std::string> wanted;
    if (body != nullptr)
        for (const std::string& mesh : body->meshes) {
            const int row = subject.find_mesh(mesh);
            if (row >= 0 && !chosen(row)) wanted.push_back(mesh);
        }
    for (const int mesh : meshes)
        if (!holds(wanted, subject.meshes[at(mesh)].id)) wanted.push_back(subject.meshes[at(mesh)].id);
    // In the puppet's order, so that applying twice finds nothing to change.
    std::sort(wanted.begin(), wanted.end(),
              [&](const std::string& a, const std::string& b) { return subject.find_mesh(a) < subject.find_mesh(b); });

    if (wanted.empty()) {
        if (body == nullptr) return;
        BodyChange& change = plan.bodies.emplace_back();
        change.kind = BodyChange::Kind::remove;
        change.id = id;
        return;
    }
    record.bodies.push_back(id);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        put_weights(meshes[i], body, sim::GroupKind::pin, groups[i].pin);
        put_weights(meshes[i], body, sim::GroupKind::mass, groups[i].mass);
        put_weights(meshes[i], body, sim::GroupKind::wind, groups[i].wind);
    }
    if (body != nullptr) {
        if (body->meshes == wanted) return;
        BodyChange& change = plan.bodies.emplace_back();
        change.kind = BodyChange::Kind::update;
        change.id = id;
        change.request.id = id;
        for (const std::string& mesh : wanted) change.request.meshes.push_back({mesh, {}});
        return;
    }
    BodyChange& change = plan.bodies.emplace_back();
    change.id = id;
    baker::BodyRequest& made = change.request;
    made.id = id;
    made.name = name;
    made.kind = kind;
    made.material = material;
    made.inputs = baker::default_inputs(subject.rig->parameters(), kind);
    for (const std::string& mesh : wanted) {
        sim::VertexGroups weights;
        for (std::size_t i = 0; i < meshes.size(); ++i)
            if (subject.meshes[at(meshes[i])].id == mesh) weights = groups[i];
        made.meshes.push_back({mesh, std::move(weights)});
    }
    const auto any = [&](auto member) {
        return std::any_of(groups.begin(), groups.end(),
                           [&](const sim::VertexGroups& g) { return !(g.*member).empty(); });
    };
    const auto read = [&](sim::GroupKind group, auto member) {
        if (any(member)) change.groups.push_back({group, preset_group_name(group)});
    };
    read(sim::GroupKind::pin, &sim::VertexGroups::pin);
    read(sim::GroupKind::mass, &sim::VertexGroups::mass);
    read(sim::GroupKind::wind, &sim::VertexGroups::wind);
    if (made.inputs.empty())
        decide(id, "has no inputs", "the model has none of the standard parameters that turn head and body; name some");
}

void Planner::put_weights(int mesh, const BodyState* body, sim::GroupKind kind, const std::vector<float>& weights) {
    if (weights.empty()) return;
    WeightGroup group{subject.meshes[at(mesh)].id, kind, preset_group_name(kind), weights};
    if (body != nullptr)
        for (const BodyState::GroupChoice& choice : body->groups)
            if (choice.kind == kind) group.name = choice.name;
    const WeightGroup* now = find_weights(state.groups, group);
    const WeightGroup* before = earlier == nullptr ? nullptr : find_weights(earlier->before, group);
    WeightGroup kept = group;
    kept.weights.clear();
    if (before != nullptr)
        kept.weights = before->weights;
    else if (now != nullptr)
        kept.weights = now->weights;
    record.before.push_back(std::move(kept));
    if (now == nullptr || now->weights != group.weights) plan.weights.push_back(std::move(group));
}

Plan Planner::finish(bool keep_record) {
    if (earlier != nullptr) {
        for (const WeightGroup& before : earlier->before) {
            if (find_weights(record.before, before) != nullptr) continue;
            const int row = subject.find_mesh(before.mesh);
            if (keep_record && row >= 0 && !chosen(row)) {  // not decided anew: stays the preset's
                record.before.push_back(before);
                continue;
            }
            const WeightGroup* now = find_weights(state.groups, before);
            if ((now != nullptr ? now->weights : std::vector<float>()) != before.weights)
                plan.weights.push_back(before);
        }
        for (const std::string& id : earlier->bodies) {
            const bool exists = find_by_id(state.bodies, id) >= 0;
            const bool planned =
                holds(record.bodies, id) || std::any_of(plan.bodies.begin(), plan.bodies.end(),
                                                        [&](const BodyChange& change) { return change.id == id; });
            if (!exists || planned) continue;
            BodyChange& change = plan.bodies.emplace_back();
            change.kind = BodyChange::Kind::remove;
            change.id = id;
        }
    }
    for (const Notice& notice : parts.notices) decide(notice.where, "not used", notice.what);
    for (const BodyState& body : state.bodies) {
        const bool touched = std::any_of(plan.weights.begin(), plan.weights.end(),
                                         [&](const WeightGroup& group) { return holds(body.meshes, group.mesh); }) ||
                             std::any_of(plan.bodies.begin(), plan.bodies.end(), [&](const BodyChange& change) {
                                 return change.id == body.id && change.kind == BodyChange::Kind::update;
                             });
        const bool removed = std::any_of(plan.bodies.begin(), plan.bodies.end(), [&](const BodyChange& change) {
            return change.id == body.id && change.kind == BodyChange::Kind::remove;
        });
        if (touched && !removed) plan.rebake.push_back(body.id);
    }
    for (const BodyChange& change : plan.bodies)
        if (change.kind == BodyChange::Kind::add) plan.rebake.push_back(change.id);
    if (keep_record) plan.record = std::move(record);
    return std::move(plan);
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::vector<std::vector<float>> hair_weights(const Subject& subject, const Parts& parts,
                                             const std::vector<int>& meshes) {
    std::vector<HairPiece> pieces;
    for (const int mesh : meshes) {
        const MeshRole& role = parts.meshes[at(mesh)];
        const bool back = role.role == Role::back_hair;
        pieces.push_back({mesh, role.upright, back ? sim::TopPins{0.12f, 0.18f} : sim::TopPins{0.06f, 0.12f}});
    }
    return hair_pins(subject, pieces);
}

}  // namespace yure::studio::presets
