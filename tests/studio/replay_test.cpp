// Exported files, read back from the disk and played by engine/pendulum and engine/rig alone, against the simulation's
// frames: the figures of the report are those of the files, not of a fit's own idea of itself.
#include "studio/baked_support.hpp"
#include "studio/small_model.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>

#include "yure/formats/moc3.hpp"
#include "yure/formats/physics3.hpp"
#include "yure/pendulum/player.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/benchmark_parts.hpp"
#include "yure/studio/simulate.hpp"

using namespace yure;
using yure::tests::BakedOnDisk;

namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// The only file with that ending in a folder.
std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& ending) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().filename().string().ends_with(ending)) return entry.path();
    FAIL("no " << ending << " in " << folder);
    return {};
}

/// World positions of the meshes, frame by frame, as a player shows them. Knows nothing of the baker.
std::vector<Vec2> played(const std::filesystem::path& folder, const studio::Simulation& driven) {
    const rig::Puppet puppet = formats::read_moc3(tests::read_bytes(file_of(folder, ".moc3"))).value();
    const pendulum::Physics physics =
        formats::read_physics3(tests::read_text(file_of(folder, ".physics3.json"))).value().physics;
    const rig::Rig rig = rig::Rig::build(puppet).value();
    std::vector<ParameterRange> ranges;
    for (const rig::ParameterInfo& p : rig.parameters()) ranges.push_back({p.id, p.min, p.max, p.default_value});
    pendulum::Player player(physics, ranges);
    rig::Evaluation pose(rig);
    std::vector<Vec2> all;
    for (int frame = 0; frame < driven.frames; ++frame) {
        std::vector<float> values = rig.default_values();
        for (std::size_t i = 0; i < driven.input_ids.size(); ++i)
            values[at(rig.find_parameter(driven.input_ids[i]))] =
                driven.input_values[at(frame) * driven.input_ids.size() + i];
        if (frame == 0) player.stabilize(values);
        player.evaluate(values, 1.0f / 60.0f);
        pose.evaluate(values);
        for (const studio::SimulatedMesh& mesh : driven.meshes) {
            std::vector<Vec2> world(at(mesh.vertices));
            pose.world_positions(puppet.find_mesh(mesh.id), world);
            all.insert(all.end(), world.begin(), world.end());
        }
    }
    return all;
}

std::vector<float> offsets(const std::vector<Vec2>& positions, const studio::Simulation& driven) {
    std::vector<float> rows;
    for (std::size_t k = 0; k < positions.size(); ++k) {
        const float angle = driven.bodies[0].frame_angle[k / at(driven.particles)];
        const Vec2 d = positions[k] - driven.rig[k];
        rows.push_back(d.x * std::cos(angle) + d.y * std::sin(angle));
        rows.push_back(d.y * std::cos(angle) - d.x * std::sin(angle));
    }
    return rows;
}

/// One body, baked at exaggeration 1: every figure of a clip in the report is what the files show.
void require_replay(const std::filesystem::path& model, baker::BodyRequest body,
                    const std::vector<std::string>& clips) {
    body.exaggeration = 1.0f;
    const BakedOnDisk baked(model, {body});
    for (const std::string& id : clips) {
        const baker::DriveClip clip = studio::find_clip(baked.source, baked.bodies, id, 0).value();
        const studio::Simulation driven =
            studio::simulate(baked.source, baked.bodies, clip, tests::two_threads()).value();
        const std::vector<float> simulated = offsets(driven.simulated, driven),
                                 shown = offsets(played(baked.folder() / "model", driven), driven);
        std::vector<char> moves;
        for (int f = 0; f < clip.frames(); ++f) moves.push_back(clip.still(f) ? 0 : 1);
        baker::ClipPair pair;
        pair.particles = driven.particles;
        pair.frames = driven.frames;
        pair.simulated = simulated;
        pair.baked = shown;
        pair.input_moves = moves;
        const baker::ClipMetrics replayed = baker::measure(id, pair);
        const auto& all = baked.outcome.result.bodies[0].clips;
        const auto place = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.clip == id; });
        REQUIRE(place != all.end());
        INFO(body.id << ", " << id << ": R2 " << replayed.r2 << ", reported " << place->r2);
        CHECK(replayed.simulated_px == Approx(place->simulated_px).epsilon(1e-3).margin(0.01));
        CHECK(replayed.r2 == Approx(place->r2).margin(2e-3));
        CHECK(replayed.amplitude == Approx(place->amplitude).epsilon(2e-3));
        CHECK(replayed.direction == Approx(place->direction).margin(2e-3));
        CHECK(replayed.lag_ms == Approx(place->lag_ms).margin(0.1));
        CHECK(replayed.jitter == Approx(place->jitter).epsilon(5e-3));
        CHECK(replayed.p95_px == Approx(place->p95_px).epsilon(2e-3).margin(0.02));
        CHECK(replayed.settle.value_or(0.0) == Approx(place->settle.value_or(0.0)).margin(0.02));
        CHECK(replayed.static_px.value_or(0.0) == Approx(place->static_px.value_or(0.0)).margin(0.02));
    }
}

baker::BodyRequest small_hair(const std::filesystem::path& folder, baker::Quality quality) {
    tests::SmallModel().write(folder);
    const studio::Model model = studio::open_model(folder).value();
    baker::BodyRequest body =
        studio::read_bodies(model, {{"body", "hair=Hair"}, {"inputs", "ParamAngleX"}}).value().front();
    body.quality = quality;
    return body;
}

baker::BodyRequest part_named(const std::vector<studio::BenchmarkPart>& parts, const std::string& name) {
    const auto place = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.name == name; });
    REQUIRE(place != parts.end());
    return place->body;
}

}  // namespace

TEST_CASE("a small model's files show what its report says", "[studio][replay]") {
    for (const auto quality : {baker::Quality::classic, baker::Quality::light}) {
        const tests::TemporaryFolder folder;
        require_replay(folder.path(), small_hair(folder.path(), quality),
                       {"step:ParamAngleX", "shake", "motion:idle.motion3.json"});
    }
}

TEST_CASE("the demo's files show what their report says", "[studio][replay]") {
    Notices notices;
    const auto parts = studio::demo_parts(tests::source_path("assets/demo"), notices);
    baker::BodyRequest body = part_named(parts, "demo_side");
    body.quality = baker::Quality::light;
    require_replay(tests::source_path("assets/demo"), body, {"tracking", "nod"});
}

TEST_CASE("files of real models show what their report says", "[studio][replay][reference]") {
    YURE_REQUIRE_SHARED("reference/benchmark-parts.json");
    Notices notices;
    const auto parts = studio::read_benchmark_parts(tests::shared_path("reference/benchmark-parts.json"),
                                                    tests::shared_path("models"), notices)
                           .value();
    baker::BodyRequest bangs = part_named(parts, "hiyori_bangs"), back = part_named(parts, "haru_back");
    bangs.quality = baker::Quality::standard;
    back.quality = baker::Quality::light;
    require_replay(tests::shared_path("models/Hiyori"), bangs, {"tracking", "drags"});
    require_replay(tests::shared_path("models/Haru"), back, {"turns"});
}
