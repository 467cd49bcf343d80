#include "yure/studio/project_export.hpp"

#include "../export_check.hpp"
#include "../written_names.hpp"
#include "ascii_names.hpp"
#include "motion_bake.hpp"

#include <cstdio>

#include "yure/baker/bake.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/model_check.hpp"
#include "yure/studio/model_info.hpp"

namespace yure::studio {
namespace {

std::string share_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", value * 100.0);
    return text;
}

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto* data = reinterpret_cast<const std::byte*>(text.data());
    return {data, data + text.size()};
}

/// New contents of every motion that is there, by the name it is exported under.
Status bake_motions(const ModelLocation& source, const ModelLocation& target, const motion::EffectGroups& effects, const MotionBake& how,
                    WrittenModel& model, ExportChanges& changes, const Work& work) {
    for (std::size_t i = 0; i < source.files.size(); ++i) {
        const ModelFile& file = source.files[i];
        const std::string& name = target.files[i].reference.relative;
        if (file.role != FileRole::motion || !file.reference.found() || changes.contents.contains(name)) continue;
        if (work.is_cancelled()) return baker::cancelled_error();
        const Result<std::string> text = read_text(file.reference.path);
        if (!text) return text.error();
        const Result<formats::Motion3> motion = formats::read_motion3(*text);
        if (!motion) {
            model.losses.push_back({name, "motion", "dropped", "cannot be read, so no sway was baked in: " + motion.error().text(), {}});
            continue;
        }
        const Result<BakedMotion> baked = bake_motion(*motion, model, how, effects, work);
        if (!baked) return Error{name, baked.error().what};
        std::string note = std::to_string(baked->curves) + " curves with the sway were written into it; players with physics overwrite them";
        if (how.loop)
            note += "; the loop was closed by " + share_text(baked->closure) + " % of a range and " + share_text(baked->slope_closure) +
                    " % a second";
        model.losses.push_back({name, "motion", "baked", note, {}});
        changes.contents[name] = bytes_of(formats::write_motion3(baked->motion));
    }
    return {};
}

/// Sizes that only the finished folder shows: textures, bytes.
Status within_budget(const Budget& budget, const OutputFolder& out) {
    for (const ModelFinding& finding : check_model(out.staging(), budget).findings)
        if (finding.severity == Severity::error && finding.expected && finding.what.find(budget.name) != std::string::npos)
            return Error{"--budget " + budget.name, finding.what};
    return {};
}

Json losses_json(const WrittenModel& model, const Notices& dropped, const std::vector<std::string>& files, const std::string& program) {
    Json losses = Json::array();
    for (const Loss& loss : model.losses)
        losses.push_back({{"object", loss.object},
                          {"feature", loss.feature},
                          {"handling", loss.handling},
                          {"note", loss.note},
                          {"error", loss.error ? Json(*loss.error) : Json(nullptr)}});
    for (const Notice& notice : dropped)
        losses.push_back({{"object", notice.where}, {"feature", "reference"}, {"handling", "dropped"}, {"note", notice.what}, {"error", nullptr}});
    return {{"target", std::string("moc3 ") + version_name(model.puppet.version)},
            {"compiler", program},
            {"files", files},
            {"losses", std::move(losses)}};
}

}  // namespace

Result<ExportOutcome> export_project(const Document& document, const ModelGeometry& geometry, const ExportOptions& options,
                                     OutputFolder& out, const Work& work) {
    const Model& model = *geometry.model;
    ExportOutcome outcome;
    work.report("writing the bakes", 0.0);
    Result<WrittenModel> written = written_model(document, model, {true, options.budget});
    if (!written) return written.error();
    outcome.model = std::move(*written);

    const ModelLocation location = options.ascii_names ? with_ascii_names(model.location, outcome.notices) : model.location;
    ExportChanges changes;
    changes.moc3 = formats::write_moc3(outcome.model.puppet);
    if (outcome.model.physics.groups.empty()) {
        changes.drop_physics = true;
    } else {
        formats::Physics3 file;
        if (model.physics) file = *model.physics;
        file.physics = outcome.model.physics;
        changes.physics3 = formats::write_physics3(file);
    }
    std::vector<WrittenName> names;
    for (const WrittenBody& body : outcome.model.bodies)
        for (const baker::WrittenParameter& parameter : body.parameters) names.push_back({parameter.id, parameter.name});
    for (const baker::WrittenParameter& helper : outcome.model.helpers) names.push_back({helper.id, helper.name});
    Result<std::string> cdi3 = names_with(model, names);
    if (!cdi3) return cdi3.error();
    changes.cdi3 = std::move(*cdi3);
    if (options.ascii_names) {
        changes.model3 = location.model3;
        changes.rewrite_model3 = true;
    }
    work.report("motions", 0.3);
    if (options.motions)
        if (Status baked = bake_motions(model.location, location, model.effect_groups(), *options.motions, outcome.model, changes, work); !baked)
            return baked.error();

    work.report("files", 0.7);
    Notices dropped;
    if (Status exported = export_model(location, changes, out, "", dropped); !exported) return exported.error();
    if (Status good = check_export(model, out.staging()); !good) return good.error();
    if (options.budget)
        if (Status fits = within_budget(*options.budget, out); !fits) return fits.error();
    if (work.is_cancelled()) return baker::cancelled_error();
    outcome.notices.insert(outcome.notices.end(), outcome.model.notices.begin(), outcome.model.notices.end());
    outcome.losses = losses_json(outcome.model, dropped, files_below(out.staging()), options.program);
    work.report("done", 1.0);
    return outcome;
}

}  // namespace yure::studio
