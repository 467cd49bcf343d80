#include "app/file_dialog.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "input/keys.hpp"
#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr std::size_t kMostEntries = 5000;

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& letter : out) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return out;
}

std::string size_text(std::uintmax_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " B";
    if (bytes < 1024 * 1024) return std::to_string((bytes + 512) / 1024) + " kB";
    const std::uintmax_t tenths = (bytes * 10 + 512 * 1024) / (1024 * 1024);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

bool has_ending(std::string_view name, const std::vector<std::string>& endings) {
    const std::string low = lowered(name);
    return endings.empty() ||
           std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) { return low.ends_with(ending); });
}

}  // namespace

std::string path_text(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

std::filesystem::path text_path(const std::string& text) { return std::filesystem::path(std::u8string(text.begin(), text.end())); }

void FileDialog::open(FileRequest request, const Settings& settings) {
    request_ = std::move(request);
    open_ = appearing_ = true;
    confirm_ = false;
    name_ = request_.name;
    std::filesystem::path start = request_.start;
    if (start.empty() && !settings.places.empty()) start = settings.places.front();
    std::error_code failed;
    if (start.empty() || !std::filesystem::is_directory(start, failed)) {
        const char* home = std::getenv("HOME");
        start = home != nullptr && *home != '\0' ? std::filesystem::path(home) : std::filesystem::path("/");
    }
    go(start);
}

void FileDialog::go(const std::filesystem::path& folder) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::absolute(folder, failed).lexically_normal();
    if (failed) whole = folder;
    if (!whole.has_filename() && whole.has_relative_path()) whole = whole.parent_path();
    folder_ = whole;
    path_text_ = path_text(folder_);
    entries_.clear();
    fault_.clear();
    search_.clear();
    cursor_ = 0;
    scroll_ = true;
    auto each = std::filesystem::directory_iterator(folder_, std::filesystem::directory_options::skip_permission_denied, failed);
    if (failed) {
        fault_ = failed.message();
        return;
    }
    for (const auto end = std::filesystem::directory_iterator(); each != end && entries_.size() < kMostEntries; each.increment(failed)) {
        if (failed) break;
        Entry entry;
        entry.name = path_text(each->path().filename());
        entry.folder = each->is_directory(failed);
        if (!entry.folder) entry.size = each->file_size(failed);
        if (failed) entry.size = 0;
        fonts().need(entry.name);
        entries_.push_back(std::move(entry));
    }
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        if (a.folder != b.folder) return a.folder;
        const std::string low_a = lowered(a.name), low_b = lowered(b.name);
        return low_a != low_b ? low_a < low_b : a.name < b.name;
    });
}

std::vector<std::size_t> FileDialog::shown_entries() const {
    std::vector<std::size_t> shown;
    const std::string wanted = lowered(search_);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        if (!hidden_ && entry.name.starts_with('.')) continue;
        if (!entry.folder && (request_.mode == FileRequest::Mode::folder || !has_ending(entry.name, request_.endings))) continue;
        if (!wanted.empty() && lowered(entry.name).find(wanted) == std::string::npos) continue;
        shown.push_back(i);
    }
    return shown;
}

void FileDialog::accept() {
    std::filesystem::path result = folder_;
    std::error_code failed;
    if (request_.mode == FileRequest::Mode::save) {
        if (name_.empty()) return;
        std::string whole = name_;
        if (!request_.ending.empty() && !has_ending(whole, request_.endings)) whole += request_.ending;
        result = folder_ / text_path(whole);
        if (std::filesystem::exists(result, failed) && !confirm_) {
            confirm_ = true;
            return;
        }
    } else if (request_.mode == FileRequest::Mode::open) {
        const auto shown = shown_entries();
        if (cursor_ >= shown.size()) return;
        const Entry& entry = entries_[shown[cursor_]];
        if (entry.folder) {
            go(folder_ / text_path(entry.name));
            return;
        }
        result = folder_ / text_path(entry.name);
    }
    open_ = false;
    ImGui::CloseCurrentPopup();
    if (request_.chosen) request_.chosen(result);
}

