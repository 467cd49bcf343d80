/// Poses (pose3.json): groups of parts of which one shows at a time, and the player that crosses over between them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace yure::motion {

struct PosePart {
    std::string id;
    std::vector<std::string> links;  ///< parts that copy this one's opacity

    bool operator==(const PosePart&) const = default;
};

struct PoseGroups {
    float fade_in = 0.5f;  ///< s; 0 = at once
    std::vector<std::vector<PosePart>> groups;

    bool operator==(const PoseGroups&) const = default;
};

/// Arrays have one element per part of the model. `wishes` are the pseudo parameters that motions write (part-opacity
/// curves): the first part of a group whose wish is above 0.001 is the one to be shown.
class PosePlayer {
  public:
    /// Parts that the model lacks are ignored.
    PosePlayer(const PoseGroups& pose, std::span<const std::string> parts);

    /// The first part of every group at 1, the others at 0, in both arrays.
    void start(std::span<float> opacities, std::span<float> wishes) const;
    /// One frame; dt in s, not above 0 counts as 0.
    void update(std::span<float> opacities, std::span<const float> wishes, float dt) const;

  private:
    struct Part {
        int index;
        std::vector<int> links;
    };
    float fade_in_;
    std::size_t count_;
    std::vector<std::vector<Part>> groups_;
};

}  // namespace yure::motion
