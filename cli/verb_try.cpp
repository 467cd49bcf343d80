#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/studio/trial.hpp"

namespace yure::cli {
namespace {

using nlohmann::ordered_json;

struct TryArguments {
    std::string model, wind;
    studio::TrialOptions options;
};

ordered_json row_json(const studio::TrialRow& row) {
    ordered_json told{{"input", row.input},
                      {"value", row.value},
                      {"reach_px", row.reach},
                      {"peak_px", row.peak},
                      {"peak_s", row.peak_time},
                      {"peak_mesh", row.peak_mesh},
                      {"peak_vertex", row.peak_vertex},
                      {"held_px", row.held},
                      {"release_peak_px", row.release_peak},
                      {"settle_s", nullptr},
                      {"drift_px", row.drift},
                      {"stretch", row.stretch},
                      {"mended_frames", row.mended_frames}};
    if (row.settle) told["settle_s"] = *row.settle;
    return told;
}

ordered_json trial_json(const studio::Trial& trial) {
    ordered_json told{{"hold", trial.options.hold}, {"release", trial.options.release}, {"wind", nullptr}};
    if (trial.options.wind) told["wind"] = {trial.options.wind->x, trial.options.wind->y};
    told["bodies"] = ordered_json::array();
    for (const studio::BodyTrial& body : trial.bodies) {
        ordered_json one{{"id", body.id},
                         {"vertices", body.particles},
                         {"length_px", body.length},
                         {"pinned", body.pinned},
                         {"calibration_px", body.calibration_error},
                         {"peak_px", body.peak},
                         {"rest_drift_px", body.drift},
                         {"stretch", body.stretch},
                         {"trials", ordered_json::array()},
                         {"hints", ordered_json::array()}};
        for (const studio::TrialRow& row : body.rows) one["trials"].push_back(row_json(row));
        for (const studio::Hint& hint : body.hints)
            one["hints"].push_back({{"setting", hint.setting}, {"what", hint.what}});
        told["bodies"].push_back(std::move(one));
    }
    told["notices"] = ordered_json::array();
    for (const Notice& notice : trial.notices)
        told["notices"].push_back({{"where", notice.where}, {"what", notice.what}});
    return told;
}

std::string trial_text(const studio::Trial& trial) {
    std::string text;
    char line[320];
    const auto number = [](float value) { return static_cast<double>(value); };
    for (const studio::BodyTrial& body : trial.bodies) {
        std::snprintf(line, sizeof line, "%s: %d vertices, %.0f px long\n", body.id.c_str(), body.particles,
                      number(body.length));
        text += line;
        std::snprintf(line, sizeof line, "  %-20s %8s %8s %8s %8s %8s %8s %8s\n", "input", "value", "reach px",
                      "peak px", "held px", "settle s", "drift px", "stretch");
        text += line;
        for (const studio::TrialRow& row : body.rows) {
            char settle[16] = "-";
            if (row.settle) std::snprintf(settle, sizeof settle, "%.2f", number(*row.settle));
            std::snprintf(line, sizeof line, "  %-20.60s %8g %8.1f %8.1f %8.1f %8s %8.2f %7.1f%%\n", row.input.c_str(),
                          number(row.value), number(row.reach), number(row.peak), number(row.held), settle,
                          number(row.drift), 100.0 * number(row.stretch));
            text += line;
        }
        for (const studio::Hint& hint : body.hints) text += "  hint (" + hint.setting + "): " + hint.what + "\n";
    }
    return text;
}

std::optional<Vec2> read_wind(const std::string& text) {
    Vec2 wind;
    const char* const end = text.data() + text.size();
    const auto [comma, first] = std::from_chars(text.data(), end, wind.x);
    if (first != std::errc() || comma == end || *comma != ',') return std::nullopt;
    const auto [rest, second] = std::from_chars(comma + 1, end, wind.y);
    if (second != std::errc() || rest != end) return std::nullopt;
    return wind;
}

Exit try_bodies(const Context& context, const TryArguments& given, const std::vector<studio::BodyWord>& words) {
    const auto model = studio::open_model(given.model);
    if (!model) return context.fail(opening_exit(given.model), model.error());
    context.notices(model->notices);
    const auto bodies = studio::read_bodies(*model, words);
    if (!bodies) return context.fail(Exit::usage, bodies.error());
    auto job = context.job();
    const auto trial = studio::run_trial(*model, *bodies, given.options, job->work);
    job.reset();  // wipes the bar
    if (!trial) {
        const bool option = trial.error().where.substr(0, 2) == "--";
        return context.fail(option ? Exit::usage : Exit::failed, trial.error());
    }
    if (context.json) return context.print(trial_json(*trial));
    context.notices(trial->notices);
    return context.print(trial_text(*trial));
}

}  // namespace

void add_try(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("try", "hold each input at its ends, let go, and tell how the bodies move; changes nothing");
    auto given = std::make_shared<TryArguments>();
    verb->add_option("MODEL", given->model, "a model folder, a .model3.json, or a .moc3")->required();
    verb->add_option("--hold", given->options.hold, "seconds that a value is held, 0.1 to 30")->capture_default_str();
    verb->add_option("--release", given->options.release, "seconds that the body is watched afterwards, 0.1 to 30")
        ->capture_default_str();
    verb->add_option("--wind", given->wind, "also blow: acceleration X,Y in px/s^2, y down")->type_name("X,Y");
    const BodyWordOptions* body = add_body_options(*verb);
    verb->callback([&context, given, body] {
        if (!given->wind.empty()) {
            given->options.wind = read_wind(given->wind);
            if (!given->options.wind) throw CLI::ValidationError("--wind", given->wind + " is not X,Y");
        }
        context.run = [&context, given, words = body->words()] { return try_bodies(context, *given, words); };
    });
}

}  // namespace yure::cli
