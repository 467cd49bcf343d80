#include "art.hpp"
#include "hair_pen.hpp"
#include "palette.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace yure::demo {
namespace {

using namespace palette;

/// A strand of back hair: a wide ribbon along a spine, drawn as several locks that end one after the other.
struct BackStrand {
    const char* id;
    Pts spine;
    std::vector<double> half_widths;
    std::vector<Lock> locks;
    double darker;
};

Layer back_strand(const BackStrand& b) {
    const Strand strand(b.spine, b.half_widths);
    return make_layer(b.id, strip_mesh(strand, 18, 5, 7.0), [&](Painter& p) {
        for (const Lock& lock : b.locks) paint_lock(p, strand, lock, b.darker);
    });
}

/// A tuft of the bangs: one lock along its own spine that tapers to a point.
Layer tuft(const char* id, const Pts& spine, std::vector<double> half_widths, std::vector<Lock> locks, int rows,
           int columns) {
    const Strand strand(spine, std::move(half_widths));
    return make_layer(id, strip_mesh(strand, rows, columns, 6.0), [&](Painter& p) {
        for (const Lock& lock : locks) {
            paint_lock(p, strand, lock, 0.0);
        }
        paint_gloss(p, strand, locks);
        p.fade_in(strand.at(0.0, 0.0), strand.at(0.16, 0.0));
    });
}

Pts mirror_if(bool mirror, Pts points) {
    return mirror ? mirrored(std::move(points)) : points;
}
std::vector<Lock> mirror_if(bool mirror, std::vector<Lock> locks) {
    if (mirror)
        for (Lock& lock : locks) {
            lock.s_root = -lock.s_root;
            lock.s_tip = -lock.s_tip;
            lock.seed += 100;
        }
    return locks;
}

}  // namespace

