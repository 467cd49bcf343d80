/// What `bake` and `demo` have in common: run the job, put the folder in its place, say how it went.
#pragma once

#include "context.hpp"

#include <string>

#include "yure/studio/bake_folder.hpp"

namespace yure::cli {

/// Name and version of this program, as its files carry them.
std::string program_name();

Exit run_bake(const Context& context, const studio::Model& model, const studio::BakeOrder& order,
              const std::string& folder, bool show_clips);

}  // namespace yure::cli
