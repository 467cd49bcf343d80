/// Presets as plans: what would change in a project, decided from the model and the project's bodies, with the reasons
/// in words. Pure functions: nothing is changed here. A plan is applied by the document as one step.
///
///     Subject subject = …;                       // once per model
///     Result<Plan> plan = plan_preset(subject, state, {.preset = Preset::back_hair});
///     // document: apply bodies, weights; replace the preset's record by plan->record
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/studio/presets/looseness.hpp"
#include "yure/studio/presets/parts.hpp"
#include "yure/studio/presets/record.hpp"

namespace yure::studio::presets {

/// A body as the project has it now.
struct BodyState {
    std::string id;
    std::vector<std::string> meshes;
    /// Names of the weight groups it reads; a kind without an entry reads the mesh's first of that kind.
    struct GroupChoice {
        sim::GroupKind kind = sim::GroupKind::pin;
        std::string name;
    };
    std::vector<GroupChoice> groups;
};

struct ProjectState {
    std::vector<BodyState> bodies;
    std::vector<WeightGroup> groups;    ///< all of the project, in the order in which they count as a mesh's first
    std::vector<PresetRecord> records;  ///< at most one per preset
};

struct PresetRequest {
    Preset preset = Preset::front_hair;
    HairMode hair = HairMode::simulate;  ///< hair presets only
    std::vector<RoleWish> wishes;        ///< added to those of the preset's record; a later one for the same id wins
    /// Only these meshes are decided anew; the others stay as they are. Empty = all.
    std::vector<std::string> only;
};

struct BodyChange {
    enum class Kind { add, update, remove };
    Kind kind = Kind::add;
    std::string id;
    /// add: complete, ready to be baked, its meshes' groups filled in. update: only `id` and `meshes` count; what a
    /// user set (material, inputs …) stays. remove: empty.
    baker::BodyRequest request;
    std::vector<BodyState::GroupChoice> groups;  ///< add: the weight groups it is to read
};

/// What a decision is about, what was decided, and why, in words.
struct Decision {
    std::string about;  ///< mesh id, body id, physics group, or the preset
    std::string what, why;
};

struct Plan {
    Preset preset = Preset::front_hair;
    std::string summary;  ///< one sentence; says plainly when there is nothing to do
    std::vector<BodyChange> bodies;
    std::vector<WeightGroup> weights;    ///< groups to write; empty weights = the group goes
    std::optional<PresetRecord> record;  ///< replaces the project's record of this preset; none = it goes
    std::vector<Decision> decisions;
    std::vector<std::string> rebake;           ///< bodies whose bake this plan makes stale, or that have none yet
    std::optional<LoosenessReport> looseness;  ///< clothing and auto-pin

    bool changes_anything(const ProjectState& state) const;
};

/// An error only for a mesh in `only` that the model lacks. A wish for what the model lacks (it may have been exported
/// anew), and a mesh that belongs to a body of the user's own, are decisions: not used, left out.
Result<Plan> plan_preset(const Subject& subject, const ProjectState& state, const PresetRequest& request);

/// Takes a preset away: its bodies go, weights and swings are as before. Nothing to remove is a plan without changes.
Plan plan_removal(const Subject& subject, const ProjectState& state, Preset preset);

enum class Level { minimal, normal, full };
/// "minimal", "default", "full".
std::string_view level_name(Level level);
std::optional<Level> find_level(std::string_view name);
/// What a level asks for, in order; apply one after another. minimal: nothing.
std::vector<PresetRequest> level_requests(Level level);

/// `yure.preset` as JSON for people and programs: summary, decisions, bodies with meshes, looseness per mesh.
nlohmann::ordered_json plan_json(const Plan& plan);

}  // namespace yure::studio::presets
