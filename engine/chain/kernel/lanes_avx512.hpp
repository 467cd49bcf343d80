// Eight chains in double precision. Only for files compiled with -mavx512f.
#pragma once

#include <immintrin.h>

namespace yure::chain::avx512 {

struct Mask {
    __mmask8 m;
};

struct Lane {
    static constexpr int kLanes = 8;
    using Mask = avx512::Mask;
    __m512d v;

    static Lane all(double value) { return {_mm512_set1_pd(value)}; }
    static Lane load(const double* from) { return {_mm512_load_pd(from)}; }
    void store(double* to) const { _mm512_store_pd(to, v); }
};

inline Lane operator+(Lane a, Lane b) {
    return {_mm512_add_pd(a.v, b.v)};
}
inline Lane operator-(Lane a, Lane b) {
    return {_mm512_sub_pd(a.v, b.v)};
}
inline Lane operator*(Lane a, Lane b) {
    return {_mm512_mul_pd(a.v, b.v)};
}
inline Lane operator/(Lane a, Lane b) {
    return {_mm512_div_pd(a.v, b.v)};
}
// GCC's headers fill the unused operand of these with an undefined value and then warn about it
// (-Wmaybe-uninitialized); the zero-masked forms with a full mask are the same instructions.
inline Lane square_root(Lane a) {
    return {_mm512_maskz_sqrt_pd(0xff, a.v)};
}
inline Lane min(Lane a, Lane b) {
    return {_mm512_maskz_min_pd(0xff, a.v, b.v)};
}
inline Lane max(Lane a, Lane b) {
    return {_mm512_maskz_max_pd(0xff, a.v, b.v)};
}
inline Mask operator<(Lane a, Lane b) {
    return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ)};
}
inline Lane select(Mask mask, Lane yes, Lane no) {
    return {_mm512_mask_blend_pd(mask.m, no.v, yes.v)};
}
inline bool any(Mask mask) {
    return mask.m != 0;
}

}  // namespace yure::chain::avx512
