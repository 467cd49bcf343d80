/// What a preset has put into a project, kept with it: needed to apply the preset again in place, to remove it and
/// bring back what was there, and to play and export the model with its swings. Plain data and its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/rig/puppet.hpp"
#include "yure/sim/vertex_groups.hpp"
#include "yure/studio/presets/parts.hpp"

namespace yure::studio::presets {

enum class Preset { front_hair, back_hair, clothing, jelly_eyes, auto_pin };
/// "front-hair", "back-hair", "clothing", "jelly-eyes", "auto-pin".
std::string_view preset_name(Preset preset);
std::optional<Preset> find_preset(std::string_view name);

enum class HairMode {
    simulate,  ///< a simulated body; the model's own swing is out of play
    classic,   ///< the model's own swing, or one made here where it has the parameter but no pendulum
    off,       ///< no swing: the parameters rest
};
/// "simulate", "classic", "off".
std::string_view hair_mode_name(HairMode mode);
std::optional<HairMode> find_hair_mode(std::string_view name);

/// Painted weights of one mesh. A mesh may have several groups of a kind under different names.
struct WeightGroup {
    std::string mesh;
    sim::GroupKind kind = sim::GroupKind::pin;
    std::string name;            ///< "preset_pin"
    std::vector<float> weights;  ///< one per vertex; empty = there is no such group
    bool operator==(const WeightGroup&) const = default;
};

/// An output of one of the model's physics groups that is out of play; its parameter rests at its default.
struct RestingOutput {
    std::string group;  ///< id of the physics group
    std::string parameter;
    bool operator==(const RestingOutput&) const = default;
};

/// A squash and stretch of the eyes on one parameter: at its maximum the meshes of each eye are wider and flatter by
/// `strength` about their common centre, at its minimum narrower and taller.
struct EyeSquash {
    std::string parameter;                       ///< ParamEyeBallForm; made with the range -1..1 and default 0
    std::vector<std::vector<std::string>> eyes;  ///< mesh ids, one list an eye
    float strength = 0.04f;                      ///< share of the size, > 0, <= .5
    bool operator==(const EyeSquash&) const = default;
};

struct PresetRecord {
    Preset preset = Preset::front_hair;
    HairMode hair = HairMode::simulate;  ///< hair presets only
    std::vector<RoleWish> wishes;        ///< roles that were set by hand
    std::vector<std::string> bodies;     ///< ids of the bodies it made
    std::vector<WeightGroup> before;     ///< every weight group it wrote, as it was before the first time
    std::vector<RestingOutput> resting;
    std::vector<pendulum::Group> pendulums;  ///< physics groups it added
    std::optional<EyeSquash> squash;
};

nlohmann::ordered_json record_json(const PresetRecord& record);
/// Errors name the member.
Result<PresetRecord> read_record(const nlohmann::ordered_json& json);

/// The model's physics with what the presets rest taken out and what they added appended. A group without outputs left
/// goes. `records` of a model that no longer has a group or parameter do nothing there.
pendulum::Physics with_presets(const pendulum::Physics& physics, std::span<const PresetRecord> records);

/// Adds the parameters and shapes that presets made. The puppet is unchanged on an error and where there are none.
/// Meshes that the model lost meanwhile are notices.
Status add_preset_shapes(rig::Puppet& puppet, std::span<const PresetRecord> records, Notices& notices);

}  // namespace yure::studio::presets
