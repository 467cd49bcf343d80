#include "calibration.hpp"

#include "batch_solver.hpp"

#include <algorithm>
#include <cmath>

namespace yure::sim {
namespace {

constexpr float kGoodEnough = 0.7f * kCalibrationTarget;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

struct Settled {
    std::vector<Vec2> moved;  // from the drawing to where it will come to rest
    float farthest = 0.0f;
    double energy = 0.0;
};

struct Spring {
    double omega;    // rad/s, of the weakest goal
    double damping;  // 1/s, while settling
};

/// Lets the drawing settle with the present offsets. How far a particle will get in the end is told from how far it has
/// got: the weakest spring under a constant force covers a known share of its way in a given time. So a body that is in
/// balance is found to be so within some frames.
Settled settle(BatchSolver& solver, const Scene::Data& data, const std::vector<Vec2>& drawing, Spring spring) {
    constexpr int kFrames = 120, kCheckEvery = 6;
    const auto [block, lane] = solver.find(0);
    block->reset(lane, drawing);
    std::vector<Vec2> now(drawing);
    double way = 0.0, speed = 0.0;
    Settled settled;
    settled.moved.resize(now.size());
    for (int frame = 1; frame <= kFrames; ++frame) {
        solver.step(1.0f / 60.0f);
        for (int k = 0; k < 16; ++k) {
            speed += ((1.0 - way) * spring.omega * spring.omega - spring.damping * speed) / 960.0;
            way += speed / 960.0;
        }
        if (frame % kCheckEvery != 0) continue;
        block->positions(lane, now);
        settled.farthest = 0.0f;
        settled.energy = 0.0;
        const auto whole = static_cast<float>(1.0 / std::min(1.0, std::max(way, 0.01)));
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (data.goal[i] <= 0.0f && data.root[i] < 0) continue;  // falls away, whatever is done
            settled.moved[i] = (now[i] - drawing[i]) * whole;
            settled.farthest = std::max(settled.farthest, length(settled.moved[i]));
            settled.energy += static_cast<double>(dot(settled.moved[i], settled.moved[i]));
        }
        if (settled.farthest < kGoodEnough) break;
    }
    return settled;
}

}  // namespace

void calibrate(Scene::Data& data) {
    float strongest = 0.0f, weakest = 1.0f;
    for (const float goal : data.goal) {
        strongest = std::max(strongest, goal);
        if (goal > 0.0f) weakest = std::min(weakest, goal);
    }
    if (!(strongest > 0.0f)) return;  // nothing to set, and an error of -1

    for (int i = 0; i < data.count; ++i) {
        const float goal = data.goal[at(i)];
        if (goal <= 0.0f) continue;
        const float omega = goal_frequency(goal);
        data.goal_offset[at(i)] = data.spec.settings.gravity * (-1.0f / (omega * omega));
    }

    BatchSolver solver(data, 1, {});
    // Critical damping of the stiffest spring: the quickest way to stillness.
    const float damping = std::max(8.0f, 2.0f * goal_frequency(strongest));
    const Spring spring{goal_frequency(weakest), damping};
    solver.set_damping(damping);
    std::vector<Vec2> drawing;
    for (const Vec2 p : data.rest) drawing.push_back(p + data.origin);

    constexpr int kPasses = 8;
    std::vector<Vec2> best = data.goal_offset;
    float best_error = INFINITY;
    double last_energy = -1.0;
    for (int pass = 0; pass < kPasses; ++pass) {
        const Settled settled = settle(solver, data, drawing, spring);
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
