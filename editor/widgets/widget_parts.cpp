#include "widgets/widget_parts.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widget_map.hpp"
#include "widgets/widgets.hpp"

namespace yure::editor::ui {
namespace {

std::string path;                      // of the scopes that are open
std::vector<const char*> off_reasons;  // of the Offs that are open
std::string shown_id;                  // "##id" of the widget being made

}  // namespace

const char* hidden_label(std::string_view id) {
    shown_id.assign("##");
    shown_id += id;
    return shown_id.c_str();
}

const char* reason(const char* own) {
    if (own != nullptr) return own;
    for (const char* outer : off_reasons)
        if (outer != nullptr) return outer;
    return nullptr;
}

void enter_path(std::string_view id) {
    path += path.empty() ? "" : "/";
    path += id;
}

void leave_path() {
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
}

void show_tip(const char* words) {
    fonts().need(words);
    const Theme& t = theme();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(t.px(10), t.px(7)));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(t.px(360));
    ImGui::TextUnformatted(words);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

void finish(std::string_view id, std::string_view value, const char* tip_words, const char* off, float right) {
    const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
    WidgetMap& map = widget_map();
    WidgetInfo info;
    info.path = path_of(id);
    info.low = ImGui::GetItemRectMin();
    info.high = ImGui::GetItemRectMax();
    if (right > 0.0f) info.high.x = right;
    info.clip_low = window->ClipRect.Min;
    info.clip_high = window->ClipRect.Max;
    const char* why = reason(off);
    info.enabled = why == nullptr;
    if (why != nullptr) info.reason = why;
    info.value = value;
    info.layer = (window->RootWindow->Flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_Modal)) != 0 ? 1 : 0;
    if (map.wants_scroll(info.path)) {
        ImGui::SetScrollHereY(0.5f);
        map.scrolled();
    }
    map.add(std::move(info));
    if (const char* words = why != nullptr ? why : tip_words;
        words != nullptr && *words != '\0' && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) &&
        GImGui->HoveredIdTimer > 0.45f)
        show_tip(words);
    else if (why != nullptr && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
        show_tip(why);
}

std::string number_text(float value, int decimals) {
    char buffer[48];
    std::snprintf(buffer, sizeof buffer, "%.*f", decimals, static_cast<double>(value));
    std::string text_value = buffer;
    if (text_value.find('.') != std::string::npos && decimals > 2) {
        while (text_value.back() == '0') text_value.pop_back();
        if (text_value.back() == '.') text_value.pop_back();
    }
    return text_value == "-0" || text_value == "-0.0" || text_value == "-0.00" ? text_value.substr(1) : text_value;
}

void centered_text(ImDrawList& list, ImVec2 low, ImVec2 high, std::string_view words, ImU32 color) {
    const ImVec2 size = ImGui::CalcTextSize(words.data(), words.data() + words.size());
    const ImVec2 at{std::floor(std::max(low.x, 0.5f * (low.x + high.x - size.x))),
                    std::floor(0.5f * (low.y + high.y - size.y))};
    const ImVec4 clip{low.x, low.y, high.x, high.y};
    list.AddText(nullptr, 0.0f, at, color, words.data(), words.data() + words.size(), 0.0f, &clip);
}

/// `words`, cut with dots to fit.
std::string fitted(std::string_view words, float width) {
    if (ImGui::CalcTextSize(words.data(), words.data() + words.size()).x <= width) return std::string(words);
    const float dots = ImGui::CalcTextSize("...").x;
    std::size_t end = words.size();
    while (end > 0) {
        do {
            --end;
        } while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xc0u) == 0x80u);
        if (ImGui::CalcTextSize(words.data(), words.data() + end).x + dots <= width) break;
    }
    return std::string(words.substr(0, end)) + "...";
}

float icon_size() { return std::floor(ImGui::GetFontSize() * 1.06f); }

Scope::Scope(std::string_view id) : length_(path.size()) {
    if (!path.empty()) path += '/';
    path += id;
    ImGui::PushID(id.data(), id.data() + id.size());
}

Scope::~Scope() {
    ImGui::PopID();
    path.resize(length_);
}

Off::Off(const char* why) : on_(why != nullptr) {
    off_reasons.push_back(why);
    if (on_) ImGui::BeginDisabled();
}

Off::~Off() {
    if (on_) ImGui::EndDisabled();
    off_reasons.pop_back();
}

std::string path_of(std::string_view id) {
    std::string whole = path;
    if (!whole.empty()) whole += '/';
    whole += id;
    return whole;
}

void record(std::string_view id, std::string_view value) { finish(id, value, nullptr, nullptr); }

void reset_scopes() {
    path.clear();
    off_reasons.clear();
}

}  // namespace yure::editor::ui
