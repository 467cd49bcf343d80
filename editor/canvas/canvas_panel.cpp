#include "canvas/canvas_panel.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "canvas/model_overlays.hpp"
#include "canvas/obstacle_shape.hpp"
#include "canvas/transport.hpp"
#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

const render::Pose& pose_of(const Workbench& workbench, Shown shown) {
    const render::Pose* reference = workbench.preview.reference_pose();
    return shown == Shown::reference && reference != nullptr ? *reference : workbench.preview.exported();
}

}  // namespace

CanvasPanel::CanvasPanel(CanvasPainter& painter) : painter_(painter), tools_(make_tools()) {}
CanvasPanel::~CanvasPanel() = default;

bool CanvasPanel::use_tool(std::string_view id, Workbench& workbench) {
    for (std::size_t i = 0; i < tools_.size(); ++i) {
        if (tools_[i]->id() != id || tools_[i]->off(workbench) != nullptr) continue;
        if (i != tool_) tools_[tool_]->cancel(workbench);
        tool_ = i;
        return true;
    }
    return false;
}

void CanvasPanel::add_actions(Workbench& workbench) {
    const auto no_model = [&workbench]() -> const char* { return workbench.preview.has_model() ? nullptr : tr("why.no_model"); };
    Actions& actions = workbench.actions;
    for (const auto& tool : tools_) {
        Action more;
        more.icon = tool->icon();
        more.off = [&workbench, no_model, each = tool.get()]() -> const char* {
            const char* why = no_model();
            return why != nullptr ? why : each->off(workbench);
        };
        more.lit = [this, each = tool.get()] { return tools_[tool_].get() == each; };
        std::vector<std::string_view> keys;
        if (*tool->key() != '\0') keys.push_back(tool->key());
        actions.add(std::string("tool.") + tool->id(), keys, [this, &workbench, each = tool.get()] { use_tool(each->id(), workbench); },
                    std::move(more));
    }
    const auto with = [&](Icon icon, std::function<bool()> lit = {}) {
        Action more;
        more.icon = icon;
        more.off = no_model;
        more.lit = std::move(lit);
        return more;
    };
    actions.add("canvas.fit", {"F", "Home", "0"}, [this] { fit(); }, with(Icon::fit));
    struct Switch {
        const char *id, *key;
        Icon icon;
        bool OverlaySwitches::*on;
    };
    constexpr Switch switches[] = {{"canvas.wire", "W", Icon::wire, &OverlaySwitches::wire},
                                   {"canvas.pins", "Shift+P", Icon::pin, &OverlaySwitches::pins},
                                   {"canvas.heat", "H", Icon::heat, &OverlaySwitches::heat},
                                   {"canvas.glue", "Shift+G", Icon::layers, &OverlaySwitches::glue},
                                   {"canvas.obstacles", "Shift+O", Icon::circle, &OverlaySwitches::obstacles}};
    for (const Switch& each : switches) {
        const auto on = each.on;
        actions.add(each.id, {each.key}, [this, on] { overlays.*on = !(overlays.*on); }, with(each.icon, [this, on] { return overlays.*on; }));
    }
    actions.add("canvas.side_by_side", {"Shift+C"}, [this, &workbench] {
        side_by_side = !side_by_side;
        if (side_by_side && workbench.shown == Shown::exported) workbench.shown = Shown::ghost;  // the reference has to run
        fit();
    }, with(Icon::side_by_side, [this] { return side_by_side; }));
    add_transport_actions(workbench);
    for (const auto& tool : tools_) tool->add_actions(workbench);
}

ImVec2 CanvasPanel::screen_of(Vec2 world, int canvas) const {
    const Camera& camera = views_[static_cast<std::size_t>(canvas)];
    const Vec2 p = camera.view.to_picture(world);
    return {camera.low.x + p.x, camera.low.y + p.y};
}

