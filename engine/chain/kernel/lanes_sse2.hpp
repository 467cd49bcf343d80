// Two chains in double precision. Only for files compiled with -msse2.
#pragma once

#include <emmintrin.h>

namespace yure::chain::sse2 {

struct Mask {
    __m128d m;
};

struct Lane {
    static constexpr int kLanes = 2;
    using Mask = sse2::Mask;
    __m128d v;

    static Lane all(double value) { return {_mm_set1_pd(value)}; }
    static Lane load(const double* from) { return {_mm_load_pd(from)}; }
    void store(double* to) const { _mm_store_pd(to, v); }
};

inline Lane operator+(Lane a, Lane b) {
    return {_mm_add_pd(a.v, b.v)};
}
inline Lane operator-(Lane a, Lane b) {
    return {_mm_sub_pd(a.v, b.v)};
}
inline Lane operator*(Lane a, Lane b) {
    return {_mm_mul_pd(a.v, b.v)};
}
inline Lane operator/(Lane a, Lane b) {
    return {_mm_div_pd(a.v, b.v)};
}
inline Lane square_root(Lane a) {
    return {_mm_sqrt_pd(a.v)};
}
inline Lane min(Lane a, Lane b) {
    return {_mm_min_pd(a.v, b.v)};
}
inline Lane max(Lane a, Lane b) {
    return {_mm_max_pd(a.v, b.v)};
}
inline Mask operator<(Lane a, Lane b) {
    return {_mm_cmplt_pd(a.v, b.v)};
}
inline Lane select(Mask mask, Lane yes, Lane no) {
    return {_mm_or_pd(_mm_and_pd(mask.m, yes.v), _mm_andnot_pd(mask.m, no.v))};
}
inline bool any(Mask mask) {
    return _mm_movemask_pd(mask.m) != 0;
}

}  // namespace yure::chain::sse2
