#include "replay_stage.hpp"

#include "packed.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "yure/pendulum/player.hpp"
#include "yure/studio/part_opacities.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostOrders = 200;  // changes of the draw order that a clip keeps

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

bool changes(const std::vector<float>& values, float from) {
    return std::any_of(values.begin(), values.end(), [&](float value) { return std::abs(value - from) > 0.002f; });
}

}  // namespace

void SceneLooks::add(int frame, const StageFrame& shown) {
    opacity_.resize(shown.opacity.size());
    for (std::size_t m = 0; m < shown.opacity.size(); ++m) opacity_[m].push_back(shown.opacity[m]);
    if ((orders_.empty() || orders_.back().order != shown.order) && orders_.size() < kMostOrders)
        orders_.push_back({frame, shown.order});
    ++frames_;
}

bool SceneLooks::shows(int mesh) const {
    const std::vector<float>& values = opacity_[at(mesh)];
    return std::any_of(values.begin(), values.end(), [](float value) { return value > 0.0f; });
}

void SceneLooks::describe(ordered_json& clip, const ReplayStage& stage, Packer& packer) const {
    ordered_json faded = ordered_json::array(), orders = ordered_json::array();
    for (std::size_t k = 0; k < stage.meshes.size(); ++k) {
        const std::vector<float>& values = opacity_[at(stage.meshes[k])];
        if (changes(values, stage.rest_opacity[at(stage.meshes[k])]))
            faded.push_back({{"mesh", k}, {"values", packer.add(values, frames_, 1.0f / 255.0f)}});
    }
    if (orders_.size() > 1 || (!orders_.empty() && orders_.front().order != stage.rest_order))
        for (const OrderChange& change : orders_)
            orders.push_back({{"frame", change.frame}, {"order", stage.kept_order(change.order)}});
    if (!faded.empty()) clip["opacity"] = std::move(faded);
    if (!orders.empty()) clip["order"] = std::move(orders);
}

Result<ReplayStage> ReplayStage::build(const Model& model, const baker::BakeResult& result,
                                       const std::vector<std::vector<int>>& body_meshes) {
    ReplayStage stage;
    stage.puppet_ = &result.puppet;
    stage.physics_ = &result.physics;
    stage.body_meshes_ = body_meshes;
    Result<rig::Rig> rig = rig::Rig::build(result.puppet);
    if (!rig) return Error{"replay: " + rig.error().where, rig.error().what};
    stage.rig_ = std::make_unique<rig::Rig>(std::move(*rig));
    Notices told_already;
    PartOpacities parts(model, std::nullopt, told_already);
    const std::span<const float> opacities = parts.next();
    stage.part_opacities_.assign(opacities.begin(), opacities.end());

    std::size_t vertices = 0;
    for (int m = 0; m < stage.rig_->mesh_count(); ++m) {
        stage.first_.push_back(vertices);
        vertices += at(stage.rig_->vertex_count(m));
    }
    rig::Evaluation pose(*stage.rig_);
    pose.evaluate(stage.rig_->default_values(), stage.part_opacities_);
    stage.rest_.assign(2 * vertices, 0.0f);
    StageFrame frame;
    stage.read(pose, frame);
    stage.rest_ = frame.moved;
    stage.rest_opacity = frame.opacity;
    stage.rest_order = frame.order;
    for (int m = 0; m < stage.rig_->mesh_count(); ++m) {
        stage.multiply.push_back(pose.hidden(m) ? rig::Color{1.0f, 1.0f, 1.0f} : pose.multiply_color(m));
        stage.screen.push_back(pose.hidden(m) ? rig::Color{} : pose.screen_color(m));
    }
    return stage;
}

void ReplayStage::read(const rig::Evaluation& pose, StageFrame& frame) const {
    frame.moved.assign(rest_.size(), 0.0f);
    frame.opacity.assign(first_.size(), 0.0f);
    std::vector<Vec2> positions;
    for (std::size_t m = 0; m < first_.size(); ++m) {
        const int mesh = static_cast<int>(m);
        if (pose.hidden(mesh)) continue;
        if (pose.visible(mesh)) frame.opacity[m] = pose.opacity(mesh);
        positions.resize(at(rig_->vertex_count(mesh)));
        pose.world_positions(mesh, positions);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::size_t place = 2 * (first_[m] + i);
            frame.moved[place] = positions[i].x - rest_[place];
            frame.moved[place + 1] = positions[i].y - rest_[place + 1];
        }
    }
    frame.order.resize(first_.size());
    const std::span<const int> rank = pose.render_order();
    for (std::size_t m = 0; m < rank.size(); ++m) frame.order[at(rank[m])] = static_cast<int>(m);
}

