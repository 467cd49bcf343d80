#include "art.hpp"
#include "palette.hpp"
#include "skirt_shape.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace yure::demo {
namespace {

using namespace palette;

constexpr int kPleats = 9;

Layer skirt() {
    const int samples = 30;
    // Each pleat: a broad light face and a narrow dark fold; the hem steps where one lies over the next.
    const auto edge = [](double u, double lift) {
        Pts line;
        for (int i = 0; i <= samples; ++i)
            line.push_back(skirt_point(u, static_cast<double>(i) / samples) - Pt{0, i == samples ? lift : 0.0});
        return line;
    };
    const auto hem_point = [](double pleat_share, double u) {
        return skirt_point(u, 1.0) + Pt{0, 13.0 * pleat_share - 6.0};
    };
    return make_layer("ArtMeshSkirt", grid_mesh(kSkirtRows, kSkirtColumns, skirt_grid_point), [&](Painter& p) {
        for (int i = 0; i < kPleats; ++i) {
            const double from = static_cast<double>(i) / kPleats, to = static_cast<double>(i + 1) / kPleats;
            Pts hem;
            for (int k = 0; k <= 12; ++k) hem.push_back(hem_point(k / 12.0, lerp(from, to, k / 12.0)));
            const Pts shape = join({edge(from, 0), hem, reversed(edge(to, 0))});
            p.fill(shape, Paint::linear(skirt_point(from, 0.7), skirt_point(to, 0.7),
                                        {{0, kNavyDark},
                                         {0.16, mix(kNavy, kNavyDark, 0.3)},
                                         {0.38, kNavy},
                                         {0.75, mix(kNavy, kNavyLight, 0.75)},
                                         {1, kNavyLight}}));
            p.clip(shape);
            p.soft({skirt_point(from, 0), skirt_point(to, 0), skirt_point(to, 0.16), skirt_point(from, 0.16)},
                   kNavyDark.alpha(0.6), 18);
            // Two lines run around above the hem.
            for (const auto& [lift, width] : {std::pair{46.0, 8.5}, std::pair{30.0, 3.6}}) {
                Pts line;
                for (int k = 0; k <= 12; ++k)
                    line.push_back(hem_point(k / 12.0, lerp(from, to, k / 12.0)) - Pt{0, lift});
                p.fill(join({moved(line, {0, -width * 0.5}), reversed(moved(line, {0, width * 0.5}))}),
                       Paint::linear(line.front(), line.back(),
                                     {{0, hex(0x9aa0cc)}, {0.35, hex(0xeef0ff)}, {1, hex(0xffffff)}}));
            }
            p.unclip();
            p.ink(hem, 5, kNavyLine, {1, 1, 1});
            p.ink(edge(to, 0), i + 1 == kPleats ? 5.5 : 4.2, kNavyLine, {0.35, 0.8, 1});
            if (i > 0) p.ink({hem_point(0, from), hem_point(1, from)}, 4.5, kNavyLine, {1, 1, 1});
        }
        p.ink(edge(0, 0), 5.5, kNavyLine, {0.4, 1, 1});
        // The far side is in shade.
        Pts all = edge(0, 0);
        all = join({all, Pts{hem_point(1, 1)}, reversed(edge(1, 0))});
        p.clip(all);
        p.soft(join({edge(0.80, 0), {{1200, 1560}, {1200, 1100}}}), kNavyLine.alpha(0.35), 40);
        p.unclip();
    });
}

/// What is seen of the skirt's inside, behind the legs.
Layer skirt_back() {
    const auto point = [](double u, double v) {
        const double x = 2 * u - 1;
        return Pt{800 + 274 * x * lerp(0.8, 1.0, v), lerp(1380, 1486 + 10 * x * x - 18 * (1 - x * x), v)};
    };
    return make_layer(
        "ArtMeshSkirtBack",
        grid_mesh(4, 12, [&](double u, double v) { return point(lerp(-0.02, 1.02, u), lerp(0.0, 1.06, v)); }),
        [&](Painter& p) {
            Pts shape;
            for (int i = 0; i <= 40; ++i) shape.push_back(point(i / 40.0, 1));
            for (int i = 40; i >= 0; --i) shape.push_back(point(i / 40.0, 0));
            p.fill(shape, Paint::linear({0, 1380}, {0, 1490}, {{0, hex(0x161a3c)}, {1, hex(0x252b58)}}));
            Pts hem;
            for (int i = 0; i <= 40; ++i) hem.push_back(point(i / 40.0, 1));
            p.ink(hem, 5, kNavyLine, {1, 1, 1});
        });
}

Layer waistband() {
    const auto point = [](double u, double v) {
        const double x = 2 * u - 1;
        return Pt{800 + lerp(101, 112, v) * x, lerp(1118, 1149, v) + 14 * (1 - x * x)};
    };
    return make_layer(
        "ArtMeshWaistband",
        grid_mesh(2, kSkirtColumns,
                  [&](double u, double v) {
                      if (v > 0.999) return skirt_grid_point(u, static_cast<double>(kSkirtWaistRow) / kSkirtRows);
                      return point(lerp(-0.02, 1.02, u), lerp(-0.1, 1.1, v));
                  }),
        [&](Painter& p) {
            Pts shape;
            for (int i = 0; i <= 40; ++i) shape.push_back(point(i / 40.0, 0));
            for (int i = 40; i >= 0; --i) shape.push_back(point(i / 40.0, 1));
            p.fill(shape, Paint::linear({690, 0}, {910, 0}, {{0, kNavy}, {0.3, kNavyLight}, {1, kNavyDark}}));
            p.ink(join({shape, {shape.front()}}), 4.5, kNavyLine, {1, 1, 1});
            for (const double u : {0.36, 0.64}) {
                p.fill(ellipse(point(u, 0.5), 8, 8),
                       Paint::radial(point(u, 0.4), 9, 9, {{0, hex(0xffe9b0)}, {1, hex(0xd79a4a)}}));
                p.ink(join({ellipse(point(u, 0.5), 8, 8), {point(u, 0.5) + Pt{8, 0}}}), 2.6, hex(0x6b3f2a), {1, 1, 1});
            }
        });
}

/// The sailor collar's half: over the shoulder and down to the knot.
Layer collar(bool left) {
    const auto m = [&](Pts points) { return left ? mirrored(std::move(points)) : points; };
    const Pts inner = spline({{746, 806}, {736, 846}, {752, 912}, {800, 1000}});
    const Pts lower = spline({{800, 1012}, {748, 976}, {692, 956}, {640, 950}});
    const Pts outer = spline({{640, 950}, {636, 900}, {652, 856}, {700, 826}, {746, 806}});
    const Pts shape = m(join({inner, lower, outer}));
    return make_hugging_layer(
        left ? "ArtMeshCollarL" : "ArtMeshCollarR", Box::around(shape).grown(8), 6, 4, [&](Painter& p) {
            p.fill(shape, Paint::linear(m({{640, 900}})[0], m({{790, 960}})[0],
                                        {{0, kNavyLight}, {0.5, kNavy}, {1, left ? kNavyDark : kNavy}}));
            p.clip(shape);
            p.soft(m(join({spline({{746, 806}, {736, 846}, {752, 912}, {800, 1000}}), {{820, 1000}, {800, 800}}})),
                   kNavyDark.alpha(0.6), 12);
            const Pts stripe = m(join({spline({{792, 990}, {746, 954}, {700, 938}, {658, 932}}),
                                       spline({{658, 932}, {655, 896}, {668, 866}, {706, 840}, {740, 826}})}));
            p.ink(stripe, 6.0, kCloth, {1, 1, 1});
            p.unclip();
            p.ink(join({shape, {shape.front()}}), 4.8, kNavyLine, {1, 1, 1});
        });
}

Layer ribbon_tail(bool left) {
    const Pts spine{{788, 1004}, {768, 1070}, {752, 1140}, {742, 1200}};
    const Strand strand(left ? mirrored(spine) : spine, {12, 22, 30, 34});
    return make_layer(
        left ? "ArtMeshRibbonTailL" : "ArtMeshRibbonTailR", strip_mesh(strand, 9, 3, 5.0), [&](Painter& p) {
            const double outer = left ? 1 : -1;
            const Pts shape = join({strand.line(0, 0.96, -outer, -outer),
                                    {strand.at(0.86, -outer * 0.1)},
                                    reversed(strand.line(0, 1.0, outer, outer))});
            p.fill(shape, Paint::linear(strand.at(0, 0), strand.at(1, 0),
                                        {{0, kCoralDark}, {0.3, kCoral}, {0.75, kCoralLight}, {1, kCoral}}));
            p.clip(shape);
            p.soft(join({strand.line(0, 1, 0.3, 0.2), reversed(strand.line(0, 1, 1.4, 1.4))}), kCoralDark.alpha(0.55),
                   9);
            p.ink(strand.line(0.0, 0.6, -0.1, -0.2), 3.5, kCoralLine.alpha(0.5), {1, 0.7, 0});
            p.unclip();
            p.ink(strand.line(0, 0.96, -outer, -outer), 4.2, kCoralLine, {0.4, 1, 0.9});
            p.ink(strand.line(0, 1.0, outer, outer), 4.2, kCoralLine, {0.4, 1, 0.9});
            p.ink({strand.at(0.96, -outer), strand.at(0.86, -outer * 0.1), strand.at(1.0, outer)}, 3.8, kCoralLine,
                  {1, 1, 1});
        });
}

Layer ribbon_loop(bool left) {
    const auto m = [&](Pts points) { return left ? mirrored(std::move(points)) : points; };
    const Pts loop =
        m(join({spline({{790, 992}, {748, 962}, {700, 946}, {672, 952}, {664, 990}, {672, 1036}, {692, 1052}}),
                spline({{692, 1052}, {740, 1042}, {790, 1010}})}));
    return make_hugging_layer(
        left ? "ArtMeshRibbonL" : "ArtMeshRibbonR", Box::around(loop).grown(8), 4, 5, [&](Painter& p) {
            p.fill(loop, Paint::linear(m({{670, 970}})[0], m({{790, 1000}})[0],
                                       {{0, kCoral}, {0.35, kCoralLight}, {0.65, kCoral}, {1, kCoralDark}}));
            p.clip(loop);
            p.soft(m(closed_spline({{790, 1006}, {730, 1008}, {680, 1030}, {690, 1060}, {760, 1050}})),
                   kCoralDark.alpha(0.7), 12);
            p.soft(m(closed_spline({{690, 962}, {728, 968}, {752, 986}, {716, 982}, {690, 978}})), hex(0xffd8cc, 0.7),
                   8);
            for (const Pts& fold :
                 {Pts{{786, 996}, {752, 988}, {722, 988}}, Pts{{786, 1004}, {752, 1012}, {722, 1026}}})
                p.ink(m(spline(fold)), 3.6, kCoralLine.alpha(0.6), {1, 0.7, 0});
            p.unclip();
            p.ink(join({loop, {loop.front()}}), 4.4, kCoralLine, {1, 1, 1});
        });
}

Layer ribbon_knot() {
    const Pts knot = closed_spline(
        {{782, 978}, {800, 973}, {818, 978}, {824, 1000}, {818, 1024}, {800, 1029}, {782, 1024}, {776, 1000}});
    return make_hugging_layer("ArtMeshRibbonKnot", Box::around(knot).grown(7), 2, 2, [&](Painter& p) {
        p.fill(knot, Paint::linear({776, 980}, {824, 1020}, {{0, kCoralLight}, {0.5, kCoral}, {1, kCoralDark}}));
        p.ink(spline({{794, 980}, {790, 1000}, {794, 1022}}), 3, kCoralLine.alpha(0.5), {0, 1, 0});
        p.ink(join({knot, {knot.front()}}), 4.2, kCoralLine, {1, 1, 1});
    });
}

}  // namespace

