/// Values inside of words: numbers, lists, materials, pin files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/core/result.hpp"

namespace yure::studio {

/// Parts between separators; at least one.
std::vector<std::string> split(std::string_view text, char separator);
/// The whole text as a finite number, "." as decimal point whatever the locale.
std::optional<float> read_number(std::string_view text);
/// "PRESET", "k=v,…" or "PRESET,k=v,…" over `material`.
Status read_material(const std::string& text, sim::Material& material);
/// A JSON file {"<mesh id>": [weight per vertex…]…} into the meshes' pin weights. Meshes that it leaves out keep the
/// pin rule.
Status pins_from_file(const std::string& path, std::vector<baker::BodyMesh>& meshes);

}  // namespace yure::studio
