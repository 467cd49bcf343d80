/// Commands on vertex groups: rules, brushes, explicit weights. Points are canvas px at the default pose.
#include "command_support.hpp"
#include "group_weights.hpp"
#include "model_refresh.hpp"

#include <algorithm>

#include "yure/sim/pins.hpp"

namespace yure::studio {
namespace {

struct Target {
    std::string id;
    int row = -1;
    std::vector<Vec2> points;  ///< world px at rest; empty when not known
    MeshGroups groups;
    sim::Weights current;  ///< of the kind in question; filled with its default where it was not painted
};

/// Makes the new weights of one mesh. An empty result takes the group away.
using Rule = CommandAnswer (*)(const Target&, const Json& arguments, const CommandContext&, sim::Weights& out);

std::vector<std::string> target_ids(const Document& document, const Json& arguments, std::vector<Error>& issues) {
    std::vector<std::string> ids;
    if (arguments.contains("body")) {
        if (const Body* body = named_body(document, arguments, "body", issues)) ids = body->meshes;
    }
    if (arguments.contains("meshes"))
        for (const Json& mesh : arguments["meshes"])
            if (std::find(ids.begin(), ids.end(), mesh) == ids.end()) ids.push_back(mesh);
    if (ids.empty() && issues.empty()) issues.push_back({"meshes", "name meshes, or a body"});
    return ids;
}

Target make_target(const Document& document, const CommandContext& context, const std::string& id, int row, sim::GroupKind kind) {
    Target target;
    target.id = id;
    target.row = row;
    const rig::Puppet& puppet = context.model->puppet;
    if (const MeshGroups* groups = document.groups.find(id)) target.groups = *groups;
    carry_over(target.groups, puppet, row);
    if (context.geometry) target.points = context.geometry->rest[static_cast<std::size_t>(row)];
    target.current = weights_of(target.groups.weights, kind);
    if (target.current.empty())
        target.current.assign(static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(row)]),
                              sim::group_default(kind));
    return target;
}

void combine(const std::string& how, std::span<const float> before, sim::Weights& weights) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (how == "maximum") weights[i] = std::max(weights[i], before[i]);
        if (how == "minimum") weights[i] = std::min(weights[i], before[i]);
        if (how == "multiply") weights[i] *= before[i];
    }
}

std::function<CommandAnswer(const Document&, const Json&, const CommandContext&)> on_groups(Rule rule, bool needs_points) {
    return [rule, needs_points](const Document& document, const Json& arguments, const CommandContext& context) {
        CommandAnswer answer;
        const std::vector<std::string> ids = target_ids(document, arguments, answer.issues);
        if (!answer.ok()) return answer;
        if (!context.model) return CommandAnswer::refuse("", "the model could not be opened, so its meshes are not known");
        const sim::GroupKind kind = *sim::find_group(words_at(arguments, "group"));
        answer.effect.document = document;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const int row = mesh_row(context, ids[i]);
            const std::string where = "meshes[" + std::to_string(i) + "]";
            if (row < 0) return CommandAnswer::refuse(where, "the model has no mesh " + ids[i]);
            Target target = make_target(document, context, ids[i], row, kind);
            if (needs_points && target.points.empty())
                return CommandAnswer::refuse(where, ids[i] + " is hidden at the default pose, so it has no place to paint on");
            sim::Weights weights;
            if (CommandAnswer made = rule(target, arguments, context, weights); !made.ok()) return made;
            combine(words_at(arguments, "combine"), target.current, weights);
            sim::Weights& place = weights_of(target.groups.weights, kind);
            place = std::move(weights);
            target.groups.made_by.erase(std::string(sim::group_name(kind)));
            const sim::VertexGroups& all = target.groups.weights;
            const bool none = all.pin.empty() && all.stiffness.empty() && all.goal.empty() && all.mass.empty() &&
                              all.damping.empty() && all.wind.empty();
            if (none)
                answer.effect.document.groups.erase(ids[i]);
            else
                answer.effect.document.groups.set(ids[i], std::move(target.groups));
        }
        answer.effect.result = {{"meshes", ids}, {"group", words_at(arguments, "group")}};
        for (const auto& entry : document.bodies)
            if (std::any_of(entry.value->meshes.begin(), entry.value->meshes.end(), [&](const std::string& mesh) {
                    return std::find(ids.begin(), ids.end(), mesh) != ids.end();
                }))
                answer.effect.bodies.push_back(entry.id);
        return answer;
    };
}

Vec2 point(const Json& pair) {
    return {pair[0].get<float>(), pair[1].get<float>()};
}

std::vector<Vec2> point_list(const Json& list) {
    std::vector<Vec2> points;
    for (const Json& pair : list) points.push_back(point(pair));
    return points;
}

