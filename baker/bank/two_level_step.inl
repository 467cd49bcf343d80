// The recursions of two_level.cpp, included once per instruction set (YURE_STEP_TARGET). Lanes lie across groups; every
// sum runs in a fixed order, so all instruction sets give the same bits.

template <class T>
struct Pack {
    typedef T Lanes __attribute__((vector_size(kLanes * sizeof(T))));
    typedef T Loose __attribute__((vector_size(kLanes * sizeof(T)), aligned(sizeof(T)), may_alias));
};

// Through a loosely aligned vector type: a memcpy becomes two half stores and a load that waits for both.
#define YURE_LOAD(name, pointer) \
    typename Pack<T>::Lanes name = *reinterpret_cast<const typename Pack<T>::Loose*>(pointer)
#define YURE_STORE(pointer, name) *reinterpret_cast<typename Pack<T>::Loose*>(pointer) = name

/// sums[c] = sum over r of x[r] * matrix[r][c], `width` a multiple of the lanes. Four partial sums keep the adders
/// busy.
template <class T>
YURE_STEP_TARGET static void mix(const T* x, const T* matrix, int rows, int width, T* sums) {
    const auto stride = static_cast<std::ptrdiff_t>(width);
    for (int c = 0; c < width; c += kLanes) {
        typename Pack<T>::Lanes s0 = {}, s1 = {}, s2 = {}, s3 = {};
        const T* row = matrix + c;
        int r = 0;
        for (; r + 4 <= rows; r += 4, row += 4 * stride) {
            YURE_LOAD(m0, row);
            YURE_LOAD(m1, row + stride);
            YURE_LOAD(m2, row + 2 * stride);
            YURE_LOAD(m3, row + 3 * stride);
            s0 += m0 * x[r];
            s1 += m1 * x[r + 1];
            s2 += m2 * x[r + 2];
            s3 += m3 * x[r + 3];
        }
        for (; r < rows; ++r, row += stride) {
            YURE_LOAD(m0, row);
            s0 += m0 * x[r];
        }
        s0 = (s0 + s1) + (s2 + s3);
        YURE_STORE(sums + c, s0);
    }
}

/// One step of `width` Angle recursions at frame f (0: at rest under the sum).
template <class T>
YURE_STEP_TARGET static void advance(const T* sum, T* response, int f, int width, const T* kappa, const T* mobility) {
    const T fifth = static_cast<T>(0.2), unit = static_cast<T>(1);
    const T* x = sum + static_cast<std::ptrdiff_t>(f) * width;
    T* q = response + static_cast<std::ptrdiff_t>(f) * width;
    const T* q1 = q - width;
    const T* q2 = f > 1 ? q1 - width : q1;
    for (int c = 0; c < width; c += kLanes) {
        YURE_LOAD(now, x + c);
        if (f > 0) {
            YURE_LOAD(before, x + c - width);
            YURE_LOAD(r1, q1 + c);
            YURE_LOAD(r2, q2 + c);
            YURE_LOAD(k, kappa + c);
            YURE_LOAD(m, mobility + c);
            now = ((m + unit) * r1 - m * r2 + (now - before) * fifth + k * now) / (k + unit);
        }
        YURE_STORE(q + c, now);
    }
}

template <class T>
YURE_STEP_TARGET static void play(const StepCoefficients<T>& step, const T* signals, int frames, StepTape<T>& tape) {
    for (int f = 0; f < frames; ++f) {
        const auto row = static_cast<std::ptrdiff_t>(f);
        mix(signals + row * step.signals, step.weights.data(), step.signals, step.one,
            tape.sum_one.data() + row * step.one);
        advance(tape.sum_one.data(), tape.one.data(), f, step.one, step.kappa.data(), step.mobility.data());
        if (step.two == 0) continue;
        T* helpers = tape.helpers.data() + row * step.helpers;
        mix(tape.one.data() + row * step.one, step.helper_mix.data(), step.one, step.helpers, helpers);
        for (int j = 0; j < step.helpers; ++j) helpers[j] = helpers[j] > T(0) ? helpers[j] : T(0);
        mix(helpers, step.second.data(), step.helpers, step.two, tape.sum_two.data() + row * step.two);
        advance(tape.sum_two.data(), tape.two.data(), f, step.two, step.kappa.data() + step.one,
                step.mobility.data() + step.one);
    }
}

