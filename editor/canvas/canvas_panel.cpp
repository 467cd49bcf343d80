#include "canvas/canvas_panel.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "canvas/error_heat.hpp"
#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

render::Rgba rgba(ImU32 color, float alpha = 1.0f) {
    const ImVec4 c = to_vec4(color);
    return {c.x, c.y, c.z, c.w * alpha};
}

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
    actions.add("canvas.wire", {"W"}, [this] { show_wire = !show_wire; }, with(Icon::wire, [this] { return show_wire; }));
    actions.add("canvas.pins", {"Shift+P"}, [this] { show_pins = !show_pins; }, with(Icon::pin, [this] { return show_pins; }));
    actions.add("canvas.heat", {"H"}, [this] { show_heat = !show_heat; }, with(Icon::heat, [this] { return show_heat; }));
    actions.add("canvas.side_by_side", {"Shift+C"}, [this, &workbench] {
        side_by_side = !side_by_side;
        if (side_by_side && workbench.shown == Shown::exported) workbench.shown = Shown::ghost;  // the reference has to run
        fit();
    }, with(Icon::side_by_side, [this] { return side_by_side; }));
    Preview& preview = workbench.preview;
    actions.add("preview.play", {"P"}, [&preview] { preview.running = !preview.running; }, with(Icon::play));
    Action step = with(Icon::step_forward);
    step.repeats = true;
    actions.add("preview.step", {"."}, [&preview] {
        preview.running = false;
        preview.step();
    }, std::move(step));
    actions.add("preview.restart", {"R"}, [&preview] { preview.reset(); }, with(Icon::to_start));
    actions.add("preview.shake", {"S"}, [&preview] {
        preview.driver().shake();
        preview.running = true;
    }, with(Icon::shake));
    actions.add("preview.rest", {"Shift+R"}, [&preview] { preview.driver().release_all(); }, with(Icon::reset));
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
    for (const char* id : {"canvas.fit", "canvas.wire", "canvas.pins", "canvas.heat", "canvas.side_by_side"}) {
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

void CanvasPanel::overlays(Workbench& workbench, const render::Pose& pose, render::Overlays& out) const {
    const Theme& t = theme();
    const rig::Puppet& puppet = workbench.geometry()->model->puppet;
    const studio::Document& document = workbench.document();
    const studio::Body* body = document.bodies.find(workbench.selection.body);
    const auto each_mesh = [&](const std::vector<std::string>& ids, const auto& visit) {
        for (const std::string& id : ids)
            if (const int row = puppet.find_mesh(id); row >= 0 && !pose.meshes[static_cast<std::size_t>(row)].hidden) visit(row, id);
    };
    const std::vector<std::string>& subject = body != nullptr && workbench.selection.meshes.empty() ? body->meshes : workbench.selection.meshes;
    if (show_heat)
        each_mesh(subject, [&](int row, const std::string& id) {
            const auto count = static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(row)]);
            const studio::MeshGroups* groups = document.groups.find(id);
            render::HeatOverlay heat;
            heat.mesh = row;
            if (workbench.selection.group_kind == 0) {
                if (groups != nullptr && groups->weights.pin.size() == count)
                    heat.values = groups->weights.pin;
                else if (workbench.preview.reference() != nullptr)
                    heat.values = workbench.preview.reference()->pins(row);
                if (heat.values.size() != count) heat.values.assign(count, 0.0f);
            } else {
                const sim::VertexGroups none;
                const sim::VertexGroups& weights = groups != nullptr ? groups->weights : none;
                const std::vector<float>* kinds[] = {&weights.pin, &weights.stiffness, &weights.goal, &weights.mass, &weights.damping};
                heat.values = *kinds[workbench.selection.group_kind];
                if (heat.values.size() != count) heat.values.assign(count, 1.0f);
            }
            out.heat.push_back(std::move(heat));
        });
    add_error_heat(workbench, out);
    if (show_wire)
        each_mesh(workbench.selection.meshes, [&](int row, const std::string&) {
            render::WireOverlay wire;
            wire.mesh = row;
            wire.color = rgba(t.accent, 0.7f);
            wire.width = t.px(1);
            out.wires.push_back(wire);
        });
    if (show_pins && body != nullptr && workbench.preview.reference() != nullptr)
        each_mesh(body->meshes, [&](int row, const std::string&) {
            const std::vector<float> pins = workbench.preview.reference()->pins(row);
            const std::vector<Vec2>& at = pose.meshes[static_cast<std::size_t>(row)].positions;
            for (std::size_t v = 0; v < pins.size() && v < at.size(); ++v)
                if (pins[v] > 0.02f)
                    out.points.push_back({at[v], {1.0f, 0.35f, 0.1f, 0.35f + 0.65f * pins[v]}, t.px(1.5f + 1.5f * pins[v])});
        });
}

