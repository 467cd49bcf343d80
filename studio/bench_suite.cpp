#include "yure/studio/bench_suite.hpp"

#include "bake_report.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <time.h>

#include "yure/baker/unseen_clips.hpp"
#include "yure/studio/gate.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/model_motions.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;
constexpr const char* kFormat = "yure-bench/1";

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The export as written, under every other way of playing.
Result<std::vector<baker::PlaybackFigures>> play_otherwise(const baker::BakeResult& result,
                                                           const baker::BodyRequest& asked, const Work& work) {
    const Result<rig::Rig> rig = rig::Rig::build(result.puppet);
    if (!rig) return rig.error();
    const Result<baker::Body> body = baker::bind_body(result.puppet, *rig, asked);
    if (!body) return body.error();
    baker::ExportedModel model{&*rig, &result.physics, {}, {}};
    for (const baker::WrittenParameter& parameter : result.bodies[0].parameters) {
        model.mode_parameters.push_back(parameter.id);
        model.mode_ranges.push_back(parameter.range);
    }
    baker::UnseenRequest request;
    for (const baker::InputRequest& input : asked.inputs) request.inputs.push_back(input.id);
    const std::vector<baker::DriveClip> clips = baker::unseen_clips(rig->parameters(), request);
    std::vector<const baker::DriveClip*> chosen;
    for (const baker::DriveClip& clip : clips)
        if (clip.id == "tracking" || clip.id == "drags" || clip.id == "fast_shake") chosen.push_back(&clip);
    std::vector<baker::PlaybackCondition> conditions = baker::display_conditions();
    for (const auto& more : {baker::conditions_without_fps(), baker::strength_conditions()})
        conditions.insert(conditions.end(), more.begin(), more.end());
    return baker::play_under(*body, model, chosen, conditions, work);
}

ordered_json mean_json(const SuiteMean& mean) {
    return {{"quality", quality_name(mean.quality)},
            {"parts", mean.parts},
            {"r2_10px", rounded(mean.r2_10px)},
            {"r2_2px", rounded(mean.r2_2px)},
            {"worst_r2_10px", rounded(mean.worst_r2_10px)},
            {"worst_part", mean.worst_part},
            {"direction_right", mean.direction_right},
            {"direction_total", mean.direction_total},
            {"amplitude", rounded(mean.amplitude)},
            {"lag_ms", rounded(mean.lag_ms)},
            {"settle", rounded(mean.settle)},
            {"jitter", rounded(mean.jitter)},
            {"static_px", rounded(mean.static_px)},
            {"clipped", rounded(mean.clipped)},
            {"other_rates", rounded(mean.other_rates)},
            {"wall_seconds", rounded(mean.wall_seconds)},
            {"processor_seconds", rounded(mean.processor_seconds)}};
}

}  // namespace

Result<SuiteRow> run_part(const BenchmarkPart& part, baker::Quality quality, const SuiteOptions& options,
                          const Work& work) {
    const auto fault = [&](const Error& error) {
        return baker::is_cancelled(error)
                   ? error
                   : Error{part.name + " (" + quality_name(quality) + "): " + error.where, error.what};
    };
    const Result<Model> model = open_model(part.model);
    if (!model) return fault(model.error());
    baker::BakeRequest request;
    request.puppet = model->puppet;
    if (model->physics) request.physics = model->physics->physics;
    Notices notices;
    request.motions = model_motions(*model, notices);
    request.clip_seed = options.clip_seed;
    request.bodies = {part.body};
    request.bodies[0].quality = quality;

    const auto start = std::chrono::steady_clock::now();
    const double processor = processor_seconds();
    const Result<baker::BakeResult> result = baker::bake(request, work.part(0.0, options.playback ? 0.9 : 1.0));
    if (!result) return fault(result.error());
    SuiteRow row;
    row.part = part.name;
    row.quality = quality;
    row.processor_seconds = processor_seconds() - processor;
    row.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const baker::BodyResult& body = result->bodies[0];
    row.particles = body.particles;
    row.parameters = static_cast<int>(body.parameters.size());
    row.groups = body.pendulums;
    row.helpers = body.helpers;
    row.explained = body.left_by_parameters.empty() ? 0.0 : 1.0 - body.left_by_parameters.back();
    row.select_r2 = body.select_r2;
    row.summary = body.summary;
    row.clips = body.clips;
    if (options.playback) {
        Result<std::vector<baker::PlaybackFigures>> playback =
            play_otherwise(*result, request.bodies[0], work.part(0.9, 1.0));
        if (!playback) return fault(playback.error());
        row.playback = std::move(*playback);
    }
    return row;
}

