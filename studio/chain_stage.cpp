#include "chain_stage.hpp"

#include "chain_gltf_layer.hpp"

#include <charconv>
#include <cmath>

#include "yure/formats/dynamic_bone.hpp"
#include "yure/formats/spline_rig.hpp"

namespace yure::studio {
namespace {

void tell(const std::filesystem::path& file, const formats::Findings& findings, Notices& notices) {
    for (const formats::Finding& finding : findings)
        notices.push_back({file.filename().string() + " " + finding.pointer,
                           finding.what + (finding.advice.empty() ? "" : ". " + finding.advice)});
}

Result<int> find_animation(const GltfScene& scene, const std::string& wanted) {
    if (wanted.empty()) return scene.animations.empty() ? -1 : 0;
    for (std::size_t i = 0; i < scene.animations.size(); ++i)
        if (scene.animations[i].name == wanted) return static_cast<int>(i);
    int index = -1;
    const auto [end, fault] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
    if (fault == std::errc{} && end == wanted.data() + wanted.size() && index >= 0 &&
        index < static_cast<int>(scene.animations.size()))
        return index;
    std::string names;
    for (const GltfAnimation& animation : scene.animations) names += (names.empty() ? "" : ", ") + animation.name;
    return Error{"--animation", "\"" + wanted + "\" is none of the file's animations" +
                                    (names.empty() ? std::string() : ": " + names)};
}

}  // namespace

Result<GltfFile> open_gltf(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    if (!bytes) return bytes.error();
    const auto folder = path == "-" ? std::filesystem::path() : path.has_parent_path() ? path.parent_path() : ".";
    auto file = parse_gltf(*bytes, folder);
    if (!file) return Error{path.string() + " " + file.error().where, file.error().what};
    return file;
}

Result<ChainStage> ChainStage::open(const ChainInput& input, Notices& notices) {
    ChainStage stage;
    auto file = open_gltf(input.model);
    if (!file) return file.error();
    stage.file = std::move(*file);
    if (has_chain_layer(stage.file)) {
        if (const Status cleared = clear_chain_layer(stage.file); !cleared) return cleared.error();
        notices.push_back({input.model.filename().string(), "held baked chains, which were taken out first"});
    }
    auto scene = read_gltf_scene(stage.file);
    if (!scene) return Error{input.model.string() + " " + scene.error().where, scene.error().what};
    stage.scene = std::move(*scene);
    if (stage.scene.skeleton.empty()) return Error{input.model.string(), "has no nodes"};
    const auto animation = find_animation(stage.scene, input.animation);
    if (!animation) return animation.error();
    stage.animation = *animation;
    stage.seconds = input.seconds.value_or(stage.clip() != nullptr ? stage.clip()->end : 1.0);
    if (!(stage.seconds >= 0.0 && stage.seconds <= 36000.0)) return Error{"--seconds", "has to be between 0 and 36000"};

    const std::size_t count = stage.scene.skeleton.size();
    stage.locals_.resize(count);
    stage.affine_.resize(count);
    stage.bind.resize(count);
    for (std::size_t i = 0; i < count; ++i) stage.affine_[i] = stage.scene.rest[i].affine();
    chain::to_world(stage.scene.skeleton, stage.affine_, stage.bind);
    if (const Status read = stage.read_configs(input, notices); !read) return read.error();
    return stage;
}

Status ChainStage::read_configs(const ChainInput& input, Notices& notices) {
    chain::Config merged;
    for (const std::filesystem::path& path : input.configs) {
        const auto text = read_text(path);
        if (!text) return text.error();
        const auto fault = [&](const Error& error) { return Error{path.string() + " " + error.where, error.what}; };
        formats::Findings findings;
        if (formats::is_spline_rig(*text)) {
            const auto read = formats::read_spline_rig(*text, &findings);
            tell(path, findings, notices);
            if (!read) return fault(read.error());
            for (const chain::SplineRig& rig : chain::to_engine_space(read->rigs).rigs) {
                auto solver = chain::SplineRigSolver::build(rig, scene.skeleton, bind);
                if (!solver) return fault(solver.error());
                rigs.push_back(std::move(*solver));
            }
            continue;
        }
        const auto read = formats::read_dynamic_bone(*text, &findings);
        tell(path, findings, notices);
        if (!read) return fault(read.error());
        chain::Config part = chain::to_engine_space(read->config);
        if (!merged.components.empty())
            return Error{path.string(), "is a second configuration of dynamic bones; put all components into one"};
        merged = std::move(part);
    }
    config = std::move(merged);
    if (config.components.empty() && rigs.empty()) return Error{"--config", "holds no component and no spline rig"};
    return {};
}

Status ChainStage::pose(double time, std::span<chain::Affine> world) {
    scene.local_at(clip(), time, locals_);
    for (std::size_t i = 0; i < locals_.size(); ++i) affine_[i] = locals_[i].affine();
    chain::to_world(scene.skeleton, affine_, world);
    for (chain::SplineRigSolver& rig : rigs)
        if (const Status applied = rig.apply(affine_, world, time); !applied) return applied;
    return {};
}

}  // namespace yure::studio
