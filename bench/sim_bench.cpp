// The solver on square grids of cloth with the full constraint set, 16 substeps: milliseconds per frame of the whole
// batch, so figures of wider batches are divided by their lanes to compare clips. Plus how the cost grows with vertices
// and clips (exponent 1 = in proportion), and what building a scene costs.
#include "bench.hpp"
#include "scenes/scenes.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "yure/sim/scene.hpp"
#include "yure/sim/solver.hpp"

namespace yure::bench {
namespace {

struct GridSize {
    int vertices, columns, rows;
};
constexpr GridSize kGrids[] = {{72, 5, 11},    {162, 8, 17},   {450, 17, 24},  {600, 19, 29},
                               {1024, 31, 31}, {2500, 49, 49}, {10000, 99, 99}};
constexpr GridSize kGrowth[] = {{500, 24, 19}, {1500, 49, 29}, {5000, 99, 49}, {15000, 149, 99}, {50000, 249, 199}};
constexpr GridSize kHair{600, 19, 29};

sim::SceneSpec cloth(const GridSize& size) {
    return scenes::body_of(scenes::grid(size.columns, size.rows, 20.0f * static_cast<float>(size.columns),
                                        20.0f * static_cast<float>(size.rows), {100.0f, 100.0f}),
                           sim::find_material_preset("hair")->material);
}

sim::Scene build(const GridSize& size) {
    auto scene = sim::Scene::build(cloth(size));
    if (!scene) throw std::runtime_error(scene.error().text());
    return std::move(scene).value();
}

double step_milliseconds(const GridSize& size, int lanes) {
    const sim::Scene scene = build(size);
    sim::Solver solver(scene, lanes);
    const std::vector<Vec2> rest = scenes::drawing(scene.spec());
    std::vector<Vec2> goals = rest;
    int frame = 0;
    const auto advance = [&] {
        ++frame;
        for (int lane = 0; lane < lanes; ++lane) {
            const float angle = 0.1f * static_cast<float>(frame) + static_cast<float>(lane);
            for (std::size_t i = 0; i < goals.size(); ++i) goals[i] = rest[i] + Vec2{40.0f * std::sin(angle), 0.0f};
            solver.set_goals(lane, goals);
        }
        solver.step();
    };
    for (int warm = 0; warm < 10; ++warm) advance();
    const int calls = size.vertices > 1000 ? 5 : 20;
    const double seconds = median_seconds(7, calls, advance);
    solver.positions(0, goals);
    keep(goals.back().x);
    return 1e3 * seconds;
}

/// e of the best fit y = a x^e: the slope of the line through the logarithms.
double fitted_exponent(const std::vector<std::pair<double, double>>& points) {
    double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0;
    for (const auto& [x, y] : points) {
        mean_x += std::log(x) / static_cast<double>(points.size());
        mean_y += std::log(y) / static_cast<double>(points.size());
    }
    for (const auto& [x, y] : points) {
        xx += (std::log(x) - mean_x) * (std::log(x) - mean_x);
        xy += (std::log(x) - mean_x) * (std::log(y) - mean_y);
    }
    return xy / xx;
}

double exponent_over_vertices() {
    std::vector<std::pair<double, double>> points;
    for (const GridSize& size : kGrowth) points.emplace_back(size.vertices, step_milliseconds(size, 1));
    return fitted_exponent(points);
}

double exponent_over_clips() {
    std::vector<std::pair<double, double>> points;
    for (const int clips : {16, 32, 64, 128}) points.emplace_back(clips, step_milliseconds(kHair, clips));
    return fitted_exponent(points);
}

double build_milliseconds(const GridSize& size, bool calibrated) {
    sim::SceneSpec spec = cloth(size);
    if (!calibrated) spec.material.goal = 0.0f;  // nothing to calibrate: the rest of the work alone
    return 1e3 * median_seconds(7, 1, [&] {
               auto scene = sim::Scene::build(spec);
               keep(scene.ok() ? scene->calibration_error() : -2.0f);
           });
}

}  // namespace

std::vector<Benchmark> sim_benchmarks() {
    std::vector<Benchmark> list;
    for (const GridSize& size : kGrids) {
        const std::string vertices = std::to_string(size.vertices);
        for (const int lanes : {1, 8, 16})
            if (lanes == 1 || size.vertices <= 2500)
                list.push_back({"sim.step." + vertices + ".lanes" + std::to_string(lanes), "ms",
                                [size, lanes] { return step_milliseconds(size, lanes); }});
    }
    list.push_back({"sim.step.exponent.vertices", "", exponent_over_vertices});
    list.push_back({"sim.step.exponent.clips", "", exponent_over_clips});
    list.push_back({"sim.build.600", "ms", [] { return build_milliseconds(kHair, false); }});
    list.push_back(
        {"sim.calibrate.600", "ms", [] { return build_milliseconds(kHair, true) - build_milliseconds(kHair, false); }});
    return list;
}

}  // namespace yure::bench
