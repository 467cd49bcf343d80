#include "preview/pose_driver.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "yure/core/lookup.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/file.hpp"

namespace yure::editor {
namespace {

constexpr float kFrame = 1.0f / 60.0f;
constexpr float kShakeSeconds = 2.0f;

std::string file_name(const std::filesystem::path& path) {
    const std::u8string text = path.filename().u8string();
    std::string name(text.begin(), text.end());
    constexpr std::string_view ending = ".motion3.json";
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
    return name;
}

}  // namespace

PoseDriver::PoseDriver(const studio::Model& model)
    : ranges_(model.parameter_ranges()),
      parts_(model.part_ids()),
      groups_(model.effect_groups()),
      held_(ranges_.size()),
      driven_(ranges_.size(), false),
      blinker_(ranges_, groups_.eye_blink, 7),
      breather_(ranges_, motion::default_breath()) {
    for (const ParameterRange& range : ranges_) values_.push_back(range.default_value);
    before_ = values_;
    for (const studio::ModelFile* file : model.location.all(studio::FileRole::motion))
        if (file->reference.found()) motions_.push_back({file_name(file->reference.path), file->reference.path, file->group});
    angle_x_ = axis("ParamAngleX");
    angle_y_ = axis("ParamAngleY");
    angle_z_ = axis("ParamAngleZ");
    body_x_ = axis("ParamBodyAngleX");
    body_y_ = axis("ParamBodyAngleY");
    body_z_ = axis("ParamBodyAngleZ");
    eye_x_ = axis("ParamEyeBallX");
    eye_y_ = axis("ParamEyeBallY");
}

/// Also under the old spelling, PARAM_ANGLE_X.
PoseDriver::Axis PoseDriver::axis(std::string_view id) const {
    int row = find_by_id(ranges_, id);
    if (row < 0) {
        std::string old;
        for (const char letter : id) {
            if (letter >= 'A' && letter <= 'Z' && !old.empty()) old += '_';
            old += static_cast<char>(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
        }
        row = find_by_id(ranges_, old);
    }
    if (row < 0) return {};
    const ParameterRange& range = ranges_[static_cast<std::size_t>(row)];
    return {row, range.min, range.max, range.default_value};
}

void PoseDriver::hold(int parameter, float value) {
    const auto row = static_cast<std::size_t>(parameter);
    held_[row] = std::clamp(value, ranges_[row].min, ranges_[row].max);
}

void PoseDriver::release(int parameter) { held_[static_cast<std::size_t>(parameter)].reset(); }
void PoseDriver::release_all() { std::fill(held_.begin(), held_.end(), std::nullopt); }
bool PoseDriver::any_held() const {
    return std::any_of(held_.begin(), held_.end(), [](const auto& each) { return each.has_value(); });
}

Status PoseDriver::play(int wanted) {
    player_.reset();
    clip_.reset();
    playing_ = -1;
    if (wanted < 0 || static_cast<std::size_t>(wanted) >= motions_.size()) return {};
    const MotionEntry& entry = motions_[static_cast<std::size_t>(wanted)];
    const Result<std::string> text = studio::read_text(entry.file);
    if (!text) return text.error();
    Result<formats::Motion3> read = formats::read_motion3(*text);
    if (!read) return Error{entry.name + " " + read.error().where, read.error().what};
    motion::ClipOptions options;
    options.groups = groups_;
    player_.emplace(std::move(read->clip), ranges_, parts_, options);
    playing_ = wanted;
    return {};
}

void PoseDriver::restart_motion() {
    if (player_) player_->restart();
    clip_frame_ = 0;
}

void PoseDriver::play_clip(baker::DriveClip clip) {
    player_.reset();
    playing_ = -1;
    clip_rows_.clear();
    for (const std::string& id : clip.input_ids) clip_rows_.push_back(find_by_id(ranges_, id));
    clip_ = std::move(clip);
    clip_frame_ = 0;
}

/// Moves an axis by `share` (-1..1) of the way from rest to its end.
void PoseDriver::add(const Axis& target, float share) {
    if (target.parameter < 0 || share == 0.0f || held_[static_cast<std::size_t>(target.parameter)]) return;
    float& value = values_[static_cast<std::size_t>(target.parameter)];
    value += share > 0.0f ? share * (target.max - target.rest) : share * (target.rest - target.min);
    value = std::clamp(value, target.min, target.max);
}

void PoseDriver::follow_pointer() {
    // A critically damped spring: a tracker's lag of about an eighth of a second without overshoot.
    constexpr float stiffness = 18.0f;
    const Vec2 pull = (wanted_look_ - look_) * (stiffness * stiffness) - look_speed_ * (2.0f * stiffness);
    look_speed_ += pull * kFrame;
    look_ += look_speed_ * kFrame;
    if (length(look_) < 1e-4f && length(look_speed_) < 1e-3f && wanted_look_ == Vec2{}) look_ = look_speed_ = {};
    add(angle_x_, look_.x);
    add(angle_y_, look_.y);
    add(angle_z_, -look_.x * look_.y);
    add(body_x_, look_.x);
    add(body_y_, look_.y * 0.5f);
    add(eye_x_, look_.x);
    add(eye_y_, look_.y);
}

void PoseDriver::sway() {
    const auto wave = [this](double period, double phase) {
        return static_cast<float>(std::sin((clock_ / period + phase) * 2.0 * std::numbers::pi));
    };
    add(angle_x_, 0.22f * wave(5.3, 0.0) + 0.1f * wave(2.9, 0.3));
    add(angle_y_, 0.12f * wave(4.1, 0.2));
    add(angle_z_, 0.2f * wave(6.1, 0.6));
    add(body_x_, 0.25f * wave(5.3, -0.05));
    add(body_z_, 0.3f * wave(7.3, 0.1));
}

void PoseDriver::shake_frame() {
    if (shake_time_ < 0.0f) return;
    const float swing = std::sin(shake_time_ * 2.0f * std::numbers::pi_v<float> * 2.0f) * std::exp(-1.6f * shake_time_);
    add(angle_x_, swing);
    add(angle_z_, -0.5f * swing);
    add(body_x_, 0.8f * swing);
    add(body_z_, 0.6f * swing);
    shake_time_ += kFrame;
    if (shake_time_ > kShakeSeconds) shake_time_ = -1.0f;
}

std::span<const float> PoseDriver::clip_values() {
    for (std::size_t i = 0; i < ranges_.size(); ++i) values_[i] = ranges_[i].default_value;
    if (loop && clip_over()) clip_frame_ = 0;
    const std::span<const float> row = clip_->frame(std::min(clip_frame_, clip_->frames() - 1));
    ++clip_frame_;
    for (std::size_t i = 0; i < clip_rows_.size(); ++i) {
        if (clip_rows_[i] < 0) continue;
        const auto parameter = static_cast<std::size_t>(clip_rows_[i]);
        values_[parameter] = std::clamp(row[i], ranges_[parameter].min, ranges_[parameter].max);
    }
    for (std::size_t i = 0; i < values_.size(); ++i) driven_[i] = values_[i] != ranges_[i].default_value;
    return values_;
}

std::span<const float> PoseDriver::advance() {
    if (clip_ && clip_->frames() > 0) return clip_values();
    for (std::size_t i = 0; i < ranges_.size(); ++i) values_[i] = held_[i].value_or(ranges_[i].default_value);
    before_ = values_;
    if (player_) {
        // Its first update shows time 0. A finished one keeps its last pose until it is played again.
        if (player_->finished() && loop) player_->restart();
        player_->update(values_, kFrame);
    } else if (idle) {
        sway();
    }
    if (blink) {
        // Eyes that a hand holds or a motion drives are theirs.
        const std::vector<float> now = values_;
        blinker_.update(values_, kFrame);
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (held_[i] || now[i] != before_[i]) values_[i] = now[i];
    }
    if (breath) {
        breather_.update(values_, kFrame);
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (held_[i] && !player_) values_[i] = *held_[i];
    }
    follow_pointer();
    shake_frame();
    for (std::size_t i = 0; i < values_.size(); ++i) driven_[i] = values_[i] != before_[i];
    clock_ += static_cast<double>(kFrame);
    return values_;
}

}  // namespace yure::editor
