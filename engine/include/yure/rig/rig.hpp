/// Evaluation of a puppet: parameter values -> positions, opacities, colours, order; and the way back from a world
/// position to a mesh's own keyform space. Follows the official runtime operation by operation (docs/moc3.md,
/// "evaluation"), so results agree to the last bits on the same platform.
///
///     Result<Rig> rig = Rig::build(puppet);
///     Evaluation pose(*rig);                 // or Evaluation(*rig, {mesh, mesh}) for a few meshes and their deformers
///     pose.evaluate(values);
///     pose.positions(mesh);
///
/// A `Rig` is immutable and may be shared by threads; an `Evaluation` holds all buffers, allocates only when built, and
/// belongs to one thread.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/vec2.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::rig {

struct ParameterInfo {
    std::string id;
    float min = 0.0f, max = 0.0f, default_value = 0.0f;
    bool repeat = false;
    bool blend_shape = false;
};

struct Color {
    float r = 0.0f, g = 0.0f, b = 0.0f;
    bool operator==(const Color&) const = default;
};

class Rig {
  public:
    /// Refuses a puppet with errors (rig/check.hpp); the error names section and row.
    static Result<Rig> build(const Puppet& puppet);
    Rig(Rig&&) noexcept;
    Rig& operator=(Rig&&) noexcept;
    ~Rig();

    const Canvas& canvas() const;
    const std::vector<ParameterInfo>& parameters() const;
    int find_parameter(std::string_view id) const;  ///< -1 when there is none
    int mesh_count() const;
    int part_count() const;
    int vertex_count(int mesh) const;
    std::vector<float> default_values() const;  ///< one per parameter

    struct Program;  // the compiled form; private to rig.cpp and its neighbours
    const Program& program() const { return *program_; }

  private:
    explicit Rig(std::unique_ptr<Program> program);
    std::unique_ptr<Program> program_;
};

class Evaluation {
  public:
    /// Buffers for all meshes, or for the given ones only (with glue partners and deformers they need). Draw order and
    /// render order exist only when all meshes are evaluated. `rig` must outlive this.
    explicit Evaluation(const Rig& rig);
    Evaluation(const Rig& rig, std::span<const int> meshes);
    Evaluation(Evaluation&&) noexcept;
    Evaluation& operator=(Evaluation&&) noexcept;
    ~Evaluation();

    /// One value per parameter (clamped or wrapped here; NaN counts as the default) and, where given, one opacity per
    /// part (0..1, clamped; empty = 1, or 0 for parts that start invisible). No allocation, no state from earlier calls.
    void evaluate(std::span<const float> values, std::span<const float> part_opacities = {});

    /// True when key ranges or enabled flags hide the mesh: then nothing else about it is meaningful.
    bool hidden(int mesh) const;
    std::span<const Vec2> positions(int mesh) const;  ///< model units as the runtime reports them (y up)
    void world_positions(int mesh, std::span<Vec2> out) const;  ///< canvas px, y down
    float opacity(int mesh) const;
    bool visible(int mesh) const;  ///< the runtime's visible flag: not hidden and opacity not 0
    int draw_order(int mesh) const;
    std::span<const int> render_order() const;  ///< per mesh, 0 = furthest back
    Color multiply_color(int mesh) const;
    Color screen_color(int mesh) const;

    /// The mesh's mixed keyform positions before its deformers, in its own space (keyform space).
    std::span<const Vec2> keyform_positions(int mesh) const;

    /// Inverse through the mesh's deformers at the evaluated pose: world px -> keyform space, one result per point.
    /// Exact inside a warp's cells; outside it inverts the runtime's own extrapolation. Among several solutions (folded
    /// grids) the one nearest to `near` (keyform space, same length) is taken. Where a grid is degenerate the nearest
    /// point in the least-squares sense. Round trip <= 1e-3 px where the map is invertible. Glue is not part of it.
    void to_keyform_space(int mesh, std::span<const Vec2> world, std::span<const Vec2> near, std::span<Vec2> out) const;
    /// The way forward for any points of keyform space: own space -> world px (no glue).
    void to_world(int mesh, std::span<const Vec2> keyform_space, std::span<Vec2> out) const;

    struct Buffers;

  private:
    std::unique_ptr<Buffers> buffers_;
};

}  // namespace yure::rig
