#include "look/icons.hpp"

#include <cmath>
#include <initializer_list>

namespace yure::editor {
namespace {

/// A pen on the 16 x 16 grid.
class Pen {
  public:
    Pen(ImDrawList& list, ImVec2 at, float size, ImU32 color)
        : list_(list), at_(at), unit_(size / 16.0f), color_(color), width_(std::fmax(1.0f, 1.4f * unit_)) {}

    void path(std::initializer_list<ImVec2> points, bool closed = false) {
        list_.PathClear();
        for (const ImVec2 point : points) list_.PathLineTo(place(point));
        list_.PathStroke(color_, closed ? ImDrawFlags_Closed : ImDrawFlags_None, width_);
    }
    void filled(std::initializer_list<ImVec2> points) {
        list_.PathClear();
        for (const ImVec2 point : points) list_.PathLineTo(place(point));
        list_.PathFillConvex(color_);
    }
    void ring(ImVec2 center, float radius) { list_.AddCircle(place(center), radius * unit_, color_, 0, width_); }
    void dot(ImVec2 center, float radius) { list_.AddCircleFilled(place(center), radius * unit_, color_); }
    void arc(ImVec2 center, float radius, float from_degrees, float to_degrees) {
        constexpr float degree = 3.14159265f / 180.0f;
        list_.PathClear();
        list_.PathArcTo(place(center), radius * unit_, from_degrees * degree, to_degrees * degree, 20);
        list_.PathStroke(color_, ImDrawFlags_None, width_);
    }
    void box(ImVec2 low, ImVec2 high, float rounding = 1.0f) {
        list_.AddRect(place(low), place(high), color_, rounding * unit_, 0, width_);
    }
    void block(ImVec2 low, ImVec2 high) { list_.AddRectFilled(place(low), place(high), color_, unit_); }
    void curve(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d) {
        list_.AddBezierCubic(place(a), place(b), place(c), place(d), color_, width_);
    }

  private:
    ImVec2 place(ImVec2 p) const { return {at_.x + p.x * unit_, at_.y + p.y * unit_}; }

    ImDrawList& list_;
    ImVec2 at_;
    float unit_;
    ImU32 color_;
    float width_;
};

void draw_transport(Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::play: pen.filled({{4.5f, 3}, {13, 8}, {4.5f, 13}}); break;
    case Icon::pause:
        pen.block({4, 3}, {6.8f, 13});
        pen.block({9.2f, 3}, {12, 13});
        break;
    case Icon::stop: pen.block({4, 4}, {12, 12}); break;
    case Icon::step_forward:
        pen.filled({{3.5f, 3}, {10, 8}, {3.5f, 13}});
        pen.block({11, 3}, {12.8f, 13});
        break;
    case Icon::step_back:
        pen.filled({{12.5f, 13}, {6, 8}, {12.5f, 3}});
        pen.block({3.2f, 3}, {5, 13});
        break;
    case Icon::to_start:
        pen.filled({{13, 13}, {7.5f, 8}, {13, 3}});
        pen.filled({{8.5f, 13}, {3, 8}, {8.5f, 3}});
        break;
    case Icon::loop:
        pen.arc({8, 8}, 5, -150, 0);
        pen.arc({8, 8}, 5, 30, 180);
        pen.filled({{10.6f, 7.2f}, {15, 7.2f}, {12.8f, 10.2f}});
        pen.filled({{1, 8.8f}, {3.2f, 5.8f}, {5.4f, 8.8f}});
        break;
    default: break;
    }
}

void draw_edit(Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::undo:
        pen.path({{6, 2.5f}, {2.8f, 5.7f}, {6, 8.9f}});
        pen.curve({3, 5.7f}, {10, 5.7f}, {13, 7}, {13, 13});
        break;
    case Icon::redo:
        pen.path({{10, 2.5f}, {13.2f, 5.7f}, {10, 8.9f}});
        pen.curve({13, 5.7f}, {6, 5.7f}, {3, 7}, {3, 13});
        break;
    case Icon::plus:
        pen.path({{8, 3}, {8, 13}});
        pen.path({{3, 8}, {13, 8}});
        break;
    case Icon::minus: pen.path({{3, 8}, {13, 8}}); break;
    case Icon::close:
        pen.path({{4, 4}, {12, 12}});
        pen.path({{12, 4}, {4, 12}});
        break;
    case Icon::check: pen.path({{3, 8.5f}, {6.5f, 12}, {13, 4.5f}}); break;
    case Icon::search:
        pen.ring({7, 7}, 4.2f);
        pen.path({{10.2f, 10.2f}, {13.5f, 13.5f}});
        break;
    case Icon::menu:
        pen.path({{3, 4.5f}, {13, 4.5f}});
        pen.path({{3, 8}, {13, 8}});
        pen.path({{3, 11.5f}, {13, 11.5f}});
        break;
    case Icon::more:
        pen.dot({3.5f, 8}, 1.3f);
        pen.dot({8, 8}, 1.3f);
        pen.dot({12.5f, 8}, 1.3f);
        break;
    case Icon::chevron_right: pen.path({{6, 4}, {10, 8}, {6, 12}}); break;
    case Icon::chevron_down: pen.path({{4, 6}, {8, 10}, {12, 6}}); break;
    case Icon::arrow_up:
        pen.path({{8, 13}, {8, 3}});
        pen.path({{4, 7}, {8, 3}, {12, 7}});
        break;
    case Icon::arrow_down:
        pen.path({{8, 3}, {8, 13}});
        pen.path({{4, 9}, {8, 13}, {12, 9}});
        break;
    case Icon::reset:
        pen.arc({8, 8.5f}, 4.8f, -60, 210);
        pen.filled({{7.6f, 1.4f}, {12.4f, 4.2f}, {7.8f, 7}});
        break;
    case Icon::trash:
        pen.path({{3, 4.5f}, {13, 4.5f}});
        pen.path({{6, 4.5f}, {6, 2.8f}, {10, 2.8f}, {10, 4.5f}});
        pen.path({{4.3f, 4.5f}, {5, 13.4f}, {11, 13.4f}, {11.7f, 4.5f}});
        break;
    case Icon::expand_all:
        pen.path({{4, 6}, {8, 2.5f}, {12, 6}});
        pen.path({{4, 10}, {8, 13.5f}, {12, 10}});
        break;
    case Icon::collapse_all:
        pen.path({{4, 2.5f}, {8, 6}, {12, 2.5f}});
        pen.path({{4, 13.5f}, {8, 10}, {12, 13.5f}});
        break;
    default: break;
    }
}