/// Adjoint of `advance` at frame f. `later` holds u = adjoint / (1 + kappa) of frames f+1 and f+2.
template <class T>
YURE_STEP_TARGET static void advance_back(const T* sum, const T* response, const T* pull, T* pull_sum, int f, int width,
                                          const T* kappa, const T* mobility, T* later, T* by_kappa, T* by_mobility) {
    const T fifth = static_cast<T>(0.2), unit = static_cast<T>(1);
    const auto row = static_cast<std::ptrdiff_t>(f) * width;
    for (int c = 0; c < width; c += kLanes) {
        YURE_LOAD(k, kappa + c);
        YURE_LOAD(m, mobility + c);
        YURE_LOAD(u1, later + c);
        YURE_LOAD(u2, later + width + c);
        YURE_LOAD(own, pull + row + c);
        if (f == 0) {  // frame 0 rests under its sum, and frame 1 takes it for both of its past frames
            own = own + u1 - m * u2 - u1 * fifth;
            YURE_STORE(pull_sum + row + c, own);
            continue;
        }
        const typename Pack<T>::Lanes u = (own + (m + unit) * u1 - m * u2) / (k + unit);
        YURE_LOAD(x, sum + row + c);
        YURE_LOAD(q, response + row + c);
        YURE_LOAD(q1, response + row - width + c);
        YURE_LOAD(q2, response + (f > 1 ? row - 2 * static_cast<std::ptrdiff_t>(width) : row - width) + c);
        YURE_LOAD(gk, by_kappa + c);
        YURE_LOAD(gm, by_mobility + c);
        gk += u * (x - q);
        gm += u * (q1 - q2);
        YURE_STORE(by_kappa + c, gk);
        YURE_STORE(by_mobility + c, gm);
        const typename Pack<T>::Lanes out = u * (k + fifth) - u1 * fifth;
        YURE_STORE(pull_sum + row + c, out);
        YURE_STORE(later + c, u);
        YURE_STORE(later + width + c, u1);
    }
}

template <class T>
YURE_STEP_TARGET static void play_back(const StepCoefficients<T>& step, const StepTape<T>& tape, int frames,
                                       StepGradient<T>& gradient, T* later_one, T* later_two) {
    for (int f = frames - 1; f >= 0; --f) {
        const auto row = static_cast<std::ptrdiff_t>(f);
        if (step.two > 0) {
            advance_back(tape.sum_two.data(), tape.two.data(), gradient.pull_two.data(), gradient.sum_two.data(), f,
                         step.two, step.kappa.data() + step.one, step.mobility.data() + step.one, later_two,
                         gradient.kappa.data() + step.one, gradient.mobility.data() + step.one);
            T* pull = gradient.helpers.data() + row * step.helpers;
            mix(gradient.sum_two.data() + row * step.two, step.second_back.data(), step.two, step.helpers, pull);
            const T* open = tape.helpers.data() + row * step.helpers;
            for (int j = 0; j < step.helpers; ++j) pull[j] = open[j] > T(0) ? pull[j] : T(0);
            T* pull_one = gradient.pull_one.data() + row * step.one;
            for (int c = 0; c < step.one; c += kLanes) {
                YURE_LOAD(total, pull_one + c);
                for (int j = 0; j < step.helpers; ++j) {
                    YURE_LOAD(weight, step.helper_mix_back.data() + static_cast<std::ptrdiff_t>(j) * step.one + c);
                    total += weight * pull[j];
                }
                YURE_STORE(pull_one + c, total);
            }
        }
        advance_back(tape.sum_one.data(), tape.one.data(), gradient.pull_one.data(), gradient.sum_one.data(), f,
                     step.one, step.kappa.data(), step.mobility.data(), later_one, gradient.kappa.data(),
                     gradient.mobility.data());
    }
}

#undef YURE_LOAD
#undef YURE_STORE
