/// The exported model against the simulation, on motions of one's choice; nothing is changed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "yure/baker/compare.hpp"
#include "yure/baker/metrics.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::studio {

struct CompareRequest {
    std::vector<std::string> bodies;   ///< with a bake; empty = all of them
    std::vector<std::string> motions;  ///< unseen motions by id ("tracking", "step:ParamAngleX"), or motions of the model
                                       ///< as it names them; empty = all that a bake is measured on
    std::uint64_t clip_seed = 0;
    /// Sees everything a body was measured on, frame by frame; bodies are numbered as they come in the result.
    std::function<void(const baker::MeasuredBody&)> on_measured;
};

struct BodyComparison {
    std::string body;
    std::vector<baker::ClipMetrics> clips;
    baker::PartSummary summary;
    std::vector<baker::BandFinding> warnings;
};

/// At x1, as everything is measured. Errors: a body without a bake, a motion that is not there (what there is is
/// listed), a bake that no longer fits the model, "cancelled".
Result<std::vector<BodyComparison>> compare_project(const Document& document, const ModelGeometry& geometry,
                                                    const CompareRequest& request, const Work& work);

/// {"bodies":[{"body","clips":[…],"summary":{…},"warnings":[…]}…]}
Json comparison_json(const std::vector<BodyComparison>& bodies);

}  // namespace yure::studio
