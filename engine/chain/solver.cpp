#include "yure/chain/solver.hpp"

#include "block.hpp"
#include "component_state.hpp"

#include <algorithm>
#include <map>

#include "yure/chain/forces.hpp"
#include "yure/chain/limit.hpp"

namespace yure::chain {
namespace {

constexpr int kQuietSteps = 30;
constexpr double kQuietShare = 1e-6;  // of the tree's length, a step

struct PlacedTree {
    Tree tree;
    int component = 0;
    int block = 0, lane = 0;
    // Between frames.
    int quiet = 0;  // steps without motion
    bool asleep = false;
    Vec3 push;
    double scale = 0.0;
};

bool machine_has(InstructionSet set) {
#if defined(__x86_64__) || defined(__i386__)
    switch (set) {
        case InstructionSet::scalar:
            return true;
        case InstructionSet::sse2:
            return __builtin_cpu_supports("sse2") != 0;
        case InstructionSet::avx2:
            return __builtin_cpu_supports("avx2") != 0;
        case InstructionSet::avx512:
            return __builtin_cpu_supports("avx512f") != 0;
    }
    return false;
#else
    return set == InstructionSet::scalar;
#endif
}

const Kernel* kernel_of(InstructionSet set) {
    if (!machine_has(set)) return nullptr;
    switch (set) {
        case InstructionSet::scalar:
            return scalar_kernel();
        case InstructionSet::sse2:
            return sse2_kernel();
        case InstructionSet::avx2:
            return avx2_kernel();
        case InstructionSet::avx512:
            return avx512_kernel();
    }
    return nullptr;
}

/// Index of the limit of each node's bone, -1 = none.
Result<std::vector<int>> limits_of_bones(const Component& component, const Skeleton& skeleton, const Tree& tree) {
    std::vector<int> limit(skeleton.size(), -1);
    for (std::size_t i = 0; i < component.angle_limits.size(); ++i)
        for (const std::string& name : component.angle_limits[i].bones) {
            if (name == "*") {
                for (const Particle& particle : tree.particles)
                    if (particle.bone >= 0) limit[static_cast<std::size_t>(particle.bone)] = static_cast<int>(i);
                continue;
            }
            const auto node = find_node(skeleton, name);
            if (!node) return Error{"m_AngleLimits[" + std::to_string(i) + "].bones", node.error().text()};
            limit[static_cast<std::size_t>(*node)] = static_cast<int>(i);
        }
    return limit;
}

Shape shape_of(const ComponentState& component, const Tree& tree, const std::vector<int>& limit) {
    Shape shape;
    const std::size_t n = tree.particles.size();
    shape.only_child.assign(n, -1);
    for (std::size_t p = 0; p < n; ++p) {
        const Particle& particle = tree.particles[p];
        shape.parent.push_back(particle.parent);
        shape.is_end.push_back(particle.bone < 0 ? 1 : 0);
        bool limited = false;
        if (particle.parent >= 0) {
            const Particle& parent = tree.particles[static_cast<std::size_t>(particle.parent)];
            if (parent.kids == 1) shape.only_child[static_cast<std::size_t>(particle.parent)] = static_cast<int>(p);
            const int index = limit[static_cast<std::size_t>(parent.bone)];
            limited = index >= 0;
            if (limited)
                shape.limits_follow_parent =
                    shape.limits_follow_parent ||
                    component.component().angle_limits[static_cast<std::size_t>(index)].pivot ==
                        AngleLimit::Pivot::dynamic_parent;
        }
        shape.limited.push_back(limited ? 1 : 0);
        shape.additive = shape.additive || particle[ParticleValue::additive_elasticity] > 0.0;
    }
    for (const AttachedCollider& attached : component.colliders()) {
        shape.collider_is_plane.push_back(attached.collider.shape == ColliderShape::plane ? 1 : 0);
        shape.collider_is_inside.push_back(attached.collider.inside ? 1 : 0);
    }
    shape.freeze_axis = static_cast<int>(component.component().freeze_axis) - 1;
    shape.collision_iterations = shape.collider_is_plane.empty() ? 1 : component.component().collision_iterations;
    return shape;
}

LimitLane limit_lane(const AngleLimit& limit) {
    return {true, limit.pivot == AngleLimit::Pivot::dynamic_parent, limit.swing1, limit.swing2,
            to_matrix(normalized(limit.pivot_rotation))};
}

}  // namespace

std::span<const InstructionSet> available_instruction_sets() {
    static const std::vector<InstructionSet> sets = [] {
        std::vector<InstructionSet> found;
        for (const InstructionSet set :
             {InstructionSet::scalar, InstructionSet::sse2, InstructionSet::avx2, InstructionSet::avx512})
            if (kernel_of(set) != nullptr) found.push_back(set);
        return found;
    }();
    return sets;
}

struct Solver::State {
    Skeleton skeleton;
    std::vector<Affine> bind;
    SolverOptions options;
    std::vector<ComponentState> components;
    std::vector<PlacedTree> trees;
    std::vector<Block> blocks;
    std::vector<std::vector<int>> trees_of_block;  // by lane
    std::vector<int> nodes_used;
    std::vector<double> scratch_storage;
    double* scratch = nullptr;
    Vec3 global_gravity;
    SolverReport report;

