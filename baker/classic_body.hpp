/// From a bound body to its BodyBake by the classic fit: excite, record, fit, shape. Private to the bake.
#pragma once

#include "yure/baker/bake.hpp"
#include "yure/baker/body.hpp"

namespace yure::baker {

/// Fills bake (without `removed`), counts and notices of `result`, whose inputs are read already.
Status fit_classic(const Body& body, const BodyRequest& request, const pendulum::Physics& in_play, double fps,
                   BodyResult& result, const Work& work);

}  // namespace yure::baker
