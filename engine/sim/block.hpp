// The state of the clips that share one vector. Private to engine/sim.
#pragma once

#include "kernel/kernel.hpp"
#include "scene_data.hpp"
#include "tuning.hpp"

#include <memory>
#include <span>
#include <vector>

namespace yure::sim {

/// Everything that moves, of up to `kernel.lanes` clips. Lanes beyond those in use are idle padding.
class Block {
  public:
    Block(const Scene::Data& data, const Tuning& tuning, const Kernel& kernel, int lanes_in_use);

    int lanes_in_use() const { return lanes_in_use_; }
    void reset(int lane, std::span<const Vec2> goals);
    void set_goals(int lane, std::span<const Vec2> goals);
    void set_anchors(int lane, std::span<const Vec2> partners);
    void set_obstacles(int lane, std::span<const Vec2> points);
    void set_wind(int lane, Vec2 wind);
    void set_idle(int lane, bool idle) { lane_[static_cast<std::size_t>(lane)].idle = idle; }

    /// One frame; `remaining` frames (this one included) lead to what was set last.
    void step(const Tuning& tuning, const KernelFrame& frame, int remaining);
    /// No time passes: what the rig holds firmly is put where it was set last.
    void place_pins(const Tuning& tuning);

    void positions(int lane, std::span<Vec2> out) const;
    float frame_angle(int lane) const;
    LaneReport report(int lane) const { return lane_[static_cast<std::size_t>(lane)].report; }

    struct Lane {
        Vec2 turn{1.0f, 0.0f};  // cosine and sine of the frame angle
        bool fresh = true;      // not stepped since its reset
        bool idle = false;
        bool anchors_given = false;
        LaneReport report;
    };
    /// The whole state, for snapshots.
    struct Saved {
        std::vector<float> numbers;
        std::vector<Lane> lanes;
    };
    Saved save() const;
    bool can_restore(const Saved& saved) const {
        return saved.numbers.size() == used_ && saved.lanes.size() == lane_.size();
    }
    void restore(const Saved& saved);

  private:
    float* array(std::size_t values_per_lane);
    Vec2 get(const float* points, int index, int lane) const;
    Vec2 place(int particle, int lane) const;  // px from the scene's origin
    void put_place(int particle, int lane, Vec2 place);
    void put(float* points, int index, int lane, Vec2 value) const;
    bool all_idle() const;
    bool acceptable(std::span<const Vec2> points, int lane);

    void begin_frame(int remaining);
    void approach(float* to, const float* from, const float* wanted, int points, int remaining) const;
    void place_anchors(int remaining);
    void turn_frame(int lane);
    void carry_teleport(int lane);
    void place_targets(int lane);
    void move_base(int lane);
    void end_frame();
    void keep_idle_lanes();
    void mend_lanes(const KernelScene& scene);
    void mend(int lane, float trouble);
    void unfold(int lane);

    const Scene::Data& data_;
    const Tuning& tuning_;
    const Kernel& kernel_;
    int lanes_in_use_;
    std::vector<Lane> lane_;  // padding included

    // One allocation for all arrays, aligned to 64 bytes.
    std::vector<float> storage_;
    float* base_ = nullptr;
    std::size_t used_ = 0;
    KernelBlock view_{};
    float *goal_wanted_ = nullptr, *partner_from_ = nullptr, *partner_to_ = nullptr, *partner_wanted_ = nullptr;
    float *obstacle_wanted_ = nullptr, *position_kept_ = nullptr, *velocity_kept_ = nullptr, *fresh_ = nullptr;

    std::vector<int> glue_of_pin_;  // per pin: glue pin of the spec that leads it, -1 = its goal
    std::vector<int> root_pins_;    // pins of the particles the frame angle is measured on …
    std::vector<Vec2> root_arm_;    // … and their rest positions from the roots' centroid
    float root_spread_ = 0.0f;      // px^2, sum of the squared arms
    std::vector<Vec2> scratch_, scratch_goals_;
};

}  // namespace yure::sim
