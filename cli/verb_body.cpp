#include "project_support.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/command_words.hpp"

namespace yure::cli {
namespace {

/// "hair=ArtMesh1,ArtMesh2" and everything behind it, up to the next body.
struct NewBody {
    std::string id;
    std::vector<std::string> meshes;
    std::vector<studio::BodyWord> words;
};

Result<std::vector<NewBody>> new_bodies(const std::vector<studio::BodyWord>& words) {
    std::vector<NewBody> bodies;
    std::vector<studio::BodyWord> common;
    for (const studio::BodyWord& word : words) {
        if (word.option == "body") {
            const std::size_t equals = word.value.find('=');
            const std::string meshes = word.value.substr(equals == std::string::npos ? 0 : equals + 1);
            if (meshes.empty()) return Error{"--body " + word.value, "is not NAME=MESH,MESH…, or MESH,MESH…"};
            bodies.push_back({equals == std::string::npos ? "" : word.value.substr(0, equals), CLI::detail::split(meshes, ','), common});
        } else {
            (bodies.empty() ? common : bodies.back().words).push_back(word);
        }
    }
    if (bodies.empty()) return Error{"--body", "is missing: name what is to be simulated, --body NAME=MESH,…"};
    return bodies;
}

Exit add(const Context& context, const std::string& project, const std::vector<studio::BodyWord>& words) {
    const auto bodies = new_bodies(words);
    if (!bodies) return context.fail(Exit::usage, bodies.error());
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::edit, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    studio::Json made = studio::Json::array();
    for (const NewBody& body : *bodies) {
        const std::string id = body.id.empty() ? studio::new_body_names(session->document(), body.meshes.front()).id : body.id;
        const auto settings = studio::body_commands(*session->geometry()->model, id, body.meshes, body.words);
        if (!settings) return context.fail(Exit::usage, settings.error());
        studio::Json arguments{{"meshes", body.meshes}};
        if (!body.id.empty()) arguments["id"] = body.id;
        std::vector<studio::CommandCall> calls;
        for (const studio::CommandCall& call : *settings) {
            if (call.name != "body.set") {
                calls.push_back(call);
                continue;
            }
            for (const auto& [name, value] : call.arguments.items())
                if (name != "body") arguments[name] = value;
        }
        calls.insert(calls.begin(), {"body.add", std::move(arguments)});
        const studio::Reply reply = session->batch("Add body " + id, calls);
        if (!reply.ok()) return fail_with(context, reply);
        context.notices(reply.notices);
        made.push_back(id);
    }
    if (const Status saved = session->save(); !saved) return context.fail(Exit::failed, saved.error());
    if (context.json) return context.print(studio::Json{{"project", session->path().string()}, {"state", session->state()}, {"bodies", made}});
    std::string text;
    for (const auto& id : made) text += "added " + id.get<std::string>() + "\n";
    return context.print(text);
}

Exit set(const Context& context, const std::string& project, const std::string& name, const std::vector<studio::BodyWord>& words,
         const std::vector<studio::BodyWord>& more) {
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::edit, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    const studio::Body* body = session->document().bodies.find(name);
    if (body == nullptr) return context.fail(Exit::usage, {name, "is no body of the project"});
    for (const studio::BodyWord& word : words)
        if (word.option == "body") return context.fail(Exit::usage, {"--body", "is for `body add`; to change the meshes say --meshes"});
    auto calls = studio::body_commands(*session->geometry()->model, name, body->meshes, words);
    if (!calls) return context.fail(Exit::usage, calls.error());
    auto arguments = studio::read_arguments(studio::body_schema(), more);
    if (!arguments) return context.fail(Exit::usage, arguments.error());
    if (!arguments->empty()) {
        (*arguments)["body"] = name;
        calls->push_back({"body.set", std::move(*arguments)});
    }
    if (calls->empty()) return context.fail(Exit::usage, {"body set", "name at least one setting"});
    const studio::Reply reply = session->batch("Set body " + name, *calls);
    if (!reply.ok()) return fail_with(context, reply);
    context.notices(reply.notices);
    if (const Status saved = session->save(); !saved) return context.fail(Exit::failed, saved.error());
    if (context.json)
        return context.print(studio::Json{{"project", session->path().string()},
                                          {"state", reply.state},
                                          {"body", studio::to_json(*session->document().bodies.find(name))}});
    return context.print("set " + name + "\n");
}

Exit list(const Context& context, const std::string& project) {
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::read, code);
    if (!session) return code;
    studio::Json bodies = studio::Json::array();
    std::string text;
    for (const auto& entry : session->document().bodies) {
        const studio::BodyFreshness now = session->freshness(entry.id);
        studio::Json body = studio::to_json(*entry.value);
        body["freshness"] = {{"state", studio::freshness_name(now.state)}, {"reasons", now.reasons}};
        bodies.push_back(std::move(body));
        text += entry.id + ": " + studio::freshness_name(now.state);
        for (const std::string& reason : now.reasons) text += ", " + reason;
        text += "\n";
    }
    if (context.json) return context.print(studio::Json{{"project", session->path().string()}, {"state", session->state()}, {"bodies", bodies}});
    return context.print(text.empty() ? "no bodies\n" : text);
}

}  // namespace

void add_body(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("body", "simulated bodies of a project: add, set, rm, list");
    verb->require_subcommand(1);
    auto project = std::make_shared<std::string>(), name = std::make_shared<std::string>();
    verb->add_option("PROJECT", *project, "a .yure file")->required();

    CLI::App* adding = verb->add_subcommand("add", "make bodies: --body NAME=MESH,… and its settings");
    const BodyWordOptions* add_words = add_body_options(*adding);
    adding->callback([&context, project, add_words] {
        const auto words = add_words->words();
        context.run = [&context, project, words] { return add(context, *project, words); };
    });
    CLI::App* setting = verb->add_subcommand("set", "change settings of a body");
    setting->add_option("BODY", *name, "its id")->required();
    const BodyWordOptions* set_words = add_body_options(*setting);
    static const std::vector<std::string> kInWords{"name",     "kind",   "material",       "inputs",       "quality", "bank",
                                                   "budget",   "modes",  "keys",           "vertical",     "static",  "write",
                                                   "exaggeration", "training", "target_version", "keep_physics", "top_pins"};
    auto more = std::make_shared<CommandOptions>(*setting, studio::body_schema(), kInWords);
    setting->callback([&context, project, name, set_words, more] {
        const auto words = set_words->words(), others = more->words();
        context.run = [&context, project, name, words, others] { return set(context, *project, *name, words, others); };
    });
    CLI::App* removing = verb->add_subcommand("rm", "remove a body with its bake");
    removing->add_option("BODY", *name, "its id")->required();
    removing->callback([&context, project, name] {
        context.run = [&context, project, name] { return apply_and_save(context, *project, "", {{"body.remove", {{"body", *name}}}}); };
    });
    CLI::App* listing = verb->add_subcommand("list", "all bodies with their settings and whether their bakes are fresh");
    listing->callback([&context, project] { context.run = [&context, project] { return list(context, *project); }; });
}

}  // namespace yure::cli
