/// From recorded frames to the document that is kept of them. Private to studio.
#pragma once

#include "replay.hpp"
#include "replay_stage.hpp"

#include <vector>

namespace yure::studio {

/// Everything a replay is made from.
struct ReplayFrames {
    const std::vector<ReplayRecorder::Scene>& scenes;
    const std::vector<std::vector<int>>& body_meshes;  ///< per body of the bake: rows of the puppet
    const ReplayStage& stage;
    std::vector<SceneLooks> looks;            ///< per scene
    std::vector<std::vector<float>> samples;  ///< per scene: some of its frames, `StageFrame::moved` one after another
};

/// Shapes become coarser, then clips stay out, until the document's data are at most `most_bytes`; one clip always
/// stays. Error: "cancelled".
Result<nlohmann::ordered_json> replay_of(const ReplayFrames& frames, const baker::BakeResult& result,
                                         std::size_t most_bytes, const Work& work);

}  // namespace yure::studio
