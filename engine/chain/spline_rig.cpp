#include "yure/chain/spline_rig.hpp"

#include <algorithm>
#include <cmath>

#include "yure/chain/bow_frame.hpp"

namespace yure::chain {
namespace {

constexpr double kRadians = 0.017453292519943295;
constexpr std::size_t kMostFins = 256, kMostKnots = 4096;

Vec3 converted(Vec3 v, bool mirror, double scale) {
    return Vec3{v.x, v.y, mirror ? -v.z : v.z} * scale;
}
void convert(MovingPoint& point, bool mirror, double scale) {
    point.position = converted(point.position, mirror, scale);
    for (MovingPoint::Key& key : point.keys) key.position = converted(key.position, mirror, scale);
}

/// The bones of a rig: as named, or the way from the second name up to the first.
Result<std::vector<int>> find_bones(const SplineRig& rig, const Skeleton& skeleton) {
    std::vector<int> bones;
    for (const std::string& name : rig.bones) {
        const auto node = find_node(skeleton, name);
        if (!node) return node.error();
        bones.push_back(*node);
    }
    if (bones.empty()) return Error{rig.name, "names no bones"};
    if (bones.size() == 2 && skeleton[static_cast<std::size_t>(bones[1])].parent != bones[0]) {
        std::vector<int> way{bones[1]};
        while (way.back() != bones[0]) {
            const int parent = skeleton[static_cast<std::size_t>(way.back())].parent;
            if (parent < 0) return Error{rig.name, rig.bones[1] + " does not lie below " + rig.bones[0]};
            way.push_back(parent);
        }
        bones.assign(way.rbegin(), way.rend());
    }
    for (std::size_t i = 1; i < bones.size(); ++i)
        if (skeleton[static_cast<std::size_t>(bones[i])].parent != bones[i - 1])
            return Error{rig.name, "bone " + skeleton[static_cast<std::size_t>(bones[i])].name +
                                       " is no child of the one before it"};
    return bones;
}

Result<int> node_or_none(const Skeleton& skeleton, const std::string& name) {
    if (name.empty()) return -1;
    return find_node(skeleton, name);
}

bool same_axis_as_bone(Vec3 wish, Vec3 x) {
    return length(without(unit(wish), x)) < 1e-6;
}

}  // namespace

std::vector<Error> problems(const SplineRigs& rigs) {
    std::vector<Error> found;
    const auto expect = [&](bool good, const std::string& where, const char* what) {
        if (!good && found.size() < 64) found.push_back({where, what});
    };
    const auto point = [&](const MovingPoint& p, const std::string& where) {
        bool good = is_finite(p.position);
        for (const MovingPoint::Key& key : p.keys) good = good && is_finite(key.position) && std::isfinite(key.time);
        expect(good, where, "holds a number that is not finite");
        for (std::size_t i = 1; i < p.keys.size(); ++i)
            expect(p.keys[i].time > p.keys[i - 1].time, where + ".keys", "have times that do not rise");
        expect(p.keys.empty() || p.node.empty(), where, "has both keys and a node; give one");
    };
    expect(std::isfinite(rigs.unit_scale) && rigs.unit_scale > 0.0, "space.unitScale", "has to be above 0");
    for (std::size_t r = 0; r < rigs.rigs.size(); ++r) {
        const SplineRig& rig = rigs.rigs[r];
        const std::string at = "rigs[" + std::to_string(r) + "].";
        expect(rig.knots.size() >= (rig.closed ? 3u : 2u), at + "curve.knots", "need at least 2 knots, closed 3");
        expect(rig.knots.size() <= kMostKnots, at + "curve.knots", "are more than 4096");
        for (std::size_t k = 0; k < rig.knots.size(); ++k) {
            point(rig.knots[k].point, at + "curve.knots[" + std::to_string(k) + "]");
            expect(is_finite(rig.knots[k].in) && is_finite(rig.knots[k].out),
                   at + "curve.knots[" + std::to_string(k) + "]", "has a handle that is not finite");
        }
        expect(std::isfinite(rig.joints.slide), at + "joints.slide", "is no finite number");
        expect(rig.joints.stretch >= 0.0 && rig.joints.stretch <= 1.0, at + "joints.stretch",
               "has to be between 0 and 1");
        for (const double length : rig.lengths)
            expect(std::isfinite(length) && length >= 0.0, at + "joints.lengths", "have to be 0 or more");
        for (std::size_t b = 0; b < rig.back_points.size(); ++b)
            point(rig.back_points[b], at + "back.points[" + std::to_string(b) + "]");
        expect(rig.back != BackMode::fins || !rig.fins.empty(), at + "back.fins", "are none");
        expect(rig.fins.size() <= kMostFins, at + "back.fins", "are more than 256");
        for (std::size_t f = 0; f < rig.fins.size(); ++f) {
            const std::string where = at + "back.fins[" + std::to_string(f) + "]";
            point(rig.fins[f].point, where);
            expect(rig.fins[f].at >= 0.0 && rig.fins[f].at <= 1.0, where + ".at", "has to be between 0 and 1");
            expect(f == 0 || rig.fins[f].at > rig.fins[f - 1].at, where + ".at", "does not lie behind the fin before");
        }
        expect(is_finite(rig.back_axis) && length(rig.back_axis) > 1e-6, at + "back.axis", "is no direction");
        expect(std::isfinite(rig.twist_start) && std::isfinite(rig.twist_end), at + "twist", "is no finite number");
    }
    return found;
}

SplineRigs to_engine_space(SplineRigs rigs) {
    const bool mirror = rigs.axes == Axes::unity;
    const double scale = rigs.unit_scale;
    for (SplineRig& rig : rigs.rigs) {
        for (Knot& knot : rig.knots) {
            convert(knot.point, mirror, scale);
            knot.in = converted(knot.in, mirror, scale);
            knot.out = converted(knot.out, mirror, scale);
        }
        for (MovingPoint& point : rig.back_points) convert(point, mirror, scale);
        for (Fin& fin : rig.fins) convert(fin.point, mirror, scale);
        for (double& length : rig.lengths) length *= scale;
        if (rig.joints.mode != JointMode::parameter) rig.joints.slide *= scale;
        rig.back_axis = converted(rig.back_axis, mirror, 1.0);
        if (mirror) {
            rig.twist_start = -rig.twist_start;
            rig.twist_end = -rig.twist_end;
            for (Fin& fin : rig.fins) fin.turns = -fin.turns;
        }
    }
    rigs.axes = Axes::engine;
    rigs.unit_scale = 1.0;
    return rigs;
}

SplineRigSolver::SplineRigSolver(const SplineRig& rig, const Skeleton& skeleton) : rig_(rig), skeleton_(skeleton) {}

Result<SplineRigSolver> SplineRigSolver::build(const SplineRig& rig, const Skeleton& skeleton,
                                               std::span<const Affine> bind) {
    if (const auto faults = problems(SplineRigs{Axes::engine, 1.0, {rig}}); !faults.empty()) return faults.front();
    if (const Status sound = check(skeleton); !sound) return sound.error();
    if (bind.size() != skeleton.size()) return Error{rig.name, "has no rest transform for every node"};
    auto bones = find_bones(rig, skeleton);
    if (!bones) return bones.error();
    SplineRigSolver solver(rig, skeleton);
    solver.bones_ = std::move(*bones);
    const std::size_t n = solver.bones_.size();
    const auto space = node_or_none(skeleton, rig.space);
    if (!space) return space.error();
    solver.space_ = *space;
    if (std::find(solver.bones_.begin(), solver.bones_.end(), solver.space_) != solver.bones_.end())
        return Error{rig.name, "stands in the space of one of its own bones"};
    const auto add_node = [&](const MovingPoint& point, std::vector<int>& nodes) -> Status {
        const auto node = node_or_none(skeleton, point.node);
        if (!node) return node.error();
        nodes.push_back(*node);
        return {};
    };
    for (const Knot& knot : rig.knots)
        if (const Status added = add_node(knot.point, solver.knot_nodes_); !added) return added.error();
    if (rig.back == BackMode::points && rig.back_points.size() != n)
        return Error{rig.name, "has " + std::to_string(rig.back_points.size()) + " back points for " +
                                   std::to_string(n) + " bones; use fins for fewer"};
    if (rig.back == BackMode::points)
        for (const MovingPoint& point : rig.back_points)
            if (const Status added = add_node(point, solver.back_nodes_); !added) return added.error();
    if (rig.back == BackMode::fins)
        for (const Fin& fin : rig.fins)
            if (const Status added = add_node(fin.point, solver.back_nodes_); !added) return added.error();
    if (!rig.lengths.empty() && rig.lengths.size() != n)
        return Error{rig.name,
                     "has " + std::to_string(rig.lengths.size()) + " lengths for " + std::to_string(n) + " bones"};

    // Ends of the bones at bind time; the last one's is its first child, or as far on as the bone before it is long.
    std::vector<Vec3> places;
    for (const int bone : solver.bones_) places.push_back(bind[static_cast<std::size_t>(bone)].position);
    int child = -1;
    for (std::size_t i = 0; i < skeleton.size() && child < 0; ++i)
        if (skeleton[i].parent == solver.bones_.back()) child = static_cast<int>(i);
    const Vec3 last = places.back();
    if (child >= 0 && distance(bind[static_cast<std::size_t>(child)].position, last) > 1e-9)
        places.push_back(bind[static_cast<std::size_t>(child)].position);
    else
        places.push_back(n > 1 ? last + (last - places[n - 2]) : last + Vec3{1.0, 0.0, 0.0});
    for (std::size_t i = 0; i < n; ++i) {
        solver.lengths_.push_back(rig.lengths.empty() ? distance(places[i], places[i + 1]) : rig.lengths[i]);
        const Affine& rest = bind[static_cast<std::size_t>(solver.bones_[i])];
        const Vec3 ahead = unit(places[i + 1] - places[i]);
        const Vec3 x = ahead != Vec3{} ? ahead : Vec3{1.0, 0.0, 0.0};
        Vec3 back = rest.linear * rig.back_axis;
        if (same_axis_as_bone(back, x))
            return Error{rig.name, "back.axis points along bone " +
                                       skeleton[static_cast<std::size_t>(solver.bones_[i])].name +
                                       "; take another of its axes"};
        if (rig.back == BackMode::planar) back = {0.0, 0.0, 1.0};
        const Vec3 z = unit(without(back, x));
        const Mat3 frame{x, cross(z, x), z};
        if (i == 0) solver.first_frame_ = frame;
        solver.bind_axes_.push_back(transpose(frame) * rest.linear);
    }
    solver.driven_.assign(skeleton.size(), 0);
    for (const int bone : solver.bones_) solver.driven_[static_cast<std::size_t>(bone)] = 1;
    solver.moved_.assign(skeleton.size(), 0);
    solver.knots_.resize(rig.knots.size());
    solver.joints_.resize(n + 1);
    solver.backs_.resize(n);
    solver.frames_.resize(n);
    solver.fins_.resize(rig.fins.size());
    const std::size_t segments = rig.knots.size() - (rig.closed ? 0 : 1);
    solver.segments_.resize(segments);
    solver.spline_.emplace(solver.segments_, rig.closed);
    return solver;
}

Affine SplineRigSolver::space_of(std::span<const Affine> world) const {
    return space_ >= 0 ? world[static_cast<std::size_t>(space_)] : Affine{};
}

Vec3 SplineRigSolver::position(const MovingPoint& point, int node, std::span<const Affine> world, double time) const {
    if (node >= 0) return world[static_cast<std::size_t>(node)] * point.position;
    Vec3 place = point.position;
    if (!point.keys.empty()) {
        const auto next = std::upper_bound(point.keys.begin(), point.keys.end(), time,
                                           [](double t, const MovingPoint::Key& key) { return t < key.time; });
        if (next == point.keys.begin()) {
            place = next->position;
        } else if (next == point.keys.end()) {
            place = point.keys.back().position;
        } else {
            const MovingPoint::Key &a = *(next - 1), &b = *next;
            place = a.position + (b.position - a.position) * ((time - a.time) / (b.time - a.time));
        }
    }
    return space_of(world) * place;
}

Status SplineRigSolver::apply(std::span<const Affine> local, std::span<Affine> world, double time) {
    if (local.size() != skeleton_.size() || world.size() != skeleton_.size())
        return Error{rig_.name, "is given a pose of another skeleton"};
    if (!std::isfinite(time)) return Error{rig_.name, "is asked for a time that is no finite number"};
    const Affine space = space_of(world);
    bool sound = is_finite(space);
    for (std::size_t k = 0; k < knots_.size(); ++k) {
        knots_[k] = position(rig_.knots[k].point, knot_nodes_[k], world, time);
        sound = sound && is_finite(knots_[k]);
    }
    for (std::size_t i = 0; i < back_nodes_.size(); ++i)
        if (back_nodes_[i] >= 0) sound = sound && is_finite(world[static_cast<std::size_t>(back_nodes_[i])]);
    if (!sound) return Error{rig_.name, "follows a node whose transform is no finite number"};

    if (rig_.type == CurveType::bezier) {
        for (std::size_t s = 0; s < segments_.size(); ++s) {
            const std::size_t next = (s + 1) % knots_.size();
            segments_[s] = {knots_[s], knots_[s] + space.linear * rig_.knots[s].out,
                            knots_[next] + space.linear * rig_.knots[next].in, knots_[next]};
        }
    } else if (rig_.type == CurveType::b_spline) {
        fill_b_spline(knots_, rig_.closed, segments_);
    } else {
        fill_catmull_rom(knots_, rig_.closed, segments_);
    }
    spline_->set_segments(segments_);
    place_joints(*spline_, lengths_, rig_.joints, joints_);

    const Vec3 first = unit(joints_[1] - joints_[0]);
    Vec3 first_y = first_frame_.y;
    if (rig_.back == BackMode::carried || rig_.back == BackMode::fins)
        first_y = shortest_turn(first_frame_.x, first, first_frame_.z) * first_y;
    if (rig_.back == BackMode::fins) {
        for (std::size_t f = 0; f < fins_.size(); ++f)
            fins_[f] = {rig_.fins[f].at, position(rig_.fins[f].point, back_nodes_[f], world, time), rig_.fins[f].turns};
        back_points_from_fins(joints_, lengths_, fins_, first_y, backs_);
    } else {
        for (std::size_t i = 0; i < backs_.size(); ++i) {
            backs_[i] = joints_[i];  // no back point: the carried frame
            if (rig_.back == BackMode::points) backs_[i] = position(rig_.back_points[i], back_nodes_[i], world, time);
            if (rig_.back == BackMode::planar) backs_[i] = joints_[i] + Vec3{0.0, 0.0, 1.0};
        }
    }
    bow_chain(joints_, backs_, first_y, frames_);

    const auto count = static_cast<double>(frames_.size());
    std::fill(moved_.begin(), moved_.end(), char{0});
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        Mat3 frame = frames_[i];
        const double share = (static_cast<double>(i) + 0.5) / count;
        const double twist = (rig_.twist_start + (rig_.twist_end - rig_.twist_start) * share) * kRadians;
        if (twist != 0.0) {
            const double c = std::cos(twist), s = std::sin(twist);
            frame = {frame.x, frame.y * c + frame.z * s, frame.z * c - frame.y * s};
            frames_[i] = frame;
        }
        Mat3 scaled = frame;
        const double stretched = distance(joints_[i], joints_[i + 1]);
        if (rig_.keep_volume && lengths_[i] > 0.0 && stretched > 0.0) {
            const double thin = std::sqrt(lengths_[i] / stretched);
            scaled.y = scaled.y * thin;
            scaled.z = scaled.z * thin;
        }
        const auto bone = static_cast<std::size_t>(bones_[i]);
        world[bone] = {scaled * bind_axes_[i], joints_[i]};
        moved_[bone] = 1;
    }
    for (std::size_t i = 0; i < skeleton_.size(); ++i) {
        const int parent = skeleton_[i].parent;
        if (driven_[i] != 0 || parent < 0 || moved_[static_cast<std::size_t>(parent)] == 0) continue;
        world[i] = world[static_cast<std::size_t>(parent)] * local[i];
        moved_[i] = 1;
    }
    return {};
}

}  // namespace yure::chain