    static Result<std::unique_ptr<State>> build(const Config& given, const Skeleton& skeleton,
                                                std::span<const Affine> bind, SolverOptions options, Notices& notices);
    Status add_component(const Config& config, std::size_t index, Notices& notices);
    Status arrange();
    void collect_nodes();
    Status check_pose(std::span<const Affine> pose) const;
    Status advance(std::span<const Affine> pose, double dt, bool single_step);
    void begin_lane(PlacedTree& tree, Block& block, std::span<const Affine> pose);
    void end_lane(PlacedTree& tree, Block& block);
    void tune(const PlacedTree& tree, Block& block);
    Vec3 push_of(const PlacedTree& tree, std::span<const Affine> pose) const;
    void continue_from(const State& old);
};

Result<std::unique_ptr<Solver::State>> Solver::State::build(const Config& given, const Skeleton& skeleton,
                                                            std::span<const Affine> bind, SolverOptions options,
                                                            Notices& notices) {
    if (const auto faults = problems(given); !faults.empty()) return faults.front();
    if (const Status sound = check(skeleton); !sound) return sound.error();
    if (bind.size() != skeleton.size())
        return Error{"bind", "has " + std::to_string(bind.size()) + " transforms for " +
                                 std::to_string(skeleton.size()) + " nodes"};
    for (std::size_t i = 0; i < bind.size(); ++i)
        if (!is_finite(bind[i])) return Error{skeleton[i].name, "has a rest transform that is no finite number"};
    auto state = std::make_unique<State>();
    state->skeleton = skeleton;
    state->bind.assign(bind.begin(), bind.end());
    state->options = options;
    const Config config = to_engine_space(given);
    state->global_gravity = config.global_gravity;
    for (std::size_t i = 0; i < config.components.size(); ++i)
        if (const Status added = state->add_component(config, i, notices); !added) return added.error();
    if (const Status arranged = state->arrange(); !arranged) return arranged.error();
    state->collect_nodes();
    return state;
}

Status Solver::State::add_component(const Config& config, std::size_t index, Notices& notices) {
    Component component = config.components[index];
    const std::string at = "components[" + std::to_string(index) + "]";
    const auto fault = [&](const Error& error) {
        return Error{at + (error.where.empty() ? "" : ": " + error.where), error.what};
    };
    auto placed = place(component, skeleton, notices);
    if (!placed) return fault(placed.error());

    std::optional<Material> material;
    for (const Material& candidate : config.materials)
        if (!component.material.empty() && candidate.id == component.material) material = candidate;
    if (!component.material.empty() && !material)
        return fault({"m_Material", "is \"" + component.material + "\", which is none of the materials"});

    auto built = build_trees(component, material ? &*material : nullptr, *placed, skeleton, bind);
    if (!built) return fault(built.error());

    std::vector<AttachedCollider> attached;
    for (const std::string& id : component.colliders) {
        const auto found = std::find_if(config.colliders.begin(), config.colliders.end(),
                                        [&](const Collider& c) { return c.id == id; });
        if (found == config.colliders.end())
            return fault({"m_Colliders", "names \"" + id + "\", which is none of the colliders"});
        if (!found->enabled) continue;
        AttachedCollider collider{*found, -1};
        if (found->node == "object") {
            collider.node = placed->object;
        } else if (found->node != "world" && !found->node.empty()) {
            const auto node = find_node(skeleton, found->node);
            if (!node) return fault({"collider " + id, "hangs on " + node.error().text()});
            collider.node = *node;
        }
        for (const Tree& tree : *built)
            for (const Particle& particle : tree.particles)
                if (particle.bone >= 0 && particle.bone == collider.node)
                    notices.push_back(
                        {at + " collider " + id, "hangs on the simulated bone " +
                                                     skeleton[static_cast<std::size_t>(particle.bone)].name +
                                                     "; it follows the animation, not the simulation"});
        attached.push_back(std::move(collider));
    }
    if (component.freeze_axis != Axis::none && !component.angle_limits.empty())
        notices.push_back({at, "has both a freeze axis and angle limits; the freeze axis comes last"});

    double longest = 0.0;
    for (const Tree& tree : *built) {
        longest = std::max(longest, tree.total);
        if (tree.particles.size() < 2)
            notices.push_back({at + " root " + skeleton[static_cast<std::size_t>(tree.particles[0].bone)].name,
                               "has no bone below it and no virtual end, so nothing moves; set m_EndLength"});
    }
    const Affine object = placed->object >= 0 ? bind[static_cast<std::size_t>(placed->object)] : Affine{};
    const double scale = length(object.linear.x);
    const int number = static_cast<int>(components.size());
    components.emplace_back(std::move(component), std::move(material), std::move(*placed), std::move(attached),
                            config.global_wind, scale > 0.0 ? longest / scale : longest);
    for (Tree& tree : *built) {
        PlacedTree entry;
        entry.tree = std::move(tree);
        entry.component = number;
        trees.push_back(std::move(entry));
    }
    return {};
}

/// Puts like trees side by side, in vectors as wide as there are trees to fill them.
Status Solver::State::arrange() {
    std::map<Shape, std::vector<int>> groups;
    std::vector<std::vector<int>> limits(trees.size());
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const ComponentState& component = components[static_cast<std::size_t>(trees[t].component)];
        auto limit = limits_of_bones(component.component(), skeleton, trees[t].tree);
        if (!limit) return limit.error();
        groups[shape_of(component, trees[t].tree, *limit)].push_back(static_cast<int>(t));
        limits[t] = std::move(*limit);
    }
    std::vector<const Kernel*> kernels;
    for (const InstructionSet set : available_instruction_sets())
        if (set <= options.highest) kernels.push_back(kernel_of(set));
    std::size_t scratch_size = 0;
    for (const auto& [shape, members] : groups) {
        for (std::size_t next = 0; next < members.size();) {
            const Kernel* kernel = kernels.front();
            for (const Kernel* wider : kernels)
                if (static_cast<std::size_t>(wider->lanes) <= members.size() - next) kernel = wider;
            Block block(shape, *kernel);
            scratch_size = std::max(scratch_size, Block::scratch_size(shape, *kernel));
            trees_of_block.emplace_back();
            for (int lane = 0; lane < kernel->lanes; ++lane) {
                const int index = members[next++];
                PlacedTree& tree = trees[static_cast<std::size_t>(index)];
                const Component& component = components[static_cast<std::size_t>(tree.component)].component();
                tree.block = static_cast<int>(blocks.size());
                tree.lane = lane;
                trees_of_block.back().push_back(index);
                std::vector<double> lengths;
                for (const Particle& particle : tree.tree.particles) {
                    const int q = particle.parent;
                    lengths.push_back(
                        q < 0 ? 0.0 : particle.length - tree.tree.particles[static_cast<std::size_t>(q)].length);
                    if (q < 0) continue;
                    const int bone = tree.tree.particles[static_cast<std::size_t>(q)].bone;
                    const int limit = limits[static_cast<std::size_t>(index)][static_cast<std::size_t>(bone)];
                    if (limit >= 0)
                        block.set_limit(lane, static_cast<int>(lengths.size()) - 1,
                                        limit_lane(component.angle_limits[static_cast<std::size_t>(limit)]));
                }
                block.set_tree(lane, tree.tree, lengths, component.fixed_length);
            }
            block.set_pose(bind);
            for (int lane = 0; lane < kernel->lanes; ++lane) block.reset(lane);
            blocks.push_back(std::move(block));
        }
    }
    scratch_storage.resize(scratch_size + 8);
    const auto address = reinterpret_cast<std::uintptr_t>(scratch_storage.data());
    scratch = scratch_storage.data() + (64 - address % 64) % 64 / sizeof(double);
    return {};
}

