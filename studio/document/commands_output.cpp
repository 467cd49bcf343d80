/// Commands on what a bake writes: ids, names, ranges and gains of generated parameters. None needs a new bake.
#include "command_support.hpp"

#include <algorithm>

namespace yure::studio {
namespace {

CommandAnswer set_output(const Document& document, const Json& arguments, const CommandContext& context) {
    CommandAnswer answer;
    const Body* body = named_body(document, arguments, "body", answer.issues);
    if (body == nullptr) return answer;
    std::string parameter = words_at(arguments, "parameter");
    const StoredBake* bake = document.bakes.find(body->id);
    std::vector<std::string> made = bake == nullptr ? std::vector<std::string>{} : bake->parameter_ids();
    for (const auto& [generated, output] : body->outputs)  // the written id names it too
        if (!output.id.empty() && output.id == parameter) parameter = generated;
    if (std::find(made.begin(), made.end(), parameter) == made.end() && !body->outputs.contains(parameter))
        return CommandAnswer::refuse("parameter", made.empty() ? "the body has no bake yet, so it generates no parameters"
                                                               : parameter + " is none of " + joined(made));
    Body after = *body;
    OutputSetting& output = after.outputs[parameter];
    if (arguments.contains("id")) output.id = words_at(arguments, "id") == parameter ? "" : words_at(arguments, "id");
    if (arguments.contains("name")) output.name = words_at(arguments, "name");
    if (at(arguments, "range").is_number()) output.range = arguments["range"].get<float>();
    if (arguments.contains("range") && arguments["range"].is_null()) output.range = OutputSetting{}.range;
    if (arguments.contains("gain")) {
        output.gain.reset();
        if (arguments["gain"].is_number()) output.gain = arguments["gain"].get<float>();
    }
    if (output == OutputSetting{}) after.outputs.erase(parameter);
    return with_body(document, body, std::move(after), context);
}

}  // namespace

void add_output_commands(CommandList& list) {
    using namespace schema;
    list.push_back({"output.set",
                    "Say how a generated parameter is written: id, name, range, gain. Applies without a new bake; what is not "
                    "named stays, empty or null puts the default back.",
                    object("",
                           {{"body", body_argument()},
                            {"parameter", text("generated parameter id, ParamSim<id>_1, or the id it is written with", 63)},
                            {"id", any_text("id to write; empty = the generated one", 63)},
                            {"name", any_text("display name; empty = by the body's name", 200)},
                            {"range", or_null(number("keyed range +-range in parameter units; null = 30", 1, 100))},
                            {"gain", or_null(number("replaces the body's exaggeration; 0 = still; null = exaggeration", 0, 3))}},
                           {"body", "parameter"}),
                    set_output,
                    [](const Document& document, const Json& arguments) {
                        return "Set output " + words_at(arguments, "parameter") + " of " + body_label(document, arguments);
                    },
                    true});
}

}  // namespace yure::studio
