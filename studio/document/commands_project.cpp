/// Commands on the project as a whole: its model, settings, parts.
#include "command_support.hpp"
#include "model_refresh.hpp"
#include "project_place.hpp"

namespace yure::studio {
namespace {

CommandAnswer refresh_model(const Document& document, const Json&, const CommandContext& context) {
    if (!context.model) return CommandAnswer::refuse("", "the model could not be opened");
    CommandAnswer answer;
    answer.effect.document = refreshed(document, *context.model, answer.effect.notices);
    return answer;
}

CommandAnswer set_model(const Document& document, const Json& arguments, const CommandContext& context) {
    const std::string path = words_at(arguments, "path");
    const Result<Model> model = open_model(model_place(context.project_folder, path));
    if (!model) return CommandAnswer::refuse("path", model.error().text());
    CommandAnswer answer;
    Document after = document;
    after.model.path = relative_place(context.project_folder, model_file(*model));
    answer.effect.document = refreshed(after, *model, answer.effect.notices);
    answer.effect.result = {{"model", after.model.path}};
    return answer;
}

CommandAnswer set_settings(const Document& document, const Json& arguments, const CommandContext&) {
    Json json = to_json(document.settings);
    json.update(arguments);
    std::vector<Error> problems;
    Document after = document;
    after.settings = read_project_settings(json, problems);
    CommandAnswer answer = changed(std::move(after));
    answer.issues = std::move(problems);
    return answer;
}

CommandAnswer set_part(const Document& document, const Json& arguments, const CommandContext& context) {
    Document after = document;
    for (std::size_t i = 0; i < arguments["meshes"].size(); ++i) {
        const std::string mesh = arguments["meshes"][i].get<std::string>();
        if (context.model && mesh_row(context, mesh) < 0)
            return CommandAnswer::refuse("meshes[" + std::to_string(i) + "]", "the model has no mesh " + mesh);
        if (arguments["role"].is_null())
            after.settings.part_roles.erase(mesh);
        else
            after.settings.part_roles[mesh] = words_at(arguments, "role");
    }
    return changed(std::move(after));
}

}  // namespace

void add_project_commands(CommandList& list) {
    using namespace schema;
    list.push_back({"settings.set", "Change settings of the project as a whole.",
                    object("", {{"name", any_text("the project's name", 200)},
                                {"fps", number("rate of the physics in Hz; 0 = the file's, else 60", 0, 240)},
                                {"budget", any_text("limits for exports: free, phone, or a file; empty = none")},
                                {"ascii_names", flag("exports: names in ASCII")}}),
                    set_settings, [](const Document&, const Json&) { return std::string("Set project settings"); }, true});
    list.push_back({"part.set", "Say by hand what meshes are, where the presets guess wrong.",
                    object("",
                           {{"meshes", schema::list("art meshes", text("id", 63), 1, 1000)},
                            {"role", or_null(text("front_hair, back_hair, top, bottoms, neckwear, sleeves, legwear, … or none; "
                                                  "null = guess again",
                                                  40))}},
                           {"meshes", "role"}),
                    set_part, [](const Document&, const Json&) { return std::string("Set part roles"); }, false});
    list.push_back({"model.set", "Point the project at another place of its model.",
                    object("", {{"path", text("model folder, model3.json or moc3; relative to the project's folder", 4000)}}, {"path"}),
                    set_model, [](const Document&, const Json& a) { return "Set model " + words_at(a, "path"); }, false});
    list.push_back({"model.refresh", "Take in a model that was exported anew: painted weights are carried over.", object("", {}),
                    refresh_model, [](const Document&, const Json&) { return std::string("Take in the changed model"); }, false});
}

}  // namespace yure::studio
