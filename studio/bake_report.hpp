/// The report and the list of losses of a bake as JSON. Private to studio.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "yure/studio/bake_folder.hpp"

namespace yure::studio {

/// Six digits: more are noise, and a report is read by people too. What is no number is null.
nlohmann::ordered_json rounded(double value);
nlohmann::ordered_json rounded(const std::optional<double>& value);

/// Figures outside of their bands: [{"metric","value","limit","text"}…].
nlohmann::ordered_json findings_json(const std::vector<baker::BandFinding>& findings);

/// One body, without what only the caller knows (bake_seconds).
nlohmann::ordered_json body_report(const baker::BodyRequest& request, const baker::BodyResult& body);

nlohmann::ordered_json bake_report(const Model& model, const BakeOrder& order, const BakeOutcome& outcome);
nlohmann::ordered_json bake_losses(const BakeOrder& order, const BakeOutcome& outcome,
                                   const std::vector<std::string>& files, const Notices& dropped);

}  // namespace yure::studio
