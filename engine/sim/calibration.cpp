#include "calibration.hpp"

#include "batch_solver.hpp"

#include <algorithm>
#include <cmath>

namespace yure::sim {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

struct Settled {
    std::vector<Vec2> moved;  // from the drawing
    float farthest = 0.0f;
    double energy = 0.0;
};

/// Where the drawing comes to rest with the present offsets.
Settled settle(BatchSolver& solver, const Scene::Data& data, const std::vector<Vec2>& drawing) {
    constexpr int kFrames = 120, kCheckEvery = 6;
    // px in `kCheckEvery` frames. A body at rest that is off balance by d px (spring 3 rad/s or more) moves at least
    // d/25 in its first tenth of a second, so stillness then means that it is within half a pixel for good.
    constexpr float kStill = 0.02f;
    const auto [block, lane] = solver.find(0);
    block->reset(lane, drawing);
    std::vector<Vec2> now(drawing), before(drawing);
    for (int frame = 1; frame <= kFrames; ++frame) {
        solver.step(1.0f / 60.0f);
        if (frame % kCheckEvery != 0) continue;
        block->positions(lane, now);
        float fastest = 0.0f;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (data.root[i] >= 0) fastest = std::max(fastest, distance(now[i], before[i]));
        if (fastest < kStill) break;
        before = now;
    }
    Settled settled;
    settled.moved.resize(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (data.goal[i] <= 0.0f && data.root[i] < 0) continue;  // falls away, whatever is done
        settled.moved[i] = now[i] - drawing[i];
        settled.farthest = std::max(settled.farthest, length(settled.moved[i]));
        settled.energy += static_cast<double>(dot(settled.moved[i], settled.moved[i]));
    }
    return settled;
}

}  // namespace

void calibrate(Scene::Data& data) {
    float strongest = 0.0f;
    for (const float goal : data.goal) strongest = std::max(strongest, goal);
    if (!(strongest > 0.0f)) return;  // nothing to set, and an error of -1

    for (int i = 0; i < data.count; ++i) {
        const float goal = data.goal[at(i)];
        if (goal <= 0.0f) continue;
        const float omega = goal_frequency(goal);
        data.goal_offset[at(i)] = data.spec.settings.gravity * (-1.0f / (omega * omega));
    }

    BatchSolver solver(data, 1, {InstructionSet::scalar, 1});
    // Critical damping of the stiffest spring: the quickest way to stillness.
    solver.set_damping(std::max(8.0f, 2.0f * goal_frequency(strongest)));
    std::vector<Vec2> drawing;
    for (const Vec2 p : data.rest) drawing.push_back(p + data.origin);

    constexpr int kPasses = 8;
    constexpr float kGoodEnough = 0.2f * kCalibrationTarget;
    std::vector<Vec2> best = data.goal_offset;
    float best_error = INFINITY;
    double last_energy = -1.0;
    for (int pass = 0; pass < kPasses; ++pass) {
        const Settled settled = settle(solver, data, drawing);
        if (settled.farthest < best_error) {
            best_error = settled.farthest;
            best = data.goal_offset;
        }
        if (settled.farthest < kGoodEnough) break;
        // Errors of plain passes shrink by a steady ratio r, so the sum of all corrections to come is 1/(1 - r) of the
        // next.
        float gain = 1.0f;
        if (last_energy > 0.0) {
            const double ratio = std::sqrt(settled.energy / last_energy);
            if (ratio > 0.05 && ratio < 0.95) gain = static_cast<float>(std::min(4.0, 1.0 / (1.0 - ratio)));
        }
        last_energy = gain > 1.0f ? -1.0 : settled.energy;
        for (int i = 0; i < data.count; ++i)
            if (data.goal[at(i)] > 0.0f) data.goal_offset[at(i)] -= settled.moved[at(i)] * gain;
    }
    data.goal_offset = best;
    data.calibration_error = best_error;
    if (best_error > kCalibrationTarget)
        data.notices.push_back({"", "the drawing cannot be held quite still: it comes to rest " +
                                        std::to_string(best_error) + " px away; more goal or more pins would hold it"});
}

}  // namespace yure::sim
