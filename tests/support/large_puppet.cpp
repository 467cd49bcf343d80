#include "support/large_model.hpp"
#include "support/large_names.hpp"
#include "support/puppet_builder.hpp"

#include <cmath>

namespace yure::tests {
namespace {

using At = std::vector<float>;
using Axes = std::vector<PuppetBuilder::Axis>;

const At kTurn{-30.0f, 0.0f, 30.0f}, kBodyTurn{-10.0f, 0.0f, 10.0f}, kAround{-1.0f, 0.0f, 1.0f},
    kHalves{0.0f, 0.5f, 1.0f}, kFromZero{0.0f, 1.0f};

struct Box {
    Vec2 from, to;
    /// Cell `index` of a grid of `columns` x `lines` cells, with a gap of a tenth around it.
    Box cell(int index, int columns, int lines) const {
        const Vec2 size{(to.x - from.x) / static_cast<float>(columns), (to.y - from.y) / static_cast<float>(lines)};
        const Vec2 corner{from.x + size.x * static_cast<float>(index % columns),
                          from.y + size.y * static_cast<float>(index / columns)};
        return {{corner.x + 0.05f * size.x, corner.y + 0.05f * size.y},
                {corner.x + 0.95f * size.x, corner.y + 0.95f * size.y}};
    }
    float width() const { return to.x - from.x; }
    float height() const { return to.y - from.y; }
    Vec2 middle() const { return {0.5f * (from.x + to.x), 0.5f * (from.y + to.y)}; }
};

constexpr Box kWhole{{0.0f, 0.0f}, {1.0f, 1.0f}};   // of a warp
constexpr Box kBody{{-0.8f, -1.4f}, {0.8f, 1.4f}};  // of the model, in model units
constexpr float kNeck = -0.62f;                     // model units, y down

/// A box of the model in the space of the body's warps.
Box in_body(Box b) {
    const auto place = [](Vec2 p) {
        return Vec2{(p.x - kBody.from.x) / kBody.width(), (p.y - kBody.from.y) / kBody.height()};
    };
    return {place(b.from), place(b.to)};
}

Vec2 unmoved(Vec2 rest, const At&) {
    return rest;
}

/// Leans sideways by `reach` times the first key over `extent`, more towards the bottom.
PuppetBuilder::Shape leaning(Box box, float reach, float extent = 1.0f) {
    return [=](Vec2 p, const At& at) {
        const float down = (p.y - box.from.y) / box.height();
        return Vec2{p.x + reach * at[0] / extent * down * down, p.y};
    };
}

/// Moves by both keys and narrows towards the side it turns to.
PuppetBuilder::Shape turning(Box box, float reach, float extent_x, float extent_y) {
    return [=](Vec2 p, const At& at) {
        const float x = at[0] / extent_x, y = at[1] / extent_y, from_middle = (p.x - box.middle().x) / box.width();
        const float bulge = 1.0f - 4.0f * from_middle * from_middle;
        return Vec2{p.x + reach * x * bulge * box.width(), p.y - reach * y * bulge * box.height()};
    };
}

class LargePuppet {
  public:
    rig::Puppet build() {
        for (const LargeParameter& p : large_parameters())
            b_.parameter(p.id, p.min, p.max, p.default_value,
                         p.blend_shape ? rig::ParameterType::blend_shape : rig::ParameterType::normal);
        frame();
        behind();
        hair("HairBack", 8, 4, 10, {{-0.5f, -0.72f}, {0.5f, 0.95f}}, 220.0f);
        limbs();
        sleeves();
        skirt();
        ribbons();
        details();
        face();
        hair("HairSide", 8, 3, 10, {{-0.42f, -0.66f}, {0.42f, 0.4f}}, 640.0f);
        hair("HairFront", 22, 2, 10, {{-0.36f, -0.74f}, {0.36f, -0.22f}}, 700.0f);
        masks();
        for (int i = 0; i < 12; ++i)
            b_.blend_mesh(parameter(numbered("ParamBlend", i)), face_.at(static_cast<std::size_t>(i) * 5), kAround, 1,
                          [](int vertex, float key) {
                              return Vec2{0.01f * key * static_cast<float>(vertex % 4), 0.02f * std::abs(key)};
                          });
        return finished();
    }

  private:
    int parameter(const std::string& id) const { return large_parameter(id); }
    PuppetBuilder::Axis axis(const std::string& id, const At& keys) const { return {parameter(id), keys}; }

