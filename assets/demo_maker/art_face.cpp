#include "art.hpp"
#include "features.hpp"
#include "palette.hpp"

#include <algorithm>

namespace yure::demo {
namespace {

using namespace palette;

Pts face_outline() {
    const Pts jaw = spline({{604, 470}, {606, 560}, {618, 628}, {650, 690}, {706, 738}, {762, 762}, {800, 768}});
    const Pts skull = spline({{996, 470}, {984, 380}, {920, 312}, {800, 290}, {680, 312}, {616, 380}, {604, 470}});
    return join({jaw, reversed(mirrored(jaw)), skull});
}

Layer ear(bool left) {
    const auto m = [&](Pts points) { return left ? mirrored(std::move(points)) : points; };
    const Pts shape =
        m(closed_spline({{622, 540}, {600, 528}, {582, 545}, {584, 590}, {600, 634}, {622, 650}, {640, 600}}));
    return make_hugging_layer(left ? "ArtMeshEarL" : "ArtMeshEarR", Box::around(shape).grown(8), 3, 2, [&](Painter& p) {
        p.fill(shape, kSkinWarm);
        p.clip(shape);
        p.soft(m(closed_spline({{612, 556}, {596, 556}, {596, 590}, {610, 625}, {630, 620}})), kSkinShade.alpha(0.8),
               9);
        p.unclip();
        p.ink(m(spline({{622, 540}, {600, 528}, {582, 545}, {584, 590}, {600, 634}, {622, 650}})), 4.0, kSkinLine,
              {0.4, 1, 0.4});
        p.ink(m(spline({{612, 552}, {599, 556}, {600, 590}})), 2.6, kSkinLine.alpha(0.7), {0.2, 1, 0});
    });
}

/// The bangs' shadow on the forehead: drawn by multiplication and masked by the face.
Layer hair_shadow() {
    const Pts shape =
        join({spline({{590, 560}, {612, 590}, {632, 600}, {640, 540}, {662, 520}, {684, 560},  {706, 575},
                      {722, 520}, {752, 500}, {784, 540}, {820, 598}, {838, 530}, {862, 500},  {884, 540},
                      {902, 575}, {926, 530}, {954, 520}, {972, 590}, {984, 612}, {1000, 590}, {1010, 560}}),
              {{1010, 330}, {590, 330}}});
    return make_layer("ArtMeshFaceShadow",
                      grid_mesh(4, 6,
                                [](double u, double v) {
                                    return Pt{lerp(586, 1014, u), lerp(330, 624, v)};
                                }),
                      [&](Painter& p) { p.soft(shape, hex(0xf0b6b4, 0.62), 6); });
}

Layer blush(bool left) {
    const double side = left ? 1.0 : -1.0;
    const Pt centre{kFaceMiddle + side * 128, 668};
    return make_layer(
        left ? "ArtMeshCheekL" : "ArtMeshCheekR",
        grid_mesh(2, 3,
                  [&](double u, double v) {
                      return centre + Pt{lerp(-54, 54, u), lerp(-31, 31, v)};
                  }),
        [&](Painter& p) {
            p.fill(ellipse(centre, 52, 29),
                   Paint::radial(centre, 52, 29,
                                 {{0, kBlush.alpha(0.62)}, {0.45, kBlush.alpha(0.40)}, {1, kBlush.alpha(0.0)}}));
            for (int i = -1; i <= 1; ++i)
                p.ink({centre + Pt{i * 15.0 + 6, -9}, centre + Pt{i * 15.0 - 5, 8}}, 3.0, hex(0xe8606c, 0.55),
                      {0.4, 1, 0.4});
        });
}

/// A band along a lip line, drawn and meshed at the closed, neutral mouth.
Layer lip_line(const char* id, bool upper, double width) {
    const auto lip = [&](double u) { return upper ? upper_lip(u, 0, 0) : lower_lip(u, 0, 0); };
    Pts line;
    for (int i = 0; i <= 40; ++i) line.push_back(lip(lerp(-1, 1, i / 40.0)));
    return make_layer(id,
                      grid_mesh(2, 8,
                                [&](double u, double v) {
                                    return lip(lerp(-1.06, 1.06, u)) + Pt{0, lerp(-6, 6, v)};
                                }),
                      [&](Painter& p) {
                          p.ink(line, width, hex(0x8f3f4f), upper ? Taper{0.35, 1.0, 0.35} : Taper{0.1, 0.9, 0.1});
                      });
}

}  // namespace

std::vector<Layer> face_layers() {
    std::vector<Layer> layers;
    layers.push_back(ear(false));
    layers.push_back(ear(true));

    const Pts outline = face_outline();
    layers.push_back(make_hugging_layer("ArtMeshFace", {590, 280, 1010, 785}, 9, 8, [&](Painter& p) {
        p.fill(outline,
               Paint::linear({800, 300}, {800, 768}, {{0, kSkinWarm}, {0.45, kSkin}, {0.85, kSkin}, {1, kSkinWarm}}));
        p.clip(outline);
        p.soft(join({spline({{960, 470}, {972, 570}, {956, 640}, {900, 712}, {800, 764}}), {{1010, 800}, {1020, 470}}}),
               kSkinShade.alpha(0.38), 18);
        p.soft(join({spline({{638, 470}, {628, 560}, {642, 636}, {700, 715}, {800, 766}}), {{590, 800}, {580, 470}}}),
               kSkinShade.alpha(0.20), 14);
        p.unclip();
        const Pts jaw = spline({{604, 470}, {606, 560}, {618, 628}, {650, 690}, {706, 738}, {762, 762}, {800, 768}});
        p.ink(join({jaw, reversed(mirrored(jaw))}), 4.6, kSkinLine, {0.4, 1.0, 0.4});
    }));

    for (const bool left : {false, true}) layers.push_back(blush(left));

    layers.push_back(
        make_layer("ArtMeshNose",
                   grid_mesh(2, 2,
                             [](double u, double v) {
                                 return Pt{lerp(784, 818, u), lerp(638, 672, v)};
                             }),
                   [](Painter& p) {
                       p.soft(ellipse({803, 660}, 7, 4), kSkinShade.alpha(0.7), 5);
                       p.ink(spline({{797, 658}, {802, 662}, {807, 660}}), 3.0, kSkinLine.alpha(0.85), {0.2, 1, 0.2});
                       p.fill(ellipse({797, 648}, 2.6, 4.0, 12), hex(0xffffff, 0.85));
                   }));

    // The mouth's inside is drawn wide open; its closed keys squeeze it between the lips.
    const auto mouth = [](double u, double v) {
        return lerp(upper_lip(lerp(-1, 1, u), 0.3, 1), lower_lip(lerp(-1, 1, u), 0.3, 1), v);
    };
    layers.push_back(
        make_layer("ArtMeshMouthInside",
                   grid_mesh(3, 8,
                             [&](double u, double v) {
                                 return mouth(u, v) + Pt{0, lerp(-kLipMargin, kLipMargin, v)};
                             }),
                   [&](Painter& p) {
                       Pts shape;
                       for (int i = 0; i <= 40; ++i) shape.push_back(mouth(i / 40.0, 0));
                       for (int i = 40; i >= 0; --i) shape.push_back(mouth(i / 40.0, 1));
                       p.fill(shape, Paint::linear(kMouth + Pt{0, -6}, kMouth + Pt{0, 36},
                                                   {{0, mix(kMouthInside, hex(0x401020), 0.35)}, {1, kMouthInside}}));
                   }));
    layers.push_back(make_layer("ArtMeshTongue",
                                grid_mesh(2, 4,
                                          [](double u, double v) {
                                              return kMouth + Pt{lerp(-20, 20, u), lerp(12, 38, v)};
                                          }),
                                [](Painter& p) {
                                    p.fill(ellipse(kMouth + Pt{0, 32}, 18, 15),
                                           Paint::linear(kMouth + Pt{0, 16}, kMouth + Pt{0, 36},
                                                         {{0, hex(0xf59aa0)}, {1, hex(0xe87886)}}));
                                }));
    layers.push_back(make_layer("ArtMeshTeeth",
                                grid_mesh(1, 6,
                                          [](double u, double v) {
                                              return upper_lip(lerp(-0.9, 0.9, u), 0.3, 1) + Pt{0, lerp(-3, 9, v)};
                                          }),
                                [](Painter& p) {
                                    Pts shape;
                                    for (int i = 0; i <= 20; ++i)
                                        shape.push_back(upper_lip(lerp(-0.8, 0.8, i / 20.0), 0.3, 1) + Pt{0, -3});
                                    for (int i = 20; i >= 0; --i)
                                        shape.push_back(upper_lip(lerp(-0.74, 0.74, i / 20.0), 0.3, 1) + Pt{0, 6.5});
                                    p.fill(shape, hex(0xfffafa));
                                }));
    layers.push_back(lip_line("ArtMeshLipLower", false, 3.0));
    layers.push_back(lip_line("ArtMeshLipUpper", true, 4.6));
    layers.push_back(hair_shadow());
    return layers;
}

}  // namespace yure::demo
