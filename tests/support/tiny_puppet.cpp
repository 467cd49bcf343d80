#include "support/tiny_puppet.hpp"

#include <cmath>

namespace yure::tests {

rig::Puppet tiny_puppet(const TinyPuppetOptions& options) {
    using At = std::vector<float>;
    PuppetBuilder b(options.version);
    const int angle_x = b.parameter("ParamAngleX", -30.0f, 30.0f, 0.0f);
    const int angle_z = b.parameter("ParamAngleZ", -30.0f, 30.0f, 0.0f);
    const int open = b.parameter("ParamOpen", 0.0f, 1.0f, 1.0f);
    const int root = b.part("PartRoot", -1);
    const int hair_part = b.part("PartHair", root);
    const std::vector<float> turn{-30.0f, 0.0f, 30.0f}, half{0.0f, 1.0f};

    const int body = b.warp("WarpBody", root, -1, 3, 2, {-0.5f, -0.8f}, {0.5f, 0.8f}, false, {{angle_x, turn}},
                            [](Vec2 p, const At& at) {
                                const float x = at[0] / 30.0f;
                                return Vec2{p.x + 0.06f * x * (0.8f - p.y), p.y + 0.03f * x * p.x};
                            });
    const int head = b.rotation("RotHead", root, body, {{angle_z, turn}}, [](const At& at) {
        return PuppetBuilder::Turn{at[0] / 2.0f, 0.5f, 0.4f, 0.01f};
    });
    const int hair_warp =
        b.warp("WarpHair", hair_part, head, 4, 2, {-12.0f, -20.0f}, {12.0f, 28.0f}, true,
               {{angle_x, turn}, {angle_z, turn}}, [](Vec2 p, const At& at) {
                   const float down = (p.y + 20.0f) / 48.0f;
                   return Vec2{p.x - (at[0] * 0.1f + at[1] * 0.15f) * down * down, p.y + 0.02f * at[0] * p.x * down};
               });
    b.mesh(
        "Torso", root, body, 6, 5, {0.1f, 0.45f}, {0.9f, 1.1f}, {}, [](Vec2 p, const At&) { return p; }, 300.0f);
    const int face = b.mesh(
        "Face", root, head, 5, 5, {-14.0f, -16.0f}, {14.0f, 16.0f}, {{angle_x, turn}, {open, half}},
        [](Vec2 p, const At& at) {
            return Vec2{p.x + at[0] * 0.1f, p.y * (0.9f + 0.1f * at[1])};
        },
        400.0f);
    const int hair = b.mesh(
        "Hair", hair_part, hair_warp, 3, 9, {0.3f, 0.0f}, {0.7f, 1.0f}, {{angle_z, turn}},
        [](Vec2 p, const At& at) {
            return Vec2{p.x + at[0] * 0.002f * p.y, p.y};
        },
        600.0f);
    b.mesh(
        "Badge", root, -1, 2, 2, {-0.2f, 0.5f}, {0.0f, 0.7f}, {}, [](Vec2 p, const At&) { return p; }, 350.0f);
    b.mask(hair, {face});
    b.glue("GlueHair", hair, face, {{0, 1}, {1, 2}, {2, 3}}, 0.75f);
    if (options.blend_shape) {
        const int blend = b.parameter("ParamBlend", -1.0f, 1.0f, 0.0f, rig::ParameterType::blend_shape);
        b.blend_mesh(blend, hair, {-1.0f, 0.0f, 1.0f}, 1, [](int vertex, float key) {
            const float down = static_cast<float>(vertex / 3) / 8.0f;
            return Vec2{0.1f * key * down, -0.02f * std::abs(key) * down};
        });
    }
    return b.finish(hair_part);
}

}  // namespace yure::tests
