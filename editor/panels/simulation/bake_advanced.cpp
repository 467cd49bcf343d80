/// The folded part of the bake section: how modes are written, exact poses, motions to learn from, the swing of each
/// mode, shared pendulums, old physics.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr std::array kWrites{baker::WriteAs::automatic, baker::WriteAs::blend, baker::WriteAs::axes};
constexpr std::array kWriteNames{"auto", "blend", "axes"};
constexpr std::array kVersions{rig::MocVersion::v3_0, rig::MocVersion::v3_3, rig::MocVersion::v4_0, rig::MocVersion::v4_2, rig::MocVersion::v5_0, rig::MocVersion::v5_3};
constexpr std::array kVersionNames{"3.0", "3.3", "4.0", "4.2", "5.0", "5.3"};

template <class T, std::size_t N>
int place_of(const std::array<T, N>& all, T value) {
    return static_cast<int>(std::find(all.begin(), all.end(), value) - all.begin());
}

void draw_writing(const BodyView& view) {
    const studio::Body& body = view.body;
    const char* writes[] = {tr("write.auto"), tr("write.blend"), tr("write.axes")};
    int write = place_of(kWrites, body.write);
    ui::property(tr("sim.write"), tr("sim.write.tip"));
    if (ui::combo("write", write, writes, tr("sim.write.tip"))) view.set({{"write", kWriteNames[static_cast<std::size_t>(write)]}});

    const char* versions[] = {tr("sim.version.auto"), "3.0", "3.3", "4.0", "4.2", "5.0", "5.3"};
    int version = body.target_version ? place_of(kVersions, *body.target_version) + 1 : 0;
    ui::property(tr("sim.version"), tr("sim.version.tip"));
    if (ui::combo("version", version, versions, tr("sim.version.tip")))
        view.set({{"target_version", version == 0 ? studio::Json(nullptr) : studio::Json(kVersionNames[static_cast<std::size_t>(version - 1)])}});

    if (body.quality != baker::Quality::classic && body.quality != baker::Quality::light) {
        const char* banks[] = {tr("bank.shared"), tr("bank.own")};
        int bank = body.bank == baker::BankUse::shared ? 0 : 1;
        ui::property(tr("sim.bank"), tr("sim.bank.tip"));
        if (ui::combo("bank", bank, banks, tr("sim.bank.tip"))) view.set({{"bank", bank == 0 ? "shared" : "own"}});
    }
    bool keep = body.keep_physics;
    if (ui::checkbox("keep_physics", tr("sim.keep_physics"), keep, tr("sim.keep_physics.tip"))) view.set({{"keep_physics", keep}});
}

void draw_exact_poses(const BodyView& view) {
    const studio::Body& body = view.body;
    const char* labels[] = {tr("statics.off"), tr("statics.auto"), tr("statics.listed")};
    int mode = static_cast<int>(body.statics);
    ui::property(tr("sim.statics"), tr("sim.statics.tip"));
    const bool chosen = ui::combo("statics", mode, labels, tr("sim.statics.tip"));
    if (chosen && mode == 0) view.set({{"static", "off"}});
    if (chosen && mode == 1) view.set({{"static", "auto"}});
    if (chosen && mode == 2) view.set({{"static", body.inputs.empty() ? studio::Json::array() : studio::Json::array({body.inputs.front().id})}});
    if (body.statics != studio::StaticMode::listed || view.workbench.geometry() == nullptr) return;
    const ui::Scope scope("poses");
    studio::Json list = body.static_inputs;
    for (std::size_t i = 0; i < body.static_inputs.size(); ++i) {
        const std::string& id = body.static_inputs[i];
        ImGui::AlignTextToFramePadding();
        ui::text("  " + view.workbench.parameter_name(id));
        ImGui::SameLine();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight()));
        if (ui::icon_button(id, Icon::close, tr("sim.statics.remove"), {.flat = true})) {
            list.erase(i);
            if (list.empty())
                view.set({{"static", "off"}});
            else
                view.set({{"static", list}});
        }
    }
    std::vector<std::string> ids;
    std::vector<const char*> names{tr("sim.statics.add")};
    for (const rig::ParameterInfo& info : view.workbench.geometry()->rig.parameters())
        if (std::find(body.static_inputs.begin(), body.static_inputs.end(), info.id) == body.static_inputs.end()) {
            ids.push_back(info.id);
            names.push_back(view.workbench.parameter_name(info.id).c_str());
        }
    int add = 0;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    if (ui::combo("add", add, names, tr("sim.statics.add.tip"), body.static_inputs.size() >= 4 ? tr("why.four_poses") : nullptr) && add > 0) {
        list.push_back(ids[static_cast<std::size_t>(add - 1)]);
        view.set({{"static", list}});
    }
}

void draw_training(const BodyView& view) {
    ui::gap(2);
    ui::text_soft(tr("sim.training"));
    if (!view.workbench.preview.has_model() || view.workbench.preview.driver().motions().empty()) {
        ui::text_soft(tr("sim.training.none"));
        return;
    }
    const ui::Scope scope("training");
    std::vector<std::string> known;
    const auto line = [&](const std::string& motion, const std::string& label, const char* off) {
        const ui::Scope row(motion);
        const auto found = view.body.training.find(motion);
        bool on = found != view.body.training.end();
        const float left = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
        if (ui::checkbox("on", label, on, tr("sim.training.tip"), off))
            view.apply("training.set", {{"motion", motion}, {"weight", on ? studio::Json(1.0) : studio::Json(nullptr)}});
        if (!on || found == view.body.training.end()) return;
        float weight = found->second;
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + width * 0.5f);
        ImGui::SetNextItemWidth(width * 0.5f);
        if (ui::slider("weight", weight, {.low = 0.05f, .high = 1.0f, .neutral = 1.0f, .unit = "×", .tip = tr("sim.training.weight.tip")}))
            view.apply("training.set", {{"motion", motion}, {"weight", weight}});
    };
    for (const MotionEntry& entry : view.workbench.preview.driver().motions()) {
        const std::u8string file = entry.file.filename().u8string();
        const std::string motion(file.begin(), file.end());
        if (std::find(known.begin(), known.end(), motion) != known.end()) continue;
        known.push_back(motion);
        line(motion, entry.name, nullptr);
    }
    for (const auto& [motion, weight] : view.body.training)
        if (std::find(known.begin(), known.end(), motion) == known.end()) {
            known.push_back(motion);
            line(motion, motion, nullptr);
            break;  // the map may just have changed
        }
}

void draw_modes(const BodyView& view) {
    const studio::Json& parameters = member(view.report, "parameters");
    if (!parameters.is_array() || parameters.empty()) return;
    ui::gap(2);
    ui::text_soft(tr("sim.swings"));
    for (const studio::Json& each : parameters) {
        ui::property(text_member(each, "name"), text_member(each, "id").c_str());
        ImGui::AlignTextToFramePadding();
        ui::text(tr("sim.swing", {number(number_member(each, "swing_px", 0.0), 1), number(number_member(each, "peak_degrees", 0.0), 1)}));
    }
    const double frames = number_member(view.report, "training_frames", 0.0);
    ui::text_soft(tr("sim.swing.trained", {number(frames, 0), text_member(view.report, "written_as") == "blend shapes" ? tr("write.blend") : tr("write.axes")}));
}

}  // namespace

void draw_bake_advanced(const BodyView& view) {
    draw_writing(view);
    draw_exact_poses(view);
    draw_training(view);
    draw_modes(view);
}

}  // namespace yure::editor
