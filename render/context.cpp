#include "yure/render/context.hpp"

#define EGL_NO_X11  // surfaceless: no window system's headers wanted
#include "context_state.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

namespace yure::render {
namespace {

constexpr int kNeededVersion = 33;  // epoxy's way of writing 3.3

Error no_egl(const std::string& what) {
    return {"EGL", what + "; pictures need a driver, on Debian: libegl1 and libgl1-mesa-dri"};
}

bool has_word(const char* words, const char* word) {
    return words != nullptr && std::strstr(words, word) != nullptr;
}

/// Mesa's software renderer among the EGL devices, if it can be asked for.
EGLDisplay software_display(const char* client_extensions) {
    if (!has_word(client_extensions, "EGL_EXT_device_enumeration") &&
        !has_word(client_extensions, "EGL_EXT_device_base"))
        return EGL_NO_DISPLAY;
    if (!has_word(client_extensions, "EGL_EXT_platform_device")) return EGL_NO_DISPLAY;
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE)
        return EGL_NO_DISPLAY;
    for (EGLint i = 0; i < count; ++i) {
        EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
        if (has_word(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software"))
            return eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
    }
    return EGL_NO_DISPLAY;
}

EGLDisplay surfaceless_display(const char* client_extensions) {
    if (!has_word(client_extensions, "EGL_MESA_platform_surfaceless")) return EGL_NO_DISPLAY;
    return eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
}

/// A context without surfaces on an initialised display; EGL_NO_CONTEXT when it cannot.
EGLContext make_context(EGLDisplay display) {
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return EGL_NO_CONTEXT;
    if (!epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context")) return EGL_NO_CONTEXT;
    EGLConfig config = nullptr;  // EGL_NO_CONFIG_KHR
    if (!epoxy_has_egl_extension(display, "EGL_KHR_no_config_context")) {
        const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
                                           EGL_NONE};
        EGLint count = 0;
        if (eglChooseConfig(display, wanted.data(), &config, 1, &count) != EGL_TRUE || count < 1) return EGL_NO_CONTEXT;
    }
    const std::array<EGLint, 7> attributes{
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
}

std::string gl_text(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text == nullptr ? std::string("unknown") : std::string(reinterpret_cast<const char*>(text));
}

/// What drawing needs to know of the current context.
Status describe(Context::State& state) {
    if (const int version = epoxy_gl_version(); !epoxy_is_desktop_gl() || version < kNeededVersion)
        return Error{"OpenGL", "version 3.3 is needed, this driver has " + gl_text(GL_VERSION)};
    state.description = gl_text(GL_RENDERER) + ", OpenGL " + gl_text(GL_VERSION);
    GLint texture = 0, renderbuffer = 0, samples = 0;
    std::array<GLint, 2> viewport{};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &renderbuffer);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    state.max_texture = std::min({texture, renderbuffer, viewport[0], viewport[1]});
    state.max_samples = std::max(1, samples);
    return {};
}

}  // namespace

Context::State::~State() {
    if (context != nullptr) eglDestroyContext(display, context);
}

Result<Context> Context::headless() {
    if (!epoxy_has_egl()) return no_egl("libEGL is not on this machine");
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    using Source = EGLDisplay (*)(const char*);
    const std::array<Source, 3> sources{software_display, surfaceless_display,
                                        [](const char*) { return eglGetDisplay(EGL_DEFAULT_DISPLAY); }};
    for (const Source source : sources) {
        const EGLDisplay display = source(extensions);
        if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) continue;
        auto state = std::make_shared<State>();
        state->display = display;
        state->context = make_context(display);
        if (state->context == nullptr) continue;
        const CurrentContext current(*state);
        if (!current.ok()) continue;
        if (Status status = describe(*state); !status) continue;
        return Context(std::move(state));
    }
    return no_egl("no driver gives an OpenGL 3.3 context without a window");
}

Result<Context> Context::adopt_current() {
    auto state = std::make_shared<State>();
    state->adopted = true;
    if (Status status = describe(*state); !status) return status.error();
    return Context(std::move(state));
}

const std::string& Context::description() const {
    return state_->description;
}

CurrentContext::CurrentContext(const Context::State& state) {
    if (state.adopted) return;
    previous_ = eglGetCurrentContext();
    if (previous_ == state.context) return;
    if (previous_ != nullptr) {
        display_ = eglGetCurrentDisplay();
        draw_ = eglGetCurrentSurface(EGL_DRAW);
        read_ = eglGetCurrentSurface(EGL_READ);
    }
    eglBindAPI(EGL_OPENGL_API);
    ok_ = eglMakeCurrent(state.display, EGL_NO_SURFACE, EGL_NO_SURFACE, state.context) == EGL_TRUE;
    if (ok_) ours_ = state.display;
}

CurrentContext::~CurrentContext() {
    if (ours_ == nullptr) return;
    if (previous_ != nullptr)
        eglMakeCurrent(display_, draw_, read_, previous_);
    else
        eglMakeCurrent(ours_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

Error CurrentContext::error() {
    return {"OpenGL", "the context cannot be made current; is another thread drawing with it?"};
}

}  // namespace yure::render
