/// From a bound body to its BodyBake by the classic fit: excite, record, fit, shape. Private to the bake.
#pragma once

#include "exact_poses.hpp"

#include "yure/baker/bake.hpp"
#include "yure/baker/body.hpp"

namespace yure::baker {

/// Fills bake (without `removed` and `poses`), counts and notices of `result`, whose inputs are read already. What the
/// poses hold is taken off what it learns from.
Status fit_classic(const Body& body, const BodyRequest& request, const pendulum::Physics& in_play,
                   std::span<const ExactPose> poses, double fps, BodyResult& result, const Work& work);

}  // namespace yure::baker
