#include "model_inspection.hpp"

#include <algorithm>
#include <cmath>

#include "yure/formats/moc3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

using nlohmann::ordered_json;

bool has_errors(const formats::Findings& findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const formats::Finding& finding) { return finding.level == formats::Finding::Level::error; });
}

class ModelRepair {
  public:
    explicit ModelRepair(ModelLocation model) : model_(std::move(model)) {}

    /// Fills `changes` and says what will differ.
    void plan() {
        load_puppet();
        register_physics();
        for (const ModelFile& file : model_.files) {
            if (!file.reference.found() || changes.contents.contains(file.reference.relative)) continue;
            if (file.role == FileRole::physics)
                mend_physics(file);
            else if (file.role == FileRole::motion)
                mend_motion(file);
            else if (folded_name(file.reference.relative).ends_with(".json"))
                mend_layout(file);
        }
        if (!model_.bare()) mend_model3_layout();
    }

    const ModelLocation& model() const { return model_; }
    ExportChanges changes;
    std::vector<std::string> done;

  private:
    void load_puppet() {
        const ModelFile* file = model_.first(FileRole::moc);
        if (file == nullptr) return;
        const auto bytes = read_file(file->reference.path);
        if (!bytes) return;
        if (Result<rig::Puppet> puppet = formats::read_moc3(*bytes)) puppet_ = std::move(*puppet);
    }

    void put(const ModelFile& file, const std::string& text, const std::string& what) {
        const auto* data = reinterpret_cast<const std::byte*>(text.data());
        changes.contents[file.reference.relative] = {data, data + text.size()};
        done.push_back(file.reference.relative + ": " + what);
    }

    /// One physics file that nobody names is what the model was meant to have.
    void register_physics() {
        if (model_.bare() || !model_.all(FileRole::physics).empty()) return;
        const std::vector<std::string> files = physics_files(model_.folder);
        if (files.size() != 1) return;
        ordered_json model3 = model_.model3;
        model3["FileReferences"]["Physics"] = files.front();
        ModelFile file;
        file.role = FileRole::physics;
        file.pointer = "/FileReferences/Physics";
        file.named = files.front();
        file.reference = find_reference(model_.folder, files.front());
        if (!file.reference.found()) return;
        model_.files.push_back(std::move(file));
        changes.model3 = std::move(model3);
        done.push_back(model_.model3_name + ": " + files.front() + " registered as the model's physics");
    }

    void mend_physics(const ModelFile& file) {
        const Result<std::string> text = read_text(file.reference.path);
        if (!text) return;
        formats::Findings findings;
        Result<formats::Physics3> physics = formats::read_physics3(*text, formats::NumberReading::exact, &findings);
        if (!physics) return;
        std::vector<std::string> what;
        if (has_errors(findings)) what.push_back("counts written anew");
        if (const int dropped = drop_absent(physics->physics); dropped > 0)
            what.push_back(std::to_string(dropped) + " inputs and outputs on absent parameters dropped");
        if (restore_rate(physics->physics)) what.push_back("Fps restored to the rate that the groups were fitted at");
        if (what.empty()) return mend_layout(file);
        std::string all;
        for (const std::string& part : what) all += (all.empty() ? "" : ", ") + part;
        put(file, formats::write_physics3(*physics), all);
    }

    int drop_absent(pendulum::Physics& physics) const {
        if (!puppet_) return 0;
        std::size_t dropped = 0;
        const auto absent = [&](const auto& end) { return puppet_->find_parameter(end.parameter) < 0; };
        for (pendulum::Group& group : physics.groups)
            dropped += std::erase_if(group.inputs, absent) + std::erase_if(group.outputs, absent);
        return static_cast<int>(dropped);
    }

    /// Whether Fps was changed to the one rate that all groups of ours agree on.
    static bool restore_rate(pendulum::Physics& physics) {
        std::optional<double> rate;
        for (const pendulum::Group& group : physics.groups) {
            const std::optional<double> own = fitted_rate(group.name);
            if (!own) continue;
            if (rate && *rate != *own) return false;
            rate = own;
        }
        if (!rate || std::abs(*rate - static_cast<double>(physics.fps)) <= 1e-3) return false;
        physics.fps = static_cast<float>(*rate);
        return true;
    }

    void mend_motion(const ModelFile& file) {
        const Result<std::string> text = read_text(file.reference.path);
        if (!text) return;
        formats::Findings findings;
        const Result<formats::Motion3> motion = formats::read_motion3(*text, formats::NumberReading::exact, &findings);
        if (!motion) return;
        const bool order = std::any_of(findings.begin(), findings.end(), [](const formats::Finding& finding) {
            return finding.pointer.ends_with("/Target") && finding.what.find("order") != std::string::npos;
        });
        if (!has_errors(findings) && !order) return mend_layout(file);
        put(file, formats::write_motion3(*motion),
            order ? "counts and the order of curves written anew" : "counts written anew");
    }

    void mend_layout(const ModelFile& file) {
        const Result<std::string> text = read_text(file.reference.path);
        if (!text || formats::check_number_layout(*text, 1).empty()) return;
        if (const Result<std::string> tidy = formats::tidy_json(*text))
            put(file, *tidy, "laid out so that the official reader takes its numbers");
    }

    void mend_model3_layout() {
        if (changes.model3) return;  // is written anew anyway
        const Result<std::string> text = read_text(model_.folder / model_.model3_name);
        if (!text || formats::check_number_layout(*text, 1).empty()) return;
        changes.rewrite_model3 = true;
        done.push_back(model_.model3_name + ": laid out so that the official reader takes its numbers");
    }

    ModelLocation model_;
    std::optional<rig::Puppet> puppet_;
};

}  // namespace

Result<RepairReport> repair_model(const fs::path& given, const fs::path& target, Overwrite overwrite,
                                  const std::optional<Budget>& budget) {
    Result<ModelLocation> located = locate_model(given);
    if (!located) return located.error();
    ModelRepair repair(std::move(*located));
    repair.plan();

    Result<OutputFolder> out = OutputFolder::begin(target, overwrite);
    if (!out) return out.error();
    Notices notices;
    if (Status exported = export_model(repair.model(), repair.changes, *out, "", notices); !exported)
        return exported.error();
    RepairReport report;
    report.done = std::move(repair.done);
    const std::string model3_name =
        repair.model().bare() ? repair.model().base_name + ".model3.json" : repair.model().model3_name;
    for (const Notice& notice : notices) report.done.push_back(model3_name + ": " + notice.where + ": " + notice.what);
    report.after = check_model(out->staging(), budget);
    if (Status committed = out->commit(); !committed) return committed.error();
    return report;
}

}  // namespace yure::studio
