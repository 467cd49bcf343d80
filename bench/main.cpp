#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <time.h>

namespace yure::bench {

namespace {

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double median_seconds(int repetitions, int calls, const std::function<void()>& body) {
    std::vector<double> samples;
    for (int sample = -1; sample < repetitions; ++sample) {
        const double start = thread_seconds();
        for (int call = 0; call < calls; ++call) body();
        if (sample >= 0) samples.push_back((thread_seconds() - start) / calls);
    }
    std::nth_element(samples.begin(), samples.begin() + repetitions / 2, samples.end());
    return samples[static_cast<std::size_t>(repetitions / 2)];
}

void keep(float value) {
    static volatile float sink;
    sink = value;
    static_cast<void>(sink);
}

}  // namespace yure::bench

int main(int argc, char** argv) {
    using namespace yure::bench;
    std::string filter;
    bool as_json = false, list = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--json") {
            as_json = true;
        } else if (argument == "--list") {
            list = true;
        } else if (argument == "--filter" && i + 1 < argc) {
            filter = argv[++i];
        } else {
            std::cerr << "usage: yure_bench [--filter TEXT] [--list] [--json]\n";
            return 2;
        }
    }
    nlohmann::json results = nlohmann::json::array();
    for (const auto& group :
         {calibration_benchmarks(), rig_benchmarks(), sim_benchmarks(), chain_benchmarks(), mcp_benchmarks(), large_benchmarks(), bake_benchmarks()})
        for (const Benchmark& benchmark : group) {
            if (benchmark.name.find(filter) == std::string::npos) continue;
            if (list) {
                std::cout << benchmark.name << '\n';
                continue;
            }
            const double value = benchmark.run();
            results.push_back({{"name", benchmark.name}, {"value", value}, {"unit", benchmark.unit}});
            if (!as_json) std::printf("%-32s %12.4g %s\n", benchmark.name.c_str(), value, benchmark.unit.c_str());
        }
    if (as_json && !list) std::cout << nlohmann::json{{"results", std::move(results)}}.dump() << '\n';
    return 0;
}
