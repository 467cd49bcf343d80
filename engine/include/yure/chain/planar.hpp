/// A chain in the plane z = 0 as what drives a 2D puppet: bend angles for rotation deformers, and skinned points. y up,
/// angles counter-clockwise; a canvas whose y points down shows them negated.
#pragma once

#include <span>
#include <vector>

#include "yure/chain/math.hpp"

namespace yure::chain {

/// Turn of every segment against its rest direction, relative to the segment before it, radians. `previous`, when not
/// empty, holds the bends of the frame before: whole turns are added so that nothing jumps. `parent_turn` is what the
/// deformer above the chain has turned by. All have one less than the points.
void local_bends(std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const double> previous,
                 std::span<double> bends, double parent_turn = 0.0);

/// The turn in the plane that takes direction a to direction b, as cosine and sine; none where one has no length. The same
/// with y up and y down.
struct PlanarTurn {
    double cosine = 1.0, sine = 0.0;
};
PlanarTurn turn_between(double ax, double ay, double bx, double by);

struct SkinWeight {
    int segment = 0;
    double weight = 0.0;

    bool operator==(const SkinWeight&) const = default;
};

/// Sum over the weights of: rest place about the segment's rest start, turned with the segment, from its start now.
Vec3 skin_point(Vec3 point, std::span<const SkinWeight> weights, std::span<const Vec3> rest, std::span<const Vec3> now);

/// Weights of a point from its nearest place on the rest chain: one segment, faded over a quarter of the shorter
/// neighbour on either side of a joint. Sum 1. `rest` has at least 2 points.
std::vector<SkinWeight> automatic_weights(Vec3 point, std::span<const Vec3> rest);

}  // namespace yure::chain
