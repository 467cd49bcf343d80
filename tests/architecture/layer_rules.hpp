/// The layer rules of docs/architecture.md as a check of source text: which folder may include what, and which names of
/// the standard library stay out of the layers below studio. Reads lines, not a compiler's tree: cheap, and enough.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yure::tests {

struct Violation {
    std::string where;  ///< "engine/rig/rig.cpp:12"
    std::string what;   ///< what was found, and the rule that it breaks
};

/// Faults of one source. `path` is relative to the project's root, with slashes; it decides which rules hold.
/// A path that no rule covers is a violation itself, so a new folder cannot slip past.
std::vector<Violation> layer_violations(std::string_view path, std::string_view text);

/// Places where a text speaks of the workplace it was made in instead of the project.
std::vector<Violation> workplace_mentions(std::string_view path, std::string_view text);

}  // namespace yure::tests
