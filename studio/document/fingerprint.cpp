#include "yure/studio/freshness.hpp"

#include "group_weights.hpp"
#include "json_fields.hpp"
#include "pendulum_json.hpp"
#include "preset_model.hpp"

#include <algorithm>

#include "yure/baker/inputs.hpp"
#include "yure/baker/record.hpp"
#include "yure/core/hash.hpp"
#include "yure/studio/body_words.hpp"
#include "yure/studio/model_motions.hpp"

namespace yure::studio {
namespace {

/// Members of a body that change what is baked, by the subject they are told under.
const std::vector<std::pair<const char*, const char*>>& baked_members() {
    static const std::vector<std::pair<const char*, const char*>> members{
        {"meshes", "meshes"},    {"kind", "settings"},     {"material", "material"}, {"chain", "chain"},
        {"top_pins", "settings"},
        {"inputs", "inputs"},    {"glue_roles", "glue"},   {"obstacles", "settings"}, {"quality", "settings"},
        {"bank", "settings"},    {"budget", "settings"},   {"modes", "settings"},    {"keys", "settings"},     {"vertical", "settings"},
        {"static", "settings"},  {"training", "clips"},    {"keep_physics", "settings"}};
    return members;
}

std::string text_hash(const Hasher& hasher) {
    return hash_text(hasher.digest());
}

void add_points(Hasher& hasher, std::span<const Vec2> points) {
    hasher.add(points.size());
    for (const Vec2 point : points) hasher.add(point.x).add(point.y);
}

}  // namespace

const char* freshness_name(Freshness freshness) {
    switch (freshness) {
        case Freshness::fresh:
            return "fresh";
        case Freshness::stale:
            return "stale";
        case Freshness::unbaked:
            return "unbaked";
        case Freshness::disabled:
            return "disabled";
    }
    return "";
}

Json baked_settings(const Body& body) {
    const Json all = to_json(body);
    Json settings = Json::object();
    for (const auto& [member, subject] : baked_members()) settings[member] = all[member];
    return settings;
}

struct Fingerprinter::Cache {
    const ModelGeometry* geometry = nullptr;
    std::map<std::string, std::string> rig, physics;  ///< by meshes, inputs, presets

    struct ClipFile {
        std::filesystem::file_time_type time;
        std::string hash;
    };
    std::map<std::string, ClipFile> clips;

    void use(const ModelGeometry* now) {
        if (now == geometry) return;
        geometry = now;
        rig.clear();
        physics.clear();
        clips.clear();
    }

    /// The rig as the bake sees it: where the meshes are at the default pose and with each input at eight places of its
    /// span, the others at rest.
    std::string rig_hash(const Body& body) {
        std::string key;
        for (const std::string& mesh : body.meshes) key += mesh + '\n';
        for (const baker::InputRequest& input : body.inputs)
            key += '\r' + input.id + (input.span ? hash_text(Hasher().add(input.span->low).add(input.span->high).digest()) : "");
        if (const auto known = rig.find(key); known != rig.end()) return known->second;

        std::vector<int> meshes;
        for (const std::string& mesh : body.meshes)
            if (const int row = geometry->model->puppet.find_mesh(mesh); row >= 0) meshes.push_back(row);
        rig::Evaluation pose(geometry->rig, meshes);
        std::vector<float> values = geometry->rig.default_values();
        Hasher hasher;
        std::vector<Vec2> points;
        const auto add_pose = [&] {
            pose.evaluate(values);
            for (const int mesh : meshes) {
                points.resize(static_cast<std::size_t>(geometry->rig.vertex_count(mesh)));
                if (pose.hidden(mesh)) {
                    hasher.add(-1);
                } else {
                    pose.world_positions(mesh, points);
                    add_points(hasher, points);
                }
            }
        };
        add_pose();
        for (const baker::InputRequest& input : body.inputs) {
            const int row = baker::find_standard_parameter(geometry->rig.parameters(), input.id);
            if (row < 0) continue;
            const rig::ParameterInfo& parameter = geometry->rig.parameters()[static_cast<std::size_t>(row)];
            const baker::Span span = baker::training_span(parameter, input.span);
            hasher.add(parameter.default_value).add(span.low).add(span.high);
            for (int k = 1; k <= 4; ++k)
                for (const float end : {span.low, span.high}) {
                    values[static_cast<std::size_t>(row)] =
                        parameter.default_value + (end - parameter.default_value) * static_cast<float>(k) / 4.0f;
                    add_pose();
                }
            values[static_cast<std::size_t>(row)] = parameter.default_value;
        }
        return rig[key] = text_hash(hasher);
    }

