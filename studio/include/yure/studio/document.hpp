/// The document: everything of a project that undo knows. Plain data without methods that change it; the only way to
/// change a project is a command (command.hpp), applied through a session (session.hpp). Parts are immutable and shared,
/// so a `Document` is cheap to copy and a copy never changes under a job. Lengths are canvas px (y down), weights 0..1.
///
/// View settings (cameras, open panels) are no part of it: see Session::view.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/studio/table.hpp"

namespace yure::studio {

using Json = nlohmann::ordered_json;

/// What a glue that joins a simulated mesh means to the simulation.
enum class GlueRole {
    none,       ///< the simulation does not know it (default)
    pin,        ///< the simulated side's glued vertices follow the other mesh
    constraint  ///< both sides are simulated and stay together
};

enum class StaticMode { off, automatic, listed };

/// How one generated parameter is written; generated id -> this. Applies without a new bake.
struct OutputSetting {
    std::string id;             ///< id to write; empty = the generated one
    std::string name;           ///< display name; empty = by the body's name
    float range = 30.0f;        ///< keyed range ±range, 1..100
    std::optional<float> gain;  ///< 0..3; replaces the body's exaggeration. 0 = still
    bool operator==(const OutputSetting&) const = default;
};

/// A circle, or a capsule between two points, that follows another mesh; simulated vertices stay outside.
struct ObstacleSetting {
    std::string mesh;             ///< the art mesh it follows
    int vertex_a = 0, vertex_b = 0;  ///< vertices it hangs on; the same twice = a circle
    float radius_a = 20.0f, radius_b = 20.0f;  ///< px, >= 0
    float friction = 0.0f;                     ///< 0 none .. 1 sticks
};

/// A simulated body (seed: 物理体).
struct Body {
    std::string id;    ///< part of generated ids: 1..40 letters, digits, '_'; never changes
    std::string name;  ///< for people; empty = id
    bool enabled = true;
    bool auto_bake = true;    ///< an agent's change is followed by a bake (the interface has a switch of its own)
    std::string made_by;      ///< preset that made it ("front_hair"); empty = a person
    std::vector<std::string> meshes;
    sim::BodyKind kind = sim::BodyKind::hair;
    sim::Material material;
    std::optional<chain::StrandSettings> chain;  ///< bone chains move it instead of the mesh solver
    std::optional<sim::TopPins> top_pins;  ///< where no pin weights are painted; unset = the rule of kind and material
    std::vector<baker::InputRequest> inputs;
    std::map<std::string, GlueRole> glue_roles;  ///< glue id -> role; a glue not named plays no part
    std::map<std::string, ObstacleSetting> obstacles;

    baker::Quality quality = baker::BodyRequest{}.quality;
    baker::BankUse bank = baker::BankUse::shared;
    baker::Budget budget;
    int modes = 2;            ///< `classic` only
    std::optional<int> keys;  ///< per parameter: 3, 5, 7, 9; unset = 9, `classic` and exact poses 5
    baker::Vertical vertical = baker::Vertical::automatic;
    StaticMode statics = StaticMode::off;
    std::vector<std::string> static_inputs;  ///< for StaticMode::listed, at most 4
    baker::WriteAs write = baker::WriteAs::automatic;
    std::optional<rig::MocVersion> target_version;
    float exaggeration = 1.3f;
    std::map<std::string, float> training;          ///< motion (as the model names it) -> weight .05..1
    std::map<std::string, OutputSetting> outputs;   ///< generated parameter id -> how it is written
    std::map<std::string, std::string> pendulum_names;  ///< generated group id -> display name
    bool keep_physics = false;
    Json extra = Json::object();  ///< members this version does not know; kept

    const std::string& shown_name() const { return name.empty() ? id : name; }
};

/// Painted weights of one art mesh, one array per kind; empty = not painted. With the mesh they were painted on, so
/// that they can be carried over when the model is exported anew.
struct MeshGroups {
    sim::VertexGroups weights;
    std::map<std::string, std::string> made_by;  ///< kind -> preset that wrote it; a brush takes the entry away
    std::vector<Vec2> uvs;                       ///< texture coordinates; as many as there are weights
    std::vector<std::uint16_t> triangles;
    Json extra = Json::object();
};

/// Hashes of what a bake was made from, by subject: "settings", "material", "inputs", "groups", "glue", "meshes", "rig",
/// "clips", "fps", "solver". A bake is fresh while all are what they were.
using Fingerprint = std::map<std::string, std::string>;

/// What a bake left behind, at amplitude x1 and range ±30, with generated ids. Meshes and physics groups are named, not
/// numbered: the model may be exported anew below the project.
struct StoredBake {
    Fingerprint fingerprint;
    Json settings = Json::object();  ///< of the body as it was baked; says in words what has changed since
    Json bake = Json::object();      ///< parameters, key shapes, groups (bake_store.hpp reads it)
    Json report = Json::object();    ///< inputs, metrics, warnings, losses: what `yure bake` reports of a body
    Json extra = Json::object();