Result<std::vector<SuiteRow>> run_suite(const std::vector<BenchmarkPart>& parts, const SuiteOptions& options,
                                        const Work& work) {
    std::vector<SuiteRow> rows;
    const double share = 1.0 / static_cast<double>(std::max<std::size_t>(1, parts.size() * options.qualities.size()));
    for (const BenchmarkPart& part : parts)
        for (const baker::Quality quality : options.qualities) {
            const double done = share * static_cast<double>(rows.size());
            Result<SuiteRow> row = run_part(part, quality, options, work.part(done, done + share));
            if (!row) return row.error();
            rows.push_back(std::move(*row));
        }
    return rows;
}

std::vector<SuiteMean> suite_means(const std::vector<SuiteRow>& rows) {
    std::vector<SuiteMean> means;
    for (const SuiteRow& row : rows) {
        auto place =
            std::find_if(means.begin(), means.end(), [&](const SuiteMean& m) { return m.quality == row.quality; });
        if (place == means.end()) {
            place = means.insert(means.end(), SuiteMean{});
            place->quality = row.quality;
        }
        if (row.summary.clips == 0) continue;
        SuiteMean& mean = *place;
        const baker::PartSummary& sum = row.summary;
        if (mean.parts == 0 || sum.r2_10px < mean.worst_r2_10px) {
            mean.worst_r2_10px = sum.r2_10px;
            mean.worst_part = row.part;
        }
        ++mean.parts;
        mean.r2_10px += sum.r2_10px, mean.r2_2px += sum.r2_2px, mean.amplitude += sum.amplitude;
        mean.lag_ms += sum.lag_ms, mean.settle += sum.settle, mean.jitter += sum.jitter;
        mean.static_px += sum.static_px, mean.clipped += sum.clipped;
        mean.wall_seconds += row.wall_seconds, mean.processor_seconds += row.processor_seconds;
        mean.other_rates = std::max(mean.other_rates, sum.other_rates);
        mean.direction_right += sum.direction_right, mean.direction_total += sum.direction_total;
    }
    for (SuiteMean& mean : means)
        for (double* figure : {&mean.r2_10px, &mean.r2_2px, &mean.amplitude, &mean.lag_ms, &mean.settle, &mean.jitter,
                               &mean.static_px, &mean.clipped, &mean.wall_seconds, &mean.processor_seconds})
            *figure /= std::max(1, mean.parts);
    return means;
}

ordered_json suite_json(const std::vector<SuiteRow>& rows, const SuiteOptions& options, const std::string& program) {
    ordered_json means = ordered_json::array(), list = ordered_json::array();
    for (const SuiteMean& mean : suite_means(rows)) means.push_back(mean_json(mean));
    for (const SuiteRow& row : rows) {
        ordered_json clips = ordered_json::array();
        for (const baker::ClipMetrics& clip : row.clips) clips.push_back(clip_json(clip));
        list.push_back({{"part", row.part},
                        {"quality", quality_name(row.quality)},
                        {"particles", row.particles},
                        {"parameters", row.parameters},
                        {"groups", row.groups},
                        {"helpers", row.helpers},
                        {"wall_seconds", rounded(row.wall_seconds)},
                        {"processor_seconds", rounded(row.processor_seconds)},
                        {"explained", rounded(row.explained)},
                        {"select_r2", rounded(row.select_r2)},
                        {"summary", summary_json(row.summary)},
                        {"clips", std::move(clips)},
                        {"playback", playback_json(row.playback)}});
    }
    return {{"format", kFormat},
            {"program", program},
            {"clip_seed", options.clip_seed},
            {"means", std::move(means)},
            {"rows", std::move(list)}};
}

Result<EarlierSuite> read_suite(std::string_view text) {
    const Result<ordered_json> json = parse_json(text);
    if (!json) return json.error();
    if (text_at(*json, "format") != kFormat)
        return Error{"/format", std::string("is not ") + kFormat + ": not made by bench-suite, or by another version"};
    EarlierSuite suite;
    suite.program = text_at(*json, "program");
    if (const ordered_json& seed = member(*json, "clip_seed"); seed.is_number_unsigned())
        suite.clip_seed = seed.get<std::uint64_t>();
    const ordered_json& rows = member(*json, "rows");
    if (!rows.is_array()) return Error{"/rows", "is no list"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EarlierRow row{text_at(rows[i], "part"), text_at(rows[i], "quality"), {}, 0.0};
        const ordered_json& summary = member(rows[i], "summary");
        if (row.part.empty() || row.quality.empty() || !summary.is_object())
            return Error{"/rows/" + std::to_string(i), "has no part, quality or summary"};
        for (const auto& [name, value] : summary.items())
            if (value.is_number()) set_summary_figure(row.summary, name, value.get<double>());
        if (const ordered_json& seconds = member(rows[i], "wall_seconds"); seconds.is_number())
            row.wall_seconds = seconds.get<double>();
        suite.rows.push_back(std::move(row));
    }
    return suite;
}

}  // namespace yure::studio
