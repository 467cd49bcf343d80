/// The test scenes, played live: small bodies that show one thing each. They have no model and are no part of a project.
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "scenes/scenes.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/sim/solver.hpp"

namespace yure::editor {
namespace {

/// A scene on its way.
struct Run {
    scenes::NamedScene scene;
    sim::Scene built;
    sim::Solver solver;
    std::vector<Vec2> positions;
    scenes::Drive drive;
    Vec2 low, high;  ///< of everything it will hold, world px
    int frame = 0;

    Run(scenes::NamedScene named, sim::Scene made) : scene(std::move(named)), built(std::move(made)), solver(built, 1) {
        positions.resize(static_cast<std::size_t>(built.particle_count()));
        restart();
        low = high = positions.front();
        // The way of the rig and of the obstacles, so that nothing leaves the picture.
        for (double time = 0.0; time <= scene.seconds; time += 0.1) {
            const scenes::Drive at = scene.drive_at(time);
            for (const auto* points : {&at.goals, &at.obstacles})
                for (const Vec2 p : *points) {
                    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
                }
        }
        const Vec2 margin = (high - low) * 0.15f + Vec2{10.0f, 10.0f};
        low = low - margin;
        high = high + margin;
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    void restart() {
        frame = 0;
        drive = scene.drive_at(0.0);
        solver.reset(0, drive.goals);
        solver.positions(0, positions);
    }
    void step() {
        ++frame;
        if (frame / 60.0 > scene.seconds) {
            restart();
            return;
        }
        drive = scene.drive_at(frame / 60.0);
        solver.set_goals(0, drive.goals);
        if (!drive.anchors.empty()) solver.set_anchors(0, drive.anchors);
        if (!drive.obstacles.empty()) solver.set_obstacles(0, drive.obstacles);
        solver.set_wind(0, drive.wind);
        solver.step();
        solver.positions(0, positions);
    }
};

class ScenesPanel final : public Panel {
  public:
    const char* id() const override { return "scenes"; }
    bool shown_at_first() const override { return false; }
    bool works_without_project() const override { return true; }

    void draw(Workbench& workbench) override {
        if (names_.empty())
            for (const scenes::NamedScene& scene : scenes::all_scenes()) names_.push_back(scene.name);
        std::vector<const char*> labels;
        for (const std::string& name : names_) {
            const std::string key = "scene." + name;
            labels.push_back(has_text(key) ? tr(key) : name.c_str());
        }
        ui::property(tr("scenes.scene"), tr("scenes.tip"));
        const bool other = ui::combo("scene", chosen_, labels, tr("scenes.tip"));
        if (other || run_ == nullptr) start(workbench);
        if (run_ == nullptr) return;
        ui::text_soft(run_->scene.what);
        if (ui::icon_button("play", running_ ? Icon::pause : Icon::play, running_ ? tr("transport.pause") : tr("scenes.play"))) running_ = !running_;
        ImGui::SameLine();
        if (ui::icon_button("restart", Icon::to_start, tr("scenes.restart"))) run_->restart();
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ui::text_soft(tr("scenes.size", {std::to_string(run_->positions.size()), std::to_string(run_->frame)}));
        if (running_) advance_time();
        draw_scene();
    }

  private:
    void start(Workbench& workbench) {
        run_.reset();
        scenes::NamedScene scene = scenes::find_scene(names_[static_cast<std::size_t>(chosen_)]);
        auto built = sim::Scene::build(scene.spec);
        if (!built) {
            workbench.toasts.add(ToastKind::error, built.error().text());
            return;
        }
        run_ = std::make_unique<Run>(std::move(scene), std::move(*built));
        fonts().need(run_->scene.what);
        owed_ = 0.0f;
    }

    void advance_time() {
        owed_ = std::min(owed_ + ImGui::GetIO().DeltaTime, 0.1f);
        for (; owed_ >= 1.0f / 60.0f; owed_ -= 1.0f / 60.0f) run_->step();
    }

    void draw_scene() {
        const Theme& t = theme();
        const ImVec2 low = ImGui::GetCursorScreenPos();
        ImVec2 room = ImGui::GetContentRegionAvail();
        room.y = std::max(room.y, t.px(160));
        ImGui::Dummy(room);
        ui::record("picture", std::to_string(run_->frame));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(low, {low.x + room.x, low.y + room.y}, t.canvas, t.px(4));
        list.PushClipRect(low, {low.x + room.x, low.y + room.y}, true);
        const Vec2 size = run_->high - run_->low;
        const float scale = std::min(room.x / size.x, room.y / size.y);
        const ImVec2 origin{low.x + 0.5f * (room.x - size.x * scale), low.y + 0.5f * (room.y - size.y * scale)};
        const auto place = [&](Vec2 p) { return ImVec2(origin.x + (p.x - run_->low.x) * scale, origin.y + (p.y - run_->low.y) * scale); };
        std::size_t first = 0;
        for (const sim::SceneMesh& mesh : run_->scene.spec.meshes) {
            const auto at = [&](std::uint16_t v) { return place(run_->positions[first + v]); };
            for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
                const ImVec2 a = at(mesh.triangles[i]), b = at(mesh.triangles[i + 1]), c = at(mesh.triangles[i + 2]);
                list.AddTriangleFilled(a, b, c, faded(t.simulated, 0.28f));
                list.AddTriangle(a, b, c, faded(t.simulated, 0.8f), t.px(1));
            }
            first += mesh.rest.size();
        }
        const std::span<const float> pins = run_->built.pin();
        for (std::size_t p = 0; p < run_->positions.size() && p < pins.size(); ++p)
            if (pins[p] > 0.02f) list.AddCircleFilled(place(run_->positions[p]), t.px(1.5f + 1.5f * pins[p]), t.exported);
        for (std::size_t o = 0; o < run_->scene.spec.obstacles.size() && 2 * o + 1 < run_->drive.obstacles.size(); ++o) {
            const sim::Obstacle& obstacle = run_->scene.spec.obstacles[o];
            const ImVec2 a = place(run_->drive.obstacles[2 * o]), b = place(run_->drive.obstacles[2 * o + 1]);
            list.AddCircle(a, obstacle.radius_a * scale, t.warn, 0, t.px(1.5f));
            list.AddCircle(b, obstacle.radius_b * scale, t.warn, 0, t.px(1.5f));
            list.AddLine(a, b, t.warn, t.px(1.5f));
        }
        list.PopClipRect();
    }

    std::vector<std::string> names_;
    int chosen_ = 0;
    std::unique_ptr<Run> run_;
    bool running_ = true;
    float owed_ = 0.0f;
};

}  // namespace

std::unique_ptr<Panel> make_scenes_panel() { return std::make_unique<ScenesPanel>(); }

}  // namespace yure::editor
