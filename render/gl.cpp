#include "gl.hpp"

#include <string>

namespace yure::render {
namespace {

constexpr std::array<GLenum, 6> kSwitches{GL_BLEND,      GL_CULL_FACE,    GL_SCISSOR_TEST,
                                          GL_DEPTH_TEST, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB};

/// A shader that lives as long as the link needs it.
class Shader {
  public:
    Shader(GLenum kind, const char* text) : name_(glCreateShader(kind)) {
        glShaderSource(name_, 1, &text, nullptr);
        glCompileShader(name_);
    }
    ~Shader() { glDeleteShader(name_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    GLuint name() const { return name_; }
    std::string fault() const {
        GLint ok = GL_FALSE;
        glGetShaderiv(name_, GL_COMPILE_STATUS, &ok);
        if (ok == GL_TRUE) return {};
        std::string log(2048, '\0');
        GLsizei length = 0;
        glGetShaderInfoLog(name_, static_cast<GLsizei>(log.size()), &length, log.data());
        log.resize(static_cast<std::size_t>(length));
        return "the driver refuses a shader: " + log;
    }

  private:
    GLuint name_;
};

void set_switch(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

GLuint unsigned_name(GLint name) {
    return static_cast<GLuint>(name);
}
GLenum as_enum(GLint value) {
    return static_cast<GLenum>(value);
}

}  // namespace

Result<GlProgram> link_program(const char* name, const char* vertex, const char* fragment) {
    const Shader vertex_shader(GL_VERTEX_SHADER, vertex), fragment_shader(GL_FRAGMENT_SHADER, fragment);
    for (const Shader* shader : {&vertex_shader, &fragment_shader})
        if (std::string fault = shader->fault(); !fault.empty()) return Error{std::string("shader ") + name, fault};
    GlProgram program = GlProgram::make();
    glAttachShader(program.name(), vertex_shader.name());
    glAttachShader(program.name(), fragment_shader.name());
    glLinkProgram(program.name());
    GLint ok = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &ok);
    if (ok != GL_TRUE) return Error{std::string("shader ") + name, "the driver cannot link it"};
    return program;
}

GlStateGuard::GlStateGuard() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer_);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read_framebuffer_);
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &renderbuffer_);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
    for (std::size_t unit = 0; unit < texture_.size(); ++unit) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture_[unit]);
        glGetIntegerv(GL_SAMPLER_BINDING, &sampler_[unit]);
        glBindSampler(static_cast<GLuint>(unit), 0);
    }
    glGetIntegerv(GL_FRONT_FACE, &front_face_);
    glGetIntegerv(GL_CULL_FACE_MODE, &cull_mode_);
    glGetIntegerv(GL_POLYGON_MODE, polygon_mode_.data());
    glGetIntegerv(GL_UNPACK_ALIGNMENT, &unpack_alignment_);
    glGetIntegerv(GL_UNPACK_ROW_LENGTH, &unpack_row_length_);
    glGetIntegerv(GL_PACK_ALIGNMENT, &pack_alignment_);
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
    glGetIntegerv(GL_BLEND_SRC_RGB, &blend_func_[0]);
    glGetIntegerv(GL_BLEND_DST_RGB, &blend_func_[1]);
    glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend_func_[2]);
    glGetIntegerv(GL_BLEND_DST_ALPHA, &blend_func_[3]);
    glGetIntegerv(GL_BLEND_EQUATION_RGB, &blend_equation_[0]);
    glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &blend_equation_[1]);
    glGetFloatv(GL_COLOR_CLEAR_VALUE, clear_color_.data());
    glGetBooleanv(GL_COLOR_WRITEMASK, color_mask_.data());
    for (std::size_t i = 0; i < kSwitches.size(); ++i) enabled_[i] = glIsEnabled(kSwitches[i]) == GL_TRUE;

    for (const GLenum name : kSwitches) glDisable(name);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBlendEquation(GL_FUNC_ADD);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
}

GlStateGuard::~GlStateGuard() {
    for (std::size_t i = 0; i < kSwitches.size(); ++i) set_switch(kSwitches[i], enabled_[i]);
    glColorMask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
    glClearColor(clear_color_[0], clear_color_[1], clear_color_[2], clear_color_[3]);
    glBlendEquationSeparate(as_enum(blend_equation_[0]), as_enum(blend_equation_[1]));
    glBlendFuncSeparate(as_enum(blend_func_[0]), as_enum(blend_func_[1]), as_enum(blend_func_[2]),
                        as_enum(blend_func_[3]));
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
    glPixelStorei(GL_PACK_ALIGNMENT, pack_alignment_);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, unpack_row_length_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, unpack_alignment_);
    glPolygonMode(GL_FRONT_AND_BACK, as_enum(polygon_mode_[0]));
    glCullFace(as_enum(cull_mode_));
    glFrontFace(as_enum(front_face_));
    for (std::size_t unit = 0; unit < texture_.size(); ++unit) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_2D, unsigned_name(texture_[unit]));
        glBindSampler(static_cast<GLuint>(unit), unsigned_name(sampler_[unit]));
    }
    glActiveTexture(as_enum(active_texture_));
    glBindVertexArray(unsigned_name(vertex_array_));
    glBindBuffer(GL_ARRAY_BUFFER, unsigned_name(array_buffer_));
    glUseProgram(unsigned_name(program_));
    glBindRenderbuffer(GL_RENDERBUFFER, unsigned_name(renderbuffer_));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, unsigned_name(draw_framebuffer_));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, unsigned_name(read_framebuffer_));
}

}  // namespace yure::render
