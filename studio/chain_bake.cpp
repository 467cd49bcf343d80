#include "chain_keys.hpp"
#include "chain_motion.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "yure/chain/solver.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/chain_files.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

constexpr double kSkew = 1e-4;

Status check_kinds(const std::filesystem::path& output, const GltfFile& file) {
    const bool wants_binary = output.extension() == ".glb";
    if (wants_binary == file.binary || output == "-") return {};
    return Error{output.string(),
                 file.binary ? "has to end in .glb, as the model is one" : "has to end in .gltf, as the model is one"};
}

/// A name that is there already is found out before the work.
Status check_free(const std::filesystem::path& path, Overwrite overwrite) {
    std::error_code fault;
    if (path.empty() || overwrite == Overwrite::replace || !std::filesystem::exists(path, fault)) return {};
    return Error{path.string(), "exists already; --force replaces it"};
}

std::vector<ProxyBone> proxies_of(const ChainStage& stage, const chain::BakedChains& baked) {
    std::vector<ProxyBone> proxies;
    for (const chain::Tree& tree : baked.trees)
        for (std::size_t p = 1; p < tree.particles.size(); ++p) {
            const chain::Particle& particle = tree.particles[p];
            const auto bone = static_cast<std::size_t>(tree.particles[static_cast<std::size_t>(particle.parent)].bone);
            const chain::Vec3 to = particle.bone < 0
                                       ? particle.end_offset
                                       : stage.scene.rest[static_cast<std::size_t>(particle.bone)].translation;
            if (chain::length(to) > chain::kNoLength)
                proxies.push_back({stage.scene.gltf_node[bone],
                                   chain::particle_name(stage.scene.skeleton, tree, static_cast<int>(p)), to});
        }
    return proxies;
}

ChainLayer layer_of(const ChainStage& stage, std::vector<BakedKeys> keys) {
    ChainLayer layer;
    layer.animation = stage.animation;
    layer.animation_name = "Chains";
    std::set<int> keyed;
    for (const BakedKeys& channel : keys) keyed.insert(channel.gltf_node);
    for (std::size_t i = 0; i < stage.scene.skeleton.size(); ++i)
        if (const int node = stage.scene.gltf_node[i]; stage.scene.has_matrix[i] != 0 && keyed.count(node) != 0)
            layer.plain_transforms.emplace_back(node, stage.scene.rest[i]);
    layer.keys = std::move(keys);
    return layer;
}

void tell_effects(const chain::BakedChains& baked, const BoneFrames& frames,
                  ChainBakeReport& report) {
    if (frames.largest_skew > kSkew)
        report.notices.push_back({"scale", "makes bones sheared, which keys cannot say; scale bones evenly"});
    if (baked.restarts > 0)
        report.notices.push_back({"chains", std::to_string(baked.restarts) + " times put back on their pose after a "
                                                                             "number that was not finite"});
}

}  // namespace

std::string ChainBakeReport::text() const {
    char line[512];
    std::snprintf(
        line, sizeof line,
        "%d chains, %d particles, %d frames\n%zu keys in %d channels (of %zu), largest error %.3g degrees and "
        "%.3g units\n",
        chains, particles, frames, keys, channels, keys_before, largest_turn_error, largest_place_error);
    std::string text = line;
    if (cycles > 0) {
        std::snprintf(line, sizeof line, "loop: %d cycles before, seam of %.3g units faded\n", cycles, seam);
        text += line;
    }
    if (deepest_penetration > 0.0) {
        std::snprintf(line, sizeof line, "deepest penetration of a collider: %.3g units\n", deepest_penetration);
        text += line;
    }
    if (motion_curves > 0) {
        std::snprintf(line, sizeof line, "motion: %d curves, largest error %.3g degrees\n", motion_curves,
                      largest_motion_error);
        text += line;
    }
    return text;
}

ordered_json ChainBakeReport::json() const {
    ordered_json told = ordered_json::array();
    for (const Notice& notice : notices) told.push_back({{"where", notice.where}, {"what", notice.what}});
    return {{"chains", chains},
            {"particles", particles},
            {"frames", frames},
            {"channels", channels},
            {"keys", keys},
            {"keys_before", keys_before},
            {"largest_turn_error_degrees", largest_turn_error},
            {"largest_place_error", largest_place_error},
            {"deepest_penetration", deepest_penetration},
            {"cycles", cycles},
            {"seam", seam},
            {"motion_curves", motion_curves},
            {"largest_motion_error_degrees", largest_motion_error},
            {"trees", trees},
            {"notices", std::move(told)}};
}

