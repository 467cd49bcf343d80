#include "yure/chain/collider.hpp"

#include "kernel/contact.hpp"
#include "kernel/lanes_scalar.hpp"

#include <algorithm>

namespace yure::chain {
namespace {

using Lane = scalar::Lane;

Vector<Lane> lanes(Vec3 v) {
    return {{v.x}, {v.y}, {v.z}};
}

}  // namespace

WorldCollider place_collider(const Collider& collider, const Affine& node) {
    WorldCollider world;
    world.inside = collider.inside;
    const int axis = collider.direction == Axis::x ? 0 : collider.direction == Axis::z ? 2 : 1;
    const double sign = collider.reversed ? -1.0 : 1.0;
    if (collider.shape == ColliderShape::plane) {
        world.shape = ColliderShape::plane;
        world.from = node * collider.center;
        world.to = unit(node.linear.column(axis)) * sign;
        world.radius_share = collider.plane_uses_radius ? 1.0 : 0.0;
        return world;
    }
    const double scale = length(node.linear.x);
    double r0 = collider.radius, r1 = collider.radius;
    Vec3 from = collider.center, to = collider.center;
    if (collider.shape == ColliderShape::capsule) {
        if (collider.radius2 > 0.0) r1 = collider.radius2;
        const double half = 0.5 * collider.height;
        if (half > std::max(r0, r1)) {
            const Vec3 along = Mat3{}.column(axis) * sign;
            from = collider.center + along * (half - r0);
            to = collider.center - along * (half - r1);
        } else {
            r0 = r1 = std::max(r0, r1);
        }
    }
    world.from = node * from;
    world.to = node * to;
    world.radius_from = r0 * scale;
    world.radius_to = r1 * scale;
    return world;
}

Contact collide(const WorldCollider& collider, Vec3 position, double radius, Vec3 fallback) {
    const ColliderLanes<Lane> c{lanes(collider.from), lanes(collider.to),      {collider.radius_from},
                                {collider.radius_to}, {collider.radius_share}, collider.shape == ColliderShape::plane,
                                collider.inside};
    const auto result = contact(c, lanes(position), Lane{radius}, lanes(unit(fallback)));
    return {{result.position.x.v, result.position.y.v, result.position.z.v}, result.hit.m};
}

double penetration(const WorldCollider& collider, Vec3 position, double radius) {
    return distance(collide(collider, position, radius, {0.0, 1.0, 0.0}).position, position);
}

}  // namespace yure::chain
