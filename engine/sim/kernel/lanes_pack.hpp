// Two hardware vectors side by side: twice the clips, and each hides the other's latency.
#pragma once

namespace yure::sim {

template <class Half>
struct PackMask {
    typename Half::Mask low, high;
};

template <class Half>
struct Pack {
    static constexpr int kLanes = 2 * Half::kLanes;
    using Mask = PackMask<Half>;
    Half low, high;

    static Pack all(float value) { return {Half::all(value), Half::all(value)}; }
    static Pack load(const float* from) { return {Half::load(from), Half::load(from + Half::kLanes)}; }
    void store(float* to) const {
        low.store(to);
        high.store(to + Half::kLanes);
    }

    friend Pack operator+(Pack a, Pack b) { return {a.low + b.low, a.high + b.high}; }
    friend Pack operator-(Pack a, Pack b) { return {a.low - b.low, a.high - b.high}; }
    friend Pack operator*(Pack a, Pack b) { return {a.low * b.low, a.high * b.high}; }
    friend Pack operator/(Pack a, Pack b) { return {a.low / b.low, a.high / b.high}; }
    friend Mask operator<(Pack a, Pack b) { return {a.low < b.low, a.high < b.high}; }
    friend Pack square_root(Pack a) { return {square_root(a.low), square_root(a.high)}; }
    friend Pack min(Pack a, Pack b) { return {min(a.low, b.low), min(a.high, b.high)}; }
    friend Pack max(Pack a, Pack b) { return {max(a.low, b.low), max(a.high, b.high)}; }
    friend Pack absolute(Pack a) { return {absolute(a.low), absolute(a.high)}; }
    friend Pack select(Mask mask, Pack yes, Pack no) {
        return {select(mask.low, yes.low, no.low), select(mask.high, yes.high, no.high)};
    }
};

template <class Half>
inline bool any(PackMask<Half> mask) {
    return any(mask.low) || any(mask.high);
}

}  // namespace yure::sim
