// One pose, object by object: parts, deformers, meshes, glues, order. Formulas: docs/moc3.md, "evaluation".
#include "evaluation_buffers.hpp"

#include "draw_order.hpp"

#include <algorithm>
#include <cmath>

namespace yure::rig {
namespace {

constexpr float kPi = 3.1415927f;

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}
std::size_t padded(int points) {
    return (at(points) + 3) / 4 * 4;
}

/// How far the parent's direction at `origin` is turned, in radians, measured by a small step as the runtime does.
float inherited_turn(const DeformerState& parent, Vec2 origin, Vec2 mapped) {
    const float step = parent.is_warp ? -0.1f : -10.0f;
    float k = 1.0f;
    Vec2 d;
    for (int attempt = 0; attempt < 10; ++attempt) {
        d = map_point(parent, {origin.x, origin.y + step * k}) - mapped;
        if (d.x != 0.0f || d.y != 0.0f) break;
        d = mapped - map_point(parent, {origin.x, origin.y - step * k});
        if (d.x != 0.0f || d.y != 0.0f) break;
        k *= 0.1f;
    }
    float turn = std::atan2(step, 0.0f) - std::atan2(d.y, d.x);
    while (turn > kPi) turn -= 2.0f * kPi;
    while (turn < -kPi) turn += 2.0f * kPi;
    return turn;
}

}  // namespace

Evaluation::Buffers::Buffers(const Rig::Program& compiled, Selection chosen)
    : program(&compiled),
      selection(std::move(chosen)),
      weights(compiled, selection.bands, selection.records),
      parts(compiled.puppet.part.id.size()),
      deformers(compiled.puppet.deformer.id.size()),
      meshes(compiled.puppet.mesh.id.size()),
      glued(compiled.puppet.mesh.id.size()),
      own_begin(compiled.puppet.mesh.id.size()),
      grid_begin(compiled.puppet.deformer.id.size()),
      order(compiled.puppet) {
    const Puppet& p = compiled.puppet;
    std::size_t points = 0;
    for (const int mesh : selection.meshes) {
        own_begin[at(mesh)] = points;
        points += padded(p.mesh.vertex_count[at(mesh)]);
    }
    own.resize(points + kLanePadding);
    final.resize(points + kLanePadding);
    std::size_t grid_points = 0, largest = 0;
    for (const int deformer : selection.deformers) {
        if (p.deformer.type[at(deformer)] != static_cast<std::int32_t>(DeformerType::warp)) continue;
        grid_begin[at(deformer)] = grid_points;
        const std::size_t count = padded(p.warp.vertex_count[at(p.deformer.specific[at(deformer)])]);
        grid_points += count;
        largest = std::max(largest, count);
    }
    grid.resize(grid_points + kLanePadding);
    scratch.resize(largest + kLanePadding);
    for (const int deformer : selection.deformers) {
        if (p.deformer.type[at(deformer)] != static_cast<std::int32_t>(DeformerType::warp)) continue;
        const std::size_t warp = at(p.deformer.specific[at(deformer)]);
        DeformerState& state = deformers[at(deformer)];
        state.is_warp = true;
        state.warp.grid = grid.data() + grid_begin[at(deformer)];
        state.warp.rows = p.warp.rows[warp];
        state.warp.cols = p.warp.cols[warp];
        state.warp.quad = p.warp.quad[warp] == 1;
    }
    for (const int glue : selection.glues)
        glued[at(p.glue.mesh_a[at(glue)])] = glued[at(p.glue.mesh_b[at(glue)])] = true;
}

void Evaluation::Buffers::update_parts(std::span<const float> part_opacities) {
    const PartTable& t = program->puppet.part;
    for (const int i : selection.parts) {
        PartState& state = parts[at(i)];
        const int parent = t.parent[at(i)];
        const Mix mix = weights.mix(t.band[at(i)]);
        float opacity = t.visible[at(i)] == 1 ? 1.0f : 0.0f;
        // The comparisons are written so that a NaN becomes 0.
        if (at(i) < part_opacities.size())
            opacity = part_opacities[at(i)] > 0.0f ? std::min(part_opacities[at(i)], 1.0f) : 0.0f;
        state.hidden = t.enabled[at(i)] == 0 || mix.count == 0;
        state.opacity = opacity;
        if (parent >= 0) {
            state.hidden = state.hidden || parts[at(parent)].hidden;
            state.opacity = opacity * parts[at(parent)].opacity;
        }
        if (mix.count == 0 || !selection.everything) continue;
        const Blends& blends = program->part_blends[at(i)];
        const Floats& orders = program->puppet.part_kf.draw_order;
        float draw_order = add_blends(mix_scalar(orders, t.kf_begin[at(i)], mix), orders, weights, blends.records);
        if (blends.listed) draw_order = std::clamp(draw_order, 0.0f, 1000.0f);
        state.draw_order = whole_draw_order(draw_order);
    }
}

