/// Simulates a body through clips and writes down where it goes, against where the rig alone would put it.
#pragma once

#include <string>
#include <vector>

#include "yure/baker/body.hpp"
#include "yure/core/work.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/pendulum/player.hpp"

namespace yure::baker {

struct RecordOptions {
    bool keyform = true;   ///< offsets in keyform space, for the fit
    bool in_body = false;  ///< offsets and goals in the body's frame, for the metrics
    int lanes = 8;         ///< clips simulated side by side; the result does not depend on it
    float damping = 0.0f;  ///< 1/s, lower bound of every particle's: heavy damping, to settle under held inputs
};

/// One clip as it was simulated, at 60 fps, frame 0 at rest on the clip's first pose. Tables are frames x columns.
struct Recording {
    std::string id;
    int frames = 0;
    /// Values of the watched parameters as the rig got them (clamped, after physics in play), frames x watched.
    std::vector<float> watched;
    /// Simulated minus rig, in each mesh's keyform space times `Body::keyform_scale`: px along the mesh's own axes.
    std::vector<float> keyform;
    /// Simulated minus rig, px, turned back by the frame angle.
    std::vector<float> in_body;
    /// Where the rig puts the particles, px, turned back by the frame angle about the canvas' origin.
    std::vector<float> goals;
    std::vector<float> frame_angle;  ///< radians; positive turns x towards y

    const float* keyform_row(int frame, int columns) const {
        return keyform.data() + static_cast<std::ptrdiff_t>(frame) * columns;
    }
};

/// `in_play` is physics that moves these meshes and was asked to be kept; usually empty. Parameters that no clip names
/// stay at their default. Clips run in solver lanes and in batches over `work.parallel_for`; any split gives the same
/// bits. Errors: a clip that cannot be played, "cancelled".
Result<std::vector<Recording>> record(const Body& body, const pendulum::Physics& in_play,
                                      std::span<const DriveClip* const> clips, std::span<const int> watched,
                                      const RecordOptions& options, const Work& work);

/// A clip as pendulums meet it: the values of the watched parameters (rows of the rig; columns of the result) with
/// physics in play applied, clamped. Nothing is simulated.
DriveClip played_clip(const Body& body, const pendulum::Physics& in_play, const DriveClip& clip,
                      std::span<const int> watched);

/// What goes out of play with a body: groups of `physics` with an output whose parameter moves one of the meshes by at
/// least a tenth of a px, at the default pose or with any one other parameter at an end. An output on one of `inputs`
/// is no old swing of the body and stays.
struct PhysicsOnMeshes {
    struct Hit {
        int group = -1, output = -1;
        std::string parameter;  ///< held at rest while simulating
    };
    std::vector<Hit> hits;
};
PhysicsOnMeshes physics_on_meshes(const rig::Rig& rig, std::span<const int> meshes, const pendulum::Physics& physics,
                                  std::span<const int> inputs);

/// `physics` without the outputs that were hit; groups left without any output go too.
pendulum::Physics without_outputs(const pendulum::Physics& physics, const PhysicsOnMeshes& gone);

/// True when some output of `physics` would still move the meshes: then it has to be played while simulating.
bool moves_meshes(const rig::Rig& rig, std::span<const int> meshes, const pendulum::Physics& physics);

/// Rotates (x, y) back by a frame angle.
inline Vec2 turn_back(Vec2 v, float cosine, float sine) {
    return {v.x * cosine + v.y * sine, v.y * cosine - v.x * sine};
}

/// Ranges of a rig's parameters as the pendulum wants them.
std::vector<pendulum::ParameterRange> parameter_ranges(const rig::Rig& rig);

}  // namespace yure::baker
