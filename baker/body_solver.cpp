#include "yure/baker/body_solver.hpp"

namespace yure::baker {
namespace {

std::variant<sim::Solver, chain::StrandSolver> make(const Body& body, int lanes) {
    if (body.strands) return chain::StrandSolver(*body.strands, lanes);
    return sim::Solver(*body.scene, lanes);
}

}  // namespace

BodySolver::BodySolver(const Body& body, int lanes) : solver_(make(body, lanes)) {}

void BodySolver::reset(int lane, std::span<const Vec2> goals) {
    std::visit([&](auto& solver) { solver.reset(lane, goals); }, solver_);
}

void BodySolver::set_goals(int lane, std::span<const Vec2> goals) {
    std::visit([&](auto& solver) { solver.set_goals(lane, goals); }, solver_);
}

void BodySolver::set_wind(int lane, Vec2 wind) {
    std::visit([&](auto& solver) { solver.set_wind(lane, wind); }, solver_);
}

void BodySolver::set_damping(float rate_per_second) {
    std::visit([&](auto& solver) { solver.set_damping(rate_per_second); }, solver_);
}

void BodySolver::set_obstacles(int lane, std::span<const Vec2> points) {
    if (auto* mesh = std::get_if<sim::Solver>(&solver_)) mesh->set_obstacles(lane, points);
}

void BodySolver::step(float dt) {
    std::visit([&](auto& solver) { solver.step(dt); }, solver_);
}

void BodySolver::positions(int lane, std::span<Vec2> out) const {
    std::visit([&](const auto& solver) { solver.positions(lane, out); }, solver_);
}

float BodySolver::frame_angle(int lane) const {
    return std::visit([&](const auto& solver) { return solver.frame_angle(lane); }, solver_);
}

sim::LaneReport BodySolver::report(int lane) const {
    if (const auto* mesh = std::get_if<sim::Solver>(&solver_)) return mesh->report(lane);
    const chain::SolverReport report = std::get<chain::StrandSolver>(solver_).report(lane);
    sim::LaneReport lines;
    lines.teleports = report.teleports;
    lines.restarts = report.restarts;
    return lines;
}

std::span<const Vec2> BodySolver::joints(int lane) const {
    if (const auto* chains = std::get_if<chain::StrandSolver>(&solver_)) return chains->joints(lane);
    return {};
}

}  // namespace yure::baker
