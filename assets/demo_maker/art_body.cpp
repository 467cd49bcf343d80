#include "art.hpp"
#include "palette.hpp"

#include <string>

namespace yure::demo {
namespace {

using namespace palette;

Pts side_of(bool left, Pts points) {
    return left ? mirrored(std::move(points)) : points;
}

/// Legs are drawn long and then shortened, which suits the large head.
constexpr double kLegTop = 1400.0, kLegScale = 0.87;

Layer leg(bool left) {
    const auto m = [&](Pts points) {
        for (Pt& q : points) q.y = kLegTop + (q.y - kLegTop) * kLegScale;
        return side_of(left, std::move(points));
    };
    const Pts outer = spline(
        {{662, 1400}, {662, 1500}, {676, 1640}, {696, 1780}, {688, 1880}, {688, 1970}, {718, 2120}, {724, 2200}});
    const Pts inner = spline(
        {{778, 2200}, {778, 2120}, {784, 1990}, {788, 1890}, {780, 1780}, {788, 1640}, {794, 1500}, {796, 1400}});
    const Pts shape = m(join({outer, inner}));
    const Pts sock_top = spline({{650, 1612}, {690, 1628}, {740, 1632}, {810, 1618}});
    const Pts shoe = m(join({spline({{712, 2176},
                                     {700, 2214},
                                     {676, 2262},
                                     {668, 2292},
                                     {690, 2306},
                                     {742, 2308},
                                     {790, 2302},
                                     {798, 2276},
                                     {788, 2230},
                                     {786, 2176}}),
                             spline({{786, 2176}, {750, 2190}, {712, 2176}})}));
    return make_hugging_layer(
        left ? "ArtMeshLegL" : "ArtMeshLegR", Box{left ? 786.0 : 640.0, 1395, left ? 960.0 : 814.0, 2200}, 14, 3,
        [&](Painter& p) {
            p.fill(shape, Paint::linear({0, 1400}, {0, 1650}, {{0, kSkinShade}, {0.55, kSkinWarm}, {1, kSkin}}));
            p.clip(shape);
            p.soft(m(join({spline({{770, 1400}, {764, 1500}, {756, 1650}}), {{820, 1650}, {820, 1400}}})),
                   kSkinShade.alpha(0.6), 16);
            // Over-knee sock.
            const Pts sock = join({m(sock_top), m({{830, 2320}, {630, 2320}})});
            p.fill(sock, Paint::linear(m({{670, 0}})[0], m({{800, 0}})[0],
                                       {{0, kNavyDark}, {0.35, kNavyLight}, {0.6, kNavy}, {1, kNavyDark}}));
            p.soft(m(closed_spline({{716, 1800}, {748, 1790}, {760, 1850}, {738, 1910}, {714, 1860}})),
                   hex(0x8492d2, 0.35), 22);
            const Pts stripe = m(moved(sock_top, {0, 18}));
            p.ink(stripe, 8, kCloth, {1, 1, 1});
            p.ink(m(sock_top), 4.5, kNavyLine, {1, 1, 1});
            p.unclip();
            p.ink(m(outer), 5, kNavyLine, {0.7, 1, 0.7});
            p.ink(m(inner), 5, kNavyLine, {0.7, 1, 0.7});
            // Shoe.
            p.fill(shoe,
                   Paint::linear({0, 2176}, {0, 2308}, {{0, hex(0x6f4438)}, {0.5, hex(0x8a5644)}, {1, hex(0x4d2c2a)}}));
            p.clip(shoe);
            p.soft(m(closed_spline({{700, 2240}, {740, 2232}, {768, 2250}, {740, 2268}, {700, 2270}})),
                   hex(0xd99a7c, 0.75), 14);
            p.fill(join({m(spline({{660, 2292}, {730, 2300}, {810, 2290}})), m({{810, 2330}, {660, 2330}})}),
                   hex(0x38201f));
            p.ink(m(spline({{700, 2226}, {744, 2242}, {790, 2226}})), 9, hex(0x5a342c), {1, 1, 1});
            p.unclip();
            p.ink(join({shoe, {shoe.front()}}), 5, hex(0x2e1a20), {1, 1, 1});
        });
}

Layer hand(bool left) {
    const auto m = [&](Pts points) { return side_of(left, std::move(points)); };
    const Pts shape =
        m(join({spline({{556, 1236}, {544, 1290}, {524, 1330}, {516, 1372}, {520, 1408}, {528, 1436}, {540, 1440}}),
                spline({{540, 1440}, {552, 1446}, {562, 1444}}), spline({{562, 1444}, {574, 1442}, {582, 1428}}),
                spline({{582, 1428}, {592, 1408}, {594, 1376}, {596, 1350}}),
                spline({{596, 1350}, {606, 1372}, {616, 1376}, {620, 1360}, {612, 1322}, {606, 1290}, {610, 1236}})}));
    return make_hugging_layer(
        left ? "ArtMeshHandL" : "ArtMeshHandR", Box::around(shape).grown(8), 6, 3, [&](Painter& p) {
            p.fill(shape, Paint::linear({0, 1240}, {0, 1440}, {{0, kSkinShade}, {0.35, kSkinWarm}, {1, kSkin}}));
            p.clip(shape);
            p.soft(m(join({spline({{594, 1290}, {588, 1360}, {578, 1440}}), {{640, 1440}, {640, 1290}}})),
                   kSkinShade.alpha(0.4), 10);
            p.unclip();
            p.ink(join({shape, {shape.front()}}), 4.2, kSkinLine, {1, 1, 1});
            p.ink(m(spline({{538, 1440}, {537, 1412}, {541, 1386}})), 2.8, kSkinLine.alpha(0.8), {1, 0.8, 0});
            p.ink(m(spline({{561, 1443}, {561, 1412}, {562, 1388}})), 2.8, kSkinLine.alpha(0.8), {1, 0.8, 0});
            p.ink(m(spline({{596, 1350}, {592, 1336}, {590, 1326}})), 2.8, kSkinLine.alpha(0.8), {1, 0.8, 0});
        });
}

/// The dark inside of the bell sleeve, behind the hand.
Layer sleeve_inside(bool left) {
    const auto m = [&](Pts points) { return side_of(left, std::move(points)); };
    const Pts shape = m(closed_spline(
        {{476, 1276}, {520, 1252}, {584, 1246}, {640, 1262}, {648, 1288}, {604, 1322}, {540, 1330}, {488, 1312}}));
    return make_hugging_layer(
        left ? "ArtMeshSleeveInsideL" : "ArtMeshSleeveInsideR", Box::around(shape).grown(8), 2, 4, [&](Painter& p) {
            p.fill(shape, Paint::linear({0, 1240}, {0, 1330}, {{0, hex(0x6f73ad)}, {1, hex(0xa3a6d2)}}));
            p.ink(join({shape, {shape.front()}}), 4.5, kNavyLine, {1, 1, 1});
        });
}

Layer sleeve(bool left) {
    const auto m = [&](Pts points) { return side_of(left, std::move(points)); };
    const Pts outer = spline({{698, 838}, {660, 846}, {630, 876}, {602, 950}, {566, 1060}, {516, 1180}, {470, 1288}});
    const Pts cuff = spline({{470, 1288}, {500, 1308}, {556, 1312}, {612, 1300}, {654, 1276}});
    const Pts inner = spline({{654, 1276}, {664, 1180}, {676, 1080}, {694, 990}, {706, 930}, {712, 870}, {698, 838}});
    const Pts shape = m(join({outer, cuff, inner}));
    return make_hugging_layer(
        left ? "ArtMeshSleeveL" : "ArtMeshSleeveR", Box::around(shape).grown(9), 13, 5, [&](Painter& p) {
            p.fill(shape, Paint::linear(m({{540, 1000}})[0], m({{690, 1060}})[0],
                                        {{0, kCloth}, {0.6, kCloth}, {1, mix(kCloth, kClothShade, 0.75)}}));
            p.clip(shape);
            p.soft(m(join({spline({{720, 850}, {690, 960}, {660, 1070}, {630, 1180}, {600, 1320}}),
                           {{700, 1320}, {740, 860}}})),
                   kClothShade, 26);
            p.soft(m(closed_spline({{600, 1080}, {570, 1170}, {530, 1290}, {560, 1296}, {596, 1180}})),
                   kClothShade.alpha(0.8), 16);
            p.soft(m(closed_spline({{655, 1000}, {630, 1100}, {612, 1160}, {640, 1130}, {668, 1040}})),
                   kClothShade.alpha(0.9), 12);
            for (const Pts& fold :
                 {Pts{{594, 1092}, {572, 1160}, {538, 1244}}, Pts{{660, 1010}, {642, 1080}, {622, 1150}},
                  Pts{{640, 940}, {660, 960}, {690, 965}}, Pts{{622, 1150}, {612, 1210}, {604, 1262}}})
                p.ink(m(spline(fold)), 3.4, kClothLine.alpha(0.7), {0, 1, 0});
            // Navy cuff with a white line.
            const Pts rim = m(cuff);
            const auto lift = [&](double by) { return moved(rim, {left ? by * 0.10 : -by * -0.10, -by}); };
            const Pts band = join({lift(52), reversed(moved(rim, {0, 30}))});
            p.fill(band,
                   Paint::linear(m({{480, 0}})[0], m({{660, 0}})[0], {{0, kNavy}, {0.3, kNavyLight}, {1, kNavyDark}}));
            p.ink(lift(36), 6.5, kCloth, {1, 1, 1});
            p.ink(lift(52), 3.6, kNavyLine, {1, 1, 1});
            p.unclip();
            p.ink(m(outer), 5.2, kClothLine, {0.2, 1, 1});
            p.ink(m(cuff), 5.2, kNavyLine, {1, 1, 1});
            p.ink(m(inner), 5.0, kClothLine, {1, 1, 0.1});
        });
}

}  // namespace

std::vector<Layer> body_layers() {
    std::vector<Layer> layers;
    layers.push_back(leg(false));
    layers.push_back(leg(true));

    const Pts neck = join({spline({{752, 700}, {755, 780}, {744, 826}, {690, 862}, {740, 940}, {800, 1000}}),
                           spline({{800, 1000}, {860, 940}, {910, 862}, {856, 826}, {845, 780}, {848, 700}})});
    layers.push_back(make_hugging_layer("ArtMeshNeck", {680, 695, 920, 1006}, 6, 5, [&](Painter& p) {
        p.fill(neck, Paint::linear({0, 700}, {0, 900}, {{0, kSkinShade}, {0.45, kSkinWarm}, {1, kSkin}}));
        p.clip(neck);
        p.soft(join({{{700, 690}}, spline({{740, 770}, {790, 822}, {850, 806}, {870, 770}}), {{900, 690}}}),
               hex(0xd98f8f, 0.75), 8);
        p.ink(spline({{790, 905}, {764, 894}, {735, 880}}), 3, kSkinLine.alpha(0.5), {0.2, 1, 0});
        p.ink(spline({{810, 905}, {836, 894}, {865, 880}}), 3, kSkinLine.alpha(0.5), {0.2, 1, 0});
        p.unclip();
        p.ink(spline({{752, 700}, {755, 780}, {744, 826}, {690, 862}}), 4.4, kSkinLine, {1, 1, 0.4});
        p.ink(spline({{848, 700}, {845, 780}, {856, 826}, {910, 862}}), 4.4, kSkinLine, {1, 1, 0.4});
    }));

    // Blouse: open at the throat, its collar lies above it.
    const Pts right = spline({{716, 832}, {682, 852}, {668, 900}, {674, 970}, {694, 1050}, {706, 1110}, {700, 1172}});
    const Pts blouse =
        join({spline({{800, 985}, {750, 900}, {716, 832}}), right, spline({{700, 1172}, {800, 1186}, {900, 1172}}),
              reversed(mirrored(right)), spline({{884, 832}, {850, 900}, {800, 985}})});
    layers.push_back(make_hugging_layer("ArtMeshTorso", {655, 820, 945, 1200}, 9, 8, [&](Painter& p) {
        p.fill(blouse, kCloth);
        p.clip(blouse);
        p.soft(join({spline({{930, 840}, {890, 960}, {868, 1060}, {880, 1190}}), {{960, 1190}, {960, 840}}}),
               kClothShade, 22);
        p.soft(join({spline({{668, 940}, {706, 1000}, {716, 1080}, {708, 1190}}), {{650, 1190}, {650, 940}}}),
               kClothShade.alpha(0.8), 14);
        p.soft(closed_spline({{716, 1034},
                              {760, 1062},
                              {800, 1050},
                              {846, 1064},
                              {886, 1030},
                              {870, 1090},
                              {800, 1080},
                              {734, 1092}}),
               kClothShade.alpha(0.85), 15);
        p.soft({{690, 1140}, {910, 1140}, {910, 1200}, {690, 1200}}, kClothShade.alpha(0.9), 14);
        for (const Pts& fold : {Pts{{712, 1100}, {738, 1120}, {752, 1160}}, Pts{{890, 1094}, {862, 1122}, {850, 1166}},
                                Pts{{682, 950}, {704, 990}, {734, 1006}}, Pts{{918, 948}, {896, 990}, {868, 1006}},
                                Pts{{800, 1060}, {798, 1110}, {802, 1160}}})
            p.ink(spline(fold), 3.2, kClothLine.alpha(0.6), {0, 1, 0});
        p.unclip();
        p.ink(right, 5, kClothLine, {0.3, 1, 1});
        p.ink(mirrored(right), 5, kClothLine, {0.3, 1, 1});
    }));

    for (const bool left : {false, true}) {
        layers.push_back(sleeve_inside(left));
        layers.push_back(hand(left));
        layers.push_back(sleeve(left));
    }
    return layers;
}

}  // namespace yure::demo
