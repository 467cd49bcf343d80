/// A person's edits of a generated group, carried to the group that a new bake generates: three-way, member by member.
/// Private to studio.
#pragma once

#include "yure/studio/document.hpp"

namespace yure::studio {

/// Members that `edited` has as in `base` are taken from `fresh`; members that were changed stay as edited. Of outputs
/// (found by parameter) a changed scale is kept as its ratio to the base; inputs are found by parameter, vertices by
/// place; what the person added stays, what they removed stays away.
Json merged_group(const Json& base, const Json& edited, const Json& fresh);

/// After bakes were put into the document, or taken out: all overrides merged into the groups as they now are. An
/// override that equals the new group goes, and so does one whose group is no longer generated. Returns what went.
Notices merge_overrides(Document& document);

}  // namespace yure::studio
