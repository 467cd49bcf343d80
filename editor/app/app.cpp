#include "app/app.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/settings_dialog.hpp"
#include "look/theme.hpp"
#include "widgets/widget_frame.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

App::App(Settings settings, std::filesystem::path settings_folder, CanvasPainter& painter, AppOptions options)
    : workbench_(std::move(settings), std::move(settings_folder), options.workbench),
      options_(std::move(options)),
      canvas_(painter),
      panels_(make_panels()),
      layout_(Layout::standard()),
      agents_(workbench_, options_.agents),
      settings_dialog_(std::make_unique<SettingsDialog>()) {
    workbench_.choose_file = [this](FileRequest request) { files_.open(std::move(request), workbench_.settings); };
    add_actions();
    canvas_.add_actions(workbench_);
    for (const auto& each : panels_) each->add_actions(workbench_);
    workbench_.actions.use_changes(workbench_.settings.keys);
    if (workbench_.settings.layout.is_object())
        layout_ = Layout::from_json(workbench_.settings.layout, panel_ids());
    else
        use_workspace(workbench_.settings.workspace);
    // A person's first run; scripts and tests keep no settings.
    if (!workbench_.settings_folder.empty() && !workbench_.settings.guide_seen) guide_.open();
}

App::~App() {
    workbench_.settings.layout = layout_.to_json();
    workbench_.save_settings();
    set_fonts(nullptr);
}

std::vector<std::string> App::panel_ids() const {
    std::vector<std::string> ids{kCanvasPanel};
    for (const auto& each : panels_) ids.emplace_back(each->id());
    return ids;
}

Panel* App::panel(const std::string& id) const {
    for (const auto& each : panels_)
        if (each->id() == id) return each.get();
    return nullptr;
}

void App::use_workspace(const std::string& name) {
    workbench_.settings.workspace = name;
    // Through JSON: panels that this program does not have drop out.
    layout_ = Layout::from_json(Layout::standard(name).to_json(), panel_ids());
    canvas_.fit();
}

bool App::prepare(float screen_scale) {
    Settings& settings = workbench_.settings;
    const float scale = settings.scale > 0.0f ? settings.scale : std::clamp(screen_scale, 0.75f, 3.0f);
    if (applied_language_ != settings.language || applied_font_ != settings.font || fonts_ == nullptr) {
        use_language(settings.language, workbench_.settings_folder.empty() ? std::filesystem::path() : workbench_.settings_folder / "strings");
        const bool changed_font = fonts_ == nullptr || applied_font_ != settings.font || applied_language_ != settings.language;
        if (changed_font) {
            auto made = std::make_unique<Fonts>(text_path(settings.font));
            if (fonts_ != nullptr) made->need_of(*fonts_);
            fonts_ = std::move(made);
        }
        set_fonts(fonts_.get());
        applied_language_ = settings.language;
        applied_font_ = settings.font;
    }
    if (applied_theme_ != settings.theme || applied_scale_ != scale) {
        apply_theme(make_theme(settings.theme, scale));
        applied_theme_ = settings.theme;
        applied_scale_ = scale;
    }
    if (!fonts_->stale() && fonts_->scale() == scale) return false;
    fonts_->build(scale);
    return true;
}

