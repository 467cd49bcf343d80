#include "widgets/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widget_frame.hpp"
#include "widgets/widget_map.hpp"

namespace yure::editor::ui {
namespace {

std::string path;                       // of the scopes that are open
std::vector<const char*> off_reasons;   // of the Offs that are open
std::string shown_id;                   // "##id" of the widget being made
std::optional<bool> all_open, all_open_next;
unsigned drag_number = 0;
ImGuiID drag_item = 0;
float recorded_right = 0.0f;            // of the next widget recorded, where it is not the item's own; 0 = it is

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

/// Dims and blocks one widget.
class OffOnce {
  public:
    explicit OffOnce(const char* own) : on_(own != nullptr) {
        if (on_) ImGui::BeginDisabled();
    }
    ~OffOnce() {
        if (on_) ImGui::EndDisabled();
    }

  private:
    bool on_;
};

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

/// After an item: its place in the map, its tooltip.
void finish(std::string_view id, std::string_view value, const char* tip_words, const char* off) {
    const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
    WidgetMap& map = widget_map();
    WidgetInfo info;
    info.path = path_of(id);
    info.low = ImGui::GetItemRectMin();
    info.high = ImGui::GetItemRectMax();
    if (recorded_right > 0.0f) info.high.x = recorded_right;
    recorded_right = 0.0f;
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

bool drawn_button(std::string_view id, std::string_view label, Icon icon, const ButtonLook& look, ImVec2 size) {
    const Theme& t = theme();
    const OffOnce off(look.off);
    const bool pressed = ImGui::InvisibleButton(hidden_label(id), size);
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    ImU32 ground = look.flat ? 0 : t.field, ink = t.text;
    if (look.lit) {
        ground = t.select;
        ink = t.kind == ThemeKind::dark ? t.accent_hover : t.accent;
    }
    if (look.primary) {
        ground = t.accent;
        ink = t.accent_text;
    }
    if (look.danger) ink = t.bad;
    if (hovered) ground = look.primary ? t.accent_hover : look.lit ? mixed(t.select, t.field_active, 0.4f) : t.field_hover;
    if (held) ground = look.primary ? t.accent_hover : t.field_active;
    if (ground != 0) list.AddRectFilled(low, high, faded(ground, alpha), ImGui::GetStyle().FrameRounding);
    if (ImGui::IsItemFocused() && GImGui->NavDisableHighlight == false)
        list.AddRect(low, high, t.accent, ImGui::GetStyle().FrameRounding);
    const float mark = icon == Icon::none ? 0.0f : icon_size();
    const float between = mark > 0.0f && !label.empty() ? t.px(6) : 0.0f;
    const float inner = high.x - low.x - (label.empty() ? 0.0f : t.px(12));
    const std::string words = label.empty() ? std::string() : fitted(label, inner - mark - between);
    const ImVec2 extent = words.empty() ? ImVec2(0, 0) : ImGui::CalcTextSize(words.c_str());
    float x = std::floor(0.5f * (low.x + high.x - mark - between - extent.x));
    if (mark > 0.0f) {
        draw_icon(list, icon, {x, std::floor(0.5f * (low.y + high.y - mark))}, mark, faded(ink, alpha));
        x += mark + between;
    }
    if (!words.empty())
        list.AddText({x, std::floor(0.5f * (low.y + high.y - extent.y))}, faded(ink, alpha), words.c_str());
    finish(id, look.lit ? "on" : "", look.tip, look.off);
    return pressed && reason(look.off) == nullptr;
}

}  // namespace

void begin_frame() {
    path.clear();
    off_reasons.clear();
    all_open = all_open_next;
    all_open_next.reset();
    widget_map().begin_frame();
    const ImGuiContext& g = *GImGui;
    if (g.ActiveId != drag_item) {
        drag_item = g.ActiveId;
        if (drag_item != 0) ++drag_number;
    }
}

std::string drag_token() {
    if (GImGui->ActiveId == 0) return {};
    return "drag" + std::to_string(GImGui->ActiveId == drag_item ? drag_number : drag_number + 1);
}

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

float button_width(std::string_view label, bool with_icon) {
    const Theme& t = theme();
    const float words = label.empty() ? 0.0f : ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    const float mark = with_icon ? icon_size() + (label.empty() ? 0.0f : t.px(6)) : 0.0f;
    return std::ceil(words + mark + t.px(20));
}

bool button(std::string_view id, std::string_view label, const ButtonLook& look) {
    fonts().need(label);
    float width = look.width;
    if (width == 0.0f) width = button_width(label, look.icon != Icon::none);
    if (width < 0.0f) width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    return drawn_button(id, label, look.icon, look, {width, ImGui::GetFrameHeight()});
}

bool icon_button(std::string_view id, Icon icon, const char* tip_words, ButtonLook look) {
    look.tip = tip_words;
    const float side = ImGui::GetFrameHeight();
    return drawn_button(id, {}, icon, look, {look.width > 0.0f ? look.width : side, side});
}

bool checkbox(std::string_view id, std::string_view label, bool& value, const char* tip_words, const char* off) {
    fonts().need(label);
    const Theme& t = theme();
    const OffOnce dim(off);
    const float height = ImGui::GetFrameHeight(), side = std::floor(ImGui::GetFontSize() * 1.05f);
    const ImVec2 words = ImGui::CalcTextSize(label.data(), label.data() + label.size());
    const bool pressed =
        ImGui::InvisibleButton(hidden_label(id), {side + (label.empty() ? 0.0f : t.px(7) + words.x), height});
    const ImVec2 low = ImGui::GetItemRectMin();
    const float alpha = ImGui::GetStyle().Alpha;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 box{low.x, std::floor(low.y + 0.5f * (height - side))}, box_end{box.x + side, box.y + side};
    const bool hovered = ImGui::IsItemHovered();
    if (pressed && reason(off) == nullptr) value = !value;
    const ImU32 ground = value ? (hovered ? t.accent_hover : t.accent) : hovered ? t.field_hover : t.field;
    list.AddRectFilled(box, box_end, faded(ground, alpha), t.px(3));
    if (!value) list.AddRect(box, box_end, faded(t.line, alpha), t.px(3));
    if (value) draw_icon(list, Icon::check, {box.x + side * 0.1f, box.y + side * 0.1f}, side * 0.8f, faded(t.accent_text, alpha));
    if (!label.empty())
        list.AddText({box_end.x + t.px(7), std::floor(low.y + 0.5f * (height - words.y))}, faded(t.text, alpha), label.data(),
                     label.data() + label.size());
    finish(id, value ? "on" : "off", tip_words, off);
    return pressed && reason(off) == nullptr;
}

bool toggle(std::string_view id, bool& value, std::string_view off_label, std::string_view on_label, const char* tip_words,
            const char* off) {
    const Theme& t = theme();
    const OffOnce dim(off);
    fonts().need(off_label);
    fonts().need(on_label);
    const std::string_view label = value ? on_label : off_label;
    const float height = ImGui::GetFrameHeight(), track = t.px(26);
    const float words = std::max(ImGui::CalcTextSize(off_label.data(), off_label.data() + off_label.size()).x,
                                 ImGui::CalcTextSize(on_label.data(), on_label.data() + on_label.size()).x);
    const bool pressed = ImGui::InvisibleButton(hidden_label(id), {track + t.px(7) + words, height});
    if (pressed && reason(off) == nullptr) value = !value;
    const ImVec2 low = ImGui::GetItemRectMin();
    const float alpha = ImGui::GetStyle().Alpha, radius = t.px(7);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle{low.x, low.y + 0.5f * height};
    list.AddRectFilled({low.x, middle.y - radius}, {low.x + track, middle.y + radius},
                       faded(value ? t.accent : t.field_active, alpha), radius);
    list.AddCircleFilled({value ? low.x + track - radius : low.x + radius, middle.y}, radius - t.px(2),
                         faded(value ? t.accent_text : t.text, alpha));
    list.AddText({low.x + track + t.px(7), std::floor(middle.y - 0.5f * ImGui::GetFontSize())}, faded(t.text, alpha),
                 label.data(), label.data() + label.size());
    finish(id, value ? "on" : "off", tip_words, off);
    return pressed && reason(off) == nullptr;
}

bool slider(std::string_view id, float& value, const SliderLook& look) {
    const Theme& t = theme();
    const OffOnce dim(look.off);
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    ImGuiContext& g = *GImGui;
    const float width = ImGui::CalcItemWidth(), height = ImGui::GetFrameHeight();
    const ImVec2 low = window->DC.CursorPos, high{low.x + width, low.y + height};
    const ImRect box(low, high);
    // The number has a column of its own at the right, so that the handle never stands on it.
    const float column = width > t.px(96) ? std::floor(std::max(ImGui::CalcTextSize("-00.00").x, ImGui::CalcTextSize("00.00").x + ImGui::CalcTextSize(look.unit).x) + t.px(10)) : 0.0f;
    const float track = width - column;
    const ImGuiID item = window->GetID(hidden_label(id));
    ImGui::ItemSize(box, g.Style.FramePadding.y);
    const bool visible = ImGui::ItemAdd(box, item, &box, ImGuiItemFlags_Inputable);
    bool changed = false;
    const auto to_share = [&](float v) {
        if (look.logarithmic && look.low > 0.0f) return std::log(v / look.low) / std::log(look.high / look.low);
        return look.high > look.low ? (v - look.low) / (look.high - look.low) : 0.0f;
    };
    const auto from_share = [&](float share) {
        if (look.logarithmic && look.low > 0.0f) return look.low * std::pow(look.high / look.low, share);
        return look.low + (look.high - look.low) * share;
    };
    if (visible) {
        const bool hovered = ImGui::ItemHoverable(box, item);
        bool typing = ImGui::TempInputIsActive(item);
        if (!typing && hovered && g.IO.MouseClicked[0]) {
            typing = g.IO.KeyCtrl || g.IO.MouseDoubleClicked[0];
            ImGui::SetActiveID(item, window);
            ImGui::SetFocusID(item, window);
            ImGui::FocusWindow(window);
        }
        if (!typing && hovered && g.IO.MouseClicked[1] && look.neutral && value != *look.neutral) {
            value = *look.neutral;
            changed = true;
        }
        if (typing) {
            char format[16];
            std::snprintf(format, sizeof format, "%%.%df", std::max(look.decimals, 2));
            const float before = value, lowest = look.low, highest = look.high;
            if (ImGui::TempInputScalar(box, item, hidden_label(id), ImGuiDataType_Float, &value, format, &lowest, &highest))
                changed = value != before;
        } else {
            if (g.ActiveId == item && g.ActiveIdSource == ImGuiInputSource_Mouse) {
                if (!g.IO.MouseDown[0]) {
                    ImGui::ClearActiveID();
                } else {
                    const float inner = std::max(1.0f, track - t.px(4));
                    float share = std::clamp(to_share(value), 0.0f, 1.0f);
                    if (g.IO.KeyShift)
                        share += g.IO.MouseDelta.x / inner * 0.1f;
                    else
                        share = (g.IO.MousePos.x - low.x - t.px(2)) / inner;
                    const float scale = std::pow(10.0f, static_cast<float>(look.decimals));
                    float wanted = from_share(std::clamp(share, 0.0f, 1.0f));
                    if (!g.IO.KeyShift) wanted = std::round(wanted * scale) / scale;
                    wanted = std::clamp(wanted, look.low, look.high);
                    if (wanted != value && (g.IO.MouseDelta.x != 0.0f || g.ActiveIdIsJustActivated)) {
                        value = wanted;
                        changed = true;
                    }
                }
            }
            ImDrawList& list = *window->DrawList;
            const float alpha = g.Style.Alpha, rounding = g.Style.FrameRounding;
            const bool active = g.ActiveId == item;
            list.AddRectFilled(low, high, faded(active ? t.field_active : hovered ? t.field_hover : t.field, alpha), rounding);
            const float share = std::clamp(to_share(value), 0.0f, 1.0f);
            const float from = look.neutral && look.low < *look.neutral ? std::clamp(to_share(*look.neutral), 0.0f, 1.0f) : 0.0f;
            const auto x_at = [&](float s) { return low.x + t.px(2) + s * (track - t.px(4)); };
            const ImU32 fill = look.hot ? t.bad : t.accent;
            const float left = x_at(std::min(from, share)), right = x_at(std::max(from, share));
            if (right > left + 0.5f)
                list.AddRectFilled({left, low.y + t.px(2)}, {right, high.y - t.px(2)}, faded(fill, alpha * 0.32f), t.px(2));
            for (const float tick : look.ticks) {
                const float x = std::floor(x_at(std::clamp(to_share(tick), 0.0f, 1.0f)));
                list.AddRectFilled({x - t.px(1), high.y - t.px(5)}, {x + t.px(1), high.y - t.px(1)}, faded(t.good, alpha));
            }
            if (look.neutral) {
                const float x = std::floor(x_at(from));
                list.AddLine({x, low.y + t.px(3)}, {x, high.y - t.px(3)}, faded(t.text_faint, alpha * 0.7f));
            }
            const float x = x_at(share);
            list.AddRectFilled({x - t.px(1.5f), low.y + t.px(2)}, {x + t.px(1.5f), high.y - t.px(2)}, faded(fill, alpha), t.px(1.5f));
            const std::string number = number_text(value, look.decimals) + look.unit;
            const ImU32 ink = faded(look.hot ? t.bad : t.text, alpha);
            if (column > 0.0f) {
                const ImVec2 extent = ImGui::CalcTextSize(number.c_str());
                list.AddText({std::floor(high.x - extent.x - t.px(6)), std::floor(0.5f * (low.y + high.y - extent.y))}, ink, number.c_str());
            } else {
                centered_text(list, low, high, number, ink);
            }
        }
    }
    recorded_right = low.x + track;
    finish(id, number_text(value, look.decimals), look.tip, look.off);
    return changed && reason(look.off) == nullptr;
}

bool slider(std::string_view id, int& value, int low, int high, const SliderLook& look) {
    auto number = static_cast<float>(value);
    SliderLook whole = look;
    whole.low = static_cast<float>(low);
    whole.high = static_cast<float>(high);
    whole.decimals = 0;
    if (!slider(id, number, whole)) return false;
    const int rounded = static_cast<int>(std::lround(number));
    if (rounded == value) return false;
    value = rounded;
    return true;
}

namespace {

int grow_text(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& text_value = *static_cast<std::string*>(data->UserData);
        text_value.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = text_value.data();
    }
    return 0;
}

}  // namespace

bool input_text(std::string_view id, std::string& words, const char* hint, const char* tip_words, ImGuiInputTextFlags flags) {
    fonts().need(words);
    fonts().need(hint);
    const bool changed = ImGui::InputTextWithHint(hidden_label(id), hint, words.data(), words.capacity() + 1,
                                                  flags | ImGuiInputTextFlags_CallbackResize, grow_text, &words);
    finish(id, words, tip_words, nullptr);
    if (changed) fonts().need(words);
    return changed;
}

bool search_field(std::string_view id, std::string& words, const char* hint) {
    const Theme& t = theme();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::CalcItemWidth(), side = ImGui::GetFrameHeight();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {side + t.px(1), ImGui::GetStyle().FramePadding.y});
    ImGui::SetNextItemWidth(width);
    bool changed = input_text(id, words, hint);
    ImGui::PopStyleVar();
    const float mark = icon_size();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, Icon::search, {low.x + t.px(6), std::floor(low.y + 0.5f * (side - mark))}, mark, t.text_soft);
    if (!words.empty()) {
        const ImVec2 cross{low.x + width - mark - t.px(6), std::floor(low.y + 0.5f * (side - mark))};
        const bool hovered = ImGui::IsMouseHoveringRect(cross, {cross.x + mark, cross.y + mark});
        draw_icon(list, Icon::close, cross, mark, hovered ? t.text : t.text_soft);
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            words.clear();
            ImGui::ClearActiveID();
            changed = true;
        }
    }
    return changed;
}