    int warp(const std::string& id, int parent, int rows, int cols, Box box, Axes axes,
             const PuppetBuilder::Shape& shape) {
        return b_.warp(id, part_, parent, rows, cols, box.from, box.to, true, std::move(axes), shape);
    }
    int mesh(const std::string& id, int parent, int columns, int lines, Box box, Axes axes,
             const PuppetBuilder::Shape& shape, float order) {
        return b_.mesh(id, part_, parent, columns, lines, box.from, box.to, std::move(axes), shape, order);
    }

    void frame() {
        root_ = b_.part("PartRoot", -1);
        part_ = root_;
        const int body =
            warp("WarpBody", -1, 6, 4, kBody, {axis("ParamBodyAngleX", kBodyTurn), axis("ParamBodyAngleY", kBodyTurn)},
                 turning(kBody, 0.03f, 10.0f, 10.0f));
        body_ = warp("WarpBreath", body, 4, 4, kWhole, {axis("ParamBreath", kFromZero)}, [](Vec2 p, const At& at) {
            return Vec2{p.x, p.y - 0.004f * at[0] * (1.0f - p.y)};
        });
        const Vec2 neck = in_body({{0.0f, kNeck}, {1.0f, 1.0f}}).from;
        head_ = b_.rotation("RotHead", part_, body_, {axis("ParamAngleZ", kTurn)}, [&](const At& at) {
            return PuppetBuilder::Turn{at[0] / 2.0f, neck.x, neck.y, 1.0f};
        });
    }

    void behind() {
        part_ = b_.part("PartBehind", root_);
        for (int i = 0; i < 4; ++i)
            mesh(numbered("Behind", i), -1, 5, 6, Box{{-0.95f, -1.45f}, {0.95f, 1.45f}}.cell(i, 2, 2), {}, unmoved,
                 100.0f);
    }

    /// Strands side by side in a common warp that follows the head's turning; four sways where there is room for them.
    void hair(const std::string& name, int strands, int columns, int lines, Box box, float order) {
        part_ = b_.part("Part" + name, root_);
        const int all = warp("Warp" + name, head_, 4, 6, box, {axis("ParamAngleX", kTurn), axis("ParamAngleY", kTurn)},
                             turning(box, 0.06f, 30.0f, 30.0f));
        for (int i = 0; i < strands; ++i) {
            const Box room = kWhole.cell(i, strands, 1);
            const std::string sway =
                name == "HairSide" ? name + (2 * i < strands ? "L" : "R") : numbered(name, 4 * i / strands);
            const int own = warp(numbered("Warp" + name, i), all, 4, 2, room, {axis("Param" + sway, kAround)},
                                 leaning(room, 0.08f));
            mesh(numbered(name, i), own, columns, lines, kWhole.cell(0, 1, 1), {axis("ParamAngleX", kTurn)},
                 leaning(kWhole, 0.05f, 30.0f), order + static_cast<float>(i % 7));
        }
    }

    void limbs() {
        part_ = b_.part("PartBody", root_);
        const Box torso = in_body({{-0.5f, -0.6f}, {0.5f, 1.35f}});
        for (int i = 0; i < 30; ++i) {
            const Box room = torso.cell(i, 5, 6);
            const int own = warp(numbered("WarpLimb", i), body_, 3, 3, room, {axis(numbered("ParamLimb", i), kAround)},
                                 leaning(room, 0.02f));
            mesh(numbered("Limb", i), own, 5, 8, kWhole.cell(0, 1, 1),
                 {axis("ParamBodyAngleX", kBodyTurn), axis("ParamBodyAngleY", kBodyTurn)},
                 turning(kWhole, 0.05f, 10.0f, 10.0f), 300.0f + static_cast<float>(i));
        }
    }

    void sleeves() {
        part_ = b_.part("PartArms", root_);
        for (int arm = 0; arm < 4; ++arm) {
            const bool left = arm % 2 == 0;
            const Box room = in_body({{left ? -0.5f : 0.5f, arm < 2 ? -0.45f : 0.0f}, {1.0f, 1.0f}});
            arms_.push_back(b_.rotation(numbered("RotArm", arm), part_, body_,
                                        {axis(numbered("ParamArm", arm), kAround)}, [&](const At& at) {
                                            return PuppetBuilder::Turn{at[0] * 20.0f, room.from.x, room.from.y, 1.0f};
                                        }));
        }
        const Box cloth{{-0.16f, 0.0f}, {0.16f, 0.5f}};
        for (int i = 0; i < 10; ++i) {
            const Box room = cloth.cell(i / 4, 3, 1);
            const int own = warp(numbered("WarpSleeve", i), arms_[static_cast<std::size_t>(i % 4)], 5, 3, room,
                                 {axis(i % 2 == 0 ? "ParamSleeveL" : "ParamSleeveR", kAround)}, leaning(room, 0.08f));
            mesh(numbered("Sleeve", i), own, 7, 10, kWhole.cell(0, 1, 1), {axis("ParamBodyAngleZ", kBodyTurn)},
                 leaning(kWhole, 0.1f, 10.0f), 400.0f + static_cast<float>(i));
        }
    }

