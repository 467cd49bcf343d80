#include "yure/chain/solver.hpp"

#include "solver_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "yure/chain/forces.hpp"

namespace yure::chain {
namespace {

constexpr int kQuietSteps = 30;
constexpr double kQuietShare = 1e-6;  // of the tree's length, a step

}  // namespace

Status Solver::State::check_pose(std::span<const Affine> pose) const {
    if (pose.size() != skeleton.size())
        return Error{"pose", "has " + std::to_string(pose.size()) + " transforms for " +
                                 std::to_string(skeleton.size()) + " nodes"};
    double sums[12] = {};  // 0, or NaN as soon as one number is not finite
    for (const int node : nodes_used) {
        double numbers[12];
        std::memcpy(numbers, &pose[static_cast<std::size_t>(node)], sizeof numbers);
        for (std::size_t i = 0; i < 12; ++i) sums[i] += numbers[i] * 0.0;
    }
    bool finite = true;
    for (const double sum : sums) finite = finite && sum == 0.0;
    if (finite) return {};
    for (const int node : nodes_used)
        if (!is_finite(pose[static_cast<std::size_t>(node)]))
            return Error{skeleton[static_cast<std::size_t>(node)].name,
                         "has a transform that is no finite number; nothing was simulated"};
    return {};
}

Vec3 Solver::State::push_of(const PlacedTree& tree, std::span<const Affine> pose) const {
    const ComponentState& component = components[static_cast<std::size_t>(tree.component)];
    const ComponentFrame& frame = component.now();
    const Component& c = component.component();
    Vec3 steady = c.force + global_gravity;
    if (c.gravity != Vec3{}) {
        const int root = tree.tree.particles.front().bone;
        steady += effective_gravity(c.gravity, pose[static_cast<std::size_t>(root)].linear, tree.tree.root_gravity);
    }
    return steady * frame.force_factor + frame.wind;
}

void Solver::State::tune(const PlacedTree& tree, Block& block) {
    const ComponentState& component = components[static_cast<std::size_t>(tree.component)];
    for (std::size_t p = 0; p < tree.tree.particles.size(); ++p)
        block.set_tuning(tree.lane, static_cast<int>(p), component.tuning(tree.tree.particles[p]));
}

/// Everything a lane is told, the pose apart, which all lanes have got.
void Solver::State::begin_lane(PlacedTree& tree, Block& block, std::span<const Affine> pose) {
    const ComponentState& component = components[static_cast<std::size_t>(tree.component)];
    const ComponentFrame& frame = component.now();
    const Vec3 push = frame.idle ? Vec3{} : push_of(tree, pose);
    const bool undisturbed = frame.action == ComponentFrame::Action::none && frame.move == Vec3{} &&
                             frame.shift == Vec3{} && !frame.colliders_moved && push == tree.push &&
                             frame.scale == tree.scale;
    tree.push = push;
    tree.scale = frame.scale;
    if (!undisturbed) tree.quiet = 0;
    tree.asleep = tree.asleep && undisturbed;
    if (frame.retuned) tune(tree, block);
    if (frame.action == ComponentFrame::Action::reset) block.reset(tree.lane);
    if (frame.action == ComponentFrame::Action::keep) block.carry(tree.lane, frame.carried);
    if (frame.shift != Vec3{}) block.shift(tree.lane, frame.shift);
    const double loops = frame.idle || tree.asleep ? -1.0 : static_cast<double>(frame.loops);
    block.set_frame(tree.lane, {push, frame.move, loops, frame.scale});
    for (std::size_t c = 0; c < component.world_colliders().size(); ++c)
        block.set_collider(tree.lane, static_cast<int>(c), component.world_colliders()[c]);
}

void Solver::State::end_lane(PlacedTree& tree, Block& block) {
    if (!block.finite(tree.lane)) {
        block.reset(tree.lane);
        tree.quiet = 0;
        ++report.restarts;
        return;
    }
    const double still = kQuietShare * tree.tree.total;
    if (tree.asleep || tree.tree.total == 0.0) return;
    const int loops = components[static_cast<std::size_t>(tree.component)].now().loops;
    if (loops > 0) tree.quiet = block.fastest(tree.lane) < still * still ? tree.quiet + loops : 0;
}

Status Solver::State::advance(std::span<const Affine> pose, double dt, bool single_step, std::span<Affine> world) {
    if (const Status sound = check_pose(pose); !sound) return sound;
    int most_loops = 0;
    for (ComponentState& component : components) {
        const double seconds = single_step ? component.step_seconds() : dt;
        const ComponentFrame& frame = component.begin(pose, seconds, single_step, options.teleport_by_default);
        if (frame.action != ComponentFrame::Action::none && !frame.idle && frame.carried != Affine{})
            ++report.teleports;
        component.end(seconds);
        most_loops = std::max(most_loops, frame.loops);
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        Block& block = blocks[b];
        bool all_asleep = true;
        for (const int index : trees_of_block[b]) {
            PlacedTree& tree = trees[static_cast<std::size_t>(index)];
            tree.asleep = options.sleep && tree.quiet >= kQuietSteps && block.same_pose(tree.lane, pose);
            if (!tree.asleep && tree.quiet >= kQuietSteps) tree.quiet = 0;
            all_asleep = all_asleep && tree.asleep;
        }
        if (!all_asleep) block.set_pose(pose);
        all_asleep = true;
        for (const int index : trees_of_block[b]) {
            PlacedTree& tree = trees[static_cast<std::size_t>(index)];
            begin_lane(tree, block, pose);
            all_asleep = all_asleep && tree.asleep;
        }
        if (!all_asleep) {
            block.run(most_loops, scratch);
            for (const int index : trees_of_block[b]) end_lane(trees[static_cast<std::size_t>(index)], block);
        }
        if (!world.empty()) block.write(world);
    }
    if (!world.empty()) mix(world);
    return {};
}

void Solver::State::continue_from(const State& old) {
    std::map<int, std::vector<int>> old_trees;
    for (std::size_t t = 0; t < old.trees.size(); ++t) old_trees[old.trees[t].component].push_back(static_cast<int>(t));
    std::map<int, std::size_t> next;
    for (std::size_t c = 0; c < components.size() && c < old.components.size(); ++c)
        components[c].continue_from(old.components[c]);
    std::vector<char> fresh(components.size(), 0);
    for (PlacedTree& tree : trees) {
        const std::vector<int>& candidates = old_trees[tree.component];
        const std::size_t index = next[tree.component]++;
        const PlacedTree* before =
            index < candidates.size() ? &old.trees[static_cast<std::size_t>(candidates[index])] : nullptr;
        const auto same_bones = [&] {
            const auto &a = before->tree.particles, &b = tree.tree.particles;
            return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Particle& x, const Particle& y) {
                return x.bone == y.bone && x.parent == y.parent;
            });
        };
        if (before == nullptr || !same_bones()) {
            fresh[static_cast<std::size_t>(tree.component)] = 1;
            continue;
        }
        const Block& from = old.blocks[static_cast<std::size_t>(before->block)];
        Block& to = blocks[static_cast<std::size_t>(tree.block)];
        for (int p = 0; p < static_cast<int>(tree.tree.particles.size()); ++p)
            to.set_state(tree.lane, p, from.state(before->lane, p), from.last_place(before->lane, p));
    }
    // Trees of one component share their object's memory: they start anew together.
    for (std::size_t c = 0; c < components.size(); ++c)
        if (fresh[c] != 0) components[c].make_fresh();
    report = old.report;
}

