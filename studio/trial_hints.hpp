/// What a trial's numbers suggest to change.
#pragma once

#include "yure/studio/trial.hpp"

namespace yure::studio {

/// Most important first; empty when nothing stands out.
std::vector<Hint> trial_hints(const BodyTrial& body, const baker::BodyRequest& request, const TrialOptions& options);

}  // namespace yure::studio
