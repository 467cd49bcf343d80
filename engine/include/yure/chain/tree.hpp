/// Particle trees: which bones are simulated, how far along the chain each is, and the seven values it has.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "yure/chain/config.hpp"
#include "yure/chain/skeleton.hpp"

namespace yure::chain {

struct Particle {
    int bone = -1;                                ///< node, or -1 for a virtual end
    int parent = -1;                              ///< particle before it; -1 for the root
    int kids = 0;                                 ///< child particles, virtual ones too
    double length = 0.0;                          ///< along the chain from the root, at bind time
    double u = 0.0;                               ///< length / total, 0..1
    Vec3 end_offset;                              ///< of a virtual end, in the parent bone's space
    std::array<double, kParticleValues> value{};  ///< after curve and clamp

    double operator[](ParticleValue which) const { return value[static_cast<std::size_t>(which)]; }
};

/// Depth first: a parent stands before its children.
struct Tree {
    std::vector<Particle> particles;
    double total = 0.0;  ///< longest `length`
    Vec3 root_gravity;   ///< the component's gravity carried into the root's bind space
};

/// Name of a particle: its bone's, or "<parent bone>#end".
std::string particle_name(const Skeleton& skeleton, const Tree& tree, int particle);

/// What a component is made of once its names are found. Node indices; `object` -1 = the world.
struct Placed {
    int object = -1;
    std::vector<int> roots;
    std::vector<int> exclusions;
};

/// Finds a component's bones. An absent root is an error; an absent exclusion, an excluded root, duplicates and a root
/// below another one are notices.
Result<Placed> place(const Component& component, const Skeleton& skeleton, Notices& notices);

/// Both directions of a skeleton, worked out once for all components.
struct Hierarchy {
    std::vector<int> parent;
    std::vector<std::vector<int>> children;  ///< in hierarchy order
};
Hierarchy hierarchy_of(const Skeleton& skeleton);

/// One tree per root, from the bind pose (world transforms). Fails when more than 1,000,000 particles come together.
Result<std::vector<Tree>> build_trees(const Component& component, const Material* material, const Placed& placed,
                                      const Hierarchy& hierarchy, std::span<const Affine> bind);

/// Evaluates the seven values anew.
void evaluate_values(const Component& component, const Material* material, Tree& tree);

}  // namespace yure::chain
