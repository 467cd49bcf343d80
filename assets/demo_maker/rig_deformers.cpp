#include "features.hpp"
#include "turning.hpp"
#include "yura.hpp"

#include <cmath>

namespace yure::demo {
namespace {

const std::vector<double> kThirty{-30, 0, 30}, kTen{-10, 0, 10}, kUnit{-1, 0, 1}, kRise{0, 1};

std::vector<Axis> head_axes() {
    return {{"ParamAngleX", kThirty}, {"ParamAngleY", kThirty}};
}
std::vector<Axis> body_axes() {
    return {{"ParamBodyAngleX", kTen}, {"ParamBodyAngleY", kTen}};
}

/// A warp below the head that turns a layer by its own depth.
WarpSpec head_warp(const char* id, const char* part, Box box, int rows, int columns, std::function<Depth(Pt)> depth) {
    return {
        id,          "RotationHead",
        part,        box,
        rows,        columns,
        head_axes(), [depth = std::move(depth)](Pt p, const Values& v) { return turn_head(p, depth(p), v[0], v[1]); }};
}

WarpSpec body_warp(const char* id, const char* parent, const char* part, Box box, int rows, int columns) {
    return {id,   parent,  part,        box,
            rows, columns, body_axes(), [](Pt p, const Values& v) { return turn_body(p, v[0], v[1]); }};
}

void add_body(PuppetSpec& spec) {
    spec.add(RotationSpec{"RotationBase",
                          "",
                          "PartBody",
                          {800, 2150},
                          {{"ParamBodyAngleZ", kTen}},
                          [](const Values& v) { return v[0] * 0.12; },
                          {}});
    spec.add(body_warp("WarpLegs", "RotationBase", "PartLegs", {620, 1380, 980, 2210}, 6, 2));
    spec.add(body_warp("WarpSkirt", "RotationBase", "PartSkirt", {480, 1100, 1120, 1560}, 5, 8));
    spec.add(RotationSpec{"RotationBody",
                          "RotationBase",
                          "PartBody",
                          {800, 1150},
                          {{"ParamBodyAngleZ", kTen}},
                          [](const Values& v) { return v[0] * 0.55; },
                          {}});
    spec.add(body_warp("WarpBody", "RotationBody", "PartBody", {430, 680, 1170, 1460}, 6, 6));

    // Breathing in lifts shoulders and chest and widens the ribs a little.
    spec.add(WarpSpec{"WarpBreath",
                      "WarpBody",
                      "PartBody",
                      {440, 690, 1160, 1450},
                      7,
                      6,
                      {{"ParamBreath", kRise}},
                      [](Pt p, const Values& v) {
                          const double chest = smoothstep(1130.0, 940.0, p.y),
                                       ribs = chest * smoothstep(800.0, 930.0, p.y);
                          return p + Pt{(p.x - 800.0) * 0.016 * ribs * v[0], -7.0 * chest * v[0]};
                      }});
    for (const bool left : {false, true})
        spec.add(RotationSpec{left ? "RotationArmL" : "RotationArmR",
                              "WarpBreath",
                              left ? "PartArmL" : "PartArmR",
                              {left ? 912.0 : 688.0, 868},
                              {{left ? "ParamArmLA" : "ParamArmRA", kTen}},
                              [left](const Values& v) { return v[0] * (left ? -1.5 : 1.5); },
                              {}});
    spec.add(RotationSpec{"RotationHead",
                          "WarpBody",
                          "PartHead",
                          {800, 775},
                          {{"ParamAngleZ", kThirty}, {"ParamBreath", kRise}},
                          [](const Values& v) { return v[0] * 0.5; },
                          [](Pt p, const Values& v) {
                              return p - Pt{0, 5.0 * v[1]};
                          }});
}

void add_head(PuppetSpec& spec) {
    spec.add(head_warp("WarpHairBack", "PartHairBack", {200, 170, 1400, 1740}, 13, 8, back_hair_depth));
    spec.add(head_warp("WarpHeadRibbon", "PartHeadRibbon", {420, 80, 1180, 680}, 4, 4,
                       [](Pt p) { return -70.0 * smoothstep(900.0, 300.0, p.y); }));
    spec.add(head_warp("WarpEars", "PartFace", {570, 510, 1030, 670}, 2, 4, [](Pt) { return -24.0; }));
    spec.add(head_warp("WarpFace", "PartFace", {570, 270, 1030, 800}, 8, 8, face_depth));
    spec.add(
        head_warp("WarpCheeks", "PartFace", {600, 620, 1000, 710}, 2, 6, [](Pt p) { return face_depth(p) + 2.0; }));
    spec.add(head_warp("WarpNose", "PartNose", {776, 630, 826, 680}, 2, 2, [](Pt p) { return face_depth(p) + 26.0; }));
    spec.add(head_warp("WarpMouth", "PartMouth", {750, 670, 850, 750}, 3, 4, [](Pt p) { return face_depth(p) + 6.0; }));
    for (const bool left : {false, true}) {
        const double side = left ? 1.0 : -1.0, middle = kFaceMiddle + side * kEyeOffset.x;
        spec.add(head_warp(left ? "WarpEyeL" : "WarpEyeR", left ? "PartEyeL" : "PartEyeR",
                           {middle - 95, 490, middle + 95, 672}, 4, 4, [](Pt p) { return face_depth(p) + 3.0; }));
    }
    spec.add(head_warp("WarpBrows", "PartBrows", {610, 440, 990, 520}, 2, 8, [](Pt p) { return face_depth(p) + 8.0; }));
    spec.add(head_warp("WarpFaceShadow", "PartFace", {570, 320, 1030, 635}, 4, 8,
                       [](Pt p) { return front_hair_depth(p) - 14.0; }));
    for (const bool left : {false, true}) {
        const double side = left ? 1.0 : -1.0, inner = 800 + side * 110, outer = 800 + side * 310;
        spec.add(head_warp(left ? "WarpHairSideL" : "WarpHairSideR", "PartHairSide",
                           {std::min(inner, outer), 300, std::max(inner, outer), 1070}, 6, 3,
                           [](Pt p) { return lerp(front_hair_depth(p), 46.0, smoothstep(380.0, 640.0, p.y)); }));
    }
    spec.add(head_warp("WarpHairTop", "PartHairFront", {525, 160, 1075, 590}, 6, 8, front_hair_depth));
    spec.add(head_warp("WarpHairFront", "PartHairFront", {525, 170, 1075, 650}, 7, 8,
                       [](Pt p) { return front_hair_depth(p) + 10.0 * smoothstep(230.0, 480.0, p.y); }));
    spec.add(head_warp("WarpAhoge", "PartHairFront", {760, 90, 940, 275}, 2, 2, [](Pt) {
        return front_hair_depth({806, 240});
    }));
}

}  // namespace

void rig_deformers(PuppetSpec& spec) {
    add_body(spec);
    add_head(spec);
}

}  // namespace yure::demo
