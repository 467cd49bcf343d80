/// What is simulated: a body of one or more art meshes, built once and never changed by the solver. Lengths are world
/// px (y down), time is seconds. Mathematics and constants: docs/simulation.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/vec2.hpp"
#include "yure/sim/material.hpp"

namespace yure::sim {

/// Per-vertex weights 0..1, one array per kind; empty = that kind's default everywhere (pin 0, all others 1). An array
/// whose length is not the mesh's vertex count is kept in the spec, reported and not used. Values outside 0..1 are
/// clamped, with a notice.
struct VertexGroups {
    std::vector<float> pin;        ///< how firmly the rig holds the vertex; >= 0.999 is kinematic
    std::vector<float> stiffness;  ///< scales stretch, compression, area and bend (mean over a constraint's vertices)
    std::vector<float> goal;       ///< scales shape retention
    std::vector<float> mass;       ///< scales mass, floored at 0.1
    std::vector<float> damping;    ///< scales damping
    std::vector<float> wind;       ///< scales wind
};

struct SceneMesh {
    std::string id;
    std::vector<Vec2> rest;                ///< world px at the default pose: the drawing
    std::vector<std::uint16_t> triangles;  ///< three a triangle
    VertexGroups groups;
};

struct SceneSettings {
    Vec2 gravity{0.0f, 980.0f};  ///< px/s^2, each component within +-1e5
    int substeps = 16;           ///< per frame, 1..128
};

/// A vertex of one of the body's meshes.
struct VertexRef {
    int mesh = 0;    ///< index in SceneSpec::meshes
    int vertex = 0;  ///< index in that mesh
};

/// Glue in the role "constraint": two simulated vertices keep the difference their goals have (none, when the rig glues
/// them fully). Each side's mobility is scaled by its glue weight, 0..1: the side with the larger weight gives way
/// more; both 0 = no weld.
struct Weld {
    VertexRef a, b;
    float weight_a = 0.5f, weight_b = 0.5f;
};

/// Glue in the role "pin": the vertex follows a vertex of a mesh that is not simulated. Where `strength` is above the
/// painted pin it takes the pin's place, and the anchor is the partner's position plus the difference both had at rest.
struct GluePin {
    VertexRef vertex;
    float strength = 1.0f;  ///< clamp(2 * glue weight * glue intensity, 0, 1); see `glue_pin_strength`
    Vec2 partner_rest;      ///< world px of the partner's vertex at the default pose
};
float glue_pin_strength(float weight, float intensity);

/// A circle (`rest_a` = `rest_b`) or a capsule between two points, with a radius at each end; its flanks are the common
/// tangents. Particles stay outside. The caller says each frame where the points are (`Solver::set_obstacles`).
struct Obstacle {
    std::string id;
    Vec2 rest_a, rest_b;                     ///< world px at the default pose
    float radius_a = 0.0f, radius_b = 0.0f;  ///< px, >= 0
    float friction =
        0.0f;  ///< share of the sliding against the moving obstacle lost in 1/60 s of contact; 0 none, 1 sticks
};

struct SceneSpec {
    std::vector<SceneMesh> meshes;
    Material material;
    SceneSettings settings;
    std::vector<Weld> welds;  ///< one that names no vertex, or pairs a vertex with itself, is a notice and unused
    std::vector<GluePin> glue_pins;  ///< likewise; anchors are given in this order
    std::vector<Obstacle> obstacles;
};

/// Particles are the meshes' vertices one after another, in the order of the spec.
class Scene {
  public:
    /// An error for what cannot be simulated (no vertex, more than 65,535 vertices a mesh or 1,000,000 in all,
    /// triangles out of range, NaN, a setting or material value out of range, named); what is merely odd (nothing
    /// pinned, degenerate triangles, edges of no length, isolated vertices, a group of the wrong length) is a notice.
    /// Calibrates (docs/simulation.md, "Rest is the drawing"), the most expensive part: some 30 ms for 600 vertices.
    static Result<Scene> build(SceneSpec spec);
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;
    ~Scene();

    const SceneSpec& spec() const;
    int particle_count() const;
    int first_particle(int mesh) const;
    const Notices& notices() const;
    const std::vector<float>& pin() const;  ///< effective pin weight per particle (painted or glue)

    /// Triangles that are not degenerate, as particle indices, in the order of the spec.
    struct Triangle {
        int a, b, c;
    };
    const std::vector<Triangle>& triangles() const;
    const std::vector<Vec2>& grain() const;  ///< per triangle of `triangles()`: unit direction away from the pins
    const std::vector<float>& root_distance() const;  ///< px along edges to the nearest root, -1 where there is none
    const std::vector<int>& root() const;             ///< that root's particle, -1 where there is none

    /// Goal offsets (px at the default pose) that make the drawing the equilibrium.
    const std::vector<Vec2>& goal_offsets() const;
    float calibration_error() const;  ///< px, the farthest a particle comes to rest from the drawing; -1 when goal is 0

    struct Data;
    const Data& data() const { return *data_; }

  private:
    explicit Scene(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace yure::sim
