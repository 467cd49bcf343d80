#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>

#include "yure/studio/playback.hpp"

namespace yure::cli {
namespace {

struct PlayArguments {
    std::string model, motion, case_file, physics, numbers = "official";
    double fps = 0.0;
    bool all = false;
};

Exit play_cases(const Context& context, const PlayArguments& given) {
    std::optional<std::filesystem::path> physics;
    if (!given.physics.empty()) physics = given.physics;
    const auto job = context.job();
    const auto cases = studio::play_case_file(given.case_file, physics, number_reading(given.numbers), job->work);
    if (!cases) return context.fail(opening_exit(given.case_file), cases.error());
    return context.print(studio::cases_json(*cases));
}

Exit play_model(const Context& context, const PlayArguments& given) {
    const auto model = studio::open_model(given.model, number_reading(given.numbers));
    if (!model) return context.fail(opening_exit(given.model), model.error());
    const auto motion = studio::find_motion(model->location, given.motion);
    if (!motion) return context.fail(Exit::failed, motion.error());
    const auto job = context.job();
    const auto played =
        studio::play_motion(*model, *motion, given.fps, given.all, number_reading(given.numbers), job->work);
    if (!played) return context.fail(played.error().where == "--fps" ? Exit::usage : Exit::invalid, played.error());
    return context.print(studio::cases_json({*played}));
}

}  // namespace

void add_play(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("play", "play physics over frames, from a case file or a model and one of its motions");
    auto given = std::make_shared<PlayArguments>();
    CLI::Option* model = verb->add_option("MODEL", given->model, "a model folder, a .model3.json, or a .moc3");
    CLI::Option* case_file = verb->add_option("--case", given->case_file,
                                              "a case file: parameters, frames of inputs; - reads standard input");
    CLI::Option* physics = verb->add_option("--physics", given->physics,
                                            "physics3.json to use instead of the one that the case file names");
    CLI::Option* motion = verb->add_option("--motion", given->motion,
                                           "a motion3.json, or a motion of the model by name, group or GROUP:INDEX");
    CLI::Option* fps = verb->add_option("--fps", given->fps, "frames a second, 1 to 1000");
    CLI::Option* all = verb->add_flag("--all", given->all, "every parameter, not only those that physics writes");
    add_numbers_option(*verb, given->numbers);
    physics->needs(case_file);
    model->excludes(case_file);
    motion->needs(model)->needs(fps);
    fps->needs(motion);
    all->needs(motion);
    verb->callback([&context, given] {
        if (given->case_file.empty() && given->motion.empty())
            throw CLI::ValidationError("play", "needs --case FILE, or MODEL with --motion and --fps");
        context.run = [&context, given] {
            return given->case_file.empty() ? play_model(context, *given) : play_cases(context, *given);
        };
    });
}

}  // namespace yure::cli
