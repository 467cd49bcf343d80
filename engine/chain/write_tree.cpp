#include <algorithm>

#include "yure/chain/solver.hpp"

namespace yure::chain {

void write_tree(const Tree& tree, std::span<const Affine> pose, std::span<const Vec3> positions, double mix,
                std::span<Affine> world) {
    const std::size_t n = tree.particles.size();
    std::vector<Mat3> before(n), after(n);  // turn of each bone, without and with its own correction
    std::vector<Vec3> place(n);
    for (std::size_t p = 0; p < n; ++p) {
        const Particle& particle = tree.particles[p];
        const auto q = static_cast<std::size_t>(std::max(particle.parent, 0));
        const Affine& bone =
            pose[static_cast<std::size_t>(particle.bone >= 0 ? particle.bone : tree.particles[q].bone)];
        place[p] = particle.bone >= 0 ? bone.position : bone * particle.end_offset;
        if (p == 0) continue;
        before[p] = before[q];
        if (tree.particles[q].kids == 1) {
            const Vec3 z = before[q] * pose[static_cast<std::size_t>(tree.particles[q].bone)].linear.z;
            before[p] = shortest_turn(before[q] * (place[p] - place[q]), positions[p] - positions[q], z) * before[q];
        }
        after[q] = before[p];
    }
    for (std::size_t p = 0; p < n; ++p) {
        const Particle& particle = tree.particles[p];
        if (particle.bone < 0) continue;
        const Mat3& animated = pose[static_cast<std::size_t>(particle.bone)].linear;
        const Mat3 turn = particle.kids == 0 ? before[p] : after[p];
        Affine& out = world[static_cast<std::size_t>(particle.bone)];
        out = {turn * animated, positions[p]};
        if (mix >= 1.0) continue;
        out.linear = to_matrix(slerp({}, to_quat(turn), mix)) * animated;
        if (particle.parent < 0) continue;
        const auto q = static_cast<std::size_t>(particle.parent);
        const auto parent = static_cast<std::size_t>(tree.particles[q].bone);
        out.position =
            world[parent].position + world[parent].linear * (inverse(pose[parent].linear) * (place[p] - place[q]));
    }
}

}  // namespace yure::chain
