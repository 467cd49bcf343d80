/// Shared by check and repair: the JSON files of a model, read once with everything found in them. Private to studio.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "yure/formats/physics3.hpp"
#include "yure/studio/model_check.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// Collects findings about one file.
class FileFindings {
  public:
    FileFindings(std::vector<ModelFinding>& all, std::string file) : all_(all), file_(std::move(file)) {}
    void error(std::string pointer, std::string what, std::string advice = {}) {
        add(Severity::error, pointer, what, advice);
    }
    void warning(std::string pointer, std::string what, std::string advice = {}) {
        add(Severity::warning, pointer, what, advice);
    }
    void add(Severity severity, std::string pointer, std::string what, std::string advice);
    /// Findings of a reader (notices are left out), and the error that stopped it.
    void add(const formats::Findings& findings);
    void add(const Error& error);
    /// Numbers that the official reader would not take; one finding for the whole file.
    void add_layout(const std::string& text);
    const std::string& file() const { return file_; }

  private:
    std::vector<ModelFinding>& all_;
    std::string file_;
};

/// Rate that the name of a group of ours says it was fitted at ("hair (yure 60 Hz)"); nothing for other groups.
std::optional<double> fitted_rate(const std::string& group_name);

/// Names of *.physics3.json files in the model's folder, sorted.
std::vector<std::string> physics_files(const std::filesystem::path& folder);

/// Fills `expected` and `found` of findings about counts of a physics3 or motion3 file.
void add_counts(std::vector<ModelFinding>& findings, const std::string& file, const std::string& text);

}  // namespace yure::studio