CommandAnswer fill(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    out = sim::fill_group(target.current.size(), arguments["weight"].get<float>());
    return {};
}

CommandAnswer outline(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    out = sim::outline_group(target.current.size(), target.groups.triangles, whole_at(arguments, "rings", 2),
                             float_at(arguments, "border", 1.0f), float_at(arguments, "inner", 0.0f));
    return {};
}

CommandAnswer gradient(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    out = sim::gradient_group(target.points, point(arguments["a"]), point(arguments["b"]), float_at(arguments, "from", 1.0f),
                              float_at(arguments, "to", 0.0f));
    return {};
}

CommandAnswer top(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    out = sim::pin_top(target.points, target.groups.triangles,
                       {float_at(arguments, "solid", 0.12f), float_at(arguments, "fade", 0.18f)});
    return {};
}

CommandAnswer glue(const Target& target, const Json& arguments, const CommandContext& context, sim::Weights& out) {
    const rig::Puppet& puppet = context.model->puppet;
    const std::string wanted = words_at(arguments, "glue");
    if (!wanted.empty() && puppet.find_glue(wanted) < 0) return CommandAnswer::refuse("glue", "the model has no glue " + wanted);
    out.assign(target.current.size(), 0.0f);
    bool found = false;
    for (int g = 0; g < puppet.glue_count(); ++g) {
        const auto row = static_cast<std::size_t>(g);
        if (!wanted.empty() && puppet.glue.id[row].view() != wanted) continue;
        const bool side_a = puppet.glue.mesh_a[row] == target.row;
        if (!side_a && puppet.glue.mesh_b[row] != target.row) continue;
        found = true;
        std::vector<sim::GlueVertex> glued;
        for (int k = side_a ? 0 : 1; k < puppet.glue.info_count[row]; k += 2) {
            const auto info = static_cast<std::size_t>(puppet.glue.info_begin[row] + k);
            glued.push_back({puppet.glue_info.vertex[info], puppet.glue_info.weight[info]});
        }
        const sim::Weights made = sim::glue_group(target.current.size(), glued, 1.0f);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::max(out[i], made[i]);
    }
    if (!found) return CommandAnswer::refuse("glue", (wanted.empty() ? "no glue" : wanted) + " joins " + target.id);
    return {};
}

CommandAnswer region(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    const Json &box = at(arguments, "rectangle"), &lasso = at(arguments, "lasso");
    const float feather = float_at(arguments, "feather", 0.0f);
    if (box.is_null() == lasso.is_null()) return CommandAnswer::refuse("rectangle", "give either a rectangle or a lasso");
    sim::Weights inside;
    if (box.is_array())
        inside = sim::rectangle_group(target.points, {box[0].get<float>(), box[1].get<float>()},
                                      {box[2].get<float>(), box[3].get<float>()}, feather);
    else
        inside = sim::lasso_group(target.points, point_list(lasso), feather);
    const float value = float_at(arguments, "weight", 1.0f);
    out = target.current;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += (value - out[i]) * inside[i];
    return {};
}

CommandAnswer paint(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    static const std::vector<std::pair<std::string, sim::BrushTip>> kTips{
        {"round", sim::BrushTip::round}, {"line", sim::BrushTip::line}, {"rectangle", sim::BrushTip::rectangle}};
    static const std::vector<std::pair<std::string, sim::BrushMode>> kModes{
        {"replace", sim::BrushMode::replace}, {"add", sim::BrushMode::add},         {"subtract", sim::BrushMode::subtract},
        {"maximum", sim::BrushMode::maximum}, {"minimum", sim::BrushMode::minimum}, {"smooth", sim::BrushMode::smooth}};
    sim::Brush brush;
    for (const auto& [name, tip] : kTips)
        if (words_at(arguments, "tip") == name) brush.tip = tip;
    for (const auto& [name, mode] : kModes)
        if (words_at(arguments, "mode") == name) brush.mode = mode;
    brush.radius = float_at(arguments, "radius", brush.radius);
    brush.hardness = float_at(arguments, "hardness", brush.hardness);
    brush.strength = float_at(arguments, "strength", brush.strength);
    brush.value = float_at(arguments, "value", brush.value);
    const std::vector<Vec2> stroke = point_list(arguments["stroke"]);
    out = sim::painted_group(target.current, target.points, target.groups.triangles, stroke, brush);
    return {};
}

CommandAnswer set_weights(const Target& target, const Json& arguments, const CommandContext&, sim::Weights& out) {
    out = arguments["weights"].get<sim::Weights>();
    if (out.size() != target.current.size())
        return CommandAnswer::refuse("weights", "has " + std::to_string(out.size()) + " numbers, but " + target.id + " has " +
                                                    std::to_string(target.current.size()) + " vertices");
    return {};
}

