/// A bake's folder, opened again. `bodies.json` in it says what was simulated, so that the bodies can be simulated anew
/// from the export alone: with the parameters of the bake at rest the exported model is the model it came from.
/// Format: docs/cli.md, "bodies.json".
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "yure/studio/bake_folder.hpp"

namespace yure::studio {

/// A parameter of a bake, as the export has it.
struct ExportedParameter {
    std::string id;
    float range = 30.0f;         ///< its outer keys, ±
    float gain = 1.0f;           ///< factor its shapes were written with; 0 = they are flat and cannot be had back
    float measured_gain = 1.0f;  ///< the factor at exaggeration 1, which metrics are for
};

struct ExportedBody {
    /// What decides the simulation; options that only a fit reads are defaults.
    baker::BodyRequest request;
    std::vector<ExportedParameter> parameters;
    /// Exact poses that the export holds on axes of its own parameters; without them it is the source again.
    std::vector<baker::BakedPose> poses;
};

/// The contents of bodies.json.
struct ExportedBodies {
    std::vector<ExportedBody> bodies;
    std::vector<std::string> groups;  ///< ids of the physics groups that the bake made
};

nlohmann::ordered_json exported_bodies_json(const BakeOrder& order, const BakeOutcome& outcome);
/// Errors say where in the file. Meshes and parameters are not looked up here
/// (offsets of poses are as long as the file says).
Result<ExportedBodies> read_exported_bodies(std::string_view text);

struct BakedFolder {
    Model model;  ///< the export
    ExportedBodies made;
};

/// `given` is a folder that `bake` made, or its model folder, with bodies.json in it or beside it. Errors: no such
/// file, a model that cannot be opened or that lacks what the file names.
Result<BakedFolder> open_baked_folder(const std::filesystem::path& given);

}  // namespace yure::studio
