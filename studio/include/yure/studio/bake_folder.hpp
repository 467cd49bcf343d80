/// A bake from an opened model to a folder: DIR/model/ (the export), DIR/report.json (what was done and how well it
/// follows) and DIR/losses.json (what the export does not have any more, or has differently). Formats: docs/cli.md,
/// `bake`.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "yure/baker/bake.hpp"
#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/gate.hpp"
#include "yure/studio/model_folder.hpp"
#include "yure/studio/output_folder.hpp"

namespace yure::studio {

struct BakeOrder {
    std::vector<baker::BodyRequest> bodies;
    std::uint64_t clip_seed = 0;  ///< shifts the random unseen motions that are measured on; never what is baked
    std::optional<Gate> gate;
    std::string program;  ///< "yure 0.1.0", for the files
};

struct BakeOutcome {
    baker::BakeResult result;
    std::vector<double> body_seconds;                            ///< wall clock, per body
    double seconds = 0.0;                                        ///< all of it, writing included
    std::vector<std::vector<baker::BandFinding>> gate_failures;  ///< per body; empty without a gate
    Notices notices;                                             ///< of opening, baking and exporting
    nlohmann::ordered_json report, losses;                       ///< as written

    bool gate_met() const;
};

/// Bakes and fills `out`; the caller commits. An error leaves `out` unfinished. The model's own motions are measured on
/// as well.
Result<BakeOutcome> bake_to_folder(const Model& model, const BakeOrder& order, OutputFolder& out, const Work& work);

const char* quality_name(baker::Quality quality);  ///< "light", "standard", "best", "classic"

/// One clip's or one part's figures under the names of docs/baking.md, for reports of every kind. Absent figures are
/// null.
nlohmann::ordered_json clip_json(const baker::ClipMetrics& clip);
nlohmann::ordered_json summary_json(const baker::PartSummary& summary);
/// The exported model at other frame rates and in other players against itself at 60 Hz, a row a condition.
nlohmann::ordered_json playback_json(const std::vector<baker::PlaybackFigures>& figures);

/// A table for people: a line a body and, with `clips`, a line a clip.
std::string bake_table(const BakeOutcome& outcome, bool clips);

}  // namespace yure::studio
