/// Where a garment hangs loose, read from its art: alpha says where cloth is, colour where skin is, the silhouette
/// where cloth leaves the body. 0 = lies on the body and follows the rig, 1 = hangs free. Rules and thresholds:
/// docs/presets.md, "looseness".
#pragma once

#include <string>
#include <vector>

#include "yure/core/work.hpp"
#include "yure/sim/scene.hpp"
#include "yure/studio/presets/parts.hpp"

namespace yure::studio::presets {

struct MeshLooseness {
    int mesh = -1;  ///< row
    std::string id;
    Role role = Role::none;       ///< a garment's; `skirt` or `trousers` once decided
    std::string why;              ///< what the role and the loose part were decided by
    std::vector<float> vertex;    ///< 0..1, one per vertex
    float loose_art = 0.0f;       ///< share of its cloth whose looseness is above .5
    float loose_vertices = 0.0f;  ///< share of its vertices whose looseness is above .5
    float skin_art = 0.0f;        ///< share of its art that is skin
    bool simulate = false;        ///< enough is loose: max(3, 1 %) of the vertices, 4 % of the art

    /// The groups of a simulated mesh: pin 1 - looseness, mass .6 + .4 looseness, wind looseness (limbs x .6).
    sim::VertexGroups groups() const;
};

struct LoosenessReport {
    std::vector<MeshLooseness> meshes;  ///< garments, in the order of the puppet
    Notices notices;                    ///< meshes without art
    std::string bottoms_why;  ///< "skirt, by name (裙)", "trousers, by the gap between the legs"; may be empty
};

/// All garments of `parts`, pieces of one garment read together. The same for any number of threads.
LoosenessReport read_looseness(const Subject& subject, const Parts& parts, const Work& work = {});

/// The garments at rest, coloured from blue (lies on the body) through yellow to red (loose), over a grey shade of the
/// whole figure. The longer side has `size` px (at least 16, at most 4096).
Picture looseness_picture(const Subject& subject, const LoosenessReport& report, int size = 1024);

/// Pin weights of the named meshes for `--pins looseness`, one array per mesh in their order. A mesh that is not
/// recognised as a garment is read as `fallback`. Errors: a mesh that the model lacks or that has no art, and nothing
/// loose in any of them (the body would not move), with what to do instead.
Result<std::vector<std::vector<float>>> looseness_pins(const Subject& subject, const std::vector<std::string>& meshes,
                                                       Role fallback = Role::top);

}  // namespace yure::studio::presets
