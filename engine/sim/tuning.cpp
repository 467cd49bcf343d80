#include "tuning.hpp"

#include <algorithm>
#include <cmath>

namespace yure::sim {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

template <class T>
void pad(std::vector<T>& column, T value) {
    column.resize(at(round_up_to_pack(static_cast<int>(column.size()))), value);
}

/// Calls `visit(pack, place, constraint)` for every constraint, pack by pack.
template <class Pack, class Constraint, class Visit>
void for_each_place(std::vector<Pack>& packs, const std::vector<Constraint>& constraints, Visit visit) {
    std::size_t next = 0;
    for (Pack& pack : packs)
        for (std::size_t place = 0; place < at(pack.count); ++place) visit(pack, place, constraints[next++]);
}

/// Packs of these sizes whose places are all unused.
template <class Pack>
std::vector<Pack> empty_packs(const std::vector<int>& sizes, const Pack& unused) {
    std::vector<Pack> packs(sizes.size(), unused);
    for (std::size_t i = 0; i < sizes.size(); ++i) packs[i].count = sizes[i];
    return packs;
}

}  // namespace

Tuning::Tuning(const Scene::Data& data) : data_(data), spare_(data.count) {
    pack_particles();
    pack_constraints();
    list_held_particles();
    list_limits();
    for (const Obstacle& o : data.spec.obstacles) obstacle_.push_back({o.radius_a, o.radius_b, 1.0f});
}

void Tuning::pack_particles() {
    const std::size_t padded = at(round_up_to_pack(data_.count + 1));  // the spare particle included
    decay_.assign(padded, 0.0f);
    wind_share_ = data_.wind;
    fall_share_.assign(at(data_.count), 1.0f);
    inverse_mass_ = data_.inverse_mass;
    for (std::vector<float>* column : {&wind_share_, &fall_share_, &inverse_mass_}) column->resize(padded, 0.0f);
}

void Tuning::pack_constraints() {
    const auto weight = [&](int i) { return data_.inverse_mass[at(i)]; };

    DistancePack no_distance{};
    std::fill_n(no_distance.a, kPack, spare_), std::fill_n(no_distance.b, kPack, spare_);
    distance_ = empty_packs(data_.distance_packs, no_distance);
    for_each_place(distance_, data_.distance, [&](DistancePack& pack, std::size_t k, const DistanceConstraint& c) {
        pack.a[k] = c.a, pack.b[k] = c.b;
        pack.weight_a[k] = weight(c.a), pack.weight_b[k] = weight(c.b);
        pack.rest_length[k] = c.rest_length;
    });

    AreaPack no_area{};
    for (int* corner : {no_area.a, no_area.b, no_area.c}) std::fill_n(corner, kPack, spare_);
    std::fill_n(no_area.compliance, kPack, -1.0f);
    area_ = empty_packs(data_.area_packs, no_area);
    for_each_place(area_, data_.area, [&](AreaPack& pack, std::size_t k, const AreaConstraint& c) {
        pack.a[k] = c.a, pack.b[k] = c.b, pack.c[k] = c.c;
        pack.weight_a[k] = weight(c.a), pack.weight_b[k] = weight(c.b), pack.weight_c[k] = weight(c.c);
        pack.half_sign[k] = 0.5f * c.sign;
    });

    BendPack no_bend{};
    for (int* corner : {no_bend.p, no_bend.q, no_bend.r, no_bend.s}) std::fill_n(corner, kPack, spare_);
    std::fill_n(no_bend.compliance, kPack, 1.0f);
    bend_ = empty_packs(data_.bend_packs, no_bend);
    for_each_place(bend_, data_.bend, [&](BendPack& pack, std::size_t k, const BendConstraint& c) {
        pack.p[k] = c.p, pack.q[k] = c.q, pack.r[k] = c.r, pack.s[k] = c.s;
        pack.weight_p[k] = weight(c.p), pack.weight_q[k] = weight(c.q);
        pack.weight_r[k] = weight(c.r), pack.weight_s[k] = weight(c.s);
        pack.first_qx[k] = c.first_q.x, pack.first_qy[k] = c.first_q.y;
        pack.first_rx[k] = c.first_r.x, pack.first_ry[k] = c.first_r.y;
        pack.second_qx[k] = c.second_q.x, pack.second_qy[k] = c.second_q.y;
        pack.second_sx[k] = c.second_s.x, pack.second_sy[k] = c.second_s.y;
    });

    WeldPack no_weld{};
    std::fill_n(no_weld.a, kPack, spare_), std::fill_n(no_weld.b, kPack, spare_);
    weld_ = empty_packs(data_.weld_packs, no_weld);
    for_each_place(weld_, data_.weld, [&](WeldPack& pack, std::size_t k, const WeldConstraint& c) {
        const float sum = c.mobility_a + c.mobility_b;
        pack.a[k] = c.a, pack.b[k] = c.b;
        pack.share_a[k] = c.mobility_a / sum, pack.share_b[k] = c.mobility_b / sum;
    });
}

