#include "yure/baker/inputs.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker {
namespace {

struct RigidMotion {
    Vec2 shift;  // of the centroid
    double turn = 0.0;
    double residual = 0.0;  // px, farthest particle
};

/// Best rotation and shift that carries `from` to `to` (2D Procrustes).
RigidMotion rigid_motion(std::span<const Vec2> from, std::span<const Vec2> to) {
    double fx = 0, fy = 0, tx = 0, ty = 0;
    const double n = static_cast<double>(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        fx += from[i].x / n, fy += from[i].y / n;
        tx += to[i].x / n, ty += to[i].y / n;
    }
    double along = 0, across = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double ax = from[i].x - fx, ay = from[i].y - fy, bx = to[i].x - tx, by = to[i].y - ty;
        along += ax * bx + ay * by;
        across += ax * by - ay * bx;
    }
    RigidMotion motion;
    motion.shift = {static_cast<float>(tx - fx), static_cast<float>(ty - fy)};
    motion.turn = std::atan2(across, along);
    const double c = std::cos(motion.turn), s = std::sin(motion.turn);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double ax = from[i].x - fx, ay = from[i].y - fy;
        const double x = tx + c * ax - s * ay, y = ty + s * ax + c * ay;
        motion.residual = std::max(motion.residual, std::hypot(to[i].x - x, to[i].y - y));
    }
    return motion;
}

/// Mean movement of the particles that the rig holds.
Vec2 root_movement(const Body& body, std::span<const Vec2> goals) {
    Vec2 held, all;
    int held_count = 0;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const Vec2 moved = goals[i] - body.rest[i];
        all += moved;
        if (body.pin[i] >= 0.5f) held += moved, ++held_count;
    }
    if (held_count > 0) return held * (1.0f / static_cast<float>(held_count));
    return all * (1.0f / static_cast<float>(goals.size()));
}

InputReading read_input(const Body& body, rig::Evaluation& pose, const InputRequest& request, int row) {
    constexpr int kSamples = 4;
    const rig::ParameterInfo& parameter = body.rig->parameters()[static_cast<std::size_t>(row)];
    InputReading reading;
    reading.id = parameter.id;
    reading.parameter = row;
    reading.default_value = parameter.default_value;
    reading.span = training_span(parameter, request.span);

    std::vector<float> values = body.rig->default_values();
    std::vector<Vec2> goals(body.rest.size());
    double root_x = 0, root_y = 0, body_x = 0, body_y = 0, residual = 0, slope_weight = 0, slope_x = 0, slope_y = 0,
           turn = 0;
    for (int k = -kSamples; k <= kSamples; ++k) {
        const float share = static_cast<float>(k) / kSamples;
        const float end = k < 0 ? reading.span.low : reading.span.high;
        const float delta = std::abs(share) * (end - reading.default_value);
        if (delta == 0.0f) continue;
        values[static_cast<std::size_t>(row)] = reading.default_value + delta;
        pose.evaluate(values);
        goal_positions(body, pose, goals);
        for (std::size_t i = 0; i < goals.size(); ++i) {
            reading.reach_px = std::max(reading.reach_px, distance(goals[i], body.rest[i]));
            body_x += std::abs(goals[i].x - body.rest[i].x);
            body_y += std::abs(goals[i].y - body.rest[i].y);
        }
        const RigidMotion rigid = rigid_motion(body.rest, goals);
        const Vec2 root = root_movement(body, goals);
        residual = std::max(residual, rigid.residual);
        root_x += std::abs(root.x), root_y += std::abs(root.y);
        const double d = delta;
        slope_weight += d * d;
        slope_x += d * root.x, slope_y += d * root.y, turn += d * rigid.turn;
    }
    if (slope_weight > 0) {
        reading.root_slope = {static_cast<float>(slope_x / slope_weight), static_cast<float>(slope_y / slope_weight)};
        reading.turn_slope = static_cast<float>(turn / slope_weight);
    }
    reading.rigid = residual <= 0.1 * static_cast<double>(reading.reach_px);
    reading.vertical = reading.rigid ? root_y > root_x : body_y > body_x;
    reading.forced = request.keep && reading.reach_px < kLeastReach;
    if (reading.reach_px >= kLeastReach || request.keep)
        reading.group = reading.vertical ? InputGroup::vertical : InputGroup::lateral;
    return reading;
}

}  // namespace

std::vector<InputRequest> default_inputs(std::span<const rig::ParameterInfo> parameters, sim::BodyKind kind) {
    std::vector<const char*> ids{"ParamAngleX", "ParamAngleZ", "ParamBodyAngleX", "ParamBodyAngleZ"};
    if (kind == sim::BodyKind::cloth)
        ids.push_back("ParamBodyAngleY");
    else
        ids.insert(ids.end(), {"ParamAngleY", "ParamBodyAngleY", "ParamBodyLean"});
    std::vector<InputRequest> inputs;
    for (const char* id : ids)
        if (const int row = find_standard_parameter(parameters, id); row >= 0)
            inputs.push_back({parameters[static_cast<std::size_t>(row)].id, {}, false});
    return inputs;
}

Span training_span(const rig::ParameterInfo& parameter, const std::optional<Span>& asked) {
    const float low = std::min(parameter.min, parameter.max), high = std::max(parameter.min, parameter.max);
    const Span wanted = asked.value_or(Span{low, high});
    const float base = std::clamp(parameter.default_value, low, high);
    return {std::min(std::clamp(wanted.low, low, high), base), std::max(std::clamp(wanted.high, low, high), base)};
}

Result<std::vector<InputReading>> read_inputs(const Body& body, const std::vector<InputRequest>& requests,
                                              Notices& notices) {
    rig::Evaluation pose(*body.rig, body.meshes);
    std::vector<InputReading> readings;
    for (const InputRequest& request : requests) {
        const int row = find_standard_parameter(body.rig->parameters(), request.id);
        if (row < 0) {
            notices.push_back({"input " + request.id, "the model has no such parameter; left out"});
            continue;
        }
        if (std::any_of(readings.begin(), readings.end(), [&](const InputReading& r) { return r.parameter == row; }))
            continue;
        readings.push_back(read_input(body, pose, request, row));
        if (readings.back().group == InputGroup::culled)
            notices.push_back(
                {"input " + request.id, "moves the body by less than 1 px; not trained (append ! to keep it)"});
    }
    if (readings.empty()) return Error{"inputs", "the model has none of the parameters named"};
    return readings;
}

}  // namespace yure::baker
