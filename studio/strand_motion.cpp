#include "yure/studio/strand_motion.hpp"

#include "body_binding.hpp"
#include "reduced_curve.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "yure/baker/bake.hpp"
#include "yure/baker/body_solver.hpp"
#include "yure/baker/inputs.hpp"

namespace yure::studio {
namespace {

constexpr double kDegrees = 57.29577951308232;
constexpr double kShare = 0.005;     // of a curve's range, the reduction's tolerance
constexpr double kLeastRange = 1.0;  // degrees
constexpr int kMostRounds = 8;
constexpr double kSameRound = 0.01;  // degrees

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// One body with chains, stepped along a motion.
class Stage {
  public:
    static Result<Stage> build(const Model& model, const baker::BodyRequest& request, const baker::DriveClip& motion,
                               const std::vector<std::string>& at_rest) {
        if (!request.chain) return Error{"body " + request.id, "has no bone chains; lay them first (yure chain lay)"};
        if (const Status sound = baker::check_clip(motion); !sound) return sound.error();
        Result<BodyBinding> binding = bind_bodies(model, {request});
        if (!binding) return binding.error();
        for (const std::string& id : at_rest) {
            if (std::count(at_rest.begin(), at_rest.end(), id) > 1) return Error{"--drive " + id, "is there twice; a parameter has one curve"};
            const int row = binding->rig->find_parameter(id);
            if (row < 0) return Error{"--drive " + id, "the model has no such parameter"};
            binding->resting.push_back(row);
        }
        return Stage(std::make_unique<BodyBinding>(std::move(*binding)), motion);
    }

    const baker::Body& body() const { return binding_->bodies[0]; }
    const rig::Rig& rig() const { return *binding_->rig; }
    const Notices& notices() const { return binding_->notices; }
    std::span<const Vec2> goals() const { return goals_; }

    /// Poses the rig; frames in order, from 0 again after `rewind`.
    void pose(int frame) {
        pose_.evaluate(driver_->values(frame));
        baker::goal_positions(body(), pose_, goals_);
    }
    void rewind() { driver_ = std::make_unique<BodyDriver>(*binding_, motion_); }

  private:
    Stage(std::unique_ptr<BodyBinding> binding, const baker::DriveClip& motion)
        : binding_(std::move(binding)),
          motion_(motion),
          driver_(std::make_unique<BodyDriver>(*binding_, motion)),
          pose_(*binding_->rig, binding_->bodies[0].meshes),
          goals_(at(binding_->bodies[0].particles())) {}

    std::unique_ptr<BodyBinding> binding_;
    const baker::DriveClip& motion_;
    std::unique_ptr<BodyDriver> driver_;
    rig::Evaluation pose_;
    std::vector<Vec2> goals_;
};

using Courses = std::vector<std::vector<double>>;  // per segment, per frame; degrees

/// Bends of all segments against the rig's pose, strand after strand.
class Bends {
  public:
    explicit Bends(const chain::StrandSet& set) : set_(set), animated_(at(set.joint_count())) {}

    void add(std::span<const Vec2> goals, std::span<const Vec2> simulated, Courses& courses) {
        set_.animated_joints(goals, animated_);
        std::size_t joint = 0, segment = 0;
        const bool first = previous_.empty();
        for (const chain::Strand& strand : set_.strands()) {
            std::vector<chain::Vec3> pose, now;
            for (std::size_t k = 0; k < strand.joints.size(); ++k, ++joint) {
                pose.push_back(chain::in_chain_plane(animated_[joint]));
                now.push_back(chain::in_chain_plane(simulated[joint]));
            }
            std::vector<double> bends(strand.joints.size() - 1);
            const std::span<const double> before = first ? std::span<const double>() : std::span(previous_).subspan(segment, bends.size());
            chain::local_bends(pose, now, before, bends);
            for (std::size_t k = 0; k < bends.size(); ++k, ++segment) {
                if (first) previous_.push_back(0.0);
                previous_[segment] = bends[k];
                if (courses.size() <= segment) courses.emplace_back();
                courses[segment].push_back(-bends[k] * kDegrees);  // counter-clockwise with y up is clockwise with y down, negated
            }
        }
    }