    /// Old physics that moves the body: which outputs go out of play, or, kept, how it plays.
    std::string physics_hash(const Document& document, const Body& body) {
        Hasher which;
        for (const auto& entry : document.presets)
            for (const char* member : {"resting", "pendulums", "squash"})
                which.add(std::string_view(at(entry.value->record, member).dump()));
        std::string key = hash_text(which.digest()) + (body.keep_physics ? "k" : "r");
        for (const std::string& mesh : body.meshes) key += '\n' + mesh;
        for (const baker::InputRequest& input : body.inputs) key += '\r' + input.id;
        if (const auto known = physics.find(key); known != physics.end()) return known->second;

        Notices ignored;
        const Result<PresetModel> start = preset_model(document, *geometry->model, ignored);
        if (!start) return physics[key] = "unreadable";
        std::vector<int> meshes, inputs;
        for (const std::string& mesh : body.meshes)
            if (const int row = geometry->model->puppet.find_mesh(mesh); row >= 0) meshes.push_back(row);
        for (const baker::InputRequest& input : body.inputs)
            if (const int row = baker::find_standard_parameter(geometry->rig.parameters(), input.id); row >= 0) inputs.push_back(row);
        Hasher hasher;
        for (const auto& hit : baker::physics_on_meshes(geometry->rig, meshes, start->physics, inputs).hits) {
            hasher.add(std::string_view(hit.parameter));
            if (body.keep_physics)
                hasher.add(std::string_view(group_json(start->physics.groups[static_cast<std::size_t>(hit.group)]).dump()));
        }
        return physics[key] = text_hash(hasher);
    }

