/// Small named scenes, written once and shared by tests, benchmarks, demos and the editor. A scene is a body and what
/// happens to it: where the rig, the obstacles and the wind are at any time. World px, y down, seconds.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/sim/scene.hpp"

namespace yure::scenes {

/// What drives a body at one moment; as long as the solver's setters want them.
struct Drive {
    std::vector<Vec2> goals;      ///< one per particle
    std::vector<Vec2> anchors;    ///< one per glue pin
    std::vector<Vec2> obstacles;  ///< two per obstacle
    Vec2 wind;                    ///< px/s^2
};

struct NamedScene {
    std::string name;
    std::string what;  ///< one sentence: what to look at
    sim::SceneSpec spec;
    double seconds = 6.0;
    /// Changes `drive`, which comes in at rest (the drawing, partners and obstacles at rest, no wind), to that of
    /// `time`.
    std::function<void(double time, Drive& drive)> move;

    Drive drive_at(double time) const;
};

std::vector<NamedScene> all_scenes();
/// Throws std::out_of_range for a name that does not exist: a caller's mistake.
NamedScene find_scene(std::string_view name);

// --- parts to build scenes from ---

/// A grid of (columns + 1) x (rows + 1) vertices, row by row from the top left; pins every vertex of the top row.
/// Diagonals alternate like a chequerboard.
sim::SceneMesh grid(int columns, int rows, float width, float height, Vec2 top_left);
/// The same with its inner vertices moved at random by up to `share` of a cell (seeded; borders and top row stay).
sim::SceneMesh jittered(sim::SceneMesh mesh, int columns, int rows, float share, unsigned seed);
/// A lock of hair: two columns that narrow to a point, gently curved.
sim::SceneMesh lock(int rows, float width, float height, Vec2 top, float curve);
sim::SceneSpec body_of(sim::SceneMesh mesh, const sim::Material& material);
/// All rest positions, mesh after mesh.
std::vector<Vec2> drawing(const sim::SceneSpec& spec);

void shift(std::vector<Vec2>& points, Vec2 by);
/// Turns by `angle` about `centre`, positive x towards y.
void turn(std::vector<Vec2>& points, Vec2 centre, float angle);

}  // namespace yure::scenes
