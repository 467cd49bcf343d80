#include "features.hpp"
#include "skirt_shape.hpp"
#include "yura.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace yure::demo {
namespace {

const std::vector<double> kThirty{-30, 0, 30}, kUnit{-1, 0, 1}, kRise{0, 1}, kRiseHalf{0, 0.5, 1};

/// Where a mesh hangs and when it is drawn.
struct Place {
    const char *parent, *part;
    int draw_order;
};

/// Drawing order grows by tens, so that a user who adds something finds room.
const std::map<std::string_view, Place>& places() {
    static const std::map<std::string_view, Place> table{
        {"HairBackBase", {"WarpHairBack", "PartHairBack", 100}},
        {"HairBack3", {"WarpHairBack", "PartHairBack", 110}},
        {"HairBack2", {"WarpHairBack", "PartHairBack", 120}},
        {"HairBack4", {"WarpHairBack", "PartHairBack", 120}},
        {"HairBack1", {"WarpHairBack", "PartHairBack", 130}},
        {"HairBack5", {"WarpHairBack", "PartHairBack", 130}},
        {"HeadRibbonTailR", {"WarpHeadRibbon", "PartHeadRibbon", 140}},
        {"HeadRibbonTailL", {"WarpHeadRibbon", "PartHeadRibbon", 140}},
        {"HeadRibbonR", {"WarpHeadRibbon", "PartHeadRibbon", 150}},
        {"HeadRibbonL", {"WarpHeadRibbon", "PartHeadRibbon", 150}},
        {"SkirtBack", {"WarpSkirt", "PartSkirt", 200}},
        {"LegR", {"WarpLegs", "PartLegs", 210}},
        {"LegL", {"WarpLegs", "PartLegs", 210}},
        {"Neck", {"WarpBreath", "PartBody", 300}},
        {"Torso", {"WarpBreath", "PartBody", 310}},
        {"Skirt", {"WarpSkirt", "PartSkirt", 320}},
        {"Waistband", {"WarpBreath", "PartSkirt", 330}},
        {"SleeveInsideR", {"RotationArmR", "PartArmR", 340}},
        {"SleeveInsideL", {"RotationArmL", "PartArmL", 340}},
        {"HandR", {"RotationArmR", "PartArmR", 350}},
        {"HandL", {"RotationArmL", "PartArmL", 350}},
        {"SleeveR", {"RotationArmR", "PartArmR", 360}},
        {"SleeveL", {"RotationArmL", "PartArmL", 360}},
        {"CollarR", {"WarpBreath", "PartBody", 370}},
        {"CollarL", {"WarpBreath", "PartBody", 370}},
        {"RibbonTailR", {"WarpBreath", "PartRibbon", 380}},
        {"RibbonTailL", {"WarpBreath", "PartRibbon", 380}},
        {"RibbonR", {"WarpBreath", "PartRibbon", 390}},
        {"RibbonL", {"WarpBreath", "PartRibbon", 390}},
        {"RibbonKnot", {"WarpBreath", "PartRibbon", 400}},
        {"EarR", {"WarpEars", "PartFace", 500}},
        {"EarL", {"WarpEars", "PartFace", 500}},
        {"Face", {"WarpFace", "PartFace", 510}},
        {"CheekR", {"WarpCheeks", "PartFace", 520}},
        {"CheekL", {"WarpCheeks", "PartFace", 520}},
        {"MouthInside", {"WarpMouth", "PartMouth", 530}},
        {"Tongue", {"WarpMouth", "PartMouth", 540}},
        {"Teeth", {"WarpMouth", "PartMouth", 550}},
        {"LipLower", {"WarpMouth", "PartMouth", 560}},
        {"LipUpper", {"WarpMouth", "PartMouth", 560}},
        {"FaceShadow", {"WarpFaceShadow", "PartFace", 570}},
        {"Nose", {"WarpNose", "PartNose", 580}},
        {"HairSideR", {"WarpHairSideR", "PartHairSide", 700}},
        {"HairSideL", {"WarpHairSideL", "PartHairSide", 700}},
        {"HairTop", {"WarpHairTop", "PartHairFront", 710}},
        {"HairFront1", {"WarpHairFront", "PartHairFront", 720}},
        {"HairFront5", {"WarpHairFront", "PartHairFront", 720}},
        {"HairFront2", {"WarpHairFront", "PartHairFront", 730}},
        {"HairFront4", {"WarpHairFront", "PartHairFront", 730}},
        {"HairFront3", {"WarpHairFront", "PartHairFront", 740}},
        {"HairAhoge", {"WarpAhoge", "PartHairFront", 750}},
    };
    return table;
}

constexpr std::string_view kPrefix = "ArtMesh";

/// Grid coordinates of a vertex.
struct GridPlace {
    double u, v;
};
GridPlace grid_place(const MeshShape& shape, int vertex) {
    return {static_cast<double>(vertex % (shape.columns + 1)) / shape.columns,
            static_cast<double>(vertex / (shape.columns + 1)) / shape.rows};
}

class EyeRig {
  public:
    EyeRig(MeshSpec& mesh, bool left) : mesh_(mesh), side_(left ? 1.0 : -1.0), suffix_(left ? "L" : "R") {}

