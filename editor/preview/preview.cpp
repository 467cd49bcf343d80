#include "preview/preview.hpp"

#include <algorithm>
#include <chrono>

namespace yure::editor {
namespace {

constexpr float kFrame = 1.0f / 60.0f;
constexpr int kMostSteps = 6;
constexpr double kSeekMilliseconds = 12.0;  // of one call

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void Preview::open(std::shared_ptr<const studio::ModelGeometry> geometry, bool background) {
    if (build_.valid()) build_.wait();
    build_ = {};
    wanted_.reset();
    live_.reset();
    reference_stepped_ = false;
    background_ = background;
    geometry_ = std::move(geometry);
    driver_.reset();
    parts_.reset();
    parts_motion_ = -1;
    player_.reset();
    evaluation_.reset();
    written_.reset();
    shown_values_.clear();
    number_ = sought_ = -1;
    if (geometry_ == nullptr) return;
    driver_.emplace(*geometry_->model);
    Notices ignored;  // opening the model has told them
    parts_.emplace(*geometry_->model, std::nullopt, ignored);
    set_exported(nullptr, geometry_->model->physics ? geometry_->model->physics->physics : pendulum::Physics{});
}

void Preview::set_exported(std::shared_ptr<const studio::ModelGeometry> written, const pendulum::Physics& physics) {
    written_ = written != nullptr ? std::move(written) : geometry_;
    const rig::Rig& rig = written_->rig;
    std::vector<ParameterRange> ranges;
    for (const rig::ParameterInfo& info : rig.parameters()) ranges.push_back({info.id, info.min, info.max, info.default_value});
    player_.emplace(physics, ranges);
    evaluation_.emplace(rig);
    values_ = rig.default_values();
    source_row_.clear();
    for (const rig::ParameterInfo& info : geometry_->rig.parameters()) source_row_.push_back(rig.find_parameter(info.id));
    fresh_ = true;
    pose_exported(driver_->values(), {});
}

void Preview::pose_exported(std::span<const float> driven, std::span<const float> opacities) {
    values_ = written_->rig.default_values();
    for (std::size_t i = 0; i < source_row_.size(); ++i)
        if (source_row_[i] >= 0) values_[static_cast<std::size_t>(source_row_[i])] = driven[i];
    if (fresh_) player_->stabilize(values_);
    player_->evaluate(values_, kFrame);
    shown_values_.resize(source_row_.size());
    for (std::size_t i = 0; i < source_row_.size(); ++i)
        shown_values_[i] = source_row_[i] >= 0 ? values_[static_cast<std::size_t>(source_row_[i])] : driven[i];
    evaluation_->evaluate(values_, opacities);
    exported_pose_.read(written_->rig, *evaluation_);
}

std::optional<Preview::ShownValue> Preview::value_of(std::string_view parameter) const {
    if (written_ == nullptr) return std::nullopt;
    const int row = written_->rig.find_parameter(parameter);
    if (row < 0) return std::nullopt;
    const auto index = static_cast<std::size_t>(row);
    const rig::ParameterInfo& info = written_->rig.parameters()[index];
    return ShownValue{values_[index], {info.id, info.min, info.max, info.default_value}};
}

void Preview::set_bodies(std::vector<LiveRequest> bodies) {
    wanted_ = std::move(bodies);
    take_built(false);
}

void Preview::take_built(bool wait) {
    if (build_.valid()) {
        if (!wait && build_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
        live_ = build_.get();
        reference_stepped_ = false;
    }
    if (!wanted_ || geometry_ == nullptr) return;
    auto make = [geometry = geometry_, bodies = std::move(*wanted_)] { return LiveSimulation::build(geometry, bodies); };
    wanted_.reset();
    if (background_) {
        build_ = std::async(std::launch::async, std::move(make));
    } else {
        live_ = make();
        reference_stepped_ = false;
    }
}

void Preview::frame() {
    const auto start = std::chrono::steady_clock::now();
    if (driver_->playing() != parts_motion_) {
        parts_motion_ = driver_->playing();
        Notices ignored;
        std::optional<std::filesystem::path> file;
        if (parts_motion_ >= 0) file = driver_->motions()[static_cast<std::size_t>(parts_motion_)].file;
        parts_.emplace(*geometry_->model, file, ignored);
    }
    const std::span<const float> driven = driver_->advance();
    const std::span<const float> opacities = parts_->next();
    pose_exported(driven, opacities);
    evaluate_ms = milliseconds_since(start);

    const auto middle = std::chrono::steady_clock::now();
    if (simulate && reference() != nullptr) {
        if (fresh_) live_->reset();
        live_->advance(driven, opacities);
        reference_stepped_ = true;
    }
    simulate_ms = milliseconds_since(middle);
    number_ = fresh_ ? 0 : number_ + 1;
    fresh_ = false;
    if (on_frame) on_frame();
}

void Preview::advance(float seconds) {
    if (geometry_ == nullptr) return;
    take_built(false);
    if (seeking()) {
        const auto start = std::chrono::steady_clock::now();
        while (number_ < sought_ && milliseconds_since(start) < kSeekMilliseconds) frame();
        if (number_ >= sought_) {
            sought_ = -1;
            running = false;
        }
        return;
    }
    if (!running) return;
    owed_ += std::clamp(seconds, 0.0f, 1.0f) * std::clamp(speed, 0.05f, 2.0f);
    int steps = 0;
    while (owed_ >= kFrame - 1e-6f) {
        owed_ -= kFrame;
        if (steps++ < kMostSteps) frame();
    }
}

void Preview::step() {
    if (geometry_ == nullptr) return;
    take_built(false);
    frame();
}

void Preview::seek(int wanted) {
    running = false;
    if (geometry_ == nullptr) return;
    sought_ = std::max(0, wanted);  // before the first frame, which is on the way already
    to_rest();
}

void Preview::reset() {
    sought_ = -1;
    if (geometry_ != nullptr) to_rest();
}

void Preview::to_rest() {
    fresh_ = true;
    player_->restart();
    driver_->restart_motion();
    owed_ = 0.0f;
    frame();
}

}  // namespace yure::editor
