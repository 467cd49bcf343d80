// The properties of the synthetic scenes on meshes that people drew: hair and clothes of reference models that may lie
// beside the project, moved by their own rigs.
#include "sim_support.hpp"
#include "support/models.hpp"
#include "support/shared_data.hpp"

#include <iterator>

#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/rig/rig.hpp"
#include "yure/sim/pins.hpp"

namespace yure::tests {
namespace {

struct RealMesh {
    std::string id;
    int mesh = -1;
    bool hair = true;
};

/// One model with its rig, and what of it is hair or clothes, by the ids of the parts it lies in.
class RealModel {
  public:
    explicit RealModel(const char* file) : puppet_(read(file)), rig_(built(puppet_)), pose_(rig_) {
        pose_.evaluate(rig_.default_values());
        for (int mesh = 0; mesh < puppet_.mesh_count(); ++mesh) {
            const auto row = static_cast<std::size_t>(mesh);
            if (pose_.hidden(mesh) || puppet_.mesh.vertex_count[row] < 12) continue;
            for (int part = puppet_.mesh.part[row]; part >= 0;
                 part = puppet_.part.parent[static_cast<std::size_t>(part)]) {
                const std::string_view name = puppet_.part.id[static_cast<std::size_t>(part)].view();
                const bool hair = name.find("Hair") != name.npos || name.find("Skinning") != name.npos;
                if (!hair && name.find("Body") == name.npos) continue;
                meshes_.push_back({std::string(puppet_.mesh.id[row].view()), mesh, hair});
                break;
            }
        }
    }

    const std::vector<RealMesh>& meshes() const { return meshes_; }
    const rig::Rig& rig() const { return rig_; }

    /// Where the rig has the mesh; where it hides it, where it had it last.
    void goals(const RealMesh& mesh, std::span<const float> values, Points& out) {
        pose_.evaluate(values);
        if (!pose_.hidden(mesh.mesh)) pose_.world_positions(mesh.mesh, out);
    }

    sim::SceneSpec spec(const RealMesh& mesh, const sim::Material& material) {
        const auto row = static_cast<std::size_t>(mesh.mesh);
        sim::SceneMesh body;
        body.id = mesh.id;
        body.rest.resize(static_cast<std::size_t>(puppet_.mesh.vertex_count[row]));
        goals(mesh, rig_.default_values(), body.rest);
        const auto first = puppet_.triangles.begin() + puppet_.mesh.tri_begin[row];
        body.triangles.assign(first, first + puppet_.mesh.tri_count[row]);
        body.groups.pin =
            sim::pin_top(body.rest, body.triangles,
                         sim::default_top_pins(mesh.hair ? sim::BodyKind::hair : sim::BodyKind::cloth, material));
        return scenes::body_of(std::move(body), material);
    }
    sim::SceneSpec spec(const RealMesh& mesh) {
        return spec(mesh, sim::default_material(mesh.hair ? sim::BodyKind::hair : sim::BodyKind::cloth));
    }

