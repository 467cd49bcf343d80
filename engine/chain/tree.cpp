#include "yure/chain/tree.hpp"

#include <algorithm>

namespace yure::chain {
namespace {

constexpr std::size_t kMostParticles = 1'000'000;

bool contains(const std::vector<int>& list, int value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

bool is_below(const Skeleton& skeleton, int node, int ancestor) {
    for (int up = skeleton[static_cast<std::size_t>(node)].parent; up >= 0;
         up = skeleton[static_cast<std::size_t>(up)].parent)
        if (up == ancestor) return true;
    return false;
}

class TreeBuilder {
  public:
    TreeBuilder(const Component& component, const Placed& placed, std::span<const Affine> bind,
                const Hierarchy& hierarchy)
        : component_(component), placed_(placed), bind_(bind), hierarchy_(hierarchy) {}

    Tree run(int root) {
        // A stack of its own: chains may be longer than a thread's stack is deep.
        std::vector<Pending> pending{{root, -1, false}};
        while (!pending.empty()) {
            const Pending next = pending.back();
            pending.pop_back();
            if (next.virtual_end) {
                add_end(next.parent);
                continue;
            }
            const int particle = add(next.node, next.parent, bind_[static_cast<std::size_t>(next.node)].position);
            if (tree_.particles.size() > kMostParticles) break;
            const std::vector<int>& kids = hierarchy_.children[static_cast<std::size_t>(next.node)];
            for (std::size_t k = kids.size(); k-- > 0;) {
                const bool excluded = contains(placed_.exclusions, kids[k]);
                if (!excluded || has_end()) pending.push_back({kids[k], particle, excluded});
            }
            if (kids.empty() && has_end()) pending.push_back({-1, particle, true});
        }
        for (const Particle& particle : tree_.particles) tree_.total = std::max(tree_.total, particle.length);
        for (Particle& particle : tree_.particles)
            particle.u = tree_.total > 0.0 ? std::clamp(particle.length / tree_.total, 0.0, 1.0) : 0.0;
        return std::move(tree_);
    }

  private:
    struct Pending {
        int node;
        int parent;  // particle
        bool virtual_end;
    };

    bool has_end() const { return component_.end_length > 0.0 || component_.end_offset != Vec3{}; }

    int add(int bone, int parent, Vec3 position) {
        Particle particle;
        particle.bone = bone;
        particle.parent = parent;
        if (parent >= 0) {
            Particle& before = tree_.particles[static_cast<std::size_t>(parent)];
            ++before.kids;
            particle.length = before.length + distance(positions_[static_cast<std::size_t>(parent)], position);
        }
        tree_.particles.push_back(particle);
        positions_.push_back(position);
        return static_cast<int>(tree_.particles.size()) - 1;
    }

    void add_end(int parent) {
        const int bone = tree_.particles[static_cast<std::size_t>(parent)].bone;
        const Vec3 offset = end_offset(bone);
        const int particle = add(-1, parent, bind_[static_cast<std::size_t>(bone)] * offset);
        tree_.particles[static_cast<std::size_t>(particle)].end_offset = offset;
    }

    Vec3 end_offset(int bone) const {
        const Affine& at = bind_[static_cast<std::size_t>(bone)];
        const Affine object = placed_.object >= 0 ? bind_[static_cast<std::size_t>(placed_.object)] : Affine{};
        if (!(component_.end_length > 0.0))
            return inverse(at.linear) * (orthonormal(object.linear) * component_.end_offset);
        const int before = hierarchy_.parent[static_cast<std::size_t>(bone)];
        const bool is_root = contains(placed_.roots, bone);
        const Vec3 from = is_root || before < 0 ? object.position : bind_[static_cast<std::size_t>(before)].position;
        const Vec3 vector = at.position - from;
        if (length(vector) < 1e-9) return {component_.end_length, 0.0, 0.0};
        return inverse(at.linear) * vector * component_.end_length;
    }

    const Component& component_;
    const Placed& placed_;
    std::span<const Affine> bind_;
    const Hierarchy& hierarchy_;
    Tree tree_;
    std::vector<Vec3> positions_;
};

void find_roots(const Component& component, const Skeleton& skeleton, Placed& placed, Notices& notices,
                std::vector<Error>& errors) {
    const auto add = [&](int node, const std::string& name) {
        if (contains(placed.roots, node))
            notices.push_back({name, "is named as a root twice; the second is left out"});
        else
            placed.roots.push_back(node);
    };
    std::vector<std::string> names;
    if (!component.root.empty()) names.push_back(component.root);
    for (const std::string& name : component.roots)
        if (!name.empty()) names.push_back(name);
    for (const std::string& name : names) {
        const auto node = find_node(skeleton, name);
        if (node) {
            add(*node, name);
        } else if (name.find('*') != std::string::npos) {
            const std::vector<int> matched = match_nodes(skeleton, name);
            if (matched.empty()) errors.push_back({name, "matches no node of the file"});
            for (const int match : matched) add(match, skeleton[static_cast<std::size_t>(match)].name);
        } else {
            errors.push_back(node.error());
        }
    }
}

}  // namespace

std::string particle_name(const Skeleton& skeleton, const Tree& tree, int particle) {
    const Particle& p = tree.particles[static_cast<std::size_t>(particle)];
    if (p.bone >= 0) return skeleton[static_cast<std::size_t>(p.bone)].name;
    return particle_name(skeleton, tree, p.parent) + "#end";
}

Result<Placed> place(const Component& component, const Skeleton& skeleton, Notices& notices) {
    Placed placed;
    std::vector<Error> errors;
    find_roots(component, skeleton, placed, notices, errors);
    if (!errors.empty()) return errors.front();
    if (placed.roots.empty()) return Error{"m_Root", "names no bone; give m_Root or m_Roots"};
    if (!component.object.empty()) {
        const auto node = find_node(skeleton, component.object);
        if (!node) return node.error();
        placed.object = *node;
    } else {
        placed.object = skeleton[static_cast<std::size_t>(placed.roots.front())].parent;
    }
    for (const std::string& name : component.exclusions) {
        if (name.empty()) continue;
        const auto node = find_node(skeleton, name);
        if (!node) {
            notices.push_back({name, "is excluded but " + node.error().what});
            continue;
        }
        if (contains(placed.roots, *node)) notices.push_back({name, "is a root; excluding it has no effect"});
        placed.exclusions.push_back(*node);
    }
    for (const int root : placed.roots)
        for (const int other : placed.roots)
            if (is_below(skeleton, root, other))
                notices.push_back({skeleton[static_cast<std::size_t>(root)].name,
                                   "is a root below the root " + skeleton[static_cast<std::size_t>(other)].name +
                                       ", so its bones are simulated twice and only one of the two is written"});
    return placed;
}

Hierarchy hierarchy_of(const Skeleton& skeleton) {
    Hierarchy hierarchy;
    hierarchy.children.resize(skeleton.size());
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        const int parent = skeleton[i].parent;
        hierarchy.parent.push_back(parent);
        if (parent >= 0) hierarchy.children[static_cast<std::size_t>(parent)].push_back(static_cast<int>(i));
    }
    return hierarchy;
}

Result<std::vector<Tree>> build_trees(const Component& component, const Material* material, const Placed& placed,
                                      const Hierarchy& hierarchy, std::span<const Affine> bind) {
    std::vector<Tree> trees;
    std::size_t count = 0;
    for (const int root : placed.roots) {
        trees.push_back(TreeBuilder(component, placed, bind, hierarchy).run(root));
        count += trees.back().particles.size();
        if (count > kMostParticles) return Error{component.name, "has more than 1,000,000 particles"};
        trees.back().root_gravity = inverse(bind[static_cast<std::size_t>(root)].linear) * component.gravity;
        evaluate_values(component, material, trees.back());
    }
    return trees;
}

void evaluate_values(const Component& component, const Material* material, Tree& tree) {
    for (std::size_t v = 0; v < kParticleValues; ++v) {
        Distributed value = effective(component, material, static_cast<ParticleValue>(v));
        if (value.curve) sort_keys(*value.curve);
        const bool is_radius = static_cast<ParticleValue>(v) == ParticleValue::radius;
        for (Particle& particle : tree.particles) {
            const double factor = value.curve && tree.total > 0.0 ? evaluate(*value.curve, particle.u) : 1.0;
            const double product = value.base * factor;
            particle.value[v] = is_radius ? std::max(product, 0.0) : std::clamp(product, 0.0, 1.0);
        }
    }
}

}  // namespace yure::chain
