/// The compiled form of a puppet: its tables, plus what evaluation would otherwise look up again and again.
/// Private to engine/rig.
#pragma once

#include "lanes.hpp"

#include <cstdint>
#include <vector>

#include "yure/rig/rig.hpp"

namespace yure::rig {

struct Range {
    int begin = 0, count = 0;
};

struct Axis {
    int binding = 0;
    int stride = 1;  ///< product of the key counts of the axes before it
};

struct BandProgram {
    Range axes;     ///< of Program::axes
    int pairs = 1;  ///< most keyforms mixed at a time
};

/// Blend-shape records of one object; `listed` turns on the clamps of version 5.0 even when there is none.
struct Blends {
    Range records;
    bool listed = false;
};

struct Rig::Program {
    Puppet puppet;  ///< as checked; `positions` is padded for the vector loops
    std::vector<ParameterInfo> parameters;
    std::vector<int> binding_parameter;        ///< driving parameter, -1 = stays on its first key
    std::vector<int> blend_binding_parameter;  ///< likewise
    std::vector<Axis> axes;
    std::vector<BandProgram> bands;
    std::vector<Blends> part_blends, warp_blends, rotation_blends, mesh_blends, glue_blends;
    std::vector<std::vector<int>> mesh_glues;  ///< glues a mesh takes part in

    bool has_colors() const { return puppet.version >= MocVersion::v4_2; }
    /// From version 5.0 on blend shapes also move scalars and colours, and objects that have them are clamped.
    bool blends_scalars() const { return puppet.version >= MocVersion::v5_0; }
};

}  // namespace yure::rig
