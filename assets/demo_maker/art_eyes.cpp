#include "art.hpp"
#include "features.hpp"
#include "palette.hpp"

#include <algorithm>
#include <string>

namespace yure::demo {
namespace {

using namespace palette;

class EyeArt {
  public:
    explicit EyeArt(bool left) : side_(left ? 1.0 : -1.0), suffix_(left ? "L" : "R") {}

    Layer white() const {
        const auto at = [this](double u, double v) { return e(lerp(upper_lid(u, 1, 0), lower_lid(u, 1, 0), v)); };
        return make_layer(
            "ArtMeshEyeWhite" + suffix_,
            grid_mesh(4, 8,
                      [&](double u, double v) {
                          return at(facing(u), v) + Pt{0, lerp(-kLidMargin, kLidMargin, v)};
                      }),
            [&](Painter& p) {
                Pts shape;
                for (int i = 0; i <= 60; ++i) shape.push_back(at(i / 60.0, 0));
                for (int i = 60; i >= 0; --i) shape.push_back(at(i / 60.0, 1));
                p.fill(shape, Paint::linear(e({0, -60}), e({0, 62}),
                                            {{0, hex(0xe6e2f2)}, {0.4, hex(0xfdfcff)}, {1, hex(0xffffff)}}));
                p.clip(shape);
                p.soft(join({line([&](double u) { return e(upper_lid(u, 1, 0)); }), reversed(line([&](double u) {
                                 return e(upper_lid(u, 1, 0) + Pt{0, 17});
                             }))}),
                       hex(0x8f86b8, 0.65), 7);
                p.unclip();
            });
    }

    Layer iris() const {
        const Pt centre = e({2, 3});
        return make_layer("ArtMeshIris" + suffix_,
                          grid_mesh(4, 4,
                                    [&](double u, double v) {
                                        return centre + Pt{lerp(-50, 50, u), lerp(-64, 64, v)};
                                    }),
                          [&](Painter& p) {
                              const Pts ring = ellipse(centre, 44, 58);
                              p.fill(ring, hex(0x173a5e));
                              const Pts inner = ellipse(centre + Pt{0, 1.5}, 39.5, 53.5);
                              p.fill(inner, Paint::linear(centre + Pt{0, -56}, centre + Pt{0, 56},
                                                          {{0, hex(0x1a4a78)},
                                                           {0.34, hex(0x1f7fa6)},
                                                           {0.62, hex(0x35b9c4)},
                                                           {0.85, hex(0x86e8d6)},
                                                           {1, hex(0xc9fbe4)}}));
                              p.clip(inner);
                              p.soft(ellipse(centre + Pt{0, 44}, 30, 22), hex(0xd8fff0, 0.75), 12);
                              p.fill(ellipse(centre + Pt{0, 1}, 18, 25),
                                     Paint::linear(centre + Pt{0, -26}, centre + Pt{0, 26},
                                                   {{0, hex(0x0e2344)}, {1, hex(0x14466e)}}));
                              p.soft(join({ellipse(centre + Pt{0, -52}, 52, 38)}), hex(0x12254c, 0.62), 14);
                              for (int i = -3; i <= 3; ++i)
                                  p.ink({centre + Pt{i * 9.0, 27.0 - i * i}, centre + Pt{i * 11.0, 46.0 - 1.8 * i * i}},
                                        3.0, hex(0xeafff6, 0.35), {0.2, 1, 0});
                              p.unclip();
                          });
    }

    /// Light lies on the same side in both eyes.
    Layer highlight() const {
        const Pt centre = e({2, 3});
        return make_layer("ArtMeshEyeLight" + suffix_,
                          grid_mesh(2, 2,
                                    [&](double u, double v) {
                                        return centre + Pt{lerp(-42, 42, u), lerp(-52, 52, v)};
                                    }),
                          [&](Painter& p) {
                              p.fill(ellipse(centre + Pt{-15, -25}, 14.5, 18, 14), hex(0xffffff));
                              p.fill(ellipse(centre + Pt{17, 22}, 7.5, 9, 14), hex(0xffffff, 0.95));
                              p.fill(ellipse(centre + Pt{-20, 13}, 3.6, 4.4), hex(0xffffff, 0.85));
                          });
    }

