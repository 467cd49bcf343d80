/// Building a puppet by hand: parts, parameters, deformers and meshes are given in canvas pixels at rest, with
/// functions that say where a point goes at given parameter values. `build` samples those functions at every key,
/// converts into each parent's own space and lays out the file's tables.
///
/// At rest every warp is a regular grid over its box and every rotation stands at angle 0, so the way from canvas
/// pixels to a parent's space is a shift and a scale. A `move` function therefore thinks of its parents as being at
/// rest.
#pragma once

#include "geometry.hpp"
#include "mesh_shape.hpp"

#include <functional>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::demo {

/// Values of an object's axes, in their order.
using Values = std::vector<double>;

struct Axis {
    std::string parameter;
    std::vector<double> keys;  ///< ascending; they span the parameter's range
};

/// Where a point at rest lies at the given values.
using Move = std::function<Pt(Pt at_rest, const Values& values)>;
/// The same for a mesh that knows its vertices by number.
using MoveVertex = std::function<Pt(int vertex, Pt at_rest, const Values& values)>;
using Number = std::function<double(const Values& values)>;

struct PartSpec {
    std::string id, name, parent;  ///< parent: id, empty = none
};
struct ParameterSpec {
    std::string id, name, group;  ///< group: id of a cdi3 parameter group
    double min = -1.0, default_value = 0.0, max = 1.0;
};
struct WarpSpec {
    std::string id, parent, part;
    Box box;
    int rows = 4, columns = 4;
    std::vector<Axis> axes;
    Move move;
};
struct RotationSpec {
    std::string id, parent, part;
    Pt pivot;
    std::vector<Axis> axes;
    Number angle;  ///< degrees, clockwise on the screen
    Move move;     ///< of the pivot; empty = it stays
};
struct MeshSpec {
    std::string id, parent, part;
    MeshShape shape;
    int texture = 0;
    std::vector<Pt> uvs;  ///< 0..1, v down, one per point
    int draw_order = 500;
    std::uint8_t flags = 0;  ///< rig::DrawFlag
    std::vector<std::string> masks;
    std::vector<Axis> axes;
    MoveVertex move;  ///< empty = rigid
    Number opacity;   ///< empty = 1
};
struct GlueSpec {
    std::string id, mesh_a, mesh_b;
    std::vector<std::pair<int, int>> vertices;  ///< of a, of b
};

struct PuppetSpec {
    rig::Canvas canvas;
    std::vector<PartSpec> parts;
    std::vector<ParameterSpec> parameters;
    std::vector<WarpSpec> warps;
    std::vector<RotationSpec> rotations;
    std::vector<std::string> deformer_order;  ///< ids, parents before children
    std::vector<MeshSpec> meshes;             ///< file order
    std::vector<GlueSpec> glues;

    void add(WarpSpec warp);
    void add(RotationSpec rotation);
};

/// A puppet of version 5.0. Errors name the object that refers to something unknown.
Result<rig::Puppet> build(const PuppetSpec& spec);

}  // namespace yure::demo
