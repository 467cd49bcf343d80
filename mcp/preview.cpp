#include "preview.hpp"

#include <algorithm>
#include <cmath>

#include "yure/studio/bake_run.hpp"

namespace yure::mcp {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

double rounded(float value) {
    return std::round(static_cast<double>(value) * 1000.0) / 1000.0;
}

}  // namespace

Result<std::unique_ptr<Preview>> Preview::start(const studio::Document& document, const std::string& body,
                                                std::shared_ptr<const studio::ModelGeometry> geometry) {
    const studio::Body* setting = document.bodies.find(body);
    if (setting == nullptr) return Error{"simulation_id", "there is no simulation " + body};
    Notices notices;
    Result<baker::BodyRequest> request = studio::body_request(document, *setting, *geometry, notices);
    if (!request) return request.error();
    std::unique_ptr<Preview> preview(new Preview);
    preview->id_ = body;
    preview->geometry_ = std::move(geometry);
    Result<baker::Body> bound = baker::bind_body(preview->geometry_->model->puppet, preview->geometry_->rig, *request);
    if (!bound) return bound.error();
    preview->body_ = std::move(*bound);
    preview->solver_ = std::make_unique<baker::BodySolver>(preview->body_, 1);
    preview->evaluation_ = std::make_unique<rig::Evaluation>(preview->geometry_->rig);
    preview->goals_.resize(at(preview->body_.particles()));
    preview->positions_ = preview->before_ = preview->goals_;
    preview->restart();
    return preview;
}

void Preview::restart() {
    values_ = geometry_->rig.default_values();
    take_goals();
    solver_->reset(0, goals_);
    solver_->positions(0, positions_);
    before_ = positions_;
    time_ = last_dt_ = 0.0;
    frames_ = 0;
}

Status Preview::set_values(const std::map<std::string, float>& values) {
    std::vector<float> after = values_;
    for (const auto& [id, value] : values) {
        const int row = geometry_->rig.find_parameter(id);
        if (row < 0) return Error{"values." + id, "the model has no such parameter"};
        const rig::ParameterInfo& p = geometry_->rig.parameters()[at(row)];
        after[at(row)] = std::clamp(value, std::min(p.min, p.max), std::max(p.min, p.max));
    }
    values_ = std::move(after);
    return {};
}

void Preview::take_goals() {
    evaluation_->evaluate(values_);
    baker::goal_positions(body_, *evaluation_, goals_);
}

void Preview::step(float dt) {
    take_goals();
    before_ = positions_;
    solver_->set_goals(0, goals_);
    solver_->step(dt);
    solver_->positions(0, positions_);
    time_ += static_cast<double>(dt);
    last_dt_ = static_cast<double>(dt);
    ++frames_;
}

Json Preview::state(bool positions) const {
    float offset = 0.0f, moved = 0.0f;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        offset = std::max(offset, distance(positions_[i], goals_[i]));
        moved = std::max(moved, distance(positions_[i], before_[i]));
    }
    Json values = Json::object();
    const std::span<const rig::ParameterInfo> parameters = geometry_->rig.parameters();
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (values_[p] != parameters[p].default_value) values[parameters[p].id] = rounded(values_[p]);
    const sim::LaneReport report = solver_->report(0);
    Json state{{"simulation_id", id_},
               {"time", std::round(time_ * 1e6) / 1e6},
               {"frames", frames_},
               {"offset_px", rounded(offset)},
               {"speed_px_s", last_dt_ > 0.0 ? std::round(1000.0 * static_cast<double>(moved) / last_dt_) / 1000.0 : 0.0},
               {"values", std::move(values)},
               {"unfolded", report.unfolded},
               {"restarts", report.restarts}};
    if (!positions) return state;
    Json meshes = Json::array();
    for (std::size_t m = 0; m < body_.meshes.size(); ++m) {
        Json xy = Json::array();
        for (int i = body_.first_particle[m]; i < body_.first_particle[m + 1]; ++i) {
            xy.push_back(rounded(positions_[at(i)].x));
            xy.push_back(rounded(positions_[at(i)].y));
        }
        meshes.push_back({{"id", std::string(geometry_->model->puppet.mesh.id[at(body_.meshes[m])].view())},
                          {"positions", std::move(xy)}});
    }
    state["meshes"] = std::move(meshes);
    return state;
}

render::Pose Preview::pose() const {
    render::Pose pose;
    pose.read(geometry_->rig, *evaluation_);
    for (std::size_t m = 0; m < body_.meshes.size(); ++m)
        pose.set_positions(body_.meshes[m], std::span(positions_).subspan(at(body_.first_particle[m]),
                                                                          at(body_.first_particle[m + 1] - body_.first_particle[m])));
    return pose;
}

}  // namespace yure::mcp
