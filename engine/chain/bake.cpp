#include "yure/chain/bake.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace yure::chain {
namespace {

constexpr double kMostPositions = 50e6;
constexpr double kMostSteps = 10e6;
constexpr int kMostCycles = 8;
constexpr double kPeriodic = 1e-4;  // of the chain's length
constexpr double kFadeShare = 0.1;  // of a cycle
constexpr double kSameTime = 1e-9;  // s

/// Components of one update rate, stepped together.
class RateBake {
  public:
    RateBake(Solver solver, double rate, const PoseAt& pose_at, const BakeOptions& options, std::size_t nodes)
        : solver_(std::move(solver)), rate_(rate), pose_at_(pose_at), options_(options), pose_(nodes) {
        for (int t = 0; t < solver_.tree_count(); ++t) count_ += solver_.tree(t).particles.size();
        before_.resize(count_);
        now_.resize(count_);
    }

    Solver& solver() { return solver_; }
    std::size_t particles() const { return count_; }

    Status hold(double seconds, const Work& work) {
        if (const Status posed = pose_at_(options_.start, pose_); !posed) return posed;
        const auto steps = static_cast<long>(std::llround(seconds * rate_));
        for (long i = 0; i < steps; ++i) {
            if (work.is_cancelled()) return Error{"", "cancelled"};
            if (const Status stepped = solver_.step(pose_); !stepped) return stepped;
        }
        return {};
    }

    /// Positions at `time` after the start of the first cycle; times only go on.
    Status sample(double time, std::span<Vec3> out, const Work& work) {
        while (next_ == 0 || time_of(next_ - 1) < time - kSameTime) {
            if (work.is_cancelled()) return Error{"", "cancelled"};
            if (const Status stepped = step(); !stepped) return stepped;
        }
        const double last = time_of(next_ - 1);
        const double share = next_ < 2 ? 1.0 : 1.0 - std::clamp((last - time) * rate_, 0.0, 1.0);
        const bool exact = std::abs(last - time) <= kSameTime;
        for (std::size_t i = 0; i < count_; ++i) out[i] = exact ? now_[i] : before_[i] + (now_[i] - before_[i]) * share;
        return {};
    }

    double deepest() const { return deepest_; }

  private:
    double time_of(long step) const { return static_cast<double>(step) / rate_; }

    Status step() {
        const double time = time_of(next_), length = options_.end - options_.start;
        const double in_clip = options_.loop ? std::fmod(time, length) : std::min(time, length);
        if (const Status posed = pose_at_(options_.start + in_clip, pose_); !posed) return posed;
        if (const Status stepped = solver_.step(pose_); !stepped) return stepped;
        deepest_ = std::max(deepest_, solver_.deepest_penetration());
        before_.swap(now_);
        std::size_t i = 0;
        for (int t = 0; t < solver_.tree_count(); ++t)
            for (std::size_t p = 0; p < solver_.tree(t).particles.size(); ++p)
                now_[i++] = solver_.particle(t, static_cast<int>(p)).position;
        ++next_;
        return {};
    }

    Solver solver_;
    double rate_;
    const PoseAt& pose_at_;
    const BakeOptions& options_;
    std::vector<Affine> pose_;
    std::size_t count_ = 0;
    std::vector<Vec3> before_, now_;
    long next_ = 0;
    double deepest_ = 0.0;
};

std::vector<double> frame_times(const BakeOptions& options) {
    const double length = options.end - options.start;
    std::vector<double> times;
    for (long j = 0;; ++j) {
        const double t = static_cast<double>(j) / options.fps;
        if (t > length - kSameTime) break;
        times.push_back(t);
    }
    times.push_back(length);
    return times;
}

Status check_options(const BakeOptions& options) {
    if (!(options.fps >= 1.0 && options.fps <= 1000.0)) return Error{"--fps", "has to be between 1 and 1000"};
    if (!std::isfinite(options.start) || !std::isfinite(options.end) || options.end < options.start)
        return Error{"time", "has to end after it starts"};
    if ((options.end - options.start) * options.fps > kMostSteps)
        return Error{"time", "asks for more than 10 million frames"};
    if (options.loop && !(options.end > options.start)) return Error{"loop", "needs an animation of some length"};
    if (!(options.preroll >= 0.0 && options.preroll <= 3600.0))
        return Error{"preroll", "has to be between 0 and 3600 s"};
    return {};
}

double largest_gap(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double gap = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) gap = std::max(gap, distance(a[i], b[i]));
    return gap;
}

}  // namespace

