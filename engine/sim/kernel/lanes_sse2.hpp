// Four clips in the vectors every x86-64 machine has.
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
    void store(float* to) const { _mm_store_ps(to, v); }
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

}  // namespace yure::sim::sse2