bool combo(std::string_view id, int& index, std::span<const char* const> labels, const char* tip_words, const char* off) {
    const OffOnce dim(off);
    const char* now = index >= 0 && static_cast<std::size_t>(index) < labels.size() ? labels[static_cast<std::size_t>(index)] : "";
    for (const char* label : labels) fonts().need(label);
    bool changed = false;
    const bool open = ImGui::BeginCombo(hidden_label(id), now, ImGuiComboFlags_HeightLarge);
    const std::string own_id(id);
    if (open) {
        std::optional<Scope> inside(std::in_place, own_id);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const std::string number = std::to_string(i);
            ImGui::PushID(number.c_str());
            if (ImGui::Selectable(labels[i], static_cast<int>(i) == index)) {
                changed = static_cast<int>(i) != index;
                index = static_cast<int>(i);
            }
            if (static_cast<int>(i) == index && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
            record(number, labels[i]);
            ImGui::PopID();
        }
        inside.reset();  // its id belongs to the popup's window
        ImGui::EndCombo();
    }
    finish(own_id, now, tip_words, off);
    return changed;
}

bool segments(std::string_view id, int& index, std::span<const char* const> labels, std::span<const char* const> tips) {
    const Scope inside(id);
    const Theme& t = theme();
    bool changed = false;
    const float width = ImGui::CalcItemWidth();
    const auto count = static_cast<float>(labels.size());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(2), ImGui::GetStyle().ItemSpacing.y});
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (i > 0) ImGui::SameLine();
        ButtonLook look;
        look.lit = static_cast<int>(i) == index;
        look.width = std::floor((width - t.px(2) * (count - 1)) / count);
        look.tip = i < tips.size() ? tips[i] : nullptr;
        if (button(std::to_string(i), labels[i], look) && !look.lit) {
            index = static_cast<int>(i);
            changed = true;
        }
    }
    ImGui::PopStyleVar();
    return changed;
}