void draw_things(Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::folder: pen.path({{2, 13}, {2, 3.5f}, {6.2f, 3.5f}, {7.8f, 5.2f}, {14, 5.2f}, {14, 13}}, true); break;
    case Icon::file:
        pen.path({{4, 2}, {9.5f, 2}, {12.5f, 5}, {12.5f, 14}, {4, 14}}, true);
        pen.path({{9.3f, 2.2f}, {9.3f, 5.2f}, {12.3f, 5.2f}});
        break;
    case Icon::save:
        pen.path({{2.8f, 2.8f}, {11, 2.8f}, {13.2f, 5}, {13.2f, 13.2f}, {2.8f, 13.2f}}, true);
        pen.box({5, 9}, {11, 13.2f}, 0);
        pen.path({{5.5f, 3}, {5.5f, 5.6f}, {10, 5.6f}, {10, 3}});
        break;
    case Icon::gear:
        pen.ring({8, 8}, 2.2f);
        pen.ring({8, 8}, 4.6f);
        for (int i = 0; i < 8; ++i) {
            const float angle = static_cast<float>(i) * 0.785398f;
            const ImVec2 way{std::cos(angle), std::sin(angle)};
            pen.path({{8 + way.x * 4.6f, 8 + way.y * 4.6f}, {8 + way.x * 6.5f, 8 + way.y * 6.5f}});
        }
        break;
    case Icon::keyboard:
        pen.box({1.8f, 4}, {14.2f, 12});
        for (int i = 0; i < 4; ++i) pen.dot({4 + static_cast<float>(i) * 2.66f, 6.6f}, 0.8f);
        pen.path({{5, 9.6f}, {11, 9.6f}});
        break;
    case Icon::help:
        pen.ring({8, 8}, 6);
        pen.arc({8, 6.6f}, 1.9f, -180, 60);
        pen.path({{8.6f, 8.1f}, {8, 9.4f}});
        pen.dot({8, 11.4f}, 0.9f);
        break;
    case Icon::warning:
        pen.path({{8, 2.4f}, {14.3f, 13.2f}, {1.7f, 13.2f}}, true);
        pen.path({{8, 6.4f}, {8, 9.6f}});
        pen.dot({8, 11.4f}, 0.85f);
        break;
    case Icon::info:
        pen.ring({8, 8}, 6);
        pen.path({{8, 7.4f}, {8, 11.4f}});
        pen.dot({8, 5}, 0.95f);
        break;
    case Icon::eye:
        pen.curve({1.5f, 8}, {4.5f, 2.6f}, {11.5f, 2.6f}, {14.5f, 8});
        pen.curve({1.5f, 8}, {4.5f, 13.4f}, {11.5f, 13.4f}, {14.5f, 8});
        pen.dot({8, 8}, 2.1f);
        break;
    case Icon::eye_closed:
        pen.curve({1.5f, 7}, {4.5f, 11.6f}, {11.5f, 11.6f}, {14.5f, 7});
        pen.path({{4, 10.2f}, {3, 12}});
        pen.path({{8, 11}, {8, 13}});
        pen.path({{12, 10.2f}, {13, 12}});
        break;
    case Icon::lock:
        pen.box({3.5f, 7.2f}, {12.5f, 13.6f});
        pen.arc({8, 7}, 3, 180, 360);
        break;
    case Icon::bake:
        pen.path({{2.5f, 6.5f}, {13.5f, 6.5f}});
        pen.box({2.5f, 3}, {13.5f, 13.5f});
        pen.box({5, 8.6f}, {11, 11.6f});
        pen.dot({5, 4.8f}, 0.8f);
        pen.dot({8, 4.8f}, 0.8f);
        break;
    case Icon::chart:
        pen.path({{2.5f, 2.5f}, {2.5f, 13.5f}, {13.5f, 13.5f}});
        pen.curve({3.5f, 11}, {6.5f, 0}, {8, 16}, {13.5f, 4});
        break;
    case Icon::chain:
        pen.ring({3.8f, 3.8f}, 1.7f);
        pen.ring({8, 8}, 1.7f);
        pen.ring({12.2f, 12.2f}, 1.7f);
        pen.path({{5.1f, 5.1f}, {6.7f, 6.7f}});
        pen.path({{9.3f, 9.3f}, {10.9f, 10.9f}});
        break;
    case Icon::cube:
        pen.path({{8, 1.8f}, {13.6f, 4.8f}, {13.6f, 11.2f}, {8, 14.2f}, {2.4f, 11.2f}, {2.4f, 4.8f}}, true);
        pen.path({{2.4f, 4.8f}, {8, 7.8f}, {13.6f, 4.8f}});
        pen.path({{8, 7.8f}, {8, 14.2f}});
        break;
    case Icon::history:
        pen.arc({8.4f, 8}, 5.2f, -150, 150);
        pen.path({{8.4f, 5}, {8.4f, 8.2f}, {10.8f, 9.6f}});
        pen.filled({{1.4f, 6.6f}, {6, 6.6f}, {3.7f, 3}});
        break;
    case Icon::sparkle:
        pen.path({{7, 2}, {8.3f, 6.7f}, {13, 8}, {8.3f, 9.3f}, {7, 14}, {5.7f, 9.3f}, {1, 8}, {5.7f, 6.7f}}, true);
        pen.path({{13, 2}, {13, 5}});
        pen.path({{11.5f, 3.5f}, {14.5f, 3.5f}});
        break;
    case Icon::panel:
        pen.box({2, 3}, {14, 13});
        pen.path({{6.5f, 3}, {6.5f, 13}});
        break;
    case Icon::layers:
        pen.path({{8, 2.5f}, {14, 5.8f}, {8, 9}, {2, 5.8f}}, true);
        pen.path({{2, 9}, {8, 12.4f}, {14, 9}});
        break;
    default: break;
    }
}

