/// What the planners of all presets share: where a mesh may go, which group is written and what was there before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "yure/studio/presets/plan.hpp"

namespace yure::studio::presets {

inline std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

class Planner {
  public:
    Planner(const Subject& subject, const ProjectState& state, const PresetRequest& request);

    const Subject& subject;
    const ProjectState& state;
    const PresetRequest& request;
    const PresetRecord* earlier;  ///< the preset's record so far; null = not applied yet
    Parts parts;
    Plan plan;
    PresetRecord record;

    /// Is the mesh among those to be decided anew?
    bool chosen(int mesh) const;
    /// The body a mesh is in; null = in none.
    const BodyState* body_of(std::string_view mesh) const;
    bool made_here(std::string_view body) const;  ///< by this preset, earlier
    void decide(std::string about, std::string what, std::string why);

    /// False, with a decision, when the mesh belongs to a body that this preset did not make.
    bool may_take(int mesh);

    /// Makes, changes or removes one body of the preset so that it has these meshes (besides those of its meshes that
    /// are not to be decided anew). `groups` goes with `meshes`. Empty: the body goes.
    void put_body(const std::string& id, const std::string& name, sim::BodyKind kind, const sim::Material& material,
                  const std::vector<int>& meshes, const std::vector<sim::VertexGroups>& groups);

    /// Weights of one kind for a mesh, into the group its body reads; empty = leave that kind alone.
    void put_weights(int mesh, const BodyState* body, sim::GroupKind kind, const std::vector<float>& weights);

    /// Groups that the preset wrote earlier and no longer writes go back to what they were; then the plan is complete.
    /// `keep_record` false: the preset leaves nothing behind.
    Plan finish(bool keep_record);

  private:
    std::vector<std::string> refused_;
};

/// "3 meshes", "1 mesh".
std::string counted(std::size_t count, std::string_view one, std::string_view many);

void plan_hair(Planner& planner);
void plan_clothing(Planner& planner);
void plan_eyes(Planner& planner);
void plan_pins(Planner& planner);

/// Pins of the meshes that are hair, one array per mesh; those of a strand drawn in pieces are found together.
std::vector<std::vector<float>> hair_weights(const Subject& subject, const Parts& parts,
                                             const std::vector<int>& meshes);

}  // namespace yure::studio::presets
