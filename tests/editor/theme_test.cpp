#include "look/theme.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace yure::editor;

namespace {

/// WCAG 2.1 relative luminance and contrast.
double luminance(ImU32 color) {
    const ImVec4 c = to_vec4(color);
    const auto linear = [](float v) { return v <= 0.03928f ? v / 12.92 : std::pow((static_cast<double>(v) + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(c.x) + 0.7152 * linear(c.y) + 0.0722 * linear(c.z);
}
double contrast(ImU32 a, ImU32 b) {
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

TEST_CASE("text is readable on every ground it stands on, in both themes", "[editor][theme]") {
    for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
        const Theme t = make_theme(kind, 1.0f);
        CAPTURE(static_cast<int>(kind));
        for (const ImU32 ground : {t.panel, t.panel_head, t.field, t.field_hover, t.select, t.backdrop}) CHECK(contrast(t.text, ground) >= 7.0);
        for (const ImU32 ground : {t.panel, t.panel_head, t.backdrop}) CHECK(contrast(t.text_soft, ground) >= 4.5);
        CHECK(contrast(t.accent_text, t.accent) >= 4.5);
        for (const ImU32 sign : {t.good, t.warn, t.bad}) CHECK(contrast(sign, t.panel) >= 4.0);
        CHECK(contrast(t.simulated, t.panel) >= 3.0);
        CHECK(contrast(t.exported, t.panel) >= 3.0);
    }
}

TEST_CASE("colours mix and fade as said", "[editor][theme]") {
    CHECK(faded(0xff102030u, 0.5f) == 0x80102030u);
    CHECK(mixed(0xff000000u, 0xffffffffu, 0.0f) == 0xff000000u);
    CHECK(mixed(0xff000000u, 0xffffffffu, 1.0f) == 0xffffffffu);
    CHECK(make_theme(ThemeKind::dark, 2.0f).px(3.0f) == 6.0f);
}
