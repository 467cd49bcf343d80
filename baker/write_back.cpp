#include "yure/baker/write_back.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "yure/core/lookup.hpp"

namespace yure::baker {
namespace {

constexpr int kMostKeyforms = 200000;
constexpr long kAxesUpTo = 64;  // keyforms of a mesh; above, `automatic` writes blend shapes
const std::vector<pendulum::Group> kNoGroups;

std::string version_name(rig::MocVersion version) {
    switch (version) {
        case rig::MocVersion::v3_0:
            return "3.0";
        case rig::MocVersion::v3_3:
            return "3.3";
        case rig::MocVersion::v4_0:
            return "4.0";
        case rig::MocVersion::v4_2:
            return "4.2";
        case rig::MocVersion::v5_0:
            return "5.0";
        case rig::MocVersion::v5_3:
            return "5.3";
    }
    return "unknown";
}

const OutputRequest* request_for(const WriteOptions& options, const std::string& parameter) {
    for (const OutputRequest& output : options.outputs)
        if (output.parameter == parameter) return &output;
    return nullptr;
}

WrittenParameter resolve(const BakedParameter& parameter, const BodyBake& bake, const WriteOptions& options) {
    WrittenParameter written{parameter.id, parameter.name, kKeyedRange, parameter.range, options.exaggeration};
    if (const OutputRequest* request = request_for(options, parameter.id)) {
        if (!request->id.empty()) written.id = request->id;
        if (!request->name.empty()) written.name = request->name;
        written.range = request->range;
        written.limit = parameter.range * (request->range / kKeyedRange);
        if (request->gain && options.use_gains) written.gain = *request->gain;
    }
    written.gain *= static_cast<float>(bake.amplitude_gain);
    return written;
}

Status check_ids(const rig::Puppet& puppet, const pendulum::Physics& physics, const BodyBake& bake,
                 const std::vector<pendulum::Group>& groups, const std::vector<WrittenParameter>& written) {
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (puppet.find_parameter(written[i].id) >= 0)
            return Error{"body " + bake.id + ": parameter " + written[i].id,
                         "exists in the model already; give the body another name or the output another id"};
        for (std::size_t j = 0; j < i; ++j)
            if (written[i].id == written[j].id)
                return Error{"body " + bake.id + ": parameter " + written[i].id, "is written twice"};
    }
    for (const pendulum::Group& group : groups)
        if (find_by_id(physics.groups, group.id) >= 0)
            return Error{"body " + bake.id + ": physics group " + group.id,
                         "exists in the model already; give the body another name"};
    return {};
}

/// Shapes scaled by the gain; keys by the range.
std::vector<rig::MeshOffsets> scaled(const std::vector<rig::MeshOffsets>& meshes, float gain) {
    std::vector<rig::MeshOffsets> result = meshes;
    for (rig::MeshOffsets& mesh : result)
        for (auto& key : mesh.offsets)
            for (Vec2& offset : key) offset = offset * gain;
    return result;
}

/// Keys and shapes as an axis needs them: the parameter's whole range, the outer shapes repeated at its ends.
void reach_the_ends(const WrittenParameter& written, std::vector<float>& keys, std::vector<rig::MeshOffsets>& meshes) {
    if (!(written.limit > written.range * 1.0001f)) {
        keys.front() = -written.limit;
        keys.back() = written.limit;
        return;
    }
    keys.insert(keys.begin(), -written.limit);
    keys.push_back(written.limit);
    for (rig::MeshOffsets& mesh : meshes) {
        mesh.offsets.insert(mesh.offsets.begin(), mesh.offsets.front());
        mesh.offsets.push_back(mesh.offsets.back());
    }
}

Status write_parameter(rig::Puppet& puppet, const BakedParameter& parameter, const WrittenParameter& written,
                       bool blend) {
    rig::NewParameter fresh;
    fresh.id = written.id;
    fresh.min = -written.limit;
    fresh.max = written.limit;
    fresh.type = blend && !parameter.keys.empty() ? rig::ParameterType::blend_shape : rig::ParameterType::normal;
    const Result<int> row = rig::add_parameter(puppet, fresh);
    if (!row) return row.error();
    if (parameter.meshes.empty()) return {};
    std::vector<float> keys = parameter.keys;
    for (float& key : keys) key *= written.range / kKeyedRange;
    std::vector<rig::MeshOffsets> meshes = scaled(parameter.meshes, written.gain);
    if (!blend) {
        reach_the_ends(written, keys, meshes);
        return rig::add_mesh_axis(puppet, *row, keys, meshes, kMostKeyforms);
    }
    const auto rest = std::find(keys.begin(), keys.end(), 0.0f);
    return rig::add_mesh_blend_shape(puppet, *row, keys, static_cast<int>(rest - keys.begin()), meshes);
}

/// The output as it drives the written parameter.
void follow(pendulum::Output& output, const BodyBake& bake, const std::vector<WrittenParameter>& written) {
    for (std::size_t p = 0; p < written.size(); ++p)
        if (bake.parameters[p].id == output.parameter) {
            output.parameter = written[p].id;
            output.scale *= written[p].range / kKeyedRange;
            return;
        }
}

/// The groups that come new with this body, its outputs in them or in those of its bank.
Status add_groups(pendulum::Physics& physics, const BodyBake& bake, const std::vector<pendulum::Group>& fresh,
                  const std::vector<WrittenParameter>& written) {
    for (pendulum::Group group : fresh) {
        for (pendulum::Output& output : group.outputs) follow(output, bake, written);
        physics.groups.push_back(std::move(group));
    }
    for (const BankOutput& hook : bake.outputs) {
        const int group = find_by_id(physics.groups, hook.group);
        if (group < 0) return Error{"body " + bake.id, "its bank has no group " + hook.group};
        pendulum::Output output = hook.output;
        follow(output, bake, written);
        physics.groups[static_cast<std::size_t>(group)].outputs.push_back(std::move(output));
    }
    return {};
}

void tell_losses(const pendulum::Physics& before, const BodyBake& bake, bool fps_changed, WriteResult& result) {
    for (const PhysicsOnMeshes::Hit& hit : bake.removed.hits) {
        const pendulum::Group& group = before.groups[static_cast<std::size_t>(hit.group)];
        const bool whole = find_by_id(result.physics.groups, group.id) < 0;
        const std::string name = group.name.empty() ? group.id : group.id + " (" + group.name + ")";
        result.losses.push_back(
            {"physics group " + name, "no longer drives " + hit.parameter + ", which moves meshes of body " + bake.id +
                                          (whole ? "; the group is removed" : "; its other outputs stay")});
    }
    if (fps_changed)
        result.losses.push_back({"physics Fps", "was not set and is now " +
                                                    std::to_string(static_cast<int>(std::lround(bake.fps))) +
                                                    ": the model's own groups play at that rate on every display"});
}

}  // namespace

