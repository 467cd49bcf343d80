// Eight numbers. Only for files compiled with -mavx2.
#pragma once

#include <immintrin.h>

namespace yure::sim::avx2 {

struct Mask8 {
    __m256 m;
};

struct Lane8 {
    static constexpr int kLanes = 8;
    using Mask = Mask8;
    __m256 v;

    static Lane8 all(float value) { return {_mm256_set1_ps(value)}; }
    static Lane8 load(const float* from) { return {_mm256_load_ps(from)}; }
    static Lane8 load_unaligned(const float* from) { return {_mm256_loadu_ps(from)}; }
    void store(float* to) const { _mm256_store_ps(to, v); }

    // Points of one clip: x and y side by side, 8 bytes. In a vector of points, the unpacking instructions work within
    // halves of 128 bits, so the vectors hold the points 0 1 4 5 and 2 3 6 7.
    static void load_pairs(const float* from, Lane8& x, Lane8& y) {
        const __m256 low = _mm256_load_ps(from), high = _mm256_load_ps(from + 8);
        split(_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31), x, y);
    }
    static void store_pairs(float* to, Lane8 x, Lane8 y) {
        const __m256 a = _mm256_unpacklo_ps(x.v, y.v), b = _mm256_unpackhi_ps(x.v, y.v);
        _mm256_store_ps(to, _mm256_permute2f128_ps(a, b, 0x20));
        _mm256_store_ps(to + 8, _mm256_permute2f128_ps(a, b, 0x31));
    }
    /// Broadcasts and blends; on many machines the gather instruction is no faster, on some (microcode against leaks)
    /// far slower.
    static void gather_pairs(const float* base, const int* index, Lane8& x, Lane8& y) {
        const auto pair = [&](int k) {
            double both;
            __builtin_memcpy(&both, base + 2l * index[k], sizeof both);
            return _mm256_set1_pd(both);
        };
        const auto four = [&](int a, int b, int c, int d) {
            return _mm256_castpd_ps(_mm256_blend_pd(_mm256_blend_pd(pair(a), pair(b), 0b0010),
                                                    _mm256_blend_pd(pair(c), pair(d), 0b1000), 0b1100));
        };
        split(four(0, 1, 4, 5), four(2, 3, 6, 7), x, y);
    }
    static void scatter_pairs(float* base, const int* index, Lane8 x, Lane8 y) {
        const auto two = [&](int a, int b, __m128 pairs) {
            _mm_storel_pi(reinterpret_cast<__m64*>(base + 2l * index[a]), pairs);
            _mm_storeh_pi(reinterpret_cast<__m64*>(base + 2l * index[b]), pairs);
        };
        const __m256 a = _mm256_unpacklo_ps(x.v, y.v), b = _mm256_unpackhi_ps(x.v, y.v);
        two(0, 1, _mm256_castps256_ps128(a));
        two(2, 3, _mm256_castps256_ps128(b));
        two(4, 5, _mm256_extractf128_ps(a, 1));
        two(6, 7, _mm256_extractf128_ps(b, 1));
    }

  private:
    static void split(__m256 points_0145, __m256 points_2367, Lane8& x, Lane8& y) {
        x.v = _mm256_shuffle_ps(points_0145, points_2367, _MM_SHUFFLE(2, 0, 2, 0));
        y.v = _mm256_shuffle_ps(points_0145, points_2367, _MM_SHUFFLE(3, 1, 3, 1));
    }
};

inline Lane8 operator+(Lane8 a, Lane8 b) {
    return {_mm256_add_ps(a.v, b.v)};
}
inline Lane8 operator-(Lane8 a, Lane8 b) {
    return {_mm256_sub_ps(a.v, b.v)};
}
inline Lane8 operator*(Lane8 a, Lane8 b) {
    return {_mm256_mul_ps(a.v, b.v)};
}
inline Lane8 operator/(Lane8 a, Lane8 b) {
    return {_mm256_div_ps(a.v, b.v)};
}
inline Mask8 operator<(Lane8 a, Lane8 b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_LT_OQ)};
}
inline Lane8 square_root(Lane8 a) {
    return {_mm256_sqrt_ps(a.v)};
}
inline Lane8 min(Lane8 a, Lane8 b) {
    return {_mm256_min_ps(a.v, b.v)};
}
inline Lane8 max(Lane8 a, Lane8 b) {
    return {_mm256_max_ps(a.v, b.v)};
}
inline Lane8 absolute(Lane8 a) {
    return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)};
}
inline Lane8 select(Mask8 mask, Lane8 yes, Lane8 no) {
    return {_mm256_blendv_ps(no.v, yes.v, mask.m)};
}
inline bool any(Mask8 mask) {
    return _mm256_movemask_ps(mask.m) != 0;
}
inline bool all_of(Mask8 mask) {
    return _mm256_movemask_ps(mask.m) == 0xff;
}

}  // namespace yure::sim::avx2
