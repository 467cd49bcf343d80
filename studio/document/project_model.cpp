#include "yure/studio/project_model.hpp"

#include "bake_store.hpp"
#include "budget_fit.hpp"
#include "generated.hpp"
#include "json_fields.hpp"
#include "preset_model.hpp"

#include <algorithm>

namespace yure::studio {
namespace {

baker::WriteOptions write_options(const Body& body, bool exaggerated) {
    baker::WriteOptions options{body.write, body.target_version, exaggerated ? body.exaggeration : 1.0f, {}, exaggerated};
    for (const auto& [parameter, output] : body.outputs)
        options.outputs.push_back({parameter, output.id, output.name, output.range, output.gain});
    return options;
}

void tell_body(const Document& document, const GeneratedBody& body, std::size_t groups, WrittenModel& written) {
    const Json& report = document.bakes.find(body.body->id)->report;
    std::string ids;
    for (const auto& parameter : written.bodies.back().parameters) ids += (ids.empty() ? "" : ", ") + parameter.id;
    std::optional<double> error;
    if (const Json& p95 = at(at(report, "summary"), "p95_px"); p95.is_number()) error = p95.get<double>();
    if (ids.empty())
        written.losses.push_back({body.body->id, "simulation", "dropped", "it hardly moves, so nothing was written", {}});
    else
        written.losses.push_back({body.body->id, "simulation", "baked",
                                  "played by " + std::to_string(groups) + " pendulum groups through " + ids +
                                      "; error: largest distance in px, 95 % of frames, mean of the measured clips",
                                  error});
    for (const Json& input : at(report, "inputs"))
        if (words_at(input, "group") == "culled")
            written.losses.push_back({body.body->id + " " + words_at(input, "id"), "input", "dropped",
                                      "moves the body by less than 1 px", number_at(input, "reach_px", 0.0)});
}

void tell_left_out(const Document& document, WrittenModel& written) {
    for (const auto& entry : document.bodies) {
        if (!entry.value->enabled)
            written.losses.push_back({entry.id, "simulation", "dropped", "the body is switched off", {}});
        else if (document.bakes.find(entry.id) == nullptr)
            written.losses.push_back({entry.id, "simulation", "dropped", "the body is not baked", {}});
        if (entry.value->enabled && !entry.value->obstacles.empty())
            written.losses.push_back({entry.id, "obstacles", "dropped", "players know no obstacles", {}});
    }
}

/// Old physics that a preset put to rest: the simulation, or nothing, takes its place.
void tell_resting(const Document& document, const Model& model, WrittenModel& written) {
    if (!model.physics) return;
    Notices told_already;
    for (const presets::PresetRecord& record : preset_records(document, told_already))
        for (const presets::RestingOutput& resting : record.resting)
            for (const pendulum::Group& group : model.physics->physics.groups)
                if (group.id == resting.group)
                    written.losses.push_back({"physics group " + group.id, "physics output", "dropped",
                                              "no longer drives " + resting.parameter + ": preset " +
                                                  std::string(presets::preset_name(record.preset)) + " put it to rest",
                                              {}});
}

Result<WrittenModel> write_all(const Document& document, const PresetModel& start, const Generated& all, bool exaggerated) {
    WrittenModel written;
    written.puppet = start.puppet;
    written.physics = start.physics;
    written.notices = all.notices;
    for (const GeneratedBody& body : all.bodies) {
        baker::BodyBake bake = body.bake;
        bake.removed = outputs_on(body.removed, written.physics);
        const auto bank = all.banks.find(bake.bank);
        Result<baker::WriteResult> result = baker::write_back(written.puppet, written.physics, bake, write_options(*body.body, exaggerated),
                                                              bank == all.banks.end() ? nullptr : &bank->second);
        if (!result) return result.error();
        WrittenBody& mine = written.bodies.emplace_back();
        mine.id = body.body->id;
        mine.parameters = std::move(result->parameters);
        mine.blend_shapes = result->blend_shapes;
        for (const auto& parameter : bake.parameters) mine.generated.push_back(parameter.id);
        written.helpers.insert(written.helpers.end(), result->helpers.begin(), result->helpers.end());
        written.puppet = std::move(result->puppet);
        written.physics = std::move(result->physics);
        tell_body(document, body, bank == all.banks.end() ? bake.groups.size() : bank->second.groups.size(), written);
        for (const Notice& loss : result->losses) {
            const bool physics = loss.where.starts_with("physics group");
            written.losses.push_back({loss.where, physics ? "physics output" : "setting", physics ? "dropped" : "approximated", loss.what, {}});
        }
    }
    return written;
}

}  // namespace

Result<WrittenModel> written_model(const Document& document, const Model& model, const WriteChoice& choice) {
    Notices notices;
    Result<PresetModel> start = preset_model(document, model, notices);
    if (!start) return start.error();
    Generated all = generated(document, start->puppet);
    if (!all.unusable.empty()) {
        const auto& [body, error] = *all.unusable.begin();
        return Error{"body " + body + (error.where.empty() ? "" : ": " + error.where), error.what};
    }
    std::vector<Loss> left_out;
    for (;;) {
        Result<WrittenModel> written = write_all(document, *start, all, choice.exaggerated);
        if (!written) return written.error();
        if (choice.budget) {
            Result<bool> fits = narrow_to_budget(*choice.budget, model, *written, all, left_out);
            if (!fits) return fits.error();
            if (!*fits) continue;
        }
        written->notices.insert(written->notices.begin(), notices.begin(), notices.end());
        tell_left_out(document, *written);
        tell_resting(document, model, *written);
        written->losses.insert(written->losses.end(), left_out.begin(), left_out.end());
        return written;
    }
}

}  // namespace yure::studio
