/// The puppet: everything a moc3 file says, as typed tables. `formats/moc3.hpp` reads and writes it, `rig/rig.hpp`
/// evaluates it, `rig/edit.hpp` changes it.
///
/// The tables mirror the file's own, one array per quantity ("section"), index = row. That is what lets an unchanged
/// puppet be written back byte for byte and an edit leave everything else where it was. Names are those of the format
/// page (docs/moc3.md). Counts are the lengths of the arrays; runtime slots and offsets exist only in the file.
///
/// Spaces: model units with y DOWN for root objects (the file's convention), normalised 0..1 below a warp deformer, the
/// deformer's unrotated frame below a rotation deformer. Angles in degrees, as in the file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/vec2.hpp"

namespace yure::rig {

/// File version byte: the editor generation that reads it.
enum class MocVersion : std::uint8_t { v3_0 = 1, v3_3 = 2, v4_0 = 3, v4_2 = 4, v5_0 = 5, v5_3 = 6 };

/// An identifier as the file keeps it: up to 63 bytes of (usually UTF-8) text, then a zero; the bytes behind the zero
/// are kept as found.
struct Id {
    std::array<char, 64> bytes{};

    Id() = default;
    /// Precondition: fits (at most 63 bytes); see `Id::fits`.
    explicit Id(std::string_view text);
    static bool fits(std::string_view text) { return text.size() <= 63 && text.find('\0') == std::string_view::npos; }

    std::string_view view() const;  ///< the text before the first zero
    bool operator==(const Id&) const = default;
};

struct Canvas {
    float pixels_per_unit = 1.0f;  ///< px per model unit, > 0
    float origin_x = 0.0f;         ///< px
    float origin_y = 0.0f;         ///< px
    float width = 0.0f;            ///< px
    float height = 0.0f;           ///< px
    std::uint8_t flags = 0;        ///< bit 0: y is not reversed when handed out
    std::array<std::uint8_t, 43> reserved{};

    bool y_reversed() const { return (flags & 1u) == 0; }
    /// Model units as the runtime reports them (y up) <-> world (canvas px, y down).
    Vec2 to_world(Vec2 model) const { return {model.x * pixels_per_unit + origin_x, origin_y - model.y * pixels_per_unit}; }
    Vec2 to_model(Vec2 world) const { return {(world.x - origin_x) / pixels_per_unit, (origin_y - world.y) / pixels_per_unit}; }
};

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;
using Ids = std::vector<Id>;

enum class DeformerType : std::int32_t { warp = 0, rotation = 1 };
enum class ParameterType : std::int32_t { normal = 0, blend_shape = 1 };
enum class GroupMember : std::int32_t { mesh = 0, part = 1 };

/// Bits of `MeshTable::flags` and `OffscreenTable::flags`.
enum DrawFlag : std::uint8_t { kAdditive = 1, kMultiplicative = 2, kDoubleSided = 4, kInvertedMask = 8 };

struct PartTable {
    Ids id;
    Ints band, kf_begin, kf_count;
    Ints visible, enabled;  ///< 0/1
    Ints parent;            ///< part, -1 = none
    Ints offscreen;         ///< v5.3: offscreen owned, -1 = none
};
struct DeformerTable {
    Ids id;
    Ints band, visible, enabled;
    Ints part;      ///< owning part, -1 = none
    Ints parent;    ///< deformer, -1 = root; always an earlier row
    Ints type;      ///< DeformerType
    Ints specific;  ///< row of the warp or rotation table
};
struct WarpTable {
    Ints band, kf_begin, kf_count;
    Ints vertex_count;  ///< (rows+1)*(cols+1)
    Ints rows, cols;    ///< cells
    Ints quad;          ///< >= v3.3: 0 triangle, 1 bilinear
    Ints color_begin;   ///< >= v4.2
};
struct RotationTable {
    Ints band, kf_begin, kf_count;
    Floats base_angle;  ///< degrees
    Ints color_begin;   ///< >= v4.2
};
struct MeshTable {
    Ids id;
    Ints band, kf_begin, kf_count;
    Ints visible, enabled;
    Ints part;    ///< owning part, -1 = none
    Ints parent;  ///< deformer, -1 = model space
    Ints texture;
    std::vector<std::uint8_t> flags;  ///< DrawFlag
    Ints vertex_count;
    Ints uv_begin;               ///< first float in `uvs`
    Ints tri_begin, tri_count;   ///< entries of `triangles`, 3 a triangle
    Ints mask_begin, mask_count;
    Ints color_begin;  ///< >= v4.2
    Ints blend;        ///< v5.3
};
struct ParameterTable {
    Ids id;
    Floats max, min, default_value;
    Ints repeat;    ///< 0 clamp, 1 wrap
    Ints decimals;
    Ints pbind_begin, pbind_count;  ///< run of `bindings`
    Ints key_begin, key_count;      ///< >= v4.2: merged key list in `keys` (told to hosts only)
    Ints type;                      ///< >= v4.2: ParameterType
    Ints bs_begin, bs_count;        ///< >= v4.2: run of `blend_bindings`
};
struct PartKeyforms {
    Floats draw_order;
    Ints offscreen_kf;  ///< v5.3: row of `offscreen_kf`, -1 = none
};
struct WarpKeyforms {
    Floats opacity;
    Ints pos_begin;              ///< first float in `positions`, multiple of 16
    Ints multiply, screen;       ///< >= v5.0: colour rows
};
struct RotationKeyforms {
    Floats opacity, angle, origin_x, origin_y, scale;
    Ints reflect_x, reflect_y;
    Ints multiply, screen;  ///< >= v5.0
};
struct MeshKeyforms {
    Floats opacity, draw_order;
    Ints pos_begin;
    Ints multiply, screen;  ///< >= v5.0
};
struct BandTable {
    Ints begin, count;  ///< run of `band_bindings`: the axes of a keyform grid; first axis varies fastest
};
struct BindingTable {
    Ints key_begin, key_count;  ///< run of `keys`
};
struct GroupTable {
    Ints obj_begin, obj_count;  ///< run of `group_members`
    Ints total_count;           ///< render slots of the whole subtree
    Ints max_order, min_order;
};
struct GroupMemberTable {
    Ints type;   ///< GroupMember
    Ints index;  ///< mesh or part
    Ints group;  ///< group a part opens, -1 for a mesh
};
struct GlueTable {
    Ids id;
    Ints band, kf_begin, kf_count;
    Ints mesh_a, mesh_b;
    Ints info_begin, info_count;  ///< entries, two a vertex pair (A, B alternating)
};
struct GlueInfoTable {
    Floats weight;
    std::vector<std::uint16_t> vertex;
};
struct ColorTable {
    Floats r, g, b;
};
struct BlendBindingTable {
    Ints key_begin, key_count, base_key;
};
struct BlendRecordTable {
    Ints binding, kf_begin, kf_count, limit_begin, limit_count;
};
struct BlendTargetTable {
    Ints target, begin, count;  ///< object, run of `blend_records`
};
struct BlendLimitTable {
    Ints parameter, value_begin, value_count;
};
struct BlendLimitValueTable {
    Floats key, weight;
};
struct OffscreenTable {
    Ints part;
    std::vector<std::uint8_t> flags;
    Ints blend, mask_begin, mask_count;
};
struct OffscreenKeyforms {
    Floats opacity;
    Ints multiply, screen;
};

struct Puppet {
    MocVersion version = MocVersion::v3_0;
    std::array<std::int32_t, 64> spare_counts{};  ///< count words this version does not define, as found
    Canvas canvas;

