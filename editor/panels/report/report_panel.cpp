/// The figures of the bakes, body by body and motion by motion, what they cost, and what the last export lost.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/file_dialog.hpp"
#include "look/theme.hpp"
#include "panels/compare/tip_curves.hpp"
#include "panels/panel_list.hpp"
#include "panels/report/loss_table.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/studio/build_info.hpp"
#include "yure/studio/gate.hpp"
#include "yure/studio/project_report.hpp"

namespace yure::editor {
namespace {

struct Column {
    const char* figure;
    const char* heading;  ///< key of its text
    int decimals;
    double low, high;     ///< outside of it is shown in the warning colour
};
constexpr double kAny = 1e9;
constexpr Column kColumns[] = {{"simulated_px", "report.moves", 0, -kAny, kAny}, {"amplitude", "metric.amplitude", 2, 0.75, 1.3},
                               {"lag_ms", "metric.lag_ms", 0, -80.0, 80.0},      {"settle", "metric.settle", 2, 0.6, 1.6},
                               {"jitter", "metric.jitter", 2, -kAny, 1.5},       {"r2", "metric.r2_10px", 2, 0.5, kAny},
                               {"p95_px", "metric.p95_px", 1, -kAny, kAny}};

class ReportPanel final : public Panel {
  public:
    const char* id() const override { return "report"; }
    bool shown_at_first() const override { return false; }

    void draw(Workbench& workbench) override {
        if (workbench.session() == nullptr || workbench.document().bakes.empty()) {
            ui::empty_note(Icon::chart, workbench.session() == nullptr ? tr("why.no_project") : tr("report.empty"));
            return;
        }
        const std::shared_ptr<const studio::Document> kept = workbench.session()->snapshot();
        draw_bar(workbench, *kept);
        for (const auto& entry : kept->bodies)
            if (const studio::StoredBake* bake = kept->bakes.find(entry.id)) draw_body(workbench, entry.id, *entry.value, *bake);
        if (!workbench.last_losses.is_null() && ui::section("losses", tr("report.losses"), false)) draw_losses(member(workbench.last_losses, "losses"));
    }

  private:
    void draw_bar(Workbench& workbench, const studio::Document& document) {
        const Theme& t = theme();
        const ui::Scope scope("bar");
        int failures = 0;
        for (const auto& entry : document.bodies)
            if (const studio::StoredBake* bake = document.bakes.find(entry.id))
                failures += static_cast<int>(studio::gate_failures({}, studio::read_summary(member(bake->report, "summary"))).size());
        ImGui::AlignTextToFramePadding();
        ImGui::PushStyleColor(ImGuiCol_Text, failures == 0 ? t.good : t.warn);
        const std::string words = failures == 0 ? std::string(tr("report.good")) : tr("report.odd", {std::to_string(failures)});
        ui::text(words);
        ImGui::PopStyleColor();
        const float width = ui::button_width(tr("report.save"), true);
        ImGui::SameLine();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
        const char* off = workbench.geometry() == nullptr ? tr("why.no_model") : nullptr;
        if (!ui::button("save", tr("report.save"), {.icon = Icon::save, .tip = tr("report.save.tip"), .off = off}) || !workbench.choose_file) return;
        FileRequest request;
        request.mode = FileRequest::Mode::save;
        request.title = tr("report.save.title");
        request.accept = tr("files.save.button");
        request.endings = {".json"};
        request.ending = ".json";
        request.name = "report.json";
        request.chosen = [&workbench](const std::filesystem::path& path) { save(workbench, path); };
        workbench.choose_file(std::move(request));
    }

