#include "project_support.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "yure/studio/compare.hpp"
#include "yure/studio/interrupt.hpp"
#include "yure/studio/project_compare.hpp"

namespace yure::cli {
namespace {

struct CompareArguments {
    std::string place;
    studio::ClipChoice choice;
    std::vector<std::string> only;
};

std::string table(const std::vector<studio::BodyComparison>& bodies) {
    std::string text;
    char line[256];
    for (const studio::BodyComparison& body : bodies) {
        text += body.body + "\n";
        for (const baker::ClipMetrics& clip : body.clips) {
            std::snprintf(line, sizeof line, "  %-24.24s tips %6.1f px  R2 %5.2f  amplitude x%4.2f  lag %4.0f ms  jitter %4.2f  %s\n",
                          clip.clip.c_str(), clip.simulated_px, clip.r2, clip.amplitude, clip.lag_ms, clip.jitter, clip.right ? "right" : "wrong");
            text += line;
        }
        for (const baker::BandFinding& warning : body.warnings) text += "  warning: " + warning.text + "\n";
    }
    return text;
}

Exit compare_bakes_of(const Context& context, const CompareArguments& given) {
    Exit code = Exit::ok;
    const auto session = open_project(context, given.place, studio::Access::read, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    studio::CompareRequest request;
    request.bodies = given.only;
    request.motions = given.choice.motions;
    for (const std::string& clip : given.choice.clips)
        if (clip != "all") request.motions.push_back(clip);  // none named is all of them
    request.clip_seed = given.choice.clip_seed;
    const auto bodies = [&] {
        const auto job = context.job();
        return studio::compare_project(session->document(), *session->geometry(), request, job->work);
    }();
    if (studio::interrupted()) return context.fail(Exit::interrupted, {});
    if (!bodies) return context.fail(bodies.error().where.starts_with("--") ? Exit::usage : Exit::failed, bodies.error());
    return context.json ? context.print(studio::comparison_json(*bodies)) : context.print(table(*bodies));
}

Exit compare_folder(const Context& context, const CompareArguments& given) {
    if (!given.only.empty()) return context.fail(Exit::usage, {"--only", "is for projects; a bake's folder is compared whole"});
    if (given.choice.motions.empty() && given.choice.clips.empty())
        return context.fail(Exit::usage, {"compare", "needs --motion M or --clip ID (all = every motion that bakes are measured on)"});
    const auto folder = studio::open_baked_folder(given.place);
    if (!folder) return context.fail(opening_exit(given.place), folder.error());
    const auto clips = studio::chosen_clips(*folder, given.choice);
    if (!clips) return context.fail(Exit::usage, clips.error());
    const auto comparison = [&] {
        const auto job = context.job();
        return studio::compare_clips(*folder, *clips, job->work);
    }();
    if (!comparison) return context.fail(Exit::failed, comparison.error());
    if (context.json) return context.print(studio::comparison_json(*folder, *comparison));
    context.notices(comparison->notices);
    return context.print(studio::comparison_text(*comparison));
}

}  // namespace

void add_compare(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("compare", "measure bakes against the simulation, on motions of your choice");
    auto given = std::make_shared<CompareArguments>();
    verb->add_option("DIR|PROJECT", given->place, "a folder that bake made, or a .yure file")->required();
    verb->add_option("--motion", given->choice.motions,
                     "a motion3.json, or a motion of the model by name, group or GROUP:INDEX; any number of them")
        ->allow_extra_args(false);
    verb->add_option("--clip", given->choice.clips,
                     "motions that bakes are measured on: tracking, roll, idle, nod, shake, step:INPUT, turns, drags, "
                     "fast_shake, motion:FILE, or all")
        ->allow_extra_args(false);
    verb->add_option("--only", given->only, "of a project: only this body")->allow_extra_args(false);
    verb->add_option("--clip-seed", given->choice.clip_seed, "other random motions of the same kind");
    verb->callback([&context, given] {
        context.run = [&context, given] {
            std::error_code fault;
            const bool project = std::filesystem::path(given->place).extension() == ".yure" && !std::filesystem::is_directory(given->place, fault);
            return project ? compare_bakes_of(context, *given) : compare_folder(context, *given);
        };
    });
}

}  // namespace yure::cli
