#include "art.hpp"

#include <algorithm>
#include <cmath>

#include "yure/rig/puppet.hpp"

namespace yure::studio::presets {
namespace {

constexpr int kSamples = 3;                  // per cell and axis
constexpr int kCoarseCells = 48;             // of a mesh measured by itself
constexpr long long kMostSamples = 1 << 28;  // drawn in all; a model with more overdraw than any real one stops there

enum Sample : std::uint8_t { kEmpty, kCloth, kSkin };

bool finite(Vec2 v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

struct Canvas {
    int width, height;
    std::vector<std::uint8_t> samples;
    long long left = kMostSamples;
};

Sample look_up(const Picture& page, Vec2 uv, bool& drawn) {
    const int x = std::clamp(static_cast<int>(uv.x * static_cast<float>(page.width)), 0, page.width - 1);
    const int y = std::clamp(static_cast<int>(uv.y * static_cast<float>(page.height)), 0, page.height - 1);
    const std::size_t at =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(page.width) + static_cast<std::size_t>(x)) * 4;
    drawn = page.rgba[at + 3] > kLeastAlpha;
    return is_skin(page.rgba[at], page.rgba[at + 1], page.rgba[at + 2]) ? kSkin : kCloth;
}

/// Corners in samples and in texture space.
void draw_triangle(const Vec2 (&p)[3], const Vec2 (&uv)[3], const Picture& page, Canvas& canvas) {
    const float area = cross(p[1] - p[0], p[2] - p[0]);
    if (!(std::abs(area) > 1e-6f)) return;
    const auto first = [](float low) { return static_cast<int>(std::ceil(low - 0.5f)); };
    const float left = std::min({p[0].x, p[1].x, p[2].x}), right = std::max({p[0].x, p[1].x, p[2].x});
    const float top = std::min({p[0].y, p[1].y, p[2].y}), bottom = std::max({p[0].y, p[1].y, p[2].y});
    const int x0 = std::max(first(left), 0), x1 = std::min(first(right + 1.0f), canvas.width);
    const int y0 = std::max(first(top), 0), y1 = std::min(first(bottom + 1.0f), canvas.height);
    canvas.left -= static_cast<long long>(std::max(x1 - x0, 0)) * std::max(y1 - y0, 0);
    if (canvas.left < 0) return;
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) {
            const Vec2 at{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
            const float a = cross(p[1] - at, p[2] - at) / area, b = cross(p[2] - at, p[0] - at) / area;
            const float c = 1.0f - a - b;
            if (a < 0.0f || b < 0.0f || c < 0.0f) continue;
            bool drawn = false;
            const Sample sample = look_up(page, a * uv[0] + b * uv[1] + c * uv[2], drawn);
            if (drawn)
                canvas.samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas.width) +
                               static_cast<std::size_t>(x)] = sample;
        }
}

void draw_mesh(const Subject& subject, int row, const GridFrame& frame, Canvas& canvas) {
    const SubjectMesh& mesh = subject.meshes[static_cast<std::size_t>(row)];
    const auto page_row = static_cast<std::size_t>(mesh.texture);
    if (mesh.rest.empty() || mesh.texture < 0 || page_row >= subject.textures.size()) return;
    const Picture& page = subject.textures[page_row];
    const auto flags = subject.model->puppet.mesh.flags[static_cast<std::size_t>(row)];
    if (page.width <= 0 || page.height <= 0 || (flags & (rig::kAdditive | rig::kMultiplicative)) != 0) return;
    const float scale = static_cast<float>(kSamples) / frame.cell;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        Vec2 p[3], uv[3];
        bool usable = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t vertex = mesh.triangles[t + k];
            usable = usable && vertex < mesh.rest.size() && vertex < mesh.uv.size();
            if (!usable) break;
            p[k] = (mesh.rest[vertex] - frame.origin) * scale;
            uv[k] = mesh.uv[vertex];
            usable = finite(p[k]) && finite(uv[k]) && length(p[k]) < 1e7f;
        }
        if (usable) draw_triangle(p, uv, page, canvas);
    }
}

}  // namespace

