/// Which mesh is what: front hair, skirt, sleeve … From part folders, ids, names of parameters and physics groups, in
/// Chinese, Japanese and English, from how far parameters move a mesh, and from its art. What is set by hand wins.
/// Rules: docs/presets.md, "recognising parts".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/studio/presets/subject.hpp"

namespace yure::studio::presets {

enum class Role {
    none,  ///< nothing a preset touches: skin, face, accessories …
    front_hair,
    side_hair,  ///< simulated with the front hair when it hangs before the face, else with the back hair
    back_hair,  ///< also tails and braids
    top,
    bottoms,  ///< only as a wish: skirt or trousers, to be decided by name and silhouette
    skirt,
    trousers,
    neckwear,
    sleeve,
    legwear,
    iris,  ///< iris, pupil and highlights: what a jelly eye squashes
};
/// "front-hair", "skirt", …: what is written on command lines and in files.
std::string_view role_name(Role role);
std::optional<Role> find_role(std::string_view name);

/// A role set by hand, for one mesh or for all meshes of a part (folders inside it included). The mesh's own wish wins
/// over its part's, an inner part's over an outer one's.
struct RoleWish {
    std::string id;  ///< mesh or part
    Role role = Role::none;
    bool operator==(const RoleWish&) const = default;
};

struct MeshRole {
    Role role = Role::none;
    std::string why;          ///< "part 前髪 (PartHairFront)"; empty for `none` without evidence
    bool by_hand = false;     ///< from a wish
    bool upright = false;     ///< hair that stands up from its root; held at its lower end
    bool before_face = true;  ///< drawn in front of the face; true without a face
};

struct Parts {
    std::vector<MeshRole> meshes;  ///< one per mesh of the subject
    Notices notices;               ///< wishes that name nothing

    std::vector<int> of(Role role) const;  ///< rows, ascending
};

Parts recognise_parts(const Subject& subject, const std::vector<RoleWish>& wishes = {});

}  // namespace yure::studio::presets
