#include "yure/studio/presets/parts.hpp"

#include "recognise.hpp"

#include <array>

#include "yure/core/lookup.hpp"

namespace yure::studio::presets {
namespace {

struct RoleName {
    Role role;
    std::string_view name;
};
constexpr std::array kRoles = {
    RoleName{Role::none, "none"},
    RoleName{Role::front_hair, "front-hair"},
    RoleName{Role::side_hair, "side-hair"},
    RoleName{Role::back_hair, "back-hair"},
    RoleName{Role::top, "top"},
    RoleName{Role::bottoms, "bottoms"},
    RoleName{Role::skirt, "skirt"},
    RoleName{Role::trousers, "trousers"},
    RoleName{Role::neckwear, "neckwear"},
    RoleName{Role::sleeve, "sleeve"},
    RoleName{Role::legwear, "legwear"},
    RoleName{Role::iris, "iris"},
};

/// The last wish for that id counts.
const RoleWish* find_wish(const std::vector<RoleWish>& wishes, std::string_view id) {
    const RoleWish* found = nullptr;
    for (const RoleWish& wish : wishes)
        if (wish.id == id) found = &wish;
    return found;
}

/// Wish for a mesh itself, else for the innermost of its parts that has one.
const RoleWish* wish_of(const std::vector<RoleWish>& wishes, const SubjectMesh& mesh) {
    const RoleWish* wish = find_wish(wishes, mesh.id);
    for (std::size_t i = 0; wish == nullptr && i < mesh.parts.size(); ++i) wish = find_wish(wishes, mesh.parts[i]);
    return wish;
}

}  // namespace

std::string_view role_name(Role role) {
    for (const RoleName& entry : kRoles)
        if (entry.role == role) return entry.name;
    return "none";
}

std::optional<Role> find_role(std::string_view name) {
    for (const RoleName& entry : kRoles)
        if (entry.name == name) return entry.role;
    return std::nullopt;
}

std::vector<int> Parts::of(Role role) const {
    std::vector<int> rows;
    for (std::size_t row = 0; row < meshes.size(); ++row)
        if (meshes[row].role == role) rows.push_back(static_cast<int>(row));
    return rows;
}

Parts recognise_parts(const Subject& subject, const std::vector<RoleWish>& wishes) {
    Parts parts;
    parts.meshes = recognised(subject);
    for (std::size_t row = 0; row < subject.meshes.size(); ++row) {
        const SubjectMesh& mesh = subject.meshes[row];
        if (const RoleWish* wish = wish_of(wishes, mesh); wish != nullptr && !mesh.rest.empty()) {
            MeshRole& role = parts.meshes[row];
            role.role = wish->role;
            role.why = "set by hand for " + wish->id;
            role.by_hand = true;
        }
    }
    for (const RoleWish& wish : wishes)
        if (subject.find_mesh(wish.id) < 0 && subject.model->puppet.find_part(wish.id) < 0)
            parts.notices.push_back({wish.id, "is no mesh or part of this model; its role is not used"});
    return parts;
}

}  // namespace yure::studio::presets
