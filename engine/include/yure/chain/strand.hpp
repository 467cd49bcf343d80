/// Bone chains on a 2D puppet: laid along drawn strands from their pins to their tips, and carried over to the strands'
/// vertices (docs/chains.md, "On a puppet"). Canvas px, y down, in and out; the chains themselves live in the plane z = 0
/// with y up, one unit of a configuration = 100 px, so that values of 3D components keep their meaning
/// (gravity 9.81 m/s² is 981 px/s²).
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "yure/chain/config.hpp"
#include "yure/chain/planar.hpp"
#include "yure/core/vec2.hpp"

namespace yure::chain {

inline constexpr double kPixelsPerUnit = 100.0;
inline constexpr int kMostSegments = 32;

/// A place on the canvas as a point of the chains' plane (y up), in px still.
inline Vec3 in_chain_plane(Vec2 canvas) {
    return {static_cast<double>(canvas.x), -static_cast<double>(canvas.y), 0.0};
}

struct StrandSettings {
    int segments = 6;          ///< 1..kMostSegments of each chain that is laid automatically
    std::vector<Vec2> points;  ///< joints at rest, px, root first, 2..kMostSegments + 1; empty = laid automatically
    /// How the chains move. Its object, roots, virtual ends, colliders, exclusions and limits by name are not looked at:
    /// the joints are known already.
    Component component;

    bool operator==(const StrandSettings&) const = default;
};

/// What is out of range, with the member's name; empty when usable.
std::vector<Error> problems(const StrandSettings& settings);

/// Particles (vertices) as chains see them. `pin` 0..1 per particle: 1 stays with the rig.
struct StrandMesh {
    std::span<const Vec2> rest;
    std::span<const std::array<int, 3>> triangles;
    std::span<const float> pin;
};

/// A joint as a mix of particles: it goes where they go. Weights sum to 1.
using JointBinding = std::vector<std::pair<int, double>>;

/// One chain, bound to its particles.
struct Strand {
    std::vector<JointBinding> joints;  ///< root first, at least 2
    std::vector<Vec2> rest;            ///< where they are at rest, px
};

/// What the chains of one body are: immutable, shared by solvers.
class StrandSet {
  public:
    /// Automatic: one chain for each connected piece of the mesh that has a pinned particle (pin >= 0.5), with joints at
    /// even distances along the mesh from the pins to the farthest particle, in the middle of the piece. Pieces
    /// without a pin stay with the rig and are told. By points: one chain for all particles. Errors: settings out of
    /// range; nothing to lay a chain along; points that lie on one place.
    static Result<StrandSet> lay(const StrandSettings& settings, const StrandMesh& mesh, Notices* notices = nullptr);

    const std::vector<Strand>& strands() const { return strands_; }
    const Component& component() const { return component_; }
    int particles() const { return static_cast<int>(rest_.size()); }
    int joint_count() const { return joint_count_; }  ///< over all strands

    /// Where the joints are when the particles are at `goals`; strand after strand.
    void animated_joints(std::span<const Vec2> goals, std::span<Vec2> joints) const;
    /// Particles carried by joints that went from `animated` to `simulated`: turned and moved with the segments that
    /// they are bound to, less so the more they are pinned.
    void skin(std::span<const Vec2> goals, std::span<const Vec2> animated, std::span<const Vec2> simulated,
              std::span<Vec2> out) const;
    /// Best rotation of the pinned particles against rest, radians, positive turns x towards y; 0 with fewer than two.
    double frame_angle(std::span<const Vec2> goals) const;

  private:
    std::vector<Strand> strands_;
    Component component_;
    int joint_count_ = 0;
    std::vector<Vec2> rest_;
    std::vector<float> pin_;
    std::vector<int> roots_;  ///< particles that are held
    struct Carried {
        int first_joint = -1;  ///< of its strand; -1 = stays with the rig
        std::vector<SkinWeight> weights;
    };
    std::vector<Carried> carried_;  ///< per particle
};

}  // namespace yure::chain
