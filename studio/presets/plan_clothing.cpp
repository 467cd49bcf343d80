#include "planner.hpp"

#include <array>
#include <cstdio>

namespace yure::studio::presets {
namespace {

struct Part {
    Role role;
    const char* body;
    const char* name;
};
constexpr std::array kParts = {
    Part{Role::top, "preset_top", "Top"},
    Part{Role::skirt, "preset_skirt", "Skirt"},
    Part{Role::trousers, "preset_trousers", "Trousers"},
    Part{Role::neckwear, "preset_neckwear", "Neckwear"},
    Part{Role::sleeve, "preset_sleeves", "Sleeves"},
    Part{Role::legwear, "preset_legwear", "Legwear"},
};

const sim::Material& material_of(Role role) {
    switch (role) {
        case Role::trousers:
        case Role::sleeve:
        case Role::legwear:
            return sim::limb_material();
        case Role::neckwear:
            return sim::find_material_preset("neckwear")->material;
        default:
            return sim::default_material(sim::BodyKind::cloth);
    }
}

std::string share(float of) {
    char text[16];
    std::snprintf(text, sizeof text, "%.0f %%", static_cast<double>(100.0f * of));
    return text;
}

}  // namespace

void plan_clothing(Planner& planner) {
    LoosenessReport report = read_looseness(planner.subject, planner.parts);
    for (const Notice& notice : report.notices) planner.decide(notice.where, "left out", notice.what);
    if (!report.bottoms_why.empty()) planner.decide("bottoms", report.bottoms_why, "name first, then silhouette");
    std::string made;
    for (const Part& part : kParts) {
        std::vector<int> meshes;
        std::vector<sim::VertexGroups> groups;
        for (const MeshLooseness& read : report.meshes) {
            if (read.role != part.role || !planner.chosen(read.mesh)) continue;
            if (!read.simulate) {
                planner.decide(read.id, std::string(role_name(read.role)) + ", follows the rig",
                               read.why + "; " + share(read.loose_art) + " of its art is loose");
                continue;
            }
            if (!planner.may_take(read.mesh)) continue;
            planner.decide(read.id, std::string(role_name(read.role)) + ", simulated",
                           read.why + "; " + share(read.loose_art) + " of its art is loose");
            meshes.push_back(read.mesh);
            groups.push_back(read.groups());
        }
        const std::size_t before = planner.record.bodies.size();
        planner.put_body(part.body, part.name, sim::BodyKind::cloth, material_of(part.role), meshes, groups);
        if (planner.record.bodies.size() > before) made += (made.empty() ? "" : ", ") + std::string(part.body);
    }
    if (!made.empty())
        planner.plan.summary = "Simulates loose clothing: " + made + ".";
    else if (report.meshes.empty())
        planner.plan.summary = "Nothing to do: no clothing is recognised in this model.";
    else
        planner.plan.summary = "Nothing to do: all clothing lies on the body as it is drawn, so it follows the rig.";
    planner.plan.looseness = std::move(report);
}

}  // namespace yure::studio::presets