    void skirt() {
        part_ = b_.part("PartSkirt", root_);
        const Box cloth = in_body({{-0.62f, 0.1f}, {0.62f, 0.85f}});
        for (int i = 0; i < 16; ++i) {
            const Box room = cloth.cell(i, 16, 1);
            const int own = warp(numbered("WarpSkirt", i), body_, 4, 2, room,
                                 {axis(numbered("ParamSkirt", i / 4), kAround)}, leaning(room, 0.04f));
            skirt_.push_back(mesh(numbered("Skirt", i), own, 5, 9, kWhole.cell(0, 1, 1),
                                  {axis("ParamBodyAngleX", kBodyTurn)}, leaning(kWhole, 0.1f, 10.0f),
                                  430.0f + static_cast<float>(i % 5)));
        }
    }

    void ribbons() {
        part_ = b_.part("PartRibbons", root_);
        for (int i = 0; i < 24; ++i) {
            const Box room = in_body(Box{{-0.45f, -0.5f}, {0.45f, 0.1f}}.cell(i, 6, 4));
            const int own =
                b_.rotation(numbered("RotRibbon", i), part_, body_, {axis(numbered("ParamRibbon", i / 6), kAround)},
                            [&](const At& at) {
                                return PuppetBuilder::Turn{at[0] * 25.0f, room.middle().x, room.from.y, 1.0f};
                            });
            const Box cloth{{-0.03f, 0.0f}, {0.03f, 0.13f}};
            mesh(numbered("Ribbon", i), own, 3, 5, cloth, {axis("ParamBodyAngleX", kBodyTurn)},
                 leaning(cloth, 0.01f, 10.0f), 450.0f + static_cast<float>(i));
        }
    }

    void details() {
        part_ = b_.part("PartDetails", root_);
        const Box torso = in_body({{-0.5f, -0.55f}, {0.5f, 0.85f}});
        std::vector<int> parents;
        std::vector<Box> rooms;
        for (int i = 0; i < 44; ++i) {
            const Box room = torso.cell(i, 4, 11);
            const auto own = axis(numbered("ParamDetail", i % 34), kAround);
            if (i < 13) {
                parents.push_back(warp(numbered("WarpDetail", i), body_, 2, 2, room, {own}, leaning(room, 0.02f)));
                rooms.push_back(kWhole);
            } else {
                parents.push_back(b_.rotation(numbered("RotDetail", i), part_, body_, {own}, [&](const At& at) {
                    return PuppetBuilder::Turn{at[0] * 10.0f, room.middle().x, room.middle().y, 1.0f};
                }));
                rooms.push_back({{-0.1f, -0.05f}, {0.1f, 0.05f}});
            }
        }
        for (int i = 0; i < 80; ++i) {
            const auto parent = static_cast<std::size_t>(i % 44);
            const Box room = rooms[parent].cell(i / 44, 2, 1);
            details_.push_back(mesh(numbered("Detail", i), parents[parent], 3, 4, room,
                                    {axis("ParamBodyAngleX", kBodyTurn)}, leaning(room, 0.1f * room.width(), 10.0f),
                                    480.0f + static_cast<float>(i % 9)));
        }
    }

