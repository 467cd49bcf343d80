#include "bake_report.hpp"

#include "report/body_details.hpp"
#include "document/enum_names.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/studio/model_info.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

const char* group_of(baker::InputGroup group) {
    switch (group) {
        case baker::InputGroup::culled:
            return "culled";
        case baker::InputGroup::lateral:
            return "lateral";
        case baker::InputGroup::vertical:
            return "vertical";
    }
    return "";
}

ordered_json notices_json(const Notices& notices) {
    ordered_json list = ordered_json::array();
    for (const Notice& notice : notices) list.push_back({{"where", notice.where}, {"what", notice.what}});
    return list;
}

ordered_json budget_json(const baker::Budget& budget) {
    ordered_json limits = ordered_json::object();
    if (budget.parameters) limits["parameters"] = *budget.parameters;
    if (budget.groups) limits["groups"] = *budget.groups;
    if (budget.keyforms) limits["keyforms"] = *budget.keyforms;
    if (budget.bytes) limits["bytes"] = *budget.bytes;
    if (budget.evaluations) limits["evaluations"] = *budget.evaluations;
    return limits;
}

ordered_json options_json(const baker::BodyRequest& request) {
    ordered_json options{{"kind", request.kind == sim::BodyKind::hair ? "hair" : "cloth"},
                         {"material", std::string(sim::material_name(request.material))},
                         {"quality", quality_name(request.quality)},
                         {"exaggeration", tidy(request.exaggeration)},
                         {"keep_physics", request.keep_physics}};
    if (request.quality == baker::Quality::classic) options["modes"] = request.modes;
    if (request.keys) options["keys"] = *request.keys;
    if (request.quality != baker::Quality::classic)
        options["bank"] = request.bank == baker::BankUse::shared ? "shared" : "own";
    if (ordered_json budget = budget_json(request.budget); !budget.empty()) options["budget"] = std::move(budget);
    if (request.static_automatic)
        options["static"] = "auto";
    else if (!request.static_inputs.empty())
        options["static"] = request.static_inputs;
    if (request.top_pins)
        options["pins"] = {{"solid", tidy(request.top_pins->solid)}, {"fade", tidy(request.top_pins->fade)}};
    ordered_json meshes = ordered_json::array();
    for (const baker::BodyMesh& mesh : request.meshes) meshes.push_back(mesh.id);
    options["meshes"] = std::move(meshes);
    return options;
}

/// What the body takes of the model: shapes, and bytes of the moc3 they fill.
ordered_json cost_json(const baker::BodyResult& body) {
    long keyforms = body.pose_cost.keyforms, bytes = body.pose_cost.bytes;
    for (const baker::BakedParameter& parameter : body.bake.parameters)
        for (const rig::MeshOffsets& mesh : parameter.meshes) {
            keyforms += static_cast<long>(mesh.offsets.size());
            for (const auto& shape : mesh.offsets) bytes += 8L * static_cast<long>(shape.size());
        }
    return {{"parameters", body.bake.parameters.size()},
            {"helpers", body.helpers},
            {"groups", body.pendulums},
            {"keyforms", keyforms},
            {"keyform_bytes", bytes}};
}

ordered_json exact_poses_json(const baker::BodyResult& body) {
    ordered_json poses = ordered_json::array();
    for (const baker::BakedPose& pose : body.bake.poses) {
        ordered_json keys = ordered_json::array();
        for (const float key : pose.keys) keys.push_back(tidy(key));
        poses.push_back({{"input", pose.input},
                         {"keys", std::move(keys)},
                         {"meshes", pose.meshes.size()},
                         {"farthest_px", rounded(pose.farthest_px)}});
    }
    return poses;
}

void add_shares(ordered_json& document, const std::optional<baker::ErrorShares>& error) {
    const auto share = [&](double baker::ErrorShares::* part) {
        return error ? rounded((*error).*part) : ordered_json(nullptr);
    };
    document["error_shape"] = share(&baker::ErrorShares::shape);
    document["error_dynamics"] = share(&baker::ErrorShares::dynamics);
    document["error_static"] = share(&baker::ErrorShares::statics);
    document["error_rest"] = share(&baker::ErrorShares::rest);
}

/// Share of the training movement that 1, 2 … parameters explained while they were grown, and what one more would.
ordered_json quality_by_parameters(const baker::BodyResult& body) {
    ordered_json explained = ordered_json::array();
    for (const double left : body.left_by_parameters) explained.push_back(rounded(1.0 - left));
    return {{"explained", std::move(explained)},
            {"with_next", body.left_by_parameters.empty() ? ordered_json(nullptr) : rounded(1.0 - body.left_with_next)}};
}

}  // namespace

ordered_json rounded(double value) {
    if (!std::isfinite(value)) return nullptr;
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return ordered_json::parse(text);
}

