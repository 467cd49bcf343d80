/// Bodies as they are written on a command line: `--body hair=ArtMesh10,ArtMesh11 --kind hair --inputs
/// ParamAngleX=-20:20!`. Every front end that takes them as words reads them here (docs/cli.md, "bodies").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/core/result.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// An option and its value, in the order in which they were written.
struct BodyWord {
    std::string option;  ///< without dashes: "body", "pins"
    std::string value;   ///< empty for a switch
};

struct BodyOption {
    std::string_view name;   ///< without dashes
    std::string_view value;  ///< what its value looks like; empty for a switch
    std::string_view help;
};
/// All options that `read_bodies` understands, for a front end to announce.
std::vector<BodyOption> body_options();

/// One request per "body" word. What stands before the first body counts for all of them, what stands behind one for
/// that one, and a later word replaces an earlier one. Settings that nobody gave are the defaults of docs/baking.md:
/// material by kind, kind by the material's preset, inputs by kind. Errors name the option: a value that cannot be
/// read, a mesh, glue or motion that the model lacks.
Result<std::vector<baker::BodyRequest>> read_bodies(const Model& model, const std::vector<BodyWord>& words);

/// What the parameters of a model are to the baker.
std::vector<rig::ParameterInfo> parameter_infos(const Model& model);

}  // namespace yure::studio
