// What a component remembers from frame to frame, and what it tells its trees in one. Private to engine/chain.
#pragma once

#include "block.hpp"

#include <optional>
#include <span>
#include <vector>

#include "yure/chain/config.hpp"
#include "yure/chain/tree.hpp"

namespace yure::chain {

/// A collider and the node it hangs on; -1 = the world.
struct AttachedCollider {
    Collider collider;
    int node = -1;
};

/// One frame of a component, before its trees add their own gravity.
struct ComponentFrame {
    enum class Action { none, reset, keep };
    Action action = Action::none;
    Affine carried;  ///< with keep: what everything that moves is carried by
    Vec3 shift;      ///< excess of the move limit, for all but the roots
    bool idle = false;
    int loops = 0;
    Vec3 move;
    Vec3 wind;                  ///< displacement per loop
    double scale = 1.0;         ///< of the object
    double force_factor = 1.0;  ///< of gravity and force, times scale
    bool colliders_moved = false;
    bool retuned = false;
};

class ComponentState {
  public:
    ComponentState(Component component, std::optional<Material> material, Placed placed,
                   std::vector<AttachedCollider> colliders, std::optional<Wind> global_wind, double chain_length);

    const Component& component() const { return component_; }
    const Material* material() const { return material_ ? &*material_ : nullptr; }
    const Placed& placed() const { return placed_; }
    const std::vector<AttachedCollider>& colliders() const { return colliders_; }
    const std::vector<WorldCollider>& world_colliders() const { return world_; }
    const ComponentFrame& now() const { return frame_; }
    /// One loop's seconds as a bake steps.
    double step_seconds() const { return component_.update_rate > 0.0 ? 1.0 / component_.update_rate : 1.0 / 60.0; }

    /// Looks at the pose; `single_step`: a bake's one loop of the full step, whatever the mode.
    const ComponentFrame& begin(std::span<const Affine> pose, double dt, bool single_step, bool teleport_by_default);
    void end(double dt) { time_ += dt; }
    LaneTuning tuning(const Particle& particle) const;

    void make_fresh() { fresh_ = true; }
    /// Goes on where `old` is, unless it was switched on just now.
    void continue_from(const ComponentState& old);

  private:
    void count_loops(double dt, bool single_step);
    void find_jump(const Affine& object, double dt, bool teleport_by_default);

    Component component_;
    std::optional<Material> material_;
    Placed placed_;
    std::vector<AttachedCollider> colliders_;
    std::vector<WorldCollider> world_;
    std::optional<Wind> global_wind_;
    double chain_length_;  // longest tree over the object's scale, at bind time

    bool fresh_ = true;
    Affine object_last_;
    double accumulator_ = 0.0, time_ = 0.0;
    double step_ = 1.0, step_before_ = -1.0;  // timeVar of this and of the previous simulated frame; -1 = none yet
    double tuned_step_ = -1.0, tuned_ratio_ = -1.0;
    bool compensated_ = false;
    ComponentFrame frame_;
};

}  // namespace yure::chain
