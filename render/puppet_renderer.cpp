#include "yure/render/puppet_renderer.hpp"

#include "clip_transform.hpp"
#include "context_state.hpp"
#include "mesh_buffers.hpp"
#include "overlay_painter.hpp"
#include "picture_target.hpp"
#include "textures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace yure::render {
namespace {

constexpr int kLargestSide = 16384;                   // px
constexpr std::int64_t kLargestPicture = 64ll << 20;  // px
constexpr std::int64_t kMostSamples = 64ll << 20;     // samples of a whole picture: half a gigabyte of colour
constexpr std::size_t kMaskTargets = 4;               // masks kept within one picture

const char* const kMeshVertex = R"(#version 330 core
layout(location = 0) in vec2 a_position;  // world px
layout(location = 1) in vec2 a_uv;
uniform vec4 u_view;
out vec2 v_uv;
void main() {
    gl_Position = vec4(a_position * u_view.xy + u_view.zw, 0.0, 1.0);
    v_uv = a_uv;
}
)";
// Multiply, then screen, then opacity, then mask: the order of the runtimes' own shaders, for premultiplied colour.
const char* const kMeshFragment = R"(#version 330 core
in vec2 v_uv;
uniform sampler2D u_texture;  // premultiplied
uniform sampler2D u_outside;  // share of the picture that no mask covers
uniform vec3 u_multiply, u_screen;
uniform float u_opacity;
uniform int u_mask;           // 0 none, 1 inside, 2 outside
out vec4 o_color;
void main() {
    vec4 color = texture(u_texture, v_uv);
    color.rgb *= u_multiply;
    color.rgb = color.rgb + u_screen * color.a - color.rgb * u_screen;
    color *= u_opacity;
    if (u_mask != 0) {
        float outside = texelFetch(u_outside, ivec2(gl_FragCoord.xy), 0).r;
        color *= u_mask == 1 ? 1.0 - outside : outside;
    }
    o_color = color;
}
)";
const char* const kMaskFragment = R"(#version 330 core
in vec2 v_uv;
uniform sampler2D u_texture;
out vec4 o_coverage;
void main() { o_coverage = vec4(texture(u_texture, v_uv).a); }
)";

enum class Blend { normal, additive, multiplicative };

/// What never changes about a mesh.
struct MeshLook {
    GLuint texture = 0;  ///< 0 = its page is absent
    Blend blend = Blend::normal;
    bool double_sided = false;
    bool inverted_mask = false;
    std::vector<int> masks;  ///< sorted; the order does not matter to the result
};

/// A mask that was drawn for the current pose: 1 - coverage per pixel.
struct MaskTarget {
    PictureTarget target;
    std::vector<int> masks;  ///< whose; empty = not valid
    int last_use = 0;
};

void set_blend(Blend blend) {
    glEnable(GL_BLEND);
    switch (blend) {
        case Blend::normal:
            glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
            break;
        case Blend::additive:
            glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE);
            break;
        case Blend::multiplicative:
            glBlendFuncSeparate(GL_DST_COLOR, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
            break;
    }
}

void set_culling(bool double_sided) {
    if (double_sided)
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}

/// Meshes from back to front.
std::vector<int> drawing_order(const Pose& pose) {
    std::vector<int> order(pose.meshes.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return pose.render_order[static_cast<std::size_t>(a)] < pose.render_order[static_cast<std::size_t>(b)];
    });
    return order;
}

Blend blend_of(const rig::Puppet& puppet, std::size_t mesh, Notices& notices) {
    const std::uint8_t flags = puppet.mesh.flags[mesh];
    const Blend by_flags = (flags & rig::kAdditive) != 0         ? Blend::additive
                           : (flags & rig::kMultiplicative) != 0 ? Blend::multiplicative
                                                                 : Blend::normal;
    if (puppet.version < rig::MocVersion::v5_3 || mesh >= puppet.mesh.blend.size()) return by_flags;
    const int color = puppet.mesh.blend[mesh] & 0xff, alpha = puppet.mesh.blend[mesh] >> 8;
    if (alpha == 0 && color == 0) return by_flags;
    if (alpha == 0 && color == 1) return Blend::additive;
    if (alpha == 0 && color == 2) return Blend::multiplicative;
    notices.push_back({std::string(puppet.mesh.id[mesh].view()),
                       "is drawn with normal blending; its own (colour mode " + std::to_string(color) +
                           ", alpha mode " + std::to_string(alpha) + ") is of version 5.3 and not supported"});
    return Blend::normal;
}

}  // namespace

