#include "block.hpp"

#include "kernel/lanes_scalar.hpp"
#include "kernel/substep.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace yure::sim {
namespace {

constexpr std::size_t kAlignedFloats = 16;  // 64 bytes

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}
/// Multiples of 1/64 px: below 2^18 px they and their differences are exact.
Vec2 base_of(Vec2 goal) {
    return {std::round(goal.x * 64.0f) / 64.0f, std::round(goal.y * 64.0f) / 64.0f};
}
std::size_t round_up(std::size_t n) {
    return (n + kAlignedFloats - 1) / kAlignedFloats * kAlignedFloats;
}

}  // namespace

Block::Block(const Scene::Data& data, const Tuning& tuning, const Kernel& kernel, int lanes_in_use)
    : data_(data), tuning_(tuning), kernel_(kernel), lanes_in_use_(lanes_in_use), lane_(at(kernel.clips)) {
    const KernelScene scene = tuning.view();
    const std::size_t particles = tuning.padded_particles(), obstacles = at(scene.obstacles);
    const std::size_t pins = at(round_up_to_pack(scene.pins)), goals = at(round_up_to_pack(scene.goals));
    const std::size_t paths = scene.limits > 0 ? at(round_up_to_pack(scene.limits) + kPack) : 0;
    const std::size_t glues = data.spec.glue_pins.size();
    const auto places = [](int packs) { return at(packs) * kPack; };

    // Twice: to count, then to hand out.
    for (int pass = 0; pass < 2; ++pass) {
        used_ = 0;
        for (float** points : {&view_.base, &view_.position, &view_.predicted, &view_.velocity, &view_.goal_from,
                               &view_.goal_to, &goal_wanted_, &position_kept_, &velocity_kept_})
            *points = array(2 * particles);
        for (float** points : {&view_.anchor_from, &view_.anchor_to}) *points = array(2 * pins);
        for (float** points : {&view_.target_from, &view_.target_to}) *points = array(2 * goals);
        for (float** points : {&view_.obstacle_from, &view_.obstacle_to, &obstacle_wanted_})
            *points = array(4 * obstacles);
        for (float** points : {&partner_from_, &partner_to_, &partner_wanted_}) *points = array(2 * glues);
        for (float** values : {&view_.length_from, &view_.length_to}) *values = array(places(scene.distance_packs));
        for (float** values : {&view_.area_from, &view_.area_to}) *values = array(places(scene.area_packs));
        for (float** points : {&view_.turn_from, &view_.turn_to}) *points = array(2 * places(scene.bend_packs));
        for (float** points : {&view_.weld_from, &view_.weld_to}) *points = array(2 * places(scene.weld_packs));
        for (float** values : {&view_.path_from, &view_.path_to}) *values = array(paths);
        view_.wind = array(2);
        fresh_ = array(1);
        view_.trouble = array(1);
        if (pass == 0) {
            storage_.assign(used_ + kAlignedFloats, 0.0f);
            const auto address = reinterpret_cast<std::uintptr_t>(storage_.data());
            base_ = storage_.data() + (64 - address % 64) % 64 / sizeof(float);
        }
    }
    view_.fresh = fresh_;

    for (const int pinned : tuning.pins()) {
        const auto glue = std::find(data.glue_pin.begin(), data.glue_pin.end(), pinned);
        glue_of_pin_.push_back(glue == data.glue_pin.end() ? -1 : static_cast<int>(glue - data.glue_pin.begin()));
    }
    Vec2 centre{};
    for (std::size_t k = 0; k < tuning.pins().size(); ++k) {
        const std::size_t i = at(tuning.pins()[k]);
        if (data.pin[i] < kRootPin) continue;
        root_pins_.push_back(static_cast<int>(k));
        root_arm_.push_back(data.rest[i]);
        centre += data.rest[i];
    }
    if (!root_arm_.empty()) centre = centre * (1.0f / static_cast<float>(root_arm_.size()));
    for (Vec2& arm : root_arm_) {
        arm = arm - centre;
        root_spread_ += dot(arm, arm);
    }

    scratch_.resize(data.rest.size());
    scratch_goals_.resize(data.rest.size());
    for (std::size_t i = 0; i < data.rest.size(); ++i) scratch_[i] = data.rest[i] + data.origin;
    const std::vector<Vec2> drawing = scratch_;
    for (int lane = 0; lane < kernel.clips; ++lane) {
        for (std::size_t i = 0; i < obstacles; ++i)
            for (const auto& [k, point] :
                 {std::pair{0, data.spec.obstacles[i].rest_a}, {1, data.spec.obstacles[i].rest_b}})
                for (float* points : {view_.obstacle_from, view_.obstacle_to, obstacle_wanted_})
                    put(points, 2 * static_cast<int>(i) + k, lane, point - data.origin);
        reset(lane, drawing);
        lane_[at(lane)].idle = lane >= lanes_in_use;
    }
}

