/// A pendulum group as the physics panel's parts see it in this frame, and how they change it.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "project/workbench.hpp"

namespace yure::editor {

struct GroupView {
    Workbench& workbench;
    const std::string id;
    const studio::Json& group;  ///< as it counts now: as generated, or as edited
    const studio::Json& base;   ///< as generated; the same object when nothing is edited
    const char* fixed = nullptr;  ///< why it cannot be edited; null = it can

    /// Replaces these members of the group (pendulum.set).
    bool set(studio::Json members) const {
        members["group"] = id;
        return workbench.apply("pendulum.set", members);
    }
};

/// Inputs, outputs, segments and normalization, as sections.
void draw_group_inputs(const GroupView& view);
void draw_group_outputs(const GroupView& view);
void draw_group_segments(const GroupView& view);
void draw_group_normalization(const GroupView& view);

/// The last seconds of a group's inputs and outputs, as shares of their ranges.
class GroupGraph {
  public:
    /// Every frame of the interface.
    void record(const Workbench& workbench, const std::string& id, const studio::Json& group);
    void draw(const Workbench& workbench, float height) const;

  private:
    struct Curve {
        std::string parameter;
        bool output = false;
        std::deque<float> shares;  ///< -1..1 of the way from the default to an end
    };
    std::string id_;
    std::vector<Curve> curves_;
};

/// Id that a generated parameter is written with.
std::string written_id(const studio::Document& document, const std::string& generated);

}  // namespace yure::editor