Result<ChainBakeReport> bake_chain_file(const ChainBakeRequest& request, const Work& work) {
    ChainBakeReport report;
    if (!(request.tolerance_degrees >= 0.0 && request.tolerance_degrees <= 90.0))
        return Error{"--tolerance", "has to be between 0 and 90 degrees"};
    for (const auto& path : {request.output, request.motion_out, request.positions_out})
        if (const Status there = check_free(path, request.overwrite); !there) return there.error();
    auto stage = ChainStage::open(request.input, report.notices);
    if (!stage) return stage.error();
    if (const Status kinds = check_kinds(request.output, stage->file); !kinds) return kinds.error();

    chain::BakeOptions options;
    options.end = stage->seconds;
    options.fps = request.input.fps;
    options.preroll = request.preroll;
    options.loop = request.loop;
    const chain::PoseAt pose_at = [&](double time, std::span<chain::Affine> world) { return stage->pose(time, world); };
    auto baked = chain::bake_chains(stage->config, stage->scene.skeleton, stage->bind, pose_at, options, report.notices,
                                    work.part(0.0, 0.7));
    if (!baked) return baked.error();
    auto frames = local_frames(*stage, *baked, work.part(0.7, 1.0));
    if (!frames) return frames.error();
    KeyErrors errors;
    std::vector<BakedKeys> keys = make_keys(*stage, *frames, request.tolerance_degrees, errors);

    report.frames = static_cast<int>(baked->times.size());
    report.chains = static_cast<int>(baked->trees.size());
    for (const chain::Tree& tree : baked->trees) report.particles += static_cast<int>(tree.particles.size());
    report.trees = trees_json(stage->scene.skeleton, baked->trees);
    report.channels = static_cast<int>(keys.size());
    for (const BakedKeys& channel : keys) report.keys += channel.times.size();
    report.keys_before = errors.keys_before;
    report.largest_turn_error = errors.degrees;
    report.largest_place_error = errors.units;
    report.deepest_penetration = baked->deepest_penetration;
    report.cycles = baked->cycles;
    report.seam = baked->seam;
    tell_effects(*baked, *frames, report);

    std::string motion, positions;
    if (!request.motion_out.empty()) {
        auto clip =
            motion_of(*stage, *baked, request.input.fps, request.loop, report.notices, report.largest_motion_error);
        if (!clip) return clip.error();
        report.motion_curves = static_cast<int>(clip->curves.size());
        motion = formats::write_motion3({std::move(*clip), {}});
    }
    if (!request.positions_out.empty())
        positions = request.positions_out.extension() == ".csv"
                        ? positions_csv(*stage, *baked)
                        : positions_json(*stage, *baked, request.input.fps).dump() + "\n";

    ChainLayer layer = layer_of(*stage, std::move(keys));
    if (request.proxies) layer.proxies = proxies_of(*stage, *baked);
    if (const Status added = add_chain_layer(stage->file, layer); !added) return added.error();
    if (work.is_cancelled()) return Error{"", "cancelled"};
    if (const Status written = write_file(request.output, gltf_bytes(stage->file), request.overwrite); !written)
        return written.error();
    if (!motion.empty())
        if (const Status written = write_file(request.motion_out, motion, request.overwrite); !written)
            return written.error();
    if (!positions.empty())
        if (const Status written = write_file(request.positions_out, positions, request.overwrite); !written)
            return written.error();
    return report;
}

Result<ordered_json> play_chain_file(const ChainInput& input, const Work& work) {
    Notices notices;
    if (!(input.fps >= 1.0 && input.fps <= 1000.0)) return Error{"--fps", "has to be between 1 and 1000"};
    auto stage = ChainStage::open(input, notices);
    if (!stage) return stage.error();
    auto solver = chain::Solver::build(stage->config, stage->scene.skeleton, stage->bind, {}, &notices);
    if (!solver) return solver.error();
    std::vector<chain::Tree> trees;
    std::size_t particles = 0;
    for (int t = 0; t < solver->tree_count(); ++t) {
        trees.push_back(solver->tree(t));
        particles += trees.back().particles.size();
    }
    const double count = std::floor(stage->seconds * input.fps + 1e-9) + 1.0;
    if (count * static_cast<double>(particles) > 20e6)
        return Error{"--seconds", "asks for more than 20 million positions; play less at a time"};
    ordered_json loops = ordered_json::array(), positions = ordered_json::array();
    std::vector<chain::Affine> pose(stage->scene.skeleton.size());
    for (long f = 0; f < static_cast<long>(count); ++f) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        if (const Status posed = stage->pose(static_cast<double>(f) / input.fps, pose); !posed) return posed.error();
        if (const Status stepped = solver->frame(pose, 1.0 / input.fps); !stepped) return stepped.error();
        ordered_json row = ordered_json::array(), counts = ordered_json::array();
        for (std::size_t t = 0; t < trees.size(); ++t)
            for (std::size_t p = 0; p < trees[t].particles.size(); ++p) {
                const chain::Vec3 place = solver->particle(static_cast<int>(t), static_cast<int>(p)).position;
                for (const double part : {place.x, place.y, place.z}) row.push_back(part);
            }
        for (std::size_t c = 0; c < stage->config.components.size(); ++c)
            counts.push_back(solver->loops(static_cast<int>(c)));
        positions.push_back(std::move(row));
        loops.push_back(std::move(counts));
        work.report("play chains", static_cast<double>(f + 1) / count);
    }
    ordered_json told = ordered_json::array();
    for (const Notice& notice : notices) told.push_back({{"where", notice.where}, {"what", notice.what}});
    return ordered_json{{"fps", input.fps},
                        {"trees", trees_json(stage->scene.skeleton, trees)},
                        {"particles", particles_json(stage->scene.skeleton, trees)},
                        {"loops", std::move(loops)},
                        {"positions", std::move(positions)},
                        {"notices", std::move(told)}};
}

Status clear_chain_file(const std::filesystem::path& model, const std::filesystem::path& output, Overwrite overwrite) {
    auto file = open_gltf(model);
    if (!file) return file.error();
    if (const Status kinds = check_kinds(output, *file); !kinds) return kinds;
    if (const Status cleared = clear_chain_layer(*file); !cleared)
        return Error{model.string() + " " + cleared.error().where, cleared.error().what};
    return write_file(output, gltf_bytes(*file), overwrite);
}

}  // namespace yure::studio
