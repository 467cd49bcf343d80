/// The report page: one self-contained HTML file made from a bake's report.json, its replay.json and the textures of the
/// exported model. It asks nothing of the network and opens from a disk or a mail. Formats: docs/reports.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "yure/core/result.hpp"
#include "yure/studio/picture.hpp"

namespace yure::studio {

struct ReportOptions {
    std::size_t most_bytes = 8u << 20;  ///< size of the page; textures shrink, then the dullest clips stay out
    std::string language;               ///< "en", "zh", "ja"; empty = the reader's own
};

/// `replay` null = a page without moving pictures. `textures` are the model's pages; empty ones are not drawn.
/// The same input gives the same bytes.
std::string report_page(const nlohmann::ordered_json& report, const nlohmann::ordered_json& replay,
                        std::span<const Picture> textures, const ReportOptions& options);

/// The page of a folder that a bake made. Errors: no report.json, or one of another format. A replay or textures that
/// are absent or unreadable are notices.
Result<std::string> report_of_folder(const std::filesystem::path& folder, const ReportOptions& options,
                                     Notices& notices);

}  // namespace yure::studio
