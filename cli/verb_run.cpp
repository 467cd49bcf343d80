#include "project_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/interrupt.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::cli {
namespace {

struct RunArguments {
    std::string project, script;
    bool list = false;
};

/// One line of a script: {"command":NAME,"arguments":{…}}, or {"batch":LABEL,"commands":[…]}, or {"bake":[BODY…]},
/// {"undo":N}, {"redo":N}, {"save":true}.
studio::Reply take(const Context& context, studio::Session& session, const studio::Json& line) {
    const auto refuse = [](std::string where, std::string what) {
        studio::Reply reply;
        reply.issues.push_back({std::move(where), std::move(what)});
        return reply;
    };
    const auto call_of = [](const studio::Json& json) {
        const studio::Json& arguments = studio::member(json, "arguments");
        return studio::CommandCall{studio::text_at(json, "command"), arguments.is_null() ? studio::Json::object() : arguments};
    };
    if (line.contains("command")) {
        const studio::CommandCall call = call_of(line);
        return session.apply(call.name, call.arguments);
    }
    if (line.contains("batch")) {
        std::vector<studio::CommandCall> calls;
        const studio::Json& list = studio::member(line, "commands");
        if (list.is_array())
            for (const studio::Json& one : list) calls.push_back(call_of(one));
        return session.batch(studio::text_at(line, "batch"), calls);
    }
    for (const bool back : {true, false})
        if (const char* word = back ? "undo" : "redo"; line.contains(word)) {
            const studio::Json& steps = line[word];
            const int count = steps.is_number_integer() ? steps.get<int>() : 1;
            return back ? session.undo(count) : session.redo(count);
        }
    if (line.contains("bake")) {
        std::vector<std::string> bodies;
        if (line["bake"].is_array())
            for (const studio::Json& body : line["bake"])
                if (body.is_string()) bodies.push_back(body.get<std::string>());
        const studio::BakeStart start = session.bake(bodies);
        if (!start.status) return refuse(start.status.error().where, start.status.error().what);
        const studio::JobInfo job = run_job(context, session, start.job);
        if (job.state != studio::JobState::done)
            return refuse(job.error.where, job.state == studio::JobState::cancelled ? "cancelled" : job.error.what);
        studio::Reply reply;
        reply.result = job.result;
        for (studio::Json& body : reply.result["bodies"]) body.erase("report");
        reply.notices = job.notices;
        reply.state = session.state();
        return reply;
    }
    if (line.contains("save")) {
        studio::Reply reply;
        if (const Status saved = session.save(); !saved) reply.issues.push_back(saved.error());
        reply.state = session.state();
        return reply;
    }
    return refuse("command", "is missing; a line is {\"command\":NAME,\"arguments\":{…}}");
}

Exit run(const Context& context, const RunArguments& given) {
    if (given.list) return context.print(studio::commands_json());
    if (given.project.empty() || given.script.empty()) return context.fail(Exit::usage, {"PROJECT SCRIPT", "are missing"});
    const Result<std::string> text = studio::read_text(given.script);
    if (!text) return context.fail(Exit::failed, text.error());
    Exit code = Exit::ok;
    const auto session = open_project(context, given.project, studio::Access::edit, code);
    if (!session) return code;
    studio::Json replies = studio::Json::array();
    int number = 0;
    for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        const std::string line = text->substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string where = "line " + std::to_string(number);
        const auto json = studio::parse_json(line);
        if (!json) return context.fail(Exit::usage, {where, json.error().text() + "; nothing was saved"});
        studio::Reply reply = take(context, *session, *json);
        if (studio::interrupted()) return context.fail(Exit::interrupted, {});
        if (!reply.ok()) {
            const Error& issue = reply.issues.front();
            return context.fail(Exit::usage, {where + (issue.where.empty() ? "" : " " + issue.where), issue.what + "; nothing was saved"});
        }
        context.notices(reply.notices);
        replies.push_back({{"line", number}, {"state", reply.state}, {"result", reply.result}});
    }
    if (const Status saved = session->save(); !saved) return context.fail(Exit::failed, saved.error());
    if (context.json) return context.print(studio::Json{{"project", session->path().string()}, {"state", session->state()}, {"replies", replies}});
    return context.print(std::to_string(replies.size()) + " lines done\n");
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("run", "apply a script of commands, one JSON object a line, to a project; all or nothing");
    auto given = std::make_shared<RunArguments>();
    verb->add_option("PROJECT", given->project, "a .yure file");
    verb->add_option("SCRIPT", given->script, "a .jsonl file, or - for standard input");
    verb->add_flag("--commands", given->list, "print every command with its arguments' schema, as JSON");
    verb->footer("  {\"command\":\"body.set\",\"arguments\":{\"body\":\"hair\",\"exaggeration\":1.5}}\n"
                 "  {\"batch\":\"Softer\",\"commands\":[{\"command\":…},…]}   {\"bake\":[\"hair\"]}   {\"undo\":1}   {\"redo\":1}");
    verb->callback([&context, given] { context.run = [&context, given] { return run(context, *given); }; });
}

}  // namespace yure::cli
