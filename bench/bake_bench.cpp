// Whole bakes of the benchmark's parts, measured as users get them: on unseen motions, exported model at x1 against the
// simulation; `bake.chain_<part>` are parts that bone chains move. `bake.<part>.<quality>.wall` s on two threads, `.threads` s of processor time, `.r2`, `.r2_2px`,
// `.amplitude`, `.lag`, `.static`; `bake.mean.<quality>.<figure>` over all parts that are there, and `bake.worst`.
// On stderr: a line a part, and every clip, the weakest first. `yure bench-suite` gives the same as tables.
#include "bench.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

#include "yure/chain/presets.hpp"
#include "yure/studio/bench_suite.hpp"
#include "yure/studio/benchmark_parts.hpp"
#include "yure/studio/parallel.hpp"

namespace yure::bench {
namespace {

using studio::BenchmarkPart;
using studio::SuiteRow;

struct Figure {
    const char* name;
    const char* unit;
    double (*of)(const SuiteRow&);
};
constexpr Figure kFigures[] = {
    {"r2", "1", [](const SuiteRow& f) { return f.summary.r2_10px; }},
    {"r2_2px", "1", [](const SuiteRow& f) { return f.summary.r2_2px; }},
    {"right", "1",
     [](const SuiteRow& f) {
         return static_cast<double>(f.summary.direction_right) / std::max(1, f.summary.direction_total);
     }},
    {"amplitude", "1", [](const SuiteRow& f) { return f.summary.amplitude; }},
    {"lag", "ms", [](const SuiteRow& f) { return f.summary.lag_ms; }},
    {"settle", "1", [](const SuiteRow& f) { return f.summary.settle; }},
    {"jitter", "1", [](const SuiteRow& f) { return f.summary.jitter; }},
    {"static", "px", [](const SuiteRow& f) { return f.summary.static_px; }},
    {"clipped", "1", [](const SuiteRow& f) { return f.summary.clipped; }},
    {"wall", "s", [](const SuiteRow& f) { return f.wall_seconds; }},
    {"threads", "s", [](const SuiteRow& f) { return f.processor_seconds; }},
};
constexpr baker::Quality kQualities[] = {baker::Quality::light, baker::Quality::standard, baker::Quality::best,
                                         baker::Quality::classic};

void print_row(const SuiteRow& row) {
    const baker::PartSummary& s = row.summary;
    std::fprintf(stderr,
                 "  %-13s %-8s r2 %.3f (2px %.3f)  right %d/%d  amp %.2f  lag %.0f  settle %.2f  jitter %.2f  static "
                 "%.1f  clipped %.4f  rates %.3f  train %.3f select %.3f  %.1f s\n",
                 row.part.c_str(), studio::quality_name(row.quality), s.r2_10px, s.r2_2px, s.direction_right,
                 s.direction_total, s.amplitude, s.lag_ms, s.settle, s.jitter, s.static_px, s.clipped, s.other_rates,
                 row.explained, row.select_r2, row.wall_seconds);
    std::vector<baker::ClipMetrics> clips = row.clips;
    std::sort(clips.begin(), clips.end(),
              [](const baker::ClipMetrics& a, const baker::ClipMetrics& b) { return a.r2 < b.r2; });
    for (const baker::ClipMetrics& c : clips)
        std::fprintf(
            stderr,
            "    %-26s %6.1f px  r2 %6.3f  dir %.2f  amp %.2f  lag %5.0f  settle %5.2f  jit %.2f  static %5.1f  "
            "clipped %.3f\n",
            c.clip.c_str(), c.simulated_px, c.r2, c.direction, c.amplitude, c.lag_ms, c.settle.value_or(NAN), c.jitter,
            c.static_px.value_or(NAN), c.clipped);
}

/// Two threads: what the project's own machine has.
SuiteRow bake_part(const BenchmarkPart& part, baker::Quality quality) {
    Work work;
    work.parallel_for = studio::parallel_for(2);
    studio::SuiteOptions options;
    options.playback = false;
    Result<SuiteRow> row = studio::run_part(part, quality, options, work);
    if (!row) {
        std::fprintf(stderr, "%s\n", row.error().text().c_str());
        SuiteRow none;
        none.summary.r2_10px = none.summary.r2_2px = none.wall_seconds = NAN;
        return none;
    }
    print_row(*row);
    return std::move(*row);
}

/// One bake gives all of its figures.
const SuiteRow& row_of(const std::shared_ptr<const BenchmarkPart>& part, baker::Quality quality) {
    static std::map<std::pair<std::string, int>, SuiteRow> done;
    const auto key = std::pair(part->name, static_cast<int>(quality));
    const auto place = done.find(key);
    return place != done.end() ? place->second : done.emplace(key, bake_part(*part, quality)).first->second;
}

std::vector<std::shared_ptr<const BenchmarkPart>> reference_parts() {
    std::vector<std::shared_ptr<const BenchmarkPart>> parts;
    const std::filesystem::path list = studio::find_benchmark_parts();
    if (list.empty()) return parts;
    Notices notices;
    auto read = studio::read_benchmark_parts(list, list.parent_path().parent_path() / "models", notices);
    if (!read) {
        std::fprintf(stderr, "%s\n", read.error().text().c_str());
        return parts;
    }
    for (BenchmarkPart& part : *read) parts.push_back(std::make_shared<const BenchmarkPart>(std::move(part)));
    return parts;
}

/// Parts that bone chains move instead of the mesh solver: the demo's back hair and side locks, and Hiyori's side locks.
std::vector<std::shared_ptr<const BenchmarkPart>> chain_parts(const std::vector<std::shared_ptr<const BenchmarkPart>>& references) {
    std::vector<std::shared_ptr<const BenchmarkPart>> parts;
    const auto add = [&](const BenchmarkPart& part, const char* preset, int segments) {
        BenchmarkPart moved = part;
        moved.name = "chain_" + part.name;
        moved.body.chain.emplace();
        moved.body.chain->segments = segments;
        moved.body.chain->component = chain::find_chain_preset(preset)->component;
        parts.push_back(std::make_shared<const BenchmarkPart>(std::move(moved)));
    };
    Notices notices;
    for (const BenchmarkPart& part : studio::demo_parts(studio::demo_folder(YURE_SOURCE_DIR), notices)) {
        if (part.name == "demo_back") add(part, "hair", 6);
        if (part.name == "demo_side") add(part, "ears", 4);
    }
    for (const auto& part : references)
        if (part->name == "hiyori_side") add(*part, "hair", 6);
    return parts;
}

}  // namespace

std::vector<Benchmark> bake_benchmarks() {
    std::vector<Benchmark> list;
    const auto parts = reference_parts();
    const auto chains = chain_parts(parts);
    const auto add_parts = [&](const std::vector<std::shared_ptr<const BenchmarkPart>>& of, baker::Quality quality) {
        for (const auto& part : of)
            for (const Figure& figure : kFigures)
                list.push_back({"bake." + part->name + "." + studio::quality_name(quality) + "." + figure.name, figure.unit,
                                [part, quality, figure] { return figure.of(row_of(part, quality)); }});
    };
    for (const baker::Quality quality : kQualities) add_parts(chains, quality);
    if (parts.empty()) return list;
    for (const baker::Quality quality : kQualities) {
        const std::string name = studio::quality_name(quality);
        add_parts(parts, quality);
        for (const Figure& figure : kFigures)
            list.push_back({"bake.mean." + name + "." + figure.name, figure.unit, [parts, quality, figure] {
                                double sum = 0.0;
                                for (const auto& part : parts) sum += figure.of(row_of(part, quality));
                                return sum / static_cast<double>(parts.size());
                            }});
        list.push_back({"bake.worst." + name + ".r2", "1", [parts, quality] {
                            double worst = 1.0;
                            for (const auto& part : parts)
                                worst = std::min(worst, row_of(part, quality).summary.r2_10px);
                            return worst;
                        }});
    }
    return list;
}

}  // namespace yure::bench
