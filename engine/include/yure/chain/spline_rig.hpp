/// Spline IK: bones laid along a curve, their roll held by bow control (docs/chains.md, "Spline IK"). A rig gives the
/// animated pose of its bones; dynamics can run on top of it. Nothing depends on earlier frames.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yure/chain/config.hpp"
#include "yure/chain/math.hpp"
#include "yure/chain/skeleton.hpp"
#include "yure/chain/spline.hpp"
#include "yure/core/result.hpp"

namespace yure::chain {

enum class CurveType { catmull_rom, bezier, b_spline };

/// A point of the rig that may move: with a node, by keys, or not at all. Positions stand in the rig's space.
struct MovingPoint {
    Vec3 position;     ///< with a node: in the node's own space
    std::string node;  ///< empty = none
    struct Key {
        double time = 0.0;  ///< s
        Vec3 position;

        bool operator==(const Key&) const = default;
    };
    std::vector<Key> keys;  ///< by time, straight between; when there are any they replace `position`

    bool operator==(const MovingPoint&) const = default;
};

struct Knot {
    MovingPoint point;
    Vec3 in, out;  ///< handles of a Bézier curve, from the knot

    bool operator==(const Knot&) const = default;
};

/// Holds the roll of the bones around it: a point on the side that the bones' back shows to.
struct Fin {
    double at = 0.0;  ///< place along the chain, 0..1 of its length
    MovingPoint point;
    int turns = 0;  ///< whole turns added since the fin before

    bool operator==(const Fin&) const = default;
};

enum class BackMode {
    carried,  ///< no back points: the first bone's roll, carried along without turning
    points,   ///< one back point per bone
    fins,     ///< a few fins, their angles interpolated between
    planar    ///< the chain lies in a plane z = const; bones turn about z only
};

struct SplineRig {
    std::string name;
    /// Bones from first to last, each the child of the one before it. Two names: everything between them.
    std::vector<std::string> bones;
    std::string space;  ///< node in whose space the points stand; empty = the world
    CurveType type = CurveType::catmull_rom;
    bool closed = false;
    std::vector<Knot> knots;
    JointOptions joints;
    bool keep_volume = false;     ///< scales a stretched bone's other two axes by 1/sqrt(its stretch)
    std::vector<double> lengths;  ///< of the bones; empty = those of the bind pose
    BackMode back = BackMode::carried;
    std::vector<MovingPoint> back_points;
    std::vector<Fin> fins;
    Vec3 back_axis{0.0, 0.0, 1.0};              ///< which way, in a bone's own space at bind time, its back shows
    double twist_start = 0.0, twist_end = 0.0;  ///< degrees about the bones, spread evenly along the chain

    bool operator==(const SplineRig&) const = default;
};

struct SplineRigs {
    Axes axes = Axes::engine;
    double unit_scale = 1.0;
    std::vector<SplineRig> rigs;

    bool operator==(const SplineRigs&) const = default;
};

/// Everything out of its range, with its place; empty when usable.
std::vector<Error> problems(const SplineRigs& rigs);
SplineRigs to_engine_space(SplineRigs rigs);

/// Back points of bones from fins: angles measured against the frame carried along the chain (double reflection), whole
/// turns taken out between neighbours, monotone cubic between, constant beyond the ends. `joints` holds one more than
/// `lengths` and `backs`. Fins are in order of `at`, a share of the summed lengths, so that a fin stays with its bone
/// however the bones stretch.
struct PlacedFin {
    double at = 0.0;
    Vec3 position;
    int turns = 0;
};
void back_points_from_fins(std::span<const Vec3> joints, std::span<const double> lengths,
                           std::span<const PlacedFin> fins, Vec3 first_y, std::span<Vec3> backs);

/// One rig on one skeleton. `apply` allocates nothing.
class SplineRigSolver {
  public:
    /// Axes converted already. Fails on names that are not there, bones that are no chain, too few knots, and back
    /// points that are not one per bone.
    static Result<SplineRigSolver> build(const SplineRig& rig, const Skeleton& skeleton, std::span<const Affine> bind);

    /// Puts the rig's bones along the curve at `time` (s) and carries along what hangs on them. `local` are the nodes'
    /// local transforms, `world` the world transforms to change.
    Status apply(std::span<const Affine> local, std::span<Affine> world, double time);

    const std::vector<int>& bones() const { return bones_; }
    std::span<const Vec3> joints() const { return joints_; }  ///< of the last `apply`, one more than bones
    std::span<const Mat3> frames() const { return frames_; }  ///< x along the bone, z towards its back
    std::span<const double> lengths() const { return lengths_; }

  private:
    struct Point {
        const MovingPoint* point;
        int node;
    };
    SplineRigSolver(const SplineRig& rig, const Skeleton& skeleton);
    Vec3 position(const MovingPoint& point, int node, std::span<const Affine> world, double time) const;
    Affine space_of(std::span<const Affine> world) const;

    SplineRig rig_;
    Skeleton skeleton_;
    int space_ = -1;
    std::vector<int> bones_, knot_nodes_, back_nodes_;
    std::vector<double> lengths_;
    std::vector<Mat3> bind_axes_;  // what a bone's frame is multiplied with to give its axes
    Mat3 first_frame_;             // of the first bone at bind time
    std::vector<char> moved_, driven_;
    std::vector<Vec3> knots_, joints_, backs_;
    std::vector<PlacedFin> fins_;
    std::vector<Mat3> frames_;
    std::vector<BezierSegment> segments_;
    std::optional<Spline> spline_;
};

}  // namespace yure::chain
