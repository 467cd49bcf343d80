#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>

#include "yure/studio/model_folder.hpp"
#include "yure/studio/pose_table.hpp"

namespace yure::cli {
namespace {

struct EvalArguments {
    std::string model, poses;
};

Exit run_eval(const Context& context, const EvalArguments& given) {
    const auto model = studio::open_model(given.model);
    if (!model) return context.fail(opening_exit(given.model), model.error());
    const auto text = studio::read_text(given.poses);
    if (!text) return context.fail(Exit::failed, text.error());
    const auto job = context.job();
    const auto table = studio::evaluate_poses(model->puppet, *text, job->work);
    if (!table)
        return context.fail(
            Exit::invalid,
            {given.poses + (table.error().where.empty() ? "" : " " + table.error().where), table.error().what});
    return context.print(*table);
}

}  // namespace

void add_eval(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("eval", "parameter values to drawn meshes, as JSON");
    auto given = std::make_shared<EvalArguments>();
    verb->add_option("MODEL", given->model, "a model folder, a .model3.json, or a .moc3")->required();
    verb->add_option("--poses", given->poses, "JSON: {\"poses\":[{\"values\":[…]}…]}; - reads standard input")
        ->required();
    verb->callback([&context, given] { context.run = [&context, given] { return run_eval(context, *given); }; });
}

}  // namespace yure::cli
