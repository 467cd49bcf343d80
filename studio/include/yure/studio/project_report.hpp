/// What the bakes of a project were measured at, as one report in the form of `yure bake` (docs/cli.md, `bake`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yure/studio/document.hpp"
#include "yure/studio/gate.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::studio {

struct ProjectReport {
    Json document;  ///< "yure-report/1"; bodies without a bake are not in it
    struct Failure {
        std::string body;
        baker::BandFinding finding;
    };
    std::vector<Failure> gate_failures;
    std::string table;  ///< a line a body, for people
};

/// `bodies` empty = all with a bake.
ProjectReport project_report(const Document& document, const ModelGeometry& geometry, const std::vector<std::string>& bodies,
                             const std::optional<Gate>& gate, const std::string& program);

/// A summary as reports carry it.
baker::PartSummary read_summary(const Json& summary);

}  // namespace yure::studio
