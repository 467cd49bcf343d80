/// Flat chains as curves of a puppet's parameters, and particle positions as tables. Private to studio.
#pragma once

#include "chain_stage.hpp"

#include "yure/chain/bake.hpp"
#include "yure/motion/clip.hpp"

namespace yure::studio {

/// One curve per bone that bends: "Param_<bone>", degrees against the bone before it, clockwise on a canvas whose y
/// points down. Fails when a chain leaves the plane z = const. Branching chains are left out and told.
Result<motion::Clip> motion_of(ChainStage& stage, const chain::BakedChains& baked, double fps, bool loop,
                               Notices& notices, double& largest_error);

/// time,chain,particle,x,y,z; one line per frame and particle.
std::string positions_csv(const ChainStage& stage, const chain::BakedChains& baked);
nlohmann::ordered_json positions_json(const ChainStage& stage, const chain::BakedChains& baked, double fps);
/// What is simulated, root by root: [{"root", "particles", "length", "values": {"Damping": [at the root, at the tip]…}}…],
/// after curves, materials and clamps.
nlohmann::ordered_json trees_json(const chain::Skeleton& skeleton, const std::vector<chain::Tree>& trees);
/// [{"name", "parent", "chain"}…].
nlohmann::ordered_json particles_json(const chain::Skeleton& skeleton, const std::vector<chain::Tree>& trees);

}  // namespace yure::studio
