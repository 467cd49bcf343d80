#include "project_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace yure::cli {
namespace {

Exit move(const Context& context, const std::string& project, int steps, bool back) {
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::edit, code);
    if (!session) return code;
    const studio::History& history = session->history();
    std::string text;
    int done = 0;
    for (; done < steps; ++done) {
        const bool can = back ? history.can_undo() : history.can_redo();
        if (!can) break;
        const std::string label = history.steps()[history.position() - (back ? 1 : 0)].label;
        static_cast<void>(back ? session->undo() : session->redo());
        text += (back ? "undone: " : "redone: ") + label + "\n";
    }
    if (done == 0) return context.fail(Exit::failed, {"", back ? "there is nothing to undo" : "there is nothing to redo"});
    if (const Status saved = session->save(); !saved) return context.fail(Exit::failed, saved.error());
    if (context.json)
        return context.print(studio::Json{{"project", session->path().string()}, {"state", session->state()}, {back ? "undone" : "redone", done}});
    return context.print(text);
}

Exit log(const Context& context, const std::string& project) {
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::read, code);
    if (!session) return code;
    const studio::History& history = session->history();
    studio::Json steps = studio::Json::array();
    std::string text;
    for (std::size_t i = 0; i < history.steps().size(); ++i) {
        const studio::HistoryStep& step = history.steps()[i];
        const bool done = i < history.position();
        studio::Json calls = studio::Json::array();
        for (const studio::CommandCall& call : step.calls) calls.push_back({{"command", call.name}, {"arguments", call.arguments}});
        steps.push_back({{"number", i + 1}, {"label", step.label}, {"origin", step.origin}, {"done", done}, {"commands", std::move(calls)}});
        text += (done ? "  " : "~ ") + std::to_string(i + 1) + "  " + step.label + "\n";
    }
    if (context.json)
        return context.print(studio::Json{{"project", session->path().string()}, {"state", session->state()}, {"position", history.position()}, {"steps", steps}});
    return context.print(text.empty() ? "no steps\n" : text);
}

}  // namespace

void add_undo(CLI::App& app, Context& context) {
    for (const bool back : {true, false}) {
        CLI::App* verb = app.add_subcommand(back ? "undo" : "redo", back ? "take the last step of a project back" : "do a step again that was undone");
        auto project = std::make_shared<std::string>();
        auto steps = std::make_shared<int>(1);
        verb->add_option("PROJECT", *project, "a .yure file")->required();
        verb->add_option("--steps", *steps, "how many")->check(CLI::Range(1, 1000000));
        verb->callback([&context, project, steps, back] {
            context.run = [&context, project, steps, back] { return move(context, *project, *steps, back); };
        });
    }
    CLI::App* verb = app.add_subcommand("log", "the steps of a project; those that were undone are marked ~");
    auto project = std::make_shared<std::string>();
    verb->add_option("PROJECT", *project, "a .yure file")->required();
    verb->callback([&context, project] { context.run = [&context, project] { return log(context, *project); }; });
}

}  // namespace yure::cli
