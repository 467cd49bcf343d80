/// The report and the list of losses of a bake as JSON. Private to studio.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "yure/studio/bake_folder.hpp"

namespace yure::studio {

/// One body, without what only the caller knows (bake_seconds).
nlohmann::ordered_json body_report(const baker::BodyRequest& request, const baker::BodyResult& body);

nlohmann::ordered_json bake_report(const Model& model, const BakeOrder& order, const BakeOutcome& outcome);
nlohmann::ordered_json bake_losses(const BakeOrder& order, const BakeOutcome& outcome,
                                   const std::vector<std::string>& files, const Notices& dropped);

}  // namespace yure::studio
