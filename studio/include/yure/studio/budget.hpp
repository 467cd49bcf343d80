/// How large a model may be for those who are to play or edit it: numbers with a name each, and a check against them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::studio {

/// Size of a model by name: "parameters", "parts", "deformers", "art_meshes", "vertices", "triangles", "masks"
/// (meshes that are clipped), "mask_sets" (different sets of clipping meshes), "keyforms" (of art meshes, blend shapes
/// included), "moc3_bytes", "textures", "texture_px" (longest side), "physics_groups".
using ModelSize = std::map<std::string, double>;

struct Budget {
    std::string name;
    std::map<std::string, double> limits;  ///< by the names above; what is not named is not limited
};

/// What of the model's size the puppet tells.
ModelSize puppet_size(const rig::Puppet& puppet);
/// The names that a limit may have.
const std::vector<std::string>& size_names();

/// "free" (what the free editor saves), "phone", or a JSON file: {"name":…,"limits":{"parameters":30,…}}.
Result<Budget> find_budget(const std::string& name_or_file);
/// The same from a text; for tests and for those who have the file already.
Result<Budget> read_budget(std::string_view text);

}  // namespace yure::studio
