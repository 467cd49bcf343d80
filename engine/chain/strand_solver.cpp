#include "yure/chain/strand_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace yure::chain {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

Mat3 turned(PlanarTurn by) {
    return {{by.cosine, by.sine, 0.0}, {-by.sine, by.cosine, 0.0}, {0.0, 0.0, 1.0}};
}

/// Node 0 is the object, then the joints of every strand, each below the one before it.
Skeleton skeleton_of(const StrandSet& set) {
    Skeleton skeleton{{"object", -1}};
    for (std::size_t s = 0; s < set.strands().size(); ++s)
        for (std::size_t k = 0; k < set.strands()[s].joints.size(); ++k)
            skeleton.push_back({"strand" + std::to_string(s) + "_" + std::to_string(k), k == 0 ? 0 : static_cast<int>(skeleton.size()) - 1});
    return skeleton;
}

Config config_of(const StrandSet& set) {
    Config config;
    config.unit_scale = kPixelsPerUnit;
    Component component = set.component();
    component.object = "object";
    component.root.clear();
    component.roots.clear();
    for (std::size_t s = 0; s < set.strands().size(); ++s) component.roots.push_back("strand" + std::to_string(s) + "_0");
    component.end_length = 0.0;
    component.end_offset = {};
    component.colliders.clear();
    component.exclusions.clear();
    component.material.clear();
    for (AngleLimit& limit : component.angle_limits) limit.bones = {"*"};
    if (component.freeze_axis == Axis::z) component.freeze_axis = Axis::none;  // a chain in the plane cannot leave it
    config.components = {std::move(component)};
    return config;
}

}  // namespace

struct StrandSolver::State {
    struct Lane {
        std::vector<Vec2> goals, animated, simulated;
        std::vector<Affine> pose;
        std::vector<Solver> solver;  // one
        Vec2 wind;
        double angle = 0.0;
    };

    const StrandSet* set;
    Config config;
    float damping = 0.0f;
    std::vector<Lane> lanes;

    /// Where the rig has the object and the joints: each turned as its segment is turned against rest.
    void pose(Lane& lane) const {
        set->animated_joints(lane.goals, lane.animated);
        lane.angle = set->frame_angle(lane.goals);
        Vec3 middle;
        std::size_t joint = 0;
        for (const Strand& strand : set->strands()) {
            middle += in_chain_plane(lane.animated[joint]);
            Mat3 turn;
            for (std::size_t k = 0; k < strand.rest.size(); ++k, ++joint) {
                if (k + 1 < strand.rest.size()) {
                    const Vec3 rest = in_chain_plane(strand.rest[k + 1] - strand.rest[k]),
                               now = in_chain_plane(lane.animated[joint + 1] - lane.animated[joint]);
                    if (dot(rest, rest) > 0.0 && dot(now, now) > 0.0) turn = turned(turn_between(rest.x, rest.y, now.x, now.y));
                }
                lane.pose[joint + 1] = {turn, in_chain_plane(lane.animated[joint])};
            }
        }
        lane.pose[0] = {turned({std::cos(lane.angle), -std::sin(lane.angle)}), middle * (1.0 / static_cast<double>(set->strands().size()))};
    }

    void read(Lane& lane) const {
        std::size_t joint = 0;
        for (int tree = 0; tree < lane.solver[0].tree_count(); ++tree)
            for (std::size_t k = 0; k < set->strands()[at(tree)].joints.size(); ++k, ++joint) {
                const Vec3 p = lane.solver[0].particle(tree, static_cast<int>(k)).position;
                lane.simulated[joint] = {static_cast<float>(p.x), static_cast<float>(-p.y)};
            }
    }

    /// The configuration of one lane: with its wind as a force, and the damping that settling asks for.
    Config of(const Lane& lane) const {
        Config c = config;
        Component& component = c.components[0];
        const double rate = component.update_rate > 0.0 ? component.update_rate : 60.0, scale = 1.0 / (rate * rate * kPixelsPerUnit);
        component.force += Vec3{static_cast<double>(lane.wind.x) * scale, -static_cast<double>(lane.wind.y) * scale, 0.0};
        if (damping > 0.0f) {
            Distributed& d = component.value(ParticleValue::damping);
            d = {std::max(d.base, 1.0 - std::exp(-static_cast<double>(damping) / rate)), {}};
        }
        return c;
    }

    void configure(Lane& lane) const {
        [[maybe_unused]] const Status done = lane.solver[0].reconfigure(of(lane));
        assert(done);
    }
};

