/// A body's bake as data, and its way into a puppet and its physics: parameters with key shapes, and pendulum groups
/// that drive them. What was not touched stays as it was; with the new parameters at 0 the written puppet equals the
/// original.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/baker/record.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/rig/edit.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::baker::bank {
struct BankFit;
}

namespace yure::baker {

/// Keyed range of a generated parameter before the user's choice. Not 1: runtimes snap to a key within 0.001 of it.
constexpr float kKeyedRange = 30.0f;

/// One parameter that a bake makes, at amplitude x1 and outer keys at ±30.
struct BakedParameter {
    std::string id;                        ///< generated: "ParamSimhair_1", "ParamSimhair_Y"
    std::string name;                      ///< for people: "hair", "hair 2", "hair Y"
    std::string group;                     ///< id of the pendulum group, or of the bank, that drives it
    std::vector<float> keys;               ///< ascending over ±30, 0 = rest among them; none for a helper
    std::vector<rig::MeshOffsets> meshes;  ///< keyform-space offsets per key; only meshes that it moves
    float range = kKeyedRange;             ///< half range of the parameter, >= 30: room for shares that cancel
    double swing_px = 0.0;                 ///< farthest movement of a particle at an outer key
    double peak_degrees = 0.0;             ///< largest swing of its pendulum in training and selection; 0 = many drive it
    double gain = 1.0;                     ///< what the selection clips left of a later mode
};

/// A bank of pendulum groups as models carry it. Bodies hook their parameters to its groups (BodyBake::outputs).
struct BakedBank {
    std::string id, name;                    ///< of its first body
    double fps = 60.0;                       ///< Hz it was fitted at, and must be played at
    std::vector<BakedParameter> parameters;  ///< helpers: no keys, range as written
    std::vector<pendulum::Group> groups;     ///< file order; their outputs are the helpers' only
    std::shared_ptr<const bank::BankFit> fit;  ///< what it was made from: a start for another bake
};

/// An output of a bank's group that drives a body's parameter.
struct BankOutput {
    std::string group;
    pendulum::Output output;
};

/// An exact pose: what brings the body from the rig to where it hangs while an input is held, on that input's own axis.
struct BakedPose {
    std::string input;                     ///< id of a parameter that the model has
    std::vector<float> keys;               ///< its units, ascending over its whole range, its default among them
    std::vector<rig::MeshOffsets> meshes;  ///< keyform-space offsets per key, 0 at the default; only meshes that it moves
    double farthest_px = 0.0;
};

/// What the fit made of a body.
struct BodyBake {
    std::string id, name;
    std::vector<BakedPose> poses;  ///< written as they are, whatever the exaggeration: they are no swing
    std::vector<BakedParameter> parameters;
    std::vector<pendulum::Group> groups;  ///< `classic`: its own, with their outputs; order = order in the file
    std::string bank;                     ///< id of the bank that drives it; empty = `groups` do
    std::vector<BankOutput> outputs;      ///< onto the bank's groups, in file order
    double amplitude_gain = 1.0;          ///< 1..1.12, on every shape: keeps the amplitude, at no real loss
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
    float range = kKeyedRange;  ///< outer keys at ±range, parameter units
    float limit = kKeyedRange;  ///< the parameter's own minimum and maximum, ±limit
    float gain = 1.0f;          ///< factor its shapes were written with, the bake's own gain included
};

/// What exact poses take of the model, beyond what it had.
struct PoseCost {
    long keyforms = 0;  ///< of all meshes
    long bytes = 0;     ///< of their positions in the moc3, 8 a vertex
};

struct WriteResult {
    rig::Puppet puppet;
    pendulum::Physics physics;
    std::vector<WrittenParameter> parameters;  ///< as BodyBake::parameters
    std::vector<WrittenParameter> helpers;     ///< of the bank, when this call wrote it
    bool blend_shapes = false;                 ///< else keyform axes
    Notices losses;                            ///< what the export does not have any more, or has changed
};

/// Keyforms the largest target mesh would have with all parameters as axes.
long axis_keyforms(const rig::Puppet& puppet, const BodyBake& bake);

/// Writes a body. Its bank, when it has one, is written with the first of its bodies and found there by the others.
/// `automatic` writes a bank's bodies as blend shapes where the version may hold them, classic ones as axes up to 64
/// keyforms a mesh. On axes the outer keys are repeated at the parameter's ends, or meshes would vanish there. Errors
/// change nothing: an id that is taken, more than 200,000 keyforms, a version that cannot hold what was asked for.
Result<WriteResult> write_back(const rig::Puppet& puppet, const pendulum::Physics& physics, const BodyBake& bake,
                               const WriteOptions& options, const BakedBank* bank = nullptr);

/// Adds exact poses alone. Errors, after which the puppet may have some of them: an input that is no axis and cannot be one,
/// more than 200,000 keyforms.
Result<PoseCost> write_poses(rig::Puppet& puppet, std::span<const BakedPose> poses);

/// "hair (yure 60 Hz)": how a group's name says at which rate it must be played.
std::string group_name(std::string_view body_name, double fps);

}  // namespace yure::baker
