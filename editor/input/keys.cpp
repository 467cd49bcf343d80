#include "input/keys.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cctype>
#include <utility>

namespace yure::editor {
namespace {

struct Named {
    const char* name;
    int key;
};
constexpr Named kNamed[] = {
    {"Space", GLFW_KEY_SPACE},     {"Enter", GLFW_KEY_ENTER},       {"Esc", GLFW_KEY_ESCAPE},     {"Tab", GLFW_KEY_TAB},
    {"Backspace", GLFW_KEY_BACKSPACE}, {"Delete", GLFW_KEY_DELETE}, {"Insert", GLFW_KEY_INSERT},  {"Home", GLFW_KEY_HOME},
    {"End", GLFW_KEY_END},         {"PageUp", GLFW_KEY_PAGE_UP},    {"PageDown", GLFW_KEY_PAGE_DOWN},
    {"Left", GLFW_KEY_LEFT},       {"Right", GLFW_KEY_RIGHT},       {"Up", GLFW_KEY_UP},          {"Down", GLFW_KEY_DOWN},
    {"F1", GLFW_KEY_F1},           {"F2", GLFW_KEY_F2},             {"F3", GLFW_KEY_F3},          {"F4", GLFW_KEY_F4},
    {"F5", GLFW_KEY_F5},           {"F6", GLFW_KEY_F6},             {"F7", GLFW_KEY_F7},          {"F8", GLFW_KEY_F8},
    {"F9", GLFW_KEY_F9},           {"F10", GLFW_KEY_F10},           {"F11", GLFW_KEY_F11},        {"F12", GLFW_KEY_F12},
    {"Plus", GLFW_KEY_EQUAL},      {"Num0", GLFW_KEY_KP_0},         {"Num1", GLFW_KEY_KP_1},      {"Num2", GLFW_KEY_KP_2},
    {"Num3", GLFW_KEY_KP_3},       {"Num4", GLFW_KEY_KP_4},         {"Num5", GLFW_KEY_KP_5},      {"Num6", GLFW_KEY_KP_6},
    {"Num7", GLFW_KEY_KP_7},       {"Num8", GLFW_KEY_KP_8},         {"Num9", GLFW_KEY_KP_9},
};
constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[];',./\\-`";  // GLFW codes are their ASCII

bool same_word(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::tolower(static_cast<unsigned char>(a[i])) != std::tolower(static_cast<unsigned char>(b[i]))) return false;
    return true;
}

bool modifiers_match(const Keys& keys) {
    const ImGuiIO& io = ImGui::GetIO();
    return io.KeyCtrl == keys.ctrl && io.KeyShift == keys.shift && io.KeyAlt == keys.alt;
}

template <class Visit>
void each_key(const Visit& visit) {
    for (const Named& named : kNamed) visit(named.key);
    for (const char letter : kPlain) visit(static_cast<int>(letter));
}

}  // namespace

std::optional<Keys> read_keys(std::string_view text) {
    Keys keys;
    while (true) {
        const std::size_t plus = text.find('+');
        const std::string_view word = text.substr(0, plus);
        if (plus == std::string_view::npos || plus + 1 >= text.size()) break;
        if (same_word(word, "Ctrl"))
            keys.ctrl = true;
        else if (same_word(word, "Shift"))
            keys.shift = true;
        else if (same_word(word, "Alt"))
            keys.alt = true;
        else
            return std::nullopt;
        text.remove_prefix(plus + 1);
    }
    if (text.size() == 1) {
        const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
        if (kPlain.find(letter) != std::string_view::npos) keys.key = letter;
    }
    for (const Named& named : kNamed)
        if (same_word(text, named.name)) keys.key = named.key;
    if (!keys) return std::nullopt;
    return keys;
}

std::string keys_text(const Keys& keys) {
    if (!keys) return {};
    std::string text;
    if (keys.ctrl) text += "Ctrl+";
    if (keys.shift) text += "Shift+";
    if (keys.alt) text += "Alt+";
    for (const Named& named : kNamed)
        if (named.key == keys.key) return text + named.name;
    return text + static_cast<char>(keys.key);
}

bool keys_pressed(const Keys& keys, bool repeat) {
    return keys && modifiers_match(keys) && ImGui::IsKeyPressed(keys.key, repeat);
}

std::optional<Keys> any_pressed() {
    std::optional<Keys> found;
    const ImGuiIO& io = ImGui::GetIO();
    each_key([&](int key) {
        if (!found && ImGui::IsKeyPressed(key, false)) found = Keys{key, io.KeyCtrl, io.KeyShift, io.KeyAlt};
    });
    return found;
}

void map_keys() {
    ImGuiIO& io = ImGui::GetIO();
    constexpr std::pair<ImGuiKey_, int> kMap[] = {
        {ImGuiKey_Tab, GLFW_KEY_TAB},           {ImGuiKey_LeftArrow, GLFW_KEY_LEFT}, {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
        {ImGuiKey_UpArrow, GLFW_KEY_UP},        {ImGuiKey_DownArrow, GLFW_KEY_DOWN}, {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
        {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN}, {ImGuiKey_Home, GLFW_KEY_HOME},     {ImGuiKey_End, GLFW_KEY_END},
        {ImGuiKey_Insert, GLFW_KEY_INSERT},     {ImGuiKey_Delete, GLFW_KEY_DELETE},  {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
        {ImGuiKey_Space, GLFW_KEY_SPACE},       {ImGuiKey_Enter, GLFW_KEY_ENTER},    {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
        {ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER}, {ImGuiKey_A, GLFW_KEY_A},         {ImGuiKey_C, GLFW_KEY_C},
        {ImGuiKey_V, GLFW_KEY_V},               {ImGuiKey_X, GLFW_KEY_X},            {ImGuiKey_Y, GLFW_KEY_Y},
        {ImGuiKey_Z, GLFW_KEY_Z}};
    for (const auto& [own, code] : kMap) io.KeyMap[own] = code;
}

}  // namespace yure::editor