void set_all_open(std::optional<bool> open) { all_open_next = open; }

bool section(std::string_view id, std::string_view label, bool open_at_first, std::string_view trailing, ImU32 trailing_color) {
    fonts().need(label);
    fonts().need(trailing);
    const Theme& t = theme();
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(hidden_label(id));
    bool open = storage.GetBool(key, open_at_first);
    if (all_open) open = *all_open;
    ImGui::Dummy({0, t.px(1)});
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
    if (ImGui::InvisibleButton(hidden_label(id), {std::max(1.0f, width), height})) open = !open;
    storage.SetBool(key, open);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, ImGui::IsItemHovered() ? t.field_hover : mixed(t.panel, t.field, 0.75f), t.px(4));
    const float mark = std::floor(ImGui::GetFontSize() * 0.8f);
    draw_icon(list, open ? Icon::chevron_down : Icon::chevron_right, {low.x + t.px(5), std::floor(0.5f * (low.y + high.y - mark))},
              mark, t.text_soft);
    ImGui::PushFont(fonts().strong);
    const float y = std::floor(0.5f * (low.y + high.y - ImGui::GetFontSize()));
    list.AddText({low.x + t.px(10) + mark, y}, t.text, label.data(), label.data() + label.size());
    const float used = t.px(10) + mark + ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    ImGui::PopFont();
    if (!trailing.empty()) {
        const std::string words = fitted(trailing, std::max(0.0f, high.x - low.x - used - t.px(18)));
        const float x = high.x - t.px(8) - ImGui::CalcTextSize(words.c_str()).x;
        list.AddText({x, y}, trailing_color != 0 ? trailing_color : t.text_soft, words.c_str());
    }
    finish(id, open ? "open" : "closed", nullptr, nullptr);
    return open;
}

