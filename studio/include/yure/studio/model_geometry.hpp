/// A model's rig and where its meshes lie at the default pose: made once per opened model, shared by commands, presets,
/// freshness and pictures.
#pragma once

#include <memory>
#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct ModelGeometry {
    std::shared_ptr<const Model> model;
    rig::Rig rig;
    std::vector<std::vector<Vec2>> rest;  ///< per mesh: world px at the default pose; empty for a mesh hidden there

    /// An error when the puppet cannot be evaluated.
    static Result<std::shared_ptr<const ModelGeometry>> of(std::shared_ptr<const Model> model);
};

/// Sixteen hexadecimal digits over the moc3 and the physics: changes when the model is exported anew.
std::string model_hash(const Model& model);

}  // namespace yure::studio