void Evaluation::Buffers::update_deformers() {
    const DeformerTable& t = program->puppet.deformer;
    for (const int i : selection.deformers) {
        DeformerState& state = deformers[at(i)];
        const int part = t.part[at(i)], parent_row = t.parent[at(i)];
        const DeformerState* parent = parent_row >= 0 ? &deformers[at(parent_row)] : nullptr;
        const Mix mix = weights.mix(t.band[at(i)]);
        state.hidden = t.enabled[at(i)] == 0 || mix.count == 0 || (part >= 0 && parts[at(part)].hidden) ||
                       (parent != nullptr && parent->hidden);
        if (state.hidden) continue;
        state.is_warp ? update_warp(i, t.specific[at(i)], mix, parent)
                      : update_rotation(i, t.specific[at(i)], mix, parent);
        if (parent == nullptr) continue;
        state.opacity *= parent->opacity;
        if (program->has_colors()) state.colors = under(state.colors, parent->colors);
    }
}

void Evaluation::Buffers::update_warp(int deformer, int warp, const Mix& mix, const DeformerState* parent) {
    const Puppet& p = program->puppet;
    const std::size_t w = at(warp);
    const Blends& blends = program->warp_blends[w];
    const int kf_begin = p.warp.kf_begin[w], count = p.warp.vertex_count[w];
    DeformerState& state = deformers[at(deformer)];
    Vec2* posed = grid.data() + grid_begin[at(deformer)];
    Vec2* mixed = parent != nullptr ? scratch.data() : posed;
    mix_positions(*program, p.warp_kf.pos_begin, kf_begin, mix, weights, blends.records, count, mixed);
    if (parent != nullptr) map_points(*parent, mixed, posed, count, false);
    state.warp.measure();
    state.scale = parent != nullptr ? parent->scale : 1.0f;
    state.opacity = mix_scalar(p.warp_kf.opacity, kf_begin, mix);
    if (program->blends_scalars() && blends.listed)
        state.opacity = std::clamp(add_blends(state.opacity, p.warp_kf.opacity, weights, blends.records), 0.0f, 1.0f);
    if (program->has_colors())
        state.colors = mix_colors(*program, p.warp_kf.multiply, p.warp_kf.screen, kf_begin, p.warp.color_begin[w], mix,
                                  weights, blends);
}

void Evaluation::Buffers::update_rotation(int deformer, int rotation, const Mix& mix, const DeformerState* parent) {
    const Puppet& p = program->puppet;
    const std::size_t r = at(rotation);
    const RotationKeyforms& kf = p.rotation_kf;
    const Blends& blends = program->rotation_blends[r];
    const int kf_begin = p.rotation.kf_begin[r];
    DeformerState& state = deformers[at(deformer)];
    const auto keyed = [&](const Floats& table) {
        return add_blends(mix_scalar(table, kf_begin, mix), table, weights, blends.records);
    };
    float angle = keyed(kf.angle), scale = keyed(kf.scale), opacity = keyed(kf.opacity);
    if (blends.listed) {
        angle = std::clamp(angle, -3600.0f, 3600.0f);
        scale = std::clamp(scale, 0.0001f, 100.0f);
        opacity = std::clamp(opacity, 0.0f, 1.0f);
    }
    state.opacity = opacity;
    state.scale = scale * (parent != nullptr ? parent->scale : 1.0f);
    state.rotation.origin = {keyed(kf.origin_x), keyed(kf.origin_y)};
    if (parent != nullptr) {
        const Vec2 mapped = map_point(*parent, state.rotation.origin);
        angle = angle - inherited_turn(*parent, state.rotation.origin, mapped) * 180.0f / kPi;
        state.rotation.origin = mapped;
    }
    angle = angle + p.rotation.base_angle[r];
    const float radians = angle * kPi / 180.0f;
    const float sine = std::sin(radians), cosine = std::cos(radians);
    const std::size_t first = at(kf_begin + mix.row[0]);  // reflection is never mixed
    const float fx = kf.reflect_x[first] == 1 ? -1.0f : 1.0f, fy = kf.reflect_y[first] == 1 ? -1.0f : 1.0f;
    state.rotation.m00 = cosine * state.scale * fx;
    state.rotation.m01 = -sine * state.scale * fy;
    state.rotation.m10 = sine * state.scale * fx;
    state.rotation.m11 = cosine * state.scale * fy;
    if (program->has_colors())
        state.colors =
            mix_colors(*program, kf.multiply, kf.screen, kf_begin, p.rotation.color_begin[r], mix, weights, blends);
}