void Solver::State::collect_nodes() {
    std::vector<char> used(skeleton.size(), 0);
    for (const PlacedTree& tree : trees)
        for (const Particle& particle : tree.tree.particles)
            if (particle.bone >= 0) used[static_cast<std::size_t>(particle.bone)] = 1;
    for (const ComponentState& component : components) {
        if (component.placed().object >= 0) used[static_cast<std::size_t>(component.placed().object)] = 1;
        for (const AttachedCollider& collider : component.colliders())
            if (collider.node >= 0) used[static_cast<std::size_t>(collider.node)] = 1;
    }
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] != 0) nodes_used.push_back(static_cast<int>(i));
}

Status Solver::State::check_pose(std::span<const Affine> pose) const {
    if (pose.size() != skeleton.size())
        return Error{"pose", "has " + std::to_string(pose.size()) + " transforms for " +
                                 std::to_string(skeleton.size()) + " nodes"};
    double sum = 0.0;  // 0, or NaN as soon as one number is not finite
    for (const int node : nodes_used) {
        const Affine& a = pose[static_cast<std::size_t>(node)];
        for (const Vec3* v : {&a.linear.x, &a.linear.y, &a.linear.z, &a.position})
            sum += (v->x - v->x) + (v->y - v->y) + (v->z - v->z);
    }
    if (sum == 0.0) return {};
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

Status Solver::State::advance(std::span<const Affine> pose, double dt, bool single_step) {
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
        if (all_asleep) continue;
        block.run(most_loops, scratch);
        for (const int index : trees_of_block[b]) end_lane(trees[static_cast<std::size_t>(index)], block);
    }
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
    return state_->advance(pose, dt, false);
}

Status Solver::step(std::span<const Affine> pose) {
    return state_->advance(pose, 0.0, true);
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
    for (const PlacedTree& tree : state_->trees)
        state_->blocks[static_cast<std::size_t>(tree.block)].write(
            tree.lane, world, state_->components[static_cast<std::size_t>(tree.component)].component().output_mix);
}

}  // namespace yure::chain
