#include "preview/tip_trace.hpp"

#include <algorithm>

namespace yure::editor {
namespace {

constexpr std::size_t kMostBytes = 32u << 20;  // of both tables
constexpr int kMostFrames = 1200;
constexpr int kFirstRedirect = 30;  // frames; then whenever there are twice as many

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

void TipTrace::start(std::string body) {
    *this = {};
    body_ = std::move(body);
}

void TipTrace::add(int frame, const LiveSimulation::BodyFrame& body, const render::Pose& exported) {
    const int particles = static_cast<int>(body.goals.size());
    const bool follows = particles == particles_ && frame == first_ + frames();
    if (!follows) {
        start(std::move(body_));
        particles_ = particles;
        first_ = frame;
    }
    look(body, exported);
    std::vector<float> simulated(2 * at(particles)), baked(2 * at(particles));
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
        const std::vector<Vec2>& played = exported.meshes[at(body.meshes[m])].positions;
        const int begin = body.first_particle[m], end = body.first_particle[m + 1];
        for (int p = begin; p < end; ++p) {
            const Vec2 goal = body.goals[at(p)], real = body.simulated[at(p)];
            const Vec2 shown = at(p - begin) < played.size() ? played[at(p - begin)] : goal;
            simulated[2 * at(p)] = real.x - goal.x;
            simulated[2 * at(p) + 1] = real.y - goal.y;
            baked[2 * at(p)] = shown.x - goal.x;
            baked[2 * at(p) + 1] = shown.y - goal.y;
        }
    }
    rows_simulated_.insert(rows_simulated_.end(), simulated.begin(), simulated.end());
    rows_baked_.insert(rows_baked_.end(), baked.begin(), baked.end());
    error_.push_back(apart_.empty() ? 0.0f : *std::max_element(apart_.begin(), apart_.end()));
    simulated_.push_back(direction_.along(simulated));
    baked_.push_back(direction_.along(baked));
    if (frames() == 2 || (frames() >= kFirstRedirect && frames() >= 2 * directed_)) redirect();

    const std::size_t row = 2 * at(particles) * sizeof(float);
    const int most = std::clamp(static_cast<int>(kMostBytes / std::max<std::size_t>(2 * row, 1)), 4 * kFirstRedirect, kMostFrames);
    if (frames() <= most) return;
    const int gone = most / 4;
    const auto floats = static_cast<std::ptrdiff_t>(2 * at(particles) * at(gone));
    rows_simulated_.erase(rows_simulated_.begin(), rows_simulated_.begin() + floats);
    rows_baked_.erase(rows_baked_.begin(), rows_baked_.begin() + floats);
    error_.erase(error_.begin(), error_.begin() + gone);
    simulated_.erase(simulated_.begin(), simulated_.begin() + gone);
    baked_.erase(baked_.begin(), baked_.begin() + gone);
    first_ += gone;
    redirect();
}

void TipTrace::look(const LiveSimulation::BodyFrame& body, const render::Pose& exported) {
    apart_.assign(body.goals.size(), 0.0f);
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
        const std::vector<Vec2>& played = exported.meshes[at(body.meshes[m])].positions;
        const int begin = body.first_particle[m], end = body.first_particle[m + 1];
        for (int p = begin; p < end && at(p - begin) < played.size(); ++p) apart_[at(p)] = distance(body.simulated[at(p)], played[at(p - begin)]);
    }
}

void TipTrace::redirect() {
    directed_ = frames();
    direction_ = baker::tip_direction(rows_simulated_, particles_);
    const std::size_t columns = 2 * at(particles_);
    for (int f = 0; f < frames(); ++f) {
        simulated_[at(f)] = direction_.along(std::span(rows_simulated_).subspan(at(f) * columns, columns));
        baked_[at(f)] = direction_.along(std::span(rows_baked_).subspan(at(f) * columns, columns));
    }
}

int TipTrace::worst_frame() const {
    if (error_.empty()) return -1;
    return first_ + static_cast<int>(std::max_element(error_.begin(), error_.end()) - error_.begin());
}

float TipTrace::worst_error() const { return error_.empty() ? 0.0f : *std::max_element(error_.begin(), error_.end()); }

}  // namespace yure::editor