    std::vector<std::string> parameter_ids() const;  ///< generated ids, in order
    std::string bank() const;                        ///< id of the bank that drives it; empty = its own groups
};

/// Pendulum groups that several bodies share (baker::BakedBank), with the fit they came from as a start for others.
struct StoredBank {
    Json bank = Json::object();  ///< bake_store.hpp reads it
    Json extra = Json::object();
};

/// A person's edit of a generated pendulum group. The base is what the edit was made on.
struct PendulumOverride {
    Json base = Json::object();    ///< the group as generated (`generated_group`)
    Json edited = Json::object();  ///< the group as wanted, with generated parameter ids
    bool enabled = true;           ///< false: the group is left out of the export
    Json extra = Json::object();
};

/// What a preset has put into the project (presets/record.hpp), by the preset's name.
struct PresetSetting {
    Json record = Json::object();
};

struct ModelReference {
    std::string path;  ///< of the model3.json or moc3, relative to the project's folder where possible, with slashes
    std::string hash;  ///< of its moc3 and physics3 when last seen; sixteen hexadecimal digits
    bool operator==(const ModelReference&) const = default;
};

/// What belongs to the project as a whole.
struct ProjectSettings {
    std::string name;
    float fps = 0.0f;            ///< Hz of the physics; 0 = the file's Meta.Fps, else 60
    std::string budget;          ///< for exports: "free", "phone", a file; empty = none
    bool ascii_names = false;    ///< exports: file names and ids in ASCII
    std::map<std::string, std::string> part_roles;  ///< mesh or part id -> role set by hand (presets/parts.hpp)
    Json extra = Json::object();
};

struct Document {
    ModelReference model;
    ProjectSettings settings;
    Table<Body, TableOrder::given> bodies;  ///< baked in this order, later ones on the results of earlier ones
    Table<MeshGroups, TableOrder::by_id> groups;           ///< by mesh id
    Table<StoredBake, TableOrder::by_id> bakes;            ///< by body id
    Table<StoredBank, TableOrder::by_id> banks;            ///< by bank id; each serves at least one bake
    Table<PendulumOverride, TableOrder::by_id> overrides;  ///< by generated group id
    Table<PresetSetting, TableOrder::by_id> presets;  ///< by preset name: "front-hair"
    Json extra = Json::object();  ///< members of the file this version does not know; kept

    /// Equal exactly for equal contents. Sixteen hexadecimal digits: the token by which clients say what they saw.
    std::string state() const;
};

std::uint64_t content_hash(const Body& body);
std::uint64_t content_hash(const MeshGroups& groups);
std::uint64_t content_hash(const StoredBake& bake);
std::uint64_t content_hash(const StoredBank& bank);
std::uint64_t content_hash(const PendulumOverride& change);
std::uint64_t content_hash(const PresetSetting& preset);

/// As in the project file. A body is written with every setting, a default or not, so that a later version with other
/// defaults opens the project as it was.
Json to_json(const Body& body);
Json to_json(const MeshGroups& groups);
Json to_json(const StoredBake& bake);
Json to_json(const StoredBank& bank);
Json to_json(const PendulumOverride& change);
Json to_json(const PresetSetting& preset);
Json to_json(const ModelReference& model);
Json to_json(const ProjectSettings& settings);

/// The other way. What is wrong is put into `problems` (where = the member, "material.goal") and reads as the default;
/// unknown members go to `extra`.
Body read_body(const std::string& id, const Json& json, std::vector<Error>& problems);
MeshGroups read_mesh_groups(const Json& json, std::vector<Error>& problems);
StoredBake read_stored_bake(const Json& json, std::vector<Error>& problems);
StoredBank read_stored_bank(const Json& json, std::vector<Error>& problems);
PendulumOverride read_override(const Json& json, std::vector<Error>& problems);
PresetSetting read_preset(const Json& json, std::vector<Error>& problems);
ModelReference read_model_reference(const Json& json, std::vector<Error>& problems);
ProjectSettings read_project_settings(const Json& json, std::vector<Error>& problems);

/// A pendulum group as the bakes of the document generate it: {"id","name","inputs":[…],"outputs":[…],"vertices":[…],
/// "position":{…},"angle":{…}}, outputs by generated parameter ids at range ±30. All of them, in file order.
std::vector<Json> generated_groups(const Document& document);
/// Null when there is none of that id.
Json generated_group(const Document& document, const std::string& id);

/// JSON Schema (2020-12) of a body's settings, one member each: what `body.add` and `body.set` take and files hold.
const Json& body_schema();

}  // namespace yure::studio
