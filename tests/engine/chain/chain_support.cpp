#include "engine/chain/chain_support.hpp"

namespace yure::tests {

using chain::Affine;
using chain::Vec3;

ChainScene::ChainScene(int links, Vec3 link) {
    skeleton.push_back({"object", -1});
    local.push_back({});
    for (int i = 0; i <= links; ++i) {
        skeleton.push_back({"b" + std::to_string(i), i});
        local.push_back({{}, i == 0 ? Vec3{} : link});
    }
    chain::Component component;
    component.object = "object";
    component.root = "b0";
    component.value(chain::ParticleValue::stiffness).base = 0.0;
    config.components.push_back(component);
}

std::vector<Affine> ChainScene::pose(const Affine& object) const {
    std::vector<Affine> posed = local, world(local.size());
    posed[0] = object;
    chain::to_world(skeleton, posed, world);
    return world;
}

chain::Solver ChainScene::build(chain::SolverOptions options) const {
    auto solver = chain::Solver::build(config, skeleton, pose(), options);
    if (!solver) FAIL(solver.error().text());
    return std::move(*solver);
}

Affine moved(double x, double y, double z) {
    return {{}, {x, y, z}};
}
Affine turned(double degrees, Vec3 axis) {
    return {chain::to_matrix(chain::rotation_about(axis, degrees * 0.017453292519943295)), {}};
}
Affine scaled(double x, double y, double z) {
    return {{{x, 0.0, 0.0}, {0.0, y, 0.0}, {0.0, 0.0, z}}, {}};
}

std::vector<Vec3> positions(const chain::Solver& solver) {
    std::vector<Vec3> all;
    for (int t = 0; t < solver.tree_count(); ++t)
        for (std::size_t p = 0; p < solver.tree(t).particles.size(); ++p)
            all.push_back(solver.particle(t, static_cast<int>(p)).position);
    return all;
}

double largest_gap(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double gap = a.size() == b.size() ? 0.0 : 1e9;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) gap = std::max(gap, chain::distance(a[i], b[i]));
    return gap;
}

void step(chain::Solver& solver, const std::vector<Affine>& pose, int frames, double dt) {
    for (int f = 0; f < frames; ++f)
        if (const Status stepped = solver.frame(pose, dt); !stepped) FAIL(stepped.error().text());
}

}  // namespace yure::tests