  private:
    const chain::StrandSet& set_;
    std::vector<Vec2> animated_;
    std::vector<double> previous_;
};

/// Largest difference of two rounds, degrees.
double apart(const Courses& a, const Courses& b) {
    double most = 0.0;
    for (std::size_t s = 0; s < a.size(); ++s)
        for (std::size_t f = 0; f < a[s].size(); ++f) most = std::max(most, std::abs(a[s][f] - b[s][f]));
    return most;
}

/// The end brought onto the start over the last tenth.
double close_loop(Courses& courses) {
    double seam = 0.0;
    for (std::vector<double>& course : courses) {
        const double gap = course.front() - course.back();
        seam = std::max(seam, std::abs(gap));
        const std::size_t count = course.size(), tail = std::max<std::size_t>(1, count / 10);
        for (std::size_t i = 1; i <= tail && i < count; ++i) {
            const double t = static_cast<double>(i) / static_cast<double>(tail);
            course[count - 1 - tail + i] += gap * t * t * (3.0 - 2.0 * t);
        }
        course.back() = course.front();
    }
    return seam;
}

Result<Courses> simulate_bends(Stage& stage, int frames, const StrandMotionOptions& options, const Work& work) {
    baker::BodySolver solver(stage.body(), 1);
    Courses courses, before;
    const int rounds = options.loop ? kMostRounds : 1;
    for (int round = 0; round < rounds; ++round) {
        Bends bends(*stage.body().strands);
        before = std::move(courses);
        courses.clear();
        stage.rewind();
        for (int frame = 0; frame < frames; ++frame) {
            if (frame % 32 == 0 && work.is_cancelled()) return baker::cancelled_error();
            stage.pose(frame);
            if (frame == 0 && round == 0) {
                solver.reset(0, stage.goals());
                for (int held = 0; held < static_cast<int>(std::lround(options.preroll * 60.0)); ++held) {
                    solver.set_goals(0, stage.goals());
                    solver.step();
                }
            } else if (frame > 0 || !options.loop) {
                solver.set_goals(0, stage.goals());
                solver.step();
            }  // a loop's first frame is its last one of the round before
            bends.add(stage.goals(), solver.joints(0), courses);
            if (frame % 32 == 31) work.report("simulate", (round + static_cast<double>(frame) / frames) / rounds);
        }
        if (round > 0 && apart(before, courses) < kSameRound) break;
    }
    return courses;
}

std::string curve_id(const baker::BodyRequest& body, const chain::StrandSet& set, std::size_t strand, std::size_t segment) {
    std::string id = "Param_" + body.id + "_";
    if (set.strands().size() > 1) id += std::to_string(strand + 1) + "_";
    return id + std::to_string(segment + 1);
}

}  // namespace

Result<StrandMotion> strand_motion(const Model& model, const baker::BodyRequest& body, const baker::DriveClip& motion,
                                   const StrandMotionOptions& options, const Work& work) {
    if (!(options.preroll >= 0.0 && options.preroll <= 60.0)) return Error{"--preroll", "is 0 to 60 s"};
    Result<Stage> stage = Stage::build(model, body, motion, options.drive);
    if (!stage) return stage.error();
    if (motion.frames() < 2) return Error{motion.id, "has no length"};
    Result<Courses> courses = simulate_bends(*stage, motion.frames(), options, work);
    if (!courses) return courses.error();

    StrandMotion result;
    result.notices = stage->notices();
    if (options.loop) result.seam = close_loop(*courses);
    result.clip.duration = static_cast<float>((motion.frames() - 1) / 60.0);
    result.clip.fps = 60.0f;
    result.clip.loop = options.loop;
    result.clip.restricted_beziers = true;
    std::vector<double> times;
    for (int frame = 0; frame < motion.frames(); ++frame) times.push_back(frame / 60.0);
    const chain::StrandSet& set = *stage->body().strands;
    std::size_t segment = 0;
    for (std::size_t s = 0; s < set.strands().size(); ++s)
        for (std::size_t k = 0; k + 1 < set.strands()[s].joints.size(); ++k, ++segment) {
            std::vector<double>& course = (*courses)[segment];
            std::string id = curve_id(body, set, s, k);
            if (!options.drive.empty()) {
                if (segment >= options.drive.size()) break;
                id = options.drive[segment];
                const rig::ParameterInfo& p = stage->rig().parameters()[at(stage->rig().find_parameter(id))];
                int cut = 0;
                for (double& value : course) {
                    const double whole = static_cast<double>(p.default_value) + value;
                    value = std::clamp(whole, static_cast<double>(p.min), static_cast<double>(p.max));
                    cut += value != whole ? 1 : 0;
                }
                if (cut > 0)
                    result.notices.push_back({id, "its range cuts off " + std::to_string((100 * cut + motion.frames() - 1) / motion.frames()) +
                                                      " % of the frames; widen the range, or make the chain stiffer"});
            }
            const auto [low, high] = std::minmax_element(course.begin(), course.end());
            result.clip.curves.push_back(reduced_curve(id, times, course, kShare * std::max(*high - *low, kLeastRange), result.largest_error));
        }
    const auto segments = courses->size();
    if (!options.drive.empty() && options.drive.size() < segments)
        result.notices.push_back({"--drive", "names fewer parameters (" + std::to_string(options.drive.size()) + ") than there are segments (" +
                                                 std::to_string(segments) + "); how the last ones bend is in no curve"});
    if (options.drive.size() > segment)
        result.notices.push_back({"--drive", "names more parameters (" + std::to_string(options.drive.size()) + ") than there are segments (" +
                                                 std::to_string(segment) + "); the last ones got no curve"});
    return result;
}

Result<nlohmann::ordered_json> play_strands(const Model& model, const baker::BodyRequest& body,
                                            const baker::DriveClip& motion, const Work& work) {
    Result<Stage> stage = Stage::build(model, body, motion, {});
    if (!stage) return stage.error();
    const chain::StrandSet& set = *stage->body().strands;
    using nlohmann::ordered_json;
    const auto row = [](std::span<const Vec2> points) {
        ordered_json list = ordered_json::array();
        for (const Vec2 p : points) {
            list.push_back(std::round(static_cast<double>(p.x) * 1000.0) / 1000.0);
            list.push_back(std::round(static_cast<double>(p.y) * 1000.0) / 1000.0);
        }
        return list;
    };
    ordered_json strands = ordered_json::array(), animated = ordered_json::array(), simulated = ordered_json::array();
    std::vector<Vec2> rest;
    for (const chain::Strand& strand : set.strands()) {
        strands.push_back(strand.joints.size());
        rest.insert(rest.end(), strand.rest.begin(), strand.rest.end());
    }
    baker::BodySolver solver(stage->body(), 1);
    std::vector<Vec2> joints(at(set.joint_count()));
    for (int frame = 0; frame < motion.frames(); ++frame) {
        if (frame % 32 == 0 && work.is_cancelled()) return baker::cancelled_error();
        stage->pose(frame);
        if (frame == 0) {
            solver.reset(0, stage->goals());
        } else {
            solver.set_goals(0, stage->goals());
            solver.step();
        }
        set.animated_joints(stage->goals(), joints);
        animated.push_back(row(joints));
        simulated.push_back(row(solver.joints(0)));
    }
    return ordered_json{{"fps", 60}, {"motion", motion.id}, {"strands", std::move(strands)}, {"rest", row(rest)},
                        {"animated", std::move(animated)}, {"simulated", std::move(simulated)}};
}

}  // namespace yure::studio
