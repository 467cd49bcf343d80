// A scene's constraints made ready for one length of substep, in packs. Private to engine/sim.
#pragma once

#include "kernel/kernel.hpp"
#include "scene_data.hpp"

#include <span>
#include <vector>

namespace yure::sim {

class Tuning {
  public:
    explicit Tuning(const Scene::Data& data);

    /// h seconds a substep; damping at least `damping_floor` 1/s. Cheap when neither has changed.
    void set(float h, float damping_floor);
    KernelScene view() const;

    /// Particle of each pin, kinematic ones first, and of each goal: the order of the kernel's anchors and targets.
    std::span<const int> pins() const { return {pin_particle_.data(), pins_}; }
    std::span<const int> goals() const { return {goal_particle_.data(), goals_}; }
    /// Length of arrays per particle, the spare ones included.
    std::size_t padded_particles() const { return decay_.size(); }

  private:
    void pack_particles();
    void pack_constraints();
    void list_held_particles();
    void list_limits();

    const Scene::Data& data_;
    float h_ = 0.0f, damping_floor_ = 0.0f;
    int spare_;  // the particle that unused places of a pack name
    std::vector<float> decay_, wind_share_, fall_share_, inverse_mass_;
    std::vector<DistancePack> distance_;
    std::vector<AreaPack> area_;
    std::vector<BendPack> bend_;
    std::vector<WeldPack> weld_;
    std::size_t pins_ = 0, kinematic_pins_ = 0, goals_ = 0, limits_ = 0;
    std::vector<int> pin_particle_, goal_particle_, limit_particle_, limit_root_, limit_previous_, limit_previous_slot_;
    std::vector<float> pin_share_, goal_share_;
    std::vector<TunedObstacle> obstacle_;
};

}  // namespace yure::sim