void CanvasPanel::draw(Workbench& workbench) {
    const Theme& t = theme();
    const ui::Scope scope("canvas");
    if (loaded_serial_ != workbench.model_serial()) {
        const studio::ModelGeometry* geometry = workbench.geometry();
        const Status loaded = geometry != nullptr && !workbench.textures().empty()
                                  ? painter_.load(&geometry->model->puppet, workbench.textures())
                                  : painter_.load(nullptr, {});
        load_fault_ = loaded ? std::string() : loaded.error().text();
        loaded_serial_ = workbench.model_serial();
        fit_wanted_ = true;
    }
    draw_tool_bar(workbench);
    draw_options(workbench);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float bar = ImGui::GetFrameHeight() + t.px(12);
    const ImVec2 high{low.x + room.x, low.y + std::max(t.px(40), room.y - bar)};
    if (side_by_side) {
        const float middle = std::floor(0.5f * (low.x + high.x));
        draw_picture(workbench, 0, low, {middle - t.px(1), high.y}, Shown::exported);
        draw_picture(workbench, 1, {middle + t.px(1), low.y}, high, Shown::reference);
    } else {
        draw_picture(workbench, 0, low, high, workbench.shown);
    }
    draw_tools(workbench, low);
    ImGui::SetCursorScreenPos({low.x, high.y});
    draw_transport(workbench);
    fit_wanted_ = false;
}

void CanvasPanel::draw_tool_bar(Workbench& workbench) {
    const Theme& t = theme();
    ImGui::SetCursorPos({t.px(8), t.px(5)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(3), 0});
    for (const char* id : {"canvas.fit", "canvas.wire", "canvas.pins", "canvas.heat", "canvas.glue", "canvas.obstacles", "canvas.side_by_side"}) {
        action_icon_button(workbench.actions, id);
        ImGui::SameLine();
    }
    ImGui::PopStyleVar();
    const char* labels[] = {tr("shown.exported"), tr("shown.reference"), tr("shown.ghost")};
    const char* tips[] = {tr("shown.exported.tip"), tr("shown.reference.tip"), tr("shown.ghost.tip")};
    const char* why = !workbench.preview.has_model()                                               ? tr("why.no_model")
                      : workbench.preview.reference() == nullptr && !workbench.preview.building() ? tr("why.no_body")
                                                                                                   : nullptr;
    int index = static_cast<int>(workbench.shown);
    float widest = 0.0f;
    for (const char* label : labels) widest = std::max(widest, ImGui::CalcTextSize(label).x);
    const float width = 3.0f * (widest + t.px(18)) + t.px(4);
    const float left = ImGui::GetWindowWidth() - width - t.px(8);
    if (left > ImGui::GetCursorPosX()) ImGui::SetCursorPosX(left);
    ImGui::SetNextItemWidth(width);
    {
        const ui::Off off(why);
        if (ui::segments("shown", index, labels, tips)) workbench.shown = static_cast<Shown>(index);
    }
    ImGui::SetCursorPos({0, t.px(10) + ImGui::GetFrameHeight()});
}

void CanvasPanel::draw_options(Workbench& workbench) {
    CanvasTool& tool = *tools_[tool_];
    if (!tool.has_options() || !workbench.preview.has_model()) return;
    const Theme& t = theme();
    const ui::Scope scope(tool.id());
    ImGui::SetCursorPosX(t.px(8));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(6), t.px(4)});
    if (const char* why = tool.off(workbench); why != nullptr)
        ui::text_soft(why);
    else
        tool.options(workbench);
    ImGui::PopStyleVar();
    ImGui::SetCursorPos({0, ImGui::GetCursorPosY() + t.px(3)});
}

const render::Pose& CanvasPanel::rest_pose(const Workbench& workbench) {
    const studio::ModelGeometry* geometry = workbench.geometry();
    if (rest_serial_ != workbench.model_serial()) {
        rig::Evaluation evaluation(geometry->rig);
        evaluation.evaluate(geometry->rig.default_values(), {});
        rest_pose_.read(geometry->rig, evaluation);
        rest_serial_ = workbench.model_serial();
    }
    return rest_pose_;
}

/// What the colours mean: 0 to 1, of which kind.
void CanvasPanel::draw_heat_scale(const Workbench& workbench, ImDrawList& list, ImVec2 high) const {
    const Theme& t = theme();
    const char* name = tr(std::string("group.") + kGroupKinds[workbench.selection.group_kind]);
    const float width = t.px(110), bar = t.px(8), words = ImGui::CalcTextSize(name).x, line = ImGui::GetFontSize();
    const float box = std::max(width + t.px(28), words) + t.px(16);
    const ImVec2 a{high.x - box - t.px(8), high.y - line - bar - t.px(26)}, b{high.x - t.px(8), high.y - t.px(8)};
    list.AddRectFilled(a, b, faded(t.panel, 0.9f), t.px(4));
    list.AddText({a.x + t.px(8), a.y + t.px(4)}, t.text, name);
    const float y = a.y + line + t.px(9), left = a.x + t.px(22);
    list.AddText({a.x + t.px(8), y - 0.5f * (line - bar)}, t.text_soft, "0");
    constexpr int steps = 32;
    for (int i = 0; i < steps; ++i) {
        const render::Rgba c = render::heat_color((static_cast<float>(i) + 0.5f) / steps);
        const float x0 = left + width * static_cast<float>(i) / steps, x1 = left + width * static_cast<float>(i + 1) / steps;
        list.AddRectFilled({x0, y}, {x1, y + bar}, ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1.0f}));
    }
    list.AddText({left + width + t.px(6), y - 0.5f * (line - bar)}, t.text_soft, "1");
}

