/// One clip, simulated: where the rig alone puts the bodies' vertices and where the simulation has them, frame by
/// frame. What `yure simulate` prints (docs/cli.md), and what pictures of it are drawn from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/core/vec2.hpp"
#include "yure/core/work.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// A motion by its id among the unseen motions of docs/baking.md ("tracking", "step:ParamAngleX",
/// "motion:idle.motion3.json" …), as a bake of these bodies would be measured on it. `seed_shift` moves the random
/// ones. An error lists the ids there are.
Result<baker::DriveClip> find_clip(const Model& model, const std::vector<baker::BodyRequest>& bodies,
                                   const std::string& id, std::uint64_t seed_shift);

struct SimulatedMesh {
    int mesh = -1;  ///< row in the puppet
    std::string id;
    int vertices = 0;
};

struct SimulatedBody {
    std::string id;
    int first_mesh = 0, meshes = 0;  ///< run of `Simulation::meshes`
    std::vector<float> frame_angle;  ///< per frame, radians; positive turns x towards y (clockwise as seen)
    int mended_frames = 0;           ///< frames in which the solver had to keep a triangle from folding over
};

/// Frame 0 is at rest on the clip's first pose. Positions are world px, meshes one after another.
struct Simulation {
    double fps = 60.0;
    std::string clip;
    int frames = 0;
    std::vector<std::string> input_ids;  ///< what the clip (and physics in play) drives
    std::vector<float> input_values;     ///< frames x inputs, as the rig got them
    std::vector<SimulatedMesh> meshes;
    int particles = 0;
    std::vector<Vec2> rig, simulated;  ///< frames x particles
    std::vector<SimulatedBody> bodies;
    pendulum::Physics remaining_physics;  ///< of the model, without the old swing of the bodies
    Notices notices;

    std::span<const Vec2> simulated_row(int frame) const {
        return std::span(simulated).subspan(static_cast<std::size_t>(frame) * static_cast<std::size_t>(particles),
                                            static_cast<std::size_t>(particles));
    }
};

/// Each body for itself, as in a bake. Errors: requests that do not fit the model, a clip that cannot be played or that
/// would need more than half a gigabyte, "cancelled".
Result<Simulation> simulate(const Model& model, const std::vector<baker::BodyRequest>& bodies,
                            const baker::DriveClip& clip, const Work& work);

/// {"fps","clip","input_ids","input_values","meshes":[{"id","vertices"}],"rig":[[x0,y0,…]…],"simulated":[[…]…],
///  "frame_angle":[…], "bodies":[{"id","meshes":[id…],"frame_angle":[…]}…]}: canvas px, y down. The outer frame_angle
///  is the
/// first body's.
std::string simulation_text(const Simulation& simulation);

}  // namespace yure::studio