std::vector<Layer> back_hair_layers() {
    std::vector<Layer> layers;

    // Behind everything: what is seen between neck, shoulders and the strands.
    const Pts mass = closed_spline({{800, 206},
                                    {672, 234},
                                    {580, 350},
                                    {552, 540},
                                    {552, 700},
                                    {575, 830},
                                    {625, 930},
                                    {700, 985},
                                    {800, 1000},
                                    {900, 985},
                                    {975, 930},
                                    {1025, 830},
                                    {1048, 700},
                                    {1048, 540},
                                    {1020, 350},
                                    {928, 234}});
    layers.push_back(make_hugging_layer("ArtMeshHairBackBase", {530, 190, 1070, 1015}, 9, 6, [&](Painter& p) {
        p.fill(mass, Paint::linear({800, 200}, {800, 1000},
                                   {{0, mix(hex(0x978ddb), kHairDeep, 0.5)},
                                    {0.5, mix(hex(0x8378c9), kHairDeep, 0.7)},
                                    {1, mix(hex(0x8378c9), kHairDeep, 0.75)}}));
        p.ink(join({mass, {mass.front()}}), 5, kHairLine, {1, 1, 1});
        p.clip(mass);
        p.soft(ellipse({800, 720}, 190, 260), hex(0x342c6b, 0.55), 70);
        for (int i = -6; i <= 6; ++i)
            p.ink(spline({{800.0 + i * 22, 380}, {800.0 + i * 38, 640}, {800.0 + i * 36, 960}}), 5,
                  kHairLine.alpha(0.28), {0, 1, 0});
        p.unclip();
    }));

    const std::vector<Lock> centre_locks{{-0.55, -0.75, 0.50, 0.0, 0.88, 0.55, 11},
                                         {0.55, 0.72, 0.50, 0.0, 0.91, 0.55, 12},
                                         {0.15, 0.30, 0.42, 0.02, 0.955, 0.6, 14},
                                         {-0.12, -0.12, 0.46, 0.0, 1.0, 0.62, 13}};
    layers.push_back(
        back_strand({"ArtMeshHairBack3",
                     {{800, 330}, {800, 640}, {806, 920}, {786, 1190}, {812, 1410}, {802, 1560}, {742, 1690}},
                     {70, 120, 142, 140, 122, 90, 40},
                     centre_locks,
                     0.50}));

    const std::vector<Lock> inner_locks{{-0.66, -0.85, 0.40, 0.0, 0.86, 0.5, 21},
                                        {0.62, 0.75, 0.42, 0.0, 0.90, 0.52, 22},
                                        {0.22, 0.28, 0.38, 0.0, 0.95, 0.58, 24},
                                        {-0.18, -0.15, 0.44, 0.0, 1.0, 0.6, 23}};
    const Pts inner{{712, 330}, {670, 600}, {636, 860}, {636, 1110}, {612, 1330}, {548, 1500}, {508, 1640}};
    const Pts inner_right{{712, 330}, {668, 600}, {632, 850}, {624, 1090}, {622, 1300}, {572, 1470}, {500, 1600}};
    layers.push_back(back_strand({"ArtMeshHairBack2", inner, {62, 98, 112, 114, 100, 70, 30}, inner_locks, 0.30}));
    layers.push_back(back_strand({"ArtMeshHairBack4",
                                  mirrored(inner_right),
                                  {62, 98, 112, 114, 100, 70, 30},
                                  mirror_if(true, inner_locks),
                                  0.30}));

    const std::vector<Lock> outer_locks{{-0.62, -0.95, 0.42, 0.0, 0.80, 0.45, 31},
                                        {0.66, 0.85, 0.36, 0.0, 0.87, 0.5, 32},
                                        {-0.35, -0.55, 0.40, 0.0, 0.90, 0.52, 35},
                                        {0.30, 0.40, 0.40, 0.0, 0.945, 0.55, 34},
                                        {0.0, -0.05, 0.42, 0.0, 1.0, 0.58, 33}};
    const Pts outer{{655, 310}, {586, 480}, {532, 700}, {520, 920}, {500, 1110}, {436, 1280}, {402, 1420}, {318, 1530}};
    const Pts outer_right{{655, 310},  {586, 480},  {536, 690},  {516, 900},
                          {510, 1080}, {462, 1250}, {404, 1380}, {362, 1520}};
    layers.push_back(back_strand({"ArtMeshHairBack1", outer, {48, 82, 102, 112, 112, 104, 84, 34}, outer_locks, 0.10}));
    layers.push_back(back_strand({"ArtMeshHairBack5",
                                  mirrored(outer_right),
                                  {48, 82, 102, 112, 112, 104, 84, 34},
                                  mirror_if(true, outer_locks),
                                  0.10}));
    return layers;
}

