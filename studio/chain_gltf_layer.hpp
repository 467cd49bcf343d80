/// What a bake adds to a glTF file, and takes out again: keys on the bones' own channels and, when asked for, proxy
/// bones to look at. Everything is put behind what is there, and what had to change is remembered in the file
/// ("extras"/"yureChain"), so that clearing gives the file back as it was. Private to studio.
#pragma once

#include "chain_gltf_scene.hpp"

#include <span>
#include <string>
#include <vector>

namespace yure::studio {

struct BakedKeys {
    int gltf_node = 0;
    GltfChannel::Path path = GltfChannel::Path::rotation;
    std::vector<float> times;   ///< s, rising
    std::vector<float> values;  ///< 3 or 4 per key, straight between (turns: the shorter way)
};

/// A bone drawn from a node's origin to `to`, in the node's space.
struct ProxyBone {
    int gltf_node = 0;
    std::string name;
    chain::Vec3 to;
};

bool has_chain_layer(const GltfFile& file);
/// Fails when there is none, or when the file was changed since in a way that leaves nothing to go back to; then it is
/// unchanged.
Status clear_chain_layer(GltfFile& file);

struct ChainLayer {
    int animation = -1;          ///< index of the one whose channels are replaced; -1 = a new one
    std::string animation_name;  ///< of a new one
    std::vector<BakedKeys> keys;
    std::vector<ProxyBone> proxies;
    std::vector<std::pair<int, NodeTransform>> plain_transforms;  ///< nodes whose matrix has to become separate parts
};
/// The file has no layer, and its JSON was read by `read_gltf_scene`, so indices are sound. Fails when parts that
/// nobody read are of the wrong kind; then the file is unchanged.
Status add_chain_layer(GltfFile& file, const ChainLayer& layer);

}  // namespace yure::studio
