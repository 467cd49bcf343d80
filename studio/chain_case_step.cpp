#include "chain_case_step.hpp"

#include "chain_json.hpp"

#include <map>
#include <set>

#include "yure/chain/solver.hpp"
#include "yure/formats/dynamic_bone.hpp"

namespace yure::studio {
namespace {

using chain::Affine;
using chain::Vec3;
using nlohmann::ordered_json;

constexpr double kDegrees = 57.29577951308232;
constexpr int kMostFrames = 1'000'000;

/// Node 0 is the object, then the bones, then the named nodes beside them.
class CaseScene {
  public:
    explicit CaseScene(const ordered_json& input) {
        skeleton_.push_back({"object", -1});
        locals_.push_back({});
        std::map<std::string, int> index;
        for (const auto& bone : input.at("bones")) {
            const std::string name = bone.at("name").get<std::string>();
            int parent = 0;
            if (bone.contains("parent") && !bone["parent"].is_null()) {
                const auto found = index.find(bone["parent"].get<std::string>());
                parent = found == index.end() ? -2 : found->second;
            }
            index[name] = static_cast<int>(skeleton_.size());
            skeleton_.push_back({name, parent});
            locals_.push_back(affine_of(bone));
        }
        bones_ = skeleton_.size();
        std::set<std::string> names;
        for (const auto& entry : timeline(input))
            if (entry.contains("nodes"))
                for (const auto& item : entry["nodes"].items()) names.insert(item.key());
        for (const std::string& name : names) {
            skeleton_.push_back({name, -1});
            locals_.push_back({});
        }
        if (!timeline(input).empty() && timeline(input)[0].contains("object"))
            locals_[0] = affine_of(timeline(input)[0]["object"]);
        overridden_ = locals_;
        world_.resize(skeleton_.size());
        if (chain::check(skeleton_)) chain::to_world(skeleton_, locals_, world_);
        bind_ = world_;
    }

    const chain::Skeleton& skeleton() const { return skeleton_; }
    const std::vector<Affine>& bind() const { return bind_; }

    /// Applies the entries of a frame; what one gives holds until another one replaces it.
    void set_frame(const ordered_json& input, int frame) {
        for (const auto& entry : timeline(input)) {
            if (entry.value("frame", 0) != frame) continue;
            if (entry.contains("object")) overridden_[0] = affine_of(entry["object"]);
            for (const auto& part : {"local", "nodes"}) {
                if (!entry.contains(part)) continue;
                const bool bones = std::string_view(part) == "local";
                for (std::size_t i = bones ? 1 : bones_; i < (bones ? bones_ : skeleton_.size()); ++i) {
                    const auto found = entry[part].find(skeleton_[i].name);
                    if (bones) overridden_[i] = locals_[i];
                    if (found != entry[part].end()) overridden_[i] = affine_of(*found);
                }
            }
        }
    }
    std::span<const Affine> pose() {
        chain::to_world(skeleton_, overridden_, world_);
        return world_;
    }

  private:
    static const ordered_json& timeline(const ordered_json& input) { return input.at("timeline"); }