StrandSolver::StrandSolver(const StrandSet& strands, int lanes) : state_(std::make_unique<State>()) {
    State& s = *state_;
    s.set = &strands;
    s.config = config_of(strands);
    const Skeleton skeleton = skeleton_of(strands);
    s.lanes.resize(at(std::max(1, lanes)));
    for (State::Lane& lane : s.lanes) {
        lane.goals.resize(at(strands.particles()));
        lane.animated.resize(at(strands.joint_count()));
        lane.simulated.resize(lane.animated.size());
        lane.pose.resize(skeleton.size());
        std::size_t joint = 1;
        Vec3 middle;
        for (const Strand& strand : strands.strands()) {
            middle += in_chain_plane(strand.rest[0]);
            for (const Vec2 rest : strand.rest) lane.pose[joint++] = {{}, in_chain_plane(rest)};
        }
        lane.pose[0].position = middle * (1.0 / static_cast<double>(strands.strands().size()));
        SolverOptions options;
        options.teleport_by_default = false;  // preview and bake must agree
        Result<Solver> solver = Solver::build(s.config, skeleton, lane.pose, options);
        assert(solver);  // the settings were checked when the strands were laid
        lane.solver.push_back(std::move(solver).value());
        joint = 0;
        for (const Strand& strand : strands.strands())
            for (const Vec2 rest : strand.rest) lane.animated[joint] = lane.simulated[joint] = rest, ++joint;
    }
}

StrandSolver::StrandSolver(StrandSolver&&) noexcept = default;
StrandSolver& StrandSolver::operator=(StrandSolver&&) noexcept = default;
StrandSolver::~StrandSolver() = default;

int StrandSolver::lanes() const {
    return static_cast<int>(state_->lanes.size());
}

void StrandSolver::reset(int lane, std::span<const Vec2> goals) {
    State::Lane& l = state_->lanes[at(lane)];
    set_goals(lane, goals);
    if (l.wind != Vec2{}) set_wind(lane, {});
    state_->pose(l);
    l.solver[0].reset();
    // Shorter than any step: it takes its place on the pose, and nothing moves yet.
    static_cast<void>(l.solver[0].frame(l.pose, 1e-9));
    l.simulated = l.animated;
}

void StrandSolver::set_goals(int lane, std::span<const Vec2> goals) {
    State::Lane& l = state_->lanes[at(lane)];
    const auto sound = [](Vec2 p) { return std::abs(p.x) <= 1e6f && std::abs(p.y) <= 1e6f; };
    if (std::all_of(goals.begin(), goals.end(), sound)) std::copy(goals.begin(), goals.end(), l.goals.begin());
}

void StrandSolver::set_wind(int lane, Vec2 wind) {
    State::Lane& l = state_->lanes[at(lane)];
    constexpr float kStrongest = 1e6f;
    if (!(std::abs(wind.x) <= kStrongest && std::abs(wind.y) <= kStrongest)) wind = {};
    if (l.wind == wind) return;
    l.wind = wind;
    state_->configure(l);
}

void StrandSolver::set_damping(float rate_per_second) {
    if (state_->damping == rate_per_second) return;
    state_->damping = rate_per_second;
    for (State::Lane& lane : state_->lanes) state_->configure(lane);
}

void StrandSolver::step(float dt) {
    for (State::Lane& lane : state_->lanes) {
        state_->pose(lane);
        if (!(dt > 0.0f)) continue;
        // 1/60 in single precision is a little more than a sixtieth: no step may come of what is only rounding.
        const double seconds = dt == 1.0f / 60.0f ? 1.0 / 60.0 : static_cast<double>(std::min(dt, 5.0f));
        static_cast<void>(lane.solver[0].frame(lane.pose, seconds));  // the pose is finite: goals were looked at
        state_->read(lane);
    }
}

void StrandSolver::positions(int lane, std::span<Vec2> out) const {
    const State::Lane& l = state_->lanes[at(lane)];
    state_->set->skin(l.goals, l.animated, l.simulated, out);
}

std::span<const Vec2> StrandSolver::joints(int lane) const {
    return state_->lanes[at(lane)].simulated;
}

std::span<const Vec2> StrandSolver::animated_joints(int lane) const {
    return state_->lanes[at(lane)].animated;
}

float StrandSolver::frame_angle(int lane) const {
    return static_cast<float>(state_->lanes[at(lane)].angle);
}

SolverReport StrandSolver::report(int lane) const {
    return state_->lanes[at(lane)].solver[0].report();
}

}  // namespace yure::chain
