// Prints a hash of everything a solver tells about every scene, frame by frame, after checking that it is the same for
// 1 and 2 threads, 1, 4, 8 and 16 lanes and every instruction set of the machine. Builds by other compilers and at
// other levels of optimisation have to print the same lines (state_hash_matrix.sh).
#include "scenes/scenes.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "yure/core/hash.hpp"
#include "yure/sim/solver.hpp"

namespace yure::tests {
namespace {

constexpr int kClips = 16, kFrames = 24;

/// Clip number `clip`: the scene's movement, started at another moment and somewhat elsewhere.
scenes::Drive clip_drive(const scenes::NamedScene& named, int clip, int frame) {
    scenes::Drive drive = named.drive_at(frame / 60.0 + 0.4 + 0.21 * clip);
    scenes::shift(drive.goals, {0.3f * static_cast<float>(clip), -0.7f * static_cast<float>(clip)});
    drive.wind += Vec2{20.0f * static_cast<float>(clip), 0.0f};
    return drive;
}

void set_drive(const sim::Scene& scene, sim::Solver& solver, int lane, const scenes::Drive& drive) {
    solver.set_goals(lane, drive.goals);
    if (!scene.spec().glue_pins.empty()) solver.set_anchors(lane, drive.anchors);
    if (!scene.spec().obstacles.empty()) solver.set_obstacles(lane, drive.obstacles);
    solver.set_wind(lane, drive.wind);
}

void add_bits(Hasher& hash, float value) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash.add(bits);
}

/// Plays the clips first … first + lanes - 1 side by side.
void play(const scenes::NamedScene& named, const sim::Scene& scene, int first, int lanes, sim::InstructionSet set,
          std::span<Hasher> hash_of_clip) {
    sim::Solver solver(scene, lanes, {set, 16});
    std::vector<Vec2> now(static_cast<std::size_t>(scene.particle_count()));
    for (int frame = 0; frame <= kFrames; ++frame) {
        for (int lane = 0; lane < lanes; ++lane) {
            const scenes::Drive drive = clip_drive(named, first + lane, frame);
            if (frame == 0) solver.reset(lane, drive.goals);
            set_drive(scene, solver, lane, drive);
        }
        // Now and then a step that is cut up or saved up, which has paths of its own.
        solver.step(frame % 20 == 19 ? 0.07f : frame % 20 == 9 ? 0.001f : 1.0f / 60.0f);
        for (int lane = 0; lane < lanes; ++lane) {
            Hasher& hash = hash_of_clip[static_cast<std::size_t>(first + lane)];
            solver.positions(lane, now);
            for (const Vec2 p : now) add_bits(hash, p.x), add_bits(hash, p.y);
            add_bits(hash, solver.frame_angle(lane));
            const sim::LaneReport report = solver.report(lane);
            hash.add(report.teleports).add(report.bad_goals).add(report.unfolded).add(report.restarts);
        }
    }
}

std::uint64_t run(const scenes::NamedScene& named, int threads, int lanes, sim::InstructionSet set) {
    auto built = sim::Scene::build(named.spec);
    if (!built) return 0;
    const sim::Scene scene = std::move(built).value();
    std::array<Hasher, kClips> hash_of_clip;
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int first = next.fetch_add(lanes); first < kClips; first = next.fetch_add(lanes))
            play(named, scene, first, lanes, set, hash_of_clip);
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();

    Hasher all;
    for (const Vec2 offset : scene.goal_offsets()) add_bits(all, offset.x), add_bits(all, offset.y);
    for (const Hasher& clip : hash_of_clip) all.add(clip.digest());
    return all.digest();
}

int check_all_scenes() {
    int differences = 0;
    for (const scenes::NamedScene& named : scenes::all_scenes()) {
        const std::uint64_t reference = run(named, 1, 1, sim::InstructionSet::scalar);
        std::printf("%-16s %s\n", named.name.c_str(), hash_text(reference).c_str());
        for (const sim::InstructionSet set : sim::available_instruction_sets())
            for (const int lanes : {1, 4, 8, 16})
                for (const int threads : {1, 2}) {
                    // One thread has been compared where the reference was made; once more with the widest vectors.
                    if (threads == 1 && set != sim::available_instruction_sets().back()) continue;
                    const std::uint64_t hash = run(named, threads, lanes, set);
                    if (hash == reference && hash != 0) continue;
                    ++differences;
                    std::printf("  differs: %s with instruction set %d, %d lanes, %d threads\n",
                                hash_text(hash).c_str(), static_cast<int>(set), lanes, threads);
                }
    }
    return differences == 0 ? 0 : 1;
}

}  // namespace
}  // namespace yure::tests

int main() {
    return yure::tests::check_all_scenes();
}