Solver::Solver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

Result<Solver> Solver::build(const Config& config, const Skeleton& skeleton, std::span<const Affine> bind,
                             SolverOptions options, Notices* notices) {
    Notices unheard;
    auto state = State::build(config, skeleton, bind, options, notices != nullptr ? *notices : unheard);
    if (!state) return state.error();
    return Solver(std::move(*state));
}

Status Solver::frame(std::span<const Affine> pose, double dt) {
    if (!std::isfinite(dt)) return Error{"dt", "is no finite number of seconds; nothing was simulated"};
    if (dt <= 0.0) return {};
    return state_->advance(pose, dt, false, {});
}

Status Solver::frame(std::span<const Affine> pose, double dt, std::span<Affine> world) {
    if (world.size() != state_->skeleton.size())
        return Error{"world", "has " + std::to_string(world.size()) + " transforms for " +
                                  std::to_string(state_->skeleton.size()) + " nodes"};
    if (!std::isfinite(dt)) return Error{"dt", "is no finite number of seconds; nothing was simulated"};
    if (dt <= 0.0) return {};
    return state_->advance(pose, dt, false, world);
}

Status Solver::step(std::span<const Affine> pose) {
    return state_->advance(pose, 0.0, true, {});
}

void Solver::reset() {
    for (ComponentState& component : state_->components) component.make_fresh();
}

Status Solver::reconfigure(const Config& config, Notices* notices) {
    Notices unheard;
    auto fresh =
        State::build(config, state_->skeleton, state_->bind, state_->options, notices != nullptr ? *notices : unheard);
    if (!fresh) return fresh.error();
    (*fresh)->continue_from(*state_);
    state_ = std::move(*fresh);
    return {};
}

int Solver::tree_count() const {
    return static_cast<int>(state_->trees.size());
}
const Tree& Solver::tree(int tree) const {
    return state_->trees[static_cast<std::size_t>(tree)].tree;
}
int Solver::component_of(int tree) const {
    return state_->trees[static_cast<std::size_t>(tree)].component;
}
ParticleState Solver::particle(int tree, int particle) const {
    const PlacedTree& placed = state_->trees[static_cast<std::size_t>(tree)];
    return state_->blocks[static_cast<std::size_t>(placed.block)].state(placed.lane, particle);
}
int Solver::loops(int component) const {
    return state_->components[static_cast<std::size_t>(component)].now().loops;
}
bool Solver::asleep(int tree) const {
    return state_->trees[static_cast<std::size_t>(tree)].asleep;
}
SolverReport Solver::report() const {
    return state_->report;
}

double Solver::deepest_penetration() const {
    double deepest = 0.0;
    for (const PlacedTree& tree : state_->trees) {
        const ComponentState& component = state_->components[static_cast<std::size_t>(tree.component)];
        const Block& block = state_->blocks[static_cast<std::size_t>(tree.block)];
        for (std::size_t p = 1; p < tree.tree.particles.size() && !component.now().idle; ++p)
            for (const WorldCollider& collider : component.world_colliders())
                deepest = std::max(deepest,
                                   penetration(collider, block.state(tree.lane, static_cast<int>(p)).position,
                                               tree.tree.particles[p][ParticleValue::radius] * component.now().scale));
    }
    return deepest;
}

void Solver::write(std::span<Affine> world) const {
    for (const Block& block : state_->blocks) block.write(world);
    state_->mix(world);
}

void Solver::State::mix(std::span<Affine> world) const {
    for (const PlacedTree& tree : trees) {
        const double share = components[static_cast<std::size_t>(tree.component)].component().output_mix;
        if (share < 1.0) blocks[static_cast<std::size_t>(tree.block)].mix(tree.lane, share, world);
    }
}

}  // namespace yure::chain