float* Block::array(std::size_t values_per_lane) {
    float* place = base_ == nullptr ? nullptr : base_ + used_;
    used_ += round_up(values_per_lane * at(kernel_.clips));
    return place;
}

Vec2 Block::get(const float* points, int index, int lane) const {
    const float* p = points + static_cast<std::ptrdiff_t>(index) * 2 * kernel_.clips + lane;
    return {p[0], p[kernel_.clips]};
}

void Block::put(float* points, int index, int lane, Vec2 value) const {
    float* p = points + static_cast<std::ptrdiff_t>(index) * 2 * kernel_.clips + lane;
    p[0] = value.x;
    p[kernel_.clips] = value.y;
}

Vec2 Block::place(int particle, int lane) const {
    return get(view_.base, particle, lane) + get(view_.position, particle, lane);
}

void Block::put_place(int particle, int lane, Vec2 place) {
    put(view_.position, particle, lane, place - get(view_.base, particle, lane));
}

bool Block::all_idle() const {
    return std::all_of(lane_.begin(), lane_.end(), [](const Lane& lane) { return lane.idle; });
}

bool Block::acceptable(std::span<const Vec2> points, int lane) {
    for (const Vec2 p : points) {
        const Vec2 local = p - data_.origin;
        if (std::fabs(local.x) < kFarthest && std::fabs(local.y) < kFarthest) continue;  // false for NaN
        ++lane_[at(lane)].report.bad_goals;
        return false;
    }
    return true;
}

void Block::reset(int lane, std::span<const Vec2> goals) {
    assert(goals.size() == data_.rest.size());
    Lane& state = lane_[at(lane)];
    const bool idle = state.idle;
    state = Lane{};
    state.idle = idle;
    const bool usable = acceptable(goals, lane);
    for (int i = 0; i < data_.count; ++i) {
        const Vec2 goal = usable ? goals[at(i)] - data_.origin : data_.rest[at(i)];
        for (float* points : {view_.goal_from, view_.goal_to, goal_wanted_}) put(points, i, lane, goal);
        put(view_.base, i, lane, base_of(goal));
        put_place(i, lane, goal);
        put(view_.velocity, i, lane, {});
    }
    put(view_.wind, 0, lane, {});
    const std::span<const int> pins = tuning_.pins();
    for (std::size_t k = 0; k < pins.size(); ++k)
        for (float* points : {view_.anchor_from, view_.anchor_to})
            put(points, static_cast<int>(k), lane, get(view_.goal_to, pins[k], lane));
    fresh_[lane] = 1.0f;
    turn_frame(lane);
    place_targets(lane);
    const std::span<const int> held = tuning_.goals();
    for (std::size_t k = 0; k < held.size(); ++k)
        put(view_.target_from, static_cast<int>(k), lane, get(view_.target_to, static_cast<int>(k), lane));
}

void Block::set_goals(int lane, std::span<const Vec2> goals) {
    assert(goals.size() == data_.rest.size());
    if (!acceptable(goals, lane)) return;
    for (int i = 0; i < data_.count; ++i) put(goal_wanted_, i, lane, goals[at(i)] - data_.origin);
}

void Block::set_anchors(int lane, std::span<const Vec2> partners) {
    assert(partners.size() == data_.spec.glue_pins.size());
    if (!acceptable(partners, lane)) return;
    Lane& state = lane_[at(lane)];
    for (std::size_t g = 0; g < partners.size(); ++g) {
        const int particle = data_.glue_pin[g];
        if (particle < 0) continue;
        const Vec2 anchor = partners[g] - data_.spec.glue_pins[g].partner_rest + data_.rest[at(particle)];
        put(partner_wanted_, static_cast<int>(g), lane, anchor);
        if (state.fresh || !state.anchors_given) put(partner_from_, static_cast<int>(g), lane, anchor);
    }
    state.anchors_given = true;
}

