#include "context.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/compare.hpp"

namespace yure::cli {
namespace {

struct CompareArguments {
    std::string folder;
    studio::ClipChoice choice;
};

Exit compare(const Context& context, const CompareArguments& given) {
    const auto folder = studio::open_baked_folder(given.folder);
    if (!folder) return context.fail(opening_exit(given.folder), folder.error());
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
    CLI::App* verb = app.add_subcommand("compare", "measure a baked model against the simulation on any motion");
    auto given = std::make_shared<CompareArguments>();
    verb->add_option("DIR", given->folder, "a folder that bake made")->required();
    verb->add_option("--motion", given->choice.motions,
                     "a motion3.json, or a motion of the model by name, group or GROUP:INDEX; any number of them");
    verb->add_option("--clip", given->choice.clips,
                     "motions that bakes are measured on: tracking, roll, idle, nod, shake, step:INPUT, turns, drags, "
                     "fast_shake, motion:FILE, or all");
    verb->add_option("--clip-seed", given->choice.clip_seed, "other random motions of the same kind");
    verb->callback([&context, given] {
        if (given->choice.motions.empty() && given->choice.clips.empty())
            throw CLI::ValidationError("compare", "needs --motion M or --clip ID");
        context.run = [&context, given] { return compare(context, *given); };
    });
}

}  // namespace yure::cli
