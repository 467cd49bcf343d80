/// Puppets made in memory: parameters, parts, deformers, meshes with their keyforms, masks, glue and blend shapes, put
/// together into tables that `rig::check` accepts. The canvas is 1000 x 1000 px, 500 px per unit, origin in the middle;
/// a caller that wants another one sets it in the finished puppet.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "yure/rig/puppet.hpp"

namespace yure::tests {

/// Add parents before children; call `finish` last.
class PuppetBuilder {
  public:
    explicit PuppetBuilder(rig::MocVersion version);

    struct Axis {
        int parameter;
        std::vector<float> keys;
    };
    /// Object positions at a keyform, from the keys' values in axis order.
    using Shape = std::function<Vec2(Vec2 rest, const std::vector<float>& at)>;
    struct Turn {
        float angle = 0.0f, x = 0.0f, y = 0.0f, scale = 1.0f;
    };

    int parameter(const std::string& id, float min, float max, float default_value,
                  rig::ParameterType type = rig::ParameterType::normal);
    int part(const std::string& id, int parent);
    /// Grid of `rows` x `cols` cells between two corners of the parent's space.
    int warp(const std::string& id, int part, int parent, int rows, int cols, Vec2 from, Vec2 to, bool quad,
             std::vector<Axis> axes, const Shape& shape);
    int rotation(const std::string& id, int part, int parent, std::vector<Axis> axes,
                 const std::function<Turn(const std::vector<float>& at)>& turn);
    /// Grid mesh of `columns` x `lines` vertices between two corners, two triangles a square.
    int mesh(const std::string& id, int part, int parent, int columns, int lines, Vec2 from, Vec2 to,
             std::vector<Axis> axes, const Shape& shape, float draw_order = 500.0f);
    void mask(int mesh, std::vector<int> masks);  ///< once per mesh, in mesh order
    void glue(const std::string& id, int mesh_a, int mesh_b, const std::vector<std::pair<int, int>>& pairs,
              float weight_a);
    /// Blend shape of one mesh: offsets at every key, zero at `base_key`.
    void blend_mesh(int parameter, int mesh, std::vector<float> keys, int base_key,
                    const std::function<Vec2(int vertex, float key)>& offset);
    /// All meshes in the root group, except those of `sub_part`, which opens a group of its own (-1 = none).
    rig::Puppet finish(int sub_part);

  private:
    int band(const std::vector<Axis>& axes);
    std::int32_t add_positions(const std::vector<Vec2>& points);
    static std::vector<std::vector<float>> corners(const std::vector<Axis>& axes);
    void emit_bindings();
    void emit_colors();

    rig::Puppet p_;
    std::vector<std::vector<Axis>> bands_;
    struct BlendBinding {
        int parameter;
        std::vector<float> keys;
    };
    std::vector<BlendBinding> blend_bindings_;
    std::vector<std::vector<Vec2>> rest_;  ///< per mesh, before any shape
};

}  // namespace yure::tests