struct PuppetRenderer::State {
    explicit State(const Context& c) : context(c) {}

    Context context;
    Notices notices;
    std::vector<GlTexture> textures;
    std::vector<MeshLook> looks;
    std::vector<std::vector<std::uint16_t>> triangles;  ///< per mesh, for overlays
    MeshBuffers meshes;
    OverlayPainter overlay_painter;
    GlProgram mesh_program, mask_program;
    PictureTarget picture, ghost;
    std::vector<MaskTarget> mask_targets;
    int mask_uses = 0;

    Status check(const Pose& pose, const std::string& where) const;
    Status check(const View& view) const;
    Status check(const Overlays& overlays) const;
    int samples_for(const View& view, int wanted) const;
    Status size_target(PictureTarget& target, const View& view, int samples, GLenum format) const;

    Status draw(const Pose& pose, const View& view, const DrawOptions& options, const Overlays& overlays);
    Status draw_puppet(const PictureTarget& into, const Pose& pose, const std::vector<char>* shown, const View& view,
                       int samples);
    Status draw_ghost(const GhostOverlay& ghost_overlay, const View& view, int samples);
    void draw_overlays(const Pose& pose, const View& view, const Overlays& overlays) const;
    Result<GLuint> mask_texture(const std::vector<int>& masks, const View& view, int samples);
    void use(const GlProgram& program, const View& view) const;
};

Status PuppetRenderer::State::check(const Pose& pose, const std::string& where) const {
    if (pose.meshes.size() != looks.size())
        return Error{where + ".meshes", "has " + std::to_string(pose.meshes.size()) + " meshes, the puppet has " +
                                            std::to_string(looks.size())};
    if (pose.render_order.size() != looks.size())
        return Error{where + ".render_order", "must have one entry per mesh, " + std::to_string(looks.size())};
    for (std::size_t m = 0; m < looks.size(); ++m) {
        const auto vertices = static_cast<std::size_t>(meshes.vertex_count(static_cast<int>(m)));
        if (!pose.meshes[m].hidden && pose.meshes[m].positions.size() != vertices)
            return Error{where + ".meshes[" + std::to_string(m) + "].positions",
                         "has " + std::to_string(pose.meshes[m].positions.size()) + " vertices, the mesh has " +
                             std::to_string(vertices)};
    }
    return {};
}

Status PuppetRenderer::State::check(const View& view) const {
    const int largest = std::min(kLargestSide, context.state().max_texture);
    if (view.width < 1 || view.height < 1 || view.width > largest || view.height > largest ||
        static_cast<std::int64_t>(view.width) * view.height > kLargestPicture)
        return Error{"picture size", "is " + std::to_string(view.width) + " x " + std::to_string(view.height) +
                                         ", sides must be 1 to " + std::to_string(largest) +
                                         " px and the whole at most 64 megapixels"};
    if (!std::isfinite(view.center.x) || !std::isfinite(view.center.y) || !std::isfinite(view.scale) ||
        view.scale <= 0.0f)
        return Error{"view", "its centre must be finite and its scale above 0"};
    return {};
}

Status PuppetRenderer::State::check(const Overlays& overlays) const {
    const auto fits = [&](int mesh, std::size_t count, bool may_be_empty) {
        if (mesh < 0 || mesh >= static_cast<int>(looks.size())) return false;
        return (may_be_empty && count == 0) || count == static_cast<std::size_t>(meshes.vertex_count(mesh));
    };
    const Error mismatch{"", "does not fit the puppet: a mesh there is, and one entry per vertex are wanted"};
    for (std::size_t i = 0; i < overlays.wires.size(); ++i)
        if (!fits(overlays.wires[i].mesh, overlays.wires[i].positions.size(), true))
            return Error{"overlays.wires[" + std::to_string(i) + "]", mismatch.what};
    for (std::size_t i = 0; i < overlays.heat.size(); ++i)
        if (!fits(overlays.heat[i].mesh, overlays.heat[i].positions.size(), true) ||
            !fits(overlays.heat[i].mesh, overlays.heat[i].values.size(), false))
            return Error{"overlays.heat[" + std::to_string(i) + "]", mismatch.what};
    for (std::size_t i = 0; i < overlays.ghosts.size(); ++i) {
        const std::string where = "overlays.ghosts[" + std::to_string(i) + "]";
        if (Status status = check(overlays.ghosts[i].pose, where + ".pose"); !status) return status;
        for (const int mesh : overlays.ghosts[i].meshes)
            if (mesh < 0 || mesh >= static_cast<int>(looks.size()))
                return Error{where + ".meshes",
                             "names mesh " + std::to_string(mesh) + ", the puppet has " + std::to_string(looks.size())};
    }
    return {};
}

