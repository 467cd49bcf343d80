#include "evaluation_buffers.hpp"
#include "inverse.hpp"

#include <cassert>

namespace yure::rig {
namespace {

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}

}  // namespace

Evaluation::Evaluation(const Rig& rig)
    : buffers_(std::make_unique<Buffers>(rig.program(), Selection::all(rig.program()))) {}
Evaluation::Evaluation(const Rig& rig, std::span<const int> meshes)
    : buffers_(std::make_unique<Buffers>(rig.program(), Selection::of(rig.program(), meshes))) {}
Evaluation::Evaluation(Evaluation&&) noexcept = default;
Evaluation& Evaluation::operator=(Evaluation&&) noexcept = default;
Evaluation::~Evaluation() = default;

void Evaluation::evaluate(std::span<const float> values, std::span<const float> part_opacities) {
    Buffers& b = *buffers_;
    assert(values.size() == b.program->parameters.size());
    b.weights.update(*b.program, values);
    b.update_parts(part_opacities);
    b.update_deformers();
    b.update_meshes();
    b.update_glues();
    if (b.selection.everything) b.update_order();
}

bool Evaluation::hidden(int mesh) const {
    return buffers_->meshes[at(mesh)].hidden;
}

std::span<const Vec2> Evaluation::positions(int mesh) const {
    return {buffers_->final_points(mesh), at(buffers_->program->puppet.mesh.vertex_count[at(mesh)])};
}

void Evaluation::world_positions(int mesh, std::span<Vec2> out) const {
    const std::span<const Vec2> model = positions(mesh);
    assert(out.size() == model.size());
    const Canvas& canvas = buffers_->program->puppet.canvas;
    for (std::size_t i = 0; i < model.size(); ++i) out[i] = canvas.to_world(model[i]);
}

float Evaluation::opacity(int mesh) const {
    return buffers_->meshes[at(mesh)].opacity;
}
bool Evaluation::visible(int mesh) const {
    return !hidden(mesh) && opacity(mesh) != 0.0f;
}
int Evaluation::draw_order(int mesh) const {
    return buffers_->meshes[at(mesh)].draw_order;
}
std::span<const int> Evaluation::render_order() const {
    return buffers_->order.ranks();
}
Color Evaluation::multiply_color(int mesh) const {
    return buffers_->meshes[at(mesh)].colors.multiply;
}
Color Evaluation::screen_color(int mesh) const {
    return buffers_->meshes[at(mesh)].colors.screen;
}

std::span<const Vec2> Evaluation::keyform_positions(int mesh) const {
    return {buffers_->own_points(mesh), at(buffers_->program->puppet.mesh.vertex_count[at(mesh)])};
}

void Evaluation::to_world(int mesh, std::span<const Vec2> keyform_space, std::span<Vec2> out) const {
    assert(out.size() == keyform_space.size());
    const Puppet& p = buffers_->program->puppet;
    const int parent = p.mesh.parent[at(mesh)];
    const float sign = p.canvas.y_reversed() ? -1.0f : 1.0f;
    for (std::size_t i = 0; i < out.size(); ++i) {
        Vec2 point = keyform_space[i];
        if (parent >= 0) point = map_point(buffers_->deformers[at(parent)], point);
        out[i] = p.canvas.to_world({point.x, sign * point.y});
    }
}

void Evaluation::to_keyform_space(int mesh, std::span<const Vec2> world, std::span<const Vec2> near,
                                  std::span<Vec2> out) const {
    assert(world.size() == near.size() && world.size() == out.size());
    const Puppet& p = buffers_->program->puppet;
    const int parent_row = p.mesh.parent[at(mesh)];
    const DeformerState* parent = parent_row >= 0 ? &buffers_->deformers[at(parent_row)] : nullptr;
    const double scale = p.canvas.pixels_per_unit, sign = p.canvas.y_reversed() ? -1.0 : 1.0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Point model{(double{world[i].x} - p.canvas.origin_x) / scale,
                          sign * (double{p.canvas.origin_y} - world[i].y) / scale};
        if (parent == nullptr)
            out[i] = {static_cast<float>(model.x), static_cast<float>(model.y)};
        else if (parent->hidden)
            out[i] = near[i];
        else
            out[i] = parent->is_warp ? unmap_point(parent->warp, model, near[i])
                                     : unmap_point(parent->rotation, model, near[i]);
    }
}

}  // namespace yure::rig
