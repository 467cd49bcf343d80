/// Small steps that the edits share. Private to engine/rig.
#pragma once

#include <span>

#include "yure/rig/check.hpp"
#include "yure/rig/edit.hpp"

namespace yure::rig {

struct Rgb {
    float r = 0.0f, g = 0.0f, b = 0.0f;
};

/// Makes the multiply and screen tables equally long (identity rows), so that one row number names both.
void align_color_tables(Puppet& puppet);
/// Appends a colour row to both tables; its number. Precondition: they are equally long.
std::int32_t append_color(Puppet& puppet, Rgb multiply, Rgb screen);

/// Appends a block of positions, padded to 16 floats; where it begins.
std::int32_t append_positions(Puppet& puppet, std::span<const Vec2> points);
/// The positions of one mesh keyform row.
std::vector<Vec2> positions_at(const Puppet& puppet, std::int32_t pos_begin, std::int32_t vertex_count);

/// Takes over the edited puppet when it passes `check`, else says why and leaves the target as it was.
Status commit(Puppet& target, Puppet&& edited);

/// Faults of key lists and offsets that both routes refuse. `zero_key` is the key whose offsets must do nothing.
Status check_offsets(const Puppet& puppet, int parameter, std::span<const float> keys,
                     std::span<const MeshOffsets> meshes);

}  // namespace yure::rig