void App::add_actions() {
    Actions& actions = workbench_.actions;
    const auto with = [](Icon icon, std::function<const char*()> off = {}) {
        Action more;
        more.icon = icon;
        more.off = std::move(off);
        return more;
    };
    const auto no_project = [this]() -> const char* { return workbench_.session() != nullptr ? nullptr : tr("why.no_project"); };
    actions.add("file.open", {"Ctrl+O"}, [this] { open_dialog(); }, with(Icon::folder));
    actions.add("file.reopen", {"Ctrl+Shift+O"}, [this] { ask_open(workbench_.settings.recent.front()); },
                with(Icon::none, [this]() -> const char* { return workbench_.settings.recent.empty() ? tr("why.no_recent") : nullptr; }));
    actions.add("file.demo", {}, [this] { ask_open(options_.demo); },
                with(Icon::sparkle, [this]() -> const char* { return options_.demo.empty() ? tr("why.no_demo") : nullptr; }));
    actions.add("file.save", {"Ctrl+S"}, [this] {
        if (!workbench_.has_name())
            save_dialog();
        else
            workbench_.save();
    }, with(Icon::save, no_project));
    actions.add("file.save_as", {"Ctrl+Shift+S"}, [this] { save_dialog(); }, with(Icon::none, no_project));
    actions.add("file.export", {"Ctrl+E"}, [this] { export_.open(workbench_); }, with(Icon::save, [this, no_project]() -> const char* {
        if (const char* why = no_project()) return why;
        return workbench_.geometry() != nullptr ? nullptr : tr("why.no_model");
    }));
    actions.add("file.close", {"Ctrl+W"}, [this] { guard([this] { workbench_.close(); }); }, with(Icon::none, no_project));
    actions.add("file.quit", {"Ctrl+Q"}, [this] { ask_quit(); });
    Action undo = with(Icon::undo, [this, no_project]() -> const char* {
        if (const char* why = no_project()) return why;
        return workbench_.session()->history().can_undo() ? nullptr : tr("why.no_undo");
    });
    undo.repeats = true;
    actions.add("edit.undo", {"Ctrl+Z"}, [this] { workbench_.undo(); }, std::move(undo));
    Action redo = with(Icon::redo, [this, no_project]() -> const char* {
        if (const char* why = no_project()) return why;
        return workbench_.session()->history().can_redo() ? nullptr : tr("why.no_redo");
    });
    redo.repeats = true;
    actions.add("edit.redo", {"Ctrl+Y", "Ctrl+Shift+Z"}, [this] { workbench_.redo(); }, std::move(redo));
    actions.add("edit.deselect", {"Ctrl+Shift+A"}, [this] { workbench_.selection.meshes.clear(); }, with(Icon::none, no_project));
    actions.add("edit.settings", {"Ctrl+,"}, [this] { settings_dialog_->open(SettingsDialog::Page::general); }, with(Icon::gear));
    actions.add("help.shortcuts", {"F1"}, [this] { settings_dialog_->open(SettingsDialog::Page::shortcuts); }, with(Icon::keyboard));
    actions.add("help.guide", {}, [this] { guide_.open(); }, with(Icon::help));
    actions.add("help.about", {}, [this] { about_ = true; }, with(Icon::info));
    actions.add("view.theme", {}, [this] {
        ThemeKind& kind = workbench_.settings.theme;
        kind = kind == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
    });
    for (const char* name : {"standard", "simulate", "compare"})
        actions.add(std::string("workspace.") + name, {}, [this, name] { use_workspace(name); });
    for (const auto& each : panels_) {
        Action more;
        more.lit = [this, each = each.get()] { return layout_.shows(each->id()); };
        actions.add(std::string("panel.") + each->id(), {}, [this, each = each.get()] {
            if (layout_.is_active(each->id()))
                layout_.hide(each->id());
            else
                layout_.show(each->id());
        }, std::move(more));
    }
    const auto bake_off = [this, no_project]() -> const char* {
        if (const char* why = no_project()) return why;
        return workbench_.document().bodies.empty() ? tr("why.no_body") : nullptr;
    };
    actions.add("simulation.bake_all", {"Ctrl+B"}, [this] { workbench_.bake(); }, with(Icon::bake, bake_off));
}

void App::guard(std::function<void()> then) {
    if (workbench_.session() == nullptr || !workbench_.session()->dirty()) {
        then();
        return;
    }
    after_guard_ = std::move(then);
    ask_unsaved_ = true;
}

void App::ask_open(const std::filesystem::path& path) {
    guard([this, path] {
        if (workbench_.open(path)) canvas_.fit();
    });
}

void App::drop(const std::vector<std::filesystem::path>& files) {
    if (!files.empty()) ask_open(files.front());
}

void App::ask_quit() {
    guard([this] { quits_ = true; });
}

void App::open_dialog() {
    FileRequest request;
    request.mode = FileRequest::Mode::open;
    request.title = tr("files.open.title");
    request.accept = tr("files.open.button");
    request.endings = {".model3.json", ".moc3", ".yure"};
    request.chosen = [this](const std::filesystem::path& path) { ask_open(path); };
    files_.open(std::move(request), workbench_.settings);
}

void App::save_dialog(std::function<void()> then) {
    FileRequest request;
    request.mode = FileRequest::Mode::save;
    request.title = tr("files.save.title");
    request.accept = tr("files.save.button");
    request.endings = {".yure"};
    request.ending = ".yure";
    const std::filesystem::path path = workbench_.has_name() ? workbench_.session()->path() : std::filesystem::path();
    const studio::ModelGeometry* geometry = workbench_.geometry();
    request.name = !path.empty() ? path_text(path.filename())
                                 : (geometry != nullptr ? geometry->model->location.base_name : std::string("project")) + ".yure";
    if (!path.empty()) request.start = path.parent_path();
    request.chosen = [this, then = std::move(then)](const std::filesystem::path& chosen) {
        // The dialog has asked about a file that is there already.
        if (workbench_.save_as(chosen, studio::Overwrite::replace) && then) then();
    };
    files_.open(std::move(request), workbench_.settings);
}

