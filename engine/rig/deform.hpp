/// The maps of the two deformers: points of a deformer's own space -> model space (y down). Private to engine/rig.
/// Formulas and operation order: docs/moc3.md, "evaluation".
#pragma once

#include <cstdint>

#include "yure/core/vec2.hpp"

namespace yure::rig {

/// A posed warp grid, with what its extrapolation needs.
struct WarpMap {
    const Vec2* grid = nullptr;  ///< (rows+1) x (cols+1) points in model space, columns fastest
    int rows = 1, cols = 1;      ///< cells
    bool quad = false;           ///< bilinear instead of two triangles a cell
    Vec2 o, du, dv;              ///< mean plane of the grid: point (a, b) -> o + du*a + dv*b

    /// Sets `o`, `du`, `dv` from the grid's corners.
    void measure();
};

/// A posed rotation: linear map and origin.
struct RotationMap {
    float m00 = 1.0f, m01 = 0.0f, m10 = 0.0f, m11 = 1.0f;
    Vec2 origin;
};

Vec2 map_point(const WarpMap& map, Vec2 point);
inline Vec2 map_point(const RotationMap& map, Vec2 point) {
    return {(map.m01 * point.y + map.m00 * point.x) + map.origin.x,
            (map.m11 * point.y + map.m10 * point.x) + map.origin.y};
}
inline Vec2 on_plane(const WarpMap& map, float a, float b) {
    return (map.o + map.du * a) + map.dv * b;
}

/// Many points at once; the same bits as `map_point`. `in` and `out` hold `count` points and kLanePadding floats more.
/// `flip_y` negates every finished y (the runtime's handing out with y up).
void map_points(const WarpMap& map, const Vec2* in, Vec2* out, int count, bool flip_y);
void map_points(const RotationMap& map, const Vec2* in, Vec2* out, int count, bool flip_y);
void copy_points(const Vec2* in, Vec2* out, int count, bool flip_y);

}  // namespace yure::rig
