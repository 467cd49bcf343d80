/// Starting points for common chains. Values per step at 60 Hz; lengths are left to the user.
#pragma once

#include <span>
#include <string_view>

#include "yure/chain/config.hpp"

namespace yure::chain {

struct ChainPreset {
    std::string_view id;           ///< "hair", "tail", "ribbon", "ears"
    std::string_view description;  ///< one line, English
    Component component;           ///< names empty
};

std::span<const ChainPreset> chain_presets();
/// The preset, or null.
const ChainPreset* find_chain_preset(std::string_view id);

}  // namespace yure::chain
