/// OpenGL objects with owners, shader programs, and the state a drawing call borrows. All of it wants a current
/// context.
#pragma once

#include <array>
#include <epoxy/gl.h>
#include <utility>

#include "yure/core/result.hpp"

namespace yure::render {

/// Owns one OpenGL name; 0 = none. `Kind` says how it is made and deleted.
template <class Kind>
class GlObject {
  public:
    GlObject() = default;
    static GlObject make() {
        GlObject object;
        object.name_ = Kind::create();
        return object;
    }
    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0u)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~GlObject() {
        if (name_ != 0) Kind::destroy(name_);
    }
    GLuint name() const { return name_; }
    explicit operator bool() const { return name_ != 0; }

  private:
    GLuint name_ = 0;
};

#define YURE_GL_KIND(KIND, GENERATE, DELETE)                   \
    struct KIND {                                              \
        static GLuint create() {                               \
            GLuint name = 0;                                   \
            GENERATE(1, &name);                                \
            return name;                                       \
        }                                                      \
        static void destroy(GLuint name) { DELETE(1, &name); } \
    }
YURE_GL_KIND(BufferKind, glGenBuffers, glDeleteBuffers);
YURE_GL_KIND(VertexArrayKind, glGenVertexArrays, glDeleteVertexArrays);
YURE_GL_KIND(TextureKind, glGenTextures, glDeleteTextures);
YURE_GL_KIND(FramebufferKind, glGenFramebuffers, glDeleteFramebuffers);
YURE_GL_KIND(RenderbufferKind, glGenRenderbuffers, glDeleteRenderbuffers);
#undef YURE_GL_KIND
struct ProgramKind {
    static GLuint create() { return glCreateProgram(); }
    static void destroy(GLuint name) { glDeleteProgram(name); }
};

using GlBuffer = GlObject<BufferKind>;
using GlVertexArray = GlObject<VertexArrayKind>;
using GlTexture = GlObject<TextureKind>;
using GlFramebuffer = GlObject<FramebufferKind>;
using GlRenderbuffer = GlObject<RenderbufferKind>;
using GlProgram = GlObject<ProgramKind>;

/// Compiles and links; the error carries the driver's log. `name` is for that message.
Result<GlProgram> link_program(const char* name, const char* vertex, const char* fragment);

/// Takes a window's state as it is, sets what drawing starts from, and gives it back.
class GlStateGuard {
  public:
    GlStateGuard();
    ~GlStateGuard();
    GlStateGuard(const GlStateGuard&) = delete;
    GlStateGuard& operator=(const GlStateGuard&) = delete;

  private:
    GLint draw_framebuffer_ = 0, read_framebuffer_ = 0, program_ = 0, vertex_array_ = 0, array_buffer_ = 0;
    GLint active_texture_ = 0, front_face_ = 0, cull_mode_ = 0, unpack_alignment_ = 0, pack_alignment_ = 0;
    GLint unpack_row_length_ = 0, renderbuffer_ = 0;
    std::array<GLint, 2> texture_{}, sampler_{}, polygon_mode_{};
    std::array<GLint, 4> viewport_{}, blend_func_{};  ///< source and destination factors of colour, then of alpha
    std::array<GLint, 2> blend_equation_{};
    std::array<GLfloat, 4> clear_color_{};
    std::array<GLboolean, 4> color_mask_{};
    std::array<bool, 6> enabled_{};
};

}  // namespace yure::render
