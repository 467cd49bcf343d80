/// Changes to a puppet that a bake needs: a new parameter that moves vertices of existing meshes, as an extra axis of
/// their keyform grids or as a blend shape. Everything not named stays as it was: every other keyform, id and order.
/// Each function changes all or nothing; on an error the puppet is untouched. Results pass `check` and, evaluated with
/// the new parameters at their default, equal the original to the bit.
/// Source: docs/moc3.md, "writing".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::rig {

/// Raises the file version in place, filling the sections a newer version has. Lowering is an error; equal is nothing.
/// Nothing moves. One difference is the runtimes' own: from 5.0 on, a mesh or warp that has blend shapes gets its opacity
/// (0..1), draw order (0..1000) and colours clamped, so keyforms outside of these ranges show it.
Status raise_version(Puppet& puppet, MocVersion version);

struct NewParameter {
    std::string id;  ///< at most 63 bytes, not yet taken
    float min = -30.0f, max = 30.0f, default_value = 0.0f;
    ParameterType type = ParameterType::normal;  ///< blend_shape needs version >= 4.2
};
/// Appends a parameter (hosts address parameters by id, so appending is harmless); its row.
Result<int> add_parameter(Puppet& puppet, const NewParameter& parameter);

/// Vertex offsets of one mesh for every key of a parameter, in the mesh's own keyform space; offsets[key][vertex].
struct MeshOffsets {
    int mesh = -1;
    std::vector<std::vector<Vec2>> offsets;
};

/// Route A: `parameter` (type normal) becomes the last axis of each mesh's keyform grid, with `keys` ascending. The keys must
/// span [min, max] completely (outside of its keys an object vanishes) and one key must be the default with offsets 0.
/// The mesh's keyform count is multiplied by the number of keys; an error when it would exceed `max_keyforms`.
/// When the parameter already is an axis of the mesh, its key list is merged with the new one, shapes resampled linearly;
/// beyond its old keys the mesh stays hidden as it was. Keys must be at least 0.002 apart (closer ones never interpolate).
/// New keyforms are appended; the rows they replace stay in the tables unused.
Status add_mesh_axis(Puppet& puppet, int parameter, std::span<const float> keys, std::span<const MeshOffsets> meshes,
                     int max_keyforms = 200000);

/// Route B: a blend shape of `parameter` (type blend_shape, version >= 4.2): `keys` ascending, at least 2,
/// `keys[base_key]` is the neutral key and the parameter's default (its offsets are ignored). Values beyond the outer
/// keys hold. From version 5.0 on, refuses meshes whose opacity, draw order or colours the runtime would then clamp
/// (a ten-thousandth beyond the range is let pass and clamped).
Status add_mesh_blend_shape(Puppet& puppet, int parameter, std::span<const float> keys, int base_key,
                            std::span<const MeshOffsets> meshes);

/// Multiplies by `factor` what the keys of `parameter` do to the vertices of meshes, as they differ from its key at the
/// default: 0 = nothing any more, 1 = as before, exact up to rounding. Its other targets (deformers, opacities, colours)
/// stay. An axis without a key at the default is an error.
Status scale_mesh_shapes(Puppet& puppet, int parameter, float factor);

/// Re-emits key lists, bindings and bands in the order in which editors write them; nothing changes in meaning, and an
/// editor's own file keeps its bytes. The edits above do this themselves. Precondition: the puppet passed `check`.
void rebuild_bindings(Puppet& puppet);

/// Number of keyforms of a mesh's grid, and ids of the parameters that are its axes.
int mesh_keyform_count(const Puppet& puppet, int mesh);
std::vector<int> mesh_axis_parameters(const Puppet& puppet, int mesh);

}  // namespace yure::rig
