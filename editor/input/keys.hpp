/// Keys with modifiers, as people write them: "Ctrl+Shift+Z", "F", "[", "Space". Key codes are GLFW's, in a real window
/// as in tests without one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace yure::editor {

struct Keys {
    int key = 0;  ///< GLFW_KEY_…, 0 = none
    bool ctrl = false, shift = false, alt = false;

    bool operator==(const Keys&) const = default;
    explicit operator bool() const { return key != 0; }
};

/// Unset for what names no key.
std::optional<Keys> read_keys(std::string_view text);
/// "" for none.
std::string keys_text(const Keys& keys);
/// Pressed in this frame of Dear ImGui, with exactly these modifiers. `repeat`: also while held.
bool keys_pressed(const Keys& keys, bool repeat = false);
/// A key other than a modifier that went down in this frame, with its modifiers; unset when none did.
std::optional<Keys> any_pressed();
/// Ties Dear ImGui's own keys (arrows, Enter, Ctrl+C …) to GLFW's codes where no window does it.
void map_keys();

}  // namespace yure::editor
