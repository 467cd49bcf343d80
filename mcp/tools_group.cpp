#include "tool_support.hpp"

#include <algorithm>

namespace yure::mcp {
namespace {

const std::vector<std::pair<const char*, const char*>> kRules{{"fill", "group.fill"}, {"outline", "group.outline"}, {"gradient", "group.gradient"},
                                                              {"top", "group.top"},   {"glue", "group.glue"},       {"region", "group.region"}};

/// Arguments of every rule in one form; what a rule does not take is refused by its command, by name.
Json rules_schema(const std::vector<std::pair<const char*, const char*>>& rules, std::initializer_list<std::pair<std::string, Json>> more) {
    Json form{{"properties", Json::object()}, {"required", Json::array()}};
    for (const auto& [name, member] : more) form["properties"][name] = member;
    bool first = true;
    for (const auto& [rule, command] : rules) {
        const studio::Command* known = studio::find_command(command);
        if (known == nullptr) continue;
        for (const auto& [name, member] : known->schema["properties"].items())
            if (!form["properties"].contains(name)) form["properties"][name] = member;
        Json required = Json::array();
        for (const Json& name : known->schema.value("required", Json::array()))
            if (first || std::find(form["required"].begin(), form["required"].end(), name) != form["required"].end()) required.push_back(name);
        form["required"] = std::move(required);
        first = false;
    }
    return form;
}

ToolReply update(const ToolCall& call) {
    const Json arguments = without(call.arguments, {"rule", "delete"});
    if (call.arguments.value("delete", false)) return apply(call, "group.clear", arguments);
    if (!call.arguments.contains("rule")) return ToolReply::fail("invalid_argument", "say which rule, or delete", "rule");
    const auto rule = call.arguments["rule"].get<std::string>();
    for (const auto& [name, command] : kRules)
        if (rule == name) return apply(call, command, arguments);
    return ToolReply::fail("invalid_argument", "is no rule", "rule");
}

ToolReply paint(const ToolCall& call) {
    const Json arguments = without(call.arguments, {"tool"});
    const std::string tool = call.arguments.value("tool", std::string("brush"));
    return apply(call, tool == "invert" ? "group.invert" : tool == "gradient" ? "group.gradient" : "group.paint", arguments);
}

}  // namespace

void add_group_tools(std::vector<Tool>& list) {
    using namespace schema;
    std::vector<std::string> rules;
    for (const auto& [name, command] : kRules) rules.emplace_back(name);
    list.push_back({"vertex_group_update",
                    "Make weights of art meshes by a rule (fill, outline, gradient, top, glue, region), or delete them. Lengths are canvas px, y down; weights 0..1 (pin 1 = held by the rig).",
                    rules_schema(kRules, {{"rule", choice("how the weights are made", rules)}, {"delete", flag("take the weights away instead")}}), output::edit(output::group_result()),
                    true, true, update});
    list.push_back({"vertex_group_paint", "One stroke of the canvas' brush, a gradient, or an inversion of painted weights.",
                    rules_schema({{"brush", "group.paint"}, {"gradient", "group.gradient"}, {"invert", "group.invert"}},
                                 {{"tool", choice("brush when left out", {"brush", "gradient", "invert"})}}),
                    output::edit(output::group_result()), true, true, paint});
}

}  // namespace yure::mcp