void draw_tools(Pen& pen, Icon icon) {
    switch (icon) {
    case Icon::pointer: pen.path({{4, 2.5f}, {4, 12}, {6.6f, 9.8f}, {8.4f, 13.6f}, {10.2f, 12.8f}, {8.5f, 9.2f}, {11.8f, 9}}, true); break;
    case Icon::hand:
        pen.path({{8, 2}, {8, 14}});
        pen.path({{2, 8}, {14, 8}});
        pen.path({{6.2f, 3.8f}, {8, 2}, {9.8f, 3.8f}});
        pen.path({{6.2f, 12.2f}, {8, 14}, {9.8f, 12.2f}});
        pen.path({{3.8f, 6.2f}, {2, 8}, {3.8f, 9.8f}});
        pen.path({{12.2f, 6.2f}, {14, 8}, {12.2f, 9.8f}});
        break;
    case Icon::brush:
        pen.path({{13.6f, 2.4f}, {7.6f, 8.4f}});
        pen.filled({{7.4f, 7}, {9, 8.6f}, {6.6f, 12.6f}, {2.4f, 13.6f}, {3.4f, 9.4f}});
        break;
    case Icon::gradient:
        pen.box({2.5f, 3}, {13.5f, 13});
        pen.block({2.5f, 3}, {5.2f, 13});
        pen.path({{7.6f, 4}, {7.6f, 12}});
        pen.path({{10.4f, 6}, {10.4f, 10}});
        break;
    case Icon::lasso:
        pen.curve({5, 11.5f}, {-1, 8}, {3, 2.5f}, {8, 2.5f});
        pen.curve({8, 2.5f}, {15, 2.5f}, {16, 11}, {7, 11.3f});
        pen.curve({6, 11.4f}, {5, 12.8f}, {6, 14}, {4, 14});
        break;
    case Icon::rectangle: pen.box({2.5f, 4}, {13.5f, 12}); break;
    case Icon::circle: pen.ring({8, 8}, 5.2f); break;
    case Icon::line: pen.path({{3, 13}, {13, 3}}); break;
    case Icon::wire:
        pen.path({{2.5f, 12.5f}, {7, 3}, {13.5f, 11}}, true);
        pen.path({{7, 3}, {8, 11.7f}});
        pen.dot({2.5f, 12.5f}, 1.3f);
        pen.dot({7, 3}, 1.3f);
        pen.dot({13.5f, 11}, 1.3f);
        break;
    case Icon::pin:
        pen.ring({8, 5.6f}, 3.2f);
        pen.path({{8, 8.8f}, {8, 14}});
        break;
    case Icon::heat:
        pen.curve({8, 1.8f}, {14, 7}, {13, 14}, {8, 14});
        pen.curve({8, 14}, {3, 14}, {2, 9}, {5, 6.5f});
        pen.curve({5, 6.5f}, {6, 8}, {8.5f, 6}, {8, 1.8f});
        break;
    case Icon::fit:
        pen.path({{2.5f, 6}, {2.5f, 2.5f}, {6, 2.5f}});
        pen.path({{10, 2.5f}, {13.5f, 2.5f}, {13.5f, 6}});
        pen.path({{13.5f, 10}, {13.5f, 13.5f}, {10, 13.5f}});
        pen.path({{6, 13.5f}, {2.5f, 13.5f}, {2.5f, 10}});
        pen.dot({8, 8}, 1.6f);
        break;
    case Icon::shake:
        pen.path({{5.5f, 4}, {5.5f, 12}});
        pen.path({{10.5f, 4}, {10.5f, 12}});
        pen.path({{3.4f, 6}, {1.6f, 8}, {3.4f, 10}});
        pen.path({{12.6f, 6}, {14.4f, 8}, {12.6f, 10}});
        break;
    case Icon::wind:
        pen.curve({2, 6}, {8, 6}, {11, 7}, {11, 4.4f});
        pen.curve({11, 4.4f}, {11, 2}, {8, 2.4f}, {8, 4});
        pen.curve({2, 9}, {9, 9}, {14, 8}, {14, 11});
        pen.curve({14, 11}, {14, 13.6f}, {10.8f, 13.6f}, {10.8f, 11.6f});
        break;
    case Icon::compare:
        pen.ring({6, 8}, 4);
        pen.ring({10, 8}, 4);
        break;
    case Icon::side_by_side:
        pen.box({1.8f, 3}, {7.2f, 13});
        pen.box({8.8f, 3}, {14.2f, 13});
        break;
    case Icon::drive:
        pen.ring({8, 5}, 2.8f);
        pen.arc({8, 14.6f}, 5.4f, 200, 340);
        pen.path({{2, 3}, {2, 7}});
        pen.path({{14, 3}, {14, 7}});
        break;
    case Icon::target:
        pen.ring({8, 8}, 4.6f);
        pen.path({{8, 1.5f}, {8, 5}});
        pen.path({{8, 11}, {8, 14.5f}});
        pen.path({{1.5f, 8}, {5, 8}});
        pen.path({{11, 8}, {14.5f, 8}});
        break;
    default: break;
    }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 at, float size, ImU32 color) {
    Pen pen(list, at, size, color);
    draw_transport(pen, icon);
    draw_edit(pen, icon);
    draw_things(pen, icon);
    draw_tools(pen, icon);
}

}  // namespace yure::editor
