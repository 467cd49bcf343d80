/// The benchmark program's registry: every module adds its own file with a list of benchmarks. Results are medians of
/// repetitions, as numbers with a unit; `calibrate.kernel` is a fixed loop, so that figures of two runs can be
/// compared.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace yure::bench {

struct Benchmark {
    std::string name;  ///< "rig.eval.Hiyori"
    std::string unit;  ///< "us", "ms", "s"
    /// Runs the benchmark (set-up included, not timed) and returns the figure. Called only when the name passes the
    /// filter.
    std::function<double()> run;
};

/// One per file of the program. Benchmarks whose data is absent are simply not listed.
std::vector<Benchmark> calibration_benchmarks();
std::vector<Benchmark> rig_benchmarks();
std::vector<Benchmark> sim_benchmarks();
std::vector<Benchmark> bake_benchmarks();
std::vector<Benchmark> chain_benchmarks();
std::vector<Benchmark> mcp_benchmarks();
std::vector<Benchmark> large_benchmarks();

/// Median seconds of one `body()`, over `repetitions` samples; a sample calls it `calls` times. One untimed sample
/// first.
double median_seconds(int repetitions, int calls, const std::function<void()>& body);

/// Keeps the compiler from dropping a computation whose result nobody reads.
void keep(float value);

}  // namespace yure::bench
