/// What a bake was measured on, kept small enough to send: every unseen clip as simulated and as the export plays it,
/// on the whole model, at 30 frames a second. The document is `replay.json` (docs/reports.md, "replay.json"); the
/// report page plays it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "yure/baker/bake.hpp"
#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct ReplayOptions {
    std::size_t most_bytes = 5u << 20;  ///< of the document; reached by coarser shapes first, then by fewer clips
};

/// Watches a bake (`BakeRequest::on_measured`) and makes the document of it.
class ReplayRecorder {
  public:
    void add(const baker::MeasuredBody& measured);
    /// `model` is the source, `result` the bake that was watched. Errors: a puppet that cannot be posed, "cancelled".
    Result<nlohmann::ordered_json> finish(const Model& model, const baker::BakeResult& result,
                                          const ReplayOptions& options, const Work& work) const;

    /// One body in one clip; tables are frames x particles, x and y of a particle side by side.
    struct Track {
        int body = 0;
        std::vector<float> simulated, baked;  ///< px off the rig, in the body's frame
        std::vector<float> goals;             ///< where the rig has the particles, world px
        std::vector<float> angle;             ///< of the body's frame, radians
        std::vector<double> simulated_tip, baked_tip;
        double r2 = 0.0, simulated_px = 0.0;
    };
    /// Bodies that were measured on the same motion are seen moving together.
    struct Scene {
        baker::DriveClip clip;
        std::vector<Track> tracks;
        int frames() const { return (clip.frames() + 1) / 2; }
    };

  private:
    std::vector<Scene> scenes_;
    std::vector<std::vector<int>> body_meshes_;  // per body: rows of the puppet
};

}  // namespace yure::studio
