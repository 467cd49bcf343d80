/// Bodies bound to a model with everything a simulation of it needs: which old physics still plays, which parameters
/// rest.
#pragma once

#include <memory>
#include <vector>

#include "yure/baker/body.hpp"
#include "yure/baker/record.hpp"
#include "yure/pendulum/player.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct BodyBinding {
    std::unique_ptr<rig::Rig> rig;  ///< where `bodies` point to
    std::vector<baker::Body> bodies;
    /// The model's physics without what a bake of these bodies takes out of play.
    pendulum::Physics remaining;
    /// The same where it moves the bodies' meshes, else empty.
    pendulum::Physics in_play;
    std::vector<int> resting;  ///< parameters of the swing that is out of play: held at their default
    Notices notices;

    std::vector<int> meshes() const;  ///< of all bodies, in order
    int particles() const;
};

/// Errors: a request that is wrong by itself, two bodies of one name or with a common mesh, what `baker::bind_body`
/// refuses.
Result<BodyBinding> bind_bodies(const Model& model, const std::vector<baker::BodyRequest>& requests);

/// Values of all parameters, frame after frame of a clip, as the rig of the bodies gets them.
class BodyDriver {
  public:
    /// Both must outlive this.
    BodyDriver(const BodyBinding& binding, const baker::DriveClip& clip);

    /// Frames are asked for in order, once each.
    std::span<const float> values(int frame);
    /// Parameters that change by the clip or by physics in play, rows of the rig, ascending.
    const std::vector<int>& driven() const { return driven_; }

  private:
    const BodyBinding& binding_;
    const baker::DriveClip& clip_;
    std::vector<int> columns_;  // per clip input: parameter, -1 = absent or resting
    std::vector<int> driven_;
    std::vector<float> values_;
    std::vector<pendulum::Player> player_;  // none or one
};

}  // namespace yure::studio
