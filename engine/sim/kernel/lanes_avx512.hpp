// Sixteen clips. Only for files compiled with -mavx512f.
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
    void store(float* to) const { _mm512_store_ps(to, v); }
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

}  // namespace yure::sim::avx512
