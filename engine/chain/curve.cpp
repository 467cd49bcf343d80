#include "yure/chain/curve.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {
namespace {

double hermite(const CurveKey& a, const CurveKey& b, double s, double h) {
    const double s2 = s * s, s3 = s2 * s;
    return (2.0 * s3 - 3.0 * s2 + 1.0) * a.value + (s3 - 2.0 * s2 + s) * h * a.out_tangent +
           (3.0 * s2 - 2.0 * s3) * b.value + (s3 - s2) * h * b.in_tangent;
}

double bezier(double p0, double p1, double p2, double p3, double t) {
    const double r = 1.0 - t;
    return r * r * r * p0 + 3.0 * r * r * t * p1 + 3.0 * r * t * t * p2 + t * t * t * p3;
}

// The abscissa rises along the curve for weights within 0..1, so halving always finds the place.
double weighted(const CurveKey& a, const CurveKey& b, double s, double h) {
    const double out = a.out_weighted ? std::clamp(a.out_weight, 0.0, 1.0) : 1.0 / 3.0;
    const double in = b.in_weighted ? std::clamp(b.in_weight, 0.0, 1.0) : 1.0 / 3.0;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (bezier(0.0, out, 1.0 - in, 1.0, middle) < s ? low : high) = middle;
    }
    return bezier(a.value, a.value + out * h * a.out_tangent, b.value - in * h * b.in_tangent, b.value,
                  0.5 * (low + high));
}

}  // namespace

void sort_keys(Curve& curve) {
    std::stable_sort(curve.keys.begin(), curve.keys.end(),
                     [](const CurveKey& a, const CurveKey& b) { return a.u < b.u; });
}

double evaluate(const Curve& curve, double u) {
    const std::vector<CurveKey>& keys = curve.keys;
    if (keys.empty()) return 1.0;
    if (u >= keys.back().u) return keys.back().value;
    if (!(u >= keys.front().u)) return keys.front().value;
    const auto next =
        std::upper_bound(keys.begin(), keys.end(), u, [](double place, const CurveKey& key) { return place < key.u; });
    const CurveKey &a = *(next - 1), &b = *next;
    const double h = b.u - a.u, s = (u - a.u) / h;
    if (curve.kind == Curve::Kind::linear) return a.value + (b.value - a.value) * s;
    if (std::isinf(a.out_tangent) || std::isinf(b.in_tangent)) return a.value;
    return a.out_weighted || b.in_weighted ? weighted(a, b, s, h) : hermite(a, b, s, h);
}

}  // namespace yure::chain
