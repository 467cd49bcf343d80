#include "deform.hpp"

#include "lanes.hpp"

#include <algorithm>

namespace yure::rig {
namespace {

constexpr I4 sign_bits(bool flip_y) {
    const std::int32_t y = flip_y ? INT32_MIN : 0;
    return I4{0, y, 0, y};
}

const float* floats(const Vec2* points) {
    return &points->x;
}
float* floats(Vec2* points) {
    return &points->x;
}

Vec2 inside_cell(const WarpMap& map, Vec2 point) {
    const float u = point.x * static_cast<float>(map.cols), v = point.y * static_cast<float>(map.rows);
    const int c = static_cast<int>(u), r = static_cast<int>(v);
    const float s = u - static_cast<float>(c), t = v - static_cast<float>(r);
    const Vec2* p = map.grid + r * (map.cols + 1) + c;
    const Vec2 p00 = p[0], p10 = p[1], p01 = p[map.cols + 1], p11 = p[map.cols + 2];
    const float s1 = 1.0f - s, t1 = 1.0f - t;
    if (map.quad) return (((p10 * s) * t1 + (p00 * s1) * t1) + (p01 * s1) * t) + (p11 * s) * t;
    if (s + t <= 1.0f) return (p10 * s + p00 * (s1 - t)) + p01 * t;
    return (p01 * s1 + p11 * ((s - 1.0f) + t)) + p10 * t1;
}

/// One coordinate of the frame around the grid: the cell's ends, the place between them, and the grid lines at its
/// ends.
struct FrameAxis {
    float low, high, place;
    int low_line, high_line;  ///< the border point's column or row where the end lies on the grid

