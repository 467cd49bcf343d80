#include "yure/sim/solver.hpp"

#include "batch_solver.hpp"

#include <algorithm>
#include <cmath>

namespace yure::sim {

struct Solver::State {
    BatchSolver solver;
    State(const Scene& scene, int lanes, SolverOptions options) : solver(scene.data(), lanes, options) {}
};
struct Solver::Snapshot {
    BatchSolver::Saved saved;
};

Solver::Solver(const Scene& scene, int lanes, SolverOptions options)
    : state_(std::make_unique<State>(scene, lanes, options)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

int Solver::lanes() const {
    return state_->solver.lanes();
}

void Solver::reset(int lane, std::span<const Vec2> goals) {
    const auto [block, place] = state_->solver.find(lane);
    block->reset(place, goals);
}
void Solver::set_goals(int lane, std::span<const Vec2> goals) {
    const auto [block, place] = state_->solver.find(lane);
    block->set_goals(place, goals);
}
void Solver::set_anchors(int lane, std::span<const Vec2> partner_positions) {
    const auto [block, place] = state_->solver.find(lane);
    block->set_anchors(place, partner_positions);
}
void Solver::set_obstacles(int lane, std::span<const Vec2> points) {
    const auto [block, place] = state_->solver.find(lane);
    block->set_obstacles(place, points);
}
void Solver::set_wind(int lane, Vec2 wind) {
    const auto [block, place] = state_->solver.find(lane);
    block->set_wind(place, wind);
}
void Solver::set_damping(float rate_per_second) {
    state_->solver.set_damping(std::isfinite(rate_per_second) ? std::clamp(rate_per_second, 0.0f, 1e4f) : 0.0f);
}
void Solver::set_idle(int lane, bool idle) {
    const auto [block, place] = state_->solver.find(lane);
    block->set_idle(place, idle);
}

void Solver::step(float dt) {
    state_->solver.step(dt);
}

void Solver::positions(int lane, std::span<Vec2> out) const {
    const auto [block, place] = state_->solver.find(lane);
    block->positions(place, out);
}
float Solver::frame_angle(int lane) const {
    const auto [block, place] = state_->solver.find(lane);
    return block->frame_angle(place);
}
LaneReport Solver::report(int lane) const {
    const auto [block, place] = state_->solver.find(lane);
    return block->report(place);
}

std::shared_ptr<const Solver::Snapshot> Solver::save() const {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->saved = state_->solver.save();
    return snapshot;
}
bool Solver::restore(const Snapshot& snapshot) {
    return state_->solver.restore(snapshot.saved);
}

}  // namespace yure::sim