std::vector<Layer> front_hair_layers() {
    std::vector<Layer> layers;

    // Side locks frame the face and fall over the shoulders.
    const std::vector<Lock> side_locks{{-0.5, -0.75, 0.55, 0.0, 0.82, 0.5, 41},
                                       {0.45, 0.55, 0.55, 0.0, 0.91, 0.55, 42},
                                       {0.0, 0.05, 0.62, 0.0, 1.0, 0.55, 43}};
    const Pts side{{640, 330}, {592, 430}, {580, 560}, {594, 700}, {606, 830}, {596, 950}, {560, 1040}};
    for (const bool left : {false, true}) {
        const Strand strand(mirror_if(left, side), {34, 50, 48, 46, 44, 36, 10});
        const auto locks = mirror_if(left, side_locks);
        layers.push_back(
            make_layer(left ? "ArtMeshHairSideL" : "ArtMeshHairSideR", strip_mesh(strand, 16, 4, 6.0), [&](Painter& p) {
                for (const Lock& lock : locks) paint_lock(p, strand, lock, 0.02);
                paint_gloss(p, strand, locks);
            }));
    }

    // The crown: a cap whose lower edge lies under the bangs.
    const Pts dome = spline({{566, 560},
                             {549, 470},
                             {558, 370},
                             {604, 272},
                             {690, 207},
                             {800, 186},
                             {910, 207},
                             {996, 272},
                             {1042, 370},
                             {1051, 470},
                             {1034, 560}});
    const Pts hem = spline(
        {{1034, 560}, {1006, 470}, {960, 410}, {880, 372}, {800, 362}, {720, 372}, {640, 410}, {594, 470}, {566, 560}});
    const Pts crown = join({dome, hem});
    layers.push_back(make_hugging_layer("ArtMeshHairTop", {535, 172, 1065, 575}, 7, 8, [&](Painter& p) {
        p.fill(crown, hair_paint());
        p.clip(crown);
        p.soft(join({spline({{560, 600}, {640, 440}, {800, 395}, {960, 440}, {1040, 600}}), {{1040, 700}, {560, 700}}}),
               kHairShade.alpha(0.4), 30);
        p.soft(ellipse({735, 255}, 130, 46, -12), kHairLight.alpha(0.35), 36);
        for (int i = -7; i <= 7; ++i) {
            const double x = i * 0.14;
            p.ink(spline({{800.0 + x * 60, 200},
                          {800.0 + x * 190, 250.0 + x * x * 30},
                          {800.0 + x * 262, 400.0 + x * x * 60}}),
                  3.2, kHairLine.alpha(0.22), {0, 1, 0});
        }
        p.unclip();
        gloss_ring(p, crown);
        p.ink(dome, 6.5, kHairLine, {0.35, 1.0, 0.35});
    }));

    // Bangs, outer ones first.
    layers.push_back(tuft("ArtMeshHairFront1", {{738, 226}, {662, 272}, {614, 368}, {600, 480}, {618, 600}},
                          {30, 58, 60, 42, 3},
                          {{-0.2, -0.5, 0.7, 0.0, 0.86, 0.4, 51}, {0.1, 0.0, 0.86, 0.0, 1.0, 0.35, 52}}, 11, 4));
    layers.push_back(tuft("ArtMeshHairFront5", {{862, 226}, {938, 272}, {986, 368}, {1000, 480}, {982, 600}},
                          {30, 58, 60, 42, 3},
                          {{0.2, 0.5, 0.7, 0.0, 0.84, 0.4, 53}, {-0.1, 0.0, 0.86, 0.0, 1.0, 0.35, 54}}, 11, 4));
    layers.push_back(tuft("ArtMeshHairFront2", {{772, 216}, {722, 272}, {690, 360}, {680, 460}, {694, 545}},
                          {26, 62, 68, 48, 4},
                          {{-0.35, -0.55, 0.6, 0.0, 0.88, 0.35, 55}, {0.15, 0.05, 0.86, 0.0, 1.0, 0.35, 56}}, 11, 4));
    layers.push_back(tuft("ArtMeshHairFront4", {{828, 216}, {874, 272}, {906, 360}, {918, 455}, {900, 548}},
                          {26, 62, 68, 50, 4},
                          {{0.4, 0.6, 0.6, 0.0, 0.90, 0.35, 57}, {-0.12, 0.0, 0.88, 0.0, 1.0, 0.35, 58}}, 11, 4));
    layers.push_back(tuft("ArtMeshHairFront3", {{800, 212}, {796, 292}, {790, 380}, {796, 480}, {822, 572}},
                          {24, 60, 66, 48, 3},
                          {{-0.45, -0.6, 0.55, 0.0, 0.87, 0.35, 60},
                           {0.5, 0.75, 0.45, 0.0, 0.80, 0.35, 61},
                           {0.0, 0.0, 0.80, 0.0, 1.0, 0.35, 59}},
                          11, 4));

    const Strand loose({{808, 254}, {800, 206}, {802, 156}, {828, 114}, {876, 108}, {908, 138}},
                       {9, 13, 16, 15, 11, 1});
    layers.push_back(make_layer("ArtMeshHairAhoge", strip_mesh(loose, 9, 3, 5.0), [&](Painter& p) {
        paint_lock(p, loose, {0, 0, 1.0, 0.0, 1.0, 0.98, 71}, 0.0);
        p.fade_in(loose.at(0.02, 0), loose.at(0.22, 0));
    }));
    return layers;
}

