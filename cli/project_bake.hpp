/// Baking a project from the command line: the job, the gate, the reports beside the project.
#pragma once

#include "project_support.hpp"

#include <optional>

#include "yure/studio/gate.hpp"

namespace yure::cli {

/// Bakes the named bodies (all that need it when none is named), saves, writes NAME.reports/, and prints: `document`
/// and `text` are what the verb has to say before.
Exit bake_session(const Context& context, studio::Session& session, const std::vector<std::string>& bodies,
                  const std::optional<studio::Gate>& gate, studio::Json document = studio::Json::object(),
                  std::string text = {}, std::uint64_t clip_seed = 0);

}  // namespace yure::cli
