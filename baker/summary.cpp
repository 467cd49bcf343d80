#include <algorithm>
#include <cmath>
#include <cstdio>

#include "yure/baker/metrics.hpp"

namespace yure::baker {
namespace {

constexpr double kSmallest = 1e-3;  // an amplitude below this counts as this: a logarithm must exist

double mean(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

class Bands {
  public:
    void outside(const char* metric, double value, double low, double high) {
        if (value < low) add(metric, value, low, "below");
        if (value > high) add(metric, value, high, "above");
    }
    void above(const char* metric, double value, double high) {
        if (value > high) add(metric, value, high, "above");
    }
    void below(const char* metric, double value, double low) {
        if (value < low) add(metric, value, low, "below");
    }
    std::vector<BandFinding> found;

    void other_rates(double off) {
        constexpr double kMost = 0.1;
        if (off <= kMost) return;
        char text[128];
        std::snprintf(text, sizeof text, "the amplitude changes by %.3g %% at another frame rate, more than %.3g %%",
                      100.0 * off, 100.0 * kMost);
        found.push_back({"other_rates", off, kMost, text});
    }

  private:
    void add(const char* metric, double value, double limit, const char* side) {
        char text[128];
        std::snprintf(text, sizeof text, "%s %.3g is %s %.3g", metric, value, side, limit);
        found.push_back({metric, value, limit, text});
    }
};

}  // namespace

PartSummary summarize(std::span<const ClipMetrics> clips) {
    PartSummary out;
    std::vector<double> r2, r2_small, ln, ln_size, reach, lag, settle, overshoot, jitter, statics, clipped, stalled,
        shortening, p95;
    ErrorShares error;
    int with_error = 0;
    for (const ClipMetrics& clip : clips) {
        if (clip.simulated_px > 2.0) r2_small.push_back(std::max(-1.0, clip.r2));
        if (clip.simulated_px <= 10.0) continue;
        r2.push_back(std::max(-1.0, clip.r2));
        ln.push_back(std::log(std::max(kSmallest, clip.amplitude)));
        ln_size.push_back(std::abs(ln.back()));
        reach.push_back(clip.reach);
        lag.push_back(std::abs(clip.lag_ms));
        if (clip.settle) settle.push_back(*clip.settle);
        if (clip.overshoot) overshoot.push_back(*clip.overshoot);
        jitter.push_back(clip.jitter);
        if (clip.static_px) statics.push_back(*clip.static_px);
        clipped.push_back(clip.clipped);
        stalled.push_back(clip.stalled);
        shortening.push_back(clip.shortening);
        p95.push_back(clip.p95_px);
        if (clip.error && clip.error->total() > 0.0) {
            const double scale = (1.0 - r2.back()) / clip.error->total();
            error.shape += scale * clip.error->shape;
            error.dynamics += scale * clip.error->dynamics;
            error.statics += scale * clip.error->statics;
            error.rest += scale * clip.error->rest;
        }
        if (clip.error) ++with_error;
        ++out.direction_total;
        if (clip.right) ++out.direction_right;
        if (clip.r2 > 0.0) ++out.better_than_nothing;
    }
    out.clips = static_cast<int>(r2.size());
    out.clips_2px = static_cast<int>(r2_small.size());
    out.r2_2px = mean(r2_small);
    if (out.clips == 0) return out;
    out.r2_10px = mean(r2);
    if (with_error > 0)
        out.error = {error.shape / with_error, error.dynamics / with_error, error.statics / with_error,
                     error.rest / with_error};
    out.amplitude = std::exp(median(ln));
    out.amplitude_spread = std::exp(median(ln_size));
    out.reach = median(reach);
    out.lag_ms = median(lag);
    out.settle = median(settle);
    out.overshoot = mean(overshoot);
    out.jitter = median(jitter);
    out.static_px = mean(statics);
    out.clipped = mean(clipped);
    out.stalled = mean(stalled);
    out.shortening = mean(shortening);
    out.p95_px = mean(p95);
    return out;
}

std::vector<BandFinding> warnings(const ClipMetrics& clip) {
    Bands bands;
    if (clip.sign < 0.0) bands.found.push_back({"sign", clip.sign, 0.0, "swings the opposite way"});
    bands.outside("amplitude", clip.amplitude, 0.75, 1.3);
    bands.above("lag_ms", clip.lag_ms, 80.0);
    if (clip.settle) bands.outside("settle", *clip.settle, 0.6, 1.6);
    bands.above("jitter", clip.jitter, 1.5);
    bands.above("clipped", clip.clipped, 0.0);
    bands.below("r2", clip.r2, 0.5);
    return std::move(bands.found);
}

std::vector<BandFinding> warnings(const PartSummary& summary) {
    Bands bands;
    if (summary.clips == 0) return {};
    bands.outside("amplitude", summary.amplitude, 0.75, 1.3);
    bands.above("lag_ms", summary.lag_ms, 80.0);
    if (summary.settle > 0.0) bands.outside("settle", summary.settle, 0.6, 1.6);
    bands.above("jitter", summary.jitter, 1.5);
    bands.above("clipped", summary.clipped, 0.0);
    bands.below("r2_10px", summary.r2_10px, 0.5);
    bands.other_rates(summary.other_rates);
    return std::move(bands.found);
}

std::vector<BandFinding> gate_failures(const PartSummary& summary) {
    Bands bands;
    if (summary.clips == 0) return {};
    bands.outside("amplitude", summary.amplitude, 0.75, 1.3);
    bands.above("lag_ms", summary.lag_ms, 80.0);
    if (summary.settle > 0.0) bands.outside("settle", summary.settle, 0.6, 1.6);
    bands.above("jitter", summary.jitter, 1.5);
    bands.above("clipped", summary.clipped, 0.01);
    bands.other_rates(summary.other_rates);
    return std::move(bands.found);
}

}  // namespace yure::baker