    chain::Skeleton skeleton_;
    std::vector<Affine> locals_, overridden_, world_, bind_;
    std::size_t bones_ = 0;
};

Result<chain::Config> config_of(const ordered_json& input) {
    ordered_json document{{"schema", "c3-dynamic-bone"}, {"components", ordered_json::array({input.at("component")})}};
    document["components"][0]["object"] = "object";
    for (const char* part : {"colliders", "materials", "globalWind", "globalGravity", "space"})
        if (input.contains(part)) document[part] = input[part];
    if (document.contains("materials") && document["materials"].is_array() && !document["materials"].empty() &&
        !document["components"][0].contains("m_Material"))
        document["components"][0]["m_Material"] = document["materials"][0].value("id", "");
    auto file = formats::read_dynamic_bone(document.dump());
    if (!file) return file.error();
    return std::move(file->config);
}

ordered_json particles_json(const CaseScene& scene, const chain::Solver& solver, bool full) {
    ordered_json particles = ordered_json::array();
    for (int t = 0; t < solver.tree_count(); ++t)
        for (int p = 0; p < static_cast<int>(solver.tree(t).particles.size()); ++p) {
            const chain::ParticleState state = solver.particle(t, p);
            ordered_json particle{{"name", chain::particle_name(scene.skeleton(), solver.tree(t), p)},
                                  {"pos", vector_json(state.position)}};
            if (full) {
                particle["prev"] = vector_json(state.previous);
                particle["hit"] = state.hit;
                if (solver.tree(t).particles[static_cast<std::size_t>(p)].bone < 0) {  // written to no bone
                    particles.push_back(std::move(particle));
                    continue;
                }
                const chain::Mat3 rows = chain::transpose(state.linear);
                particle["linear"] = {vector_json(rows.x), vector_json(rows.y), vector_json(rows.z)};
            }
            particles.push_back(std::move(particle));
        }
    return particles;
}

}  // namespace

Affine affine_of(const ordered_json& json) {
    chain::Quat turn;
    if (json.contains("q")) {
        const auto& q = json["q"];
        turn = chain::normalized(
            {q.at(0).get<double>(), q.at(1).get<double>(), q.at(2).get<double>(), q.at(3).get<double>()});
    } else if (json.contains("rotZ")) {
        turn = chain::rotation_about({0.0, 0.0, 1.0}, json["rotZ"].get<double>() / kDegrees);
    }
    Vec3 scale{1.0, 1.0, 1.0};
    if (json.contains("s")) {
        const auto& s = json["s"];
        scale = s.is_array() ? vector_of(s) : Vec3{s.get<double>(), s.get<double>(), s.get<double>()};
    }
    return {chain::compose(turn, scale), json.contains("t") ? vector_of(json["t"]) : Vec3{}};
}

Result<ordered_json> run_params_case(const ordered_json& input) {
    const CaseScene scene(input);
    const auto config = config_of(input);
    if (!config) return config.error();
    const auto solver = chain::Solver::build(*config, scene.skeleton(), scene.bind());
    if (!solver) return solver.error();
    ordered_json result = ordered_json::array();
    for (int t = 0; t < solver->tree_count(); ++t) {
        ordered_json tree = ordered_json::array();
        for (int p = 0; p < static_cast<int>(solver->tree(t).particles.size()); ++p) {
            const chain::Particle& particle = solver->tree(t).particles[static_cast<std::size_t>(p)];
            ordered_json row{{"name", chain::particle_name(scene.skeleton(), solver->tree(t), p)},
                             {"parent", particle.parent},
                             {"u", particle.u},
                             {"length", particle.length},
                             {"children", particle.kids}};
            for (std::size_t v = 0; v < chain::kParticleValues; ++v)
                row[std::string(chain::particle_value_name(static_cast<chain::ParticleValue>(v)))] = particle.value[v];
            tree.push_back(std::move(row));
        }
        result.push_back(std::move(tree));
    }
    return result;
}

Result<ordered_json> run_step_case(const ordered_json& input) {
    CaseScene scene(input);
    const auto config = config_of(input);
    if (!config) return config.error();
    auto solver = chain::Solver::build(*config, scene.skeleton(), scene.bind());
    if (!solver) return solver.error();
    const int frames = input.at("frameCount").get<int>();
    if (frames < 0 || frames > kMostFrames) return Error{"/input/frameCount", "has to be between 0 and 1,000,000"};
    const std::vector<double> steps = input.at("dt").is_array() ? input["dt"].get<std::vector<double>>()
                                                                : std::vector<double>{input["dt"].get<double>()};
    if (steps.empty()) return Error{"/input/dt", "is empty"};
    const auto listed = input.at("report").get<std::vector<int>>();
    const std::set<int> reported(listed.begin(), listed.end());
    std::map<int, std::vector<int>> entries;  // frames that change something
    for (const auto& entry : input.at("timeline")) entries[entry.value("frame", 0)].push_back(0);
    ordered_json result = ordered_json::object();
    for (int frame = 0; frame < frames; ++frame) {
        if (entries.count(frame) != 0) scene.set_frame(input, frame);
        const double dt = steps[static_cast<std::size_t>(frame) % steps.size()];
        if (const Status stepped = solver->frame(scene.pose(), dt); !stepped) return stepped.error();
        if (reported.count(frame) == 0) continue;
        result[std::to_string(frame)] = {{"loops", solver->loops(0)},
                                         {"particles", particles_json(scene, *solver, input.value("full", false))}};
    }
    return result;
}

}  // namespace yure::studio
