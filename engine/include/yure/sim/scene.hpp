/// What is simulated: a body of one or more art meshes, built once and never changed by the solver. Lengths are world px (y down), time is
/// seconds. Mathematics and constants: docs/simulation.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/vec2.hpp"
#include "yure/sim/material.hpp"

namespace yure::sim {

/// Per-vertex weights 0..1, one array per kind; empty = that kind's default everywhere (pin 0, all others 1).
struct VertexGroups {
    std::vector<float> pin;        ///< how firmly the rig holds the vertex; >= 0.999 is kinematic
    std::vector<float> stiffness;  ///< scales stretch, area and bend
    std::vector<float> goal;       ///< scales shape retention
    std::vector<float> mass;       ///< scales mass, floored at 0.1
    std::vector<float> damping;    ///< scales damping
    std::vector<float> wind;       ///< scales wind
};

struct SceneMesh {
    std::string id;
    std::vector<Vec2> rest;  ///< world px at the default pose: the drawing
    std::vector<std::uint16_t> triangles;  ///< three a triangle
    VertexGroups groups;
};

struct SceneSettings {
    Vec2 gravity{0.0f, 980.0f};  ///< px/s^2
    int substeps = 16;           ///< per frame, 1..128
};

struct SceneSpec {
    std::vector<SceneMesh> meshes;
    Material material;
    SceneSettings settings;
    // welds, glue pins and obstacles join here (docs/simulation.md)
};

/// Particles are the meshes' vertices one after another, in the order of the spec.
class Scene {
  public:
    /// An error for what cannot be simulated (no vertex, triangles out of range, NaN, a value out of range, named);
    /// what is merely odd (nothing pinned, degenerate triangles, isolated vertices, a group of the wrong length) is a notice.
    static Result<Scene> build(SceneSpec spec);
    Scene(Scene&&) noexcept;
    Scene& operator=(Scene&&) noexcept;
    ~Scene();

    const SceneSpec& spec() const;
    int particle_count() const;
    int first_particle(int mesh) const;
    const Notices& notices() const;
    const std::vector<float>& pin() const;          ///< effective pin weight per particle
    const std::vector<Vec2>& grain() const;         ///< per kept triangle: unit direction away from the pins
    /// Goal offsets (px at the default pose) that make the drawing the equilibrium; found by `calibrate` when built.
    const std::vector<Vec2>& goal_offsets() const;
    float calibration_error() const;  ///< px, the farthest a particle rests from the drawing; -1 when goal is 0

    struct Data;
    const Data& data() const { return *data_; }

  private:
    explicit Scene(std::unique_ptr<Data> data);
    std::unique_ptr<Data> data_;
};

}  // namespace yure::sim
