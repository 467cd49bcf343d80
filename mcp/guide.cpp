#include "guide.hpp"

namespace yure::mcp {
namespace {

Json user_text(std::string text) {
    return Json::array({{{"role", "user"}, {"content", {{"type", "text"}, {"text", std::move(text)}}}}});
}

}  // namespace

const std::string& instructions() {
    static const std::string text =
        "Yure simulates hair and cloth of a Live2D-style puppet and bakes the movement into pendulums, parameters and key shapes that "
        "ordinary players show.\n"
        "The usual way: project_new (or project_open) gives a project_id; model_apply_preset finds hair or clothing and makes simulations, "
        "or simulation_put makes one of the art meshes you name; a bake follows in the background (job_wait); report_get tells how well the "
        "export follows the simulation; project_save and project_export write files.\n"
        "Every change answers with the new state token. Send state to be refused when somebody else changed the project meanwhile, and "
        "request_id to make a call safe to repeat. Changes are undo steps. Lengths are canvas px with y down, weights 0..1, times s.\n"
        "r2 is the share of the simulated movement that the export follows on motions it was not fitted to: 0 = no better than standing "
        "still. Below .5, look at the warnings, the inputs and the pins before anything else. simulation_simulate tries settings without "
        "baking; simulation_preview_render shows a frame.";
    return text;
}

Json prompt_list() {
    const Json model{{"name", "model"}, {"description", "model folder or file below the server's root"}, {"required", true}};
    const Json simulation{{"name", "simulation"}, {"description", "id of the simulation"}, {"required", true}};
    const Json project{{"name", "project"}, {"description", "project file, or project_id of an open one"}, {"required", true}};
    return {{"prompts",
             {{{"name", "make_hair_sway"}, {"title", "Make this model's hair sway"}, {"description", "From a model to an exported folder with swaying hair"}, {"arguments", {model}}},
              {{"name", "why_does_this_bake_look_wrong"},
               {"title", "Why does this bake look wrong?"},
               {"description", "Find out what limits a bake, and mend it"},
               {"arguments", {project, simulation}}}}}};
}

Json prompt(const std::string& name, const Json& arguments, std::string& problem) {
    const auto argument = [&](const char* wanted) {
        if (arguments.contains(wanted) && arguments[wanted].is_string()) return arguments[wanted].get<std::string>();
        problem = std::string("argument ") + wanted + " is missing";
        return std::string();
    };
    if (name == "make_hair_sway") {
        const std::string model = argument("model");
        if (!problem.empty()) return nullptr;
        return {{"description", "Make this model's hair sway"},
                {"messages",
                 user_text("Make the hair of the model \"" + model +
                           "\" sway.\n1. project_new with it; workspace_inspect to see its meshes.\n2. model_apply_preset back-hair, then front-hair; read the decisions, "
                           "and correct roles where a mesh was taken for something else.\n3. job_wait for the bakes. report_get for each: r2 above .6 and amplitude between "
                           ".75 and 1.3 is good.\n4. Where it is not: simulation_simulate and follow its hints, then simulation_put and bake again.\n5. simulation_preview and "
                           "simulation_preview_render to look at it. project_save, project_export, and tell me what was made and how well it follows.")}};
    }
    if (name == "why_does_this_bake_look_wrong") {
        const std::string project = argument("project"), simulation = argument("simulation");
        if (!problem.empty()) return nullptr;
        return {{"description", "Why does this bake look wrong?"},
                {"messages",
                 user_text("The bake of simulation \"" + simulation + "\" in project \"" + project +
                           "\" looks wrong. Find out why.\n1. workspace_inspect: is it stale, and for what reasons?\n2. report_get: which motions are worst, and in what (direction, "
                           "amplitude, lag, settling, clipping, held poses)? Which inputs were culled?\n3. simulation_simulate: does the simulation itself do what is wanted? Hints "
                           "name settings.\n4. If the simulation is right and the bake is not: a higher quality, exact poses (static_inputs) for held errors, training_clips for a "
                           "motion that matters, force_inputs for one that was culled.\n5. Change one thing at a time, bake, compare r2 before and after, undo what did not help, "
                           "and tell me what it was.")}};
    }
    problem = "there is no prompt " + name;
    return nullptr;
}

}  // namespace yure::mcp
