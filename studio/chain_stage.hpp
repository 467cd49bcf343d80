/// A glTF file with what moves its chains, ready to be posed at any time. Private to studio.
#pragma once

#include "chain_gltf_scene.hpp"

#include <vector>

#include "yure/chain/config.hpp"
#include "yure/chain/spline_rig.hpp"
#include "yure/studio/chain_files.hpp"

namespace yure::studio {

class ChainStage {
  public:
    static Result<ChainStage> open(const ChainInput& input, Notices& notices);

    GltfFile file;  ///< without an earlier bake
    GltfScene scene;
    std::vector<chain::Affine> bind;  ///< world, the nodes' rest transforms
    chain::Config config;             ///< engine axes
    std::vector<chain::SplineRigSolver> rigs;
    int animation = -1;  ///< -1 = none
    double seconds = 0.0;

    const GltfAnimation* clip() const {
        return animation < 0 ? nullptr : &scene.animations[static_cast<std::size_t>(animation)];
    }
    /// Animation, then spline rigs: what dynamics start from.
    Status pose(double time, std::span<chain::Affine> world);
    /// Locals of the animation at the last `pose`.
    std::span<const NodeTransform> locals() const { return locals_; }

  private:
    Status read_configs(const ChainInput& input, Notices& notices);
    std::vector<NodeTransform> locals_;
    std::vector<chain::Affine> affine_;
};

Result<GltfFile> open_gltf(const std::filesystem::path& path);

}  // namespace yure::studio
