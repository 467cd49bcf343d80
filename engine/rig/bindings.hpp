/// The tables that tie parameters to keyforms (key lists, bindings, bands), taken apart into their meaning and put
/// together again in the editor's own order: an editor's file comes out with the same bytes. Private to engine/rig.
/// Source: docs/moc3.md, "binding tables".
#pragma once

#include <vector>

#include "yure/rig/puppet.hpp"

namespace yure::rig {

/// One axis of a keyform grid.
struct GridAxis {
    int parameter = -1;  ///< -1 = belongs to none: stays on its first key
    Floats keys;
    bool operator==(const GridAxis&) const = default;
};
using GridAxes = std::vector<GridAxis>;

struct BlendKeys {
    int parameter = -1;
    Floats keys;
    int base_key = 0;
    bool operator==(const BlendKeys&) const = default;
};

struct Bindings {
    std::vector<GridAxes> bands;    ///< in table order; objects point to them by row
    std::vector<BlendKeys> blends;  ///< in table order; a parameter's are contiguous

    /// Precondition: the puppet passed `check`.
    static Bindings of(const Puppet& puppet);
    /// Writes band, binding, keys, the blend bindings and every parameter's runs into the puppet.
    void store(Puppet& puppet) const;

    /// Row of the band with these axes, appended when there is none.
    int band_with(const GridAxes& axes);
};

}  // namespace yure::rig
