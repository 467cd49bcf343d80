/// A body's figures in words: how well it follows, and what a viewer would notice first.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "yure/baker/bake.hpp"

namespace yure::studio {

enum class VerdictLevel {
    well,    ///< nothing outside its band, and most of the movement is there
    fair,    ///< follows, with differences to see
    poorly,  ///< does not look like the simulation
    still    ///< no measured motion moves it by more than 10 px: there is nothing to follow
};
const char* level_name(VerdictLevel level);

struct VerdictFinding {
    std::string kind;    ///< "swings_short", "swings_far", "opposite", "direction", "late", "settles_late",
                         ///< "settles_early", "restless", "clipped"
    std::string input;   ///< parameter it shows on; empty = on the whole
    std::string clip;    ///< where to look; empty = on most
    bool vertical = false;  ///< the input moves the body up and down
    double value = 0.0;     ///< the figure: a ratio, ms, a share, or a count (direction: clips that go another way)
};

struct Verdict {
    VerdictLevel level = VerdictLevel::still;
    std::vector<VerdictFinding> findings;  ///< the most visible first, at most four
    std::string worst_clip;                ///< lowest R² among those that move the tips by more than 10 px; may be empty

    /// "follows well; up-and-down swings 18 % short on ParamBodyAngleY"
    std::string text() const;
    nlohmann::ordered_json json() const;
};

Verdict judge(const baker::BodyResult& body);

}  // namespace yure::studio