std::size_t GridFrame::cell_of(Vec2 world) const {
    const auto index = [](float value, int count) {
        return std::isfinite(value)
                   ? static_cast<int>(std::clamp(std::floor(value), 0.0f, static_cast<float>(count - 1)))
                   : 0;
    };
    const Vec2 place = (world - origin) * (1.0f / cell);
    return at(index(place.x, columns), index(place.y, rows));
}

GridFrame frame_of(const Subject& subject, std::span<const int> meshes, int cells) {
    Vec2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
    for (const int row : meshes)
        for (const Vec2 v : subject.meshes[static_cast<std::size_t>(row)].rest)
            if (finite(v)) {
                low = {std::min(low.x, v.x), std::min(low.y, v.y)};
                high = {std::max(high.x, v.x), std::max(high.y, v.y)};
            }
    if (!(low.x <= high.x)) return {1, 1, {0.0f, 0.0f}, 1.0f};
    GridFrame frame;
    const Vec2 span = high - low;
    frame.origin = low;
    frame.cell = std::max(std::max(span.x, span.y) / static_cast<float>(cells), 1e-3f);
    const auto count = [&](float length) {
        return std::clamp(static_cast<int>(std::ceil(length / frame.cell)), 1, cells);
    };
    frame.columns = count(span.x);
    frame.rows = count(span.y);
    return frame;
}

ArtGrid draw_art(const Subject& subject, std::span<const int> meshes, const GridFrame& frame) {
    std::vector<int> order(meshes.begin(), meshes.end());
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return subject.meshes[static_cast<std::size_t>(a)].order < subject.meshes[static_cast<std::size_t>(b)].order;
    });
    Canvas canvas{frame.columns * kSamples, frame.rows * kSamples, {}};
    canvas.samples.assign(static_cast<std::size_t>(canvas.width) * static_cast<std::size_t>(canvas.height), kEmpty);
    for (const int row : order) draw_mesh(subject, row, frame, canvas);

    ArtGrid grid;
    grid.frame = frame;
    grid.opaque.assign(static_cast<std::size_t>(frame.size()), 0.0f);
    grid.skin.assign(grid.opaque.size(), 0.0f);
    for (int row = 0; row < frame.rows; ++row)
        for (int column = 0; column < frame.columns; ++column) {
            int drawn = 0, skin = 0;
            for (int k = 0; k < kSamples * kSamples; ++k) {
                const int x = column * kSamples + k % kSamples, y = row * kSamples + k / kSamples;
                const std::uint8_t sample =
                    canvas.samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas.width) +
                                   static_cast<std::size_t>(x)];
                drawn += sample != kEmpty ? 1 : 0;
                skin += sample == kSkin ? 1 : 0;
            }
            const std::size_t at = frame.at(column, row);
            grid.opaque[at] = static_cast<float>(drawn) / static_cast<float>(kSamples * kSamples);
            grid.skin[at] = drawn > 0 ? static_cast<float>(skin) / static_cast<float>(drawn) : 0.0f;
        }
    return grid;
}

bool is_skin(std::uint8_t r, std::uint8_t g, std::uint8_t b) {
    const int red = r, green = g, blue = b;
    if (red < 150 || red < green || green < blue) return false;
    const float saturation = static_cast<float>(red - blue) / static_cast<float>(red);
    const int warmth = red - green;
    return saturation >= 0.05f && saturation <= 0.42f && warmth >= 6 && warmth <= 90 && green - blue <= warmth + 6;
}

MeshArt measure_art(const Subject& subject, int mesh) {
    const int one[] = {mesh};
    const ArtGrid grid = draw_art(subject, one, frame_of(subject, one, kCoarseCells));
    MeshArt art;
    int skin = 0;
    for (std::size_t i = 0; i < grid.opaque.size(); ++i) {
        if (grid.opaque[i] < kClothShare) continue;
        ++art.cells;
        skin += grid.skin[i] >= kSkinShare ? 1 : 0;
    }
    if (art.cells > 0) art.skin = static_cast<float>(skin) / static_cast<float>(art.cells);
    return art;
}

}  // namespace yure::studio::presets
