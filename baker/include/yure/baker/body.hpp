/// A body bound to a puppet: its meshes found, its scene built, its particles laid out. Particles are the meshes'
/// vertices one after another. Offsets of a body are rows of 2n floats, x0 y0 x1 y1 …
#pragma once

#include <memory>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/chain/strand.hpp"
#include "yure/core/vec2.hpp"
#include "yure/rig/rig.hpp"

namespace yure::baker {

/// Immutable; shared by threads. `rig` must outlive it.
struct Body {
    const rig::Rig* rig = nullptr;
    std::vector<int> meshes;          ///< rows in the puppet
    std::vector<int> first_particle;  ///< per mesh, and the total at the end
    std::vector<char> glued;          ///< per mesh: a glue may move it after its deformers
    std::vector<Vec2> rest;           ///< world px at the default pose
    std::vector<float> pin;           ///< effective pin weight, 0..1
    /// Per mesh: px that one unit of keyform space spans along its own x and y, root mean square at the default pose.
    std::vector<Vec2> keyform_scale;
    std::vector<std::vector<std::uint16_t>> triangles;  ///< per mesh, indices into the mesh's own vertices
    std::unique_ptr<sim::Scene> scene;
    std::unique_ptr<const chain::StrandSet> strands;  ///< bone chains that move it instead of the scene; null = none
    Notices notices;

    int particles() const { return first_particle.back(); }
    int columns() const { return 2 * particles(); }
};

/// Finds the meshes, applies the pin rule and builds the scene. Vertices of different meshes that lie on one point at
/// rest are a seam: a strand drawn in pieces. They are welded, and the pin rule sees one strand. Errors: a mesh the
/// puppet lacks, one that the default pose hides, weights of the wrong length, a scene that cannot be simulated.
Result<Body> bind_body(const rig::Puppet& puppet, const rig::Rig& rig, const BodyRequest& request);

/// Where an evaluated pose puts the particles, world px.
void goal_positions(const Body& body, const rig::Evaluation& pose, std::span<Vec2> out);

}  // namespace yure::baker