std::vector<Layer> head_ribbon_layers() {
    std::vector<Layer> layers;
    const auto cloth = [&](Painter& p, const Pts& shape, Pt from, Pt to) {
        p.fill(shape, Paint::linear(from, to, {{0, kCoralDark}, {0.35, kCoral}, {0.75, kCoralLight}, {1, kCoral}}));
    };
    // Tails behind the loops.
    const Pts tail_spine{{664, 268}, {572, 330}, {520, 430}, {508, 540}, {474, 640}};
    for (const bool left : {false, true}) {
        const Strand strand(mirror_if(left, tail_spine), {16, 26, 32, 36, 38});
        layers.push_back(make_layer(
            left ? "ArtMeshHeadRibbonTailL" : "ArtMeshHeadRibbonTailR", strip_mesh(strand, 10, 3, 6.0),
            [&](Painter& p) {
                const Pts shape =
                    join({strand.line(0, 1, -1, -1), {strand.at(0.90, 0.05)}, reversed(strand.line(0, 0.97, 1, 1))});
                cloth(p, shape, strand.at(0, 0), strand.at(1, 0));
                p.clip(shape);
                p.soft(strand.line(0, 1, 0.4, 0.4), kCoralDark.alpha(0.4), 14);
                p.soft(join({strand.line(0, 1, 0.35, 0.2), reversed(strand.line(0, 1, 1.3, 1.3))}),
                       kCoralDark.alpha(0.45), 10);
                p.unclip();
                p.ink(strand.line(0, 1, -1, -1), 4.5, kCoralLine, {0.3, 1, 0.8});
                p.ink(strand.line(0, 0.97, 1, 1), 4.5, kCoralLine, {0.3, 1, 0.8});
                p.ink(join({Pts{strand.at(1, -1)}, Pts{strand.at(0.90, 0.05)}, Pts{strand.at(0.97, 1)}}), 4, kCoralLine,
                      {0.9, 1, 0.9});
            }));
    }
    for (const bool left : {false, true}) {
        const auto m = [&](Pts points) { return mirror_if(left, std::move(points)); };
        const Pts loop = m(join(
            {spline({{724, 246}, {668, 178}, {596, 120}, {536, 106}, {506, 130}, {504, 184}, {524, 248}, {566, 296}}),
             spline({{566, 296}, {630, 300}, {692, 284}, {724, 246}})}));
        layers.push_back(make_hugging_layer(
            left ? "ArtMeshHeadRibbonL" : "ArtMeshHeadRibbonR", Box::around(loop).grown(10), 6, 6, [&](Painter& p) {
                p.fill(loop, Paint::linear(m({{505, 120}})[0], m({{720, 260}})[0],
                                           {{0, kCoral}, {0.35, kCoralLight}, {0.6, kCoral}, {1, kCoralDark}}));
                p.clip(loop);
                p.soft(m(spline({{724, 246}, {640, 232}, {560, 240}, {520, 262}, {560, 310}, {690, 320}})),
                       kCoralDark.alpha(0.75), 20);
                p.soft(m(closed_spline({{540, 124}, {600, 142}, {650, 190}, {600, 178}, {548, 160}})),
                       hex(0xffd2c8, 0.7), 14);
                for (const Pts& fold :
                     {Pts{{716, 240}, {650, 214}, {590, 206}}, Pts{{718, 248}, {650, 250}, {584, 262}},
                      Pts{{712, 232}, {660, 190}, {620, 168}}})
                    p.ink(m(spline(fold)), 4.5, kCoralLine.alpha(0.55), {1, 0.7, 0});
                p.unclip();
                p.ink(loop, 5.0, kCoralLine, {0.6, 1, 0.6});
            }));
    }
    return layers;
}

}  // namespace yure::demo
