/// A bake's export against the simulation, on any motion: the bodies are simulated anew and the exported files played,
/// both on the same clips. Metrics and bands: docs/baking.md, "metrics".
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "yure/baker/metrics.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/baked_folder.hpp"

namespace yure::studio {

struct ComparedBody {
    std::string id, name;
    int particles = 0;
    std::vector<baker::ClipMetrics> clips;
    baker::PartSummary summary;
};

struct Comparison {
    std::vector<ComparedBody> bodies;
    Notices notices;
};

/// Which clips, by what a person calls them.
struct ClipChoice {
    std::vector<std::string> motions;  ///< files, or motions of the model: find_motion()
    std::vector<std::string> clips;    ///< ids of unseen motions, "all" for every one that is none of the model's own
    std::uint64_t clip_seed = 0;       ///< shifts the random ones
};
/// The clips in the order of the choice, each once, with the rest behind them that a bake's report measures too.
/// An error names what is not there and lists what is.
Result<std::vector<baker::DriveClip>> chosen_clips(const BakedFolder& folder, const ClipChoice& choice);

/// Metrics at exaggeration 1, as a bake reports them: shapes are scaled back to what they are at ×1. A parameter that
/// was written with gain 0 stays still, which is a notice. Errors: bodies that do not fit the model, a clip that cannot
/// be played, "cancelled".
Result<Comparison> compare_clips(const BakedFolder& folder, const std::vector<baker::DriveClip>& clips,
                                 const Work& work);

/// {"format":"yure-compare/1","model","bodies":[{"id","particles","clips":[metrics + "warnings"],"summary"}],
/// "notices"}.
nlohmann::ordered_json comparison_json(const BakedFolder& folder, const Comparison& comparison);

/// Table and warnings for people.
std::string comparison_text(const Comparison& comparison);

}  // namespace yure::studio