    std::string clip_hash(const std::string& motion) {
        const Result<std::filesystem::path> file = find_motion(geometry->model->location, motion);
        if (!file) return "absent";
        std::error_code fault;
        const auto time = std::filesystem::last_write_time(*file, fault);
        if (const auto known = clips.find(motion); known != clips.end() && !fault && known->second.time == time)
            return known->second.hash;
        std::string hash = "unreadable";
        if (const auto clip = read_drive_clip(*geometry->model, *file)) {
            Hasher hasher;
            for (const std::string& id : clip->input_ids) hasher.add(std::string_view(id));
            hasher.add(std::span<const float>(clip->values));
            hash = text_hash(hasher);
        }
        clips[motion] = {time, hash};
        return hash;
    }
};

Fingerprinter::Fingerprinter() : cache_(std::make_unique<Cache>()) {}
Fingerprinter::~Fingerprinter() = default;

Fingerprint Fingerprinter::of(const Document& document, const Body& body, const std::shared_ptr<const ModelGeometry>& geometry) {
    Fingerprint print;
    cache_->use(geometry.get());
    const Json settings = baked_settings(body);
    std::map<std::string, Hasher> subjects;
    for (const auto& [member, subject] : baked_members())
        if (std::string_view(subject) != "chain" || !settings[member].is_null())  // bakes from before there were chains stay fresh
            subjects[subject].add(std::string_view(member)).add(std::string_view(settings[member].dump()));
    Hasher groups;
    for (const std::string& mesh : body.meshes) {
        const int index = document.groups.index_of(mesh);
        groups.add(std::string_view(mesh));
        if (index < 0) continue;
        const sim::VertexGroups& weights = document.groups[static_cast<std::size_t>(index)].value->weights;
        for (const sim::Weights* list : {&weights.pin, &weights.stiffness, &weights.goal, &weights.mass, &weights.damping, &weights.wind})
            groups.add(std::span<const float>(*list));
    }
    subjects["groups"] = groups;
    for (const auto& [subject, hasher] : subjects) print[subject] = text_hash(hasher);
    print["solver"] = std::to_string(kSolverVersion);
    if (!geometry) return print;

    const Model& model = *geometry->model;
    const rig::Puppet& puppet = model.puppet;
    Hasher meshes;
    meshes.add(std::string_view(print["meshes"]));
    for (const std::string& id : body.meshes) {
        const int row = puppet.find_mesh(id);
        meshes.add(row < 0);
        if (row < 0) continue;
        add_points(meshes, puppet.mesh_uvs(row));
        meshes.add(std::span<const std::uint16_t>(puppet.mesh_triangles(row)));
    }
    print["meshes"] = text_hash(meshes);
    Hasher glue;
    glue.add(std::string_view(print["glue"]));
    for (const auto& [id, role] : body.glue_roles) {
        const int row = puppet.find_glue(id);
        if (row < 0) continue;
        const auto g = static_cast<std::size_t>(row);
        const auto begin = static_cast<std::size_t>(puppet.glue.info_begin[g]), count = static_cast<std::size_t>(puppet.glue.info_count[g]);
        glue.add(std::span<const float>(puppet.glue_info.weight).subspan(begin, count));
        glue.add(std::span<const std::uint16_t>(puppet.glue_info.vertex).subspan(begin, count));
    }
    print["glue"] = text_hash(glue);
    print["rig"] = cache_->rig_hash(body);
    print["physics"] = cache_->physics_hash(document, body);
    Hasher clips;
    clips.add(std::string_view(print["clips"]));
    for (const auto& [motion, weight] : body.training) clips.add(std::string_view(cache_->clip_hash(motion)));
    print["clips"] = text_hash(clips);
    const float fps = document.settings.fps > 0                          ? document.settings.fps
                      : model.physics && model.physics->physics.fps > 0 ? model.physics->physics.fps
                                                                         : 60.0f;
    print["fps"] = text_hash(Hasher().add(fps));
    return print;
}

namespace {

/// "goal, damping": members of an object that differ.
std::string differing(const Json& before, const Json& after) {
    std::string names;
    for (const auto& [name, value] : after.items())
        if (at(before, name.c_str()) != value) names += (names.empty() ? "" : ", ") + name;
    return names;
}

std::string subject_words(const std::string& subject, const Json& before, const Json& after) {
    if (subject == "material") {
        const std::string names = differing(at(before, "material"), at(after, "material"));
        return "the material has changed" + (names.empty() ? "" : " (" + names + ")");
    }
    if (subject == "chain") {
        const std::string names = differing(at(before, "chain"), at(after, "chain"));
        return "the bone chains have changed" + (names.empty() ? "" : " (" + names + ")");
    }
    if (subject == "settings") {
        Json old = before, now = after;
        for (const char* other : {"material", "chain", "inputs", "meshes", "glue_roles", "training"}) old.erase(other), now.erase(other);
        const std::string names = differing(old, now);
        return "settings have changed" + (names.empty() ? "" : " (" + names + ")");
    }
    if (subject == "inputs") return "the inputs have changed";
    if (subject == "groups") return "painted weights have changed";
    if (subject == "meshes") return at(before, "meshes") == at(after, "meshes") ? "a mesh of the model has changed" : "other meshes belong to it now";
    if (subject == "glue") return "glue or its role has changed";
    if (subject == "rig") return "the inputs move the meshes differently in the model as it is now";
    if (subject == "clips") return "a training motion has changed";
    if (subject == "fps") return "the rate of the physics has changed";
    if (subject == "solver") return "it was baked by another version of the solver";
    if (subject == "physics") return "the model's own physics on its meshes has changed";
    return subject + " has changed";
}

}  // namespace

BodyFreshness Fingerprinter::freshness(const Document& document, const Body& body, const std::shared_ptr<const ModelGeometry>& geometry) {
    BodyFreshness result;
    if (!body.enabled) {
        result.state = Freshness::disabled;
        result.reasons.push_back("it is switched off");
        return result;
    }
    if (geometry)
        for (const std::string& mesh : body.meshes)
            if (geometry->model->puppet.find_mesh(mesh) < 0) result.reasons.push_back("the model has no mesh " + mesh);
    if (body.inputs.empty()) result.reasons.push_back("it has no inputs");
    const StoredBake* bake = document.bakes.find(body.id);
    if (bake == nullptr) return result;
    const Fingerprint now = of(document, body, geometry);
    const Json settings = baked_settings(body);
    for (const auto& [subject, hash] : now) {
        const auto then = bake->fingerprint.find(subject);
        if (then == bake->fingerprint.end() || then->second != hash)
            result.reasons.push_back(subject_words(subject, bake->settings, settings));
    }
    if (bake->fingerprint.contains("chain") && !now.contains("chain"))
        result.reasons.push_back("the mesh solver moves it instead of bone chains");
    if (!geometry) result.reasons.push_back("the model could not be opened");
    result.state = result.reasons.empty() ? Freshness::fresh : Freshness::stale;
    return result;
}

}  // namespace yure::studio
