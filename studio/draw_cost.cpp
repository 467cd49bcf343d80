#include "yure/studio/draw_cost.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace yure::studio {
namespace {

/// What a player has to set before it draws a mesh.
struct DrawState {
    int texture = 0;
    int blend = 0;
    std::vector<int> masks;  ///< sorted; the last entry tells whether they are inverted
};

DrawState state_of(const rig::Puppet& puppet, std::size_t mesh) {
    DrawState state;
    state.texture = puppet.mesh.texture[mesh];
    const int flags = puppet.mesh.flags[mesh];
    state.blend = flags & (rig::kAdditive | rig::kMultiplicative | rig::kDoubleSided);
    if (mesh < puppet.mesh.blend.size()) state.blend |= puppet.mesh.blend[mesh] << 8;
    for (int k = 0; k < puppet.mesh.mask_count[mesh]; ++k)
        state.masks.push_back(puppet.masks[static_cast<std::size_t>(puppet.mesh.mask_begin[mesh] + k)]);
    std::erase(state.masks, -1);
    std::sort(state.masks.begin(), state.masks.end());
    if (!state.masks.empty()) state.masks.push_back((flags & rig::kInvertedMask) != 0 ? 1 : 0);
    return state;
}

}  // namespace

DrawCost draw_cost(const rig::Puppet& puppet, const rig::Rig& rig) {
    rig::Evaluation pose(rig);
    pose.evaluate(rig.default_values());
    const std::span<const int> place = pose.render_order();
    std::vector<int> order(place.size());
    for (std::size_t mesh = 0; mesh < place.size(); ++mesh) order[static_cast<std::size_t>(place[mesh])] = static_cast<int>(mesh);
    DrawCost cost;
    std::set<std::vector<int>> sets;
    DrawState before;
    for (const int mesh : order) {
        if (!pose.visible(mesh)) continue;
        DrawState now = state_of(puppet, static_cast<std::size_t>(mesh));
        if (!now.masks.empty()) sets.insert(now.masks);
        if (cost.drawn++ > 0) {
            const bool texture = now.texture != before.texture, blend = now.blend != before.blend, masks = now.masks != before.masks;
            cost.texture_switches += texture ? 1 : 0;
            cost.blend_switches += blend ? 1 : 0;
            cost.mask_switches += masks ? 1 : 0;
            cost.switches += texture || blend || masks ? 1 : 0;
        }
        before = std::move(now);
    }
    cost.mask_sets = static_cast<int>(sets.size());
    return cost;
}

nlohmann::ordered_json draw_cost_json(const DrawCost& cost) {
    return {{"drawn", cost.drawn},
            {"switches", cost.switches},
            {"texture_switches", cost.texture_switches},
            {"blend_switches", cost.blend_switches},
            {"mask_switches", cost.mask_switches},
            {"mask_sets", cost.mask_sets}};
}

}  // namespace yure::studio
