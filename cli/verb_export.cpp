#include "bake_output.hpp"
#include "project_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/interrupt.hpp"
#include "yure/studio/project_export.hpp"

namespace yure::cli {
namespace {

struct ExportArguments {
    std::string project, out, losses, budget;
    bool bake_motions = false, loop = false, ascii_names = false;
    double preroll = 0.0;
};

Exit run(const Context& context, const ExportArguments& given) {
    if ((given.loop || given.preroll > 0) && !given.bake_motions)
        return context.fail(Exit::usage, {given.loop ? "--loop" : "--preroll", "belongs to --bake-motions"});
    Exit code = Exit::ok;
    const auto session = open_project(context, given.project, studio::Access::read, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    const studio::ProjectSettings& settings = session->document().settings;
    studio::ExportOptions options;
    options.program = program_name();
    options.ascii_names = given.ascii_names || settings.ascii_names;
    if (given.bake_motions) options.motions = studio::MotionBake{given.loop, given.preroll};
    if (const std::string& budget = given.budget.empty() ? settings.budget : given.budget; !budget.empty()) {
        auto found = studio::find_budget(budget);
        if (!found) return context.fail(Exit::usage, {"--budget " + found.error().where, found.error().what});
        options.budget = std::move(*found);
    }
    const std::string losses = given.losses.empty() ? std::filesystem::path(given.out).lexically_normal().string() + ".losses.json" : given.losses;
    std::error_code fault;
    if (!context.force && std::filesystem::exists(losses, fault))
        return context.fail(Exit::failed, {losses, "exists already; another name (--losses), or --force, is needed"});
    for (const auto& entry : session->document().bodies) {
        const studio::BodyFreshness now = session->freshness(entry.id);
        if (now.state == studio::Freshness::unbaked) context.note("note: " + entry.id + " is not baked, so it is not in the export (yure bake)");
        if (now.state == studio::Freshness::stale)
            context.note("note: the bake of " + entry.id + " is stale: " + (now.reasons.empty() ? "" : now.reasons.front()));
    }
    auto out = studio::OutputFolder::begin(given.out, context.overwrite());
    if (!out) return context.fail(Exit::failed, out.error());
    const auto outcome = [&] {
        const auto job = context.job();
        return studio::export_project(session->document(), *session->geometry(), options, *out, job->work);
    }();
    if (studio::interrupted()) return context.fail(Exit::interrupted, {});
    if (!outcome) return context.fail(Exit::failed, outcome.error());
    if (const Status put = out->commit(); !put) return context.fail(Exit::failed, put.error());
    const std::string told = outcome->losses.dump(2, ' ', false, studio::Json::error_handler_t::replace) + "\n";
    if (const Status put = studio::write_file(losses, told, context.overwrite()); !put) return context.fail(Exit::failed, put.error());
    context.notices(outcome->notices);
    studio::Json bodies = studio::Json::array();
    std::string text;
    for (const studio::WrittenBody& body : outcome->model.bodies) {
        studio::Json parameters = studio::Json::array();
        for (const auto& parameter : body.parameters) parameters.push_back(parameter.id);
        text += body.id + ": " + std::to_string(body.parameters.size()) + " parameters as " +
                (body.blend_shapes ? "blend shapes" : "keyform axes") + "\n";
        bodies.push_back({{"id", body.id}, {"parameters", std::move(parameters)}, {"written_as", body.blend_shapes ? "blend shapes" : "keyform axes"}});
    }
    if (context.json)
        return context.print(studio::Json{{"model", given.out}, {"losses_file", losses}, {"bodies", std::move(bodies)}, {"losses", outcome->losses}});
    return context.print(text + "model    " + given.out + "\nlosses   " + losses + "\n");
}

}  // namespace

void add_export(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("export", "write a project's model, with everything that was baked, into a new folder");
    auto given = std::make_shared<ExportArguments>();
    verb->add_option("PROJECT", given->project, "a .yure file")->required();
    verb->add_option("--out", given->out, "the model folder to make")->required();
    verb->add_option("--losses", given->losses, "where the loss report goes (OUT.losses.json)");
    verb->add_flag("--bake-motions", given->bake_motions, "write the sway into the motions too, for players without physics");
    verb->add_flag("--loop", given->loop, "close the baked motions in value and slope");
    verb->add_option("--preroll", given->preroll, "seconds that the sway settles before a motion starts")->check(CLI::Range(0.0, 60.0));
    verb->add_option("--budget", given->budget, "keep limits: free, phone, or a JSON file; what moves least is left out");
    verb->add_flag("--ascii-names", given->ascii_names, "file names in ASCII");
    verb->callback([&context, given] { context.run = [&context, given] { return run(context, *given); }; });
}

}  // namespace yure::cli
