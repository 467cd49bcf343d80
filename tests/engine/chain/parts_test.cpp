// The small parts: curves, names, skinning, key reduction, presets.
#include "engine/chain/chain_support.hpp"

#include <cmath>

#include "yure/chain/forces.hpp"
#include "yure/chain/planar.hpp"
#include "yure/chain/presets.hpp"
#include "yure/chain/reduce.hpp"
#include "yure/core/random.hpp"

namespace yure::tests {
namespace {

using chain::Vec3;

}  // namespace

TEST_CASE("a matrix is taken apart and put together again, reflections too", "[chain][math]") {
    Random random(3);
    for (int n = 0; n < 200; ++n) {
        const chain::Quat q = chain::normalized({random.normal(), random.normal(), random.normal(), random.normal()});
        const Vec3 scale{random.uniform(0.2, 3.0) * (n % 3 == 0 ? -1.0 : 1.0), random.uniform(0.2, 3.0),
                         random.uniform(0.2, 3.0)};
        const chain::Mat3 m = chain::compose(q, scale);
        const chain::Decomposed parts = chain::decompose(m);
        const chain::Mat3 again = chain::compose(parts.rotation, parts.scale);
        CHECK(chain::distance(m.x, again.x) + chain::distance(m.y, again.y) + chain::distance(m.z, again.z) < 1e-12);
        CHECK(parts.skew < 1e-12);
        CHECK(chain::angle_between(chain::to_quat(chain::to_matrix(q)), q) < 1e-7);
    }
}

TEST_CASE("the shortest turn ends where it should, opposites turn half round", "[chain][math]") {
    Random random(4);
    for (int n = 0; n < 300; ++n) {
        const Vec3 a{random.normal(), random.normal(), random.normal()};
        const Vec3 b = n % 10 == 0 ? -a : Vec3{random.normal(), random.normal(), random.normal()};
        const chain::Mat3 turn = chain::shortest_turn(a, b, {0.0, 0.0, 1.0});
        CHECK(chain::distance(turn * chain::unit(a), chain::unit(b)) < 1e-9);
        CHECK(std::abs(chain::determinant(turn) - 1.0) < 1e-9);
    }
    CHECK(chain::shortest_turn({}, {1.0, 0.0, 0.0}, {}) == chain::Mat3{});
    const chain::Mat3 flat = chain::shortest_turn({1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0});
    CHECK(chain::distance(flat.z, {0.0, 0.0, 1.0}) < 1e-12);  // stays in its plane
}

TEST_CASE("nodes are found by name and by path", "[chain][skeleton]") {
    const chain::Skeleton skeleton{{"root", -1}, {"left", 0}, {"tip", 1}, {"right", 0}, {"tip", 3}};
    CHECK(*chain::find_node(skeleton, "left") == 1);
    CHECK(*chain::find_node(skeleton, "right/tip") == 4);
    CHECK(*chain::find_node(skeleton, "root/left/tip") == 2);
    CHECK(!chain::find_node(skeleton, "tip").ok());
    CHECK(chain::find_node(skeleton, "tip").error().what.find("path") != std::string::npos);
    CHECK(!chain::find_node(skeleton, "left/absent").ok());
    CHECK(chain::match_nodes(skeleton, "*t") == std::vector<int>{0});
    CHECK(chain::match_nodes(skeleton, "t*p") == std::vector<int>{2, 4});
    CHECK(!chain::check({{"a", 0}}).ok());
}

TEST_CASE("wind pulses stay within their magnitude", "[chain][wind]") {
    const chain::Wind wind{true, {0.0, 0.0, 2.0}, 3.0, 0.7, 1.3};
    for (double t = 0.0; t < 50.0; t += 0.01) {
        CHECK(std::abs(chain::wind_pulse(wind, t) - 1.0) <= 0.7 + 1e-12);
        CHECK(chain::wind_force(wind, t).z == Approx(9.0 * chain::wind_pulse(wind, t)));
    }
}

TEST_CASE("skin weights sum to one, meet in the joints, and leave the rest pose as it is", "[chain][skin]") {
    const std::vector<Vec3> rest{{0, 0, 0}, {0, -1, 0}, {0.3, -1.5, 0}, {0.3, -2.5, 0}};
    Random random(8);
    for (int n = 0; n < 300; ++n) {
        const Vec3 point{random.uniform(-0.5, 0.8), random.uniform(-3.0, 0.5), 0.0};
        const auto weights = chain::automatic_weights(point, rest);
        double sum = 0.0;
        for (const chain::SkinWeight& w : weights) {
            CHECK(w.weight > 0.0);
            sum += w.weight;
        }
        CHECK(sum == Approx(1.0));
        CHECK(chain::distance(chain::skin_point(point, weights, rest, rest), point) < 1e-12);
    }
    const auto at_joint = chain::automatic_weights({0.0, -1.0, 0.0}, rest);
    REQUIRE(at_joint.size() == 2);
    CHECK(at_joint[0].weight == Approx(0.5));
}

TEST_CASE("reduced keys stay within their tolerance of every sample", "[chain][reduce]") {
    Random random(9);
    std::vector<double> times, values;
    double value = 0.0;
    for (int i = 0; i < 400; ++i) {
        times.push_back(0.01 * i + 0.001 * random.uniform());
        values.push_back(value += random.normal());
    }
    for (const double tolerance : {0.0, 0.5, 3.0}) {
        const auto kept = chain::reduce_keys(times, values, tolerance);
        CHECK(kept.front() == 0);
        CHECK(kept.back() == 399);
        for (std::size_t k = 1; k < kept.size(); ++k)
            for (std::size_t i = kept[k - 1]; i <= kept[k]; ++i) {
                const double t = (times[i] - times[kept[k - 1]]) / (times[kept[k]] - times[kept[k - 1]]);
                CHECK(std::abs(values[kept[k - 1]] + (values[kept[k]] - values[kept[k - 1]]) * t - values[i]) <=
                      tolerance + 1e-9);
            }
    }
    CHECK(chain::reduce_keys(std::vector<double>{}, std::vector<double>{}, 1.0).empty());
    CHECK(chain::reduce_keys(std::vector<double>{1.0}, std::vector<double>{2.0}, 1.0).size() == 1);
}

TEST_CASE("every preset is sound, swings, and comes to rest where it is drawn", "[chain][presets]") {
    REQUIRE(chain::chain_presets().size() == 4);
    CHECK(chain::find_chain_preset("absent") == nullptr);
    for (const chain::ChainPreset& preset : chain::chain_presets()) {
        ChainScene scene(5);
        chain::Component component = preset.component;
        component.object = "object";
        component.root = "b0";
        scene.config.components = {component};
        chain::Solver solver = scene.build();
        step(solver, scene.pose());
        step(solver, scene.pose(moved(0.2)), 3);
        const auto swung = positions(solver);
        CHECK(largest_gap(swung, positions(scene.build())) > 0.02);
        CHECK(swung.back().x < 0.199);  // lags
        step(solver, scene.pose(moved(0.2)), 900);
        CHECK(chain::distance(solver.particle(0, 5).position, scene.pose(moved(0.2)).back().position) < 0.002);
    }
}

}  // namespace yure::tests
