#include "project_support.hpp"

#include "verb_support.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "yure/studio/interrupt.hpp"

namespace yure::cli {
namespace fs = std::filesystem;

fs::path project_path(const std::string& given) {
    const fs::path path(given);
    std::error_code fault;
    if (path.extension() == ".yure" || fs::is_regular_file(path, fault)) return path;
    return fs::path(given + ".yure");
}

bool looks_like_project(const std::string& given) {
    std::error_code fault;
    const fs::path path(given);
    return path.extension() == ".yure" || (!fs::exists(path, fault) && fs::is_regular_file(given + ".yure", fault));
}

std::unique_ptr<studio::Session> open_project(const Context& context, const std::string& given, studio::Access access,
                                              Exit& code) {
    studio::SessionOptions options;
    options.access = access;
    options.workers = 1;
    options.threads = context.threads;
    options.drop_unsaved = true;  // a verb that fails has changed nothing
    const fs::path path = project_path(given);
    auto session = studio::Session::open(path, options);
    if (!session) {
        const bool locked = session.error().where.ends_with(".lock");  // nothing is wrong with the project
        code = context.fail(locked ? Exit::failed : opening_exit(path), session.error());
        return nullptr;
    }
    context.notices((*session)->notices());
    return std::move(*session);
}

Exit fail_with(const Context& context, const studio::Reply& reply) {
    for (std::size_t i = 1; i < reply.issues.size(); ++i) context.note("yure: " + reply.issues[i].text());
    return context.fail(Exit::usage, reply.issues.front());
}

Exit apply_and_save(const Context& context, const std::string& project, const std::string& label,
                    const std::vector<studio::CommandCall>& calls) {
    Exit code = Exit::ok;
    const auto session = open_project(context, project, studio::Access::edit, code);
    if (!session) return code;
    const std::string before = session->state();
    const studio::Reply reply = session->batch(label, calls);
    if (!reply.ok()) return fail_with(context, reply);
    if (const Status saved = session->save(); !saved) return context.fail(Exit::failed, saved.error());
    context.notices(reply.notices);
    if (context.json)
        return context.print(studio::Json{{"project", session->path().string()}, {"state", reply.state}, {"result", reply.result}});
    const bool changed = reply.state != before;
    const auto& steps = session->history().steps();
    return context.print((changed && !steps.empty() ? steps[session->history().position() - 1].label : "nothing changed") + "\n");
}

studio::JobInfo run_job(const Context& context, studio::Session& session, studio::JobId job) {
    const auto shown = context.job();
    for (;;) {
        const studio::JobInfo info = session.wait(job, 0.1);
        if (is_over(info.state)) return info;
        shown->work.report(info.stage, info.fraction);
        if (studio::interrupted()) session.cancel(job);
    }
}

struct CommandOptions::One {
    std::string name;
    CLI::Option* option = nullptr;
    std::vector<std::string> given;
};

CommandOptions::CommandOptions(CLI::App& verb, const studio::Json& schema, const std::vector<std::string>& without) {
    for (const auto& [name, form] : schema["properties"].items()) {
        if (std::find(without.begin(), without.end(), name) != without.end()) continue;
        auto one = std::make_shared<One>();
        one->name = name;
        std::replace(one->name.begin(), one->name.end(), '_', '-');
        std::string help = form.contains("description") ? form["description"].get<std::string>() : "";
        if (form.contains("enum")) {
            std::string values;
            for (const auto& value : form["enum"]) values += (values.empty() ? "" : "|") + (value.is_string() ? value.get<std::string>() : value.dump());
            help += (help.empty() ? "" : "; ") + values;
        }
        one->option = verb.add_option("--" + one->name, one->given, help)->allow_extra_args(false)->type_name("VALUE");
        options_.push_back(std::move(one));
    }
}

std::vector<studio::BodyWord> CommandOptions::words() const {
    std::vector<studio::BodyWord> words;
    for (const auto& one : options_)
        for (const std::string& value : one->given) words.push_back({one->name, value});
    return words;
}

}  // namespace yure::cli
