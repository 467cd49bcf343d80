// From a configuration to trees side by side in vectors.
#include "solver_state.hpp"

#include <algorithm>
#include <map>

namespace yure::chain {
namespace {

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

/// Per particle the index of the limit of its bone, -1 = none. Of two limits for one bone the later one counts.
Result<std::vector<int>> limits_of(const Component& component, const Skeleton& skeleton, const Tree& tree) {
    std::vector<int> limit(tree.particles.size(), -1);
    for (std::size_t i = 0; i < component.angle_limits.size(); ++i)
        for (const std::string& name : component.angle_limits[i].bones) {
            int bone = -1;
            if (name != "*") {
                const auto node = find_node(skeleton, name);
                if (!node) return Error{"m_AngleLimits[" + std::to_string(i) + "].bones", node.error().text()};
                bone = *node;
            }
            for (std::size_t p = 0; p < limit.size(); ++p)
                if (name == "*" || tree.particles[p].bone == bone) limit[p] = static_cast<int>(i);
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
            const int index = limit[static_cast<std::size_t>(particle.parent)];
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
    const Hierarchy hierarchy = hierarchy_of(skeleton);
    for (std::size_t i = 0; i < config.components.size(); ++i)
        if (const Status added = state->add_component(config, i, hierarchy, notices); !added) return added.error();
    for (const Collider& collider : config.colliders) {
        const bool used = std::any_of(config.components.begin(), config.components.end(), [&](const Component& c) {
            return std::find(c.colliders.begin(), c.colliders.end(), collider.id) != c.colliders.end();
        });
        if (!used) notices.push_back({"collider " + collider.id, "is used by no component"});
    }
    if (const Status arranged = state->arrange(); !arranged) return arranged.error();
    state->collect_nodes();
    return state;
}

Status Solver::State::add_component(const Config& config, std::size_t index, const Hierarchy& hierarchy,
                                    Notices& notices) {
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

    auto built = build_trees(component, material ? &*material : nullptr, *placed, hierarchy, bind);
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
        auto limit = limits_of(component.component(), skeleton, trees[t].tree);
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
                    const int limit = limits[static_cast<std::size_t>(index)][static_cast<std::size_t>(q)];
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

}  // namespace yure::chain