RowAnswer row(std::string_view id, std::string_view label, const RowLook& look) {
    fonts().need(label);
    const Theme& t = theme();
    RowAnswer answer;
    const float height = std::floor(ImGui::GetFontSize() + t.px(8));
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x - look.trailing);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, t.px(1)});
    const bool pressed = ImGui::InvisibleButton(hidden_label(id), {width, height}, ImGuiButtonFlags_PressedOnClick);
    ImGui::PopStyleVar();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    if (look.selected)
        list.AddRectFilled(low, {high.x + look.trailing, high.y}, faded(t.select, alpha), t.px(3));
    else if (hovered)
        list.AddRectFilled(low, {high.x + look.trailing, high.y}, faded(t.field, alpha * 0.7f), t.px(3));
    float x = low.x + t.px(6) + static_cast<float>(look.depth) * t.px(14);
    const float mark = std::floor(ImGui::GetFontSize() * 0.8f), arrow_at = x;
    if (look.open) {
        draw_icon(list, *look.open ? Icon::chevron_down : Icon::chevron_right, {x, std::floor(0.5f * (low.y + high.y - mark))}, mark,
                  faded(t.text_soft, alpha));
        x += mark + t.px(4);
    } else if (look.depth > 0) {
        x += mark + t.px(4);
    }
    if (look.icon != Icon::none) {
        const float side = icon_size() * 0.92f;
        draw_icon(list, look.icon, {x, std::floor(0.5f * (low.y + high.y - side))}, side, faded(t.text_soft, alpha));
        x += side + t.px(6);
    }
    const std::string words = fitted(label, high.x - x - t.px(4));
    list.AddText({x, std::floor(0.5f * (low.y + high.y - ImGui::GetFontSize()))}, faded(look.color != 0 ? look.color : t.text, alpha),
                 words.c_str());
    if (pressed) {
        if (look.open && ImGui::GetIO().MousePos.x < arrow_at + mark + t.px(4))
            answer.toggled = true;
        else
            answer.clicked = true;
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            answer.double_clicked = !answer.toggled;
        }
    }
    answer.menu = hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    const bool cut = words.size() != label.size();
    const std::string whole(label);
    finish(id, look.selected ? "selected" : "", look.tip != nullptr ? look.tip : cut ? whole.c_str() : nullptr, nullptr);
    return answer;
}