ordered_json rounded(const std::optional<double>& value) {
    return value ? rounded(*value) : ordered_json(nullptr);
}

const char* quality_name(baker::Quality quality) {
    return name_of(quality_names(), quality);
}

ordered_json findings_json(const std::vector<baker::BandFinding>& findings) {
    ordered_json list = ordered_json::array();
    for (const baker::BandFinding& finding : findings)
        list.push_back({{"metric", finding.metric},
                        {"value", rounded(finding.value)},
                        {"limit", rounded(finding.limit)},
                        {"text", finding.text}});
    return list;
}

ordered_json body_report(const baker::BodyRequest& request, const baker::BodyResult& body) {
    ordered_json inputs = ordered_json::array(), parameters = ordered_json::array(), clips = ordered_json::array();
    for (const baker::InputReading& input : body.inputs)
        inputs.push_back({{"id", input.id},
                          {"span", {tidy(input.span.low), tidy(input.span.high)}},
                          {"reach_px", rounded(static_cast<double>(input.reach_px))},
                          {"rigid", input.rigid},
                          {"vertical", input.vertical},
                          {"kept_on_request", input.forced},
                          {"group", group_of(input.group)}});
    for (std::size_t p = 0; p < body.parameters.size(); ++p) {
        const baker::WrittenParameter& written = body.parameters[p];
        const baker::BakedParameter& baked = body.bake.parameters[p];
        parameters.push_back({{"id", written.id},
                              {"name", written.name},
                              {"range", tidy(written.range)},
                              {"limit", tidy(written.limit)},
                              {"written_gain", tidy(written.gain)},
                              {"keys", baked.keys.size()},
                              {"group", baked.group},
                              {"swing_px", rounded(baked.swing_px)},
                              {"peak_degrees", rounded(baked.peak_degrees)}});
    }
    for (const baker::ClipMetrics& clip : body.clips) clips.push_back(clip_json(clip));
    return {{"id", body.id},
            {"name", body.name},
            {"options", options_json(request)},
            {"particles", body.particles},
            {"inputs", std::move(inputs)},
            {"parameters", std::move(parameters)},
            {"exact_poses", exact_poses_json(body)},
            {"pendulums", body.pendulums},
            {"helpers", body.helpers},
            {"bank", body.bake.bank.empty() ? ordered_json(nullptr) : ordered_json(body.bake.bank)},
            {"baked_with", body.baked_with},
            {"cost", cost_json(body)},
            {"quality_by_parameters", quality_by_parameters(body)},
            {"written_as", body.blend_shapes ? "blend shapes" : "keyform axes"},
            {"training_frames", body.training_frames},
            {"evaluations", body.evaluations},
            {"select_r2", rounded(body.select_r2)},
            {"clips", std::move(clips)},
            {"summary", summary_json(body.summary)},
            {"other_rates", playback_json(body.other_rates)},
            {"warnings", findings_json(body.warnings)},
            {"notices", notices_json(body.notices)}};
}

ordered_json clip_json(const baker::ClipMetrics& clip) {
    ordered_json document{{"clip", clip.clip},
            {"simulated_px", rounded(clip.simulated_px)},
            {"direction", rounded(clip.direction)},
            {"sign", rounded(clip.sign)},
            {"right", clip.right},
            {"amplitude", rounded(clip.amplitude)},
            {"reach", rounded(clip.reach)},
            {"lag_ms", rounded(clip.lag_ms)},
            {"stops", clip.stops},
            {"settle", rounded(clip.settle)},
            {"overshoot", rounded(clip.overshoot)},
            {"jitter", rounded(clip.jitter)},
            {"clipped", rounded(clip.clipped)},
            {"stalled", rounded(clip.stalled)},
            {"shortening", rounded(clip.shortening)},
            {"static_px", rounded(clip.static_px)},
            {"r2", rounded(clip.r2)},
            {"p95_px", rounded(clip.p95_px)}};
    add_shares(document, clip.error);
    return document;
}

ordered_json summary_json(const baker::PartSummary& summary) {
    ordered_json document{{"clips", summary.clips},
            {"clips_2px", summary.clips_2px},
            {"r2_10px", rounded(summary.r2_10px)},
            {"r2_2px", rounded(summary.r2_2px)},
            {"amplitude", rounded(summary.amplitude)},
            {"amplitude_spread", rounded(summary.amplitude_spread)},
            {"reach", rounded(summary.reach)},
            {"lag_ms", rounded(summary.lag_ms)},
            {"settle", rounded(summary.settle)},
            {"overshoot", rounded(summary.overshoot)},
            {"jitter", rounded(summary.jitter)},
            {"static_px", rounded(summary.static_px)},
            {"clipped", rounded(summary.clipped)},
            {"stalled", rounded(summary.stalled)},
            {"shortening", rounded(summary.shortening)},
            {"p95_px", rounded(summary.p95_px)},
            {"direction_right", summary.direction_right},
            {"direction_total", summary.direction_total},
            {"other_rates", rounded(summary.other_rates)},
            {"better_than_nothing", summary.better_than_nothing}};
    add_shares(document, summary.error);
    return document;
}

