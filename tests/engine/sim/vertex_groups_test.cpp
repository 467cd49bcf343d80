#include "yure/sim/vertex_groups.hpp"

#include "sim_support.hpp"

namespace yure::tests {

using namespace sim;

TEST_CASE("group kinds have names and defaults", "[sim][groups]") {
    CHECK(group_name(GroupKind::goal) == "goal");
    CHECK(find_group("wind") == GroupKind::wind);
    CHECK_FALSE(find_group("colour"));
    CHECK(group_default(GroupKind::pin) == 0.0f);
    CHECK(group_default(GroupKind::mass) == 1.0f);
}

TEST_CASE("an outline counts rings from the border", "[sim][groups]") {
    const auto mesh = scenes::grid(6, 6, 60.0f, 60.0f, {0, 0});
    const Weights w = outline_group(mesh.rest.size(), mesh.triangles, 2, 1.0f, 0.0f);
    const auto at = [&](int c, int r) { return w[static_cast<std::size_t>(7 * r + c)]; };
    CHECK(at(0, 3) == 1.0f);
    CHECK(at(6, 6) == 1.0f);
    CHECK(at(1, 3) == 0.5f);
    CHECK(at(5, 5) == 0.5f);
    CHECK(at(2, 2) == 0.0f);
    CHECK(at(3, 3) == 0.0f);
    const Weights hard = outline_group(mesh.rest.size(), mesh.triangles, 0, 1.0f, 0.25f);
    CHECK(hard[0] == 1.0f);
    CHECK(hard[8] == 0.25f);
    CHECK(outline_group(2, {}, 3, 1.0f, 0.0f) == Weights{1.0f, 1.0f});
}

TEST_CASE("a gradient is a smooth ramp between two points, and its inverse the ramp back", "[sim][groups]") {
    const Points points{{0, -5}, {0, 0}, {7, 2.5f}, {0, 5}, {0, 10}, {0, 20}, {NAN, 0}};
    const Weights w = gradient_group(points, {0, 0}, {0, 10}, 1.0f, 0.0f);
    CHECK(w[0] == 1.0f);
    CHECK(w[1] == 1.0f);
    CHECK(w[2] == Approx(1.0 - 0.15625));
    CHECK(w[3] == Approx(0.5));
    CHECK(w[5] == 0.0f);
    CHECK(w[6] == 0.0f);
    const Weights back = gradient_group(Points(points.begin(), points.end() - 1), {0, 0}, {0, 10}, 0.0f, 1.0f);
    const Weights inverse = inverted_group(std::span(w).first(6));
    for (std::size_t i = 0; i < back.size(); ++i) CHECK(inverse[i] == Approx(back[i]).margin(1e-6));
}

TEST_CASE("glue weights become pins of twice their strength, the larger where glues meet", "[sim][groups]") {
    const std::vector<GlueVertex> glued{{0, 0.5f}, {2, 0.2f}, {2, 0.3f}, {9, 1.0f}, {-1, 1.0f}};
    const Weights w = glue_group(4, glued, 1.0f);
    CHECK(w[0] == 1.0f);
    CHECK(w[1] == 0.0f);
    CHECK(w[2] == Approx(0.6));
    CHECK(glue_group(4, glued, 0.5f)[0] == Approx(0.5));
}

TEST_CASE("regions are 1 inside and fade outside", "[sim][groups]") {
    const Points points{{5, 5}, {10, 5}, {12, 5}, {15, 5}, {13, 14}};
    CHECK(rectangle_group(points, {10, 10}, {0, 0}, 0.0f) == Weights{1, 1, 0, 0, 0});
    const Weights soft = rectangle_group(points, {0, 0}, {10, 10}, 4.0f);
    CHECK(soft[2] == Approx(0.5));
    CHECK(soft[3] == 0.0f);
    CHECK(soft[4] == 0.0f);  // 5 px from the corner
    // A concave arrow: the notch is outside.
    const Points arrow{{0, 0}, {20, 10}, {0, 20}, {8, 10}};
    CHECK(lasso_group(Points{{12, 10}, {3, 10}, {3, 3}}, arrow, 0.0f) == Weights{1, 0, 1});
    CHECK(lasso_group(points, Points{{0, 0}, {1, 1}}, 5.0f) == Weights(5, 0.0f));
}

TEST_CASE("tips cover what they touch", "[sim][groups]") {
    const Points points{{0, 0}, {50, 40}, {100, 0}, {50, 5}, {50, 0}};
    const Points bow{{0, 0}, {50, 40}, {100, 0}};
    Brush brush;
    brush.radius = 10.0f;
    brush.hardness = 0.5f;
    brush.tip = BrushTip::round;
    CHECK(brush_coverage(points, bow, brush) == Weights{1, 1, 1, 0, 0});
    brush.tip = BrushTip::line;
    CHECK(brush_coverage(points, bow, brush) == Weights{1, 0, 1, 1, 1});
    brush.tip = BrushTip::rectangle;
    CHECK(brush_coverage(points, Points{{0, 0}, {100, 40}}, brush) == Weights{1, 1, 1, 1, 1});
    brush.tip = BrushTip::round;
    CHECK(brush_coverage(Points{{0, 7.5f}}, Points{{0, 0}}, brush)[0] == Approx(0.5));
    CHECK(brush_coverage(points, {}, brush) == Weights(5, 0.0f));
}

TEST_CASE("brush modes do what they say and stay within 0 and 1", "[sim][groups]") {
    const auto mesh = scenes::grid(2, 1, 20.0f, 10.0f, {0, 0});
    const Weights before{0.2f, 0.5f, 0.9f, 0.2f, 0.5f, 0.9f};
    Brush brush;
    brush.tip = BrushTip::rectangle;
    brush.value = 0.4f;
    const auto after = [&](BrushMode mode, float strength) {
        brush.mode = mode;
        brush.strength = strength;
        return painted_group(before, mesh.rest, mesh.triangles, Points{{0, 0}, {20, 10}}, brush);
    };
    CHECK(after(BrushMode::replace, 1.0f)[2] == Approx(0.4));
    CHECK(after(BrushMode::replace, 0.5f)[2] == Approx(0.65));
    CHECK(after(BrushMode::add, 1.0f)[2] == 1.0f);
    CHECK(after(BrushMode::add, 0.5f)[0] == Approx(0.4));
    CHECK(after(BrushMode::subtract, 1.0f)[0] == 0.0f);
    CHECK(after(BrushMode::maximum, 1.0f)[0] == Approx(0.4));
    CHECK(after(BrushMode::maximum, 1.0f)[1] == Approx(0.5));
    CHECK(after(BrushMode::minimum, 1.0f)[1] == Approx(0.4));
    CHECK(after(BrushMode::minimum, 1.0f)[0] == Approx(0.2));
    const Weights smoothed = after(BrushMode::smooth, 1.0f);
    CHECK(smoothed[1] > 0.3f);
    CHECK(*std::max_element(smoothed.begin(), smoothed.end()) < 0.9f);
    CHECK(after(BrushMode::add, 0.0f) == before);
}

TEST_CASE("a group survives a finer mesh, and a border that has grown", "[sim][groups]") {
    // A function linear in texture space is carried over exactly inside, and held at the border outside.
    const auto coarse = scenes::grid(3, 4, 1.0f, 1.0f, {0, 0});
    const auto fine = scenes::jittered(scenes::grid(7, 9, 1.0f, 1.0f, {0, 0}), 7, 9, 0.2f, 3);
    Weights weights;
    for (const Vec2 p : coarse.rest) weights.push_back(0.2f + 0.3f * p.x + 0.4f * p.y);
    const Weights carried = transferred_group(coarse.rest, coarse.triangles, weights, fine.rest, 0.0f);
    for (std::size_t i = 0; i < fine.rest.size(); ++i)
        CHECK(carried[i] == Approx(0.2 + 0.3 * fine.rest[i].x + 0.4 * fine.rest[i].y).margin(1e-5));
    const Weights outside =
        transferred_group(coarse.rest, coarse.triangles, weights, Points{{1.5f, 0.5f}, {-1, -1}}, 0.0f);
    CHECK(outside[0] == Approx(0.2 + 0.3 + 0.2).margin(1e-5));
    CHECK(outside[1] == Approx(0.2));
    CHECK(transferred_group({}, {}, {}, Points{{0, 0}}, 0.7f) == Weights{0.7f});
    CHECK(transferred_group(coarse.rest, coarse.triangles, weights, coarse.rest, 0.0f) == weights);
}

}  // namespace yure::tests