std::string group_name(std::string_view body_name, double fps) {
    char rate[32];
    std::snprintf(rate, sizeof rate, "%g", fps);
    return std::string(body_name) + " (yure " + rate + " Hz)";
}

long axis_keyforms(const rig::Puppet& puppet, const BodyBake& bake) {
    std::vector<std::pair<int, long>> counts;
    for (const BakedParameter& parameter : bake.parameters)
        for (const rig::MeshOffsets& mesh : parameter.meshes) {
            auto place =
                std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == mesh.mesh; });
            if (place == counts.end())
                place = counts.insert(counts.end(), {mesh.mesh, rig::mesh_keyform_count(puppet, mesh.mesh)});
            place->second = std::min<long>(place->second * static_cast<long>(parameter.keys.size()), 1L << 40);
        }
    long most = 0;
    for (const auto& [mesh, count] : counts) most = std::max(most, count);
    return most;
}

Result<PoseCost> write_poses(rig::Puppet& puppet, std::span<const BakedPose> poses) {
    PoseCost cost;
    for (const BakedPose& pose : poses) {
        const int row = puppet.find_parameter(pose.input);
        if (row < 0) return Error{"exact pose of " + pose.input, "the model has no such parameter"};
        std::vector<int> before;
        for (const rig::MeshOffsets& mesh : pose.meshes) before.push_back(rig::mesh_keyform_count(puppet, mesh.mesh));
        if (const Status status = rig::add_mesh_axis(puppet, row, pose.keys, pose.meshes, kMostKeyforms); !status)
            return Error{"exact pose of " + pose.input + ": " + status.error().where, status.error().what};
        for (std::size_t m = 0; m < before.size(); ++m) {
            const long more = rig::mesh_keyform_count(puppet, pose.meshes[m].mesh) - before[m];
            cost.keyforms += more;
            cost.bytes += 8 * more * puppet.mesh.vertex_count[static_cast<std::size_t>(pose.meshes[m].mesh)];
        }
    }
    return cost;
}