    /// The face's own warp turns with the head; eyes, brows and mouth have theirs below it.
    void face() {
        part_ = b_.part("PartFace", root_);
        const Box skin{{-0.32f, -0.68f}, {0.32f, 0.0f}};
        const int all = warp("WarpFace", head_, 5, 5, skin, {axis("ParamAngleX", kTurn), axis("ParamAngleY", kTurn)},
                             turning(skin, 0.08f, 30.0f, 30.0f));
        struct Feature {
            const char* name;
            Box room;
            const char *open, *x, *y;
            const At *x_keys, *y_keys;
            int meshes;
        };
        const Feature features[] = {{"EyeL",
                                     {{0.1f, 0.35f}, {0.42f, 0.6f}},
                                     "ParamEyeLOpen",
                                     "ParamEyeBallX",
                                     "ParamEyeBallY",
                                     &kAround,
                                     &kAround,
                                     14},
                                    {"EyeR",
                                     {{0.58f, 0.35f}, {0.9f, 0.6f}},
                                     "ParamEyeROpen",
                                     "ParamEyeBallX",
                                     "ParamEyeBallY",
                                     &kAround,
                                     &kAround,
                                     14},
                                    {"BrowL",
                                     {{0.1f, 0.25f}, {0.42f, 0.33f}},
                                     "ParamEyeLSmile",
                                     "ParamBrowLY",
                                     "ParamBrowLForm",
                                     &kAround,
                                     &kAround,
                                     4},
                                    {"BrowR",
                                     {{0.58f, 0.25f}, {0.9f, 0.33f}},
                                     "ParamEyeRSmile",
                                     "ParamBrowRY",
                                     "ParamBrowRForm",
                                     &kAround,
                                     &kAround,
                                     4},
                                    {"Mouth",
                                     {{0.35f, 0.7f}, {0.65f, 0.85f}},
                                     "ParamCheek",
                                     "ParamMouthForm",
                                     "ParamMouthOpenY",
                                     &kAround,
                                     &kHalves,
                                     14}};
        for (int i = 0; i < 10; ++i)
            face_.push_back(mesh(numbered("Face", i), all, 4, 4,
                                 kWhole.cell(i < 4 ? 0 : i, i < 4 ? 1 : 4, i < 4 ? 1 : 3),
                                 {axis("ParamAngleX", kTurn), axis("ParamAngleY", kTurn)},
                                 turning(kWhole, 0.02f, 30.0f, 30.0f), 500.0f + static_cast<float>(i)));
        for (const Feature& feature : features) {
            const Box& room = feature.room;
            const int own = warp(std::string("Warp") + feature.name, all, 3, 3, room, {axis(feature.open, kFromZero)},
                                 [room](Vec2 p, const At& at) {
                                     return Vec2{p.x, p.y + 0.1f * (1.0f - at[0]) * (room.to.y - p.y)};
                                 });
            for (int i = 0; i < feature.meshes; ++i)
                face_.push_back(mesh(numbered(feature.name, i), own, 4, 4, i == 0 ? kWhole : kWhole.cell(i, 4, 4),
                                     {axis(feature.x, *feature.x_keys), axis(feature.y, *feature.y_keys)},
                                     turning(kWhole, 0.05f, 1.0f, 1.0f), 530.0f + static_cast<float>(i)));
        }
    }

    /// 40 pieces of the face are clipped by what lies below them, 25 details by a skirt panel each or by two.
    void masks() {
        for (int i = 0; i < 40; ++i) {
            const auto piece = static_cast<std::size_t>(20 + i);
            b_.mask(face_.at(piece), {face_.at(i < 20 ? 10 : 24)});
        }
        for (int i = 0; i < 25; ++i) {
            std::vector<int> by{skirt_.at(static_cast<std::size_t>(i % 16))};
            if (i % 5 == 0) by.push_back(skirt_.at(static_cast<std::size_t>((i + 1) % 16)));
            b_.mask(details_.at(static_cast<std::size_t>(3 * i)), std::move(by));
        }
    }

    /// A canvas of the figure's shape, two texture pages of 12 x 11 cells, one a mesh, and a few blend modes.
    rig::Puppet finished() {
        rig::Puppet p = b_.finish(-1);
        p.canvas.pixels_per_unit = 1000.0f;
        p.canvas.width = 2000.0f;
        p.canvas.height = 3000.0f;
        p.canvas.origin_x = 1000.0f;
        p.canvas.origin_y = 1500.0f;
        for (std::size_t i = 0; i < p.mesh.id.size(); ++i) {
            p.mesh.texture[i] = i < 131 ? 0 : 1;
            if (i % 13 == 5) p.mesh.flags[i] = rig::kMultiplicative;
            if (i % 29 == 7) p.mesh.flags[i] = rig::kAdditive;
            const Box cell = kWhole.cell(static_cast<int>(i % 131), kLargeCellsAcross, kLargeCellsDown);
            for (int v = 0; v < p.mesh.vertex_count[i]; ++v) {
                const auto at = static_cast<std::size_t>(p.mesh.uv_begin[i] + 2 * v);
                p.uvs[at] = cell.from.x + p.uvs[at] * cell.width();
                p.uvs[at + 1] = cell.from.y + p.uvs[at + 1] * cell.height();
            }
        }
        return p;
    }

    PuppetBuilder b_{rig::MocVersion::v5_0};
    int root_ = -1, part_ = -1, body_ = -1, head_ = -1;
    std::vector<int> arms_, skirt_, details_, face_;
};

}  // namespace

rig::Puppet large_puppet() {
    return LargePuppet().build();
}

std::vector<std::string> large_hair() {
    std::vector<std::string> ids;
    for (const auto& [name, strands] : {std::pair{"HairFront", 22}, {"HairSide", 8}, {"HairBack", 8}})
        for (int i = 0; i < strands; ++i) ids.push_back(numbered(name, i));
    return ids;
}

}  // namespace yure::tests
