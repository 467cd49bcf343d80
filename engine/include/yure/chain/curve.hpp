/// Distribution curves: a factor over the normalised length u of a chain, 0 at the root, 1 at the longest tip. Plain
/// data, so results can be computed again. docs/chains.md, "Distribution curves".
#pragma once

#include <vector>

namespace yure::chain {

struct CurveKey {
    double u = 0.0, value = 0.0;
    double in_tangent = 0.0, out_tangent = 0.0;  ///< dv/du; infinite = the segment holds the value of its first key
    double in_weight = 1.0 / 3.0, out_weight = 1.0 / 3.0;  ///< of the segment's length, used where the flag is set
    bool in_weighted = false, out_weighted = false;

    bool operator==(const CurveKey&) const = default;
};

struct Curve {
    enum class Kind {
        linear,  ///< straight between keys; tangents are not looked at
        keyed    ///< cubic Hermite, or a Bézier where a weight is set
    };
    Kind kind = Kind::linear;
    std::vector<CurveKey> keys;  ///< any order; of keys at one place the later one counts

    bool operator==(const Curve&) const = default;
};

/// Keys in order of u; equal ones stay as they stood.
void sort_keys(Curve& curve);

/// Value at u of a curve whose keys are sorted; constant beyond the ends; 1 without keys. May leave 0..1.
double evaluate(const Curve& curve, double u);

}  // namespace yure::chain
