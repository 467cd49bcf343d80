/// What an Evaluation holds: the state of every object that takes part, and the buffers. Private to engine/rig.
#pragma once

#include "deform.hpp"
#include "mix.hpp"
#include "render_order.hpp"
#include "weights.hpp"

#include <vector>

namespace yure::rig {

struct PartState {
    bool hidden = true;
    float opacity = 1.0f;  ///< host's, times its parents'
    int draw_order = 0;
};

struct DeformerState {
    bool hidden = true;
    bool is_warp = false;
    float scale = 1.0f;    ///< handed to children: only rotations change it
    float opacity = 1.0f;  ///< with its parents'
    Colors colors;         ///< with its parents'
    WarpMap warp;
    RotationMap rotation;
};

struct MeshState {
    bool hidden = true;
    float opacity = 0.0f;
    int draw_order = 0;
    Colors colors;
};

/// Which objects an evaluation computes, in table order.
struct Selection {
    std::vector<int> parts, deformers, meshes, glues;
    std::vector<bool> bands, records;
    bool everything = false;

    static Selection all(const Rig::Program& program);
    /// The meshes, those glued to them (directly or through others), and the deformers and parts above.
    static Selection of(const Rig::Program& program, std::span<const int> meshes);

  private:
    void finish(const Rig::Program& program);
};

struct Evaluation::Buffers {
    Buffers(const Rig::Program& program, Selection selection);

    const Rig::Program* program;
    Selection selection;
    Weights weights;
    std::vector<PartState> parts;
    std::vector<DeformerState> deformers;
    std::vector<MeshState> meshes;
    std::vector<bool> glued;  ///< mesh is moved by a selected glue
    std::vector<std::size_t> own_begin,
        grid_begin;             ///< first point of a mesh in `own` and `final`, of a warp in `grid`
    std::vector<Vec2> own;      ///< mixed keyform positions
    std::vector<Vec2> final;    ///< as handed out
    std::vector<Vec2> grid;     ///< posed grids
    std::vector<Vec2> scratch;  ///< one mixed grid before its parent
    RenderOrder order;

    void update_parts(std::span<const float> part_opacities);
    void update_deformers();
    void update_meshes();
    void update_glues();
    void update_order();

    Vec2* own_points(int mesh) { return own.data() + own_begin[static_cast<std::size_t>(mesh)]; }
    Vec2* final_points(int mesh) { return final.data() + own_begin[static_cast<std::size_t>(mesh)]; }

  private:
    void update_warp(int deformer, int warp, const Mix& mix, const DeformerState* parent);
    void update_rotation(int deformer, int rotation, const Mix& mix, const DeformerState* parent);
};

inline Vec2 map_point(const DeformerState& state, Vec2 point) {
    return state.is_warp ? map_point(state.warp, point) : map_point(state.rotation, point);
}
inline void map_points(const DeformerState& state, const Vec2* in, Vec2* out, int count, bool flip_y) {
    state.is_warp ? map_points(state.warp, in, out, count, flip_y) : map_points(state.rotation, in, out, count, flip_y);
}

}  // namespace yure::rig