    PartTable part;
    DeformerTable deformer;
    WarpTable warp;
    RotationTable rotation;
    MeshTable mesh;
    ParameterTable parameter;
    PartKeyforms part_kf;
    WarpKeyforms warp_kf;
    RotationKeyforms rotation_kf;
    MeshKeyforms mesh_kf;
    Floats positions;  ///< x,y interleaved; blocks padded to 16 floats
    Ints band_bindings;
    BandTable band;
    BindingTable binding;
    Floats keys;
    Floats uvs;  ///< u,v interleaved, v down
    std::vector<std::uint16_t> triangles;
    Ints masks;  ///< mesh indices
    GroupTable group;
    GroupMemberTable group_member;
    GlueTable glue;
    GlueInfoTable glue_info;
    Floats glue_intensity;  ///< glue keyforms
    ColorTable multiply_color, screen_color;     ///< >= v4.2
    BlendBindingTable blend_binding;             ///< >= v4.2
    BlendRecordTable blend_record;               ///< >= v4.2
    BlendTargetTable blend_warp, blend_mesh;     ///< >= v4.2
    Ints limit_index;                            ///< >= v4.2
    BlendLimitTable limit;                       ///< >= v4.2
    BlendLimitValueTable limit_value;            ///< >= v4.2
    BlendTargetTable blend_part, blend_rotation, blend_glue;  ///< >= v5.0
    OffscreenTable offscreen;                    ///< v5.3
    OffscreenKeyforms offscreen_kf;              ///< v5.3
    BlendTargetTable blend_offscreen;            ///< v5.3

    int part_count() const { return static_cast<int>(part.id.size()); }
    int deformer_count() const { return static_cast<int>(deformer.id.size()); }
    int mesh_count() const { return static_cast<int>(mesh.id.size()); }
    int parameter_count() const { return static_cast<int>(parameter.id.size()); }
    int glue_count() const { return static_cast<int>(glue.id.size()); }
    bool has_blend_shapes() const { return version >= MocVersion::v4_2; }

    /// Row of the object with that id, -1 when there is none.
    int find_part(std::string_view id) const;
    int find_deformer(std::string_view id) const;
    int find_mesh(std::string_view id) const;
    int find_parameter(std::string_view id) const;
    int find_glue(std::string_view id) const;

    /// Static data of a mesh, copied out: texture coordinates (v down, 0..1) and vertex indices, three a triangle.
    /// Precondition: the puppet passed `check` (rig/check.hpp), as every puppet from `formats::read_moc3` has.
    std::vector<Vec2> mesh_uvs(int mesh_row) const;
    std::vector<std::uint16_t> mesh_triangles(int mesh_row) const;
};

}  // namespace yure::rig