void Tuning::list_held_particles() {
    for (const bool kinematic : {true, false}) {
        for (int i = 0; i < data_.count; ++i)
            if (data_.pin[at(i)] > 0.0f && data_.kinematic(i) == kinematic) pin_particle_.push_back(i);
        (kinematic ? kinematic_pins_ : pins_) = pin_particle_.size();
    }
    for (int i = 0; i < data_.count; ++i)
        if (data_.goal[at(i)] > 0.0f) goal_particle_.push_back(i);
    goals_ = goal_particle_.size();
    pad(pin_particle_, spare_);
    pad(goal_particle_, spare_);
    pin_share_.assign(pin_particle_.size(), 0.0f);
    std::fill_n(pin_share_.begin(), kinematic_pins_, 1.0f);
    goal_share_.assign(goal_particle_.size(), 0.0f);
}

void Tuning::list_limits() {
    if (data_.spec.material.slack >= 1.0f) return;
    std::vector<int> slot_of(at(data_.count), -1);
    for (const int i : data_.path_order) {
        if (data_.root[at(i)] == i) continue;
        slot_of[at(i)] = static_cast<int>(limit_particle_.size());
        limit_particle_.push_back(i);
        limit_root_.push_back(data_.root[at(i)]);
        limit_previous_.push_back(data_.previous[at(i)]);
    }
    limits_ = limit_particle_.size();
    for (std::vector<int>* column : {&limit_particle_, &limit_root_, &limit_previous_}) pad(*column, spare_);
    const int behind = static_cast<int>(limit_particle_.size());
    for (std::size_t k = 0; k < limits_; ++k) {
        const int slot = slot_of[at(limit_previous_[k])];
        limit_previous_slot_.push_back(slot < 0 ? behind : slot);
    }
}

void Tuning::set(float h, float damping_floor) {
    if (h == h_ && damping_floor == damping_floor_) return;
    h_ = h;
    damping_floor_ = damping_floor;
    const float per_h2 = 1.0f / (h * h);
    for (std::size_t i = 0; i < data_.damping.size(); ++i)
        decay_[i] = std::exp(-std::max(data_.damping[i], damping_floor) * h);
    for_each_place(distance_, data_.distance, [&](DistancePack& pack, std::size_t k, const DistanceConstraint& c) {
        const float sum = pack.weight_a[k] + pack.weight_b[k];
        pack.stretch[k] = 1.0f / (sum + c.stretch * per_h2);
        pack.compression[k] = 1.0f / (sum + c.compression * per_h2);
    });
    for_each_place(area_, data_.area, [&](AreaPack& pack, std::size_t k, const AreaConstraint& c) {
        pack.compliance[k] = c.compliance < 0.0f ? -1.0f : c.compliance * per_h2;
    });
    for_each_place(bend_, data_.bend, [&](BendPack& pack, std::size_t k, const BendConstraint& c) {
        pack.compliance[k] = c.compliance * per_h2;
    });
    for (std::size_t k = kinematic_pins_; k < pins_; ++k)
        // Below 1, which means kinematic, also where the substep is so long that nothing is left of the compliance.
        pin_share_[k] =
            std::min(1.0f / (1.0f + soft_pin_compliance(data_.pin[at(pin_particle_[k])]) * per_h2), 0.999999f);
    for (std::size_t k = 0; k < goals_; ++k) {
        const float omega_h = goal_frequency(data_.goal[at(goal_particle_[k])]) * h;
        goal_share_[k] = omega_h * omega_h / (1.0f + omega_h * omega_h);
    }
    for (std::size_t i = 0; i < obstacle_.size(); ++i)
        obstacle_[i].keep = std::pow(1.0f - data_.spec.obstacles[i].friction, 60.0f * h);
}

KernelScene Tuning::view() const {
    const auto size = [](const auto& list) { return static_cast<int>(list.size()); };
    KernelScene view{};
    view.particles = data_.count;
    view.decay = decay_.data(), view.wind_share = wind_share_.data();
    view.fall_share = fall_share_.data(), view.inverse_mass = inverse_mass_.data();
    view.distance = distance_.data(), view.distance_packs = size(distance_);
    view.area = area_.data(), view.area_packs = size(area_);
    view.bend = bend_.data(), view.bend_packs = size(bend_);
    view.weld = weld_.data(), view.weld_packs = size(weld_);
    view.pin_particle = pin_particle_.data(), view.pin_share = pin_share_.data();
    view.pins = static_cast<int>(pins_), view.kinematic_pins = static_cast<int>(kinematic_pins_);
    view.goal_particle = goal_particle_.data(), view.goal_share = goal_share_.data();
    view.goals = static_cast<int>(goals_);
    view.limit_particle = limit_particle_.data(), view.limit_root = limit_root_.data();
    view.limit_previous = limit_previous_.data(), view.limit_previous_slot = limit_previous_slot_.data();
    view.limits = static_cast<int>(limits_);
    view.obstacle = obstacle_.data(), view.obstacles = size(obstacle_);
    view.rest_follows_both = data_.spec.material.rest_follows_both;
    view.slack_factor = 1.0f + data_.spec.material.slack;
    view.gravity_x = data_.spec.settings.gravity.x;
    view.gravity_y = data_.spec.settings.gravity.y;
    return view;
}

}  // namespace yure::sim
