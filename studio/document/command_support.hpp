/// What the commands share: finding what the arguments name, and putting a changed body back. Private to studio.
#pragma once

#include <string>
#include <vector>

#include "json_fields.hpp"
#include "yure/studio/command.hpp"
#include "yure/studio/schema.hpp"

namespace yure::studio {

using CommandList = std::vector<Command>;
void add_body_commands(CommandList& list);
void add_input_commands(CommandList& list);
void add_output_commands(CommandList& list);
void add_group_commands(CommandList& list);
void add_pendulum_commands(CommandList& list);
void add_preset_commands(CommandList& list);
void add_project_commands(CommandList& list);

/// The body that `arguments[key]` names by id or, when only one has it, by name. Null and an issue when there is none.
const Body* named_body(const Document& document, const Json& arguments, const char* key, std::vector<Error>& issues);
/// Its name for labels, or what was given.
std::string body_label(const Document& document, const Json& arguments, const char* key = "body");
/// The schema of an argument that names a body.
Json body_argument();

/// The document with the changed body, or what is wrong with it. `before` is the body as it was, null for a new one:
/// what it already named and the model has lost is no issue.
CommandAnswer with_body(const Document& document, const Body* before, Body body, const CommandContext& context);

/// The answer of a command that changed the document.
CommandAnswer changed(Document document, Json result = Json::object());

/// A body without its bake: banks that serve nobody any more and edits of groups that are gone go along.
void drop_bake(Document& document, const std::string& body);

/// Row of a mesh in the model, or -1; also -1 without a model.
int mesh_row(const CommandContext& context, const std::string& mesh);
std::string joined(const std::vector<std::string>& words);

}  // namespace yure::studio
