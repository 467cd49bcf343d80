#include "scenes/scenes.hpp"

#include <array>
#include <cmath>

#include "yure/core/random.hpp"

namespace yure::scenes {

sim::SceneMesh grid(int columns, int rows, float width, float height, Vec2 top_left) {
    sim::SceneMesh mesh;
    mesh.id = "grid";
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c) {
            mesh.rest.push_back(top_left + Vec2{width * static_cast<float>(c) / static_cast<float>(columns),
                                                height * static_cast<float>(r) / static_cast<float>(rows)});
            mesh.groups.pin.push_back(r == 0 ? 1.0f : 0.0f);
        }
    const auto vertex = [&](int c, int r) { return static_cast<std::uint16_t>(r * (columns + 1) + c); };
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const std::uint16_t a = vertex(c, r), b = vertex(c + 1, r), d = vertex(c, r + 1), e = vertex(c + 1, r + 1);
            const bool falling = (r + c) % 2 == 0;
            for (const std::uint16_t v : falling ? std::array{a, b, e, a, e, d} : std::array{a, b, d, b, e, d})
                mesh.triangles.push_back(v);
        }
    return mesh;
}

sim::SceneMesh jittered(sim::SceneMesh mesh, int columns, int rows, float share, unsigned seed) {
    Random random(seed);
    const float cell_width =
        (mesh.rest[static_cast<std::size_t>(columns)].x - mesh.rest[0].x) / static_cast<float>(columns);
    const float cell_height = (mesh.rest.back().y - mesh.rest[0].y) / static_cast<float>(rows);
    for (int r = 1; r < rows; ++r)
        for (int c = 0; c <= columns; ++c) {
            const auto amount = [&](float cell) { return static_cast<float>(random.uniform(-share, share)) * cell; };
            const bool border = c == 0 || c == columns;
            const float x = amount(cell_width), y = amount(cell_height);
            mesh.rest[static_cast<std::size_t>(r * (columns + 1) + c)] += Vec2{border ? 0.0f : x, y};
        }
    return mesh;
}

sim::SceneMesh lock(int rows, float width, float height, Vec2 top, float curve) {
    sim::SceneMesh mesh;
    mesh.id = "lock";
    for (int r = 0; r <= rows; ++r) {
        const float s = static_cast<float>(r) / static_cast<float>(rows);
        const float half = 0.5f * width * (1.0f - 0.85f * s * s);
        const Vec2 centre = top + Vec2{curve * s * s, height * s};
        mesh.rest.push_back(centre - Vec2{half, 0.0f});
        mesh.rest.push_back(centre + Vec2{half, 0.0f});
        const float pin = s < 0.12f ? 1.0f : s < 0.3f ? (0.3f - s) / 0.18f : 0.0f;
        mesh.groups.pin.insert(mesh.groups.pin.end(), 2, pin);
    }
    for (int r = 0; r < rows; ++r) {
        const auto a = static_cast<std::uint16_t>(2 * r);
        for (const int k : {0, 1, 3, 0, 3, 2}) mesh.triangles.push_back(static_cast<std::uint16_t>(a + k));
    }
    return mesh;
}

sim::SceneSpec body_of(sim::SceneMesh mesh, const sim::Material& material) {
    sim::SceneSpec spec;
    spec.meshes.push_back(std::move(mesh));
    spec.material = material;
    return spec;
}

std::vector<Vec2> drawing(const sim::SceneSpec& spec) {
    std::vector<Vec2> points;
    for (const sim::SceneMesh& mesh : spec.meshes) points.insert(points.end(), mesh.rest.begin(), mesh.rest.end());
    return points;
}

void shift(std::vector<Vec2>& points, Vec2 by) {
    for (Vec2& p : points) p += by;
}

void turn(std::vector<Vec2>& points, Vec2 centre, float angle) {
    const float c = std::cos(angle), s = std::sin(angle);
    for (Vec2& p : points) {
        const Vec2 d = p - centre;
        p = centre + Vec2{c * d.x - s * d.y, s * d.x + c * d.y};
    }
}

}  // namespace yure::scenes
