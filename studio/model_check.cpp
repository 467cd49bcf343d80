#include "yure/studio/model_check.hpp"

#include "model_inspection.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <png.h>

#include "yure/formats/cdi3.hpp"
#include "yure/formats/exp3.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/model3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/formats/pose3.hpp"
#include "yure/rig/check.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

using nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& words, std::size_t most = 6) {
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), most); ++i) text += (i == 0 ? "" : ", ") + words[i];
    if (words.size() > most) text += " and " + std::to_string(words.size() - most) + " more";
    return text;
}

std::string plain(double value) {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return whole ? std::to_string(static_cast<long long>(value)) : std::to_string(value);
}

class ModelChecker {
  public:
    ModelChecker(const fs::path& given, const std::optional<Budget>& budget) : given_(given), budget_(budget) {}

    CheckReport run() {
        Result<ModelLocation> located = locate_model(given_);
        if (!located) {
            report_.findings.push_back({Severity::error, located.error().where, "", located.error().what, "", {}, {}});
            return std::move(report_);
        }
        model_ = std::move(*located);
        check_moc();
        if (!model_.bare()) check_model3();
        check_references();
        check_physics();
        check_textures();
        for (const ModelFile* file : once(FileRole::motion)) check_motion(*file);
        for (const ModelFile* file : once(FileRole::expression)) check_expression(*file);
        check_others();
        check_budget();
        std::stable_partition(report_.findings.begin(), report_.findings.end(),
                              [](const ModelFinding& finding) { return finding.severity == Severity::error; });
        return std::move(report_);
    }

  private:
    FileFindings in(const std::string& file) { return {report_.findings, file}; }

    /// Files of a role that are there, each once however often it is named.
    std::vector<const ModelFile*> once(FileRole role) const {
        std::vector<const ModelFile*> files;
        std::set<std::string> seen;
        for (const ModelFile* file : model_.all(role))
            if (file->reference.found() && seen.insert(file->reference.relative).second) files.push_back(file);
        return files;
    }

    bool has_parameter(const std::string& id) const { return !puppet_ || puppet_->find_parameter(id) >= 0; }

    /// The text of a JSON file, with what the official reader would stumble over told.
    std::optional<std::string> text_of(const ModelFile& file) {
        Result<std::string> text = read_text(file.reference.path);
        if (!text) {
            in(file.reference.relative).error("", text.error().what, "Make the file readable.");
            return {};
        }
        in(file.reference.relative).add_layout(*text);
        return std::move(*text);
    }

    void check_moc() {
        const ModelFile* file = model_.first(FileRole::moc);
        if (file == nullptr) return;  // told with the references
        const Result<std::vector<std::byte>> bytes = read_file(file->reference.path);
        FileFindings findings = in(file->reference.relative);
        if (!bytes) return findings.error("", bytes.error().what, "Make the file readable.");
        size_["moc3_bytes"] = static_cast<double>(bytes->size());
        Result<rig::Puppet> puppet = formats::parse_moc3(*bytes);
        if (!puppet) return findings.add(puppet.error());
        bool sound = true;
        for (const rig::Finding& finding : rig::check(*puppet)) {
            const bool error = finding.level == rig::Finding::Level::error;
            sound = sound && !error;
            findings.add(error ? Severity::error : Severity::warning, finding.where, finding.what,
                         error ? "Export the moc3 anew from the editor." : "");
        }
        check_duplicates(findings, "parameter", puppet->parameter.id);
        check_duplicates(findings, "part", puppet->part.id);
        check_duplicates(findings, "deformer", puppet->deformer.id);
        check_duplicates(findings, "mesh", puppet->mesh.id);
        if (!sound) return;
        size_.merge(puppet_size(*puppet));
        puppet_ = std::move(*puppet);
        check_default_pose(findings);
    }