    void rig(std::string_view what) {
        const std::string letter = suffix_;
        mesh_.parent = what == "Brow" ? "WarpBrows" : "WarpEye" + letter;
        mesh_.part = what == "Brow" ? "PartBrows" : "PartEye" + letter;
        const std::vector<Axis> lids{{"ParamEye" + letter + "Open", kRise}, {"ParamEye" + letter + "Smile", kRise}};
        if (what == "EyeWhite")
            return shaped(600, lids, [](const MeshShape& shape, int i, double open, double smile, double side) {
                const auto [u, v] = grid_place(shape, i);
                const double along = side > 0 ? u : 1.0 - u;
                return lerp(upper_lid(along, open, smile), lower_lid(along, open, smile), v) +
                       Pt{0, lerp(-kLidMargin, kLidMargin, v)};
            });
        if (what == "LashLower")
            return shaped(630, lids, [](const MeshShape& shape, int i, double open, double smile, double side) {
                const auto [u, v] = grid_place(shape, i);
                return lower_lid(lerp(0.3, 1.0, side > 0 ? u : 1.0 - u), open, smile) + Pt{0, lerp(-5, 5, v)};
            });
        if (what == "Lash")
            return shaped(640, lids, [](const MeshShape& shape, int i, double open, double smile, double side) {
                const auto [u, v] = grid_place(shape, i);
                return upper_lash(side > 0 ? u : 1.0 - u, lerp(-1.9, 1.9, v), open, smile);
            });
        if (what == "Eyelid") {
            mesh_.draw_order = 650;
            mesh_.axes = lids;
            mesh_.move = [](int, Pt p, const Values& v) {
                const double closed = 1.0 - v[0];
                return p + Pt{0, closed * lerp(74.0, 30.0, v[1])};
            };
            mesh_.opacity = [](const Values& v) { return 0.12 + 0.88 * v[0]; };
            return;
        }
        if (what == "Brow") return brow();
        // Iris and the light in it: moved by the gaze, cut off by the white.
        const bool light = what == "EyeLight";
        mesh_.draw_order = light ? 620 : 610;
        mesh_.masks = {"ArtMeshEyeWhite" + letter};
        mesh_.axes = {{"ParamEyeBallX", kUnit}, {"ParamEyeBallY", kUnit}};
        const double reach = light ? 0.82 : 1.0;
        mesh_.move = [reach](int, Pt p, const Values& v) { return p + Pt{15.0 * reach * v[0], -11.0 * reach * v[1]}; };
    }

  private:
    using Shape = Pt (*)(const MeshShape& shape, int vertex, double open, double smile, double side);

    void shaped(int draw_order, std::vector<Axis> axes, Shape shape_of) {
        mesh_.draw_order = draw_order;
        mesh_.axes = std::move(axes);
        mesh_.move = [shape = mesh_.shape, shape_of, side = side_](int i, Pt, const Values& v) {
            return eye_point(side, shape_of(shape, i, v[0], v[1], side));
        };
    }

    void brow() {
        mesh_.draw_order = 660;
        const std::string id = "ParamBrow" + suffix_;
        mesh_.axes = {{id + "Y", kUnit}, {id + "Angle", kUnit}, {id + "Form", kUnit}};
        mesh_.move = [side = side_](int, Pt p, const Values& v) {
            const Pt middle = eye_point(side, {4, -116});
            const double out = side * (p.x - middle.x), turn = v[1] * 0.22;  // angle 1: the inner end rises
            return Pt{p.x, p.y - 13.0 * v[0] + out * turn + v[2] * -6.0 * (1.0 - out * out / 2700.0)};
        };
    }

