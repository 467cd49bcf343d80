/// A model that was exported anew under a project. Private to studio.
#pragma once

#include "yure/studio/document.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// The document for the model as it now is: painted weights carried over to meshes that changed (by their place in
/// texture space), the hash noted. Nothing is dropped: groups and bodies of meshes that are gone stay, and are told.
Document refreshed(const Document& document, const Model& model, Notices& notices);

/// Puts the groups on the mesh as the model has it. False when they fit already.
bool carry_over(MeshGroups& groups, const rig::Puppet& puppet, int mesh);

}  // namespace yure::studio