Result<BakedChains> bake_chains(const Config& config, const Skeleton& skeleton, std::span<const Affine> bind,
                                const PoseAt& pose_at, const BakeOptions& options, Notices& notices, const Work& work) {
    if (const Status sound = check_options(options); !sound) return sound.error();
    BakedChains baked;
    baked.times = frame_times(options);
    std::map<double, std::vector<int>> by_rate;
    for (std::size_t c = 0; c < config.components.size(); ++c) {
        const Component& component = config.components[c];
        const double rate = component.update_rate > 0.0 ? component.update_rate : options.fps;
        if (component.enabled) by_rate[rate].push_back(static_cast<int>(c));
    }
    std::vector<RateBake> bakes;
    std::size_t particles = 0;
    double longest = 0.0;
    for (const auto& [rate, members] : by_rate) {
        if ((options.end - options.start + options.preroll) * rate > kMostSteps)
            return Error{"m_UpdateRate", "asks for more than 10 million steps"};
        Config part = config;
        part.components.clear();
        for (const int member : members) part.components.push_back(config.components[static_cast<std::size_t>(member)]);
        SolverOptions solver_options;
        solver_options.teleport_by_default = false;
        auto solver = Solver::build(part, skeleton, bind, solver_options, &notices);
        if (!solver) return solver.error();
        for (int t = 0; t < solver->tree_count(); ++t) {
            baked.trees.push_back(solver->tree(t));
            baked.component.push_back(members[static_cast<std::size_t>(solver->component_of(t))]);
            longest = std::max(longest, solver->tree(t).total);
        }
        bakes.emplace_back(std::move(*solver), rate, pose_at, options, skeleton.size());
        particles += bakes.back().particles();
    }
    const double total = static_cast<double>(particles) * static_cast<double>(baked.times.size());
    if (total * (options.loop ? 2.0 : 1.0) > kMostPositions)
        return Error{"", "would hold more than 50 million positions; bake fewer chains, frames or seconds at a time"};

    const double length = options.end - options.start;
    const auto run_cycle = [&](int cycle, std::vector<std::vector<Vec3>>& frames) -> Status {
        frames.assign(baked.times.size(), std::vector<Vec3>(particles));
        for (std::size_t j = 0; j < baked.times.size(); ++j) {
            std::size_t offset = 0;
            for (RateBake& bake : bakes) {
                const std::span<Vec3> part(frames[j].data() + offset, bake.particles());
                if (const Status sampled = bake.sample(cycle * length + baked.times[j], part, work); !sampled)
                    return sampled;
                offset += bake.particles();
            }
            work.report("simulate chains", static_cast<double>(j + 1) / static_cast<double>(baked.times.size()));
        }
        return {};
    };
    if (!options.loop) {
        for (RateBake& bake : bakes)
            if (const Status held = bake.hold(options.preroll, work); !held) return held.error();
        if (const Status done = run_cycle(0, baked.positions); !done) return done.error();
    } else {
        std::vector<std::vector<Vec3>> before;
        if (const Status done = run_cycle(0, before); !done) return done.error();
        for (baked.cycles = 1;; ++baked.cycles) {
            if (const Status done = run_cycle(baked.cycles, baked.positions); !done) return done.error();
            const double gap = largest_gap(baked.positions.front(), baked.positions.back());
            const bool periodic = gap < kPeriodic * longest;
            if (periodic || baked.cycles >= kMostCycles) {
                baked.seam = gap;
                break;
            }
            before.swap(baked.positions);
        }
        // The cycle before ends exactly where this one starts, so fading into it closes the loop.
        const double from = length * (1.0 - kFadeShare);
        for (std::size_t j = 0; j < baked.times.size(); ++j) {
            const double w = std::clamp((baked.times[j] - from) / (length - from), 0.0, 1.0);
            for (std::size_t i = 0; i < particles && w > 0.0; ++i)
                baked.positions[j][i] += (before[j][i] - baked.positions[j][i]) * w;
        }
        baked.positions.back() = baked.positions.front();
    }
    for (RateBake& bake : bakes) {
        baked.deepest_penetration = std::max(baked.deepest_penetration, bake.deepest());
        baked.restarts += bake.solver().report().restarts;
    }
    return baked;
}

void write_frame(const BakedChains& baked, const Config& config, std::size_t frame, std::span<const Affine> pose,
                 std::span<Affine> world) {
    std::size_t offset = 0;
    for (std::size_t t = 0; t < baked.trees.size(); ++t) {
        const std::size_t count = baked.trees[t].particles.size();
        const double mix = config.components[static_cast<std::size_t>(baked.component[t])].output_mix;
        write_tree(baked.trees[t], pose, {baked.positions[frame].data() + offset, count}, mix, world);
        offset += count;
    }
}

}  // namespace yure::chain
