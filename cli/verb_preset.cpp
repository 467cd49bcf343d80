#include "project_bake.hpp"
#include "project_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "yure/studio/presets/plan.hpp"

namespace yure::cli {
namespace {

struct PresetArguments {
    std::vector<std::string> words;  ///< the project and names of presets, the project anywhere
    std::string level, mode, only;
    std::vector<std::string> roles;
    bool bake = false, remove = false;
};

/// What was decided, for people.
std::string told(const studio::Json& plan) {
    std::string text = plan.value("summary", "") + "\n";
    for (const auto& decision : plan.value("decisions", studio::Json::array()))
        text += "  " + decision.value("about", "") + ": " + decision.value("what", "") +
                (decision.value("why", "").empty() ? "" : " (" + decision.value("why", "") + ")") + "\n";
    return text;
}

Exit run(const Context& context, const PresetArguments& given) {
    std::string project;
    std::vector<std::string> names;
    for (const std::string& word : given.words) {
        if (studio::presets::find_preset(word))
            names.push_back(word);
        else if (project.empty())
            project = word;
        else
            return context.fail(Exit::usage, {word, "is no preset; there are: front-hair, back-hair, clothing, jelly-eyes, auto-pin"});
    }
    if (project.empty()) return context.fail(Exit::usage, {"PROJECT", "is missing"});
    if (names.empty() && given.level.empty()) return context.fail(Exit::usage, {"NAME", "name presets, or give a --level"});

    std::vector<studio::CommandCall> calls;
    if (!given.level.empty()) calls.push_back({"preset.level", {{"level", given.level}}});
    for (const std::string& name : names) {
        studio::Json arguments{{"preset", name}};
        if (!given.remove) {
            if (!given.mode.empty() && name.ends_with("hair")) arguments["mode"] = given.mode;
            if (!given.only.empty()) arguments["only"] = CLI::detail::split(given.only, ',');
            for (const std::string& role : given.roles) {
                const std::size_t equals = role.rfind('=');
                if (equals == std::string::npos) return context.fail(Exit::usage, {"--role " + role, "is written ID=ROLE"});
                arguments["roles"][role.substr(0, equals)] = role.substr(equals + 1);
            }
        }
        calls.push_back({given.remove ? "preset.remove" : "preset.apply", std::move(arguments)});
    }
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::edit, code);
    if (!session) return code;
    studio::Json results = studio::Json::array();
    std::string text;
    for (const studio::CommandCall& call : calls) {  // each one a step of its own
        const studio::Reply reply = session->apply(call.name, call.arguments);
        if (!reply.ok()) return fail_with(context, reply);
        context.notices(reply.notices);
        for (const studio::Json& plan : reply.result.contains("presets") ? reply.result["presets"] : studio::Json::array({reply.result})) {
            results.push_back(plan);
            text += told(plan);
        }
    }
    if (const Status saved = session->save(); !saved) return context.fail(Exit::failed, saved.error());
    studio::Json document{{"project", session->path().string()}, {"state", session->state()}, {"presets", std::move(results)}};
    if (!given.bake) return context.json ? context.print(document) : context.print(text);
    return bake_session(context, *session, {}, {}, document, text);
}

}  // namespace

void add_preset(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("preset", "make common parts of a project's model move: hair, clothing, eyes");
    auto given = std::make_shared<PresetArguments>();
    verb->add_option("PROJECT NAME…", given->words, "the project, and presets: front-hair, back-hair, clothing, jelly-eyes, auto-pin");
    verb->add_option("--level", given->level, "minimal, default or full: several presets at once")
        ->check(CLI::IsMember({"minimal", "default", "full"}));
    verb->add_option("--mode", given->mode, "hair: simulate it, classic pendulums, or off")
        ->check(CLI::IsMember({"simulate", "classic", "off"}));
    verb->add_option("--only", given->only, "only these meshes: ID,ID…");
    verb->add_option("--role", given->roles, "what a mesh or part is, where the guess is wrong: ID=ROLE")->allow_extra_args(false);
    verb->add_flag("--remove", given->remove, "take the presets away again");
    verb->add_flag("--bake", given->bake, "bake afterwards");
    verb->callback([&context, given] { context.run = [&context, given] { return run(context, *given); }; });
}

}  // namespace yure::cli
