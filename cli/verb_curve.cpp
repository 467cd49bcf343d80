#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>

#include "yure/studio/playback.hpp"

namespace yure::cli {
namespace {

struct CurveArguments {
    std::string model, motion, numbers = "official";
    studio::CurveOptions options;
};

Exit run_curve(const Context& context, const CurveArguments& given) {
    const auto model = studio::open_model(given.model);
    if (!model) return context.fail(opening_exit(given.model), model.error());
    const auto motion = studio::find_motion(model->location, given.motion);
    if (!motion) return context.fail(Exit::failed, motion.error());
    studio::CurveOptions options = given.options;
    options.numbers = number_reading(given.numbers);
    const auto job = context.job();
    const auto table = studio::sample_motion(model->parameter_ranges(), *motion, options, job->work);
    if (!table) return context.fail(table.error().where == "--fps" ? Exit::usage : Exit::invalid, table.error());
    return context.print(studio::curves_json(*table, options.fps));
}

}  // namespace

void add_curve(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("curve", "sample a motion's curves, as JSON");
    auto given = std::make_shared<CurveArguments>();
    verb->add_option("MODEL", given->model, "a model folder, a .model3.json, or a .moc3")->required();
    verb->add_option("MOTION", given->motion, "a motion3.json, or a motion of the model by name, group or GROUP:INDEX")
        ->required();
    verb->add_option("--fps", given->options.fps, "frames a second, 1 to 1000")->required();
    verb->add_flag("--loop", given->options.loop, "go round as a player would, instead of ending");
    verb->add_option("--frames", given->options.frames, "how many frames; without it, to the motion's end")
        ->check(CLI::Range(1, 10'000'000));
    add_numbers_option(*verb, given->numbers);
    verb->callback([&context, given] { context.run = [&context, given] { return run_curve(context, *given); }; });
}

}  // namespace yure::cli
