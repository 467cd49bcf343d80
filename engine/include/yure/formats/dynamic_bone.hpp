/// Configuration of dynamic bones <-> chain::Config. Field names are those of the Unity component, so a plain dump of
/// one opens as it is (docs/chains.md, "Configuration files"). Understood:
///   - our document {"schema": "c3-dynamic-bone", "version": 1, "components": [...], "colliders": [...], ...}
///   - a bare component, {"MonoBehaviour": {...}}, or an array of components, as Unity's own JSON writers give it; then
///     the axes are Unity's and planes ignore the particle radius, as there
///   - fields without their `m_` ("Damping", "DampingDistrib", "Root"), defaults left out
/// Vectors are arrays or {"x","y","z"}; enumerations names or Unity's numbers; curves {"keys"} or {"m_Curve"}.
#pragma once

#include <string>
#include <string_view>

#include "yure/chain/config.hpp"
#include "yure/formats/source.hpp"

namespace yure::formats {

struct DynamicBone {
    chain::Config config;
    Source source;
};

/// Fails on broken JSON, wrong types, unknown enumeration names and values that no solver could use
/// (`chain::problems`). Fields we do not know, references that no name can be found for and wrap modes other than Clamp
/// are findings; unknown fields stay where they are when the file is written again.
Result<DynamicBone> read_dynamic_bone(std::string_view text, Findings* findings = nullptr);

/// Our document; shortest digits that read back to the same numbers.
std::string write_dynamic_bone(const DynamicBone& file);

}  // namespace yure::formats