    static void save(Workbench& workbench, const std::filesystem::path& path) {
        if (workbench.geometry() == nullptr) return;
        const studio::ProjectReport report = studio::project_report(workbench.document(), *workbench.geometry(), {}, studio::Gate{}, "yure-editor " + std::string(studio::build_info().version));
        const std::string text = report.document.dump(2, ' ', false, studio::Json::error_handler_t::replace) + "\n";
        // The dialog has asked about a file that is there already.
        if (const Status put = studio::write_file(path, text, studio::Overwrite::replace); put)
            workbench.toasts.add(ToastKind::good, tr("save.done", {path_text(path)}));
        else
            workbench.toasts.add(ToastKind::error, tr("save.failed", {put.error().text()}));
    }

    void draw_body(Workbench& workbench, const std::string& id, const studio::Body& body, const studio::StoredBake& bake) {
        const studio::Json& summary = member(bake.report, "summary");
        const studio::Freshness state = workbench.freshness(id).state;
        if (!ui::section(id, body.shown_name(), true, freshness_text(state), freshness_color(state))) return;
        const ui::Scope scope(id);
        draw_visual_checks(summary, member(bake.report, "warnings"));
        draw_cost(bake.report);
        draw_clips(workbench, id, member(bake.report, "clips"));
        ui::gap(4);
    }

    static void draw_cost(const studio::Json& report) {
        const studio::Json& cost = member(report, "cost");
        if (!cost.is_object()) return;
        ui::text_soft(tr("report.cost", {number(number_member(cost, "parameters", 0.0), 0), number(number_member(cost, "groups", 0.0), 0),
                                         number(number_member(cost, "keyforms", 0.0), 0), number(number_member(cost, "keyform_bytes", 0.0) / 1024.0, 0)}));
    }

    void draw_clips(Workbench& workbench, const std::string& body, const studio::Json& clips) {
        if (!clips.is_array() || clips.empty()) return;
        const Theme& t = theme();
        // Where there is little room the columns to the right are left out.
        const float room = ImGui::GetContentRegionAvail().x;
        const int columns = std::clamp(static_cast<int>((room - t.px(130)) / t.px(62)), 2, static_cast<int>(std::size(kColumns)));
        if (!ImGui::BeginTable("clips", columns + 1, ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH)) return;
        ImGui::TableSetupColumn(tr("report.motion"), ImGuiTableColumnFlags_WidthStretch);
        const auto shown = [&](int c) -> const Column& { return columns == static_cast<int>(std::size(kColumns)) ? kColumns[c] : kColumns[c == 0 ? 1 : c == 1 ? 5 : c == 2 ? 2 : c == 3 ? 6 : c == 4 ? 3 : 4]; };
        for (int c = 0; c < columns; ++c) ImGui::TableSetupColumn(tr(shown(c).heading), ImGuiTableColumnFlags_WidthFixed, t.px(54));
        ImGui::TableHeadersRow();
        for (const studio::Json& clip : clips) draw_clip(workbench, body, clip, columns, shown);
        ImGui::EndTable();
    }

    template <class Shown>
    void draw_clip(Workbench& workbench, const std::string& body, const studio::Json& clip, int columns, const Shown& shown) {
        const Theme& t = theme();
        const std::string id = text_member(clip, "clip");
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        if (ui::row(id, clip_label(workbench, id), {.tip = tr("report.play.tip")}).double_clicked) {
            workbench.selection.body = body;
            workbench.comparison.play(workbench, body, id);
        }
        const bool counts = number_member(clip, "simulated_px", 0.0) > 10.0;
        for (int c = 0; c < columns; ++c) {
            ImGui::TableNextColumn();
            const Column& column = shown(c);
            const double value = number_member(clip, column.figure, NAN);
            const bool odd = counts && (value < column.low || value > column.high);
            ImGui::AlignTextToFramePadding();
            ImGui::PushStyleColor(ImGuiCol_Text, odd ? t.warn : counts ? t.text : t.text_soft);
            ui::text(std::isfinite(value) ? number(value, column.decimals) : "–");
            ImGui::PopStyleColor();
        }
    }
};

}  // namespace

std::unique_ptr<Panel> make_report_panel() { return std::make_unique<ReportPanel>(); }

}  // namespace yure::editor
