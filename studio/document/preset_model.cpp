#include "preset_model.hpp"

namespace yure::studio {

Result<PresetModel> preset_model(const Document& document, const Model& model, Notices& notices) {
    static_cast<void>(document);
    static_cast<void>(notices);
    PresetModel start;
    start.puppet = model.puppet;
    if (model.physics) start.physics = model.physics->physics;
    return start;
}

}  // namespace yure::studio
