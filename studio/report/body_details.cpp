#include "body_details.hpp"

#include "verdict.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>

#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

double rounded(double value, double steps) {
    return std::round(value * steps) / steps;
}

const char* channel(pendulum::Channel type) {
    switch (type) {
        case pendulum::Channel::x:
            return "X";
        case pendulum::Channel::y:
            return "Y";
        case pendulum::Channel::angle:
            return "Angle";
    }
    return "";
}

ordered_json normalization(const pendulum::Normalization& range) {
    return {tidy(range.minimum), tidy(range.default_value), tidy(range.maximum)};
}

}  // namespace

void add_details(ordered_json& entry, const pendulum::Physics& physics, const baker::BodyResult& body) {
    const Verdict verdict = judge(body);
    entry["verdict"] = verdict.json();
    entry["worst_clip"] = verdict.worst_clip.empty() ? ordered_json(nullptr) : ordered_json(verdict.worst_clip);
    entry["pendulum_groups"] = pendulum_groups(physics, body);
}

Swing small_swing(const pendulum::Vertex& segment, double fps) {
    const double radius = std::abs(static_cast<double>(segment.radius)), dt = 1.0 / fps;
    const double delay = 30.0 * dt * static_cast<double>(segment.delay);
    const double pull = static_cast<double>(segment.acceleration) * delay * delay / radius;
    const double mobility = static_cast<double>(segment.mobility);
    if (!(radius > 0.0) || !(pull > 0.0) || !(mobility >= 0.0) || !std::isfinite(pull)) return {};
    // Each step x becomes ((1 + m) x - m x_before) / (1 + pull): z² - sum z + product = 0.
    const double product = std::max(mobility / (1.0 + pull), 1e-9), sum = (1.0 + mobility) / (1.0 + pull);
    const std::complex<double> root = std::sqrt(std::complex<double>(sum * sum - 4.0 * product));
    const std::complex<double> first = std::log((sum + root) / 2.0) / dt, second = std::log((sum - root) / 2.0) / dt;
    const double omega = std::sqrt(std::abs(first * second));
    if (!(omega > 1e-9)) return {};
    return {omega / (2.0 * std::numbers::pi), -0.5 * (first + second).real() / omega};
}

ordered_json pendulum_groups(const pendulum::Physics& physics, const baker::BodyResult& body) {
    const double fps = physics.fps > 0.0f ? static_cast<double>(physics.fps) : 60.0;
    ordered_json list = ordered_json::array();
    for (const pendulum::Group& group : physics.groups) {
        ordered_json inputs = ordered_json::array(), outputs = ordered_json::array(), segments = ordered_json::array();
        for (const pendulum::Output& output : group.outputs)
            if (std::any_of(body.parameters.begin(), body.parameters.end(),
                            [&](const auto& parameter) { return parameter.id == output.parameter; }))
                outputs.push_back({{"parameter", output.parameter},
                                   {"segment", output.vertex_index},
                                   {"scale", tidy(output.scale)},
                                   {"weight", tidy(output.weight)},
                                   {"reflect", output.reflect}});
        if (outputs.empty()) continue;
        for (const pendulum::Input& input : group.inputs)
            inputs.push_back({{"parameter", input.parameter},
                              {"type", channel(input.type)},
                              {"weight", tidy(input.weight)},
                              {"reflect", input.reflect}});
        for (std::size_t v = 1; v < group.vertices.size(); ++v) {
            const pendulum::Vertex& vertex = group.vertices[v];
            const Swing swing = small_swing(vertex, fps);
            segments.push_back({{"length", tidy(vertex.radius)},
                                {"mobility", tidy(vertex.mobility)},
                                {"delay", tidy(vertex.delay)},
                                {"acceleration", tidy(vertex.acceleration)},
                                {"frequency_hz", rounded(swing.frequency_hz, 1000.0)},
                                {"damping", rounded(swing.damping, 1000.0)}});
        }
        list.push_back({{"id", group.id},
                        {"name", group.name},
                        {"inputs", std::move(inputs)},
                        {"outputs", std::move(outputs)},
                        {"segments", std::move(segments)},
                        {"position", normalization(group.position)},
                        {"angle", normalization(group.angle)}});
    }
    return list;
}

ordered_json bands() {
    const auto band = [](ordered_json warn, ordered_json target) {
        return ordered_json{{"warn", std::move(warn)}, {"target", std::move(target)}};
    };
    return {{"amplitude", band({0.75, 1.3}, {0.9, 1.05})}, {"lag_ms", band({nullptr, 80}, {nullptr, 17})},
            {"settle", band({0.6, 1.6}, {0.9, 1.2})},      {"jitter", band({nullptr, 1.5}, {0.7, 1.1})},
            {"r2_10px", band({0.5, nullptr}, {0.7, nullptr})}, {"clipped", band({nullptr, 0}, {nullptr, 0})}};
}

}  // namespace yure::studio