Result<WriteResult> write_back(const rig::Puppet& puppet, const pendulum::Physics& physics, const BodyBake& bake,
                               const WriteOptions& options, const BakedBank* bank) {
    WriteResult result;
    const bool banked = !bake.bank.empty();
    if (banked && (bank == nullptr || bank->id != bake.bank))
        return Error{"body " + bake.id, "was baked onto bank " + bake.bank + ", which is not at hand; bake it again"};
    // a bank without groups drives nothing and leaves no trace to find it by: writing it twice is harmless
    const bool first = banked && (bank->groups.empty() || find_by_id(physics.groups, bank->groups.front().id) < 0);
    const std::vector<pendulum::Group>& fresh = !banked ? bake.groups : first ? bank->groups : kNoGroups;
    for (const BakedParameter& parameter : bake.parameters)
        result.parameters.push_back(resolve(parameter, bake, options));
    std::vector<WrittenParameter> all = result.parameters;
    if (first)
        for (const BakedParameter& helper : bank->parameters)
            result.helpers.push_back({helper.id, helper.name, helper.range, helper.range, 0.0f});
    all.insert(all.end(), result.helpers.begin(), result.helpers.end());
    if (const Status status = check_ids(puppet, physics, bake, fresh, all); !status) return status.error();

    result.puppet = puppet;
    if (const Result<PoseCost> poses = write_poses(result.puppet, bake.poses); !poses)
        return Error{"body " + bake.id + ": " + poses.error().where, poses.error().what};
    const rig::MocVersion limit = options.target_version.value_or(rig::MocVersion::v5_3);
    result.blend_shapes =
        options.write == WriteAs::blend || (options.write == WriteAs::automatic && limit >= rig::MocVersion::v4_2 &&
                                            (banked || axis_keyforms(result.puppet, bake) > kAxesUpTo));
    rig::MocVersion version = std::max(puppet.version, options.target_version.value_or(puppet.version));
    if (options.target_version && *options.target_version < puppet.version)
        return Error{"--target-version", "the model is version " + version_name(puppet.version) +
                                             " and cannot be written as " + version_name(*options.target_version)};
    if (result.blend_shapes) version = std::max(version, rig::MocVersion::v4_2);
    if (version != puppet.version) {
        if (const Status status = rig::raise_version(result.puppet, version); !status) return status.error();
        result.losses.push_back(
            {"moc3 version", "raised from " + version_name(puppet.version) + " to " + version_name(version) +
                                 (result.blend_shapes ? " for blend shapes" : "") + ": older players cannot open it"});
    }
    const auto write = [&](const BakedParameter& parameter, const WrittenParameter& written) -> Status {
        const Status status = write_parameter(result.puppet, parameter, written, result.blend_shapes);
        return status ? status : Error{"body " + bake.id + ": " + status.error().where, status.error().what};
    };
    for (std::size_t p = 0; p < bake.parameters.size(); ++p)
        if (const Status status = write(bake.parameters[p], result.parameters[p]); !status) return status.error();
    for (std::size_t h = 0; h < result.helpers.size(); ++h)
        if (const Status status = write(bank->parameters[h], result.helpers[h]); !status) return status.error();

    result.physics = without_outputs(physics, bake.removed);
    const bool driven = !bake.groups.empty() || !bake.outputs.empty();
    const bool fps_changed = !(physics.fps > 0.0f) && !result.physics.groups.empty();
    if (driven) result.physics.fps = static_cast<float>(bake.fps);
    if (const Status status = add_groups(result.physics, bake, fresh, result.parameters); !status)
        return status.error();
    tell_losses(physics, bake, fps_changed && driven, result);
    return result;
}

}  // namespace yure::baker
