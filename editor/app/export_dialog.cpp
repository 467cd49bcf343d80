#include "app/export_dialog.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "input/keys.hpp"
#include "look/theme.hpp"
#include "panels/report/loss_table.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/studio/build_info.hpp"
#include "yure/studio/budget.hpp"
#include "yure/studio/project_model.hpp"

namespace yure::editor {
namespace {

constexpr std::array kBudgets{"", "free", "phone"};

std::optional<studio::Budget> budget_of(const Workbench& workbench) {
    const std::string& name = workbench.document().settings.budget;
    if (name.empty()) return std::nullopt;
    auto found = studio::find_budget(name);
    if (!found) return std::nullopt;
    return std::move(*found);
}

}  // namespace

void ExportDialog::open(Workbench& workbench) {
    open_ = appearing_ = true;
    choosing_ = false;
    done_.reset();
    job_ = 0;
    planned_.clear();
    if (!folder_.empty()) return;
    // Beside the project, else beside the model; never the model's own folder, which is not touched.
    const studio::ModelLocation& model = workbench.geometry()->model->location;
    std::filesystem::path parent = workbench.has_name() ? workbench.session()->path().parent_path() : std::filesystem::path();
    if (parent.empty()) parent = workbench.settings.places.empty() ? std::filesystem::current_path() : workbench.settings.places.front();
    folder_ = path_text(parent / text_path(model.base_name + "-yure"));
}

void ExportDialog::plan(Workbench& workbench) {
    const std::string state = workbench.session()->state();
    if (state == planned_) return;
    planned_ = state;
    plan_.reset();
    auto made = std::make_shared<Plan>();
    studio::JobTask task;
    task.kind = "plan";
    task.label = tr("job.plan_export");
    task.lane = "preview";
    task.run = [made, document = workbench.session()->snapshot(), geometry = workbench.session()->geometry(), budget = budget_of(workbench)](const Work&) -> Status {
        const auto written = studio::written_model(*document, *geometry->model, {true, budget});
        if (!written) {
            made->fault = written.error().text();
            return {};
        }
        made->size = studio::puppet_size(written->puppet);
        made->size["physics_groups"] = static_cast<double>(written->physics.groups.size());
        for (const studio::WrittenBody& body : written->bodies) made->bodies.push_back(body.id);
        for (const studio::Loss& loss : written->losses)
            made->losses.push_back({{"object", loss.object}, {"feature", loss.feature}, {"handling", loss.handling}, {"note", loss.note}, {"error", loss.error ? studio::Json(*loss.error) : studio::Json(nullptr)}});
        return {};
    };
    task.finish = [this, made, state] {
        if (state == planned_) plan_ = made;
        return studio::JobEnd{};
    };
    workbench.session()->submit(std::move(task));
}

void ExportDialog::start(Workbench& workbench) {
    auto done = std::make_shared<Done>();
    done->folder = text_path(folder_);
    studio::ExportOptions options;
    options.program = "yure-editor " + std::string(studio::build_info().version);
    options.ascii_names = workbench.document().settings.ascii_names;
    options.budget = budget_of(workbench);
    if (motions_) options.motions = studio::MotionBake{loop_, static_cast<double>(preroll_)};
    studio::JobTask task;
    task.kind = "export";
    task.label = tr("job.export", {path_text(done->folder.filename())});
    task.run = [done, options, overwrite = replace_ ? studio::Overwrite::replace : studio::Overwrite::refuse, document = workbench.session()->snapshot(),
                geometry = workbench.session()->geometry()](const Work& work) -> Status {
        auto out = studio::OutputFolder::begin(done->folder, overwrite);
        if (!out) return out.error();
        auto outcome = studio::export_project(*document, *geometry, options, *out, work);
        if (!outcome) return outcome.error();
        if (const Status put = out->commit(); !put) return put;
        done->losses = outcome->losses;
        const studio::Json& files = member(done->losses, "files");
        done->files = files.is_array() ? files.size() : 0;
        return {};
    };
    task.finish = [this, done, &workbench] {
        done_ = *done;
        workbench.settings.add_place(done->folder.parent_path());
        workbench.last_losses = done->losses;
        workbench.toasts.add(ToastKind::good, tr("export.done", {path_text(done->folder), std::to_string(done->files)}));
        return studio::JobEnd{};
    };
    done_.reset();
    job_ = workbench.session()->submit(std::move(task));
}

const char* ExportDialog::off(Workbench& workbench) const {
    if (folder_.empty()) return tr("why.no_folder");
    const std::filesystem::path folder = text_path(folder_);
    std::error_code failed;
    if (std::filesystem::exists(folder, failed) && !replace_) return tr("why.folder_exists");
    if (workbench.current_bake() != nullptr) return tr("why.baking");
    if (plan_ == nullptr) return tr("why.planning");
    return plan_->fault.empty() ? nullptr : plan_->fault.c_str();
}

void ExportDialog::draw(Workbench& workbench, FileDialog& files) {
    if (choosing_ && !files.is_open()) {
        choosing_ = false;
        appearing_ = true;
    }
    if (!open_ || choosing_ || files.is_open()) return;
    if (workbench.geometry() == nullptr) {
        open_ = false;
        return;
    }
    const Theme& t = theme();
    const ui::Scope scope("export");
    const std::string title = std::string(tr("export.title")) + "###export";
    if (appearing_) ImGui::OpenPopup("###export");
    appearing_ = false;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize({std::min(t.px(620), screen.x - t.px(40)), std::min(t.px(640), screen.y - t.px(40))});
    ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal(title.c_str(), nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        open_ = false;
        return;
    }
    plan(workbench);
    draw_target(workbench, files);
    const float below = ImGui::GetFrameHeight() + t.px(12);
    ImGui::BeginChild("body", {0, ImGui::GetContentRegionAvail().y - below}, false);
    draw_bodies(workbench);
    draw_options(workbench);
    if (done_) {
        ui::gap(4);
        ui::text_colored(t.good, tr("export.done", {path_text(done_->folder), std::to_string(done_->files)}));
    }
    if (job_ != 0)
        if (const studio::JobInfo job = workbench.session()->job(job_); job.state == studio::JobState::failed) ui::warning(job.error.text());
    draw_sizes(workbench);
    if (ui::section("losses", tr("export.losses"), true)) {
        if (plan_ == nullptr)
            ui::text_soft(tr("why.planning"));
        else if (!plan_->fault.empty())
            ui::warning(plan_->fault);
        else
            draw_losses(done_ ? member(done_->losses, "losses") : plan_->losses);
    }
    ImGui::EndChild();
    ui::gap(2);
    draw_buttons(workbench);
    if (choosing_) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void ExportDialog::draw_target(Workbench& workbench, FileDialog& files) {
    const Theme& t = theme();
    ui::property(tr("export.folder"), tr("export.folder.tip"));
    const float button = ui::button_width(tr("export.choose"), true);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - t.px(6));
    ui::input_text("folder", folder_, "", tr("export.folder.tip"));
    ImGui::SameLine(0, t.px(6));
    if (ui::button("choose", tr("export.choose"), {.icon = Icon::folder, .tip = tr("export.choose.tip")})) {
        FileRequest request;
        request.mode = FileRequest::Mode::folder;
        request.title = tr("export.choose.title");
        request.accept = tr("export.choose.accept");
        request.start = text_path(folder_).parent_path();
        request.chosen = [this, name = text_path(folder_).filename()](const std::filesystem::path& parent) { folder_ = path_text(parent / name); };
        files.open(std::move(request), workbench.settings);
        choosing_ = true;
    }
    std::error_code failed;
    if (!folder_.empty() && std::filesystem::exists(text_path(folder_), failed))
        ui::checkbox("replace", tr("export.replace"), replace_, tr("export.replace.tip"));
}

void ExportDialog::draw_bodies(Workbench& workbench) {
    std::string stale, unbaked;
    for (const auto& entry : workbench.document().bodies) {
        const studio::Freshness state = workbench.freshness(entry.id).state;
        if (state == studio::Freshness::stale) stale += (stale.empty() ? "" : ", ") + entry.value->shown_name();
        if (state == studio::Freshness::unbaked) unbaked += (unbaked.empty() ? "" : ", ") + entry.value->shown_name();
    }
    if (workbench.document().bodies.empty()) ui::text_soft(tr("export.no_bodies"));
    if (!unbaked.empty()) ui::warning(tr("export.unbaked", {unbaked}));
    if (!stale.empty()) ui::warning(tr("export.stale", {stale}));
    if (unbaked.empty() && stale.empty()) return;
    if (const studio::JobInfo* job = workbench.current_bake())
        ui::progress("baking", static_cast<float>(job->fraction), job->stage);
    else if (ui::button("bake", tr("export.bake_first"), {.icon = Icon::bake, .tip = tr("sim.bake_all.tip")}))
        workbench.bake();
}

void ExportDialog::draw_options(Workbench& workbench) {
    const studio::ProjectSettings& settings = workbench.document().settings;
    std::vector<const char*> labels{tr("budget.none"), tr("budget.free"), tr("budget.phone")};
    int index = static_cast<int>(std::find(kBudgets.begin(), kBudgets.end(), settings.budget) - kBudgets.begin());
    if (index == static_cast<int>(kBudgets.size())) labels.push_back(settings.budget.c_str());
    ui::property(tr("export.budget"), tr("export.budget.tip"));
    if (ui::combo("budget", index, labels, tr("export.budget.tip")) && index < static_cast<int>(kBudgets.size()))
        workbench.apply("settings.set", {{"budget", kBudgets[static_cast<std::size_t>(index)]}});
    bool ascii = settings.ascii_names;
    if (ui::checkbox("ascii", tr("export.ascii"), ascii, tr("export.ascii.tip"))) workbench.apply("settings.set", {{"ascii_names", ascii}});
    ui::checkbox("motions", tr("export.motions"), motions_, tr("export.motions.tip"));
    if (!motions_) return;
    ImGui::Indent(theme().px(20));
    ui::checkbox("loop", tr("export.loop"), loop_, tr("export.loop.tip"));
    ui::property(tr("export.preroll"), tr("export.preroll.tip"));
    ui::slider("preroll", preroll_, {.low = 0.0f, .high = 10.0f, .neutral = 1.0f, .unit = " s", .decimals = 1, .tip = tr("export.preroll.tip")});
    ImGui::Unindent(theme().px(20));
}

void ExportDialog::draw_sizes(Workbench& workbench) {
    if (plan_ == nullptr || !plan_->fault.empty() || !ui::section("sizes", tr("export.sizes"), false)) return;
    const Theme& t = theme();
    const std::optional<studio::Budget> budget = budget_of(workbench);
    const studio::ModelSize before = studio::puppet_size(workbench.geometry()->model->puppet);
    for (const std::string& name : studio::size_names()) {
        const auto size = plan_->size.find(name);
        if (size == plan_->size.end()) continue;
        const auto old = before.find(name);
        std::string words = number(size->second, 0);
        if (old != before.end() && old->second != size->second) words += "  (" + number(old->second, 0) + ")";
        bool over = false;
        if (budget)
            if (const auto limit = budget->limits.find(name); limit != budget->limits.end()) {
                words += "  /  " + number(limit->second, 0);
                over = size->second > limit->second;
            }
        ui::property(tr("size." + name));
        ImGui::AlignTextToFramePadding();
        ui::text_colored(over ? t.bad : t.text, words);
    }
}

void ExportDialog::draw_buttons(Workbench& workbench) {
    const Theme& t = theme();
    const bool running = job_ != 0 && !studio::is_over(workbench.session()->job(job_).state);
    if (running) {
        const studio::JobInfo job = workbench.session()->job(job_);
        const float width = ui::button_width(tr("button.cancel"), false);
        ui::progress("progress", static_cast<float>(job.fraction), job.stage, ImGui::GetContentRegionAvail().x - width - t.px(8));
        ImGui::SameLine(0, t.px(8));
        if (ui::button("cancel", tr("button.cancel"))) workbench.session()->cancel(job_);
        return;
    }
    const float width = ui::button_width(tr("export.button"), true) + ui::button_width(tr("button.close"), false) + t.px(8);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
    if (ui::button("export", tr("export.button"), {.icon = Icon::save, .tip = tr("export.button.tip"), .off = off(workbench), .primary = true})) start(workbench);
    ImGui::SameLine(0, t.px(8));
    if (ui::button("close", tr("button.close")) || keys_pressed({GLFW_KEY_ESCAPE})) {
        open_ = false;
        ImGui::CloseCurrentPopup();
    }
}

}  // namespace yure::editor
