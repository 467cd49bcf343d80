/// Is a model folder sound? Everything that makes players crash, misread or refuse it is an error; what works but
/// surprises is a warning (docs/cli.md, `check`). A repair writes a new folder with what can be mended.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/studio/budget.hpp"
#include "yure/studio/draw_cost.hpp"
#include "yure/studio/output_folder.hpp"

namespace yure::studio {

enum class Severity { error, warning };

struct ModelFinding {
    Severity severity = Severity::error;
    std::string file;     ///< relative to the model's folder
    std::string pointer;  ///< JSON pointer, or section and row of a moc3; empty = the file as a whole
    std::string what;
    std::string advice;                        ///< what to do
    std::optional<long long> expected, found;  ///< for counts

    bool operator==(const ModelFinding&) const = default;
};

struct CheckReport {
    std::optional<DrawCost> drawing;     ///< nothing when the moc3 is not sound
    std::vector<ModelFinding> findings;  ///< errors first, otherwise in the order of the files
    int errors() const;
    int warnings() const;
};

/// Checks the folder (or model3.json, or moc3) at `given` and everything it names. Never fails: what cannot be read is
/// a finding.
CheckReport check_model(const std::filesystem::path& given, const std::optional<Budget>& budget = {});

struct RepairReport {
    std::vector<std::string> done;  ///< "Haru.physics3.json: counts written anew"
    CheckReport after;              ///< what the new folder still has
};

/// Writes a new folder: counts recounted, curves put in the players' order, JSON laid out for the official reader,
/// names corrected, references to absent files and physics on absent parameters dropped, a lone unregistered physics
/// file registered, the Fps of our groups restored. The moc3 itself is copied as it is. An error when there is no model
/// to start from; then nothing is written.
Result<RepairReport> repair_model(const std::filesystem::path& given, const std::filesystem::path& target,
                                  Overwrite overwrite, const std::optional<Budget>& budget = {});

/// One line: "error  Haru.physics3.json /Meta/VertexCount: is 7, but … Write 8."
std::string finding_line(const ModelFinding& finding);
nlohmann::ordered_json finding_json(const ModelFinding& finding);

}  // namespace yure::studio
