#include "bench.hpp"

namespace yure::bench {

std::vector<Benchmark> calibration_benchmarks() {
    return {{"calibrate.kernel", "ms", [] {
                 // Four independent chains of multiply and add: never in memory, never worth vectorising away.
                 const double seconds = median_seconds(11, 1, [] {
                     float a = 0.1f, b = 0.2f, c = 0.3f, d = 0.4f;
                     for (int i = 0; i < 2'000'000; ++i) {
                         a = a * 0.999f + 0.001f;
                         b = b * 0.998f + 0.002f;
                         c = c * 0.997f + 0.003f;
                         d = d * 0.996f + 0.004f;
                     }
                     keep(a + b + c + d);
                 });
                 return seconds * 1e3;
             }}};
}

}  // namespace yure::bench
