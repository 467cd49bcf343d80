/// Is a bake good enough to go on? Limits on the summary of every body; what breaks one is told by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/baker/metrics.hpp"
#include "yure/core/result.hpp"

namespace yure::studio {

struct GateLimit {
    std::string metric;              ///< a name of the summary: "amplitude", "lag_ms", "r2_10px" …
    std::optional<double> min, max;  ///< at least one is set
};

struct Gate {
    std::string name = "default";
    std::vector<GateLimit> limits;  ///< empty = the default gate of docs/baking.md
};

/// {"amplitude":{"min":0.75,"max":1.3},"lag_ms":{"max":80},…}; names are those of the report's summaries.
Result<Gate> read_gate(std::string_view text);
Result<Gate> read_gate_file(const std::string& path);

/// A figure of a summary by its name in the report; nothing for a name that none has.
std::optional<double> summary_figure(const baker::PartSummary& summary, std::string_view metric);

/// Sets a figure of a summary by its name in the report; false for a name that none has.
bool set_summary_figure(baker::PartSummary& summary, std::string_view metric, double value);

/// What the gate finds wrong with one body. A body without a clip that moves it has nothing to be measured by and
/// passes.
std::vector<baker::BandFinding> gate_failures(const Gate& gate, const baker::PartSummary& summary);

}  // namespace yure::studio