void CanvasPanel::draw_tools(Workbench& workbench, ImVec2 low) {
    const Theme& t = theme();
    const float side = ImGui::GetFrameHeight(), gap = t.px(2), margin = t.px(4);
    const auto count = static_cast<float>(tools_.size());
    const ImVec2 a{low.x + t.px(8), low.y + t.px(8)};
    const ImVec2 b{a.x + side + 2 * margin, a.y + count * side + (count - 1) * gap + 2 * margin};
    ImGui::SetCursorScreenPos(a);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {margin, margin});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, t.px(6));
    ImGui::PushStyleColor(ImGuiCol_ChildBg, faded(t.panel, 0.94f));
    ImGui::BeginChild("tools", {b.x - a.x, b.y - a.y}, false, ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar);
    for (const auto& tool : tools_) action_icon_button(workbench.actions, std::string("tool.") + tool->id());
    ImGui::EndChild();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

void CanvasPanel::move_camera(Camera& camera, const CanvasFrame& frame, bool over) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool space = !io.WantTextInput && ImGui::IsKeyDown(GLFW_KEY_SPACE);
    if (over && io.MouseWheel != 0.0f) {
        const Vec2 picture = camera.view.to_picture(frame.mouse);
        const render::View zoomed = camera.view.zoomed(std::pow(1.15f, io.MouseWheel), picture);
        if (zoomed.scale > 0.01f && zoomed.scale < 64.0f) camera.view = zoomed;
    }
    if (over && (ImGui::IsMouseClicked(ImGuiMouseButton_Middle) || (space && ImGui::IsMouseClicked(ImGuiMouseButton_Left))))
        panning_ = true;
    if (panning_ && !ImGui::IsMouseDown(ImGuiMouseButton_Middle) && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) panning_ = false;
    if (panning_ && (over || side_by_side)) {
        const Vec2 by{io.MouseDelta.x / camera.view.scale, io.MouseDelta.y / camera.view.scale};
        camera.view.center = camera.view.center - by;
    }
    if (over && (space || panning_)) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void CanvasPanel::labels(Workbench& workbench, ImVec2 low, ImVec2 high, Shown shown) const {
    const Theme& t = theme();
    const char* words = nullptr;
    ImU32 ink = t.warn;
    if (tools_[tool_]->at_rest()) {
        words = tr("canvas.at_rest");
        ink = t.text_soft;
    } else if (shown != Shown::exported && workbench.preview.reference() != nullptr) {
        words = tr("canvas.reference");
    } else if (workbench.session() != nullptr) {
        for (const auto& entry : workbench.document().bodies)
            if (entry.value->enabled && workbench.document().bakes.find(entry.id) == nullptr) words = tr("canvas.unbaked");
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto label = [&](const char* text_of_label, ImVec2 at, ImU32 color) {
        const ImVec2 size = ImGui::CalcTextSize(text_of_label);
        const ImVec2 pad{t.px(8), t.px(4)};
        const ImVec2 a{at.x, at.y - size.y - 2 * pad.y};
        list.AddRectFilled(a, {a.x + size.x + 2 * pad.x, at.y}, faded(t.panel, 0.9f), t.px(4));
        list.AddText({a.x + pad.x, a.y + pad.y}, color, text_of_label);
    };
    if (words != nullptr) label(words, {low.x + t.px(8), high.y - t.px(8)}, ink);
    if (side_by_side) {
        const char* name = shown == Shown::reference ? tr("shown.reference") : tr("shown.exported");
        const float right = high.x - ImGui::CalcTextSize(name).x - t.px(24);
        label(name, {right, low.y + t.px(8) + ImGui::GetFontSize() + t.px(8)}, shown == Shown::reference ? t.simulated : t.exported);
    }
}

void CanvasPanel::draw_picture(Workbench& workbench, int canvas, ImVec2 low, ImVec2 high, Shown shown) {
    const Theme& t = theme();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(low, high, true);
    list.AddRectFilled(low, high, t.canvas);
    const float check = t.px(12);
    for (int y = 0; static_cast<float>(y) * check < high.y - low.y; ++y)
        for (int x = y & 1; static_cast<float>(x) * check < high.x - low.x; x += 2) {
            const ImVec2 a{low.x + static_cast<float>(x) * check, low.y + static_cast<float>(y) * check};
            list.AddRectFilled(a, {a.x + check, a.y + check}, t.canvas_check);
        }
    Camera& camera = views_[static_cast<std::size_t>(canvas)];
    camera.low = low;
    camera.high = high;
    camera.view.width = std::max(1, static_cast<int>(high.x - low.x));
    camera.view.height = std::max(1, static_cast<int>(high.y - low.y));
    ImGui::SetCursorScreenPos(low);
    const std::string name = "picture" + std::to_string(canvas);
    ImGui::InvisibleButton(name.c_str(), {std::max(1.0f, high.x - low.x), std::max(1.0f, high.y - low.y)},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle | ImGuiButtonFlags_MouseButtonRight);
    ImGui::SetItemAllowOverlap();
    const bool over = ImGui::IsItemHovered();
    ui::record(name);
    if (!workbench.preview.has_model()) {
        list.PopClipRect();
        return;
    }
    if (fit_wanted_ || !camera.set) {
        camera.view = render::View::fit(workbench.geometry()->model->puppet.canvas, camera.view.width, camera.view.height, t.px(20));
        camera.set = true;
    }
    CanvasTool& tool = *tools_[tool_];
    const render::Pose& pose = tool.at_rest() ? rest_pose(workbench) : pose_of(workbench, shown);
    const ImGuiIO& io = ImGui::GetIO();
    CanvasFrame frame{workbench, canvas, camera.view, low, high, pose, over, false, false, false, {}, {}, io.KeyCtrl, io.KeyShift, io.KeyAlt};
    frame.mouse = camera.view.to_world({io.MousePos.x - low.x, io.MousePos.y - low.y});
    move_camera(camera, frame, over);
    frame.view = camera.view;
    frame.mouse = camera.view.to_world({io.MousePos.x - low.x, io.MousePos.y - low.y});
    if (over && !panning_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        pressed_canvas_ = canvas;
        press_ = frame.mouse;
        frame.pressed = true;
    }
    if (pressed_canvas_ == canvas) {
        frame.held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
        frame.released = !frame.held;
        if (frame.released) pressed_canvas_ = -1;
    }
    frame.press = press_;
    tool.input(frame);
    if (keys_pressed({GLFW_KEY_ESCAPE}) && !io.WantTextInput) tool.cancel(workbench);

    render::Overlays layers;
    OverlaySwitches on = overlays;
    if (tool.at_rest()) on.heat = false;  // the tool shows the weights as they are being changed
    add_model_overlays(workbench, pose, on, layers);
    if (shown == Shown::ghost && !tool.at_rest())
        if (const render::Pose* reference = workbench.preview.reference_pose()) {
            render::GhostOverlay ghost;
            ghost.pose = *reference;
            for (std::size_t m = 0; m < reference->meshes.size(); ++m)
                if (workbench.preview.reference()->simulates(static_cast<int>(m))) ghost.meshes.push_back(static_cast<int>(m));
            ghost.tint = rgba(t.simulated, 0.6f);
            layers.ghosts.push_back(std::move(ghost));
        }
    tool.overlay(frame, layers);
    const Result<ImTextureID> texture = painter_.draw(canvas, pose, camera.view, {}, layers);
    if (texture && *texture != nullptr) list.AddImage(*texture, low, {low.x + static_cast<float>(camera.view.width), low.y + static_cast<float>(camera.view.height)});
    if (overlays.obstacles && std::string_view(tool.id()) != "obstacle") draw_obstacles(frame, list);
    tool.draw(frame, list);
    if (on.heat || tool.at_rest()) draw_heat_scale(workbench, list, high);
    labels(workbench, low, high, shown);
    if (const std::string fault = !load_fault_.empty() ? load_fault_ : texture ? std::string() : texture.error().text(); !fault.empty())
        list.AddText({low.x + t.px(60), low.y + t.px(12)}, t.bad, fault.c_str());
    list.PopClipRect();
}

}  // namespace yure::editor
