#include "key_shapes.hpp"

#include <cmath>

namespace yure::baker {

std::vector<rig::MeshOffsets> mesh_offsets(const Body& body, const Table& keys) {
    constexpr float kLeast = 0.01f;  // px
    std::vector<rig::MeshOffsets> result;
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
        const int first = body.first_particle[m], count = body.first_particle[m + 1] - first;
        if (keys.middleCols(2 * first, 2 * count).cwiseAbs().maxCoeff() < kLeast) continue;
        rig::MeshOffsets mesh;
        mesh.mesh = body.meshes[m];
        for (Eigen::Index key = 0; key < keys.rows(); ++key) {
            std::vector<Vec2>& offsets = mesh.offsets.emplace_back();
            for (int i = first; i < first + count; ++i)
                offsets.push_back(
                    {keys(key, 2 * i) / body.keyform_scale[m].x, keys(key, 2 * i + 1) / body.keyform_scale[m].y});
        }
        result.push_back(std::move(mesh));
    }
    return result;
}

Table shape_table(const Body& body, std::span<const rig::MeshOffsets> meshes, std::size_t keys) {
    Table table = Table::Zero(static_cast<Eigen::Index>(keys), body.columns());
    for (const rig::MeshOffsets& mesh : meshes)
        for (std::size_t m = 0; m < body.meshes.size(); ++m) {
            if (body.meshes[m] != mesh.mesh) continue;
            for (std::size_t key = 0; key < keys; ++key)
                for (std::size_t i = 0; i < mesh.offsets[key].size(); ++i) {
                    const auto column = 2 * (body.first_particle[m] + static_cast<Eigen::Index>(i));
                    table(static_cast<Eigen::Index>(key), column) = mesh.offsets[key][i].x * body.keyform_scale[m].x;
                    table(static_cast<Eigen::Index>(key), column + 1) =
                        mesh.offsets[key][i].y * body.keyform_scale[m].y;
                }
        }
    return table;
}

double farthest_offset(const Table& keys) {
    float farthest = 0.0f;
    for (Eigen::Index key = 0; key < keys.rows(); ++key)
        for (Eigen::Index c = 0; c + 1 < keys.cols(); c += 2)
            farthest = std::max(farthest, keys.row(key).segment(c, 2).squaredNorm());
    return std::sqrt(static_cast<double>(farthest));
}

}  // namespace yure::baker
