/// Colliders in the world and the contact of one particle. docs/chains.md, "Colliders".
#pragma once

#include "yure/chain/config.hpp"
#include "yure/chain/math.hpp"

namespace yure::chain {

/// A collider where its node has it now. A sphere is a capsule of no length.
struct WorldCollider {
    ColliderShape shape = ColliderShape::capsule;  ///< capsule or plane
    bool inside = false;
    Vec3 from, to;  ///< the + and the - end of the axis; of a plane a point and its normal
    double radius_from = 0.0, radius_to = 0.0;
    double radius_share = 1.0;  ///< of the particle's radius that counts: 0 for planes that ignore it
};

WorldCollider place_collider(const Collider& collider, const Affine& node);

struct Contact {
    Vec3 position;
    bool hit = false;
};

/// Moves a particle of this radius out of the collider (or into it). `fallback` is the way out for a particle in the
/// very centre. Touching exactly is no hit.
Contact collide(const WorldCollider& collider, Vec3 position, double radius, Vec3 fallback);

/// How deep the particle is where it must not be; 0 when it is not.
double penetration(const WorldCollider& collider, Vec3 position, double radius);

}  // namespace yure::chain
