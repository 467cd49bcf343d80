#include "yure/baker/chain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace yure::baker {
namespace {

constexpr double kPi = std::numbers::pi;

struct Root {
    double x = 0.0, y = 0.0;  // units
    double tilt = 0.0;        // radians
};

struct Link {
    double x = 0.0, y = 0.0, vx = 0.0, vy = 0.0;
};

double wrapped(double angle) {
    while (angle > kPi) angle -= 2.0 * kPi;
    while (angle < -kPi) angle += 2.0 * kPi;
    return angle;
}

bool has_position_input(const Chain& chain) {
    return std::any_of(chain.inputs.begin(), chain.inputs.end(), [](const ChainInput& i) { return !i.angle; });
}

class Swing {
  public:
    Swing(const Chain& chain, double fps)
        : chain_(chain),
          step_(1.0 / fps),
          links_(chain.segments.size() + 1),
          dead_zone_(0.001 * (has_position_input(chain) ? kPositionRange : kNoDeadZone)) {
        for (const Segment& segment : chain.segments) {
            const double d = 30.0 * step_ * segment.delay();
            time_.push_back(d);
            fall_.push_back(segment.acceleration() * d * d);
        }
    }

    template <class Values>
    Root root(const Values& value) const {
        Root root;
        double x = 0.0, degrees = 0.0;
        for (const ChainInput& input : chain_.inputs) {
            const double v = std::clamp(static_cast<double>(value(input.input)), -1.0, 1.0);
            if (input.angle)
                degrees -= kAngleRange * input.weight * v;
            else
                x -= kPositionRange * input.weight * v;
        }
        root.tilt = degrees * kPi / 180.0;
        root.x = x * std::cos(root.tilt);
        root.y = -root.x * std::sin(root.tilt);  // the turn by -tilt uses the already turned x
        return root;
    }

    void settle(const Root& root) {
        down_ = root.tilt;
        links_[0] = {root.x, root.y, 0.0, 0.0};
        for (std::size_t s = 0; s < chain_.segments.size(); ++s) {
            const double length = chain_.segments[s].radius;
            links_[s + 1] = {links_[s].x + std::sin(down_) * length, links_[s].y + std::cos(down_) * length, 0.0, 0.0};
            snap(links_[s + 1]);
        }
    }

    void advance(const Root& root) {
        const double gx = std::sin(root.tilt), gy = std::cos(root.tilt);
        const double turn =
            wrapped(down_ - root.tilt) / 5.0;  // from the old down to the new one; angles grow from y to x here
        const double c = std::cos(turn), s = std::sin(turn);
        links_[0].x = root.x, links_[0].y = root.y;
        for (std::size_t i = 0; i < chain_.segments.size(); ++i) {
            const Link parent = links_[i];
            Link& link = links_[i + 1];
            const double dx = link.x - parent.x, dy = link.y - parent.y;
            const double ex = c * dx - dy * s, ey = s * ex + dy * c;
            const double qx = ex + link.vx * time_[i] + gx * fall_[i], qy = ey + link.vy * time_[i] + gy * fall_[i];
            const double grow = chain_.segments[i].radius / std::max(1e-12, std::sqrt(qx * qx + qy * qy));
            Link moved{parent.x + qx * grow, parent.y + qy * grow, 0.0, 0.0};
            snap(moved);
            const double keep = chain_.segments[i].mobility / time_[i];
            moved.vx = (moved.x - link.x) * keep;
            moved.vy = (moved.y - link.y) * keep;
            link = moved;
        }
        down_ = root.tilt;
    }

    /// Radians, per segment: the first against the vertical, the others against the one above.
    void read(double* out) const {
        double above = kPi / 2.0;
        for (std::size_t i = 0; i < chain_.segments.size(); ++i) {
            const double angle = std::atan2(links_[i + 1].y - links_[i].y, links_[i + 1].x - links_[i].x);
            out[i] = wrapped(angle - above);
            above = angle;
        }
    }

