/// What presets see in the open model, read beside the interface's thread: which mesh is what, and where clothes hang
/// loose. Made when it is first wanted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "project/workbench.hpp"
#include "yure/studio/presets/looseness.hpp"

namespace yure::editor {

class PresetAnalysis {
  public:
    struct Garment {
        std::string mesh, role, why;
        float loose = 0.0f;  ///< share of its art that hangs free, 0..1
        bool simulated = false;
    };
    struct Found {
        std::vector<Garment> garments;
        std::string bottoms_why;
        int front_hair = 0, back_hair = 0, irises = 0;  ///< meshes
    };

    /// Starts reading when that has not been done for this model and these roles set by hand.
    void want(Workbench& workbench);
    /// Null while it is being read.
    const Found* found() const { return found_ ? &*found_ : nullptr; }
    /// Why it could not be read; empty = it could, or is not done yet.
    const std::string& fault() const { return fault_; }

  private:
    std::string key_;
    std::optional<Found> found_;
    std::string fault_;
};

}  // namespace yure::editor
