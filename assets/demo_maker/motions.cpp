#include "motions.hpp"

#include <cmath>
#include <utility>

namespace yure::demo {
namespace {

using motion::Clip;
using motion::Curve;
using motion::Point;
using motion::SegmentKind;

/// Three decimals are plenty, and keep the files short.
float rounded(double value) {
    return static_cast<float>(std::round(value * 1000.0) / 1000.0);
}

/// A smooth curve through keys; it is level at every key that is higher or lower than both neighbours, and at both
/// ends.
Curve smooth(std::string id, const std::vector<std::pair<double, double>>& keys) {
    Curve curve;
    curve.id = std::move(id);
    const auto slope = [&](std::size_t i) {
        if (i == 0 || i + 1 == keys.size()) return 0.0;
        const double before = keys[i].second - keys[i - 1].second, after = keys[i + 1].second - keys[i].second;
        if (before * after <= 0.0) return 0.0;
        return (keys[i + 1].second - keys[i - 1].second) / (keys[i + 1].first - keys[i - 1].first);
    };
    curve.points.push_back({rounded(keys[0].first), rounded(keys[0].second)});
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const double third = (keys[i].first - keys[i - 1].first) / 3.0;
        curve.segments.push_back({SegmentKind::bezier, static_cast<int>(curve.points.size()) - 1});
        curve.points.push_back(
            {rounded(keys[i - 1].first + third), rounded(keys[i - 1].second + slope(i - 1) * third)});
        curve.points.push_back({rounded(keys[i].first - third), rounded(keys[i].second - slope(i) * third)});
        curve.points.push_back({rounded(keys[i].first), rounded(keys[i].second)});
    }
    return curve;
}

/// `cycles` whole waves over the clip, starting at the lowest point, between `low` and `high`.
Curve wave(std::string id, double duration, int cycles, double low, double high) {
    std::vector<std::pair<double, double>> keys;
    for (int i = 0; i <= 2 * cycles; ++i) keys.emplace_back(duration * i / (2 * cycles), i % 2 ? high : low);
    return smooth(std::move(id), keys);
}

/// Both eyes shut for a moment at each of the given times.
void add_blinks(Clip& clip, const std::vector<double>& times) {
    std::vector<std::pair<double, double>> keys{{0.0, 1.0}};
    for (const double t : times)
        for (const auto& [offset, open] : {std::pair{-0.07, 1.0}, {0.0, 0.0}, {0.05, 0.0}, {0.20, 1.0}})
            keys.emplace_back(t + offset, open);
    keys.emplace_back(clip.duration, 1.0);
    for (const char* id : {"ParamEyeLOpen", "ParamEyeROpen"}) clip.curves.push_back(smooth(id, keys));
}

Clip clip_of(double duration) {
    Clip clip;
    clip.duration = rounded(duration);
    clip.fps = 30.0f;
    clip.loop = true;
    clip.restricted_beziers = true;
    clip.fade_in = clip.fade_out = 0.5f;
    return clip;
}

Clip idle() {
    Clip clip = clip_of(8.0);
    clip.curves = {
        smooth("ParamAngleX", {{0, 0}, {1.9, 7}, {3.6, 2}, {5.7, -8}, {8, 0}}),
        smooth("ParamAngleY", {{0, 0}, {1.4, -4}, {3.3, 3}, {5.2, -3}, {6.8, 2}, {8, 0}}),
        smooth("ParamAngleZ", {{0, 0}, {2.2, 5}, {4.1, 1}, {6.2, -5}, {8, 0}}),
        smooth("ParamBodyAngleX", {{0, 0}, {2.2, 3}, {4.2, 0.5}, {6.2, -3}, {8, 0}}),
        smooth("ParamBodyAngleZ", {{0, 0}, {2.4, 2}, {6.4, -2}, {8, 0}}),
        wave("ParamBreath", 8.0, 2, 0, 1),
        wave("ParamArmLA", 8.0, 2, 0, 1.5),
        wave("ParamArmRA", 8.0, 2, 0, 1.5),
        smooth("ParamEyeBallX", {{0, 0}, {1.7, 0.25}, {3.6, 0.05}, {5.5, -0.3}, {8, 0}}),
    };
    add_blinks(clip, {1.2, 4.4, 4.85, 6.9});
    return clip;
}

Clip nod() {
    Clip clip = clip_of(2.4);
    clip.curves = {
        smooth("ParamAngleY", {{0, 0}, {0.25, 6}, {0.6, -24}, {0.95, 8}, {1.3, -18}, {1.75, 3}, {2.4, 0}}),
        smooth("ParamBodyAngleY", {{0, 0}, {0.3, 1.5}, {0.65, -5}, {1.0, 1}, {1.35, -3.5}, {1.9, 0.5}, {2.4, 0}}),
        smooth("ParamMouthForm", {{0, 0}, {0.6, 1}, {1.7, 1}, {2.4, 0}}),
        smooth("ParamBreath", {{0, 0}, {0.5, 0.6}, {1.4, 0.9}, {2.4, 0}}),
    };
    add_blinks(clip, {0.55});
    return clip;
}

Clip shake() {
    Clip clip = clip_of(2.6);
    clip.curves = {
        smooth("ParamAngleX", {{0, 0}, {0.3, 24}, {0.7, -26}, {1.1, 22}, {1.5, -16}, {2.0, 5}, {2.6, 0}}),
        smooth("ParamAngleZ", {{0, 0}, {0.35, -4}, {0.75, 4}, {1.15, -3}, {1.6, 2}, {2.6, 0}}),
        smooth("ParamBodyAngleX", {{0, 0}, {0.4, 5}, {0.8, -5}, {1.2, 4}, {1.6, -3}, {2.6, 0}}),
        smooth("ParamBrowLY", {{0, 0}, {0.5, -0.5}, {1.6, -0.5}, {2.6, 0}}),
        smooth("ParamBrowRY", {{0, 0}, {0.5, -0.5}, {1.6, -0.5}, {2.6, 0}}),
        smooth("ParamMouthForm", {{0, 0}, {0.5, -0.7}, {1.7, -0.7}, {2.6, 0}}),
        smooth("ParamBreath", {{0, 0}, {1.0, 0.8}, {2.6, 0}}),
    };
    add_blinks(clip, {0.5, 1.3});
    return clip;
}

/// Rocks from side to side, like to music.
Clip sway() {
    Clip clip = clip_of(6.4);
    const auto rock = [](double size) {
        return std::vector<std::pair<double, double>>{{0, 0},      {0.8, size},  {2.4, -size},
                                                      {4.0, size}, {5.6, -size}, {6.4, 0}};
    };
    clip.curves = {
        smooth("ParamAngleX", rock(12)),
        wave("ParamAngleY", 6.4, 4, 0, 7),
        smooth("ParamAngleZ", rock(17)),
        smooth("ParamBodyAngleX", rock(6)),
        wave("ParamBodyAngleY", 6.4, 4, 0, -4),
        smooth("ParamBodyAngleZ", rock(8)),
        smooth("ParamArmLA", {{0, 0}, {0.8, 4}, {2.4, -1}, {4.0, 4}, {5.6, -1}, {6.4, 0}}),
        smooth("ParamArmRA", {{0, 0}, {0.8, -1}, {2.4, 4}, {4.0, -1}, {5.6, 4}, {6.4, 0}}),
        smooth("ParamMouthForm", {{0, 0}, {0.8, 1}, {5.6, 1}, {6.4, 0}}),
        smooth("ParamCheek", {{0, 0}, {0.8, 0.8}, {5.6, 0.8}, {6.4, 0}}),
        wave("ParamBreath", 6.4, 2, 0, 1),
    };
    add_blinks(clip, {1.6, 4.7});
    return clip;
}

}  // namespace

std::vector<NamedClip> yura_motions() {
    return {{"Idle", "idle", idle()},
            {"TapBody", "nod", nod()},
            {"TapBody", "shake", shake()},
            {"TapBody", "sway", sway()}};
}

std::vector<NamedExpression> yura_expressions() {
    using motion::Expression;
    const auto make = [](std::vector<std::pair<const char*, float>> values) {
        Expression expression;
        expression.fade_in = expression.fade_out = 0.4f;
        for (const auto& [id, value] : values) expression.entries.push_back({id, value, motion::Blend::add});
        return expression;
    };
    return {
        {"smile", make({{"ParamEyeLOpen", -1.0f},
                        {"ParamEyeROpen", -1.0f},
                        {"ParamEyeLSmile", 1.0f},
                        {"ParamEyeRSmile", 1.0f},
                        {"ParamMouthForm", 1.0f},
                        {"ParamCheek", 1.0f}})},
        {"surprise",
         make({{"ParamBrowLY", 1.0f}, {"ParamBrowRY", 1.0f}, {"ParamMouthOpenY", 0.7f}, {"ParamMouthForm", -0.4f}})},
    };
}

}  // namespace yure::demo
