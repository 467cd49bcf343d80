#include "turning.hpp"

#include <algorithm>
#include <cmath>

namespace yure::demo {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr Pt kHeadAxis{800.0, 560.0};
constexpr double kHeadYaw = 25.0 / 30.0, kHeadPitch = 17.0 / 30.0;  ///< degrees a unit
constexpr double kHeadReach = 270.0;                                ///< px; foreshortening stops there, for long hair

}  // namespace

Depth Dome::at(Pt p) const {
    const double x = (p.x - centre.x) / radius_x;
    const double y = (p.y - centre.y) / (p.y < centre.y ? radius_up : radius_down);
    return lerp(rim, depth, std::max(0.0, 1.0 - x * x - y * y));
}

Depth back_hair_depth(Pt p) {
    const double x = (p.x - 800.0) / 420.0;
    const double near_head = -45.0 - 60.0 * std::sqrt(std::max(0.0, 1.0 - x * x));
    // The top edge lies where the crown's does, so that neither shows above the other.
    return lerp(front_hair_depth({p.x, 200.0}), near_head, smoothstep(200.0, 430.0, p.y)) *
           lerp(1.0, 0.55, smoothstep(750.0, 1500.0, p.y));
}

Depth face_depth(Pt p) {
    return Dome{{800, 540}, 285, 330, 390, 110, -22}.at(p);
}

Depth front_hair_depth(Pt p) {
    return Dome{{800, 450}, 310, 300, 460, 138, 0}.at(p);
}

Pt turn_head(Pt p, Depth depth, double angle_x, double angle_y) {
    const double yaw = angle_x * kHeadYaw * kDegree, pitch = angle_y * kHeadPitch * kDegree;
    const Pt from_axis{std::clamp(p.x - kHeadAxis.x, -kHeadReach, kHeadReach),
                       std::clamp(p.y - kHeadAxis.y, -kHeadReach, kHeadReach)};
    const double depth_after_yaw = depth * std::cos(yaw) - from_axis.x * std::sin(yaw) * 0.35;
    return {p.x + from_axis.x * (std::cos(yaw) - 1.0) + depth * std::sin(yaw),
            p.y + from_axis.y * (std::cos(pitch) - 1.0) - depth_after_yaw * std::sin(pitch)};
}

Pt turn_body(Pt p, double body_x, double body_y) {
    const double x = body_x / 10.0, y = body_y / 10.0;
    const double lean = smoothstep(1950.0, 760.0, p.y);  // feet stand still
    const double across = std::clamp((p.x - 800.0) / 260.0, -1.0, 1.0);
    const double relief = 62.0 * std::sqrt(std::max(0.0, 1.0 - across * across)) * smoothstep(1900.0, 1450.0, p.y);
    const double yaw = x * 11.0 * kDegree;
    return {
        p.x + 26.0 * x * lean + relief * std::sin(yaw) + std::clamp(p.x - 800.0, -260.0, 260.0) * (std::cos(yaw) - 1.0),
        p.y - 13.0 * y * lean - relief * std::sin(y * 6.0 * kDegree) - 0.012 * (p.x - 800.0) * x * lean};
}

}  // namespace yure::demo
