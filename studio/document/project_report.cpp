#include "yure/studio/project_report.hpp"

#include "json_fields.hpp"
#include "report/body_details.hpp"

#include <algorithm>
#include <cstdio>

#include "yure/studio/model_info.hpp"

namespace yure::studio {
namespace {

std::string line_of(const std::string& body, const baker::PartSummary& summary) {
    if (summary.clips == 0) return body + ": no measured motion moves it by more than 10 px\n";
    char text[256];
    std::snprintf(text, sizeof text, "%s: R2 %.2f, amplitude x%.2f, lag %.0f ms, settle %.2f, jitter %.2f, direction %d/%d, static %.1f px\n",
                  body.c_str(), summary.r2_10px, summary.amplitude, summary.lag_ms, summary.settle, summary.jitter,
                  summary.direction_right, summary.direction_total, summary.static_px);
    return text;
}

}  // namespace

baker::PartSummary read_summary(const Json& json) {
    baker::PartSummary summary;
    summary.clips = whole_at(json, "clips", 0);
    summary.clips_2px = whole_at(json, "clips_2px", 0);
    summary.r2_10px = number_at(json, "r2_10px", summary.r2_10px);
    summary.r2_2px = number_at(json, "r2_2px", summary.r2_2px);
    summary.amplitude = number_at(json, "amplitude", summary.amplitude);
    summary.amplitude_spread = number_at(json, "amplitude_spread", summary.amplitude_spread);
    summary.reach = number_at(json, "reach", summary.reach);
    summary.lag_ms = number_at(json, "lag_ms", summary.lag_ms);
    summary.settle = number_at(json, "settle", summary.settle);
    summary.overshoot = number_at(json, "overshoot", summary.overshoot);
    summary.jitter = number_at(json, "jitter", summary.jitter);
    summary.static_px = number_at(json, "static_px", summary.static_px);
    summary.clipped = number_at(json, "clipped", summary.clipped);
    summary.stalled = number_at(json, "stalled", summary.stalled);
    summary.shortening = number_at(json, "shortening", summary.shortening);
    summary.p95_px = number_at(json, "p95_px", summary.p95_px);
    summary.direction_right = whole_at(json, "direction_right", 0);
    summary.direction_total = whole_at(json, "direction_total", 0);
    return summary;
}

ProjectReport project_report(const Document& document, const ModelGeometry& geometry, const std::vector<std::string>& wanted,
                             const std::optional<Gate>& gate, const std::string& program) {
    ProjectReport report;
    Json bodies = Json::array(), failures = Json::array();
    for (const auto& entry : document.bodies) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), entry.id) == wanted.end()) continue;
        const StoredBake* bake = document.bakes.find(entry.id);
        if (bake == nullptr) continue;
        bodies.push_back(bake->report);
        const baker::PartSummary summary = read_summary(at(bake->report, "summary"));
        report.table += line_of(entry.id, summary);
        if (!gate) continue;
        for (baker::BandFinding& finding : gate_failures(*gate, summary)) {
            failures.push_back({{"body", entry.id}, {"metric", finding.metric}, {"value", finding.value}, {"limit", finding.limit}, {"text", finding.text}});
            report.gate_failures.push_back({entry.id, std::move(finding)});
        }
    }
    const Model& model = *geometry.model;
    report.document = {{"format", "yure-report/1"},
                       {"program", program},
                       {"model", model.location.base_name},
                       {"moc3", {{"file", model.moc_name}, {"version_before", version_name(model.puppet.version)}}},
                       {"measured",
                        "exported model at exaggeration 1 against the simulation, on motions that the bake did not learn from; no physics at "
                        "all has R² = 0"},
                       {"clip_seed", bodies.empty() ? Json(0) : bodies.front().value("clip_seed", Json(0))},
                       {"seconds", nullptr},
                       {"bands", bands()},
                       {"bodies", std::move(bodies)},
                       {"gate", gate ? Json{{"name", gate->name}, {"met", report.gate_failures.empty()}, {"failures", std::move(failures)}}
                                     : Json(nullptr)},
                       {"notices", Json::array()}};
    return report;
}

}  // namespace yure::studio