    MeshSpec& mesh_;
    double side_;
    std::string suffix_;
};

void rig_mouth(MeshSpec& mesh, std::string_view what) {
    mesh.axes = {{"ParamMouthForm", kUnit}, {"ParamMouthOpenY", kRiseHalf}};
    const MeshShape shape = mesh.shape;
    if (what == "MouthInside") {
        mesh.move = [shape](int i, Pt, const Values& v) {
            const auto [u, down] = grid_place(shape, i);
            const double along = lerp(-1.0, 1.0, u);
            return lerp(upper_lip(along, v[0], v[1]), lower_lip(along, v[0], v[1]), down) +
                   Pt{0, lerp(-kLipMargin, kLipMargin, down)};
        };
    } else if (what == "LipUpper" || what == "LipLower") {
        const bool upper = what == "LipUpper";
        mesh.move = [shape, upper](int i, Pt, const Values& v) {
            const auto [u, down] = grid_place(shape, i);
            const double along = lerp(-1.06, 1.06, u);
            return (upper ? upper_lip(along, v[0], v[1]) : lower_lip(along, v[0], v[1])) + Pt{0, lerp(-6.0, 6.0, down)};
        };
        if (!upper) mesh.opacity = [](const Values& v) { return 0.3 + 0.7 * std::min(1.0, 2.0 * v[1]); };
    } else {
        mesh.masks = {"ArtMeshMouthInside"};
        const bool teeth = what == "Teeth";
        mesh.move = [teeth](int, Pt p, const Values& v) {
            const auto lip = [&](double form, double open) {
                return teeth ? upper_lip(0, form, open) : lower_lip(0, form, open);
            };
            return p + (lip(v[0], v[1]) - lip(0.3, 1.0)) + Pt{0, teeth ? -10.0 * (1.0 - v[1]) : 8.0 * (1.0 - v[1])};
        };
    }
}

}  // namespace

void rig_mesh(MeshSpec& mesh) {
    const std::string_view what = std::string_view(mesh.id).substr(kPrefix.size());
    const auto place = places().find(what);
    if (place == places().end()) {
        EyeRig(mesh, what.back() == 'L').rig(what.substr(0, what.size() - 1));
        return;
    }
    mesh.parent = place->second.parent;
    mesh.part = place->second.part;
    mesh.draw_order = place->second.draw_order;

    if (mesh.part == "PartMouth") rig_mouth(mesh, what);
    if (what == "FaceShadow") {
        mesh.flags = rig::kMultiplicative;
        mesh.masks = {"ArtMeshFace"};
    }
    if (what == "CheekL" || what == "CheekR") {
        mesh.axes = {{"ParamCheek", kRise}};
        mesh.opacity = [](const Values& v) { return lerp(0.6, 1.0, v[0]); };
        mesh.move = [](int, Pt p, const Values&) { return p; };
    }
    if (what == "Neck") {
        // The upper end follows the head, the lower end the shoulders.
        mesh.axes = {{"ParamAngleX", kThirty}, {"ParamAngleZ", kThirty}};
        mesh.move = [](int, Pt p, const Values& v) {
            const double up = smoothstep(860.0, 720.0, p.y);
            return p + Pt{up * (9.0 * v[0] + 7.0 * v[1]) / 30.0, 0};
        };
    }
    if (what == "HairAhoge") {
        mesh.axes = {{"ParamHairAhoge", kUnit}};
        mesh.move = [shape = mesh.shape](int i, Pt p, const Values& v) {
            const double t = grid_place(shape, i).v, turn = v[0] * 0.55 * t * t;
            const Pt root{808, 250}, from = p - root;
            return root + Pt{from.x * std::cos(turn) - from.y * std::sin(turn),
                             from.x * std::sin(turn) + from.y * std::cos(turn)};
        };
    }
}

std::vector<GlueSpec> rig_glues(const std::vector<Layer>& layers) {
    const auto find = [&](std::string_view id) -> const MeshShape& {
        return std::find_if(layers.begin(), layers.end(), [&](const Layer& l) { return l.id == id; })->mesh;
    };
    // The waistband's lower edge and the skirt's row below it are the same points.
    GlueSpec waist{"GlueWaist", "ArtMeshWaistband", "ArtMeshSkirt", {}};
    const MeshShape &band = find("ArtMeshWaistband"), &skirt = find("ArtMeshSkirt");
    for (int c = 0; c <= kSkirtColumns; ++c)
        waist.vertices.emplace_back(band.index(band.rows, c), skirt.index(kSkirtWaistRow, c));
    return {waist};
}

}  // namespace yure::demo
