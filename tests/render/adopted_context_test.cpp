/// Drawing inside somebody else's context, as an editor's window has it: their state stays theirs.
#define EGL_NO_X11
#include "cards.hpp"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

using namespace yure;
using namespace yure::tests;

namespace {

/// A context of the test's own that is current while this lives.
class OwnContext {
  public:
    OwnContext() {
        display_ = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        if (eglInitialize(display_, nullptr, nullptr) != EGL_TRUE) return;
        eglBindAPI(EGL_OPENGL_API);
        const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
        context_ = eglCreateContext(display_, nullptr, EGL_NO_CONTEXT, attributes);
        current_ = eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
    }
    ~OwnContext() {
        if (context_ == nullptr) return;
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display_, context_);
    }
    OwnContext(const OwnContext&) = delete;
    OwnContext& operator=(const OwnContext&) = delete;
    bool current() const { return current_; }

  private:
    EGLDisplay display_ = nullptr;
    EGLContext context_ = nullptr;
    bool current_ = false;
};

std::vector<GLint> state_of_the_window() {
    std::vector<GLint> values;
    for (const GLenum name : {GL_DRAW_FRAMEBUFFER_BINDING,
                              GL_READ_FRAMEBUFFER_BINDING,
                              GL_RENDERBUFFER_BINDING,
                              GL_CURRENT_PROGRAM,
                              GL_VERTEX_ARRAY_BINDING,
                              GL_ARRAY_BUFFER_BINDING,
                              GL_ACTIVE_TEXTURE,
                              GL_TEXTURE_BINDING_2D,
                              GL_FRONT_FACE,
                              GL_CULL_FACE_MODE,
                              GL_UNPACK_ALIGNMENT,
                              GL_PACK_ALIGNMENT,
                              GL_BLEND_SRC_RGB,
                              GL_BLEND_DST_RGB,
                              GL_BLEND_SRC_ALPHA,
                              GL_BLEND_DST_ALPHA,
                              GL_BLEND,
                              GL_CULL_FACE,
                              GL_SCISSOR_TEST,
                              GL_DEPTH_TEST,
                              GL_BLEND_EQUATION_RGB}) {
        GLint value = 0;
        glGetIntegerv(name, &value);
        values.push_back(value);
    }
    GLint viewport[4] = {};
    glGetIntegerv(GL_VIEWPORT, viewport);
    values.insert(values.end(), viewport, viewport + 4);
    return values;
}

}  // namespace

TEST_CASE("drawing in an adopted context gives the same picture and leaves its state as it was", "[render][context]") {
    YURE_REQUIRE_CONTEXT(headless);
    const CardScene scene({{.color = {200, 100, 0, 255}, .masks = {1}}, {.high = {32.0f, 64.0f}}});
    const render::Image wanted = draw(headless, scene);

    const OwnContext window;
    if (!window.current()) {
        WARN("skipped: no second context on this machine");
        return;
    }
    GLuint texture = 0, vertex_array = 0, framebuffer = 0;
    glGenTextures(1, &texture);
    glGenVertexArrays(1, &vertex_array);
    glGenFramebuffers(1, &framebuffer);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindVertexArray(vertex_array);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glViewport(3, 4, 50, 60);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 2, 2);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE, GL_ZERO, GL_ONE);
    glFrontFace(GL_CCW);
    glCullFace(GL_FRONT);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    const std::vector<GLint> before = state_of_the_window();
    {
        auto context = render::Context::adopt_current();
        REQUIRE(context.ok());
        auto renderer = render::PuppetRenderer::build(*context, scene.puppet, scene.views());
        REQUIRE(renderer.ok());
        CHECK(state_of_the_window() == before);
        const render::View view = render::View::fit(scene.puppet.canvas, 64, 64);
        const auto image = renderer->draw(scene.pose, view);
        REQUIRE(image.ok());
        CHECK(*image == wanted);
        const auto shown = renderer->draw_texture(scene.pose, view);
        REQUIRE(shown.ok());
        CHECK(glIsTexture(*shown) == GL_TRUE);
        CHECK(state_of_the_window() == before);
    }
    CHECK(glGetError() == GL_NO_ERROR);
}
