#include <algorithm>
#include <cmath>

#include "yure/rig/edit.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/presets/record.hpp"

namespace yure::studio::presets {
namespace {

/// Wider and flatter by `strength` about `middle` for a positive one, the reverse for a negative one.
Vec2 squashed(Vec2 v, Vec2 middle, float strength) {
    const Vec2 arm = v - middle;
    return middle + Vec2{arm.x * (1.0f + strength), arm.y * (1.0f - strength)};
}

/// Offsets of every mesh of one eye at the three keys, in keyform space.
std::vector<rig::MeshOffsets> eye_offsets(const rig::Rig& rig, const std::vector<int>& meshes, float strength) {
    rig::Evaluation pose(rig, meshes);
    pose.evaluate(rig.default_values());
    Vec2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
    std::vector<std::vector<Vec2>> rest;
    for (const int mesh : meshes) {
        std::vector<Vec2>& world = rest.emplace_back(static_cast<std::size_t>(rig.vertex_count(mesh)));
        if (pose.hidden(mesh)) continue;
        pose.world_positions(mesh, world);
        for (const Vec2 v : world) {
            low = {std::min(low.x, v.x), std::min(low.y, v.y)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y)};
        }
    }
    const Vec2 middle = 0.5f * (low + high);
    std::vector<rig::MeshOffsets> out;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (pose.hidden(meshes[i])) continue;
        const std::span<const Vec2> own = pose.keyform_positions(meshes[i]);
        rig::MeshOffsets& offsets = out.emplace_back();
        offsets.mesh = meshes[i];
        for (const float key : {-1.0f, 0.0f, 1.0f}) {
            std::vector<Vec2>& shape = offsets.offsets.emplace_back(own.size());
            if (key == 0.0f) continue;
            std::vector<Vec2> world, moved(own.size());
            for (const Vec2 v : rest[i]) world.push_back(squashed(v, middle, key * strength));
            pose.to_keyform_space(meshes[i], world, own, moved);
            for (std::size_t v = 0; v < own.size(); ++v) shape[v] = moved[v] - own[v];
        }
    }
    return out;
}

}  // namespace

Status add_preset_shapes(rig::Puppet& puppet, std::span<const PresetRecord> records, Notices& notices) {
    for (const PresetRecord& record : records) {
        if (!record.squash) continue;
        const EyeSquash& squash = *record.squash;
        rig::Puppet changed = puppet;
        int parameter = changed.find_parameter(squash.parameter);
        if (parameter < 0) {
            const Result<int> added = rig::add_parameter(changed, {squash.parameter, -1.0f, 1.0f, 0.0f});
            if (!added) return added.error();
            parameter = *added;
        }
        const auto row = static_cast<std::size_t>(parameter);
        const float low = changed.parameter.min[row], high = changed.parameter.max[row];
        const float middle = changed.parameter.default_value[row];
        if (!(low < middle && middle < high)) {
            notices.push_back(
                {squash.parameter, "has no room on both sides of its default, so the eyes stay as they are"});
            continue;
        }
        Result<rig::Rig> rig = rig::Rig::build(changed);
        if (!rig) return rig.error();
        std::vector<rig::MeshOffsets> offsets;
        for (const std::vector<std::string>& eye : squash.eyes) {
            std::vector<int> meshes;
            for (const std::string& id : eye) {
                if (const int mesh = changed.find_mesh(id); mesh >= 0)
                    meshes.push_back(mesh);
                else
                    notices.push_back({id, "is no mesh of this model any more; the jelly eyes leave it out"});
            }
            std::sort(meshes.begin(), meshes.end());
            meshes.erase(std::unique(meshes.begin(), meshes.end()), meshes.end());
            if (meshes.empty()) continue;
            std::vector<rig::MeshOffsets> more = eye_offsets(*rig, meshes, squash.strength);
            for (rig::MeshOffsets& mesh : more)
                if (std::none_of(offsets.begin(), offsets.end(),
                                 [&](const rig::MeshOffsets& known) { return known.mesh == mesh.mesh; }))
                    offsets.push_back(std::move(mesh));
        }
        if (offsets.empty()) continue;
        const float keys[] = {low, middle, high};
        if (Status status = rig::add_mesh_axis(changed, parameter, keys, offsets); !status) return status;
        puppet = std::move(changed);
    }
    return {};
}

}  // namespace yure::studio::presets
