#include "art.hpp"

#include <algorithm>
#include <cmath>

#include "yure/studio/presets/looseness.hpp"

namespace yure::studio::presets {
namespace {

struct Colour {
    float r, g, b;
};

/// Blue, yellow, red at 0, .5, 1.
Colour heat(float looseness) {
    constexpr Colour kCold{0.20f, 0.35f, 0.75f}, kWarm{0.98f, 0.85f, 0.25f}, kHot{0.85f, 0.15f, 0.12f};
    const float t = std::clamp(looseness, 0.0f, 1.0f) * 2.0f;
    const Colour& a = t < 1.0f ? kCold : kWarm;
    const Colour& b = t < 1.0f ? kWarm : kHot;
    const float s = t < 1.0f ? t : t - 1.0f;
    return {a.r + s * (b.r - a.r), a.g + s * (b.g - a.g), a.b + s * (b.b - a.b)};
}

void put(Picture& picture, std::size_t cell, Colour colour, float cover) {
    const auto mix = [&](std::size_t channel, float value) {
        std::uint8_t& byte = picture.rgba[cell * 4 + channel];
        const float mixed = static_cast<float>(byte) * (1.0f - cover) + 255.0f * value * cover;
        byte = static_cast<std::uint8_t>(std::lround(std::clamp(mixed, 0.0f, 255.0f)));
    };
    mix(0, colour.r);
    mix(1, colour.g);
    mix(2, colour.b);
}

/// The vertices' looseness over the mesh's triangles; cells outside of them keep -1.
std::vector<float> looseness_of(const SubjectMesh& mesh, const std::vector<float>& vertex, const GridFrame& frame) {
    std::vector<float> out(static_cast<std::size_t>(frame.size()), -1.0f);
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        Vec2 p[3];
        float value[3];
        bool whole = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t v = mesh.triangles[t + k];
            whole = whole && v < mesh.rest.size() && v < vertex.size();
            if (!whole) break;
            p[k] = (mesh.rest[v] - frame.origin) * (1.0f / frame.cell);
            value[k] = vertex[v];
            whole = std::isfinite(p[k].x) && std::isfinite(p[k].y);
        }
        if (!whole) continue;
        const float area = cross(p[1] - p[0], p[2] - p[0]);
        if (!(std::abs(area) > 1e-6f)) continue;
        const auto low = [](float v) { return static_cast<int>(std::floor(std::max(v, 0.0f))); };
        const int x0 = low(std::min({p[0].x, p[1].x, p[2].x})), y0 = low(std::min({p[0].y, p[1].y, p[2].y}));
        const int x1 = std::min(frame.columns - 1, low(std::max({p[0].x, p[1].x, p[2].x})));
        const int y1 = std::min(frame.rows - 1, low(std::max({p[0].y, p[1].y, p[2].y})));
        for (int y = y0; y <= y1; ++y)
            for (int x = x0; x <= x1; ++x) {
                const Vec2 at{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
                const float a = cross(p[1] - at, p[2] - at) / area, b = cross(p[2] - at, p[0] - at) / area;
                const float c = 1.0f - a - b;
                if (a >= -1e-4f && b >= -1e-4f && c >= -1e-4f)
                    out[frame.at(x, y)] = a * value[0] + b * value[1] + c * value[2];
            }
    }
    return out;
}

}  // namespace

Picture looseness_picture(const Subject& subject, const LoosenessReport& report, int size) {
    size = std::clamp(size, 16, 4096);
    std::vector<int> shown;
    for (std::size_t row = 0; row < subject.meshes.size(); ++row)
        if (subject.meshes[row].shown) shown.push_back(static_cast<int>(row));
    const GridFrame frame = frame_of(subject, shown, size);
    Picture picture{frame.columns, frame.rows, {}};
    picture.rgba.assign(static_cast<std::size_t>(frame.size()) * 4, 255);
    const ArtGrid figure = draw_art(subject, shown, frame);
    for (std::size_t i = 0; i < figure.opaque.size(); ++i) put(picture, i, {0.78f, 0.78f, 0.78f}, figure.opaque[i]);

    std::vector<const MeshLooseness*> order;
    for (const MeshLooseness& mesh : report.meshes) order.push_back(&mesh);
    std::stable_sort(order.begin(), order.end(), [&](const MeshLooseness* a, const MeshLooseness* b) {
        return subject.meshes[static_cast<std::size_t>(a->mesh)].order <
               subject.meshes[static_cast<std::size_t>(b->mesh)].order;
    });
    for (const MeshLooseness* mesh : order) {
        const int one[] = {mesh->mesh};
        const ArtGrid art = draw_art(subject, one, frame);
        const std::vector<float> loose =
            looseness_of(subject.meshes[static_cast<std::size_t>(mesh->mesh)], mesh->vertex, frame);
        for (std::size_t i = 0; i < loose.size(); ++i)
            if (loose[i] >= 0.0f) put(picture, i, heat(loose[i]), art.opaque[i]);
    }
    return picture;
}

}  // namespace yure::studio::presets