    double step() const { return step_; }

  private:
    void snap(Link& link) const {
        if (std::abs(link.x) < dead_zone_) link.x = 0.0;
    }

    const Chain& chain_;
    double step_;
    std::vector<Link> links_;
    std::vector<double> time_, fall_;
    double down_ = 0.0;  // radians
    double dead_zone_;
};

}  // namespace

// Delay 0.9 where Acceleration then is of the size people use; otherwise Acceleration stays in range and Delay gives
// way.
double Segment::acceleration() const {
    return std::clamp(pull / 0.81, 0.2, 4.0);
}
double Segment::delay() const {
    return std::sqrt(pull / acceleration());
}

void play_chain(const Chain& chain, const Drive& drive, double fps, std::vector<double>& readings) {
    const std::size_t segments = chain.segments.size();
    readings.assign(static_cast<std::size_t>(drive.frames) * segments, 0.0);
    if (drive.frames == 0) return;
    Swing swing(chain, fps);
    swing.settle(swing.root([&drive](int input) { return drive.at(0, input); }));
    std::vector<double> before(segments), now(segments);
    swing.read(now.data());
    before = now;

    // Steps of the physics' own length, inputs blended to each step's moment. A frame shows the step before, blended
    // towards the latest by the time that is left over.
    constexpr double kFrame = 1.0 / 60.0, kSlack = 1e-9;
    std::vector<double> seen(static_cast<std::size_t>(drive.inputs));
    for (int i = 0; i < drive.inputs; ++i) seen[static_cast<std::size_t>(i)] = static_cast<double>(drive.at(0, i));
    const auto seen_value = [&seen](int input) { return seen[static_cast<std::size_t>(input)]; };
    double remain = 0.0;
    for (int frame = 0; frame < drive.frames; ++frame) {
        for (remain += kFrame; remain >= swing.step() - kSlack; remain -= swing.step()) {
            before = now;
            const double share = std::min(1.0, swing.step() / remain);
            for (int i = 0; i < drive.inputs; ++i) {
                double& value = seen[static_cast<std::size_t>(i)];
                value += share * (static_cast<double>(drive.at(frame, i)) - value);
            }
            swing.advance(swing.root(seen_value));
            swing.read(now.data());
        }
        const double late = std::clamp(remain / swing.step(), 0.0, 1.0);
        for (std::size_t s = 0; s < segments; ++s)
            readings[static_cast<std::size_t>(frame) * segments + s] = before[s] + late * (now[s] - before[s]);
    }
}

pendulum::Group as_group(const Chain& chain, std::string id, std::string name, std::span<const std::string> input_ids) {
    pendulum::Group group;
    group.id = std::move(id);
    group.name = std::move(name);
    for (const ChainInput& input : chain.inputs)
        group.inputs.push_back({input_ids[static_cast<std::size_t>(input.input)],
                                static_cast<float>(100.0 * std::abs(input.weight)),
                                input.angle ? pendulum::Channel::angle : pendulum::Channel::x, input.weight < 0.0});
    group.vertices.push_back({{0.0f, 0.0f}, 1.0f, 1.0f, 1.0f, 0.0f});
    float depth = 0.0f;
    for (const Segment& segment : chain.segments) {
        depth += static_cast<float>(segment.radius);
        group.vertices.push_back({{0.0f, depth},
                                  static_cast<float>(segment.mobility),
                                  static_cast<float>(segment.delay()),
                                  static_cast<float>(segment.acceleration()),
                                  static_cast<float>(segment.radius)});
    }
    const float position = static_cast<float>(has_position_input(chain) ? kPositionRange : kNoDeadZone);
    const float angle = static_cast<float>(kAngleRange);
    group.position = {-position, 0.0f, position};
    group.angle = {-angle, 0.0f, angle};
    return group;
}

}  // namespace yure::baker
