/// A body's bake as data, and its way into a puppet and its physics: parameters with key shapes, and pendulum groups
/// that drive them. What was not touched stays as it was; with the new parameters at 0 the written puppet equals the
/// original.
#pragma once

#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/baker/record.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/rig/edit.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::baker {

/// Keyed range of a generated parameter before the user's choice. Not 1: runtimes snap to a key within 0.001 of it.
constexpr float kKeyedRange = 30.0f;

/// One parameter that a bake makes, at amplitude x1 and range ±30.
struct BakedParameter {
    std::string id;                        ///< generated: "ParamSimhair_1", "ParamSimhair_Y"
    std::string name;                      ///< for people: "hair", "hair 2", "hair Y"
    std::string group;                     ///< id of the pendulum group that drives it
    std::vector<float> keys;               ///< ascending, even over ±30; the middle one is 0 = rest
    std::vector<rig::MeshOffsets> meshes;  ///< keyform-space offsets per key; only meshes that it moves
    double swing_px = 0.0;                 ///< farthest movement of a particle at an outer key
    double peak_degrees = 0.0;             ///< largest swing of its pendulum in training and selection
    double gain = 1.0;                     ///< what the selection clips left of a later mode
};

/// What the fit made of a body.
struct BodyBake {
    std::string id, name;
    std::vector<BakedParameter> parameters;
    std::vector<pendulum::Group> groups;  ///< with their outputs; order = order in the file
    double fps = 60.0;                    ///< Hz it was fitted at, and must be played at
    PhysicsOnMeshes removed;              ///< old physics that goes out of play
};

struct WriteOptions {
    WriteAs write = WriteAs::automatic;
    std::optional<rig::MocVersion> target_version;
    float exaggeration = 1.0f;           ///< factor on every shape
    std::vector<OutputRequest> outputs;  ///< ids, names, ranges and gains of single parameters
    bool use_gains = true;               ///< false: ignore the outputs' gains too, for measuring
};

/// Where a written parameter ended up.
struct WrittenParameter {
    std::string id, name;
    float range = kKeyedRange;  ///< ±, parameter units
    float gain = 1.0f;          ///< factor its shapes were written with
};

struct WriteResult {
    rig::Puppet puppet;
    pendulum::Physics physics;
    std::vector<WrittenParameter> parameters;  ///< as BodyBake::parameters
    bool blend_shapes = false;                 ///< else keyform axes
    Notices losses;                            ///< what the export does not have any more, or has changed
};

/// Keyforms the largest target mesh would have with all parameters as axes.
long axis_keyforms(const rig::Puppet& puppet, const BodyBake& bake);

/// Errors change nothing: an id that is taken, more than 200,000 keyforms, a version that cannot hold what was asked
/// for.
Result<WriteResult> write_back(const rig::Puppet& puppet, const pendulum::Physics& physics, const BodyBake& bake,
                               const WriteOptions& options);

/// "hair (yure 60 Hz)": how a group's name says at which rate it must be played.
std::string group_name(std::string_view body_name, double fps);

}  // namespace yure::baker