void Evaluation::Buffers::update_meshes() {
    const Puppet& p = program->puppet;
    const MeshTable& t = p.mesh;
    const bool y_up = p.canvas.y_reversed();
    for (const int i : selection.meshes) {
        MeshState& state = meshes[at(i)];
        const int part = t.part[at(i)], parent_row = t.parent[at(i)];
        const DeformerState* parent = parent_row >= 0 ? &deformers[at(parent_row)] : nullptr;
        const Mix mix = weights.mix(t.band[at(i)]);
        state.hidden = t.enabled[at(i)] == 0 || mix.count == 0 || (part >= 0 && parts[at(part)].hidden) ||
                       (parent != nullptr && parent->hidden);
        if (state.hidden) continue;
        const Blends& blends = program->mesh_blends[at(i)];
        const int kf_begin = t.kf_begin[at(i)], count = t.vertex_count[at(i)];
        mix_positions(*program, p.mesh_kf.pos_begin, kf_begin, mix, weights, blends.records, count, own_points(i));
        const bool flip = y_up && !glued[at(i)];  // glue works on unflipped positions
        if (parent != nullptr)
            map_points(*parent, own_points(i), final_points(i), count, flip);
        else
            copy_points(own_points(i), final_points(i), count, flip);

        state.opacity = mix_scalar(p.mesh_kf.opacity, kf_begin, mix);
        float draw_order = mix_scalar(p.mesh_kf.draw_order, kf_begin, mix);
        if (program->blends_scalars() && blends.listed) {
            state.opacity = add_blends(state.opacity, p.mesh_kf.opacity, weights, blends.records);
            draw_order = add_blends(draw_order, p.mesh_kf.draw_order, weights, blends.records);
            state.opacity = std::clamp(state.opacity, 0.0f, 1.0f);
            draw_order = std::clamp(draw_order, 0.0f, 1000.0f);
        }
        state.draw_order = whole_draw_order(draw_order);
        if (program->has_colors()) {
            state.colors = mix_colors(*program, p.mesh_kf.multiply, p.mesh_kf.screen, kf_begin, t.color_begin[at(i)],
                                      mix, weights, blends);
            if (parent != nullptr) state.colors = under(state.colors, parent->colors);
            state.colors = clamped(state.colors);
        }
        if (parent != nullptr) state.opacity *= parent->opacity;
        if (part >= 0) state.opacity *= parts[at(part)].opacity;
    }
}

void Evaluation::Buffers::update_glues() {
    const Puppet& p = program->puppet;
    const GlueTable& t = p.glue;
    for (const int g : selection.glues) {
        const int mesh_a = t.mesh_a[at(g)], mesh_b = t.mesh_b[at(g)];
        const Mix mix = weights.mix(t.band[at(g)]);
        if (mix.count == 0 || meshes[at(mesh_a)].hidden || meshes[at(mesh_b)].hidden) continue;
        const Blends& blends = program->glue_blends[at(g)];
        float intensity =
            add_blends(mix_scalar(p.glue_intensity, t.kf_begin[at(g)], mix), p.glue_intensity, weights, blends.records);
        if (blends.listed) intensity = std::clamp(intensity, 0.0f, 1.0f);
        Vec2 *points_a = final_points(mesh_a), *points_b = final_points(mesh_b);
        const std::size_t begin = at(t.info_begin[at(g)]), count = at(t.info_count[at(g)]);
        for (std::size_t k = begin; k < begin + count; k += 2) {
            Vec2& a = points_a[p.glue_info.vertex[k]];
            Vec2& b = points_b[p.glue_info.vertex[k + 1]];
            const Vec2 to_b = b - a, to_a = a - b;
            a += to_b * p.glue_info.weight[k] * intensity;
            b += to_a * p.glue_info.weight[k + 1] * intensity;
        }
    }
    if (!p.canvas.y_reversed()) return;
    for (const int i : selection.meshes)
        if (glued[at(i)] && !meshes[at(i)].hidden)
            copy_points(final_points(i), final_points(i), p.mesh.vertex_count[at(i)], true);
}

void Evaluation::Buffers::update_order() {
    const Puppet& p = program->puppet;
    for (std::size_t group = 0; group < p.group.obj_begin.size(); ++group)
        for (int k = 0; k < p.group.obj_count[group]; ++k) {
            const std::size_t member = at(p.group.obj_begin[group] + k);
            const std::size_t object = at(p.group_member.index[member]);
            const bool is_mesh = p.group_member.type[member] == static_cast<std::int32_t>(GroupMember::mesh);
            const bool hidden = is_mesh ? meshes[object].hidden : parts[object].hidden;
            const int draw_order = is_mesh ? meshes[object].draw_order : parts[object].draw_order;
            order.keys[member] = hidden ? p.group.min_order[group] : draw_order;
        }
    order.update(p);
}

}  // namespace yure::rig
