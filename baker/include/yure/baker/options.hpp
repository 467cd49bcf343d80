/// What a bake is asked for: bodies and their options. Plain data; defaults are those of docs/baking.md, "options".
/// Lengths are canvas px, angles and parameter values the parameters' own units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yure/baker/drive_clip.hpp"
#include "yure/chain/strand.hpp"
#include "yure/core/result.hpp"
#include "yure/rig/puppet.hpp"
#include "yure/sim/pins.hpp"
#include "yure/sim/scene.hpp"

namespace yure::baker {

/// How large and how thorough the fit is. `light`, `standard` and `best` mix a bank of pendulum groups into 2, 4 or 8
/// keyed parameters (baker/bank); `classic` has one pendulum chain, for hosts that want few groups.
enum class Quality { light, standard, best, classic };
enum class BankUse {
    shared,  ///< bodies of one quality with the same kept inputs share one bank of groups (never `light`)
    own      ///< this body's groups serve it alone
};
enum class Vertical { automatic, on, off };
enum class WriteAs { automatic, blend, axes };

struct Span {
    float low = 0.0f, high = 0.0f;  ///< parameter units
};

/// A parameter that may move the body.
struct InputRequest {
    std::string id;
    std::optional<Span>
        span;           ///< training range; unset = the whole parameter. Clipped to it, and made to hold the default
    bool keep = false;  ///< keep it even when it moves the body by less than 1 px
};

/// One simulated mesh and its painted weights. Where `groups.pin` is empty the body's pin rule applies.
struct BodyMesh {
    std::string id;
    sim::VertexGroups groups;
};

/// How a generated parameter is written. Changing it needs no new fit.
struct OutputRequest {
    std::string parameter;      ///< generated id, "ParamSimhair_1"
    std::string id;             ///< id to write; empty = the generated one
    std::string name;           ///< display name; empty = by the body's name
    float range = 30.0f;        ///< keyed range ±range, 1..100
    std::optional<float> gain;  ///< 0..3; replaces the body's exaggeration. 0 = still
};

/// A motion of the user's that the bake also learns from.
struct TrainingMotion {
    DriveClip clip;
    float weight = 1.0f;  ///< .05..1
};

/// Limits on what one body may cost; unset = what its quality takes. Where a limit is too narrow for the quality, there
/// are fewer parameters, then fewer keys.
struct Budget {
    std::optional<int> parameters;  ///< keyed parameters, 1..8
    std::optional<int> groups;      ///< pendulum groups of the body's bank, 2..128
    std::optional<long> keyforms;   ///< key shapes over all its meshes, at least 2
    std::optional<long> bytes;      ///< of the key shapes in the moc3, 8 a vertex
    std::optional<int> evaluations; ///< effort: steps of the training, 0..10000; fewer = sooner done, follows less
};

struct BodyRequest {
    std::string id;    ///< makes the ids: ParamSim<id>_1, PhysicsSim_<id>; letters, digits and '_'
    std::string name;  ///< shown to people; empty = id
    sim::BodyKind kind = sim::BodyKind::hair;
    sim::Material material;
    sim::SceneSettings scene;
    /// Moved by bone chains along its strands instead of the mesh solver; pins count, material and weights do not.
    std::optional<chain::StrandSettings> chain;
    std::optional<sim::TopPins> top_pins;  ///< unset = the rule of kind and material
    std::vector<BodyMesh> meshes;          ///< at least one; simulated together
    std::vector<InputRequest> inputs;      ///< at least one; see default_inputs()
    std::vector<TrainingMotion> training;

    Quality quality = Quality::standard;
    BankUse bank = BankUse::shared;
    Budget budget;             ///< narrower than the quality's own; not for `classic`
    int modes = 2;             ///< 1..3, `classic` only
    std::optional<int> keys;   ///< 3, 5, 7 or 9 per parameter; unset = 9, `classic` and exact poses 5
    Vertical vertical = Vertical::automatic;
    /// Exact poses: parameters that get corrections on their own axis, so that the body hangs where it should while they
    /// are held. At most 4; any parameter of the model, an input or not.
    std::vector<std::string> static_inputs;
    bool static_automatic = false;  ///< choose them instead: docs/baking.md, "exact poses"
    WriteAs write = WriteAs::automatic;
    std::optional<rig::MocVersion> target_version;  ///< unset = as the source, raised for blend shapes only
    float exaggeration = 1.3f;                      ///< 1..2, applied when written; metrics are always at 1
    std::vector<OutputRequest> outputs;
    bool keep_physics = false;  ///< leave existing physics on these meshes in play
};

/// Everything that is wrong with a request by itself (the puppet is not looked at): option and range, in words.
std::vector<Error> problems(const BodyRequest& request);

}  // namespace yure::baker
