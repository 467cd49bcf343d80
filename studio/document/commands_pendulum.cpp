/// Commands on generated pendulum groups: a person's edits over what a bake made.
#include "command_support.hpp"
#include "pendulum_json.hpp"

namespace yure::studio {
namespace {

/// The group as generated, or null and an issue.
Json find_generated(const Document& document, const std::string& wanted, std::vector<Error>& issues) {
    std::vector<std::string> known;
    for (Json& group : generated_groups(document)) {
        known.push_back(words_at(group, "id"));
        if (known.back() == wanted) return std::move(group);
    }
    issues.push_back({"group", "no bake makes a group " + wanted +
                                   (known.empty() ? "; nothing is baked" : "; there are: " + joined(known))});
    return nullptr;
}

/// The body whose names hold that of the group: the one whose bake or bank makes it.
const Body* naming_body(const Document& document, const std::string& group) {
    for (const auto& entry : document.bodies) {
        const StoredBake* bake = document.bakes.find(entry.id);
        if (bake == nullptr) continue;
        for (const Json& own : at(bake->bake, "groups"))
            if (words_at(own, "id") == group) return entry.value.get();
        if (const StoredBank* bank = document.banks.find(bake->bank()))
            for (const Json& own : at(bank->bank, "groups"))
                if (words_at(own, "id") == group) return entry.value.get();
    }
    return nullptr;
}

Json set_schema() {
    Json form = schema::object("", {{"group", schema::text("id of a generated group, PhysicsSim_<id>…", 100)},
                                    {"enabled", schema::flag("false: left out of the export")}},
                               {"group"});
    form["properties"].update(group_schema()["properties"]);
    return form;
}

/// Outputs may be named by the id they are written with; kept is the generated one.
void to_generated_ids(const Document& document, Json& outputs) {
    for (Json& output : outputs)
        for (const auto& entry : document.bodies)
            for (const auto& [generated, setting] : entry.value->outputs)
                if (!setting.id.empty() && setting.id == words_at(output, "parameter")) output["parameter"] = generated;
}

CommandAnswer set_pendulum(const Document& document, const Json& arguments, const CommandContext& context) {
    CommandAnswer answer;
    const std::string id = words_at(arguments, "group");
    const Json made = find_generated(document, id, answer.issues);
    if (made.is_null()) return answer;
    answer = changed(document, {{"group", id}});
    if (arguments.contains("name")) {
        const Body* before = naming_body(document, id);
        Body body = *before;
        const std::string name = words_at(arguments, "name");
        if (name.empty() || name == words_at(made, "name"))
            body.pendulum_names.erase(id);
        else
            body.pendulum_names[id] = name;
        answer = with_body(document, before, std::move(body), context);
        if (!answer.ok()) return answer;
    }
    PendulumOverride change;
    if (const PendulumOverride* old = document.overrides.find(id))
        change = *old;
    else
        change.base = change.edited = made;
    change.enabled = flag_at(arguments, "enabled", change.enabled);
    for (const auto& [name, value] : arguments.items()) {
        if (name == "group" || name == "enabled" || name == "name") continue;
        if (value.is_object())
            change.edited[name].update(value);
        else
            change.edited[name] = value;
    }
    to_generated_ids(document, change.edited["outputs"]);
    std::vector<Error> problems;
    change.edited = group_json(read_group(change.edited, problems));
    if (!problems.empty()) {
        answer.issues = std::move(problems);
        return answer;
    }
    if (change.edited == change.base && change.enabled)
        answer.effect.document.overrides.erase(id);
    else
        answer.effect.document.overrides.set(id, std::move(change));
    return answer;
}

CommandAnswer reset_pendulum(const Document& document, const Json& arguments, const CommandContext&) {
    const std::string id = words_at(arguments, "group");
    if (document.overrides.find(id) == nullptr) return CommandAnswer::refuse("group", id + " is not edited");
    CommandAnswer answer = changed(document, {{"group", id}});
    answer.effect.document.overrides.erase(id);
    return answer;
}

}  // namespace

void add_pendulum_commands(CommandList& list) {
    list.push_back({"pendulum.set",
                    "Edit a generated pendulum group, or leave it out. Members not named stay; lists are replaced. A new bake "
                    "keeps what was changed and takes the rest from the new fit.",
                    set_schema(), set_pendulum,
                    [](const Document&, const Json& arguments) { return "Edit pendulum " + words_at(arguments, "group"); }, true});
    list.push_back({"pendulum.reset", "Take the edits of a generated pendulum group back.",
                    schema::object("", {{"group", schema::text("id of a generated group", 100)}}, {"group"}), reset_pendulum,
                    [](const Document&, const Json& arguments) { return "Reset pendulum " + words_at(arguments, "group"); },
                    false});
}

}  // namespace yure::studio
