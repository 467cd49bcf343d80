#include "chain_keys.hpp"

#include <algorithm>
#include <cmath>

#include "yure/chain/reduce.hpp"

namespace yure::studio {
namespace {

using chain::Affine;
using chain::Quat;
using chain::Vec3;

constexpr double kDegrees = 57.29577951308232;
constexpr double kSamePlace = 1e-6;  // of the chain's length
constexpr double kSameScale = 1e-6;
constexpr double kPlaceShare = 1e-4;  // tolerance of translation keys, of the chain's length

Quat rounded(Quat q) {
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}
Vec3 rounded(Vec3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

double extent(const BoneFrames& frames) {
    double size = 0.0;
    for (const Vec3 a : frames.places.front()) size = std::max(size, chain::distance(a, frames.places.front().front()));
    return size > 0.0 ? size : 1.0;
}

/// What the kept keys give at every frame.
template <class Value, class Blend>
std::vector<Value> replay(const std::vector<Value>& values, const std::vector<std::size_t>& kept,
                          const std::vector<double>& times, const Blend& blend) {
    std::vector<Value> played(values.size());
    for (std::size_t k = 0; k + 1 < kept.size(); ++k)
        for (std::size_t i = kept[k]; i <= kept[k + 1]; ++i)
            played[i] = blend(values[kept[k]], values[kept[k + 1]],
                              (times[i] - times[kept[k]]) / (times[kept[k + 1]] - times[kept[k]]));
    if (kept.size() == 1) played[kept[0]] = values[kept[0]];
    return played;
}

void append(std::vector<float>& out, Vec3 v) {
    for (const double part : {v.x, v.y, v.z}) out.push_back(static_cast<float>(part));
}
void append(std::vector<float>& out, Quat q) {
    for (const double part : {q.x, q.y, q.z, q.w}) out.push_back(static_cast<float>(part));
}

template <class Value>
BakedKeys keys_of(int node, GltfChannel::Path path, const std::vector<Value>& values,
                  const std::vector<std::size_t>& kept, const std::vector<double>& times) {
    BakedKeys keys;
    keys.gltf_node = node;
    keys.path = path;
    for (const std::size_t i : kept) {
        keys.times.push_back(static_cast<float>(times[i]));
        append(keys.values, values[i]);
    }
    return keys;
}

}  // namespace

Result<BoneFrames> local_frames(ChainStage& stage, const chain::BakedChains& baked, const Work& work) {
    const chain::Skeleton& skeleton = stage.scene.skeleton;
    // For every bone: whether its parent's own simulated place counts (the same tree or rig), or the animated one, so
    // that a chain whose root hangs on another chain goes along with it.
    std::vector<char> driven(skeleton.size(), 0), inner(skeleton.size(), 0), in_tree(skeleton.size(), 0);
    for (const chain::SplineRigSolver& rig : stage.rigs)
        for (const int bone : rig.bones()) driven[static_cast<std::size_t>(bone)] = 1;
    for (const chain::Tree& tree : baked.trees)
        for (const chain::Particle& particle : tree.particles) {
            if (particle.bone < 0) continue;
            driven[static_cast<std::size_t>(particle.bone)] = 1;
            in_tree[static_cast<std::size_t>(particle.bone)] = 1;
            if (particle.parent >= 0) inner[static_cast<std::size_t>(particle.bone)] = 1;
        }
    BoneFrames frames;
    frames.times = baked.times;
    for (std::size_t i = 0; i < driven.size(); ++i)
        if (driven[i] != 0) frames.bones.push_back(static_cast<int>(i));
    if (static_cast<double>(frames.bones.size()) * static_cast<double>(frames.times.size()) > 20e6)
        return Error{"", "would hold more than 20 million keys; bake fewer bones, frames or seconds at a time"};
    frames.baked.resize(frames.bones.size());
    frames.animated.resize(frames.bones.size());

    std::vector<Affine> pose(skeleton.size()), world(skeleton.size());
    for (std::size_t j = 0; j < frames.times.size(); ++j) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        if (const Status posed = stage.pose(frames.times[j], pose); !posed) return posed.error();
        world = pose;
        chain::write_frame(baked, stage.config, j, pose, world);
        std::vector<Vec3> places;
        for (std::size_t b = 0; b < frames.bones.size(); ++b) {
            const auto bone = static_cast<std::size_t>(frames.bones[b]);
            const int up = skeleton[bone].parent;
            Affine parent;
            if (up >= 0) parent = (inner[bone] != 0 ? world : pose)[static_cast<std::size_t>(up)];
            const Affine local = chain::inverse(parent) * (in_tree[bone] != 0 ? world : pose)[bone];
            const chain::Decomposed parts = chain::decompose(local.linear);
            NodeTransform transform{local.position, parts.rotation, parts.scale};
            frames.largest_skew = std::max(frames.largest_skew, parts.skew);
            // A mirrored or unevenly scaled bone keeps the signs that the file has: only the turn is new.
            const NodeTransform& animated = stage.locals()[bone];
            const Vec3 s = animated.scale;
            if (s.x * s.y * s.z != 0.0 && (s.x < 0.0 || s.y < 0.0 || s.z < 0.0)) {
                const Vec3 sign{s.x < 0.0 ? -1.0 : 1.0, s.y < 0.0 ? -1.0 : 1.0, s.z < 0.0 ? -1.0 : 1.0};
                const chain::Decomposed even =
                    chain::decompose({local.linear.x * sign.x, local.linear.y * sign.y, local.linear.z * sign.z});
                transform.rotation = even.rotation;
                transform.scale = {even.scale.x * sign.x, even.scale.y * sign.y, even.scale.z * sign.z};
            }
            if (j > 0 && chain::dot(transform.rotation, frames.baked[b].back().rotation) < 0.0) {
                Quat& q = transform.rotation;
                q = {-q.x, -q.y, -q.z, -q.w};
            }
            frames.baked[b].push_back(transform);
            frames.animated[b].push_back(animated);
            places.push_back((in_tree[bone] != 0 ? world : pose)[bone].position);
        }
        frames.places.push_back(std::move(places));
        work.report("write keys", static_cast<double>(j + 1) / static_cast<double>(frames.times.size()));
    }
    return frames;
}

std::vector<BakedKeys> make_keys(ChainStage& stage, const BoneFrames& frames, double tolerance_degrees,
                                 KeyErrors& errors) {
    std::vector<BakedKeys> all;
    if (frames.bones.empty()) return all;
    const std::vector<double>& times = frames.times;
    const double size = extent(frames), tolerance = tolerance_degrees / kDegrees;
    const auto lerp = [](Vec3 a, Vec3 b, double t) { return a + (b - a) * t; };
    std::vector<std::vector<NodeTransform>> played = frames.animated;
    for (std::size_t b = 0; b < frames.bones.size(); ++b) {
        const int node = stage.scene.gltf_node[static_cast<std::size_t>(frames.bones[b])];
        std::vector<Quat> turns;
        std::vector<Vec3> places, scales;
        double moved = 0.0, scaled = 0.0;
        for (std::size_t j = 0; j < times.size(); ++j) {
            const NodeTransform &now = frames.baked[b][j], &animated = frames.animated[b][j];
            turns.push_back(rounded(now.rotation));
            places.push_back(rounded(now.translation));
            scales.push_back(rounded(now.scale));
            moved = std::max(moved, chain::distance(now.translation, animated.translation));
            scaled = std::max(scaled, chain::distance(now.scale, animated.scale));
        }
        const auto write = [&](auto path, const auto& values, double allowed, const auto& blend, const auto& gap) {
            const auto kept =
                chain::reduce_keys(values.size(), allowed, [&](std::size_t from, std::size_t to, std::size_t i) {
                    const double t = (times[i] - times[from]) / (times[to] - times[from]);
                    return gap(blend(values[from], values[to], t), values[i]);
                });
            errors.keys_before += values.size();
            all.push_back(keys_of(node, path, values, kept, times));
            return replay(values, kept, times, blend);
        };
        const auto turned = write(GltfChannel::Path::rotation, turns, tolerance, chain::slerp, chain::angle_between);
        for (std::size_t j = 0; j < times.size(); ++j) {
            errors.degrees =
                std::max(errors.degrees,
                         chain::angle_between(turned[j], chain::normalized(frames.baked[b][j].rotation)) * kDegrees);
            played[b][j].rotation = turned[j];
        }
        const double place_tolerance = tolerance > 0.0 ? kPlaceShare * size : 0.0;
        const auto gap = [](Vec3 a, Vec3 c) { return chain::distance(a, c); };
        if (moved > kSamePlace * size) {
            const auto put = write(GltfChannel::Path::translation, places, place_tolerance, lerp, gap);
            for (std::size_t j = 0; j < times.size(); ++j) played[b][j].translation = put[j];
        }
        if (scaled > kSameScale) {
            const auto put = write(GltfChannel::Path::scale, scales, tolerance > 0.0 ? 1e-4 : 0.0, lerp, gap);
            for (std::size_t j = 0; j < times.size(); ++j) played[b][j].scale = put[j];
        }
    }

    // What a player will show, against what was simulated.
    std::vector<Affine> local(stage.scene.skeleton.size()), world(local.size());
    std::vector<NodeTransform> animated(local.size());
    for (std::size_t j = 0; j < times.size(); ++j) {
        stage.scene.local_at(stage.clip(), times[j], animated);
        for (std::size_t i = 0; i < local.size(); ++i) local[i] = animated[i].affine();
        for (std::size_t b = 0; b < frames.bones.size(); ++b)
            local[static_cast<std::size_t>(frames.bones[b])] = played[b][j].affine();
        chain::to_world(stage.scene.skeleton, local, world);
        for (std::size_t b = 0; b < frames.bones.size(); ++b)
            errors.units = std::max(
                errors.units,
                chain::distance(world[static_cast<std::size_t>(frames.bones[b])].position, frames.places[j][b]));
    }
    return all;
}

}  // namespace yure::studio
