#include "motion_bake.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bake.hpp"
#include "yure/core/lookup.hpp"
#include "yure/motion/frames.hpp"
#include "yure/pendulum/player.hpp"

namespace yure::studio {
namespace {

constexpr double kRate = 60.0;         // frames a second
constexpr float kTolerance = 0.0005f;  // share of a parameter's range that a dropped point may be off
constexpr int kMostRounds = 40;

std::vector<ParameterRange> ranges_of(const rig::Puppet& puppet) {
    std::vector<ParameterRange> ranges;
    for (std::size_t i = 0; i < puppet.parameter.id.size(); ++i)
        ranges.push_back({std::string(puppet.parameter.id[i].view()), puppet.parameter.min[i], puppet.parameter.max[i],
                          puppet.parameter.default_value[i]});
    return ranges;
}

/// Parameters that physics writes and that move something.
std::vector<int> swaying(const WrittenModel& model, const std::vector<ParameterRange>& ranges) {
    std::vector<int> rows;
    for (const pendulum::Group& group : model.physics.groups)
        for (const pendulum::Output& output : group.outputs) {
            const int row = find_by_id(ranges, output.parameter);
            if (row >= 0 && find_by_id(model.helpers, output.parameter) < 0) rows.push_back(row);
        }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

using Course = std::vector<std::vector<float>>;  // per swaying parameter, per frame

/// One pass of the motion's frames through the player.
Course play(pendulum::Player& player, const motion::Frames& frames, std::size_t count, const std::vector<int>& rows) {
    Course course(rows.size(), std::vector<float>(count));
    std::vector<float> values(frames.ids.size());
    for (std::size_t frame = 0; frame < count; ++frame) {
        const auto row = frames.row(frame);
        std::copy(row.begin(), row.end(), values.begin());
        player.evaluate(values, static_cast<float>(1.0 / kRate));
        for (std::size_t c = 0; c < rows.size(); ++c) course[c][frame] = values[static_cast<std::size_t>(rows[c])];
    }
    return course;
}

/// Spreads the gap between end and start over the course: a cubic that takes away the difference of value and slope at
/// the end and is nothing at the start.
void close_gap(std::vector<float>& course, float first_next, double range, BakedMotion& baked) {
    const auto n = static_cast<double>(course.size() - 1);
    if (course.size() < 4 || !(range > 0)) return;
    const double gap = static_cast<double>(course.front() - course.back());
    const double slope_start = static_cast<double>(first_next - course.front());
    const double slope_end = static_cast<double>(course.back() - course[course.size() - 2]);
    const double slope_gap = (slope_start - slope_end) * n;  // per whole course
    baked.closure = std::max(baked.closure, std::abs(gap) / range);
    baked.slope_closure = std::max(baked.slope_closure, std::abs(slope_start - slope_end) * kRate / range);
    for (std::size_t i = 0; i < course.size(); ++i) {
        const double t = static_cast<double>(i) / n;
        const double value = t * t * (3 - 2 * t), slope = t * t * (t - 1);  // Hermite: 1 and 0, 0 and 1 at the end
        course[i] += static_cast<float>(gap * value + slope_gap * slope);
    }
    course.back() = course.front();
}

/// The points that a polyline needs to stay within the tolerance of all frames.
void keep_points(const std::vector<float>& course, std::size_t from, std::size_t to, float tolerance, std::vector<char>& keep) {
    std::vector<std::pair<std::size_t, std::size_t>> spans{{from, to}};
    while (!spans.empty()) {
        const auto [a, b] = spans.back();
        spans.pop_back();
        float worst = tolerance;
        std::size_t split = 0;
        for (std::size_t i = a + 1; i < b; ++i) {
            const float share = static_cast<float>(i - a) / static_cast<float>(b - a);
            const float off = std::abs(course[i] - (course[a] + (course[b] - course[a]) * share));
            if (off > worst) worst = off, split = i;
        }
        if (split == 0) continue;
        keep[split] = 1;
        spans.push_back({a, split});
        spans.push_back({split, b});
    }
}

motion::Curve curve_of(const std::string& id, const std::vector<float>& course, float range, bool loop) {
    std::vector<char> keep(course.size(), 0);
    keep.front() = keep.back() = 1;
    if (loop && course.size() > 3) keep[1] = keep[course.size() - 2] = 1;  // the slope across the seam
    std::size_t from = 0;
    for (std::size_t i = 1; i < course.size(); ++i)
        if (keep[i] != 0) {
            keep_points(course, from, i, kTolerance * range, keep);
            from = i;
        }
    motion::Curve curve;
    curve.target = motion::CurveTarget::parameter;
    curve.id = id;
    for (std::size_t i = 0; i < course.size(); ++i) {
        if (keep[i] == 0) continue;
        if (!curve.points.empty()) curve.segments.push_back({motion::SegmentKind::linear, static_cast<int>(curve.points.size()) - 1});
        curve.points.push_back({static_cast<float>(static_cast<double>(i) / kRate), course[i]});
    }
    return curve;
}

bool alike(const Course& a, const Course& b, const std::vector<ParameterRange>& ranges, const std::vector<int>& rows) {
    for (std::size_t c = 0; c < a.size(); ++c) {
        const ParameterRange& range = ranges[static_cast<std::size_t>(rows[c])];
        for (std::size_t i = 0; i < a[c].size(); ++i)
            if (std::abs(a[c][i] - b[c][i]) > 1e-4f * (range.max - range.min)) return false;
    }
    return true;
}

}  // namespace

Result<BakedMotion> bake_motion(const formats::Motion3& source, const WrittenModel& model, const MotionBake& how,
                                const motion::EffectGroups& effects, const Work& work) {
    BakedMotion baked;
    baked.motion = source;
    const std::vector<ParameterRange> ranges = ranges_of(model.puppet);
    const std::vector<int> rows = swaying(model, ranges);
    motion::FrameOptions options;
    options.fps = kRate;
    options.groups = effects;
    const Result<motion::Frames> frames = motion::sample_frames(source.clip, ranges, options);
    if (!frames) return frames.error();
    if (rows.empty() || frames->count() < 2) return baked;

    pendulum::Player player(model.physics, ranges);
    std::vector<float> first(frames->row(0).begin(), frames->row(0).end());
    player.stabilize(first);
    Course course;
    if (!how.loop) {
        for (int frame = 0; frame < static_cast<int>(std::lround(how.preroll * kRate)); ++frame) {
            std::vector<float> held(frames->row(0).begin(), frames->row(0).end());
            player.evaluate(held, static_cast<float>(1.0 / kRate));
        }
        course = play(player, *frames, frames->count(), rows);
    } else {
        // The last frame of a loop is the first of the next round.
        const std::size_t round = frames->count() - 1;
        const int least = std::max(2, static_cast<int>(std::ceil(how.preroll * kRate / static_cast<double>(round))));
        Course before = play(player, *frames, round, rows);
        for (int k = 1; k < kMostRounds; ++k) {
            if (work.is_cancelled()) return baker::cancelled_error();
            course = play(player, *frames, round, rows);
            if (k >= least && alike(before, course, ranges, rows)) break;
            before = course;
        }
        const Course next = play(player, *frames, std::min<std::size_t>(round, 2), rows);
        for (std::size_t c = 0; c < rows.size(); ++c) {
            const ParameterRange& range = ranges[static_cast<std::size_t>(rows[c])];
            course[c].push_back(next[c][0]);
            close_gap(course[c], course[c].size() > 1 ? course[c][1] : course[c][0], static_cast<double>(range.max - range.min), baked);
        }
    }
    motion::Clip& clip = baked.motion.clip;
    for (std::size_t c = 0; c < rows.size(); ++c) {
        const ParameterRange& range = ranges[static_cast<std::size_t>(rows[c])];
        std::erase_if(clip.curves, [&](const motion::Curve& curve) {
            return curve.target == motion::CurveTarget::parameter && curve.id == range.id;
        });
        clip.curves.push_back(curve_of(range.id, course[c], range.max - range.min, how.loop));
        ++baked.curves;
    }
    if (how.loop) clip.loop = true;
    return baked;
}

}  // namespace yure::studio
