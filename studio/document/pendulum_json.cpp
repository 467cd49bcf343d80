#include "pendulum_json.hpp"

#include "json_fields.hpp"

#include "yure/studio/schema.hpp"

namespace yure::studio {
namespace {

const char* channel_name(pendulum::Channel channel) {
    return channel == pendulum::Channel::x ? "x" : channel == pendulum::Channel::y ? "y" : "angle";
}

pendulum::Channel read_channel(const Json& json, pendulum::Channel otherwise) {
    const std::string name = words_at(json, "type");
    return name == "x" ? pendulum::Channel::x : name == "y" ? pendulum::Channel::y : name == "angle" ? pendulum::Channel::angle : otherwise;
}

Json normalization_json(const pendulum::Normalization& n) {
    return {{"minimum", tidy(n.minimum)}, {"default", tidy(n.default_value)}, {"maximum", tidy(n.maximum)}};
}

pendulum::Normalization read_normalization(const Json& json) {
    pendulum::Normalization n;
    n.minimum = float_at(json, "minimum", n.minimum);
    n.default_value = float_at(json, "default", n.default_value);
    n.maximum = float_at(json, "maximum", n.maximum);
    return n;
}

}  // namespace

Json group_json(const pendulum::Group& group) {
    Json inputs = Json::array(), outputs = Json::array(), vertices = Json::array();
    for (const pendulum::Input& input : group.inputs)
        inputs.push_back({{"parameter", input.parameter},
                          {"weight", tidy(input.weight)},
                          {"type", channel_name(input.type)},
                          {"reflect", input.reflect}});
    for (const pendulum::Output& output : group.outputs)
        outputs.push_back({{"parameter", output.parameter},
                           {"vertex", output.vertex_index},
                           {"scale", tidy(output.scale)},
                           {"weight", tidy(output.weight)},
                           {"type", channel_name(output.type)},
                           {"reflect", output.reflect}});
    for (const pendulum::Vertex& vertex : group.vertices)
        vertices.push_back({{"mobility", tidy(vertex.mobility)},
                            {"delay", tidy(vertex.delay)},
                            {"acceleration", tidy(vertex.acceleration)},
                            {"radius", tidy(vertex.radius)},
                            {"x", tidy(vertex.position.x)},
                            {"y", tidy(vertex.position.y)}});
    return {{"id", group.id},
            {"name", group.name},
            {"inputs", std::move(inputs)},
            {"outputs", std::move(outputs)},
            {"vertices", std::move(vertices)},
            {"position", normalization_json(group.position)},
            {"angle", normalization_json(group.angle)}};
}

pendulum::Group read_group(const Json& given, std::vector<Error>& problems) {
    Json extra = Json::object();
    const Json json = sound_members(given, group_schema(), {"id"}, problems, extra);
    pendulum::Group group;
    group.id = words_at(json, "id");
    group.name = words_at(json, "name");
    for (const Json& entry : at(json, "inputs")) {
        pendulum::Input input;
        input.parameter = words_at(entry, "parameter");
        input.weight = float_at(entry, "weight", input.weight);
        input.type = read_channel(entry, input.type);
        input.reflect = flag_at(entry, "reflect", input.reflect);
        group.inputs.push_back(std::move(input));
    }
    for (const Json& entry : at(json, "vertices")) {
        pendulum::Vertex vertex;
        vertex.mobility = float_at(entry, "mobility", vertex.mobility);
        vertex.delay = float_at(entry, "delay", vertex.delay);
        vertex.acceleration = float_at(entry, "acceleration", vertex.acceleration);
        vertex.radius = float_at(entry, "radius", vertex.radius);
        vertex.position = {float_at(entry, "x", 0.0f), float_at(entry, "y", 0.0f)};
        group.vertices.push_back(vertex);
    }
    for (const Json& entry : at(json, "outputs")) {
        pendulum::Output output;
        output.parameter = words_at(entry, "parameter");
        output.vertex_index = whole_at(entry, "vertex", output.vertex_index);
        output.scale = float_at(entry, "scale", output.scale);
        output.weight = float_at(entry, "weight", output.weight);
        output.type = read_channel(entry, output.type);
        output.reflect = flag_at(entry, "reflect", output.reflect);
        if (output.vertex_index < 1 || static_cast<std::size_t>(output.vertex_index) >= group.vertices.size()) {
            problems.push_back({"outputs[" + std::to_string(group.outputs.size()) + "].vertex",
                                "must be 1 to " + std::to_string(group.vertices.empty() ? 0 : group.vertices.size() - 1)});
            output.vertex_index = 1;
        }
        group.outputs.push_back(std::move(output));
    }
    group.position = read_normalization(at(json, "position"));
    group.angle = read_normalization(at(json, "angle"));
    return group;
}

const Json& group_schema() {
    using namespace schema;
    static const Json type = choice("", {"x", "y", "angle"});
    static const Json normalization =
        object("", {{"minimum", any_number("")}, {"default", any_number("")}, {"maximum", any_number("")}});
    static const Json form = object(
        "",
        {{"name", any_text("name in the physics dictionary", 200)},
         {"inputs", list("replaces all inputs",
                         object("",
                                {{"parameter", text("id", 63)},
                                 {"weight", number("percent", -10000, 10000)},
                                 {"type", type},
                                 {"reflect", flag("as in the file")}},
                                {"parameter"}),
                         0, 1000)},
         {"outputs", list("replaces all outputs; generated parameters by their generated ids, at range +-30",
                          object("",
                                 {{"parameter", text("id", 63)},
                                  {"vertex", whole("segment end that is read", 1, 1000)},
                                  {"scale", any_number("parameter units per radian")},
                                  {"weight", number("percent", -10000, 10000)},
                                  {"type", type},
                                  {"reflect", flag("negates")}},
                                 {"parameter", "vertex"}),
                          0, 1000)},
         {"vertices", list("replaces all vertices, the root first",
                           object("", {{"mobility", number("share of speed kept per step", 0, 10)},
                                       {"delay", number("time factor; 0 freezes", 0, 100)},
                                       {"acceleration", number("strength of gravity", 0, 1000)},
                                       {"radius", number("length of the segment to the parent", 0, 100000)},
                                       {"x", any_number("not used by runtimes")},
                                       {"y", any_number("not used by runtimes")}}),
                           2, 1000)},
         {"position", normalization},
         {"angle", normalization}});
    return form;
}

}  // namespace yure::studio