Pt skirt_point(double u, double v) {
    const double x = 2.0 * u - 1.0, flare = std::pow(std::max(v, 0.0), 0.82);
    const double half = lerp(106.0, 292.0, flare) - 20.0 * v * (1.0 - v);
    const double y = lerp(1128.0 + 14.0 * (1.0 - x * x), 1492.0 + 34.0 * (1.0 - x * x), v);
    return {800.0 + half * x, y};
}

Pt skirt_grid_point(double u, double v) {
    const double first = 1.0 / kSkirtRows;
    const double down =
        v <= first ? kSkirtWaistShare * v / first : lerp(kSkirtWaistShare, 1.0, (v - first) / (1.0 - first));
    return skirt_point(lerp(-0.015, 1.015, u), down) + Pt{0, v > 0.999 ? 14.0 : 0.0};
}

std::vector<Layer> dress_layers() {
    std::vector<Layer> layers;
    layers.push_back(skirt_back());
    layers.push_back(skirt());
    layers.push_back(waistband());
    for (const bool left : {false, true}) layers.push_back(collar(left));
    for (const bool left : {false, true}) layers.push_back(ribbon_tail(left));
    for (const bool left : {false, true}) layers.push_back(ribbon_loop(left));
    layers.push_back(ribbon_knot());
    return layers;
}

}  // namespace yure::demo