void property(std::string_view label, const char* tip_words) {
    fonts().need(label);
    const Theme& t = theme();
    const float whole = ImGui::GetContentRegionAvail().x;
    const float column = std::floor(std::clamp(whole * 0.38f, t.px(80), t.px(190)));
    const std::string words = fitted(label, column - t.px(6));
    const ImVec2 start = ImGui::GetCursorPos();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, t.text_soft);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) {
        if (tip_words != nullptr && *tip_words != '\0')
            show_tip(tip_words);
        else if (words.size() != label.size())
            show_tip(std::string(label).c_str());
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(start.x + column);
    ImGui::SetNextItemWidth(-FLT_MIN);
}

bool menu_item(std::string_view id, std::string_view label, std::string_view shortcut, bool lit, const char* off) {
    fonts().need(label);
    const std::string shown = std::string(label) + "###" + std::string(id), keys(shortcut);
    const bool pressed = ImGui::MenuItem(shown.c_str(), keys.empty() ? nullptr : keys.c_str(), lit, reason(off) == nullptr);
    finish(id, lit ? "on" : "", nullptr, off);
    return pressed;
}

bool begin_menu(std::string_view id, std::string_view label, bool enabled) {
    fonts().need(label);
    const std::string shown = std::string(label) + "###" + std::string(id);
    // Once the menu is open its own window is the current one, so where the item lies is worked out beforehand.
    const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
    const bool bar = window->DC.LayoutType == ImGuiLayoutType_Horizontal;
    WidgetInfo info;
    info.path = path_of(id);
    info.low = window->DC.CursorPos;
    const float words = ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    info.high = {info.low.x + (bar ? words : std::max(words, ImGui::GetContentRegionAvail().x)),
                 info.low.y + ImGui::GetFontSize()};
    info.clip_low = window->OuterRectClipped.Min;
    info.clip_high = window->OuterRectClipped.Max;
    info.enabled = enabled;
    info.layer = bar ? 0 : 1;
    const bool open = ImGui::BeginMenu(shown.c_str(), enabled);
    info.value = open ? "open" : "";
    widget_map().add(std::move(info));
    if (open) {
        path += path.empty() ? "" : "/";
        path += id;
    }
    return open;
}

