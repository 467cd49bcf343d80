#include "overlay_painter.hpp"

#include "clip_transform.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace yure::render {
namespace {

const char* const kCapsuleVertex = R"(#version 330 core
layout(location = 0) in vec2 a_position;  // picture px
layout(location = 1) in vec4 a_segment;
layout(location = 2) in float a_radius;
layout(location = 3) in vec4 a_color;     // premultiplied
uniform vec2 u_size;
out vec2 v_position;
flat out vec4 v_segment;
flat out float v_radius;
flat out vec4 v_color;
void main() {
    gl_Position = vec4(a_position / u_size * 2.0 - 1.0, 0.0, 1.0);
    v_position = a_position;
    v_segment = a_segment;
    v_radius = a_radius;
    v_color = a_color;
}
)";
const char* const kCapsuleFragment = R"(#version 330 core
in vec2 v_position;
flat in vec4 v_segment;
flat in float v_radius;
flat in vec4 v_color;
out vec4 o_color;
void main() {
    vec2 along = v_segment.zw - v_segment.xy, here = v_position - v_segment.xy;
    float length2 = dot(along, along);
    float t = length2 > 0.0 ? clamp(dot(here, along) / length2, 0.0, 1.0) : 0.0;
    float coverage = clamp(0.5 + v_radius - length(here - along * t), 0.0, 1.0);
    o_color = v_color * coverage;
}
)";
const char* const kHeatVertex = R"(#version 330 core
layout(location = 0) in vec2 a_position;  // world px
layout(location = 1) in vec4 a_color;     // premultiplied
uniform vec4 u_view;
out vec4 v_color;
void main() {
    gl_Position = vec4(a_position * u_view.xy + u_view.zw, 0.0, 1.0);
    v_color = a_color;
}
)";
const char* const kHeatFragment = R"(#version 330 core
in vec4 v_color;
out vec4 o_color;
void main() { o_color = v_color; }
)";
const char* const kLayerVertex = R"(#version 330 core
void main() {  // one triangle that covers everything
    vec2 corner = vec2(float((gl_VertexID & 1) * 4) - 1.0, float((gl_VertexID & 2) * 2) - 1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
}
)";
const char* const kLayerFragment = R"(#version 330 core
uniform sampler2D u_texture;
uniform vec4 u_tint;
uniform float u_opacity;
out vec4 o_color;
void main() {
    vec4 color = texelFetch(u_texture, ivec2(gl_FragCoord.xy), 0);
    color.rgb = mix(color.rgb, u_tint.rgb * color.a, u_tint.a);
    o_color = color * u_opacity;
}
)";

struct CapsuleVertex {
    Vec2 position, from, to;
    float radius;
    Rgba color;
};
struct HeatVertex {
    Vec2 position;
    Rgba color;
};

Rgba premultiplied(Rgba c) {
    return {c.r * c.a, c.g * c.a, c.b * c.a, c.a};
}

void attribute(GLuint index, GLint size, std::size_t stride, std::size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
}

template <class T>
void stream(GLenum target, std::span<const T> data) {
    glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), GL_STREAM_DRAW);
}

void blend_over() {
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

}  // namespace

Rgba heat_color(float value) {
    static constexpr std::array<Rgba, 5> kStops{{{0.07f, 0.09f, 0.40f, 1.0f},
                                                 {0.10f, 0.45f, 0.60f, 1.0f},
                                                 {0.35f, 0.75f, 0.45f, 1.0f},
                                                 {0.98f, 0.85f, 0.25f, 1.0f},
                                                 {0.85f, 0.12f, 0.10f, 1.0f}}};
    const float clamped = value > 0.0f ? std::min(value, 1.0f) : 0.0f;  // NaN ends here as 0
    const float at = clamped * static_cast<float>(kStops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
    const float t = at - static_cast<float>(below);
    const Rgba &a = kStops[below], &b = kStops[below + 1];
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, 1.0f};
}

