// Sixteen numbers. Only for files compiled with -mavx512f.
#pragma once

#include <immintrin.h>

namespace yure::sim::avx512 {

struct Mask16 {
    __mmask16 m;
};

struct Lane16 {
    static constexpr int kLanes = 16;
    using Mask = Mask16;
    __m512 v;

    static Lane16 all(float value) { return {_mm512_set1_ps(value)}; }
    static Lane16 load(const float* from) { return {_mm512_load_ps(from)}; }
    static Lane16 load_unaligned(const float* from) { return {_mm512_loadu_ps(from)}; }
    void store(float* to) const { _mm512_store_ps(to, v); }

    // Points of one clip: x and y side by side, 8 bytes.
    static void load_pairs(const float* from, Lane16& x, Lane16& y) {
        split(_mm512_load_ps(from), _mm512_load_ps(from + 16), x, y);
    }
    static void store_pairs(float* to, Lane16 x, Lane16 y) {
        _mm512_store_ps(to, low_pairs(x, y));
        _mm512_store_ps(to + 16, high_pairs(x, y));
    }
    static void gather_pairs(const float* base, const int* index, Lane16& x, Lane16& y) {
        const auto eight = [&](const int* first) {
            const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(first));
            return _mm512_castpd_ps(_mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, at, base, 8));
        };
        split(eight(index), eight(index + 8), x, y);
    }
    static void scatter_pairs(float* base, const int* index, Lane16 x, Lane16 y) {
        const auto eight = [&](const int* first, __m512 pairs) {
            const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(first));
            _mm512_i32scatter_pd(base, at, _mm512_castps_pd(pairs), 8);
        };
        eight(index, low_pairs(x, y));
        eight(index + 8, high_pairs(x, y));
    }

  private:
    static __m512i even() { return _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30); }
    static __m512i odd() { return _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31); }
    static void split(__m512 low, __m512 high, Lane16& x, Lane16& y) {
        x.v = _mm512_permutex2var_ps(low, even(), high);
        y.v = _mm512_permutex2var_ps(low, odd(), high);
    }
    static __m512 low_pairs(Lane16 x, Lane16 y) {
        return _mm512_permutex2var_ps(x.v, _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
                                      y.v);
    }
    static __m512 high_pairs(Lane16 x, Lane16 y) {
        return _mm512_permutex2var_ps(
            x.v, _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), y.v);
    }
};

inline Lane16 operator+(Lane16 a, Lane16 b) {
    return {_mm512_add_ps(a.v, b.v)};
}
inline Lane16 operator-(Lane16 a, Lane16 b) {
    return {_mm512_sub_ps(a.v, b.v)};
}
inline Lane16 operator*(Lane16 a, Lane16 b) {
    return {_mm512_mul_ps(a.v, b.v)};
}
inline Lane16 operator/(Lane16 a, Lane16 b) {
    return {_mm512_div_ps(a.v, b.v)};
}
inline Mask16 operator<(Lane16 a, Lane16 b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LT_OQ)};
}
// GCC's headers fill the unused operand of these with an undefined value and then warn about it
// (-Wmaybe-uninitialized); the zero-masked forms with a full mask are the same instructions.
inline Lane16 square_root(Lane16 a) {
    return {_mm512_maskz_sqrt_ps(0xffff, a.v)};
}
inline Lane16 min(Lane16 a, Lane16 b) {
    return {_mm512_maskz_min_ps(0xffff, a.v, b.v)};
}
inline Lane16 max(Lane16 a, Lane16 b) {
    return {_mm512_maskz_max_ps(0xffff, a.v, b.v)};
}
inline Lane16 absolute(Lane16 a) {
    return {
        _mm512_castsi512_ps(_mm512_maskz_and_epi32(0xffff, _mm512_castps_si512(a.v), _mm512_set1_epi32(0x7fffffff)))};
}
inline Lane16 select(Mask16 mask, Lane16 yes, Lane16 no) {
    return {_mm512_mask_blend_ps(mask.m, no.v, yes.v)};
}
inline bool any(Mask16 mask) {
    return mask.m != 0;
}
inline bool all_of(Mask16 mask) {
    return mask.m == 0xffff;
}

}  // namespace yure::sim::avx512
