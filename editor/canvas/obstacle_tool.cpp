/// Circles and capsules that keep the chosen body out: a press on a mesh makes one there, its middle and rim can be
/// dragged, Delete takes the chosen one away. They hang on vertices, so they go where the mesh goes.
#include <algorithm>

#include "canvas/obstacle_shape.hpp"
#include "canvas/tool_list.hpp"
#include "look/theme.hpp"
#include "widgets/flow_row.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr float kMostRadius = 10000.0f;

studio::Json settings_json(const studio::ObstacleSetting& o) {
    return {{"mesh", o.mesh}, {"vertex_a", o.vertex_a}, {"vertex_b", o.vertex_b}, {"radius_a", o.radius_a}, {"radius_b", o.radius_b}, {"friction", o.friction}};
}

int nearest_vertex(const render::Pose& pose, int row, Vec2 at) {
    int best = 0;
    float least = 1e30f;
    const std::vector<Vec2>& positions = pose.meshes[static_cast<std::size_t>(row)].positions;
    for (std::size_t v = 0; v < positions.size(); ++v)
        if (const float way = distance(positions[v], at); way < least) {
            least = way;
            best = static_cast<int>(v);
        }
    return best;
}

class ObstacleTool final : public CanvasTool {
  public:
    const char* id() const override { return "obstacle"; }
    Icon icon() const override { return Icon::circle; }
    const char* key() const override { return "O"; }
    bool has_options() const override { return true; }
    const char* off(const Workbench& workbench) const override {
        if (workbench.session() == nullptr) return tr("why.no_project");
        return body_of(workbench) != nullptr ? nullptr : tr("why.no_body");
    }

    void add_actions(Workbench& workbench) override {
        Action more;
        more.icon = Icon::trash;
        more.off = [this, &workbench]() -> const char* {
            if (workbench.session() == nullptr) return tr("why.no_project");
            return chosen(workbench) != nullptr ? nullptr : tr("why.no_obstacle");
        };
        workbench.actions.add("obstacle.remove", {"Delete"}, [this, &workbench] {
            workbench.apply("obstacle.set", {{"body", workbench.selection.body}, {"obstacle", name_}, {"settings", nullptr}});
            name_.clear();
        }, std::move(more));
    }

    void input(CanvasFrame& frame) override {
        const studio::Body* body = body_of(frame.workbench);
        if (body == nullptr) return;
        if (frame.pressed) begin(frame, *body);
        if (part_ == Part::none) return;
        drag(frame, *body);
        if (!frame.released) return;
        const bool changed = made_ || settings_json(edited_) != settings_json(before_);
        part_ = Part::none;
        if (changed) frame.workbench.apply("obstacle.set", {{"body", frame.workbench.selection.body}, {"obstacle", name_}, {"settings", settings_json(edited_)}});
    }

    void draw(const CanvasFrame& frame, ImDrawList& list) override {
        const studio::Body* body = body_of(frame.workbench);
        if (body == nullptr) return;
        const Theme& t = theme();
        const rig::Puppet& puppet = frame.workbench.geometry()->model->puppet;
        const auto show = [&](const studio::ObstacleSetting& obstacle, bool picked) {
            const auto shape = obstacle_shape(obstacle, puppet, frame.pose);
            if (!shape) return;
            draw_obstacle(frame, list, *shape, picked ? t.accent : t.text_soft, picked);
            for (const Vec2 middle : {shape->a, shape->b}) {
                list.AddCircleFilled(frame.to_screen(middle), t.px(4), picked ? t.accent : t.text_soft);
                list.AddCircle(frame.to_screen(middle), t.px(4), t.panel, 0, t.px(1));
            }
        };
        for (const auto& [name, obstacle] : body->obstacles)
            if (name != name_) show(obstacle, false);
        if (part_ != Part::none)
            show(edited_, true);
        else if (const studio::ObstacleSetting* own = chosen(frame.workbench))
            show(*own, true);
    }