void FileDialog::draw_places(const Settings& settings) {
    const ui::Scope scope("places");
    std::error_code failed;
    int number = 0;
    const auto place = [&](Icon icon, const std::string& label, const std::filesystem::path& folder) {
        const std::string tip = path_text(folder);
        ui::RowLook look;
        look.icon = icon;
        look.selected = folder == folder_;
        look.tip = tip.c_str();
        if (ui::row(std::to_string(number++), label, look).clicked) go(folder);
    };
    ui::text_soft(tr("files.places"));
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        place(Icon::folder, tr("files.home"), home);
        for (const char* usual : {"Documents", "Downloads", "Desktop"})
            if (const auto folder = std::filesystem::path(home) / usual; std::filesystem::is_directory(folder, failed))
                place(Icon::folder, usual, folder);
    }
    place(Icon::folder, "/", "/");
    if (settings.places.empty()) return;
    ui::gap(6);
    ui::text_soft(tr("files.recent"));
    for (const std::filesystem::path& folder : settings.places)
        if (std::filesystem::is_directory(folder, failed)) place(Icon::history, path_text(folder.filename()), folder);
}

void FileDialog::keys(const std::vector<std::size_t>& shown) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto move_to = [&](std::size_t to) {
        cursor_ = shown.empty() ? 0 : std::min(to, shown.size() - 1);
        scroll_ = true;
        if (request_.mode == FileRequest::Mode::save && cursor_ < shown.size() && !entries_[shown[cursor_]].folder)
            name_ = entries_[shown[cursor_]].name;
    };
    if (ImGui::IsKeyPressed(GLFW_KEY_DOWN)) move_to(cursor_ + 1);
    if (ImGui::IsKeyPressed(GLFW_KEY_UP) && cursor_ > 0) move_to(cursor_ - 1);
    if (ImGui::IsKeyPressed(GLFW_KEY_PAGE_DOWN)) move_to(cursor_ + 12);
    if (ImGui::IsKeyPressed(GLFW_KEY_PAGE_UP)) move_to(cursor_ > 12 ? cursor_ - 12 : 0);
    if (!io.WantTextInput && ImGui::IsKeyPressed(GLFW_KEY_BACKSPACE)) go(folder_.parent_path());
    if (io.KeyAlt && ImGui::IsKeyPressed(GLFW_KEY_UP)) go(folder_.parent_path());
}

void FileDialog::draw_list(float height) {
    const Theme& t = theme();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {t.px(4), t.px(4)});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, mixed(t.panel, t.backdrop, 0.5f));
    const ui::Scope scope("list");
    ImGui::BeginChild("list", {0, height}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
    if (!fault_.empty()) ui::warning(fault_);
    const std::vector<std::size_t> shown = shown_entries();
    if (shown.empty() && fault_.empty()) ui::empty_note(Icon::folder, tr(search_.empty() ? "files.nothing" : "search.nothing"));
    std::string follow;
    bool take = false;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Entry& entry = entries_[shown[i]];
        ui::RowLook look;
        look.icon = entry.folder ? Icon::folder : Icon::file;
        look.selected = i == cursor_;
        const ui::RowAnswer answer = ui::row(entry.name, entry.name, look);
        if (!entry.folder) {
            const std::string size = size_text(entry.size);
            const ImVec2 high = ImGui::GetItemRectMax();
            ImGui::GetWindowDrawList()->AddText({high.x - ImGui::CalcTextSize(size.c_str()).x - t.px(8),
                                                 high.y - ImGui::GetFontSize() - t.px(4)},
                                                t.text_soft, size.c_str());
        }
        if (scroll_ && i == cursor_) ImGui::SetScrollHereY(0.5f);
        if (answer.clicked) {
            cursor_ = i;
            confirm_ = false;
            if (!entry.folder && request_.mode == FileRequest::Mode::save) name_ = entry.name;
        }
        if (answer.double_clicked) {
            if (entry.folder)
                follow = entry.name;
            else
                take = true;
        }
    }
    scroll_ = false;
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    if (!follow.empty()) go(folder_ / text_path(follow));
    if (take) accept();
}

