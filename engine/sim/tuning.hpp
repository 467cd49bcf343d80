// A scene's constraints made ready for one length of substep. Private to engine/sim.
#pragma once

#include "kernel/kernel.hpp"
#include "scene_data.hpp"

#include <vector>

namespace yure::sim {

class Tuning {
  public:
    explicit Tuning(const Scene::Data& data);

    /// h seconds a substep; damping at least `damping_floor` 1/s. Cheap when neither has changed.
    void set(float h, float damping_floor);
    KernelScene view() const;

    const std::vector<TunedPin>& pins() const { return pin_; }
    const std::vector<TunedGoal>& goals() const { return goal_; }

  private:
    const Scene::Data& data_;
    float h_ = 0.0f, damping_floor_ = 0.0f;
    std::vector<TunedParticle> particle_;
    std::vector<TunedDistance> distance_;
    std::vector<float> rest_length_;
    std::vector<TunedArea> area_;
    std::vector<TunedBend> bend_;
    std::vector<TunedWeld> weld_;
    std::vector<TunedPin> pin_;
    std::vector<TunedGoal> goal_;
    std::vector<TunedLimit> limit_;
    std::vector<TunedObstacle> obstacle_;
};

}  // namespace yure::sim