    void options(Workbench& workbench) override {
        const studio::Body* body = body_of(workbench);
        if (body == nullptr) return;
        ui::FlowRow row;
        const char* shapes[] = {tr("obstacle.circle"), tr("obstacle.capsule")};
        const char* tips[] = {tr("obstacle.circle.tip"), tr("obstacle.capsule.tip")};
        const float width = 2.0f * (std::max(ImGui::CalcTextSize(shapes[0]).x, ImGui::CalcTextSize(shapes[1]).x) + theme().px(20));
        row.next(width);
        ImGui::SetNextItemWidth(width);
        ui::segments("shape", shape_, shapes, tips);
        std::vector<std::string> names{tr("obstacle.none")};
        int index = 0;
        for (const auto& [name, obstacle] : body->obstacles) {
            names.push_back(name);
            if (name == name_) index = static_cast<int>(names.size()) - 1;
        }
        std::vector<const char*> labels;
        for (const std::string& name : names) labels.push_back(name.c_str());
        row.labelled(tr("obstacle.chosen"), 130);
        if (ui::combo("chosen", index, labels)) name_ = index == 0 ? std::string() : names[static_cast<std::size_t>(index)];
        const studio::ObstacleSetting* own = chosen(workbench);
        const char* off = own == nullptr ? tr("why.no_obstacle") : nullptr;
        studio::ObstacleSetting changed = own != nullptr ? *own : studio::ObstacleSetting{};
        const bool circle = changed.vertex_a == changed.vertex_b;
        bool any = false;
        row.labelled(tr("obstacle.radius_a"), 124, tr("obstacle.radius.tip"));
        if (ui::slider("radius_a", changed.radius_a, {.low = 0.0f, .high = 1000.0f, .neutral = 20.0f, .unit = " px", .decimals = 0, .tip = tr("obstacle.radius.tip"), .off = off})) {
            any = true;
            if (circle) changed.radius_b = changed.radius_a;
        }
        row.labelled(tr("obstacle.radius_b"), 124, tr("obstacle.radius.tip"));
        any = ui::slider("radius_b", changed.radius_b, {.low = 0.0f, .high = 1000.0f, .neutral = 20.0f, .unit = " px", .decimals = 0, .tip = tr("obstacle.radius.tip"), .off = off != nullptr ? off : circle ? tr("why.circle") : nullptr}) || any;
        row.labelled(tr("obstacle.friction"), 112, tr("obstacle.friction.tip"));
        any = ui::slider("friction", changed.friction, {.neutral = 0.0f, .tip = tr("obstacle.friction.tip"), .off = off}) || any;
        if (any) workbench.apply("obstacle.set", {{"body", workbench.selection.body}, {"obstacle", name_}, {"settings", settings_json(changed)}});
        const Action* remove = workbench.actions.find("obstacle.remove");
        row.next(ui::button_width(tr("action.obstacle.remove"), true));
        if (ui::button("remove", tr("action.obstacle.remove"), {.icon = Icon::trash, .off = workbench.actions.off_reason(*remove)})) workbench.actions.run("obstacle.remove");
    }

    void cancel(Workbench&) override { part_ = Part::none; }

  private:
    enum class Part { none, middle_a, middle_b, rim_a, rim_b };

    static const studio::Body* body_of(const Workbench& workbench) { return workbench.document().bodies.find(workbench.selection.body); }
    const studio::ObstacleSetting* chosen(const Workbench& workbench) const {
        const studio::Body* body = body_of(workbench);
        if (body == nullptr) return nullptr;
        const auto found = body->obstacles.find(name_);
        return found != body->obstacles.end() ? &found->second : nullptr;
    }

    /// The topmost mesh below the mouse that is not simulated with this body; -1 = none.
    static int carrier_at(const CanvasFrame& frame, const studio::Body& body) {
        const rig::Puppet& puppet = frame.workbench.geometry()->model->puppet;
        return mesh_at(frame.pose, puppet, frame.mouse, [&](int row) {
            return std::find(body.meshes.begin(), body.meshes.end(), puppet.mesh.id[static_cast<std::size_t>(row)].view()) == body.meshes.end();
        });
    }

