// One number: the reference every wider vector has to equal to the bit.
#pragma once

namespace yure::sim::scalar {

struct Mask1 {
    bool m;
};

struct Lane1 {
    static constexpr int kLanes = 1;
    using Mask = Mask1;
    float v;

    static Lane1 all(float value) { return {value}; }
    static Lane1 load(const float* from) { return {*from}; }
    void store(float* to) const { *to = v; }
};

inline Lane1 operator+(Lane1 a, Lane1 b) {
    return {a.v + b.v};
}
inline Lane1 operator-(Lane1 a, Lane1 b) {
    return {a.v - b.v};
}
inline Lane1 operator*(Lane1 a, Lane1 b) {
    return {a.v * b.v};
}
inline Lane1 operator/(Lane1 a, Lane1 b) {
    return {a.v / b.v};
}
inline Mask1 operator<(Lane1 a, Lane1 b) {
    return {a.v < b.v};
}
inline Lane1 square_root(Lane1 a) {
    return {__builtin_sqrtf(a.v)};
}
/// As the machine's vector minimum and maximum: the second operand when the comparison fails, also for NaN.
inline Lane1 min(Lane1 a, Lane1 b) {
    return {a.v < b.v ? a.v : b.v};
}
inline Lane1 max(Lane1 a, Lane1 b) {
    return {a.v > b.v ? a.v : b.v};
}
inline Lane1 absolute(Lane1 a) {
    return {__builtin_fabsf(a.v)};
}
inline Lane1 select(Mask1 mask, Lane1 yes, Lane1 no) {
    return {mask.m ? yes.v : no.v};
}
inline bool any(Mask1 mask) {
    return mask.m;
}
inline bool all_of(Mask1 mask) {
    return mask.m;
}

}  // namespace yure::sim::scalar