ordered_json playback_json(const std::vector<baker::PlaybackFigures>& figures) {
    ordered_json list = ordered_json::array();
    for (const baker::PlaybackFigures& each : figures) {
        const bool moved = each.clips > 0;
        const auto figure = [&](double value) { return moved ? rounded(value) : ordered_json(nullptr); };
        list.push_back({{"condition", each.id},
                        {"clips", each.clips},
                        {"amplitude", figure(each.amplitude)},
                        {"lag_ms", figure(each.lag_ms)},
                        {"difference", figure(each.difference)},
                        {"farthest", figure(each.farthest)},
                        {"left_px", figure(each.left_px)},
                        {"sound", each.sound}});
    }
    return list;
}

ordered_json bake_report(const Model& model, const BakeOrder& order, const BakeOutcome& outcome) {
    ordered_json bodies = ordered_json::array(), gate = nullptr;
    for (std::size_t b = 0; b < outcome.result.bodies.size(); ++b) {
        bodies.push_back(body_report(order.bodies[b], outcome.result.bodies[b]));
        add_details(bodies.back(), outcome.result.physics, outcome.result.bodies[b]);
        bodies.back()["cost"]["model_parameters"] = outcome.result.puppet.parameter.id.size();
        bodies.back()["summary"]["bake_seconds"] = rounded(outcome.body_seconds[b]);
    }
    if (order.gate) {
        ordered_json failures = ordered_json::array();
        for (std::size_t b = 0; b < outcome.gate_failures.size(); ++b)
            for (ordered_json& failure : findings_json(outcome.gate_failures[b])) {
                failure["body"] = outcome.result.bodies[b].id;
                failures.push_back(std::move(failure));
            }
        gate = {{"name", order.gate->name}, {"met", outcome.gate_met()}, {"failures", std::move(failures)}};
    }
    return {{"format", "yure-report/1"},
            {"program", order.program},
            {"model", model.location.base_name},
            {"moc3",
             {{"file", model.moc_name},
              {"version_before", version_name(model.puppet.version)},
              {"version", version_name(outcome.result.puppet.version)}}},
            {"fps", tidy(outcome.result.physics.fps)},
            {"clip_seed", order.clip_seed},
            {"measured",
             "exported model at exaggeration 1 against the simulation, on motions that the bake did not learn from; no "
             "physics at all has R² = 0"},
            {"seconds", rounded(outcome.seconds)},
            {"bands", bands()},
            {"bodies", std::move(bodies)},
            {"gate", std::move(gate)},
            {"notices", notices_json(outcome.notices)}};
}

ordered_json bake_losses(const BakeOrder& order, const BakeOutcome& outcome, const std::vector<std::string>& files,
                         const Notices& dropped) {
    ordered_json losses = ordered_json::array();
    const auto add = [&](const std::string& object, const char* feature, const char* handling, const std::string& note,
                         ordered_json error) {
        losses.push_back({{"object", object},
                          {"feature", feature},
                          {"handling", handling},
                          {"note", note},
                          {"error", std::move(error)}});
    };
    for (const baker::BodyResult& body : outcome.result.bodies) {
        const bool made = !body.parameters.empty();
        std::string ids;
        for (const auto& parameter : body.parameters) ids += (ids.empty() ? "" : ", ") + parameter.id;
        add(body.id, "simulation", made ? "baked" : "dropped",
            made ? "played by " + std::to_string(body.pendulums) + " pendulum groups through " + ids +
                       "; error: largest distance in px, 95 % of frames, mean of the measured clips"
                 : "it hardly moves, so nothing was written",
            made ? rounded(body.summary.p95_px) : ordered_json(nullptr));
        for (const baker::InputReading& input : body.inputs)
            if (input.group == baker::InputGroup::culled)
                add(body.id + " " + input.id, "input", "dropped", "moves the body by less than 1 px",
                    rounded(static_cast<double>(input.reach_px)));
        for (const Notice& loss : body.losses) {
            const bool physics = loss.where.starts_with("physics group");
            add(loss.where, physics ? "physics output" : "setting", physics ? "dropped" : "approximated", loss.what,
                nullptr);
        }
    }
    for (const Notice& notice : dropped) add(notice.where, "reference", "dropped", notice.what, nullptr);
    return {{"target", std::string("moc3 ") + version_name(outcome.result.puppet.version)},
            {"compiler", order.program},
            {"files", files},
            {"losses", std::move(losses)}};
}

}  // namespace yure::studio