void end_menu() {
    ImGui::EndMenu();
    const std::size_t slash = path.rfind('/');
    path.resize(slash == std::string::npos ? 0 : slash);
}

void text(std::string_view words) {
    fonts().need(words);
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
}

void text_colored(ImU32 color, std::string_view words) {
    fonts().need(words);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void text_soft(std::string_view words) { text_colored(theme().text_soft, words); }

void warning(std::string_view words) {
    const Theme& t = theme();
    const float mark = icon_size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(*ImGui::GetWindowDrawList(), Icon::warning, {at.x, at.y + t.px(1)}, mark, t.warn);
    ImGui::Dummy({mark, ImGui::GetFontSize()});
    ImGui::SameLine(0.0f, t.px(6));
    text_colored(t.warn, words);
}

void empty_note(Icon icon, std::string_view words) {
    fonts().need(words);
    const Theme& t = theme();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float wrap = std::min(room.x - t.px(24), t.px(320)), mark = t.px(28);
    const ImVec2 size = ImGui::CalcTextSize(words.data(), words.data() + words.size(), false, wrap);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float top = start.y + std::max(t.px(8), 0.4f * (room.y - size.y - mark - t.px(10)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, icon, {std::floor(start.x + 0.5f * (room.x - mark)), std::floor(top)}, mark, t.text_faint);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                 {std::floor(start.x + 0.5f * (room.x - size.x)), std::floor(top + mark + t.px(10))}, t.text_soft, words.data(),
                 words.data() + words.size(), wrap);
    ImGui::Dummy({room.x, top - start.y + mark + t.px(10) + size.y});
}

void separator() {
    const Theme& t = theme();
    gap(2);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y}, t.line);
    ImGui::Dummy({0, t.px(3)});
}

