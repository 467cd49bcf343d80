// The same bits for any number of lanes, any vector width and any instruction set.
#include "sim_support.hpp"

#include <cstring>

#include "yure/core/hash.hpp"

namespace yure::tests {
namespace {

/// Clip number `clip` of a scene: the same movement, started at another moment and somewhat larger.
scenes::Drive clip_drive(const scenes::NamedScene& named, int clip, double time) {
    scenes::Drive drive = named.drive_at(time + 0.4 + 0.21 * clip);
    scenes::shift(drive.goals, {0.3f * static_cast<float>(clip), -0.7f * static_cast<float>(clip)});
    drive.wind += Vec2{20.0f * static_cast<float>(clip), 0.0f};
    return drive;
}

std::vector<std::uint64_t> run(const scenes::NamedScene& named, const sim::Scene& scene, int clips, int lanes,
                               sim::SolverOptions options) {
    std::vector<Hasher> hash(static_cast<std::size_t>(clips));
    for (int first = 0; first < clips; first += lanes) {
        sim::Solver solver(scene, lanes, options);
        for (int lane = 0; lane < lanes; ++lane)
            if (first + lane < clips) start(scene, solver, lane, clip_drive(named, first + lane, 0.0));
        for (int frame = 1; frame <= 40; ++frame) {
            for (int lane = 0; lane < lanes; ++lane)
                if (first + lane < clips) apply(scene, solver, lane, clip_drive(named, first + lane, frame / 60.0));
            solver.step();
            for (int lane = 0; lane < lanes && first + lane < clips; ++lane) {
                Hasher& h = hash[static_cast<std::size_t>(first + lane)];
                for (const Vec2 p : positions(scene, solver, lane)) {
                    std::uint32_t bits[2];
                    std::memcpy(bits, &p, sizeof bits);
                    h.add(bits[0]).add(bits[1]);
                }
            }
        }
    }
    std::vector<std::uint64_t> digests;
    for (const Hasher& h : hash) digests.push_back(h.digest());
    return digests;
}

}  // namespace

TEST_CASE("every lane count, vector width and instruction set gives the same bits", "[sim][determinism]") {
    for (const char* name : {"hair_lock", "skirt", "apron", "capsule_sweep", "curtain"}) {
        INFO(name);
        const scenes::NamedScene named = scenes::find_scene(name);
        const sim::Scene scene = build(named.spec);
        constexpr int kClips = 16;
        const auto reference = run(named, scene, kClips, 1, {sim::InstructionSet::scalar, 1});
        CHECK(reference[0] != reference[1]);  // the clips do differ
        for (const sim::InstructionSet set : sim::available_instruction_sets())
            for (const int lanes : {1, 3, 8, 16}) {
                if (set == sim::InstructionSet::scalar && lanes != 16) continue;  // blocks of one, whatever the lanes
                INFO("instruction set " << static_cast<int>(set) << ", " << lanes << " lanes");
                CHECK(run(named, scene, kClips, lanes, {set, 16}) == reference);
            }
        CHECK(run(named, scene, kClips, 16, {sim::InstructionSet::avx512, 4}) == reference);
    }
}

TEST_CASE("a scene built twice is the same scene, calibration included", "[sim][determinism]") {
    const scenes::NamedScene named = scenes::find_scene("two_strands");
    const sim::Scene a = build(named.spec), b = build(named.spec);
    CHECK(a.goal_offsets() == b.goal_offsets());
    CHECK(a.root_distance() == b.root_distance());
}

TEST_CASE("a restored snapshot has the same future to the bit", "[sim][determinism]") {
    const scenes::NamedScene named = scenes::find_scene("capsule_sweep");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 3);
    for (int lane = 0; lane < 3; ++lane) start(scene, solver, lane, clip_drive(named, lane, 0.0));
    const auto play = [&](int from, int to) {
        for (int frame = from; frame < to; ++frame) {
            for (int lane = 0; lane < 3; ++lane) apply(scene, solver, lane, clip_drive(named, lane, frame / 60.0));
            solver.step();
        }
        return std::vector{positions(scene, solver, 0), positions(scene, solver, 2)};
    };
    play(1, 80);
    const auto snapshot = solver.save();
    const auto once = play(80, 140);
    play(140, 200);
    REQUIRE(solver.restore(*snapshot));
    CHECK(play(80, 140) == once);
    sim::Solver other(scene, 2);
    CHECK_FALSE(other.restore(*snapshot));
}

TEST_CASE("an idle lane keeps still, others do not notice, and a reset starts it afresh", "[sim][determinism]") {
    const scenes::NamedScene named = scenes::find_scene("hair_lock");
    const sim::Scene scene = build(named.spec);
    sim::Solver alone(scene, 1), together(scene, 4);
    start(scene, alone, 0, clip_drive(named, 2, 0.0));
    for (int lane = 0; lane < 4; ++lane) start(scene, together, lane, clip_drive(named, lane, 0.0));
    Points frozen;
    for (int frame = 1; frame <= 120; ++frame) {
        if (frame == 40) {
            together.set_idle(1, true);
            frozen = positions(scene, together, 1);
        }
        if (frame == 60) start(scene, together, 0, clip_drive(named, 7, 0.5));
        apply(scene, alone, 0, clip_drive(named, 2, frame / 60.0));
        for (int lane = 0; lane < 4; ++lane) apply(scene, together, lane, clip_drive(named, lane, frame / 60.0));
        alone.step();
        together.step();
        REQUIRE(positions(scene, together, 2) == positions(scene, alone, 0));
        if (frame >= 40) REQUIRE(positions(scene, together, 1) == frozen);
    }
    // The lane that idled runs again like one that never moved before.
    sim::Solver fresh(scene, 1);
    together.set_idle(1, false);
    start(scene, together, 1, clip_drive(named, 5, 0.0));
    start(scene, fresh, 0, clip_drive(named, 5, 0.0));
    for (int frame = 1; frame <= 30; ++frame) {
        apply(scene, together, 1, clip_drive(named, 5, frame / 60.0));
        apply(scene, fresh, 0, clip_drive(named, 5, frame / 60.0));
        together.step();
        fresh.step();
    }
    CHECK(positions(scene, together, 1) == positions(scene, fresh, 0));
}

}  // namespace yure::tests
