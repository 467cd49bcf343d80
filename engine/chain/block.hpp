// The state of the trees that share vectors. Private to engine/chain.
#pragma once

#include "kernel/kernel.hpp"

#include <span>
#include <vector>

#include "yure/chain/collider.hpp"
#include "yure/chain/tree.hpp"

namespace yure::chain {

/// A limit of one particle in one lane (of the bone before it).
struct LimitLane {
    bool active = false;
    bool follows_parent = false;
    Swing swing1, swing2;
    Mat3 rotation;
};

/// What trees have to have in common to share vectors. Owns what the kernel points to.
struct Shape {
    std::vector<int> parent, only_child;
    std::vector<unsigned char> is_end, limited, collider_is_plane, collider_is_inside;
    int freeze_axis = -1;
    int collision_iterations = 1;
    bool additive = false;
    bool limits_follow_parent = false;

    auto operator<=>(const Shape&) const = default;
    KernelShape view() const;
    bool has_end() const;
    bool has_limit() const;
};

/// The values of one loop that depend on the component only.
struct LaneFrame {
    Vec3 push, move;
    double loops = -1.0;
    double scale = 1.0;
};

/// Values per particle after all factors of a step's length.
struct LaneTuning {
    double keep = 1.0, keep_hit = 1.0, elastic = 0.0, additive = 0.0, slack = -1.0, inert = 0.0, radius = 0.0;
};

class Block {
  public:
    /// Room for `lanes` trees of this shape. `scratch` is shared by all blocks and holds `scratch_size` doubles.
    Block(const Shape& shape, const Kernel& kernel);
    static std::size_t scratch_size(const Shape& shape, const Kernel& kernel);

    int lanes() const { return kernel_->lanes; }
    int particles() const { return static_cast<int>(shape_.parent.size()); }
    const Shape& shape() const { return shape_; }

    // --- set-up -------------------------------------------------------------------------------------------------
    void set_tree(int lane, const Tree& tree, std::span<const double> bind_length, bool fixed_length);
    void set_limit(int lane, int particle, const LimitLane& limit);
    void set_tuning(int lane, int particle, const LaneTuning& tuning);

    // --- a frame ------------------------------------------------------------------------------------------------
    /// The animated pose of all lanes.
    void set_pose(std::span<const Affine> pose);
    /// Whether a lane's pose is what it was in the last frame.
    bool same_pose(int lane, std::span<const Affine> pose) const;
    void set_frame(int lane, const LaneFrame& frame);
    void set_collider(int lane, int collider, const WorldCollider& world);
    /// At rest on the pose that was set.
    void reset(int lane);
    /// Everything that moves, as if it were fixed to an object that moved so.
    void carry(int lane, const Affine& motion);
    /// All particles but the root.
    void shift(int lane, Vec3 by);
    void run(int most_loops, double* scratch);

    double fastest(int lane) const { return view_.fastest[lane]; }
    bool finite(int lane) const { return view_.finite[lane] > 0.5; }
    ParticleState state(int lane, int particle) const;
    void set_state(int lane, int particle, const ParticleState& state, Vec3 last_place);
    Vec3 last_place(int lane, int particle) const;
    Mat3 animated(int lane, int particle) const;
    Vec3 animated_place(int lane, int particle) const;
    /// The bones of all lanes as simulated.
    void write(std::span<Affine> world) const;
    /// After `write`: a lane's bones between animated (0) and simulated (1).
    void mix(int lane, double share, std::span<Affine> world) const;

  private:
    double* array(std::size_t values_per_lane);
    Vec3 get(const double* base, int index, int lane) const;
    void put(double* base, int index, int lane, Vec3 value) const;
    Mat3 get_matrix(const double* base, int index, int lane) const;
    void put_matrix(double* base, int index, int lane, const Mat3& value) const;
    double& at(const double* base, int index, int lane) const;
    Vec3 end_place(int lane, int particle) const;

    Shape shape_;
    const Kernel* kernel_;
    std::vector<double> storage_;
    double* base_ = nullptr;
    std::size_t used_ = 0;
    KernelBlock view_{};
    std::vector<int> bone_;  // node per particle and lane, -1 = virtual
    std::vector<LimitLane> limits_;
};

/// What the kernel calls for particles with a limit (KernelBlock::limit).
void apply_limit(const KernelBlock& block, int particle, int lanes, double loop);

}  // namespace yure::chain