    FrameAxis(float x, int cells) {
        if (x <= 0.0f) {
            low = -2.0f, high = 0.0f, place = (x + 2.0f) * 0.5f;
            low_line = high_line = 0;
        } else if (x < 1.0f) {
            const float scaled = x * static_cast<float>(cells);
            const int i = std::min(static_cast<int>(scaled), cells - 1);
            low = static_cast<float>(i) / static_cast<float>(cells);
            high = static_cast<float>(i + 1) / static_cast<float>(cells);
            place = scaled - static_cast<float>(i);
            low_line = i, high_line = i + 1;
        } else {
            low = 1.0f, high = 3.0f, place = (x - 1.0f) * 0.5f;
            low_line = high_line = cells;
        }
    }
};

Vec2 outside_grid(const WarpMap& map, Vec2 point) {
    // Written so that a NaN ends here and never becomes an index.
    if (!(point.x > -2.0f && point.x < 3.0f && point.y > -2.0f && point.y < 3.0f))
        return on_plane(map, point.x, point.y);
    const FrameAxis u(point.x, map.cols), v(point.y, map.rows);
    const auto corner = [&](float a, int column, float b, int row) {
        const bool on_grid = a >= 0.0f && a <= 1.0f && b >= 0.0f && b <= 1.0f;
        return on_grid ? map.grid[row * (map.cols + 1) + column] : on_plane(map, a, b);
    };
    const float s = u.place, t = v.place;
    const Vec2 c10 = corner(u.high, u.high_line, v.low, v.low_line);
    const Vec2 c01 = corner(u.low, u.low_line, v.high, v.high_line);
    if (s + t <= 1.0f) {
        const Vec2 c00 = corner(u.low, u.low_line, v.low, v.low_line);
        return (c00 + (c10 - c00) * s) + (c01 - c00) * t;
    }
    const Vec2 c11 = corner(u.high, u.high_line, v.high, v.high_line);
    return (c11 + (c01 - c11) * (1.0f - s)) + (c10 - c11) * (1.0f - t);
}

bool is_inside(Vec2 point) {
    return point.x >= 0.0f && point.x < 1.0f && point.y >= 0.0f && point.y < 1.0f;
}

/// Two grid points side by side, for two vertices. Unsigned, so that an index is an address without a sign extension.
F4 two_points(const Vec2* grid, std::int32_t a, std::int32_t b) {
    using D2 = double __attribute__((vector_size(16)));  // eight bytes at a time; never used as numbers
    double first, second;
    std::memcpy(&first, grid + static_cast<std::uint32_t>(a), sizeof first);
    std::memcpy(&second, grid + static_cast<std::uint32_t>(b), sizeof second);
    const D2 pair{first, second};
    F4 out;
    std::memcpy(&out, &pair, sizeof out);
    return out;
}
F4 low_twice(F4 x) {
    return __builtin_shufflevector(x, x, 0, 0, 1, 1);
}
F4 high_twice(F4 x) {
    return __builtin_shufflevector(x, x, 2, 2, 3, 3);
}

/// Four vertices at once; `quad` is a template argument so that the loop holds no branch.
template <bool kQuad>
void map_warp(const WarpMap& map, const Vec2* in, Vec2* out, int count, bool flip_y) {
    const F4 zero = all4(0.0f), one = all4(1.0f);
    const F4 cols = all4(static_cast<float>(map.cols)), rows = all4(static_cast<float>(map.rows));
    const float stride_value = static_cast<float>(map.cols + 1);
    const F4 stride = all4(stride_value), stride_one = all4(stride_value + 1.0f);
    const I4 signs = sign_bits(flip_y);
    const Vec2* grid = map.grid;
    const float* from = floats(in);
    float* to = floats(out);
    for (int k = 0; k < count; k += 4) {
        const F4 first = load4(from + 2 * k), second = load4(from + 2 * k + 4);
        F4 u = __builtin_shufflevector(first, second, 0, 2, 4, 6);
        F4 v = __builtin_shufflevector(first, second, 1, 3, 5, 7);
        const I4 inside = (u >= zero) & (v >= zero) & (u < one) & (v < one);
        u = pick4(inside, u, zero) * cols;
        v = pick4(inside, v, zero) * rows;
        const F4 c = __builtin_convertvector(__builtin_convertvector(u, I4), F4);
        const F4 r = __builtin_convertvector(__builtin_convertvector(v, I4), F4);
        const F4 s = u - c, t = v - r, s1 = one - s, t1 = one - t;
        const F4 base = r * stride + c;  // grids have fewer than 2^24 points, so this is exact
        F4 low, high;
        if constexpr (kQuad) {
            const I4 p = __builtin_convertvector(base, I4);
            const I4 q = __builtin_convertvector(base + stride, I4);
            const auto mix = [&](F4 p00, F4 p10, F4 p01, F4 p11, F4 s_, F4 s1_, F4 t_, F4 t1_) {
                return (((p10 * s_) * t1_ + (p00 * s1_) * t1_) + (p01 * s1_) * t_) + (p11 * s_) * t_;
            };
            low = mix(two_points(grid, p[0], p[1]), two_points(grid + 1, p[0], p[1]), two_points(grid, q[0], q[1]),
                      two_points(grid + 1, q[0], q[1]), low_twice(s), low_twice(s1), low_twice(t), low_twice(t1));
            high = mix(two_points(grid, p[2], p[3]), two_points(grid + 1, p[2], p[3]), two_points(grid, q[2], q[3]),
                       two_points(grid + 1, q[2], q[3]), high_twice(s), high_twice(s1), high_twice(t), high_twice(t1));
        } else {
            // Both triangles are a*A + b*B + c*C, added left to right; only the corners and the factors differ.
            const I4 lower = s + t <= one;
            const I4 a = __builtin_convertvector(base + pick4(lower, one, stride), I4);
            const I4 b = __builtin_convertvector(base + pick4(lower, zero, stride_one), I4);
            const I4 d = __builtin_convertvector(base + pick4(lower, stride, one), I4);
            const F4 wa = pick4(lower, s, s1);
            const F4 wb = pick4(lower, s1 - t, (s - one) + t);
            const F4 wd = pick4(lower, t, t1);
            low = (two_points(grid, a[0], a[1]) * low_twice(wa) + two_points(grid, b[0], b[1]) * low_twice(wb)) +
                  two_points(grid, d[0], d[1]) * low_twice(wd);
            high = (two_points(grid, a[2], a[3]) * high_twice(wa) + two_points(grid, b[2], b[3]) * high_twice(wb)) +
                   two_points(grid, d[2], d[3]) * high_twice(wd);
        }
        store4(to + 2 * k, xor4(low, signs));
        store4(to + 2 * k + 4, xor4(high, signs));
        if (all_set(inside)) continue;
        for (int lane = 0; lane < 4 && k + lane < count; ++lane) {
            if (inside[lane]) continue;
            const Vec2 point = outside_grid(map, in[k + lane]);
            out[k + lane] = {point.x, flip_y ? -point.y : point.y};
        }
    }
}

}  // namespace

void WarpMap::measure() {
    const Vec2 tl = grid[0], tr = grid[cols], bl = grid[rows * (cols + 1)], br = grid[rows * (cols + 1) + cols];
    const Vec2 down = br - tl, up = tr - bl;
    du = (down + up) * 0.5f;
    dv = (down - up) * 0.5f;
    o = (((tl + tr) + bl) + br) * 0.25f - down * 0.5f;
}

Vec2 map_point(const WarpMap& map, Vec2 point) {
    return is_inside(point) ? inside_cell(map, point) : outside_grid(map, point);
}

void map_points(const WarpMap& map, const Vec2* in, Vec2* out, int count, bool flip_y) {
    map.quad ? map_warp<true>(map, in, out, count, flip_y) : map_warp<false>(map, in, out, count, flip_y);
}

void map_points(const RotationMap& map, const Vec2* in, Vec2* out, int count, bool flip_y) {
    const F4 mx{map.m00, map.m10, map.m00, map.m10}, my{map.m01, map.m11, map.m01, map.m11};
    const F4 origin{map.origin.x, map.origin.y, map.origin.x, map.origin.y};
    const I4 signs = sign_bits(flip_y);
    const float* from = floats(in);
    float* to = floats(out);
    for (int k = 0; k < 2 * count; k += 4) {
        const F4 points = load4(from + k);
        const F4 x = __builtin_shufflevector(points, points, 0, 0, 2, 2);
        const F4 y = __builtin_shufflevector(points, points, 1, 1, 3, 3);
        store4(to + k, xor4((my * y + mx * x) + origin, signs));
    }
}

void copy_points(const Vec2* in, Vec2* out, int count, bool flip_y) {
    const I4 signs = sign_bits(flip_y);
    const float* from = floats(in);
    float* to = floats(out);
    for (int k = 0; k < 2 * count; k += 4) store4(to + k, xor4(load4(from + k), signs));
}

}  // namespace yure::rig