CommandAnswer invert(const Target& target, const Json&, const CommandContext&, sim::Weights& out) {
    out = sim::inverted_group(target.current);
    return {};
}

CommandAnswer clear(const Target&, const Json&, const CommandContext&, sim::Weights&) {
    return {};
}

Json form(std::initializer_list<std::pair<std::string, Json>> more, std::vector<std::string> required = {}, bool combines = true) {
    Json schema = schema::object("", {{"meshes", schema::list("art meshes", schema::text("id", 63), 1, 1000)},
                                      {"body", body_argument()},
                                      {"group", schema::choice("kind of weights", {"pin", "stiffness", "goal", "mass", "damping", "wind"})}});
    if (combines)
        schema["properties"]["combine"] =
            schema::choice("with the weights that are there", {"replace", "maximum", "minimum", "multiply"});
    for (const auto& [name, inner] : more) schema["properties"][name] = inner;
    required.insert(required.begin(), "group");
    schema["required"] = std::move(required);
    return schema;
}

std::string label(const char* verb, const Json& arguments) {
    std::string text = std::string(verb) + " " + words_at(arguments, "group");
    const Json& meshes = at(arguments, "meshes");
    if (meshes.is_array() && !meshes.empty()) text += " of " + meshes[0].get<std::string>() + (meshes.size() > 1 ? "…" : "");
    if (arguments.contains("body")) text += " of " + words_at(arguments, "body");
    return text;
}

}  // namespace

void add_group_commands(CommandList& list) {
    const Json weight = schema::number("0 to 1", 0, 1);
    const Json pair = schema::list("[x, y] in canvas px, y down, at the default pose", schema::number("px", -1e6, 1e6), 2, 2);
    const auto add = [&](const char* name, const char* description, Json arguments, Rule rule, bool points, const char* verb, bool merges) {
        list.push_back({name, description, std::move(arguments), on_groups(rule, points),
                        [verb](const Document&, const Json& given) { return label(verb, given); }, merges});
    };
    add("group.fill", "Give every vertex the same weight.", form({{"weight", weight}}, {"weight"}), fill, false, "Fill", true);
    add("group.outline", "Weights by rings from the mesh's border.",
        form({{"rings", schema::whole("rings until `inner`; 0 = the border only", 0, 1000)}, {"border", weight}, {"inner", weight}}),
        outline, false, "Outline", true);
    add("group.gradient", "Weights from point a to point b, a smooth ramp between.",
        form({{"a", pair}, {"b", pair}, {"from", weight}, {"to", weight}}, {"a", "b"}), gradient, true, "Gradient", true);
    add("group.top", "Hold each connected strand at its own top: 1 over `solid`, fading to 0 over `fade` (shares of its height).",
        form({{"solid", weight}, {"fade", weight}}), top, true, "Top", true);
    add("group.glue", "Weights where glue joins the mesh: of one glue, or of all.", form({{"glue", schema::text("glue id", 63)}}),
        glue, false, "Glue", false);
    add("group.region", "Move weights inside a rectangle or a lasso to a value.",
        form({{"rectangle", schema::list("[x0, y0, x1, y1] in canvas px", schema::number("px", -1e6, 1e6), 4, 4)},
              {"lasso", schema::list("corners", pair, 3, 100000)},
              {"feather", schema::number("px over which the edge is soft", 0, 1e6)},
              {"weight", weight}},
             {}, false),
        region, true, "Region", true);
    add("group.paint", "One stroke of a brush.",
        form({{"stroke", schema::list("points of the stroke", pair, 1, 100000)},
              {"tip", schema::choice("", {"round", "line", "rectangle"})},
              {"mode", schema::choice("", {"replace", "add", "subtract", "maximum", "minimum", "smooth"})},
              {"radius", schema::number("px", 0.1, 100000)},
              {"hardness", schema::number("share of the radius covered fully", 0, 1)},
              {"strength", schema::number("share of the effect at full coverage", 0, 1)},
              {"value", weight}},
             {"stroke"}, false),
        paint, true, "Paint", true);
    add("group.set", "Give every vertex its own weight; one mesh at a time.",
        form({{"weights", schema::list("one per vertex", weight, 1, 65535)}}, {"weights"}), set_weights, false, "Set", true);
    add("group.invert", "1 minus the weight, everywhere.", form({}, {}, false), invert, false, "Invert", false);
    add("group.clear", "Take the painted weights away: the kind's default holds again.", form({}, {}, false), clear, false, "Clear",
        false);
}

}  // namespace yure::studio
