#include "project_support.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace yure::cli {
namespace {

Exit run(const Context& context, const std::string& model, const std::string& out) {
    studio::SessionOptions options;
    options.workers = 0;
    const std::filesystem::path path = project_path(out);
    std::error_code fault;
    if (std::filesystem::exists(path, fault)) {
        if (!context.force)
            return context.fail(Exit::failed, {path.string(), "exists already; give another name, or --force to start it anew"});
        // What was there is kept as a backup by the save that replaces it.
        const std::filesystem::path aside = path.string() + ".new";
        auto session = studio::Session::create(model, aside, options);
        if (!session) return context.fail(opening_exit(model), session.error());
        if (const Status saved = (*session)->save_as(path, studio::Overwrite::replace); !saved)
            return context.fail(Exit::failed, saved.error());
        return context.json ? context.print(studio::Json{{"project", path.string()}, {"state", (*session)->state()}})
                            : context.print("made " + path.string() + "\n");
    }
    auto session = studio::Session::create(model, path, options);
    if (!session) return context.fail(opening_exit(model), session.error());
    context.notices((*session)->notices());
    if (const Status saved = (*session)->save(); !saved) return context.fail(Exit::failed, saved.error());
    if (context.json)
        return context.print(studio::Json{{"project", path.string()},
                                          {"model", (*session)->document().model.path},
                                          {"state", (*session)->state()}});
    return context.print("made " + path.string() + "\n");
}

}  // namespace

void add_new(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("new", "start a project of a model");
    auto model = std::make_shared<std::string>(), out = std::make_shared<std::string>();
    verb->add_option("MODEL", *model, "a model folder, a .model3.json, or a .moc3")->required();
    verb->add_option("--out", *out, "the project to make: NAME.yure")->required();
    verb->callback([&context, model, out] { context.run = [&context, model, out] { return run(context, *model, *out); }; });
}

}  // namespace yure::cli
