// One chain: the reference every wider vector has to equal to the bit.
#pragma once

namespace yure::chain::scalar {

struct Mask {
    bool m;
};

struct Lane {
    static constexpr int kLanes = 1;
    using Mask = scalar::Mask;
    double v;

    static Lane all(double value) { return {value}; }
    static Lane load(const double* from) { return {*from}; }
    void store(double* to) const { *to = v; }
};

inline Lane operator+(Lane a, Lane b) {
    return {a.v + b.v};
}
inline Lane operator-(Lane a, Lane b) {
    return {a.v - b.v};
}
inline Lane operator*(Lane a, Lane b) {
    return {a.v * b.v};
}
inline Lane operator/(Lane a, Lane b) {
    return {a.v / b.v};
}
inline Lane square_root(Lane a) {
    return {__builtin_sqrt(a.v)};
}
/// As the machine's vector minimum and maximum: the second operand when the comparison fails, also for NaN.
inline Lane min(Lane a, Lane b) {
    return {a.v < b.v ? a.v : b.v};
}
inline Lane max(Lane a, Lane b) {
    return {a.v > b.v ? a.v : b.v};
}
inline Mask operator<(Lane a, Lane b) {
    return {a.v < b.v};
}
inline Lane select(Mask mask, Lane yes, Lane no) {
    return {mask.m ? yes.v : no.v};
}
inline bool any(Mask mask) {
    return mask.m;
}

}  // namespace yure::chain::scalar
