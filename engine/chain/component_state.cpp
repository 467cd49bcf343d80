#include "component_state.hpp"

#include <algorithm>
#include <cmath>

#include "yure/chain/forces.hpp"

namespace yure::chain {
namespace {

constexpr double kSlack = 1e-9;      // s; keeps 24, 25 and 30 Hz sequences from losing loops to rounding
constexpr int kMostLoops = 100'000;  // of one frame, also where no limit is set
constexpr double kDegrees = 57.29577951308232;
constexpr double kDefaultJump = 3.0;  // chain lengths

bool same(const WorldCollider& a, const WorldCollider& b) {
    return a.from == b.from && a.to == b.to && a.radius_from == b.radius_from && a.radius_to == b.radius_to;
}

double turn_between(const Mat3& a, const Mat3& b) {
    if (a == b) return 0.0;
    const Mat3 from = orthonormal(a), to = orthonormal(b);
    // A change of handedness is no turn; the two are compared as if both were right-handed.
    const auto right_handed = [](Mat3 m) {
        if (determinant(m) < 0.0) m.z = -m.z;
        return to_quat(m);
    };
    return angle_between(right_handed(from), right_handed(to)) * kDegrees;
}

}  // namespace

ComponentState::ComponentState(Component component, std::optional<Material> material, Placed placed,
                               std::vector<AttachedCollider> colliders, std::optional<Wind> global_wind,
                               double chain_length)
    : component_(std::move(component)),
      material_(std::move(material)),
      placed_(std::move(placed)),
      colliders_(std::move(colliders)),
      world_(colliders_.size()),
      global_wind_(std::move(global_wind)),
      chain_length_(chain_length) {}

void ComponentState::continue_from(const ComponentState& old) {
    if (component_.enabled && !old.component_.enabled) return;
    fresh_ = old.fresh_;
    object_last_ = old.object_last_;
    accumulator_ = old.accumulator_;
    time_ = old.time_;
    step_before_ = old.step_before_;
}

void ComponentState::count_loops(double dt, bool single_step) {
    const double rate = component_.update_rate;
    step_ = 1.0;
    frame_.loops = 1;
    if (single_step || !(rate > 0.0)) return;
    if (component_.update_mode == UpdateMode::variable) {
        step_ = dt * rate;
        return;
    }
    const double period = 1.0 / rate;
    const int most = component_.max_loops > 0 ? component_.max_loops : kMostLoops;
    frame_.loops = 0;
    accumulator_ += dt;
    while (accumulator_ + kSlack >= period) {
        accumulator_ -= period;
        if (++frame_.loops >= most) {
            accumulator_ = 0.0;
            break;
        }
    }
}

void ComponentState::find_jump(const Affine& object, double dt, bool teleport_by_default) {
    Teleport teleport{Teleport::Mode::none, 0.0, 0.0};
    if (component_.teleport)
        teleport = *component_.teleport;
    else if (teleport_by_default)
        teleport = {Teleport::Mode::reset, kDefaultJump * chain_length_, 120.0};
    const bool jumped =
        teleport.mode != Teleport::Mode::none && (length(frame_.move) > teleport.distance * frame_.scale ||
                                                  turn_between(object_last_.linear, object.linear) > teleport.rotation);
    if (jumped) {
        frame_.action =
            teleport.mode == Teleport::Mode::keep ? ComponentFrame::Action::keep : ComponentFrame::Action::reset;
        frame_.carried = object * inverse(object_last_);
        frame_.move = {};
        return;
    }
    const double most = component_.move_limit * dt, moved = length(frame_.move);
    if (component_.move_limit > 0.0 && moved > most) {
        frame_.shift = frame_.move * (1.0 - most / moved);
        frame_.move = frame_.move - frame_.shift;
    }
}

const ComponentFrame& ComponentState::begin(std::span<const Affine> pose, double dt, bool single_step,
                                            bool teleport_by_default) {
    frame_ = {};
    const Affine object = placed_.object >= 0 ? pose[static_cast<std::size_t>(placed_.object)] : Affine{};
    frame_.scale = length(object.linear.x);
    if (fresh_) {
        fresh_ = false;
        frame_.action = ComponentFrame::Action::reset;
        accumulator_ = time_ = 0.0;
        step_before_ = -1.0;
        object_last_ = object;
    }
    frame_.move = object.position - object_last_.position;
    if (frame_.action == ComponentFrame::Action::none) find_jump(object, dt, teleport_by_default);
    object_last_ = object;
    if (!component_.enabled || component_.blend_weight == 0.0) {
        frame_.idle = true;
        frame_.action = ComponentFrame::Action::reset;
        frame_.loops = 0;
        return frame_;
    }
    count_loops(dt, single_step);

    compensated_ = component_.rate_compensation && component_.update_mode == UpdateMode::variable && !single_step;
    const double before = step_before_ > 0.0 ? step_before_ : step_;
    const double area = 0.5 * step_ * (step_ + before);
    frame_.force_factor = frame_.scale * (compensated_ ? area : step_);
    Vec3 wind;
    if (global_wind_) wind += wind_force(*global_wind_, time_);
    if (component_.local_wind && component_.local_wind->enabled)
        wind += orthonormal(object.linear) * wind_force(*component_.local_wind, time_);
    frame_.wind = wind * (component_.drag * (0.5 / component_.mass) * step_ * step_);
    const double ratio = compensated_ ? step_ / before : 1.0;
    frame_.retuned = step_ != tuned_step_ || ratio != tuned_ratio_;
    tuned_step_ = step_;
    tuned_ratio_ = ratio;
    if (frame_.loops > 0) step_before_ = step_;

    for (std::size_t i = 0; i < colliders_.size(); ++i) {
        const int node = colliders_[i].node;
        const WorldCollider world =
            place_collider(colliders_[i].collider, node >= 0 ? pose[static_cast<std::size_t>(node)] : Affine{});
        frame_.colliders_moved = frame_.colliders_moved || !same(world, world_[i]);
        world_[i] = world;
    }
    return frame_;
}

LaneTuning ComponentState::tuning(const Particle& particle) const {
    const double s = tuned_step_, ratio = tuned_ratio_;
    const double area = 0.5 * s * (s + s / ratio);
    const auto keep = [&](double damping) { return compensated_ ? std::pow(1.0 - damping, s) * ratio : 1.0 - damping; };
    const auto factor = [&](double x) {
        return compensated_ ? area * x / (1.0 + (area - 1.0) * x) : std::min(x * s, 1.0);
    };
    const double damping = particle[ParticleValue::damping];
    const double stiffness = 1.0 + (particle[ParticleValue::stiffness] - 1.0) * component_.blend_weight;
    LaneTuning tuning;
    tuning.keep = keep(damping);
    tuning.keep_hit = keep(std::min(damping + particle[ParticleValue::friction], 1.0));
    tuning.elastic = factor(particle[ParticleValue::elasticity]);
    tuning.additive = factor(particle[ParticleValue::additive_elasticity]);
    tuning.slack = stiffness > 0.0 ? 2.0 * (1.0 - stiffness) : -1.0;
    tuning.inert = particle[ParticleValue::inert];
    tuning.radius = particle[ParticleValue::radius];
    return tuning;
}

}  // namespace yure::chain
