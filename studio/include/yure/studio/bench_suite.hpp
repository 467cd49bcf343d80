/// The benchmark: parts x qualities, baked and measured on the unseen motions, then played at other frame rates and by
/// other players. Results as data, JSON, Markdown and a picture, and two revisions side by side (docs/benchmark.md).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "yure/baker/bake.hpp"
#include "yure/studio/bake_folder.hpp"
#include "yure/studio/benchmark_parts.hpp"

namespace yure::studio {

/// One part at one quality.
struct SuiteRow {
    std::string part;
    baker::Quality quality = baker::Quality::standard;
    int particles = 0, parameters = 0, groups = 0, helpers = 0;
    double wall_seconds = 0.0;       ///< of the bake, simulation and measuring included
    double processor_seconds = 0.0;  ///< of all threads
    double explained = 0.0;          ///< share of the training movement, as grown; 0 for `classic`
    double select_r2 = 0.0;          ///< on the clips that the fit chose by
    baker::PartSummary summary;
    std::vector<baker::ClipMetrics> clips;
    std::vector<baker::PlaybackFigures>
        playback;  ///< other rates, without Fps, physics strength; empty when not asked for
};

struct SuiteOptions {
    std::vector<baker::Quality> qualities{baker::Quality::light, baker::Quality::standard, baker::Quality::best};
    std::uint64_t clip_seed = 0;
    bool playback = true;  ///< the rows of other rates and players too
};

/// One row. Errors name the part; "cancelled".
Result<SuiteRow> run_part(const BenchmarkPart& part, baker::Quality quality, const SuiteOptions& options,
                          const Work& work);
/// All of them, part by part. A part that cannot be baked ends the run: a benchmark with holes compares with nothing.
Result<std::vector<SuiteRow>> run_suite(const std::vector<BenchmarkPart>& parts, const SuiteOptions& options,
                                        const Work& work);

/// Means over the parts of one quality, and its worst part.
struct SuiteMean {
    baker::Quality quality = baker::Quality::standard;
    int parts = 0;  ///< that have a clip above 10 px; the figures are means over these
    double r2_10px = 0, r2_2px = 0, amplitude = 0, lag_ms = 0, settle = 0, jitter = 0, static_px = 0, clipped = 0;
    double wall_seconds = 0, processor_seconds = 0;
    double other_rates = 0;  ///< the worst
    double worst_r2_10px = 0;
    std::string worst_part;
    int direction_right = 0, direction_total = 0;
};
/// In the order in which the qualities first occur.
std::vector<SuiteMean> suite_means(const std::vector<SuiteRow>& rows);

/// {"format":"yure-bench/1","program","clip_seed","means":[…],"rows":[{"part","quality","summary","clips","playback",…}…]}.
nlohmann::ordered_json suite_json(const std::vector<SuiteRow>& rows, const SuiteOptions& options,
                                  const std::string& program);

/// Figures of an earlier run that a later one is compared with: part and quality, and the summary's figures by name.
struct EarlierRow {
    std::string part, quality;
    baker::PartSummary summary;
    double wall_seconds = 0.0;
};
struct EarlierSuite {
    std::string program;
    std::uint64_t clip_seed = 0;
    std::vector<EarlierRow> rows;
};
/// Of a file that `suite_json` made. Errors say where.
Result<EarlierSuite> read_suite(std::string_view text);

/// Tables for people: means, a line a part, what changed against an earlier run, other rates, and every clip with the
/// weakest first.
std::string suite_markdown(const std::vector<SuiteRow>& rows, const SuiteOptions& options, const EarlierSuite* earlier);

/// R² of every part as bars, a colour a quality, an earlier run's as ticks: an SVG picture, for light and dark.
std::string suite_svg(const std::vector<SuiteRow>& rows, const EarlierSuite* earlier);

}  // namespace yure::studio