std::string App::window_title() const {
    const studio::Session* session = workbench_.session();
    if (session == nullptr) return "Yure";
    return (session->dirty() ? "• " : "") + workbench_.title() + " – Yure";
}

bool App::busy() const {
    const studio::Session* session = workbench_.session();
    return (workbench_.preview.has_model() && workbench_.preview.running) || (session != nullptr && session->busy()) ||
           workbench_.preview.building() || !workbench_.toasts.log().empty() || agents_.connected() > 0;
}

void App::frame(float seconds) {
    frame_ms_ += (static_cast<double>(seconds) * 1000.0 - frame_ms_) * 0.05;
    ui::begin_frame();
    const bool modal = files_.is_open() || export_.is_open() || settings_dialog_->is_open() || ask_unsaved_ || about_ || GImGui->OpenPopupStack.Size > 0;
    if (!modal) workbench_.actions.run_keys();
    workbench_.advance(seconds);
    agents_.advance();
    for (const auto& each : panels_) each->advance(workbench_);

    const Theme& t = theme();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, t.backdrop);
    ImGui::Begin("###main", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNavFocus);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
    draw_menu_bar();
    const float status = ImGui::GetFontSize() + t.px(12);
    const ImVec2 low{t.px(4), ImGui::GetCursorScreenPos().y + t.px(2)}, high{screen.x - t.px(4), screen.y - status};
    DockCallbacks callbacks;
    callbacks.title = [this](const std::string& id) { return tr("panel." + id); };
    callbacks.draw = [this](const std::string& id) { draw_panel(id); };
    callbacks.scrolls = [this](const std::string& id) {
        const Panel* each = panel(id);
        return each != nullptr && each->scrolls();
    };
    dock_.draw(layout_, low, high, callbacks);
    draw_status_bar({low.x, high.y}, {high.x, screen.y});
    ImGui::End();
    files_.draw(workbench_.settings);
    settings_dialog_->draw(workbench_);
    export_.draw(workbench_, files_);
    draw_unsaved();
    draw_recovered();
    guide_.advance(workbench_);
    guide_.draw(workbench_, layout_, low, high);
    draw_toasts(low, high);
}

void App::draw_panel(const std::string& id) {
    if (id == kCanvasPanel) {
        canvas_.draw(workbench_);
        if (workbench_.session() == nullptr) draw_start(ImGui::GetWindowPos(), {});
        return;
    }
    Panel* each = panel(id);
    if (each == nullptr) return;
    const ui::Scope scope(id);
    each->draw(workbench_);
}

void App::draw_start(ImVec2, ImVec2) {
    const Theme& t = theme();
    const ui::Scope scope("start");
    const ImVec2 window = ImGui::GetWindowSize(), at = ImGui::GetWindowPos();
    const float width = std::min(t.px(420), window.x - t.px(40)), height = std::min(t.px(400), window.y - t.px(110));
    ImGui::SetCursorScreenPos({std::floor(at.x + 0.5f * (window.x - width)), std::floor(at.y + 0.3f * (window.y - height))});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, t.panel);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, t.px(8));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {t.px(24), t.px(20)});
    ImGui::BeginChild("start", {width, height}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PushFont(fonts().title);
    ui::text("Yure");
    ImGui::PopFont();
    ui::text_soft(tr("start.what"));
    ui::gap(10);
    const Actions& actions = workbench_.actions;
    if (ui::button("open", tr("action.file.open"), {.icon = Icon::folder, .primary = true, .width = -1.0f})) actions.run("file.open");
    const Action* demo = actions.find("file.demo");
    if (ui::button("demo", tr("action.file.demo"), {.icon = Icon::sparkle, .off = actions.off_reason(*demo), .width = -1.0f}))
        actions.run("file.demo");
    if (ui::button("guide", tr("action.help.guide"), {.icon = Icon::help, .width = -1.0f})) actions.run("help.guide");
    ui::gap(8);
    ui::text_soft(tr("start.recent"));
    if (workbench_.settings.recent.empty()) ui::text_soft(tr("start.no_recent"));
    int number = 0;
    for (const std::filesystem::path& path : std::vector(workbench_.settings.recent)) {
        const std::string whole = path_text(path);
        if (ui::row("recent" + std::to_string(number++), path_text(path.filename()), {.icon = Icon::file, .tip = whole.c_str()}).clicked)
            ask_open(path);
    }
    ui::gap(6);
    ui::text_soft(tr("start.drop"));
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

}  // namespace yure::editor
