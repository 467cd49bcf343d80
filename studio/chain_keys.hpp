/// Local transforms of the simulated bones over the frames, and the keys they need. Private to studio.
#pragma once

#include "chain_gltf_layer.hpp"
#include "chain_stage.hpp"

#include <vector>

#include "yure/chain/bake.hpp"

namespace yure::studio {

/// Per frame and bone; `animated` is what the file's own animation says at that time.
struct BoneFrames {
    std::vector<int> bones;  ///< skeleton nodes, in order
    std::vector<double> times;
    std::vector<std::vector<NodeTransform>> baked, animated;  ///< per bone, per frame
    std::vector<std::vector<chain::Vec3>> places;             ///< per frame, world, per bone
    double largest_skew = 0.0;
};

Result<BoneFrames> local_frames(ChainStage& stage, const chain::BakedChains& baked, const Work& work);

struct KeyErrors {
    double degrees = 0.0;  ///< largest turn between a frame and what the keys give there
    double units = 0.0;    ///< largest distance of a bone's place in the world
    std::size_t keys_before = 0;
};

/// Turns of every bone; translation and scale only where they differ from the animation's.
std::vector<BakedKeys> make_keys(ChainStage& stage, const BoneFrames& frames, double tolerance_degrees,
                                 KeyErrors& errors);

}  // namespace yure::studio
