/// The project file's text: {"format":"yure-project","version":1,"program","model","settings","bodies":[…],"groups":{…},
/// "overrides":{…},"presets":{…},"bakes":{…},"view":{…}}, stable in order and layout, so that two versions
/// of a project differ in the lines that were changed. Private to studio.
#pragma once

#include <string>
#include <string_view>

#include "yure/studio/document.hpp"

namespace yure::studio {

inline constexpr int kProjectVersion = 1;

std::string project_text(const Document& document, const Json& view);

struct ProjectContents {
    Document document;
    Json view = Json::object();
    Notices notices;    ///< what was migrated, and what was wrong and set aside
    bool damaged = false;  ///< something was set aside: keep the file
};

/// Opens as far as it can: a wrong member reads as its default, a file that ends too early is read up to there. An error
/// only when nothing of a project is to be found, or when it is of a later version than this program knows.
Result<ProjectContents> read_project(std::string_view text);

}  // namespace yure::studio
