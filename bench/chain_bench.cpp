// Bone chains: one frame of many chains, everything included (poses in, one loop, world transforms out). Every chain is
// a component of its own, as in a scene full of characters; objects jump to and fro, so nothing sleeps.
#include "bench.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "yure/chain/solver.hpp"
#include "yure/chain/spline_rig.hpp"

namespace yure::bench {
namespace {

struct ChainScene {
    chain::Skeleton skeleton;
    std::vector<chain::Affine> bind;
    chain::Config config;
};

ChainScene make_scene(int chains, int particles, int colliders) {
    ChainScene scene;
    for (int k = 0; k < colliders; ++k) {
        chain::Collider collider;
        collider.id = "collider" + std::to_string(k);
        collider.shape = k % 2 == 0 ? chain::ColliderShape::capsule : chain::ColliderShape::sphere;
        collider.center = {0.3 + 0.1 * k, -0.1 * k, 0.05};
        collider.radius = 0.05;
        collider.height = 0.4;
        scene.config.colliders.push_back(collider);
    }
    for (int c = 0; c < chains; ++c) {
        const std::string name = "chain" + std::to_string(c);
        const int object = static_cast<int>(scene.skeleton.size());
        scene.skeleton.push_back({name, -1});
        scene.bind.push_back({{}, {0.5 * c, 0.0, 0.0}});
        for (int p = 0; p < particles; ++p) {
            scene.skeleton.push_back({name + "." + std::to_string(p), object + p});
            scene.bind.push_back({{}, {0.5 * c, -0.05 * p, 0.0}});
        }
        chain::Component component;
        component.name = name;
        component.object = name;
        component.root = name + ".0";
        component.gravity = {0.0, -0.002, 0.0};
        component.value(chain::ParticleValue::inert).base = 0.2;
        component.value(chain::ParticleValue::radius).base = 0.01;
        for (const chain::Collider& collider : scene.config.colliders) component.colliders.push_back(collider.id);
        scene.config.components.push_back(std::move(component));
    }
    return scene;
}

double frame_milliseconds(int chains, int particles, int colliders) {
    const ChainScene scene = make_scene(chains, particles, colliders);
    auto built = chain::Solver::build(scene.config, scene.skeleton, scene.bind);
    if (!built) throw std::runtime_error(built.error().text());
    std::vector<chain::Affine> here = scene.bind, there = scene.bind, out = scene.bind;
    for (chain::Affine& node : there) node.position.x += 0.05;
    int frame = 0;
    const auto advance = [&] {
        const bool back = ++frame % 16 < 8;
        if (!built->frame(back ? here : there, 1.0 / 60.0, out)) throw std::runtime_error("the chain step failed");
    };
    for (int warm = 0; warm < 10; ++warm) advance();
    const double seconds = median_seconds(9, 20, advance);
    keep(static_cast<float>(out.back().position.x));
    return 1e3 * seconds;
}

double spline_milliseconds(int bones) {
    chain::Skeleton skeleton;
    std::vector<chain::Affine> local, bind;
    for (int b = 0; b < bones; ++b) {
        skeleton.push_back({"b" + std::to_string(b), b - 1});
        local.push_back({{}, {b == 0 ? 0.0 : 0.1, 0.0, 0.0}});
        bind.push_back({{}, {0.1 * b, 0.0, 0.0}});
    }
    chain::SplineRig rig;
    rig.bones = {"b0", "b" + std::to_string(bones - 1)};
    for (int k = 0; k < 12; ++k) {
        chain::Knot knot;
        knot.point.keys = {{0.0, {0.009 * bones * k, std::sin(1.0 * k), 0.0}},
                           {10.0, {0.009 * bones * k, 0.0, std::cos(1.0 * k)}}};
        rig.knots.push_back(knot);
    }
    rig.back = chain::BackMode::fins;
    for (int f = 0; f < 5; ++f) rig.fins.push_back({0.25 * f, {{0.02 * bones * f, 5.0, 0.0}, "", {}}, 0});
    auto solver = chain::SplineRigSolver::build(rig, skeleton, bind);
    if (!solver) throw std::runtime_error(solver.error().text());
    double time = 0.0;
    const double seconds = median_seconds(7, 10, [&] {
        time += 0.01;
        if (!solver->apply(local, bind, time)) throw std::runtime_error("the spline step failed");
    });
    keep(static_cast<float>(bind.back().position.x));
    return 1e3 * seconds;
}

}  // namespace

std::vector<Benchmark> chain_benchmarks() {
    return {
        {"chain.step.1000x20", "ms", [] { return frame_milliseconds(1000, 20, 0); }},
        {"chain.step.1000x40", "ms", [] { return frame_milliseconds(1000, 40, 0); }},
        {"chain.step.1000x20.colliders2", "ms", [] { return frame_milliseconds(1000, 20, 2); }},
        {"chain.step.1x500.colliders10", "ms", [] { return frame_milliseconds(1, 500, 10); }},
        {"chain.spline.500", "ms", [] { return spline_milliseconds(500); }},
    };
}

}  // namespace yure::bench