int PuppetRenderer::State::samples_for(const View& view, int wanted) const {
    const std::int64_t pixels = static_cast<std::int64_t>(view.width) * view.height;
    std::int64_t samples = std::clamp(wanted, 1, std::min(16, context.state().max_samples));
    while (samples > 1 && samples * pixels > kMostSamples) samples /= 2;
    return static_cast<int>(samples);
}

Status PuppetRenderer::State::size_target(PictureTarget& target, const View& view, int samples, GLenum format) const {
    if (target.fits(view.width, view.height, samples)) return {};
    target = PictureTarget();  // frees the old one before the new one is asked for
    auto made = PictureTarget::make(view.width, view.height, samples, format);
    if (!made) return made.error();
    target = std::move(*made);
    return {};
}

void PuppetRenderer::State::use(const GlProgram& program, const View& view) const {
    glUseProgram(program.name());
    const ViewTransform to_clip = clip_transform(view);
    glUniform4f(glGetUniformLocation(program.name(), "u_view"), to_clip.scale.x, to_clip.scale.y, to_clip.offset.x,
                to_clip.offset.y);
    glUniform1i(glGetUniformLocation(program.name(), "u_texture"), 0);
    meshes.bind();
}

Result<GLuint> PuppetRenderer::State::mask_texture(const std::vector<int>& masks, const View& view, int samples) {
    ++mask_uses;
    for (MaskTarget& kept : mask_targets)
        if (kept.masks == masks) {
            kept.last_use = mask_uses;
            return kept.target.texture();
        }
    if (mask_targets.size() < kMaskTargets) mask_targets.emplace_back();
    MaskTarget& oldest = *std::min_element(mask_targets.begin(), mask_targets.end(),
                                           [](const auto& a, const auto& b) { return a.last_use < b.last_use; });
    if (Status status = size_target(oldest.target, view, samples, GL_R16); !status) return status.error();
    oldest.masks = masks;
    oldest.last_use = mask_uses;
    // What remains uncovered: the product of (1 - alpha) over the masks. Their opacity and colours play no part.
    oldest.target.clear({1.0f, 1.0f, 1.0f, 1.0f});
    use(mask_program, view);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
    glActiveTexture(GL_TEXTURE0);
    for (const int mask : masks) {
        const MeshLook& look = looks[static_cast<std::size_t>(mask)];
        if (look.texture == 0 || !meshes.drawable(mask)) continue;
        set_culling(look.double_sided);
        glBindTexture(GL_TEXTURE_2D, look.texture);
        meshes.draw(mask);
    }
    oldest.target.resolve();
    return oldest.target.texture();
}

Status PuppetRenderer::State::draw_puppet(const PictureTarget& into, const Pose& pose, const std::vector<char>* shown,
                                          const View& view, int samples) {
    meshes.set_pose(pose);
    for (MaskTarget& kept : mask_targets) kept.masks.clear(), kept.last_use = 0;
    mask_uses = 0;
    glFrontFace(meshes.front_face());
    glCullFace(GL_BACK);
    const GLint multiply = glGetUniformLocation(mesh_program.name(), "u_multiply");
    const GLint screen = glGetUniformLocation(mesh_program.name(), "u_screen");
    const GLint opacity = glGetUniformLocation(mesh_program.name(), "u_opacity");
    const GLint mask_mode = glGetUniformLocation(mesh_program.name(), "u_mask");
    use(mesh_program, view);
    glUniform1i(glGetUniformLocation(mesh_program.name(), "u_outside"), 1);
    for (const int m : drawing_order(pose)) {
        const MeshLook& look = looks[static_cast<std::size_t>(m)];
        const PosedMesh& posed = pose.meshes[static_cast<std::size_t>(m)];
        if (!posed.visible || !(posed.opacity > 0.0f) || look.texture == 0 || !meshes.drawable(m)) continue;
        if (shown != nullptr && (*shown)[static_cast<std::size_t>(m)] == 0) continue;
        GLuint mask = 0;
        if (!look.masks.empty()) {
            Result<GLuint> drawn = mask_texture(look.masks, view, samples);
            if (!drawn) return drawn.error();
            mask = *drawn;
            into.bind();
            use(mesh_program, view);
        }
        glActiveTexture(GL_TEXTURE1);
        glBindTexture(GL_TEXTURE_2D, mask);
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, look.texture);
        glUniform1i(mask_mode, mask == 0 ? 0 : look.inverted_mask ? 2 : 1);
        glUniform3f(multiply, posed.multiply.r, posed.multiply.g, posed.multiply.b);
        glUniform3f(screen, posed.screen.r, posed.screen.g, posed.screen.b);
        glUniform1f(opacity, posed.opacity);
        set_blend(look.blend);
        set_culling(look.double_sided);
        meshes.draw(m);
    }
    return {};
}