void FileDialog::draw(const Settings& settings) {
    if (!open_) return;
    const Theme& t = theme();
    const ui::Scope scope("files");
    constexpr const char* popup = "###files";
    if (appearing_) ImGui::OpenPopup(popup);
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize({std::min(t.px(820), screen.x - t.px(40)), std::min(t.px(560), screen.y - t.px(40))});
    ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    fonts().need(request_.title);
    if (!ImGui::BeginPopupModal((request_.title + popup).c_str(), nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        open_ = false;
        return;
    }
    bool path_taken = false;  // Enter went to the path, not to the list
    if (ui::icon_button("up", Icon::arrow_up, tr("files.up"))) go(folder_.parent_path());
    ImGui::SameLine();
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x * 0.68f);
    if (ui::input_text("path", path_text_, "", tr("files.path.tip"), ImGuiInputTextFlags_EnterReturnsTrue)) {
        const std::filesystem::path typed = text_path(path_text_);
        std::error_code failed;
        if (std::filesystem::is_regular_file(typed, failed) && request_.mode == FileRequest::Mode::open) {
            open_ = false;
            ImGui::CloseCurrentPopup();
            ImGui::EndPopup();
            if (request_.chosen) request_.chosen(typed);
            return;
        }
        go(typed);
        path_taken = true;
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (appearing_ && request_.mode == FileRequest::Mode::open) ImGui::SetKeyboardFocusHere();
    if (ui::search_field("search", search_, tr("search.hint"))) cursor_ = 0;
    ui::gap(2);
    const bool save = request_.mode == FileRequest::Mode::save;
    const float below = ImGui::GetFrameHeight() * (save ? 2.0f : 1.0f) + t.px(save ? 24 : 14) + (confirm_ ? ImGui::GetFontSize() + t.px(10) : 0);
    const float height = std::max(t.px(60), ImGui::GetContentRegionAvail().y - below);
    ImGui::BeginChild("places", {t.px(190), height}, false);
    draw_places(settings);
    ImGui::EndChild();
    ImGui::SameLine();
    draw_list(height);
    keys(shown_entries());
    ui::gap(2);
    if (save) {
        ui::property(tr("files.name"));
        if (appearing_) ImGui::SetKeyboardFocusHere();
        if (ui::input_text("name", name_)) confirm_ = false;
    }
    if (confirm_) ui::warning(tr("files.replace", {name_}));
    const bool enter = ImGui::IsKeyPressed(GLFW_KEY_ENTER, false) || ImGui::IsKeyPressed(GLFW_KEY_KP_ENTER, false);
    const char* label = confirm_ ? tr("files.replace.button") : request_.accept.c_str();
    const float accept_width = ui::button_width(label, false), cancel_width = ui::button_width(tr("button.cancel"), false);
    bool hidden = hidden_;
    if (ui::checkbox("hidden", tr("files.hidden"), hidden)) hidden_ = hidden;
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - accept_width - cancel_width - t.px(18));
    const bool cancelled = ui::button("cancel", tr("button.cancel")) || keys_pressed({GLFW_KEY_ESCAPE});
    ImGui::SameLine(0, t.px(8));
    const std::vector<std::size_t> shown = shown_entries();
    const bool nothing = request_.mode == FileRequest::Mode::open ? shown.empty() : save && name_.empty();
    const bool accepted = ui::button("accept", label, {.off = nothing ? tr("files.choose") : nullptr, .primary = true, .danger = false});
    if (cancelled) {
        open_ = false;
        ImGui::CloseCurrentPopup();
    } else if (accepted || (enter && !nothing && !appearing_ && !path_taken)) {
        accept();
    }
    appearing_ = false;
    ImGui::EndPopup();
}

}  // namespace yure::editor
