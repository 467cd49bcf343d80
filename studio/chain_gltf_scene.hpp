/// Nodes and animations of a glTF file, as the chain core needs them. Private to studio.
#pragma once

#include "chain_gltf_file.hpp"

#include <span>
#include <string>
#include <vector>

#include "yure/chain/math.hpp"
#include "yure/chain/skeleton.hpp"

namespace yure::studio {

struct NodeTransform {
    chain::Vec3 translation;
    chain::Quat rotation;
    chain::Vec3 scale{1.0, 1.0, 1.0};

    chain::Affine affine() const { return {chain::compose(rotation, scale), translation}; }
};

struct GltfChannel {
    enum class Path { translation, rotation, scale };
    enum class Interpolation { linear, step, cubic };
    int node = 0;  ///< index into the skeleton
    Path path = Path::translation;
    Interpolation interpolation = Interpolation::linear;
    std::vector<double> times;   ///< s, rising
    std::vector<double> values;  ///< 3 or 4 per key; cubic: tangent in, value, tangent out
};

struct GltfAnimation {
    std::string name;
    std::vector<GltfChannel> channels;
    double end = 0.0;  ///< s, of the last key
};

struct GltfScene {
    chain::Skeleton skeleton;         ///< depth first; nameless nodes are called "node<index>"
    std::vector<int> gltf_node;       ///< per skeleton node
    std::vector<NodeTransform> rest;  ///< local
    std::vector<char> has_matrix;     ///< the file gives a matrix instead of translation, rotation, scale
    std::vector<GltfAnimation> animations;

    void local_at(const GltfAnimation* animation, double time, std::span<NodeTransform> local) const;
};

/// Fails where the file says what cannot be: indices beyond their lists, cycles, two parents, accessors beyond their
/// bytes, times that do not rise, numbers that are not finite. The error holds the JSON pointer.
Result<GltfScene> read_gltf_scene(const GltfFile& file);

}  // namespace yure::studio
