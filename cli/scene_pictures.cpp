#include "scene_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "yure/render/puppet_renderer.hpp"
#include "yure/studio/picture.hpp"

namespace yure::cli {
namespace {

constexpr std::array<std::array<std::uint8_t, 4>, 4> kColors{
    {{226, 149, 120, 255}, {131, 197, 190, 255}, {237, 205, 140, 255}, {165, 160, 210, 255}}};

std::int32_t size_of(const auto& list) {
    return static_cast<std::int32_t>(list.size());
}

/// As much of a puppet as the renderer reads: the scene's meshes, each with one colour of a texture of one pixel a
/// mesh.
rig::Puppet puppet_of(const scenes::NamedScene& scene) {
    rig::Puppet puppet;
    rig::MeshTable& mesh = puppet.mesh;
    const auto meshes = static_cast<float>(scene.spec.meshes.size());
    for (const sim::SceneMesh& from : scene.spec.meshes) {
        const float u = (static_cast<float>(mesh.id.size()) + 0.5f) / meshes;
        mesh.id.push_back(rig::Id(from.id));
        mesh.visible.push_back(1);
        mesh.enabled.push_back(1);
        mesh.part.push_back(-1);
        mesh.parent.push_back(-1);
        mesh.texture.push_back(0);
        mesh.flags.push_back(rig::kDoubleSided);
        mesh.vertex_count.push_back(size_of(from.rest));
        mesh.uv_begin.push_back(size_of(puppet.uvs));
        for (std::size_t i = 0; i < from.rest.size(); ++i) puppet.uvs.insert(puppet.uvs.end(), {u, 0.5f});
        mesh.tri_begin.push_back(size_of(puppet.triangles));
        mesh.tri_count.push_back(size_of(from.triangles));
        puppet.triangles.insert(puppet.triangles.end(), from.triangles.begin(), from.triangles.end());
        mesh.mask_begin.push_back(0);
        mesh.mask_count.push_back(0);
    }
    return puppet;
}

/// All that moves, whole, in every frame.
render::View view_of(const scenes::NamedScene& scene, const SceneRun& run, int size) {
    Vec2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
    const auto take = [&](Vec2 p, float radius) {
        low = {std::min(low.x, p.x - radius), std::min(low.y, p.y - radius)};
        high = {std::max(high.x, p.x + radius), std::max(high.y, p.y + radius)};
    };
    for (const auto* table : {&run.rig, &run.simulated})
        for (const std::vector<Vec2>& row : *table)
            for (const Vec2 p : row) take(p, 0.0f);
    for (const std::vector<Vec2>& row : run.obstacles)
        for (std::size_t i = 0; i < row.size(); ++i) {
            const sim::Obstacle& obstacle = scene.spec.obstacles[i / 2];
            take(row[i], i % 2 == 0 ? obstacle.radius_a : obstacle.radius_b);
        }
    const Vec2 extent = high - low;
    const float longer = std::max({extent.x, extent.y, 1.0f});
    const auto side = [&](float length) {
        return std::max(64, static_cast<int>(std::lround(static_cast<float>(size) * length / longer)));
    };
    constexpr float kMargin = 16.0f;
    return render::View::fit(low, high, side(extent.x), side(extent.y), kMargin);
}

void add_obstacle(const sim::Obstacle& obstacle, Vec2 a, Vec2 b, float scale, render::Overlays& overlays) {
    // A capsule with two radii is all the circles on the way from one end to the other.
    constexpr int kCircles = 48;
    for (int k = 0; k <= kCircles; ++k) {
        const float u = static_cast<float>(k) / kCircles;
        const float radius = obstacle.radius_a + (obstacle.radius_b - obstacle.radius_a) * u;
        if (radius > 0.0f) overlays.points.push_back({a + (b - a) * u, {0.35f, 0.4f, 0.45f, 1.0f}, radius * scale});
    }
}

render::Overlays overlays_of(const scenes::NamedScene& scene, const SceneRun& run, std::size_t frame, float scale) {
    render::Overlays overlays;
    std::span<const Vec2> goals = run.rig[frame];
    for (std::size_t m = 0; m < scene.spec.meshes.size(); ++m) {
        const std::size_t count = scene.spec.meshes[m].rest.size();
        render::WireOverlay rig{static_cast<int>(m), {0.2f, 0.35f, 0.6f, 0.25f}, 1.0f, {}};
        rig.positions.assign(goals.begin(), goals.begin() + static_cast<std::ptrdiff_t>(count));
        overlays.wires.push_back(std::move(rig));
        overlays.wires.push_back({static_cast<int>(m), {0.15f, 0.15f, 0.15f, 0.7f}, 1.0f, {}});
        goals = goals.subspan(count);
    }
    for (std::size_t i = 0; i < scene.spec.obstacles.size(); ++i)
        add_obstacle(scene.spec.obstacles[i], run.obstacles[frame][2 * i], run.obstacles[frame][2 * i + 1], scale,
                     overlays);
    for (std::size_t i = 0; i < run.pin.size(); ++i)
        if (run.pin[i] >= sim::kRootPin)
            overlays.points.push_back({run.simulated[frame][i], {0.85f, 0.2f, 0.1f, 1.0f}, 3.0f});
    return overlays;
}

}  // namespace

Result<int> draw_scene(const render::Context& context, const scenes::NamedScene& scene, const SceneRun& run, int every,
                       int size, studio::OutputFolder& out, const Work& work) {
    const rig::Puppet puppet = puppet_of(scene);
    std::vector<std::uint8_t> texture;
    for (std::size_t m = 0; m < scene.spec.meshes.size(); ++m) {
        const auto& color = kColors[m % kColors.size()];
        texture.insert(texture.end(), color.begin(), color.end());
    }
    const render::ImageView page{size_of(scene.spec.meshes), 1, texture};
    auto renderer = render::PuppetRenderer::build(context, puppet, {&page, 1});
    if (!renderer) return renderer.error();

    render::Pose pose;
    pose.meshes.resize(scene.spec.meshes.size());
    for (std::size_t m = 0; m < pose.meshes.size(); ++m) pose.render_order.push_back(static_cast<int>(m));
    const render::View view = view_of(scene, run, size);
    render::DrawOptions options;
    options.background = {1.0f, 1.0f, 1.0f, 1.0f};
    int count = 0;
    for (int frame = 0; frame < run.frames; frame += every, ++count) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        std::span<const Vec2> row = run.simulated[static_cast<std::size_t>(frame)];
        for (std::size_t m = 0; m < pose.meshes.size(); ++m) {
            const std::size_t vertices = scene.spec.meshes[m].rest.size();
            pose.meshes[m].positions.assign(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(vertices));
            row = row.subspan(vertices);
        }
        const auto image =
            renderer->draw(pose, view, options, overlays_of(scene, run, static_cast<std::size_t>(frame), view.scale));
        if (!image) return image.error();
        char name[32];
        std::snprintf(name, sizeof name, "frame_%04d.png", frame);
        const auto png = studio::encode_png(image->width, image->height, image->rgba);
        if (const Status written = out.write(name, png); !written) return written.error();
        work.report("draw", static_cast<double>(frame) / run.frames);
    }
    return count;
}

}  // namespace yure::cli
