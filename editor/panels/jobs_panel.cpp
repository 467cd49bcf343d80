/// Long work: what runs, what waits, what came of it. Each can be cancelled.
#include <ranges>

#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

class JobsPanel final : public Panel {
  public:
    const char* id() const override { return "jobs"; }

    void draw(Workbench& workbench) override {
        const std::vector<studio::JobInfo>& jobs = workbench.jobs();
        if (jobs.empty()) {
            ui::empty_note(Icon::bake, tr("jobs.empty"));
            return;
        }
        for (const studio::JobInfo& job : jobs | std::views::reverse) draw_job(workbench, job);
    }

  private:
    static void draw_job(Workbench& workbench, const studio::JobInfo& job) {
        const Theme& t = theme();
        const ui::Scope scope(std::to_string(job.id));
        const bool over = studio::is_over(job.state);
        ImU32 color = t.text_soft;
        Icon icon = Icon::history;
        switch (job.state) {
        case studio::JobState::done: color = t.good; icon = Icon::check; break;
        case studio::JobState::failed: color = t.bad; icon = Icon::warning; break;
        case studio::JobState::cancelled: color = t.off; icon = Icon::close; break;
        case studio::JobState::running: color = t.accent; icon = Icon::play; break;
        case studio::JobState::queued: break;
        }
        ui::RowLook look;
        look.icon = icon;
        look.color = color == t.good ? 0 : color;
        look.trailing = over ? 0.0f : ImGui::GetFrameHeight() + t.px(4);
        ui::row("row", job.label, look);
        if (!over) {
            ImGui::SameLine(0, t.px(4));
            if (ui::icon_button("cancel", Icon::close, tr("jobs.cancel"), {.flat = true})) workbench.session()->cancel(job.id);
            ui::progress("progress", static_cast<float>(job.fraction),
                         job.state == studio::JobState::queued ? tr("jobs.queued") : job.stage.c_str());
        }
        if (job.state == studio::JobState::failed) ui::text_colored(t.bad, job.error.text());
        for (const Notice& notice : job.notices)
            ui::text_soft(notice.where.empty() ? notice.what : notice.where + ": " + notice.what);
        ui::gap(3);
    }
};

}  // namespace

std::unique_ptr<Panel> make_jobs_panel() { return std::make_unique<JobsPanel>(); }

}  // namespace yure::editor
