/// Names and numbers of the enumerations in a dynamic-bone document. Private to formats.
#pragma once

#include <array>
#include <string_view>

#include "yure/chain/config.hpp"

namespace yure::formats::dynamic_bone {

inline constexpr std::string_view kSchema = "c3-dynamic-bone";
inline constexpr int kVersion = 1;

// Index = Unity's number.
inline constexpr std::array<std::string_view, 4> kUpdateModes{"Normal", "AnimatePhysics", "UnscaledTime", "Default"};
inline constexpr std::array<std::string_view, 4> kFreezeAxes{"None", "X", "Y", "Z"};
inline constexpr std::array<std::string_view, 3> kDirections{"X", "Y", "Z"};
inline constexpr std::array<std::string_view, 2> kBounds{"Outside", "Inside"};
inline constexpr std::array<std::string_view, 3> kSwingModes{"Free", "Limited", "Locked"};
inline constexpr std::array<std::string_view, 3> kTeleportModes{"None", "Reset", "Keep"};
inline constexpr std::array<std::string_view, 2> kPivotSpaces{"animated", "dynamicParent"};
inline constexpr std::array<std::string_view, 3> kShapes{"Sphere", "Capsule", "Plane"};
inline constexpr std::array<std::string_view, 2> kAxes{"engine", "unity"};
inline constexpr std::array<std::string_view, 4> kWeightedModes{"None", "In", "Out", "Both"};

/// "m_Damping" of Damping.
inline std::string field_name(chain::ParticleValue value) {
    return "m_" + std::string(chain::particle_value_name(value));
}

}  // namespace yure::formats::dynamic_bone
