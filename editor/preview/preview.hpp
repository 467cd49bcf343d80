/// The model as it is looked at: a clock, what drives it, the exported result (the written model with its pendulums),
/// and the reference simulation beside it. Both follow the same pose.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "preview/live_simulation.hpp"
#include "preview/pose_driver.hpp"
#include "yure/pendulum/player.hpp"
#include "yure/render/pose.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/model_geometry.hpp"
#include "yure/studio/part_opacities.hpp"

namespace yure::editor {

class Preview {
  public:
    /// A model to be shown; null = none. `background`: builds simulations on threads of their own.
    void open(std::shared_ptr<const studio::ModelGeometry> geometry, bool background);
    bool has_model() const { return geometry_ != nullptr; }
    const std::shared_ptr<const studio::ModelGeometry>& geometry() const { return geometry_; }
    PoseDriver& driver() { return *driver_; }
    const PoseDriver& driver() const { return *driver_; }

    // --- the clock ------------------------------------------------------------------------------------------------
    bool running = true;
    float speed = 1.0f;  ///< 0.05..2
    /// Lets `seconds` pass; steps of 1/60 s, at most six a call, and what is more is dropped.
    void advance(float seconds);
    /// One frame while the clock stands.
    void step();
    /// Everything at rest: reference and pendulums. The frame that follows is number 0.
    void reset();
    int frame_number() const { return number_; }
    /// From rest to a frame as fast as it goes, over several calls of `advance`, and then the clock stands.
    void seek(int frame);
    bool seeking() const { return sought_ >= 0; }
    /// Called after each frame; may be empty.
    std::function<void()> on_frame;

    // --- the exported result --------------------------------------------------------------------------------------
    /// The model with all bakes written into it; null = the source as it is.
    void set_exported(std::shared_ptr<const studio::ModelGeometry> written, const pendulum::Physics& physics);
    const render::Pose& exported() const { return exported_pose_; }
    /// Values of the source model's parameters as they are shown, physics included.
    std::span<const float> values() const { return shown_values_; }
    /// Of any parameter of the exported result, by id: generated ones as well. Nothing for one that it has not.
    struct ShownValue {
        float value = 0.0f;
        ParameterRange range;
    };
    std::optional<ShownValue> value_of(std::string_view parameter) const;

    // --- the reference --------------------------------------------------------------------------------------------
    /// The bodies to be simulated. The old simulation goes on until the new one is built.
    void set_bodies(std::vector<LiveRequest> bodies);
    bool building() const { return build_.valid() || wanted_.has_value(); }
    /// Null while there is nothing to simulate.
    const LiveSimulation* reference() const { return live_ && live_->bodies() > 0 ? live_.get() : nullptr; }
    const render::Pose* reference_pose() const { return reference() != nullptr && reference_stepped_ ? &live_->pose() : nullptr; }
    bool simulate = true;  ///< false: the reference stands still and costs nothing

    /// Milliseconds of the last step: evaluation and physics, and simulation.
    double evaluate_ms = 0.0, simulate_ms = 0.0;

  private:
    void take_built(bool wait);
    void pose_exported(std::span<const float> driven, std::span<const float> opacities);
    void to_rest();
    void frame();

    std::shared_ptr<const studio::ModelGeometry> geometry_, written_;
    bool background_ = false;
    std::optional<PoseDriver> driver_;
    std::optional<studio::PartOpacities> parts_;
    int parts_motion_ = -1;
    std::optional<pendulum::Player> player_;
    std::optional<rig::Evaluation> evaluation_;
    std::vector<float> values_, shown_values_;
    std::vector<int> source_row_;  // per source parameter: its row in the written model
    render::Pose exported_pose_;
    std::unique_ptr<LiveSimulation> live_;
    std::future<std::unique_ptr<LiveSimulation>> build_;
    std::optional<std::vector<LiveRequest>> wanted_;
    bool reference_stepped_ = false, fresh_ = true;
    float owed_ = 0.0f;
    int number_ = -1, sought_ = -1;
};

}  // namespace yure::editor
