#include "tuning.hpp"

#include <algorithm>
#include <cmath>

namespace yure::sim {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

Tuning::Tuning(const Scene::Data& data) : data_(data) {
    const auto weight = [&](int i) { return data.inverse_mass[at(i)]; };
    for (int i = 0; i < data.count; ++i) particle_.push_back({1.0f, data.wind[at(i)], weight(i)});
    for (const DistanceConstraint& c : data.distance) {
        distance_.push_back({c.a, c.b, weight(c.a), weight(c.b), 0.0f, 0.0f});
        rest_length_.push_back(c.rest_length);
    }
    for (const AreaConstraint& c : data.area)
        area_.push_back({c.a, c.b, c.c, weight(c.a), weight(c.b), weight(c.c), 0.5f * c.sign, c.compliance});
    for (const BendConstraint& c : data.bend)
        bend_.push_back({c.p, c.q, c.r, c.s, weight(c.p), weight(c.q), weight(c.r), weight(c.s), c.first_q.x,
                         c.first_q.y, c.first_r.x, c.first_r.y, c.second_q.x, c.second_q.y, c.second_s.x, c.second_s.y,
                         0.0f});
    for (const WeldConstraint& c : data.weld) {
        const float sum = c.mobility_a + c.mobility_b;
        weld_.push_back({c.a, c.b, c.mobility_a / sum, c.mobility_b / sum});
    }
    for (int i = 0; i < data.count; ++i)
        if (data.pin[at(i)] > 0.0f) pin_.push_back({i, data.kinematic(i) ? 1.0f : 0.0f});
    for (int i = 0; i < data.count; ++i)
        if (data.goal[at(i)] > 0.0f) goal_.push_back({i, 0.0f});
    if (data.spec.material.slack < 1.0f)
        for (const int i : data.path_order)
            if (data.root[at(i)] != i) limit_.push_back({i, data.root[at(i)], data.previous[at(i)]});
    for (const Obstacle& o : data.spec.obstacles) obstacle_.push_back({o.radius_a, o.radius_b, 1.0f});
}

void Tuning::set(float h, float damping_floor) {
    if (h == h_ && damping_floor == damping_floor_) return;
    h_ = h;
    damping_floor_ = damping_floor;
    const float per_h2 = 1.0f / (h * h);
    for (std::size_t i = 0; i < particle_.size(); ++i)
        particle_[i].decay = std::exp(-std::max(data_.damping[i], damping_floor) * h);
    for (std::size_t i = 0; i < distance_.size(); ++i) {
        TunedDistance& c = distance_[i];
        const float sum = c.weight_a + c.weight_b;
        c.stretch = 1.0f / (sum + data_.distance[i].stretch * per_h2);
        c.compression = 1.0f / (sum + data_.distance[i].compression * per_h2);
    }
    for (std::size_t i = 0; i < area_.size(); ++i)
        area_[i].compliance = data_.area[i].compliance < 0.0f ? -1.0f : data_.area[i].compliance * per_h2;
    for (std::size_t i = 0; i < bend_.size(); ++i) bend_[i].compliance = data_.bend[i].compliance * per_h2;
    for (TunedPin& pin : pin_) {
        if (data_.kinematic(pin.particle)) continue;
        // Below 1, which means kinematic, also where the substep is so long that nothing is left of the compliance.
        pin.share = std::min(1.0f / (1.0f + soft_pin_compliance(data_.pin[at(pin.particle)]) * per_h2), 0.999999f);
    }
    for (TunedGoal& goal : goal_) {
        const float omega_h = goal_frequency(data_.goal[at(goal.particle)]) * h;
        goal.share = omega_h * omega_h / (1.0f + omega_h * omega_h);
    }
    for (std::size_t i = 0; i < obstacle_.size(); ++i)
        obstacle_[i].keep = std::pow(1.0f - data_.spec.obstacles[i].friction, 60.0f * h);
}

KernelScene Tuning::view() const {
    const auto size = [](const auto& list) { return static_cast<int>(list.size()); };
    KernelScene view{};
    view.particle = particle_.data(), view.particles = size(particle_);
    view.distance = distance_.data(), view.distances = size(distance_);
    view.rest_length = rest_length_.data();
    view.area = area_.data(), view.areas = size(area_);
    view.bend = bend_.data(), view.bends = size(bend_);
    view.weld = weld_.data(), view.welds = size(weld_);
    view.pin = pin_.data(), view.pins = size(pin_);
    view.goal = goal_.data(), view.goals = size(goal_);
    view.limit = limit_.data(), view.limits = size(limit_);
    view.obstacle = obstacle_.data(), view.obstacles = size(obstacle_);
    view.rest_follows_both = data_.spec.material.rest_follows_both;
    view.slack_factor = 1.0f + data_.spec.material.slack;
    view.gravity_x = data_.spec.settings.gravity.x;
    view.gravity_y = data_.spec.settings.gravity.y;
    return view;
}

}  // namespace yure::sim