Status PuppetRenderer::State::draw_ghost(const GhostOverlay& ghost_overlay, const View& view, int samples) {
    if (Status status = size_target(ghost, view, samples, GL_RGBA16); !status) return status;
    std::vector<char> shown(looks.size(), ghost_overlay.meshes.empty() ? 1 : 0);
    for (const int mesh : ghost_overlay.meshes) shown[static_cast<std::size_t>(mesh)] = 1;
    ghost.clear({0.0f, 0.0f, 0.0f, 0.0f});
    if (Status status = draw_puppet(ghost, ghost_overlay.pose, &shown, view, samples); !status) return status;
    ghost.resolve();
    picture.bind();
    overlay_painter.layer(ghost.texture(), ghost_overlay.tint, ghost_overlay.opacity);
    return {};
}

void PuppetRenderer::State::draw_overlays(const Pose& pose, const View& view, const Overlays& overlays) const {
    const auto positions_of = [&](int mesh, const std::vector<Vec2>& own) -> const std::vector<Vec2>& {
        return own.empty() ? pose.meshes[static_cast<std::size_t>(mesh)].positions : own;
    };
    for (const HeatOverlay& heat : overlays.heat) {
        const auto& positions = positions_of(heat.mesh, heat.positions);
        if (positions.empty()) continue;  // hidden
        overlay_painter.heat(positions, heat.values, triangles[static_cast<std::size_t>(heat.mesh)], heat.opacity,
                             view);
    }
    std::vector<Capsule> capsules;
    const auto add = [&](Vec2 from, Vec2 to, float radius, Rgba color) {
        const Capsule capsule{view.to_picture(from), view.to_picture(to), radius, color};
        if (std::isfinite(dot(capsule.from, capsule.from)) && std::isfinite(dot(capsule.to, capsule.to)) &&
            radius > 0.0f)
            capsules.push_back(capsule);
    };
    for (const WireOverlay& wire : overlays.wires) {
        const auto& positions = positions_of(wire.mesh, wire.positions);
        if (positions.empty()) continue;
        for (const auto& [a, b] : unique_edges(triangles[static_cast<std::size_t>(wire.mesh)]))
            add(positions[a], positions[b], 0.5f * wire.width, wire.color);
    }
    for (const LineOverlay& line : overlays.lines) add(line.from, line.to, 0.5f * line.width, line.color);
    for (const PointOverlay& point : overlays.points) add(point.position, point.position, point.radius, point.color);
    overlay_painter.capsules(capsules, view);
}

Status PuppetRenderer::State::draw(const Pose& pose, const View& view, const DrawOptions& options,
                                   const Overlays& overlays) {
    if (Status status = check(pose, "pose"); !status) return status;
    if (Status status = check(view); !status) return status;
    if (Status status = check(overlays); !status) return status;
    const int samples = samples_for(view, options.samples);
    if (Status status = size_target(picture, view, samples, GL_RGBA16); !status) return status;

    const Rgba& back = options.background;
    picture.clear({back.r * back.a, back.g * back.a, back.b * back.a, back.a});
    for (const GhostOverlay& overlay : overlays.ghosts)
        if (overlay.behind)
            if (Status status = draw_ghost(overlay, view, samples); !status) return status;
    picture.bind();
    if (Status status = draw_puppet(picture, pose, nullptr, view, samples); !status) return status;
    for (const GhostOverlay& overlay : overlays.ghosts)
        if (!overlay.behind)
            if (Status status = draw_ghost(overlay, view, samples); !status) return status;
    picture.bind();
    draw_overlays(pose, view, overlays);
    picture.resolve();
    if (glGetError() == GL_OUT_OF_MEMORY) return Error{"picture size", "is more than the driver's memory holds"};
    return {};
}