void gap(float measure) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({0, theme().px(measure)});
    ImGui::PopStyleVar();
}

void dot(ImU32 color, const char* tip_words) {
    const float size = ImGui::GetFontSize(), height = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.5f * size, at.y + 0.5f * height}, size * 0.28f, color);
    ImGui::Dummy({size, height});
    if (tip_words != nullptr && ImGui::IsItemHovered()) show_tip(tip_words);
}

void progress(std::string_view id, float fraction, std::string_view label, float width) {
    fonts().need(label);
    const Theme& t = theme();
    const float height = ImGui::GetFrameHeight();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float whole = width > 0.0f ? width : std::max(t.px(20), ImGui::GetContentRegionAvail().x);
    const ImVec2 high{low.x + whole, low.y + height};
    ImGui::Dummy({whole, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding, share = std::clamp(fraction, 0.0f, 1.0f);
    list.AddRectFilled(low, high, t.field, rounding);
    if (share > 0.0f)
        list.AddRectFilled(low, {low.x + std::max(rounding * 2, share * whole), high.y}, faded(t.accent, 0.4f), rounding);
    centered_text(list, {low.x + t.px(6), low.y}, {high.x - t.px(6), high.y}, fitted(label, whole - t.px(12)), t.text);
    finish(id, number_text(share * 100.0f, 0), nullptr, nullptr);
}

void tip(const char* words) {
    if (words != nullptr && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tip(words);
}

}  // namespace yure::editor::ui