  private:
    static rig::Puppet read(const char* file) {
        Result<rig::Puppet> puppet = formats::read_moc3(read_bytes(shared_path(file)));
        REQUIRE(puppet.ok());
        return std::move(puppet).value();
    }
    rig::Puppet puppet_;
    rig::Rig rig_;
    rig::Evaluation pose_;
    std::vector<RealMesh> meshes_;
};

constexpr const char* kModels[] = {"models/Hiyori/Hiyori.moc3", "models/Haru/Haru.moc3"};

/// `check(model, mesh)` for all hair and clothes of the models.
template <class Check>
void for_real_meshes(Check check) {
    for (const char* file : kModels) {
        if (!shared_has(file)) {
            WARN("skipped: no " << shared_path(file).string() << " on this machine");
            continue;
        }
        RealModel model(file);
        REQUIRE(model.meshes().size() > 10);
        for (const RealMesh& mesh : model.meshes()) {
            INFO(file << ", " << mesh.id);
            check(model, mesh);
        }
    }
}

/// The head and body turning to and fro, or nothing of it at the rest's end.
std::vector<float> turned(const rig::Rig& rig, double time) {
    std::vector<float> values = rig.default_values();
    const std::pair<const char*, double> moves[] = {{"ParamAngleX", 0.9},
                                                    {"ParamAngleZ", 0.7},
                                                    {"ParamBodyAngleX", 0.5},
                                                    {"PARAM_ANGLE_X", 0.9},
                                                    {"PARAM_ANGLE_Z", 0.7}};
    for (const auto& [id, hertz] : moves) {
        const int parameter = rig.find_parameter(id);
        if (parameter < 0) continue;
        const rig::ParameterInfo& info = rig.parameters()[static_cast<std::size_t>(parameter)];
        values[static_cast<std::size_t>(parameter)] =
            info.default_value +
            static_cast<float>(0.8 * std::sin(6.2832 * hertz * time)) * 0.5f * (info.max - info.min);
    }
    return values;
}

/// Triangles that lie flipped although their goals do not.
int flipped(const sim::Scene& scene, const Points& now, const Points& goals, const Points& rest) {
    int count = 0;
    for (const auto& t : scene.triangles()) {
        const auto area = [&](const Points& x) {
            const Vec2 a = x[static_cast<std::size_t>(t.a)];
            return cross(x[static_cast<std::size_t>(t.b)] - a, x[static_cast<std::size_t>(t.c)] - a);
        };
        const float drawn = area(rest) < 0.0f ? -1.0f : 1.0f;
        if (drawn * area(goals) > 1e-2f && drawn * area(now) <= 0.0f) ++count;
    }
    return count;
}

struct Swing {
    float widest = 0.0f;  ///< px, largest distance of a vertex from its goal
    double rms = 0.0;     ///< px, over all vertices and frames
    Points last;
};

/// Sideways shaking of the whole rig, as in the synthetic tests.
Swing shake(const sim::Scene& scene, const Points& rest, double hertz, float amplitude, int frames, int calm) {
    sim::Solver solver(scene, 1);
    Swing swing;
    double sum = 0.0;
    for (int frame = 1; frame <= frames + calm; ++frame) {
        Points goals = rest;
        if (frame <= frames)
            scenes::shift(goals, {amplitude * static_cast<float>(std::sin(6.2832 * hertz * frame / 60.0)), 0.0f});
        solver.set_goals(0, goals);
        solver.step();
        swing.last = positions(scene, solver);
        if (frame > frames) continue;
        swing.widest = std::max(swing.widest, farthest(swing.last, goals));
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const Vec2 d = swing.last[i] - goals[i];
            sum += static_cast<double>(dot(d, d));
        }
    }
    swing.rms = std::sqrt(sum / static_cast<double>(rest.size()) / frames);
    return swing;
}

}  // namespace

TEST_CASE("real meshes: the drawing is the rest, and the body is back on it after a shake", "[sim][real]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        const sim::Scene scene = build(model.spec(mesh));
        CHECK(scene.calibration_error() < 0.5f);
        const Points rest = scenes::drawing(scene.spec());
        CHECK(shake(scene, rest, 1.0, 0.0f, 60, 0).widest < 0.5f);
        CHECK(farthest(shake(scene, rest, 1.0, 30.0f, 180, 540).last, rest) < 0.5f);
    });
}

TEST_CASE("real meshes on their own rigs: nothing flips that the rig does not flip, pins hold, limits hold",
          "[sim][real]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        const sim::Scene scene = build(model.spec(mesh));
        const Points rest = scenes::drawing(scene.spec());
        sim::Solver solver(scene, 1);
        Points goals = rest;
        for (int frame = 1; frame <= 150; ++frame) {
            model.goals(mesh, turned(model.rig(), frame / 60.0), goals);
            solver.set_goals(0, goals);
            solver.step();
            const Points now = positions(scene, solver);
            REQUIRE(all_finite(now));
            REQUIRE(flipped(scene, now, goals, rest) == 0);
            for (std::size_t i = 0; i < now.size(); ++i)
                if (scene.pin()[i] >= sim::kKinematicPin) REQUIRE(distance(now[i], goals[i]) < 1e-3f);
        }
        CHECK(solver.report(0).restarts == 0);
    });
}

TEST_CASE("real meshes: random poses of all parameters and random materials leave nothing flipped or lost",
          "[sim][real]") {
    Random random(11);
    for_real_meshes([&](RealModel& model, const RealMesh& mesh) {
        const auto value = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
        sim::Material material;
        material.mass = value(0.2, 4.0), material.stretch = value(0.0, 1.0), material.bend = value(0.0, 1.0);
        material.damping = value(0.0, 8.0), material.goal = value(0.0, 1.0), material.slack = value(0.0, 0.3);
        material.area = value(0.0, 1.0), material.anisotropy = value(0.0, 1.0);
        const sim::Scene scene = build(model.spec(mesh, material));
        const Points rest = scenes::drawing(scene.spec());
        sim::Solver solver(scene, 1);
        Points goals = rest;
        for (int frame = 0; frame < 60; ++frame) {
            if (frame % 4 == 0) model.goals(mesh, random_values(model.rig(), random), goals);
            solver.set_goals(0, goals);
            solver.set_wind(0, {value(-20000.0, 20000.0), value(-20000.0, 20000.0)});
            solver.step(frame % 7 == 6 ? value(0.0, 0.2) : 1.0f / 60.0f);
            const Points now = positions(scene, solver);
            REQUIRE(all_finite(now));
            REQUIRE(flipped(scene, now, goals, rest) == 0);
            REQUIRE(farthest(now, goals) < 1e4f);
        }
        CHECK(solver.report(0).restarts == 0);
    });
}

