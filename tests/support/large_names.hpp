/// What the puppet and the files of the large model share: its parameters and how its things are numbered.
#pragma once

#include <string>
#include <vector>

namespace yure::tests {

/// "Skirt", 0 -> "Skirt01".
std::string numbered(const std::string& name, int index);

struct LargeParameter {
    std::string id;
    float min = 0.0f, max = 1.0f, default_value = 0.0f;
    bool blend_shape = false;
};
/// All 132: 32 of the standard ones, 20 that physics writes, 68 of limbs and details, 12 of blend shapes.
const std::vector<LargeParameter>& large_parameters();
/// Row of the one with that id. Precondition: there is one.
int large_parameter(const std::string& id);

inline constexpr int kLargeCellsAcross = 12, kLargeCellsDown = 11;  ///< of a texture page: one cell a mesh

}  // namespace yure::tests
