#include "yure/sim/pins.hpp"

#include "sim_support.hpp"

namespace yure::tests {

TEST_CASE("each connected strand is pinned at its own top", "[sim][pins]") {
    // Two ladders of 10 rungs; the second starts 500 px lower and is twice as tall.
    Points rest;
    std::vector<std::uint16_t> triangles;
    for (int s = 0; s < 2; ++s) {
        const auto base = static_cast<std::uint16_t>(rest.size());
        for (int r = 0; r <= 10; ++r)
            for (int c = 0; c < 2; ++c)
                rest.push_back({static_cast<float>(100 * s + 20 * c),
                                500.0f * static_cast<float>(s) + 10.0f * static_cast<float>(r * (s + 1))});
        for (std::uint16_t r = 0; r < 10; ++r)
            for (const int k : {0, 1, 3, 0, 3, 2}) triangles.push_back(static_cast<std::uint16_t>(base + 2 * r + k));
    }
    const auto pin = sim::pin_top(rest, triangles, {0.12f, 0.18f});
    for (const std::size_t base : {std::size_t{0}, std::size_t{22}}) {
        CHECK(pin[base] == 1.0f);
        CHECK(pin[base + 2] == 1.0f);  // a tenth of the height: inside the solid part
        // 0.2 of the height: smoothstep((0.2 - 0.12)/0.18) = 0.4156
        CHECK(pin[base + 4] == Approx(1.0 - 0.41701).margin(0.0005));
        CHECK(pin[base + 6] == Approx(0.0).margin(1e-6));  // 0.3 = solid + fade
        CHECK(pin[base + 20] == 0.0f);
    }
    const auto component = sim::connected_components(rest.size(), triangles);
    CHECK(std::count(component.begin(), component.end(), 0) == 22);
    CHECK(std::count(component.begin(), component.end(), 1) == 22);
}

TEST_CASE("isolated vertices are components of their own and pinned", "[sim][pins]") {
    const Points rest{{0, 0}, {10, 0}, {0, 10}, {50, 50}};
    const std::vector<std::uint16_t> triangles{0, 1, 2};
    CHECK(sim::connected_components(4, triangles) == std::vector<int>{0, 0, 0, 1});
    CHECK(sim::pin_top(rest, triangles, {})[3] == 1.0f);
    CHECK(sim::pin_top({}, {}, {}).empty());
}

TEST_CASE("pins by kind: hair, bangs, cloth", "[sim][pins]") {
    using sim::BodyKind;
    CHECK(sim::default_top_pins(BodyKind::hair, material("hair")) == sim::TopPins{0.12f, 0.18f});
    CHECK(sim::default_top_pins(BodyKind::hair, material("bangs")) == sim::TopPins{0.06f, 0.12f});
    CHECK(sim::default_top_pins(BodyKind::cloth, material("cotton")) == sim::TopPins{0.10f, 0.20f});
}

}  // namespace yure::tests