    void begin(const CanvasFrame& frame, const studio::Body& body) {
        const rig::Puppet& puppet = frame.workbench.geometry()->model->puppet;
        const float near = theme().px(8) / frame.view.scale;
        part_ = Part::none;
        made_ = false;
        const auto take = [&](const std::string& name, const studio::ObstacleSetting& obstacle, Part part) {
            part_ = part;
            name_ = name;
            edited_ = before_ = obstacle;
        };
        for (const auto& [name, obstacle] : body.obstacles) {
            const auto shape = obstacle_shape(obstacle, puppet, frame.pose);
            if (!shape) continue;
            const float to_a = distance(frame.mouse, shape->a), to_b = distance(frame.mouse, shape->b);
            const bool circle = obstacle.vertex_a == obstacle.vertex_b;
            if (to_a < near) return take(name, obstacle, Part::middle_a);
            if (!circle && to_b < near) return take(name, obstacle, Part::middle_b);
            if (std::abs(to_a - shape->radius_a) < near) return take(name, obstacle, Part::rim_a);
            if (!circle && std::abs(to_b - shape->radius_b) < near) return take(name, obstacle, Part::rim_b);
        }
        const int row = carrier_at(frame, body);
        if (row < 0) {
            name_.clear();
            frame.workbench.toasts.add(ToastKind::info, tr("obstacle.where"));
            return;
        }
        name_ = "obstacle";
        for (int number = 2; body.obstacles.contains(name_); ++number) name_ = "obstacle " + std::to_string(number);
        edited_ = {};
        edited_.mesh = std::string(puppet.mesh.id[static_cast<std::size_t>(row)].view());
        edited_.vertex_a = edited_.vertex_b = nearest_vertex(frame.pose, row, frame.mouse);
        before_ = edited_;
        made_ = true;
        part_ = shape_ == 0 ? Part::rim_a : Part::middle_b;
    }

    void drag(const CanvasFrame& frame, const studio::Body& body) {
        const rig::Puppet& puppet = frame.workbench.geometry()->model->puppet;
        // A click is no drag: a new circle keeps its size, an old one stays where it is.
        if (distance(frame.press, frame.mouse) * frame.view.scale < 3.0f) return;
        const bool circle = edited_.vertex_a == edited_.vertex_b && part_ != Part::middle_b;
        const int row = puppet.find_mesh(edited_.mesh);
        if (row < 0 || frame.pose.meshes[static_cast<std::size_t>(row)].positions.empty()) return;
        const auto shape = obstacle_shape(edited_, puppet, frame.pose);
        if (!shape) return;
        switch (part_) {
        case Part::none: break;
        case Part::middle_a: {
            int carrier = circle ? carrier_at(frame, body) : row;
            if (carrier < 0) carrier = row;
            edited_.mesh = std::string(puppet.mesh.id[static_cast<std::size_t>(carrier)].view());
            edited_.vertex_a = nearest_vertex(frame.pose, carrier, frame.mouse);
            if (circle) edited_.vertex_b = edited_.vertex_a;
            break;
        }
        case Part::middle_b: edited_.vertex_b = nearest_vertex(frame.pose, row, frame.mouse); break;
        case Part::rim_a:
            edited_.radius_a = std::min(kMostRadius, distance(shape->a, frame.mouse));
            if (circle) edited_.radius_b = edited_.radius_a;
            break;
        case Part::rim_b: edited_.radius_b = std::min(kMostRadius, distance(shape->b, frame.mouse)); break;
        }
    }

    int shape_ = 0;
    std::string name_;  // of the chosen one; empty = none
    Part part_ = Part::none;
    bool made_ = false;
    studio::ObstacleSetting edited_, before_;
};

}  // namespace

std::unique_ptr<CanvasTool> make_obstacle_tool() { return std::make_unique<ObstacleTool>(); }

}  // namespace yure::editor