void CanvasPanel::labels(Workbench& workbench, ImVec2 low, ImVec2 high, Shown shown) const {
    const Theme& t = theme();
    const char* words = nullptr;
    if (shown != Shown::exported && workbench.preview.reference() != nullptr)
        words = tr("canvas.reference");
    else if (workbench.session() != nullptr)
        for (const auto& entry : workbench.document().bodies)
            if (entry.value->enabled && workbench.document().bakes.find(entry.id) == nullptr) words = tr("canvas.unbaked");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto label = [&](const char* text_of_label, ImVec2 at, ImU32 ink) {
        const ImVec2 size = ImGui::CalcTextSize(text_of_label);
        const ImVec2 pad{t.px(8), t.px(4)};
        const ImVec2 a{at.x, at.y - size.y - 2 * pad.y};
        list.AddRectFilled(a, {a.x + size.x + 2 * pad.x, at.y}, faded(t.panel, 0.9f), t.px(4));
        list.AddText({a.x + pad.x, a.y + pad.y}, ink, text_of_label);
    };
    if (words != nullptr) label(words, {low.x + t.px(8), high.y - t.px(8)}, t.warn);
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
    const render::Pose& pose = pose_of(workbench, shown);
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
    CanvasTool& tool = *tools_[tool_];
    tool.input(frame);
    if (keys_pressed({GLFW_KEY_ESCAPE}) && !io.WantTextInput) tool.cancel(workbench);

    render::Overlays layers;
    overlays(workbench, pose, layers);
    if (shown == Shown::ghost)
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
    tool.draw(frame, list);
    labels(workbench, low, high, shown);
    if (const std::string fault = !load_fault_.empty() ? load_fault_ : texture ? std::string() : texture.error().text(); !fault.empty())
        list.AddText({low.x + t.px(60), low.y + t.px(12)}, t.bad, fault.c_str());
    list.PopClipRect();
}

void CanvasPanel::draw_transport(Workbench& workbench) {
    const Theme& t = theme();
    const ui::Scope scope("transport");
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({start.x + t.px(8), start.y + t.px(6)});
    const ui::Off off(workbench.preview.has_model() ? nullptr : tr("why.no_model"));
    Preview& preview = workbench.preview;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(3), 0});
    if (ui::icon_button("play", preview.running ? Icon::pause : Icon::play, preview.running ? tr("transport.pause") : tr("transport.play"),
                        {.flat = true}))
        preview.running = !preview.running;
    ImGui::SameLine();
    for (const char* id : {"preview.step", "preview.restart"}) {
        action_icon_button(workbench.actions, id);
        ImGui::SameLine();
    }
    bool loop = preview.has_model() && preview.driver().loop;
    if (ui::icon_button("loop", Icon::loop, tr("transport.loop"), {.flat = true, .lit = loop}) && preview.has_model())
        preview.driver().loop = !loop;
    ImGui::PopStyleVar();
    ImGui::SameLine();
    std::vector<std::string> names{tr("transport.no_motion")};
    int index = 0;
    if (preview.has_model()) {
        for (const MotionEntry& motion : preview.driver().motions()) names.push_back(motion.name);
        index = preview.driver().playing_clip() ? -1 : preview.driver().playing() + 1;
    }
    std::vector<const char*> labels;
    for (const std::string& name : names) labels.push_back(name.c_str());
    ImGui::SetNextItemWidth(t.px(124));
    if (ui::combo("motion", index, labels, tr("transport.motion.tip")) && preview.has_model()) {
        if (const Status played = preview.driver().play(index - 1); !played)
            workbench.toasts.add(ToastKind::error, played.error().text());
        preview.running = true;
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(t.px(84));
    ui::slider("speed", preview.speed, {.low = 0.1f, .high = 2.0f, .neutral = 1.0f, .unit = "×", .decimals = 2, .tip = tr("transport.speed.tip")});
    ImGui::SameLine();
    action_icon_button(workbench.actions, "preview.shake");
    struct Switch {
        const char* id;
        bool PoseDriver::*flag;
    };
    constexpr Switch switches[] = {{"idle", &PoseDriver::idle}, {"breath", &PoseDriver::breath}, {"blink", &PoseDriver::blink}};
    for (const Switch& each : switches) {
        const char* label = tr(std::string("transport.") + each.id);
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(label).x + t.px(30)) break;
        bool on = preview.has_model() && preview.driver().*each.flag;
        if (ui::checkbox(each.id, label, on, tr(std::string("transport.") + each.id + ".tip")) && preview.has_model())
            preview.driver().*each.flag = on;
    }
}

}  // namespace yure::editor
