#include "preview.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace yure::demo {
namespace {

constexpr int kSupersampling = 2;

struct Texel {
    float r = 0, g = 0, b = 0, a = 0;  ///< premultiplied
};

class Plane {
  public:
    Plane(int width, int height)
        : width_(width), height_(height), texels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}
    Texel& at(int x, int y) {
        return texels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
    }
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    int width_, height_;
    std::vector<Texel> texels_;
};

Texel texel(const Image& page, int x, int y) {
    const std::uint8_t* p = page.pixel(std::clamp(x, 0, page.width - 1), std::clamp(y, 0, page.height - 1));
    const float a = p[3] / 255.0f;
    return {p[0] / 255.0f * a, p[1] / 255.0f * a, p[2] / 255.0f * a, a};
}

Texel sample(const Image& page, float u, float v) {
    const float x = u * static_cast<float>(page.width) - 0.5f, y = v * static_cast<float>(page.height) - 0.5f;
    const float fx = std::floor(x), fy = std::floor(y), s = x - fx, t = y - fy;
    const int ix = static_cast<int>(fx), iy = static_cast<int>(fy);
    const std::array<Texel, 4> c{texel(page, ix, iy), texel(page, ix + 1, iy), texel(page, ix, iy + 1),
                                 texel(page, ix + 1, iy + 1)};
    const std::array<float, 4> w{(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t};
    Texel sum;
    for (std::size_t i = 0; i < 4; ++i) {
        sum.r += c[i].r * w[i];
        sum.g += c[i].g * w[i];
        sum.b += c[i].b * w[i];
        sum.a += c[i].a * w[i];
    }
    return sum;
}

class Renderer {
  public:
    Renderer(const rig::Puppet& puppet, const rig::Evaluation& pose, const std::vector<Image>& pages,
             const PreviewView& view)
        : puppet_(puppet),
          pose_(pose),
          pages_(pages),
          view_(view),
          scale_(view.scale * kSupersampling),
          plane_(static_cast<int>(view.crop.width() * scale_), static_cast<int>(view.crop.height() * scale_)) {}

    Image run() {
        std::vector<int> order(static_cast<std::size_t>(puppet_.mesh_count()));
        for (int mesh = 0; mesh < puppet_.mesh_count(); ++mesh)
            order[static_cast<std::size_t>(pose_.render_order()[static_cast<std::size_t>(mesh)])] = mesh;
        for (const int mesh : order)
            if (pose_.visible(mesh)) draw(mesh);
        return finish();
    }

  private:
    /// Calls put(x, y, texel) for every sample that a mesh covers; the texel has the mesh's opacity in it.
    template <class Put>
    void rasterise(int mesh, const Put& put) {
        const auto row = static_cast<std::size_t>(mesh);
        const Image& page = pages_[static_cast<std::size_t>(puppet_.mesh.texture[row])];
        std::vector<Vec2> world(pose_.positions(mesh).size());
        pose_.world_positions(mesh, world);
        const std::vector<Vec2> uvs = puppet_.mesh_uvs(mesh);
        const std::vector<std::uint16_t> triangles = puppet_.mesh_triangles(mesh);
        const float opacity = pose_.opacity(mesh);
        for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
            std::array<Vec2, 3> p, uv;
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec2 w = world[triangles[i + k]];
                p[k] = {static_cast<float>((static_cast<double>(w.x) - view_.crop.left) * scale_),
                        static_cast<float>((static_cast<double>(w.y) - view_.crop.top) * scale_)};
                uv[k] = uvs[triangles[i + k]];
            }
            float area = cross(p[1] - p[0], p[2] - p[0]);
            if (area == 0.0f) continue;
            if (area < 0.0f) {
                std::swap(p[1], p[2]);
                std::swap(uv[1], uv[2]);
                area = -area;
            }
            const auto low = [](float a, float b, float c) {
                return static_cast<int>(std::floor(std::min({a, b, c})));
            };
            const auto high = [](float a, float b, float c) {
                return static_cast<int>(std::ceil(std::max({a, b, c})));
            };
            for (int y = std::max(0, low(p[0].y, p[1].y, p[2].y));
                 y < std::min(plane_.height(), high(p[0].y, p[1].y, p[2].y) + 1); ++y)
                for (int x = std::max(0, low(p[0].x, p[1].x, p[2].x));
                     x < std::min(plane_.width(), high(p[0].x, p[1].x, p[2].x) + 1); ++x) {
                    const Vec2 at{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
                    std::array<float, 3> w;
                    bool inside = true;
                    for (std::size_t k = 0; k < 3 && inside; ++k) {
                        const Vec2 a = p[(k + 1) % 3], b = p[(k + 2) % 3];
                        w[k] = cross(b - a, at - a) / area;
                        // Samples on a shared edge belong to one triangle only.
                        const bool own_edge = (b.y - a.y) > 0.0f || (b.y == a.y && b.x < a.x);
                        inside = w[k] > 0.0f || (w[k] == 0.0f && own_edge);
                    }
                    if (!inside) continue;
                    Texel t = sample(page, uv[0].x * w[0] + uv[1].x * w[1] + uv[2].x * w[2],
                                     uv[0].y * w[0] + uv[1].y * w[1] + uv[2].y * w[2]);
                    for (float* channel : {&t.r, &t.g, &t.b, &t.a}) *channel *= opacity;
                    put(x, y, t);
                }
        }
    }

    void draw(int mesh) {
        const auto row = static_cast<std::size_t>(mesh);
        const std::uint8_t flags = puppet_.mesh.flags[row];
        const int masks = puppet_.mesh.mask_count[row];
        if (masks > 0) {
            mask_.assign(static_cast<std::size_t>(plane_.width()) * static_cast<std::size_t>(plane_.height()), 0.0f);
            for (int m = 0; m < masks; ++m)
                rasterise(puppet_.masks[static_cast<std::size_t>(puppet_.mesh.mask_begin[row] + m)],
                          [&](int x, int y, const Texel& t) {
                              float& value =
                                  mask_[static_cast<std::size_t>(y) * static_cast<std::size_t>(plane_.width()) +
                                        static_cast<std::size_t>(x)];
                              value = std::max(value, t.a);
                          });
        }
        const rig::Color multiply = pose_.multiply_color(mesh), screen = pose_.screen_color(mesh);
        rasterise(mesh, [&](int x, int y, Texel t) {
            t.r = t.r * multiply.r + screen.r * (t.a - t.r * multiply.r);
            t.g = t.g * multiply.g + screen.g * (t.a - t.g * multiply.g);
            t.b = t.b * multiply.b + screen.b * (t.a - t.b * multiply.b);
            if (masks > 0) {
                float cover = mask_[static_cast<std::size_t>(y) * static_cast<std::size_t>(plane_.width()) +
                                    static_cast<std::size_t>(x)];
                if (flags & rig::kInvertedMask) cover = 1.0f - cover;
                for (float* channel : {&t.r, &t.g, &t.b, &t.a}) *channel *= cover;
            }
            Texel& to = plane_.at(x, y);
            if (flags & rig::kAdditive) {
                to = {to.r + t.r, to.g + t.g, to.b + t.b, to.a};
            } else if (flags & rig::kMultiplicative) {
                to = {to.r * (t.r + 1 - t.a), to.g * (t.g + 1 - t.a), to.b * (t.b + 1 - t.a), to.a};
            } else {
                to = {t.r + to.r * (1 - t.a), t.g + to.g * (1 - t.a), t.b + to.b * (1 - t.a), t.a + to.a * (1 - t.a)};
            }
        });
    }

    Image finish() {
        Image image{plane_.width() / kSupersampling, plane_.height() / kSupersampling, {}};
        image.rgba.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
        for (int y = 0; y < image.height; ++y) {
            const Rgba behind = mix(view_.background_top, view_.background_bottom, (y + 0.5) / image.height);
            for (int x = 0; x < image.width; ++x) {
                std::array<double, 4> sum{};
                for (int sy = 0; sy < kSupersampling; ++sy)
                    for (int sx = 0; sx < kSupersampling; ++sx) {
                        const Texel& t = plane_.at(x * kSupersampling + sx, y * kSupersampling + sy);
                        sum[0] += static_cast<double>(t.r);
                        sum[1] += static_cast<double>(t.g);
                        sum[2] += static_cast<double>(t.b);
                        sum[3] += static_cast<double>(t.a);
                    }
                for (double& channel : sum) channel /= kSupersampling * kSupersampling;
                const double rest = (1.0 - sum[3]) * behind.a;
                const std::array<double, 3> color{sum[0] + behind.r * rest, sum[1] + behind.g * rest,
                                                  sum[2] + behind.b * rest};
                const double alpha = sum[3] + rest;
                std::uint8_t* to = image.pixel(x, y);
                for (std::size_t c = 0; c < 3; ++c)
                    to[c] = alpha > 0.0
                                ? static_cast<std::uint8_t>(std::clamp(color[c] / alpha * 255.0 + 0.5, 0.0, 255.0))
                                : std::uint8_t{0};
                to[3] = static_cast<std::uint8_t>(std::clamp(alpha * 255.0 + 0.5, 0.0, 255.0));
            }
        }
        return image;
    }

    const rig::Puppet& puppet_;
    const rig::Evaluation& pose_;
    const std::vector<Image>& pages_;
    PreviewView view_;
    double scale_;
    Plane plane_;
    std::vector<float> mask_;
};

}  // namespace

Image render(const rig::Puppet& puppet, const rig::Evaluation& pose, const std::vector<Image>& pages,
             const PreviewView& view) {
    return Renderer(puppet, pose, pages, view).run();
}

}  // namespace yure::demo