    static void check_duplicates(FileFindings& findings, const char* what, const rig::Ids& ids) {
        std::map<std::string_view, std::size_t> first;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto [before, fresh] = first.emplace(ids[i].view(), i);
            if (!fresh)
                findings.error(std::string(what) + ".id[" + std::to_string(i) + "]",
                               "is \"" + std::string(ids[i].view()) + "\", as row " + std::to_string(before->second) +
                                   " is already",
                               "Give every " + std::string(what) + " an id of its own in the editor.");
        }
    }

    void check_default_pose(FileFindings& findings) {
        const Result<rig::Rig> rig = rig::Rig::build(*puppet_);
        if (!rig) return findings.add(rig.error());
        report_.drawing = draw_cost(*puppet_, *rig);
        rig::Evaluation pose(*rig);
        pose.evaluate(rig->default_values());
        for (int mesh = 0; mesh < puppet_->mesh_count(); ++mesh) {
            if (pose.hidden(mesh)) continue;
            const auto points = pose.positions(mesh);
            if (std::all_of(points.begin(), points.end(),
                            [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); }))
                continue;
            const std::string id(puppet_->mesh.id[static_cast<std::size_t>(mesh)].view());
            findings.error("mesh.id[" + std::to_string(mesh) + "]",
                           "\"" + id + "\" has positions that are no numbers at the default pose",
                           "Look at its deformers in the editor and export anew.");
        }
    }

    void check_model3() {
        FileFindings findings = in(model_.model3_name);
        const Result<std::string> text = read_text(model_.folder / model_.model3_name);
        if (!text) return findings.error("", text.error().what);
        findings.add_layout(*text);
        formats::Findings found;
        const Result<formats::Model3> model3 = formats::read_model3(*text, formats::NumberReading::exact, &found);
        findings.add(found);
        if (!model3) {
            if (model3.error().where != "/FileReferences/Moc")
                findings.add(model3.error());  // a lacking moc3 is told below
            return;
        }
        if (!puppet_) return;
        for (std::size_t i = 0; i < model3->groups.size(); ++i) {
            std::vector<std::string> absent;
            for (const std::string& id : model3->groups[i].ids)
                if (model3->groups[i].target == "Parameter" && !has_parameter(id)) absent.push_back(id);
            if (!absent.empty())
                findings.warning("/Groups/" + std::to_string(i) + "/Ids",
                                 "names parameters that the model lacks: " + joined(absent),
                                 "Remove them, or use the model's own ids.");
        }
        for (std::size_t i = 0; i < model3->hit_areas.size(); ++i)
            if (puppet_->find_mesh(model3->hit_areas[i].id) < 0)
                findings.warning("/HitAreas/" + std::to_string(i) + "/Id",
                                 "is \"" + model3->hit_areas[i].id + "\", which is no mesh of the model",
                                 "Remove the hit area, or name a mesh.");
    }

    void check_references() {
        FileFindings findings = in(model_.model3_name);
        if (model_.all(FileRole::moc).empty())
            findings.error("/FileReferences/Moc", "names no moc3: there is no model", "Name the model's .moc3.");
        for (const ModelFile& file : model_.files) {
            const bool vital = file.role == FileRole::moc || file.role == FileRole::texture;
            const Severity severity = vital ? Severity::error : Severity::warning;
            const std::string what = role_name(file.role);
            switch (file.reference.state) {
                case ReferenceState::found:
                    break;
                case ReferenceState::variant:
                    findings.warning(
                        file.pointer,
                        "is " + file.named + ", but on the disk the " + what + " is called " + file.reference.relative,
                        "Use the same letters; systems that look closer will not find it. --repair does it.");
                    break;
                case ReferenceState::missing:
                    findings.add(severity, file.pointer,
                                 "names the " + what + " " + file.named + ", which is not there",
                                 vital ? "Put the file back."
                                       : "Put the file back or remove the reference; --repair removes it.");
                    break;
                case ReferenceState::ambiguous:
                    findings.add(severity, file.pointer,
                                 "names the " + what + " " + file.named +
                                     ", but only names that differ in case or Unicode form are there",
                                 "Rename one of the files.");
                    break;
                case ReferenceState::outside:
                    findings.error(
                        file.pointer,
                        "names the " + what + " " + file.named + ", which lies outside of the model's folder",
                        "Put the file into the folder and name it from there.");
                    break;
            }
        }
    }

    void check_physics() {
        const std::vector<std::string> files = physics_files(model_.folder);
        const ModelFile* registered = model_.first(FileRole::physics);
        if (!model_.bare() && registered == nullptr && !files.empty())
            in(files.front())
                .warning("",
                         "is not registered in the model3.json: most viewers do not load it, some load the first such "
                         "file they find",
                         "Register it under /FileReferences/Physics, or delete it.");
        if (files.size() > 1)
            in(model_.model3_name)
                .warning("/FileReferences/Physics", "is one of several physics files in the folder: " + joined(files),
                         "Keep the one that is used.");
        if (registered == nullptr) return;
        const std::string name = registered->reference.relative;
        FileFindings findings = in(name);
        const std::optional<std::string> text = text_of(*registered);
        if (!text) return;
        formats::Findings found;
        const Result<formats::Physics3> file = formats::read_physics3(*text, formats::NumberReading::exact, &found);
        if (!file) return findings.add(file.error());
        check_fitted_rate(findings, file->physics, found);
        findings.add(found);
        add_counts(report_.findings, name, *text);
        size_["physics_groups"] = static_cast<double>(file->physics.groups.size());
        check_physics_parameters(findings, file->physics);
    }

    /// The groups that a bake wrote swing as fitted only at their own rate. Replaces the reader's plain warning about
    /// it.
    static void check_fitted_rate(FileFindings& findings, const pendulum::Physics& physics, formats::Findings& found) {
        const std::string rate_now = physics.fps > 0 ? plain(physics.fps) : "missing";
        for (std::size_t g = 0; g < physics.groups.size(); ++g) {
            const std::optional<double> rate = fitted_rate(physics.groups[g].name);
            if (!rate || std::abs(*rate - static_cast<double>(physics.fps)) <= 1e-3) continue;
            std::erase_if(found, [](const formats::Finding& finding) { return finding.pointer == "/Meta/Fps"; });
            findings.error("/Meta/Fps",
                           "is " + rate_now + ", but the group \"" + physics.groups[g].name + "\" was fitted at " +
                               plain(*rate) + " Hz and fails at any other rate",
                           "Write \"Fps\": " + plain(*rate) + "; --repair does it where all groups agree.");
            return;
        }
    }

    void check_physics_parameters(FileFindings& findings, const pendulum::Physics& physics) {
        for (std::size_t g = 0; g < physics.groups.size(); ++g) {
            const pendulum::Group& group = physics.groups[g];
            const std::string at = "/PhysicsSettings/" + std::to_string(g);
            for (const pendulum::Output& output : group.outputs) written_by_physics_.insert(output.parameter);
            for (std::size_t i = 0; i < group.inputs.size(); ++i)
                if (!has_parameter(group.inputs[i].parameter))
                    findings.error(at + "/Input/" + std::to_string(i) + "/Source/Id",
                                   "is \"" + group.inputs[i].parameter +
                                       "\", which the model lacks; runtimes read beyond their tables",
                                   "Remove the input; --repair does it.");
            for (std::size_t i = 0; i < group.outputs.size(); ++i)
                if (!has_parameter(group.outputs[i].parameter))
                    findings.error(at + "/Output/" + std::to_string(i) + "/Destination/Id",
                                   "is \"" + group.outputs[i].parameter +
                                       "\", which the model lacks; runtimes write beyond their tables",
                                   "Remove the output; --repair does it.");
        }
    }

    void check_textures() {
        const auto textures = model_.all(FileRole::texture);
        size_["textures"] = static_cast<double>(textures.size());
        for (const ModelFile* file : once(FileRole::texture)) {
            png_image image{};
            image.version = PNG_IMAGE_VERSION;
            const bool read = png_image_begin_read_from_file(&image, file->reference.path.c_str()) != 0;
            if (!read)
                in(file->reference.relative)
                    .error("", std::string("is no PNG picture: ") + image.message, "Export the texture anew.");
            if (read)
                size_["texture_px"] =
                    std::max(size_["texture_px"], static_cast<double>(std::max(image.width, image.height)));
            png_image_free(&image);
        }
        if (!puppet_ || model_.bare()) return;
        int highest = -1;
        for (const std::int32_t texture : puppet_->mesh.texture) highest = std::max(highest, static_cast<int>(texture));
        if (highest >= static_cast<int>(textures.size()))
            in(model_.model3_name)
                .error("/FileReferences/Textures",
                       "names " + std::to_string(textures.size()) + " textures, but a mesh uses number " +
                           std::to_string(highest) + " (counted from 0)",
                       "Name the textures that are missing.");
    }

    /// Ids that a motion or expression drives: those the model lacks, and those that physics overwrites.
    void check_driven(FileFindings& findings, const std::string& pointer, const std::vector<std::string>& ids) {
        std::vector<std::string> absent, overwritten;
        for (const std::string& id : ids) {
            if (!has_parameter(id)) absent.push_back(id);
            if (written_by_physics_.contains(id)) overwritten.push_back(id);
        }
        if (!absent.empty())
            findings.warning(pointer, "drives parameters that the model lacks: " + joined(absent),
                             "Remove these curves, or use the model's own ids.");
        if (!overwritten.empty())
            findings.warning(pointer, "drives what physics writes, so it does nothing there: " + joined(overwritten),
                             "Remove these curves, or take the parameters out of the physics.");
    }

    void check_motion(const ModelFile& file) {
        FileFindings findings = in(file.reference.relative);
        const std::optional<std::string> text = text_of(file);
        if (!text) return;
        formats::Findings found;
        const Result<formats::Motion3> motion = formats::read_motion3(*text, formats::NumberReading::exact, &found);
        if (!motion) return findings.add(motion.error());
        findings.add(found);
        add_counts(report_.findings, file.reference.relative, *text);
        std::vector<std::string> driven;
        for (const motion::Curve& curve : motion->clip.curves)
            if (curve.target == motion::CurveTarget::parameter) driven.push_back(curve.id);
        check_driven(findings, "/Curves", driven);
    }

    void check_expression(const ModelFile& file) {
        FileFindings findings = in(file.reference.relative);
        const std::optional<std::string> text = text_of(file);
        if (!text) return;
        formats::Findings found;
        const Result<formats::Exp3> expression = formats::read_exp3(*text, formats::NumberReading::exact, &found);
        if (!expression) return findings.add(expression.error());
        findings.add(found);
        std::vector<std::string> driven;
        for (const motion::ExpressionEntry& entry : expression->expression.entries) driven.push_back(entry.parameter);
        check_driven(findings, "/Parameters", driven);
    }

    void check_others() {
        for (const ModelFile* file : once(FileRole::pose)) {
            FileFindings findings = in(file->reference.relative);
            const std::optional<std::string> text = text_of(*file);
            if (!text) continue;
            formats::Findings found;
            const Result<formats::Pose3> pose = formats::read_pose3(*text, formats::NumberReading::exact, &found);
            findings.add(found);
            if (!pose) {
                findings.add(pose.error());
                continue;
            }
            std::vector<std::string> absent;
            for (const auto& group : pose->pose.groups)
                for (const auto& part : group)
                    if (puppet_ && puppet_->find_part(part.id) < 0) absent.push_back(part.id);
            if (!absent.empty())
                findings.warning("/Groups", "names parts that the model lacks: " + joined(absent),
                                 "Remove them, or use the model's own ids.");
        }
        for (const ModelFile* file : once(FileRole::display_info)) {
            const std::optional<std::string> text = text_of(*file);
            if (!text) continue;
            formats::Findings found;
            const Result<formats::Cdi3> names = formats::read_cdi3(*text, formats::NumberReading::exact, &found);
            in(file->reference.relative).add(found);
            if (!names) in(file->reference.relative).add(names.error());
        }
        for (const FileRole role : {FileRole::user_data, FileRole::motion_sync})
            for (const ModelFile* file : once(role)) {
                const std::optional<std::string> text = text_of(*file);
                if (!text) continue;
                if (const auto document = parse_json(*text); !document)
                    in(file->reference.relative).add(document.error());
            }
    }

    void check_budget() {
        if (!budget_) return;
        for (const std::string& name : size_names()) {
            const auto limit = budget_->limits.find(name);
            const auto size = size_.find(name);
            if (limit == budget_->limits.end() || size == size_.end() || size->second <= limit->second) continue;
            std::string words = name;
            std::replace(words.begin(), words.end(), '_', ' ');
            in(model_.bare() ? given_.filename().string() : model_.model3_name)
                .error("",
                       words + ": " + plain(size->second) + ", but the budget " + budget_->name + " allows " +
                           plain(limit->second),
                       "Make the model smaller, or check against another budget.");
            report_.findings.back().expected = static_cast<long long>(limit->second);
            report_.findings.back().found = static_cast<long long>(size->second);
        }
    }

    fs::path given_;
    std::optional<Budget> budget_;
    ModelLocation model_;
    std::optional<rig::Puppet> puppet_;  // set when it is sound
    std::set<std::string> written_by_physics_;
    ModelSize size_;
    CheckReport report_;
};

}  // namespace

int CheckReport::errors() const {
    return static_cast<int>(std::count_if(findings.begin(), findings.end(), [](const ModelFinding& finding) {
        return finding.severity == Severity::error;
    }));
}
int CheckReport::warnings() const {
    return static_cast<int>(findings.size()) - errors();
}

CheckReport check_model(const fs::path& given, const std::optional<Budget>& budget) {
    return ModelChecker(given, budget).run();
}

std::string finding_line(const ModelFinding& finding) {
    std::string line = finding.severity == Severity::error ? "error    " : "warning  ";
    line += finding.file;
    if (!finding.pointer.empty()) line += " " + finding.pointer;
    line += ": " + finding.what + ".";
    if (!finding.advice.empty()) line += " " + finding.advice;
    return line;
}

ordered_json finding_json(const ModelFinding& finding) {
    ordered_json json{{"level", finding.severity == Severity::error ? "error" : "warning"},
                      {"file", finding.file},
                      {"pointer", finding.pointer},
                      {"what", finding.what},
                      {"advice", finding.advice}};
    if (finding.expected) json["expected"] = *finding.expected;
    if (finding.found) json["found"] = *finding.found;
    return json;
}

}  // namespace yure::studio