void Block::set_obstacles(int lane, std::span<const Vec2> points) {
    assert(points.size() == 2 * data_.spec.obstacles.size());
    if (!acceptable(points, lane)) return;
    for (std::size_t i = 0; i < points.size(); ++i) {
        put(obstacle_wanted_, static_cast<int>(i), lane, points[i] - data_.origin);
        if (lane_[at(lane)].fresh) put(view_.obstacle_from, static_cast<int>(i), lane, points[i] - data_.origin);
    }
}

void Block::set_wind(int lane, Vec2 wind) {
    static constexpr float kStrongest = 1e6f;  // px/s^2
    const auto bounded = [](float a) { return std::isfinite(a) ? std::clamp(a, -kStrongest, kStrongest) : 0.0f; };
    put(view_.wind, 0, lane, {bounded(wind.x), bounded(wind.y)});
}

void Block::positions(int lane, std::span<Vec2> out) const {
    assert(out.size() == data_.rest.size());
    for (int i = 0; i < data_.count; ++i) out[at(i)] = place(i, lane) + data_.origin;
}

float Block::frame_angle(int lane) const {
    const Vec2 turn = lane_[at(lane)].turn;
    return arc_tangent(scalar::Lane1{turn.y}, scalar::Lane1{turn.x}).v;
}

/// to = the `remaining`-th part of the way from `from` to `wanted`; idle lanes stay where they are.
void Block::approach(float* to, const float* from, const float* wanted, int points, int remaining) const {
    const int lanes = kernel_.clips;
    const float share = 1.0f / static_cast<float>(remaining);
    for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(points) * 2; ++i)
        for (int lane = 0; lane < lanes; ++lane) {
            const std::ptrdiff_t k = i * lanes + lane;
            if (lane_[at(lane)].idle)
                to[k] = from[k];
            else
                to[k] = remaining == 1 ? wanted[k] : from[k] + (wanted[k] - from[k]) * share;
        }
}

void Block::place_anchors(int remaining) {
    approach(partner_to_, partner_from_, partner_wanted_, static_cast<int>(data_.glue_pin.size()), remaining);
    const std::span<const int> pins = tuning_.pins();
    for (std::size_t k = 0; k < pins.size(); ++k)
        for (int lane = 0; lane < kernel_.clips; ++lane) {
            const int glue = glue_of_pin_[k];
            const bool led = glue >= 0 && lane_[at(lane)].anchors_given;
            put(view_.anchor_to, static_cast<int>(k), lane,
                led ? get(partner_to_, glue, lane) : get(view_.goal_to, pins[k], lane));
        }
}

/// Procrustes in the plane: with the arms r of the roots about their centroid, the best rotation has cosine and sine
/// proportional to the sums of dot(r, a) and cross(r, a) over the anchors a.
void Block::turn_frame(int lane) {
    double cosine = 0.0, sine = 0.0;
    for (std::size_t k = 0; k < root_pins_.size(); ++k) {
        const Vec2 arm = root_arm_[k], anchor = get(view_.anchor_to, root_pins_[k], lane);
        cosine += static_cast<double>(arm.x) * anchor.x + static_cast<double>(arm.y) * anchor.y;
        sine += static_cast<double>(arm.x) * anchor.y - static_cast<double>(arm.y) * anchor.x;
    }
    const double size = std::sqrt(cosine * cosine + sine * sine);
    // Roots on one spot, or squeezed to one by the rig, have no direction: the last one is kept.
    if (root_spread_ < 1.0f || size < 1e-3 * static_cast<double>(root_spread_)) return;
    lane_[at(lane)].turn = {static_cast<float>(cosine / size), static_cast<float>(sine / size)};
}

void Block::place_targets(int lane) {
    const Vec2 turn = lane_[at(lane)].turn;
    const std::span<const int> held = tuning_.goals();
    for (std::size_t k = 0; k < held.size(); ++k) {
        const Vec2 offset = data_.goal_offset[at(held[k])];
        const Vec2 turned{turn.x * offset.x - turn.y * offset.y, turn.y * offset.x + turn.x * offset.y};
        put(view_.target_to, static_cast<int>(k), lane, get(view_.goal_to, held[k], lane) + turned);
    }
}

