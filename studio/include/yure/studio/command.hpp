/// The one list of commands. Everything that changes a project is here, and nothing else changes one: the panels, the
/// command line, scripts and the MCP server translate into these, the log and undo show these.
///
/// A command takes a document and gives a new one; it changes all or nothing. The old document is its exact inverse:
/// parts that were not touched are shared by both, so keeping it is cheap, and undo puts it back to the bit.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "yure/studio/document.hpp"
#include "yure/studio/model_folder.hpp"
#include "yure/studio/model_geometry.hpp"
#include "yure/studio/presets/subject.hpp"

namespace yure::studio {

/// What a command may look at beside the document. Files are read only through here.
struct CommandContext {
    std::shared_ptr<const Model> model;             ///< null when the model could not be opened
    std::shared_ptr<const ModelGeometry> geometry;  ///< null when it could not be evaluated
    std::filesystem::path project_folder;           ///< relative paths start here
    /// What presets look at (names, art, movements): made when first asked for. Empty, or null: not to be had.
    std::function<const presets::Subject*()> subject;
};

struct CommandEffect {
    Document document;
    Json result = Json::object();  ///< what was decided: {"body":"simHair"}
    Notices notices;               ///< what was passed over, and why
    std::vector<std::string> bodies;  ///< whose bakes the command means to renew (presets, pins); may be empty
};

/// Either an effect or issues; an issue's `where` is the argument's path: "material.goal".
struct CommandAnswer {
    std::vector<Error> issues;
    CommandEffect effect;
    bool ok() const { return issues.empty(); }

    static CommandAnswer refuse(std::string where, std::string what) {
        CommandAnswer answer;
        answer.issues.push_back({std::move(where), std::move(what)});
        return answer;
    }
};

struct Command {
    std::string name;         ///< "body.set"; letters and one dot
    std::string description;  ///< English, with units: a tool's description for people and agents
    Json schema;              ///< JSON Schema of the arguments, an object without further members
    /// Arguments have passed the schema.
    std::function<CommandAnswer(const Document&, const Json& arguments, const CommandContext&)> apply;
    /// "Set goal of hair": how the step is called in the history.
    std::function<std::string(const Document&, const Json& arguments)> label;
    /// Steps of the same drag merge when this is true and the caller's drag token is the same.
    bool merges = true;
};

/// All of them, in a stable order.
const std::vector<Command>& commands();
/// Null when there is none.
const Command* find_command(std::string_view name);

/// One command on a document: looks it up, checks the arguments, applies it.
CommandAnswer apply_command(const Document& document, std::string_view name, const Json& arguments,
                            const CommandContext& context);

/// {"commands":[{"name","description","arguments":<schema>}…]}, for scripts and tool lists.
Json commands_json();

/// The default name and id of a new body on these meshes, not yet taken in `document`: mesh "ArtMeshBottomwear" gives
/// the id "Bottomwear" and the name "simBottomwear"; a number is added while taken.
struct BodyNames {
    std::string id, name;
};
BodyNames new_body_names(const Document& document, const std::string& first_mesh);

}  // namespace yure::studio