std::vector<std::pair<std::uint16_t, std::uint16_t>> unique_edges(std::span<const std::uint16_t> triangles) {
    std::vector<std::pair<std::uint16_t, std::uint16_t>> edges;
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
        for (std::size_t c = 0; c < 3; ++c) {
            const std::uint16_t a = triangles[t + c], b = triangles[t + (c + 1) % 3];
            edges.emplace_back(std::min(a, b), std::max(a, b));
        }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

Result<OverlayPainter> OverlayPainter::make() {
    OverlayPainter painter;
    auto capsule = link_program("capsule", kCapsuleVertex, kCapsuleFragment);
    if (!capsule) return capsule.error();
    auto heat = link_program("heat", kHeatVertex, kHeatFragment);
    if (!heat) return heat.error();
    auto layer = link_program("layer", kLayerVertex, kLayerFragment);
    if (!layer) return layer.error();
    painter.capsule_ = std::move(*capsule);
    painter.heat_ = std::move(*heat);
    painter.layer_ = std::move(*layer);

    painter.capsule_array_ = GlVertexArray::make();
    painter.capsule_vertices_ = GlBuffer::make();
    glBindVertexArray(painter.capsule_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, painter.capsule_vertices_.name());
    attribute(0, 2, sizeof(CapsuleVertex), offsetof(CapsuleVertex, position));
    attribute(1, 4, sizeof(CapsuleVertex), offsetof(CapsuleVertex, from));
    attribute(2, 1, sizeof(CapsuleVertex), offsetof(CapsuleVertex, radius));
    attribute(3, 4, sizeof(CapsuleVertex), offsetof(CapsuleVertex, color));

    painter.heat_array_ = GlVertexArray::make();
    painter.heat_vertices_ = GlBuffer::make();
    painter.heat_triangles_ = GlBuffer::make();
    glBindVertexArray(painter.heat_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, painter.heat_vertices_.name());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, painter.heat_triangles_.name());
    attribute(0, 2, sizeof(HeatVertex), offsetof(HeatVertex, position));
    attribute(1, 4, sizeof(HeatVertex), offsetof(HeatVertex, color));

    painter.empty_array_ = GlVertexArray::make();
    glBindVertexArray(0);
    return painter;
}

void OverlayPainter::capsules(std::span<const Capsule> capsules, const View& view) const {
    std::vector<CapsuleVertex> vertices;
    vertices.reserve(capsules.size() * 6);
    for (const Capsule& c : capsules) {
        const float reach = c.radius + 1.0f;
        const float distance_px = distance(c.from, c.to);
        const Vec2 along = distance_px > 0.0f ? (c.to - c.from) * (reach / distance_px) : Vec2{reach, 0.0f};
        const Vec2 side{-along.y, along.x};
        const std::array<Vec2, 4> corner{c.from - along - side, c.to + along - side, c.to + along + side,
                                         c.from - along + side};
        for (const std::size_t k : {0, 1, 2, 0, 2, 3})
            vertices.push_back({corner[k], c.from, c.to, c.radius, premultiplied(c.color)});
    }
    if (vertices.empty()) return;
    blend_over();
    glUseProgram(capsule_.name());
    glUniform2f(glGetUniformLocation(capsule_.name(), "u_size"), static_cast<float>(view.width),
                static_cast<float>(view.height));
    glBindVertexArray(capsule_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, capsule_vertices_.name());
    stream<CapsuleVertex>(GL_ARRAY_BUFFER, vertices);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices.size()));
}

void OverlayPainter::heat(std::span<const Vec2> positions, std::span<const float> values,
                          std::span<const std::uint16_t> triangles, float opacity, const View& view) const {
    std::vector<HeatVertex> vertices(positions.size());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        Rgba color = heat_color(values[v]);
        color.a = std::clamp(opacity, 0.0f, 1.0f);
        vertices[v] = {positions[v], premultiplied(color)};
    }
    blend_over();
    glUseProgram(heat_.name());
    const ViewTransform to_clip = clip_transform(view);
    glUniform4f(glGetUniformLocation(heat_.name(), "u_view"), to_clip.scale.x, to_clip.scale.y, to_clip.offset.x,
                to_clip.offset.y);
    glBindVertexArray(heat_array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, heat_vertices_.name());
    stream<HeatVertex>(GL_ARRAY_BUFFER, vertices);
    stream<std::uint16_t>(GL_ELEMENT_ARRAY_BUFFER, triangles);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(triangles.size()), GL_UNSIGNED_SHORT, nullptr);
}

void OverlayPainter::layer(GLuint texture, Rgba tint, float opacity) const {
    blend_over();
    glUseProgram(layer_.name());
    glUniform1i(glGetUniformLocation(layer_.name(), "u_texture"), 0);
    glUniform4f(glGetUniformLocation(layer_.name(), "u_tint"), tint.r, tint.g, tint.b, std::clamp(tint.a, 0.0f, 1.0f));
    glUniform1f(glGetUniformLocation(layer_.name(), "u_opacity"), std::clamp(opacity, 0.0f, 1.0f));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindVertexArray(empty_array_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace yure::render
