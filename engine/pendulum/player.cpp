// Every arithmetic expression below stands in the order of the official runtime; rewriting one "equally" changes last
// bits, and a last bit can decide whether a particle falls into the dead zone.
#include "yure/pendulum/player.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <math.h>

namespace yure::pendulum {
namespace {

constexpr float kPi = 3.14159274f;
constexpr float kAirResistance = 5.0f;  // the frame's turn acts on particles by a fifth
constexpr float kMaxWeight = 100.0f;
constexpr float kMovementThreshold = 0.001f;
constexpr float kMaxAccumulated = 5.0f;  // s

float length_of(Vec2 v) {
    return ::powf(v.x * v.x + v.y * v.y, 0.5f);
}

bool finite(Vec2 v) {
    return std::isfinite(v.x) && std::isfinite(v.y);
}

// The official runtime divides by zero here and keeps NaN for ever; ours goes on along `otherwise`.
Vec2 normalise(Vec2 v, Vec2 otherwise) {
    const float length = length_of(v);
    const Vec2 unit{v.x / length, v.y / length};
    return finite(unit) ? unit : otherwise;
}

float radians(float degrees) {
    return (degrees / 180.0f) * kPi;
}

Vec2 down_of(float tilt) {
    return normalise({::sinf(radians(tilt)), ::cosf(radians(tilt))}, {0.0f, 1.0f});
}

float turn(Vec2 from, Vec2 to) {
    float angle = ::atan2f(to.y, to.x) - ::atan2f(from.y, from.x);
    while (angle < -kPi) angle = angle + kPi * 2.0f;
    while (angle > kPi) angle = angle - kPi * 2.0f;
    return angle;
}

float normalised_input(float raw, float low, float high, const Normalization& range, bool reflect) {
    if (high < low) std::swap(low, high);
    float value = high < raw ? high : raw;
    value = low > value ? low : value;
    float to_min = range.minimum, to_max = range.maximum;
    if (to_min > to_max) std::swap(to_min, to_max);
    const float middle = low + std::abs(high - low) / 2.0f;
    const float offset = value - middle;
    float result = range.default_value;
    if (offset > 0.0f) {
        const float half = high - middle;
        result = half != 0.0f ? offset * ((to_max - range.default_value) / half) + range.default_value : 0.0f;
    } else if (offset < 0.0f) {
        const float half = low - middle;
        result = half != 0.0f ? offset * ((to_min - range.default_value) / half) + range.default_value : 0.0f;
    }
    return reflect ? result : result * -1.0f;
}

}  // namespace

Player::Player(const Physics& physics, std::span<const ParameterRange> parameters, PlayerOptions options)
    : limits_(parameters.size()), seen_(parameters.size(), 0.0f), scratch_(parameters.size(), 0.0f) {
    bind(physics, parameters);
    set_options(options);
    first_options_ = options_;
}

void Player::set_options(PlayerOptions options) {
    if (!finite(options.gravity)) options.gravity = PlayerOptions{}.gravity;
    if (!finite(options.wind)) options.wind = PlayerOptions{}.wind;
    options_ = options;
}

void Player::hang(Chain& chain) {
    float y = 0.0f;
    for (std::size_t i = 0; i < chain.particles.size(); ++i) {
        Particle& particle = chain.particles[i];
        if (i > 0) y = y + particle.radius;
        particle.position = {0.0f, std::isfinite(y) ? y : 0.0f};
        particle.velocity = {0.0f, 0.0f};
    }
    chain.down = {0.0f, 1.0f};
}

void Player::reset() {
    for (Chain& chain : chains_) hang(chain);
    options_ = first_options_;
}

void Player::restart() {
    reset();
    for (Chain& chain : chains_) {
        chain.stepped = false;
        for (BoundOutput& output : chain.outputs) output.previous = output.current = 0.0f;
    }
    remain_ = 0.0f;
    has_seen_ = false;
}

bool Player::usable(std::span<const float> values) const {
    assert(values.size() == limits_.size());
    return values.size() == limits_.size() &&
           std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

void Player::evaluate(std::span<float> values, float dt) {
    if (!(dt > 0.0f) || !std::isfinite(dt) || !usable(values)) return;
    remain_ = remain_ + dt;
    if (remain_ > kMaxAccumulated) remain_ = 0.0f;
    if (!has_seen_) {
        std::copy(values.begin(), values.end(), seen_.begin());
        has_seen_ = true;
    }
    const float step = fps_ > 0.0f ? 1.0f / fps_ : dt;
    while (remain_ >= step) {
        for (Chain& chain : chains_)
            for (BoundOutput& output : chain.outputs) output.previous = output.current;
        const float t = step / remain_;
        const float rest = 1.0f - t;
        for (std::size_t j = 0; j < values.size(); ++j) scratch_[j] = seen_[j] * rest + values[j] * t;
        std::copy(scratch_.begin(), scratch_.end(), seen_.begin());
        for (Chain& chain : chains_) {
            swing(chain, root_of(chain, scratch_), step);
            chain.stepped = true;
            for (BoundOutput& output : chain.outputs) {
                if (!output.readable) continue;
                output.current = reading(chain, output);
                write(scratch_, output, output.current);
            }
        }
        remain_ = remain_ - step;
    }
    const float alpha = remain_ / step;
    for (const Chain& chain : chains_) {
        if (!chain.stepped) continue;
        for (const BoundOutput& output : chain.outputs)
            write(values, output, output.previous * (1.0f - alpha) + output.current * alpha);
    }
}

void Player::stabilize(std::span<float> values) {
    if (!usable(values)) return;
    std::copy(values.begin(), values.end(), seen_.begin());
    std::copy(values.begin(), values.end(), scratch_.begin());
    has_seen_ = true;
    for (Chain& chain : chains_) {
        settle(chain, root_of(chain, values));
        chain.stepped = true;
        for (BoundOutput& output : chain.outputs) {
            if (!output.readable) continue;
            output.previous = output.current = reading(chain, output);
            write(values, output, output.current);
        }
    }
}

Player::Root Player::root_of(const Chain& chain, std::span<const float> values) const {
    float x = 0.0f, y = 0.0f, tilt = 0.0f;
    for (const BoundInput& input : chain.inputs) {
        const auto index = static_cast<std::size_t>(input.parameter);
        const Normalization& range = input.type == Channel::angle ? chain.angle : chain.position;
        const float share =
            normalised_input(values[index], limits_[index].min, limits_[index].max, range, input.reflect) *
            (input.weight / kMaxWeight);
        if (input.type == Channel::x)
            x = x + share;
        else if (input.type == Channel::y)
            y = y + share;
        else
            tilt = tilt + share;
    }
    if (!std::isfinite(tilt)) tilt = 0.0f;
    const float angle = radians(-tilt);
    const float c = ::cosf(angle), s = ::sinf(angle);
    x = x * c - y * s;
    y = x * s + y * c;  // the new x: this is what the runtime does
    if (!finite({x, y})) return {{0.0f, 0.0f}, tilt};
    return {{x, y}, tilt};
}

void Player::swing(Chain& chain, const Root& root, float step) const {
    auto& particles = chain.particles;
    if (particles.empty()) return;
    particles[0].position = root.position;
    const Vec2 down = down_of(root.tilt);
    const float drag = turn(chain.down, down) / kAirResistance;
    const float c = ::cosf(drag), s = ::sinf(drag);
    const float still = kMovementThreshold * chain.position.maximum;
    for (std::size_t i = 1; i < particles.size(); ++i) {
        Particle& particle = particles[i];
        const Vec2 parent = particles[i - 1].position;
        const Vec2 old = particle.position;
        const Vec2 force = down * particle.acceleration + options_.wind;
        const float d = (particle.delay * step) * 30.0f;
        Vec2 arm = old - parent;
        arm.x = c * arm.x - arm.y * s;
        arm.y = s * arm.x + arm.y * c;  // the new x again
        const Vec2 wanted = ((parent + arm) + particle.velocity * d) + (force * d) * d;
        Vec2 now = parent + normalise(wanted - parent, down) * particle.radius;
        if (!finite(now)) now = parent;  // only absurd radii get here
        if (std::abs(now.x) < still) now.x = 0.0f;
        particle.position = now;
        if (d != 0.0f) {
            const Vec2 moved = now - old;
            particle.velocity = Vec2{moved.x / d, moved.y / d} * particle.mobility;
        }
    }
    chain.down = down;
}

void Player::settle(Chain& chain, const Root& root) const {
    auto& particles = chain.particles;
    if (particles.empty()) return;
    const Vec2 down = down_of(root.tilt);
    const float still = kMovementThreshold * chain.position.maximum;
    Vec2 old_parent = particles[0].position;
    particles[0].position = root.position;
    for (std::size_t i = 1; i < particles.size(); ++i) {
        Particle& particle = particles[i];
        const Vec2 parent = particles[i - 1].position;
        const Vec2 direction = normalise(particle.position - old_parent, down);  // kept where no force decides
        old_parent = particle.position;
        const Vec2 force = down * particle.acceleration + options_.wind;
        Vec2 now = parent + normalise(force, direction) * particle.radius;
        if (!finite(now)) now = parent;
        if (std::abs(now.x) < still) now.x = 0.0f;
        particle.position = now;
        particle.velocity = {0.0f, 0.0f};
    }
    chain.down = down;
}

float Player::reading(const Chain& chain, const BoundOutput& output) const {
    const auto vertex = static_cast<std::size_t>(output.vertex);
    const Vec2 segment = chain.particles[vertex].position - chain.particles[vertex - 1].position;
    float result = 0.0f;
    if (output.type == Channel::x) {
        result = segment.x;
    } else if (output.type == Channel::y) {
        result = segment.y;
    } else {
        const Vec2 reference = vertex >= 2 ? chain.particles[vertex - 1].position - chain.particles[vertex - 2].position
                                           : Vec2{options_.gravity.x * -1.0f, options_.gravity.y * -1.0f};
        result = turn(reference, segment);
    }
    return output.reflect ? result * -1.0f : result;
}

void Player::write(std::span<float> values, const BoundOutput& output, float reading) const {
    if (output.parameter < 0) return;
    const auto index = static_cast<std::size_t>(output.parameter);
    // The runtime never loads the scale of X and Y outputs, so they write 0.
    float value = reading * (output.type == Channel::angle ? output.scale : 0.0f);
    if (value < limits_[index].min)
        value = limits_[index].min;
    else if (value > limits_[index].max)
        value = limits_[index].max;
    const float weight = output.weight / kMaxWeight;
    if (!(weight >= 1.0f)) value = values[index] * (1.0f - weight) + value * weight;
    if (std::isfinite(value)) values[index] = value;
}

}  // namespace yure::pendulum
