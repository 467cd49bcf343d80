/// What the simulation and the exported result of one body did in the last frames, side by side: curves of the tips,
/// how far apart they are, and where that is worst. Lengths are canvas px.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "preview/live_simulation.hpp"
#include "yure/baker/metrics.hpp"

namespace yure::editor {

class TipTrace {
  public:
    /// Forgets everything; frames of `body` follow. Empty = none.
    void start(std::string body);
    /// A frame of the preview, counted from rest. Frames come in order; another count of particles starts it anew.
    void add(int frame, const LiveSimulation::BodyFrame& body, const render::Pose& exported);

    /// Only measures how far apart both are in a frame.
    void look(const LiveSimulation::BodyFrame& body, const render::Pose& exported);

    const std::string& body() const { return body_; }
    int frames() const { return static_cast<int>(error_.size()); }
    /// Number of the first frame that is remembered; long runs forget their beginning.
    int first_frame() const { return first_; }
    /// Offset of the tips from where the rig has them, along the simulation's main direction; one value a frame. Its
    /// sign is arbitrary, the same for both.
    const std::vector<double>& simulated() const { return simulated_; }
    const std::vector<double>& baked() const { return baked_; }
    /// The farthest that any particle is from its place in the simulation, one value a frame.
    const std::vector<float>& error() const { return error_; }
    /// Frame number of the largest error; -1 without frames.
    int worst_frame() const;
    float worst_error() const;
    /// Distance of every particle in the frame that was added or looked at last.
    std::span<const float> apart() const { return apart_; }

  private:
    void redirect();

    std::string body_;
    int particles_ = 0, first_ = 0, directed_ = 0;  // frames that the direction was found in
    std::vector<float> rows_simulated_, rows_baked_;  // frames x 2 particles
    std::vector<float> error_, apart_;
    baker::TipDirection direction_;
    std::vector<double> simulated_, baked_;
};

}  // namespace yure::editor