/// Pins that jump farther in a frame than the body is large do not swing it, they take it along, at rest.
void Block::carry_teleport(int lane) {
    const bool held = !root_pins_.empty();
    const int points = held ? static_cast<int>(root_pins_.size()) : data_.count;
    const float *from = held ? view_.anchor_from : view_.goal_from, *to = held ? view_.anchor_to : view_.goal_to;
    Vec2 jump{};
    for (int k = 0; k < points; ++k) {
        const int i = held ? root_pins_[at(k)] : k;
        jump += get(to, i, lane) - get(from, i, lane);
    }
    jump = jump * (1.0f / static_cast<float>(points));
    if (!(length(jump) > std::max(data_.extent, 300.0f))) return;
    ++lane_[at(lane)].report.teleports;
    const auto carry = [&](float* list, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k)
            put(list, static_cast<int>(k), lane, get(list, static_cast<int>(k), lane) + jump);
    };
    carry(view_.position, at(data_.count));
    carry(view_.goal_from, at(data_.count));
    carry(view_.anchor_from, tuning_.pins().size());
    carry(view_.target_from, tuning_.goals().size());
    for (int i = 0; i < data_.count; ++i) put(view_.velocity, i, lane, {});
}

/// The particles stay where they are.
void Block::move_base(int lane) {
    for (int i = 0; i < data_.count; ++i) {
        const Vec2 before = get(view_.base, i, lane), after = base_of(get(view_.goal_to, i, lane));
        if (before == after) continue;
        put(view_.position, i, lane, get(view_.position, i, lane) + (before - after));
        put(view_.base, i, lane, after);
    }
}

void Block::begin_frame(int remaining) {
    approach(view_.goal_to, view_.goal_from, goal_wanted_, data_.count, remaining);
    approach(view_.obstacle_to, view_.obstacle_from, obstacle_wanted_,
             2 * static_cast<int>(data_.spec.obstacles.size()), remaining);
    place_anchors(remaining);
    for (int lane = 0; lane < kernel_.clips; ++lane) {
        if (lane_[at(lane)].idle) continue;
        carry_teleport(lane);
        move_base(lane);
        turn_frame(lane);
        place_targets(lane);
    }
}

void Block::end_frame() {
    const auto copy = [&](float* to, const float* from, std::size_t points) {
        std::copy_n(from, points * 2 * at(kernel_.clips), to);
    };
    copy(view_.goal_from, view_.goal_to, at(data_.count));
    copy(view_.anchor_from, view_.anchor_to, tuning_.pins().size());
    copy(view_.target_from, view_.target_to, tuning_.goals().size());
    copy(view_.obstacle_from, view_.obstacle_to, 2 * data_.spec.obstacles.size());
    copy(partner_from_, partner_to_, data_.glue_pin.size());
    for (int lane = 0; lane < kernel_.clips; ++lane) {
        fresh_[lane] = 0.0f;
        if (!lane_[at(lane)].idle) lane_[at(lane)].fresh = false;
    }
}

void Block::keep_idle_lanes() {
    for (int lane = 0; lane < kernel_.clips; ++lane) {
        if (!lane_[at(lane)].idle) continue;
        for (int i = 0; i < data_.count; ++i) {
            put(view_.position, i, lane, get(position_kept_, i, lane));
            put(view_.velocity, i, lane, get(velocity_kept_, i, lane));
        }
    }
}

void Block::step(const Tuning& tuning, const KernelFrame& frame, int remaining) {
    if (all_idle()) return;
    const bool some_idle = std::any_of(lane_.begin(), lane_.end(), [](const Lane& lane) { return lane.idle; });
    const std::size_t numbers = at(data_.count) * 2 * at(kernel_.clips);
    if (some_idle) {
        std::copy_n(view_.position, numbers, position_kept_);
        std::copy_n(view_.velocity, numbers, velocity_kept_);
    }
    begin_frame(remaining);
    const KernelScene scene = tuning.view();
    kernel_.prepare(scene, view_);
    kernel_.run(scene, view_, frame);
    if (some_idle) keep_idle_lanes();
    mend_lanes(scene);
    end_frame();
}

