/// Exact poses (`--static`): where a body hangs while an input is held, as shapes on that input's own axis. Private to
/// the bake. Source: docs/baking.md, "exact poses".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/baker/inputs.hpp"
#include "yure/baker/key_solve.hpp"
#include "yure/baker/record.hpp"
#include "yure/baker/write_back.hpp"

namespace yure::baker {

struct ExactPose {
    std::string input;        ///< id of the parameter
    int parameter = -1;       ///< its row in the rig
    std::vector<float> keys;  ///< parameter units, ascending over its whole range, the default among them
    Table shapes;             ///< keys x columns, as Recording::keyform; 0 at the default
};

/// Settles the body at the keys of each input that `request` chooses. `automatic` takes inputs whose held residual is
/// more than both 1.5 px and a tenth of their swing and whose axis all meshes that they move have; what is left out,
/// and why, goes into `notices`. Errors: a listed input that cannot be done (the model lacks it, it drives blend
/// shapes, physics moves it, the keyforms would not fit), "cancelled".
Result<std::vector<ExactPose>> settle_poses(const Body& body, const BodyRequest& request, const rig::Puppet& puppet,
                                            const pendulum::Physics& in_play, std::span<const InputReading> readings,
                                            Notices& notices, const Work& work);

/// Takes the poses off offsets (rows of `columns`, px as Recording::keyform). `values` holds the poses' parameters, a
/// column each, a row a frame.
void subtract_poses(std::span<const ExactPose> poses, std::span<const float> values, std::span<float> offsets,
                    int columns);

/// The poses as they are written.
std::vector<BakedPose> baked_poses(const Body& body, std::span<const ExactPose> poses);

}  // namespace yure::baker
