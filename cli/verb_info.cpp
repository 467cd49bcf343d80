#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/model_info.hpp"

namespace yure::cli {

void add_info(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "info", "what a model is made of: meshes, vertices, parameters, deformers, physics, versions");
    auto model_path = std::make_shared<std::string>();
    verb->add_option("MODEL", *model_path, "a model folder, a .model3.json, or a .moc3")->required();
    verb->callback([&context, model_path] {
        context.run = [&context, model_path] {
            const auto model = studio::open_model(*model_path);
            if (!model) return context.fail(opening_exit(*model_path), model.error());
            if (context.json) return context.print(studio::model_info(*model));
            context.notices(model->notices);
            return context.print(studio::model_info_text(*model, context.verbose));
        };
    });
}

}  // namespace yure::cli