void Block::place_pins(const Tuning& tuning) {
    if (all_idle()) return;
    begin_frame(1);
    kernel_.prepare(tuning.view(), view_);
    for (std::size_t k = 0; k < tuning.pins().size(); ++k) {
        const int pinned = tuning.pins()[k];
        if (!data_.kinematic(pinned)) continue;
        for (int lane = 0; lane < kernel_.clips; ++lane)
            if (!lane_[at(lane)].idle) put_place(pinned, lane, get(view_.anchor_to, static_cast<int>(k), lane));
    }
    mend_lanes(tuning.view());
    end_frame();
}

void Block::mend_lanes(const KernelScene& scene) {
    kernel_.inspect(scene, view_);
    for (int lane = 0; lane < kernel_.clips; ++lane)
        if (!lane_[at(lane)].idle && view_.trouble[lane] > 0.0f) mend(lane, view_.trouble[lane]);
}

void Block::mend(int lane, float trouble) {
    LaneReport& report = lane_[at(lane)].report;
    if (trouble >= 2.0f) {
        ++report.restarts;
        for (int i = 0; i < data_.count; ++i) {
            put_place(i, lane, get(view_.goal_to, i, lane));
            put(view_.velocity, i, lane, {});
        }
        return;
    }
    ++report.unfolded;
    unfold(lane);
}

/// Projects flipped triangles until none is left; should that not end, draws the whole lane towards its goals, which
/// flip nothing (triangles that lie flipped on the goals themselves do not count).
void Block::unfold(int lane) {
    using V = scalar::Lane1;
    using A = ClipsInLanes<V>;
    for (int i = 0; i < data_.count; ++i) {
        scratch_[at(i)] = place(i, lane);
        scratch_goals_[at(i)] = get(view_.goal_to, i, lane);
    }
    float *x = &scratch_[0].x, *goals = &scratch_goals_[0].x;
    const KernelScene scene = tuning_.view();
    const auto rest = [&](int i) { return view_.area_to[static_cast<std::ptrdiff_t>(i) * kernel_.clips + lane]; };
    const auto flipped = [&](const float* points, const AreaPack& c, int k, int i) {
        const AreaSides<V> p = load_sides<A>(points, c, k);
        return signed_area(p.e, p.f, A::number(c.half_sign + k)).value.v < rest(i) * kFlippedShare;
    };
    const auto any_flipped = [&] {
        bool found = false;
        sweep<A>(scene.area, scene.area_packs, false, [&](const AreaPack& c, int k, int i) {
            found = found || (flipped(x, c, k, i) && !flipped(goals, c, k, i));
        });
        return found;
    };
    const AreaSides<V> no_base{};
    constexpr int kSweeps = 40, kHalvings = 40;
    bool open = true;
    for (int n = 0; n < kSweeps && open; ++n) {
        sweep<A>(scene.area, scene.area_packs, n % 2 == 1, [&](const AreaPack& c, int k, int i) {
            if (flipped(goals, c, k, i)) return;
            AreaCorners<V> corners = load_corners<A>(x, c, k);
            if (guard_triangle(corners, no_base, load_weights<A>(c, k), A::number(c.half_sign + k), V{rest(i)}))
                store_corners<A>(x, c, k, corners);
        });
        open = any_flipped();
    }
    for (int halving = 0; halving < kHalvings && open; ++halving) {
        for (int i = 0; i < data_.count; ++i)
            scratch_[at(i)] =
                halving + 1 < kHalvings ? 0.5f * (scratch_[at(i)] + scratch_goals_[at(i)]) : scratch_goals_[at(i)];
        open = any_flipped();
    }
    for (int i = 0; i < data_.count; ++i) {
        if (place(i, lane) == scratch_[at(i)] || data_.kinematic(i)) continue;
        put_place(i, lane, scratch_[at(i)]);
        put(view_.velocity, i, lane, get(view_.velocity, i, lane) * 0.5f);  // what had to be mended was too fast
    }
}

Block::Saved Block::save() const {
    return {{base_, base_ + used_}, lane_};
}

void Block::restore(const Saved& saved) {
    std::copy(saved.numbers.begin(), saved.numbers.end(), base_);
    lane_ = saved.lanes;
}

}  // namespace yure::sim
