// Four chains in double precision. Only for files compiled with -mavx2.
#pragma once

#include <immintrin.h>

namespace yure::chain::avx2 {

struct Mask {
    __m256d m;
};

struct Lane {
    static constexpr int kLanes = 4;
    using Mask = avx2::Mask;
    __m256d v;

    static Lane all(double value) { return {_mm256_set1_pd(value)}; }
    static Lane load(const double* from) { return {_mm256_load_pd(from)}; }
    void store(double* to) const { _mm256_store_pd(to, v); }
};

inline Lane operator+(Lane a, Lane b) {
    return {_mm256_add_pd(a.v, b.v)};
}
inline Lane operator-(Lane a, Lane b) {
    return {_mm256_sub_pd(a.v, b.v)};
}
inline Lane operator*(Lane a, Lane b) {
    return {_mm256_mul_pd(a.v, b.v)};
}
inline Lane operator/(Lane a, Lane b) {
    return {_mm256_div_pd(a.v, b.v)};
}
inline Lane square_root(Lane a) {
    return {_mm256_sqrt_pd(a.v)};
}
inline Lane min(Lane a, Lane b) {
    return {_mm256_min_pd(a.v, b.v)};
}
inline Lane max(Lane a, Lane b) {
    return {_mm256_max_pd(a.v, b.v)};
}
inline Mask operator<(Lane a, Lane b) {
    return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ)};
}
inline Lane select(Mask mask, Lane yes, Lane no) {
    return {_mm256_blendv_pd(no.v, yes.v, mask.m)};
}
inline bool any(Mask mask) {
    return _mm256_movemask_pd(mask.m) != 0;
}

}  // namespace yure::chain::avx2
