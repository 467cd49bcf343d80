// Eight clips. Only for files compiled with -mavx2.
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
    void store(float* to) const { _mm256_store_ps(to, v); }
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

}  // namespace yure::sim::avx2
