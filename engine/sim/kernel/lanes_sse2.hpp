// Four numbers, in the vectors every x86-64 machine has.
#pragma once

#include <emmintrin.h>

namespace yure::sim::sse2 {

struct Mask4 {
    __m128 m;
};

struct Lane4 {
    static constexpr int kLanes = 4;
    using Mask = Mask4;
    __m128 v;

    static Lane4 all(float value) { return {_mm_set1_ps(value)}; }
    static Lane4 load(const float* from) { return {_mm_load_ps(from)}; }
    static Lane4 load_unaligned(const float* from) { return {_mm_loadu_ps(from)}; }
    void store(float* to) const { _mm_store_ps(to, v); }

    // Points of one clip: x and y side by side, 8 bytes.
    static void load_pairs(const float* from, Lane4& x, Lane4& y) {
        const __m128 low = _mm_load_ps(from), high = _mm_load_ps(from + 4);
        x.v = _mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0));
        y.v = _mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1));
    }
    static void store_pairs(float* to, Lane4 x, Lane4 y) {
        _mm_store_ps(to, _mm_unpacklo_ps(x.v, y.v));
        _mm_store_ps(to + 4, _mm_unpackhi_ps(x.v, y.v));
    }
    static void gather_pairs(const float* base, const int* index, Lane4& x, Lane4& y) {
        const auto two = [&](int i, int j) {
            const __m128 first = _mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<const __m64*>(base + 2l * i));
            return _mm_loadh_pi(first, reinterpret_cast<const __m64*>(base + 2l * j));
        };
        const __m128 low = two(index[0], index[1]), high = two(index[2], index[3]);
        x.v = _mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0));
        y.v = _mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1));
    }
    static void scatter_pairs(float* base, const int* index, Lane4 x, Lane4 y) {
        const auto two = [&](int i, int j, __m128 pairs) {
            _mm_storel_pi(reinterpret_cast<__m64*>(base + 2l * i), pairs);
            _mm_storeh_pi(reinterpret_cast<__m64*>(base + 2l * j), pairs);
        };
        two(index[0], index[1], _mm_unpacklo_ps(x.v, y.v));
        two(index[2], index[3], _mm_unpackhi_ps(x.v, y.v));
    }
};

inline Lane4 operator+(Lane4 a, Lane4 b) {
    return {_mm_add_ps(a.v, b.v)};
}
inline Lane4 operator-(Lane4 a, Lane4 b) {
    return {_mm_sub_ps(a.v, b.v)};
}
inline Lane4 operator*(Lane4 a, Lane4 b) {
    return {_mm_mul_ps(a.v, b.v)};
}
inline Lane4 operator/(Lane4 a, Lane4 b) {
    return {_mm_div_ps(a.v, b.v)};
}
inline Mask4 operator<(Lane4 a, Lane4 b) {
    return {_mm_cmplt_ps(a.v, b.v)};
}
inline Lane4 square_root(Lane4 a) {
    return {_mm_sqrt_ps(a.v)};
}
inline Lane4 min(Lane4 a, Lane4 b) {
    return {_mm_min_ps(a.v, b.v)};
}
inline Lane4 max(Lane4 a, Lane4 b) {
    return {_mm_max_ps(a.v, b.v)};
}
inline Lane4 absolute(Lane4 a) {
    return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)};
}
inline Lane4 select(Mask4 mask, Lane4 yes, Lane4 no) {
    return {_mm_or_ps(_mm_and_ps(mask.m, yes.v), _mm_andnot_ps(mask.m, no.v))};
}
inline bool any(Mask4 mask) {
    return _mm_movemask_ps(mask.m) != 0;
}
inline bool all_of(Mask4 mask) {
    return _mm_movemask_ps(mask.m) == 0xf;
}

}  // namespace yure::sim::sse2
