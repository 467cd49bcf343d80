#include "calibration.hpp"

#include "batch_solver.hpp"

#include <algorithm>
#include <cmath>

namespace yure::sim {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Accelerations that remain when edges may pull, but not push: the a nearest to gravity (weighted by mass) under which
/// no edge gets longer. Projected successive over-relaxation over the tensions, sweeps alternating.
std::vector<Vec2> unsupported_acceleration(const Scene::Data& data) {
    constexpr int kSweeps = 200;
    constexpr float kOverRelaxation = 1.7f;
    std::vector<Vec2> a(at(data.count), data.spec.settings.gravity);
    std::vector<char> fixed(at(data.count), 0);
    for (int i = 0; i < data.count; ++i)
        if (data.pin[at(i)] >= kRootPin) a[at(i)] = {}, fixed[at(i)] = 1;
    const auto mobility = [&](int i) { return fixed[at(i)] ? 0.0f : data.inverse_mass[at(i)]; };

    struct Rope {
        int a, b;
        float mobility_a, mobility_b;
        Vec2 direction;
        float tension;
    };
    std::vector<Rope> ropes;
    for (const DistanceConstraint& c : data.distance) {
        const float wa = mobility(c.a), wb = mobility(c.b);
        if (c.rest_length < 1e-3f || !(wa + wb > 0.0f)) continue;
        ropes.push_back({c.a, c.b, wa, wb, (data.rest[at(c.b)] - data.rest[at(c.a)]) * (1.0f / c.rest_length), 0.0f});
    }
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        float largest = 0.0f;
        for (std::size_t n = 0; n < ropes.size(); ++n) {
            Rope& r = ropes[sweep % 2 == 0 ? n : ropes.size() - 1 - n];
            const float lengthening = dot(r.direction, a[at(r.b)] - a[at(r.a)]);
            const float tension =
                std::max(0.0f, r.tension + kOverRelaxation * lengthening / (r.mobility_a + r.mobility_b));
            const float change = tension - r.tension;
            r.tension = tension;
            a[at(r.a)] += r.direction * (change * r.mobility_a);
            a[at(r.b)] -= r.direction * (change * r.mobility_b);
            largest = std::max(largest, std::fabs(change) * (r.mobility_a + r.mobility_b));
        }
        if (largest < 0.1f) break;  // px/s^2
    }
    return a;
}

struct Settled {
    std::vector<Vec2> moved;  // from the drawing
    float farthest = 0.0f;
    double energy = 0.0;
};

/// Where the drawing comes to rest with the present offsets.
Settled settle(BatchSolver& solver, const Scene::Data& data, const std::vector<Vec2>& drawing) {
    constexpr int kFrames = 120, kCheckEvery = 6;
    constexpr float kStill = 0.003f;  // px in `kCheckEvery` frames
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

    const std::vector<Vec2> rest_acceleration = unsupported_acceleration(data);
    for (int i = 0; i < data.count; ++i) {
        const float goal = data.goal[at(i)];
        if (goal <= 0.0f || data.pin[at(i)] >= kRootPin) continue;
        const float omega = goal_frequency(goal);
        data.goal_offset[at(i)] = rest_acceleration[at(i)] * (-1.0f / (omega * omega));
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