Result<PuppetRenderer> PuppetRenderer::build(const Context& context, const rig::Puppet& puppet,
                                             std::span<const ImageView> textures) {
    const CurrentContext current(context.state());
    if (!current.ok()) return CurrentContext::error();
    const GlStateGuard guard;
    auto state = std::make_unique<State>(context);

    auto uploaded = upload_textures(textures, context.state().max_texture);
    if (!uploaded) return uploaded.error();
    state->textures = std::move(*uploaded);
    auto painter = OverlayPainter::make();
    if (!painter) return painter.error();
    state->overlay_painter = std::move(*painter);
    auto mesh_program = link_program("mesh", kMeshVertex, kMeshFragment);
    if (!mesh_program) return mesh_program.error();
    state->mesh_program = std::move(*mesh_program);
    auto mask_program = link_program("mask", kMeshVertex, kMaskFragment);
    if (!mask_program) return mask_program.error();
    state->mask_program = std::move(*mask_program);
    state->meshes = MeshBuffers(puppet);

    for (std::size_t m = 0; m < puppet.mesh.id.size(); ++m) {
        MeshLook look;
        const int page = puppet.mesh.texture[m];
        if (page >= 0 && page < static_cast<int>(state->textures.size()))
            look.texture = state->textures[static_cast<std::size_t>(page)].name();
        if (look.texture == 0)
            state->notices.push_back({std::string(puppet.mesh.id[m].view()),
                                      "is not drawn, because texture page " + std::to_string(page) + " is absent"});
        look.blend = blend_of(puppet, m, state->notices);
        look.double_sided = (puppet.mesh.flags[m] & rig::kDoubleSided) != 0;
        look.inverted_mask = (puppet.mesh.flags[m] & rig::kInvertedMask) != 0;
        const auto first = puppet.masks.begin() + puppet.mesh.mask_begin[m];
        look.masks.assign(first, first + puppet.mesh.mask_count[m]);
        // A mask entry below 0 is one that the editor's export left empty.
        look.masks.erase(std::remove_if(look.masks.begin(), look.masks.end(), [](int mask) { return mask < 0; }),
                         look.masks.end());
        std::sort(look.masks.begin(), look.masks.end());
        state->looks.push_back(std::move(look));
        const auto triangle = puppet.triangles.begin() + puppet.mesh.tri_begin[m];
        state->triangles.emplace_back(triangle, triangle + puppet.mesh.tri_count[m]);
    }
    if (!puppet.offscreen.part.empty())
        state->notices.push_back(
            {"offscreens", std::to_string(puppet.offscreen.part.size()) +
                               " parts that version 5.3 draws as one picture are drawn mesh by mesh"});
    return PuppetRenderer(std::move(state));
}

PuppetRenderer::PuppetRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
PuppetRenderer::PuppetRenderer(PuppetRenderer&&) noexcept = default;
PuppetRenderer& PuppetRenderer::operator=(PuppetRenderer&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}
PuppetRenderer::~PuppetRenderer() {
    if (!state_) return;
    const Context context = state_->context;  // keeps it alive while its objects go
    const CurrentContext current(context.state());
    state_.reset();
}

const Notices& PuppetRenderer::notices() const {
    return state_->notices;
}

Result<Image> PuppetRenderer::draw(const Pose& pose, const View& view, const DrawOptions& options,
                                   const Overlays& overlays) {
    const CurrentContext current(state_->context.state());
    if (!current.ok()) return CurrentContext::error();
    const GlStateGuard guard;
    if (Status status = state_->draw(pose, view, options, overlays); !status) return status.error();
    return state_->picture.read();
}

Result<unsigned> PuppetRenderer::draw_texture(const Pose& pose, const View& view, const DrawOptions& options,
                                              const Overlays& overlays) {
    const CurrentContext current(state_->context.state());
    if (!current.ok()) return CurrentContext::error();
    const GlStateGuard guard;
    if (Status status = state_->draw(pose, view, options, overlays); !status) return status.error();
    return state_->picture.texture();
}

}  // namespace yure::render