    Layer lash() const {
        const auto at = [this](double t, double s) { return e(upper_lash(t, s, 1, 0)); };
        return make_layer(
            "ArtMeshLash" + suffix_,
            grid_mesh(2, 20, [&](double u, double v) { return at(facing(u), lerp(-1.9, 1.9, v)); }), [&](Painter& p) {
                Pts band;
                for (int i = 0; i <= 80; ++i) band.push_back(at(i / 80.0, -1));
                for (int i = 80; i >= 0; --i) band.push_back(at(i / 80.0, 1));
                p.fill(band, Paint::linear(e({-54, 0}), e({70, 0}),
                                           {{0, hex(0x6a4463)}, {0.3, kLash}, {0.8, kLash}, {1, hex(0x5a3a63)}}));
                p.ink({at(0.86, -0.6), at(0.93, -1.2), at(0.99, -1.85)}, 5, kLash, {1, 0.8, 0});
                p.ink({at(0.74, -0.6), at(0.80, -1.1), at(0.86, -1.65)}, 4.5, kLash, {1, 0.8, 0});
            });
    }

    Layer lower_lash() const {
        const auto at = [this](double u, double off) { return e(lower_lid(u, 1, 0) + Pt{0, off}); };
        return make_layer(
            "ArtMeshLashLower" + suffix_,
            grid_mesh(1, 7, [&](double u, double v) { return at(lerp(0.3, 1.0, facing(u)), lerp(-5, 5, v)); }),
            [&](Painter& p) {
                Pts band;
                for (int i = 0; i <= 40; ++i) band.push_back(at(lerp(0.34, 0.94, i / 40.0), 0.5));
                p.ink(band, 4.0, hex(0x6a4463, 0.9), {0.0, 0.9, 0.4});
            });
    }

    Layer crease() const {
        return make_layer("ArtMeshEyelid" + suffix_,
                          grid_mesh(1, 6,
                                    [&](double u, double v) {
                                        return e(crease_point(facing(u)) + Pt{0, lerp(-5, 5, v)});
                                    }),
                          [&](Painter& p) {
                              Pts band;
                              for (int i = 0; i <= 40; ++i) band.push_back(e(crease_point(lerp(0.08, 0.94, i / 40.0))));
                              p.ink(band, 3.0, kSkinLine.alpha(0.85), {0.1, 1, 0.1});
                          });
    }

    Layer brow() const {
        const Strand strand = brow_strand();
        return make_layer("ArtMeshBrow" + suffix_, strip_mesh(strand, 6, 2, 4.0), [&](Painter& p) {
            p.fill(strand.outline(),
                   Paint::linear(strand.at(0, 0), strand.at(1, 0), {{0, hex(0x7a6bb4)}, {1, hex(0x5a4c92)}}));
        });
    }

  private:
    Pt e(Pt p) const { return eye_point(side_, p); }
    /// Mesh columns run from the left of the picture to the right; eye curves run outwards.
    double facing(double u) const { return side_ > 0 ? u : 1.0 - u; }
    static Pt crease_point(double u) {
        const Pt lid = upper_lid(u, 1, 0);
        return {lid.x * 1.04, lid.y - 15.0 - 3.0 * (1.0 - u)};
    }
    Strand brow_strand() const {
        Pts spine{{-46, -119}, {-12, -126}, {26, -121}, {60, -102}};
        for (Pt& p : spine) p = e(p);
        return Strand(spine, {4.6, 5.2, 4.2, 1.0});
    }
    static Pts line(const std::function<Pt(double)>& f) {
        Pts result;
        for (int i = 0; i <= 60; ++i) result.push_back(f(i / 60.0));
        return result;
    }

    double side_;
    std::string suffix_;
};

}  // namespace

std::vector<Layer> eye_layers() {
    std::vector<Layer> layers;
    for (const bool left : {false, true}) {
        const EyeArt eye(left);
        layers.push_back(eye.white());
        layers.push_back(eye.iris());
        layers.push_back(eye.highlight());
        layers.push_back(eye.lower_lash());
        layers.push_back(eye.lash());
        layers.push_back(eye.crease());
        layers.push_back(eye.brow());
    }
    return layers;
}

}  // namespace yure::demo