void ReplayStage::play(const ReplayRecorder::Scene& scene,
                       const std::function<void(int, const StageFrame&)>& show) const {
    std::vector<ParameterRange> ranges = baker::parameter_ranges(*rig_);
    pendulum::Player player(*physics_, ranges);
    rig::Evaluation pose(*rig_);
    std::vector<int> columns;
    for (const std::string& id : scene.clip.input_ids) columns.push_back(rig_->find_parameter(id));
    const std::vector<float> defaults = rig_->default_values();
    std::vector<float> values;
    StageFrame frame;
    for (int f = 0; f < scene.clip.frames(); ++f) {
        values = defaults;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns[c] >= 0) {
                const rig::ParameterInfo& p = rig_->parameters()[at(columns[c])];
                values[at(columns[c])] = std::clamp(scene.clip.frame(f)[c], std::min(p.min, p.max), std::max(p.min, p.max));
            }
        if (f == 0) player.stabilize(values);
        player.evaluate(values, 1.0f / 60.0f);
        if (f % 2 != 0) continue;
        pose.evaluate(values, part_opacities_);
        read(pose, frame);
        for (const ReplayRecorder::Track& track : scene.tracks) {
            const std::size_t width = track.goals.size() / at(scene.frames());
            std::size_t from = at(f / 2) * width;
            for (const int mesh : body_meshes_[at(track.body)])
                for (std::size_t i = 0; i < 2 * at(rig_->vertex_count(mesh)); ++i, ++from) {
                    const std::size_t place = 2 * first_[at(mesh)] + i;
                    frame.moved[place] = track.goals[from] - rest_[place];
                }
        }
        show(f / 2, frame);
    }
}

void ReplayStage::keep_shown(std::span<const SceneLooks> looks) {
    std::vector<char> kept(first_.size(), 0);
    for (std::size_t m = 0; m < kept.size(); ++m)
        kept[m] = rest_opacity[m] > 0.0f || std::any_of(looks.begin(), looks.end(), [&](const SceneLooks& scene) {
                      return scene.shows(static_cast<int>(m));
                  });
    for (const std::vector<int>& body : body_meshes_)
        for (const int mesh : body) kept[at(mesh)] = 1;
    const std::vector<char> shown = kept;
    for (std::size_t m = 0; m < shown.size(); ++m)
        for (int k = 0; shown[m] != 0 && k < puppet_->mesh.mask_count[m]; ++k)
            if (const int mask = puppet_->masks[at(puppet_->mesh.mask_begin[m] + k)]; mask >= 0) kept[at(mask)] = 1;
    for (std::size_t m = 0; m < kept.size(); ++m) {
        if (kept[m] == 0) continue;
        meshes.push_back(static_cast<int>(m));
        for (std::size_t i = 0; i < at(rig_->vertex_count(static_cast<int>(m))); ++i) kept_.push_back(first_[m] + i);
    }
}

std::vector<float> ReplayStage::moved_by(const std::string& parameter, float value, std::span<const int> meshes_moved,
                                         float factor) const {
    rig::Evaluation pose(*rig_, meshes_moved);
    std::vector<float> values = rig_->default_values();
    if (const int row = rig_->find_parameter(parameter); row >= 0) values[at(row)] = value;
    pose.evaluate(values);
    std::vector<float> moved;
    std::vector<Vec2> positions;
    for (const int mesh : meshes_moved) {
        positions.resize(at(rig_->vertex_count(mesh)));
        const bool hidden = pose.hidden(mesh);
        if (!hidden) pose.world_positions(mesh, positions);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const std::size_t place = 2 * (first_[at(mesh)] + i);
            moved.push_back(hidden ? 0.0f : factor * (positions[i].x - rest_[place]));
            moved.push_back(hidden ? 0.0f : factor * (positions[i].y - rest_[place + 1]));
        }
    }
    return moved;
}

std::vector<float> ReplayStage::kept_planar(const StageFrame& frame) const {
    std::vector<float> planar;
    planar.reserve(2 * kept_.size());
    for (const std::size_t vertex : kept_) planar.push_back(frame.moved[2 * vertex]);
    for (const std::size_t vertex : kept_) planar.push_back(frame.moved[2 * vertex + 1]);
    return planar;
}

std::vector<float> ReplayStage::kept_rest() const {
    StageFrame rest;
    rest.moved = rest_;
    return kept_planar(rest);
}

std::vector<int> ReplayStage::places(std::span<const int> rows) const {
    std::vector<int> result;
    for (const int row : rows)
        if (const auto it = std::lower_bound(meshes.begin(), meshes.end(), row); it != meshes.end() && *it == row)
            result.push_back(static_cast<int>(it - meshes.begin()));
    return result;
}

std::vector<int> ReplayStage::kept_order(std::span<const int> order) const {
    return places(order);
}

}  // namespace yure::studio
