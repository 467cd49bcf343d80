/// Lanes of floats as compiler vectors, and the few functions the pendulum needs of them, all within about 2 units in
/// the last place. Only +, -, *, / and the square root are used, so every lane of every width gets the same bits.
#pragma once

#include <cmath>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define YURE_LANES_INLINE [[gnu::always_inline]] inline

namespace yure::pendulum::lanes {

template <int W>
struct Lane {
    // typedef: g++ forgets the attribute of a dependent alias
    typedef float F __attribute__((vector_size(W * 4)));
    typedef int I __attribute__((vector_size(W * 4)));
};
template <int W>
using F = typename Lane<W>::F;
template <int W>
using I = typename Lane<W>::I;

template <int W>
YURE_LANES_INLINE F<W> load(const float* from) {
    F<W> v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

template <int W>
YURE_LANES_INLINE void store(float* to, F<W> v) {
    std::memcpy(to, &v, sizeof v);
}

template <int W>
YURE_LANES_INLINE F<W> fill(float value) {
    return F<W>{} + value;
}

template <int W>
YURE_LANES_INLINE F<W> select(I<W> mask, F<W> yes, F<W> no) {
    return reinterpret_cast<F<W>>((reinterpret_cast<I<W>>(yes) & mask) | (reinterpret_cast<I<W>>(no) & ~mask));
}

template <int W>
YURE_LANES_INLINE F<W> absolute(F<W> v) {
    return reinterpret_cast<F<W>>(reinterpret_cast<I<W>>(v) & 0x7fffffff);
}

/// `v` with its sign turned where `like` is negative.
template <int W>
YURE_LANES_INLINE F<W> turn_sign(F<W> v, F<W> like) {
    return reinterpret_cast<F<W>>(reinterpret_cast<I<W>>(v) ^
                                  (reinterpret_cast<I<W>>(like) & static_cast<int>(0x80000000u)));
}

template <int W>
YURE_LANES_INLINE F<W> square_root(F<W> v) {
#if defined(__SSE2__)
    if constexpr (W == 4) return reinterpret_cast<F<W>>(_mm_sqrt_ps(reinterpret_cast<__m128>(v)));
    if constexpr (W == 8) {  // by halves: the wide instruction may not be named where it is not sure to exist
        const F<4> low = square_root<4>(__builtin_shufflevector(v, v, 0, 1, 2, 3));
        const F<4> high = square_root<4>(__builtin_shufflevector(v, v, 4, 5, 6, 7));
        return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
    }
#endif
    for (int i = 0; i < W; ++i) v[i] = std::sqrt(v[i]);
    return v;
}

/// Both at once, for |x| up to some thousands of radians. Reduced by quarter turns (Cody and Waite), then the usual
/// short polynomials on +-pi/4.
template <int W>
YURE_LANES_INLINE void sine_cosine(F<W> x, F<W>& sine, F<W>& cosine) {
    constexpr float kQuarters = 0.636619772f;
    const F<W> scaled = x * kQuarters;
    const F<W> rounded = scaled + turn_sign<W>(fill<W>(0.5f), scaled);
    const I<W> quarter = __builtin_convertvector(rounded, I<W>);
    const F<W> k = __builtin_convertvector(quarter, F<W>);
    const F<W> r = ((x - k * 1.5703125f) - k * 4.83751296997e-4f) - k * 7.54978995489e-8f;
    const F<W> z = r * r;
    const F<W> s = ((-1.9515295891e-4f * z + 8.3321608736e-3f) * z - 1.6666654611e-1f) * z * r + r;
    const F<W> c =
        ((2.443315711809948e-5f * z - 1.388731625493765e-3f) * z + 4.166664568298827e-2f) * z * z - 0.5f * z + 1.0f;
    const I<W> odd = -(quarter & 1);
    const F<W> sine_part = select<W>(odd, c, s), cosine_part = select<W>(odd, s, c);
    sine = reinterpret_cast<F<W>>(reinterpret_cast<I<W>>(sine_part) ^ ((quarter & 2) << 30));
    cosine = reinterpret_cast<F<W>>(reinterpret_cast<I<W>>(cosine_part) ^ (((quarter + 1) & 2) << 30));
}

/// atan2; 0 for (0, 0).
template <int W>
YURE_LANES_INLINE F<W> arc_tangent(F<W> y, F<W> x) {
    constexpr float kPi = 3.14159265f;
    const F<W> ax = absolute<W>(x), ay = absolute<W>(y);
    const I<W> steep = ay > ax;
    const F<W> low = select<W>(steep, ax, ay), high = select<W>(steep, ay, ax);
    // Above tan(pi/8) the angle is measured from 45 degrees.
    const I<W> upper = low > high * 0.414213562f;
    const F<W> over = select<W>(upper, low - high, low);
    F<W> under = select<W>(upper, low + high, high);
    under = select<W>(under == fill<W>(0.0f), fill<W>(1.0f), under);
    const F<W> t = over / under;
    const F<W> z = t * t;
    F<W> angle =
        (((8.05374449538e-2f * z - 1.38776856032e-1f) * z + 1.99777106478e-1f) * z - 3.33329491539e-1f) * z * t + t;
    angle = select<W>(upper, angle + 0.25f * kPi, angle);
    angle = select<W>(steep, 0.5f * kPi - angle, angle);
    angle = select<W>(x < fill<W>(0.0f), kPi - angle, angle);
    return turn_sign<W>(angle, y);
}

}  // namespace yure::pendulum::lanes
