/// Commands as they are written on a command line: options and their values become the arguments of a command.
#pragma once

#include <string>
#include <vector>

#include "yure/studio/body_words.hpp"
#include "yure/studio/history.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// Arguments by a command's schema: numbers, true and false, texts as they are; lists with commas, pairs of numbers with
/// spaces or ';' between ("10,20 30,40"), maps as "a=1,b=2"; "none" where null is allowed. An option is the argument's
/// name with '-' for '_'. Errors name the option.
Result<Json> read_arguments(const Json& schema, const std::vector<BodyWord>& words);

/// The options of a body (`body_options`) as commands that give an existing body these settings: `body.set`, and what
/// fills its weights for `--pins`. "body" words are not for this. `meshes` are the body's.
Result<std::vector<CommandCall>> body_commands(const Model& model, const std::string& body,
                                               const std::vector<std::string>& meshes,
                                               const std::vector<BodyWord>& words);

}  // namespace yure::studio
