#include "window/window.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "app/app.hpp"
#include "canvas/canvas_painter.hpp"
#include "script/script_player.hpp"
#include "window/gl_painter.hpp"
#include "yure/studio/file.hpp"

namespace yure::editor {
namespace {

constexpr float kFrame = 1.0f / 60.0f;

std::string glfw_fault() {
    const char* words = nullptr;
    glfwGetError(&words);
    return words != nullptr ? words : "unknown";
}

/// GLFW, for as long as it lives.
struct Glfw {
    bool ok = glfwInit() == GLFW_TRUE;
    ~Glfw() {
        if (ok) glfwTerminate();
    }
};

struct WindowCloser {
    void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

/// Dear ImGui's context, without the file it would write into the current folder.
struct ImGuiLife {
    ImGuiLife() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    }
    ~ImGuiLife() { ImGui::DestroyContext(); }
};

struct BackEnds {
    explicit BackEnds(GLFWwindow* window) {
        ImGui_ImplGlfw_InitForOpenGL(window, true);
        ImGui_ImplOpenGL3_Init("#version 330 core");
    }
    ~BackEnds() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
    }
};

Status save_picture(GLFWwindow* window, const std::filesystem::path& file) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    const std::size_t row = static_cast<std::size_t>(width) * 4;
    for (int y = 0; y < height / 2; ++y)
        std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y)),
                         pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y + 1)),
                         pixels.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(height - 1 - y)));
    for (std::size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    return studio::write_file(file, studio::encode_png(width, height, pixels), studio::Overwrite::replace);
}

void take_drop(GLFWwindow* window, int count, const char** names) {
    std::vector<std::filesystem::path> files;
    for (int i = 0; i < count; ++i) files.push_back(text_path(names[i]));
    static_cast<App*>(glfwGetWindowUserPointer(window))->drop(files);
}

AppOptions app_options(const WindowRun& run, bool background) {
    AppOptions options;
    options.workbench.background = background;
    options.demo = run.demo;
    options.agents = run.agents;
    return options;
}

}  // namespace

Status run_window(const WindowRun& run) {
    const Glfw glfw;
    if (!glfw.ok) return Error{"window", "there is no display: " + glfw_fault()};
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_MAXIMIZED, !run.script && run.settings.window_maximised ? GLFW_TRUE : GLFW_FALSE);
    const std::unique_ptr<GLFWwindow, WindowCloser> window(
        glfwCreateWindow(run.settings.window_width, run.settings.window_height, "Yure", nullptr, nullptr));
    if (window == nullptr) return Error{"window", "no window with OpenGL 3.3 could be made: " + glfw_fault()};
    glfwMakeContextCurrent(window.get());
    glfwSwapInterval(run.script ? 0 : 1);
    auto context = render::Context::adopt_current();
    if (!context) return context.error();

    const ImGuiLife imgui;
    const BackEnds back_ends(window.get());
    GlPainter painter(*context);
    App app(run.settings, run.settings_folder, painter, app_options(run, true));
    glfwSetWindowUserPointer(window.get(), &app);
    glfwSetDropCallback(window.get(), take_drop);

    std::optional<ScriptPlayer> player;
    if (run.script) {
        ScriptPlayer::Host host;
        host.screenshot = [&](const std::filesystem::path& file) { return save_picture(window.get(), file); };
        host.resize = [&](int width, int height) { glfwSetWindowSize(window.get(), width, height); };
        player.emplace(app, *run.script, run.script_folder, run.picture_folder, std::move(host));
    }
    app.prepare(1.0f);
    ImGui_ImplOpenGL3_CreateFontsTexture();
    if (!run.open.empty()) app.ask_open(run.open);

    double last = glfwGetTime();
    std::string title;
    while (!app.quits()) {
        if (player || app.busy())
            glfwPollEvents();
        else
            glfwWaitEventsTimeout(0.1);
        if (glfwWindowShouldClose(window.get())) {
            glfwSetWindowShouldClose(window.get(), GLFW_FALSE);
            app.ask_quit();
        }
        float scale_x = 1.0f, scale_y = 1.0f;
        glfwGetWindowContentScale(window.get(), &scale_x, &scale_y);
        if (app.prepare(player ? 1.0f : scale_x)) {
            ImGui_ImplOpenGL3_DestroyFontsTexture();
            ImGui_ImplOpenGL3_CreateFontsTexture();
        }
        const double now = glfwGetTime();
        const float seconds = player ? kFrame : static_cast<float>(std::clamp(now - last, 0.0, 0.25));
        last = now;
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        if (player) {
            ImGui::GetIO().DeltaTime = kFrame;
            player->before_frame();
        }
        ImGui::NewFrame();
        app.frame(seconds);
        ImGui::Render();
        int width = 0, height = 0;
        glfwGetFramebufferSize(window.get(), &width, &height);
        glViewport(0, 0, width, height);
        const ImVec4 ground = to_vec4(theme().backdrop);
        glClearColor(ground.x, ground.y, ground.z, 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        if (player) {
            player->after_frame();
            if (player->done()) break;
        }
        glfwSwapBuffers(window.get());
        if (const std::string wanted = app.window_title(); wanted != title) {
            title = wanted;
            glfwSetWindowTitle(window.get(), title.c_str());
        }
    }
    if (player && player->failed()) return player->fault();
    if (!player) {
        Settings& settings = app.workbench().settings;
        settings.window_maximised = glfwGetWindowAttrib(window.get(), GLFW_MAXIMIZED) == GLFW_TRUE;
        if (!settings.window_maximised) glfwGetWindowSize(window.get(), &settings.window_width, &settings.window_height);
    }
    return {};
}

Status run_without_window(const WindowRun& run) {
    if (!run.script) return Error{"script", "without a window only a script can be played"};
    const ImGuiLife imgui;
    map_keys();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(run.settings.window_width), static_cast<float>(run.settings.window_height)};
    NullPainter painter;
    App app(run.settings, run.settings_folder, painter, app_options(run, false));
    ScriptPlayer::Host host;
    host.resize = [&](int width, int height) { io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)}; };
    ScriptPlayer player(app, *run.script, run.script_folder, run.picture_folder, std::move(host));
    app.prepare(1.0f);
    if (!run.open.empty()) app.ask_open(run.open);
    while (!player.done() && !app.quits()) {
        app.prepare(1.0f);
        io.DeltaTime = kFrame;
        player.before_frame();
        ImGui::NewFrame();
        app.frame(kFrame);
        ImGui::Render();
        player.after_frame();
    }
    if (player.failed()) return player.fault();
    return {};
}

}  // namespace yure::editor