TEST_CASE("real meshes: edges stay within 3 % in a storm, and slack holds in a worse one", "[sim][real]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        if (!mesh.hair) return;
        sim::SceneSpec spec = model.spec(mesh);
        const sim::Scene scene = build(spec);
        const Points rest = scenes::drawing(spec);
        sim::Solver solver(scene, 1);
        const auto limits_hold = [&](float wind, float share, float margin) {
            for (int frame = 0; frame < 60; ++frame) {
                solver.set_wind(0, {frame < 30 ? wind : -wind, 0.0f});
                solver.step();
                const Points now = positions(scene, solver);
                for (std::size_t i = 0; i < now.size(); ++i) {
                    if (scene.root()[i] < 0) continue;
                    const float path = scene.root_distance()[i];
                    REQUIRE(distance(now[i], now[static_cast<std::size_t>(scene.root()[i])]) <= path * share + margin);
                }
            }
        };
        limits_hold(2000.0f, 1.03f, 0.5f);
        limits_hold(20000.0f, (1.0f + spec.material.slack) * 1.02f, 0.5f);
    });
}

TEST_CASE("real meshes: 8, 16 and 32 substeps swing equally wide", "[sim][real]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        sim::SceneSpec spec = model.spec(mesh);
        const auto swing = [&](int substeps) {
            spec.settings.substeps = substeps;
            const sim::Scene scene = build(spec);
            return shake(scene, scenes::drawing(spec), 0.6, 25.0f, 240, 0).rms;
        };
        const double usual = swing(16);
        CHECK(swing(8) == Approx(usual).epsilon(0.05).margin(0.05));
        CHECK(swing(32) == Approx(usual).epsilon(0.05).margin(0.05));
    });
}

TEST_CASE("real meshes: bangs lag less than hair, leather less than silk", "[sim][real]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        const auto swing = [&](const char* name, double hertz, float amplitude) {
            const sim::Scene scene = build(model.spec(mesh, material(name)));
            return shake(scene, scenes::drawing(scene.spec()), hertz, amplitude, 240, 0).rms;
        };
        const double soft = mesh.hair ? swing("hair", 1.2, 30.0f) : swing("silk", 0.8, 40.0f);
        const double firm = mesh.hair ? swing("bangs", 1.2, 30.0f) : swing("leather", 0.8, 40.0f);
        if (soft < 1.0) return;  // too small or too firmly held to swing at all
        CHECK(firm < soft);
    });
}

TEST_CASE("real meshes: any step length and any jump is bounded, and the body is back at rest in two seconds",
          "[sim][real]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        const sim::Scene scene = build(model.spec(mesh));
        const Points rest = scenes::drawing(scene.spec());
        for (const float dt : {0.0f, 1e-9f, 5.0f, 60.0f}) {
            INFO("dt " << dt);
            sim::Solver solver(scene, 1);
            Points goals = rest;
            scenes::shift(goals, {20.0f, 10.0f});
            solver.set_goals(0, goals);
            solver.step(dt);
            REQUIRE(all_finite(positions(scene, solver)));
            CHECK(farthest(positions(scene, solver), goals) < 1000.0f);
            scenes::shift(goals, {9000.0f, -4000.0f});
            solver.set_goals(0, goals);
            solver.step();
            CHECK(solver.report(0).teleports == 1);
            solver.set_damping(6.0f);
            for (int frame = 0; frame < 120; ++frame) solver.step();
            CHECK(farthest(positions(scene, solver), goals) < 3.0f);
        }
    });
}

TEST_CASE("real meshes: alone, in lanes, and by every instruction set the same bits", "[sim][real][determinism]") {
    for_real_meshes([](RealModel& model, const RealMesh& mesh) {
        const sim::Scene scene = build(model.spec(mesh));
        const auto play = [&](int lanes, sim::InstructionSet set) {
            sim::Solver solver(scene, lanes, {set, 16});
            Points goals = scenes::drawing(scene.spec());
            for (int frame = 1; frame <= 20; ++frame)
                for (int lane = 0; lane < lanes; ++lane) {
                    model.goals(mesh, turned(model.rig(), frame / 60.0), goals);
                    solver.set_goals(lane, goals);
                    if (lane + 1 == lanes) solver.step();
                }
            return positions(scene, solver, lanes - 1);
        };
        const Points reference = play(1, sim::InstructionSet::scalar);
        for (const sim::InstructionSet set : sim::available_instruction_sets())
            for (const int lanes : {1, 8}) REQUIRE(play(lanes, set) == reference);
    });
}

}  // namespace yure::tests
