#include "yure/formats/physics3.hpp"

#include "json_patch.hpp"
#include "json_place.hpp"

#include <cmath>
#include <map>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;
using Level = Finding::Level;
using pendulum::Channel;

// --- reading ------------------------------------------------------------------------------------------------------

bool read_channel(const Place& type, Channel& channel) {
    const std::string name = type.text();
    if (name == "X")
        channel = Channel::x;
    else if (name == "Y")
        channel = Channel::y;
    else if (name == "Angle")
        channel = Channel::angle;
    else {
        type.tell(Level::error, name.empty() ? "is missing" : "is \"" + name + "\"; runtimes crash on it",
                  "Use X, Y or Angle. The entry is skipped.");
        return false;
    }
    return true;
}

Vec2 read_vector(const Place& place) {
    return {place["X"].number(), place["Y"].number()};
}

pendulum::Normalization read_range(const Place& place) {
    return {place["Minimum"].number(), place["Default"].number(), place["Maximum"].number()};
}

void read_inputs(const Place& list, pendulum::Group& group) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place place = list[i];
        pendulum::Input input;
        input.parameter = place["Source"]["Id"].required_text();
        input.weight = place["Weight"].number();
        input.reflect = place["Reflect"].flag();
        if (read_channel(place["Type"], input.type)) group.inputs.push_back(std::move(input));
    }
}

void read_outputs(const Place& list, pendulum::Group& group) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place place = list[i];
        pendulum::Output output;
        output.parameter = place["Destination"]["Id"].required_text();
        output.vertex_index = place["VertexIndex"].whole();
        output.scale = place["Scale"].number();
        output.weight = place["Weight"].number();
        output.reflect = place["Reflect"].flag();
        if (!read_channel(place["Type"], output.type)) continue;
        if (output.type != Channel::angle)
            place["Type"].tell(Level::warning, "is X or Y; runtimes write 0 for such an output", "Use Angle.");
        group.outputs.push_back(std::move(output));
    }
}

void read_vertices(const Place& list, pendulum::Group& group) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place place = list[i];
        pendulum::Vertex vertex;
        vertex.position = read_vector(place["Position"]);
        vertex.mobility = place["Mobility"].number();
        vertex.delay = place["Delay"].number();
        vertex.acceleration = place["Acceleration"].number();
        vertex.radius = place["Radius"].number();
        if (i > 0) {
            if (vertex.radius < 1.0f)
                place["Radius"].tell(Level::warning,
                                     vertex.radius == 0.0f ? "is 0: the vertex sits on its parent and reads -90 degrees"
                                                           : "is below 1, which makes the segment stiff and jumpy",
                                     "Use a radius of 3 or more.");
            if (vertex.delay < 0.0f) place["Delay"].tell(Level::warning, "is negative", "Use 0.3 to 1.5.");
            if (vertex.acceleration < 0.0f)
                place["Acceleration"].tell(Level::warning, "is negative: the chain turns upside down",
                                           "Use 0.2 to 10.");
            if (vertex.mobility > 1.0f || vertex.mobility < 0.0f)
                place["Mobility"].tell(Level::warning, "is outside of 0 to 1: every step adds energy", "Use 0.5 to 1.");
        }
        group.vertices.push_back(vertex);
    }
}

pendulum::Group read_group(const Place& place) {
    pendulum::Group group;
    group.id = place["Id"].text();
    if (group.id.empty())
        place["Id"].tell(Level::warning, "is missing", "Give every group an id; hosts address groups by it.");
    read_inputs(place["Input"], group);
    read_outputs(place["Output"], group);
    read_vertices(place["Vertices"], group);
    group.position = read_range(place["Normalization"]["Position"]);
    group.angle = read_range(place["Normalization"]["Angle"]);

    const int vertices = static_cast<int>(group.vertices.size());
    if (vertices < 2)
        place["Vertices"].tell(Level::warning, "has fewer than two vertices: nothing swings", "Remove the group.");
    for (std::size_t i = 0; i < group.outputs.size(); ++i) {
        const int vertex = group.outputs[i].vertex_index;
        if (vertex < 1 || vertex >= vertices)
            place["Output"].tell(Level::warning,
                                 "output " + group.outputs[i].parameter + " reads vertex " + std::to_string(vertex) +
                                     " of " + std::to_string(vertices) + " and stays at 0",
                                 "VertexIndex goes from 1 to the number of vertices less 1.");
    }
    return group;
}

void read_names(const Place& dictionary, std::vector<pendulum::Group>& groups) {
    std::map<std::string, std::string> names;
    for (std::size_t i = 0; i < dictionary.size(); ++i)
        names.emplace(dictionary[i]["Id"].text(), dictionary[i]["Name"].text());
    for (pendulum::Group& group : groups)
        if (const auto found = names.find(group.id); found != names.end()) group.name = found->second;
}

void check_groups(const Place& list, const std::vector<pendulum::Group>& groups) {
    std::map<std::string, std::size_t> first_with;
    std::map<std::string, std::size_t> read_by;  // parameter -> first group that reads it
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const auto [same, fresh] = first_with.emplace(groups[g].id, g);
        if (!fresh && !groups[g].id.empty())
            list[g]["Id"].tell(Level::error,
                               "is \"" + groups[g].id + "\" like that of group " + std::to_string(same->second),
                               "Ids must differ.");
        for (const pendulum::Output& output : groups[g].outputs) {
            const auto reader = read_by.find(output.parameter);
            if (reader != read_by.end() && reader->second < g)
                list[g]["Output"].tell(Level::warning,
                                       output.parameter + " is an input of the earlier group " +
                                           std::to_string(reader->second) + ", which sees it a frame late",
                                       "Move this group before that one.");
        }
        for (const pendulum::Input& input : groups[g].inputs) read_by.emplace(input.parameter, g);
    }
}

// --- writing ------------------------------------------------------------------------------------------------------

const char* name_of(Channel channel) {
    return channel == Channel::x ? "X" : channel == Channel::y ? "Y" : "Angle";
}

std::string end_id(const JsonTree& element, std::string_view end) {
    const JsonTree* found = element.is(Kind::object) ? element.find(end) : nullptr;
    return found != nullptr ? member_text(*found, "Id") : std::string();
}

class PhysicsWriter {
  public:
    explicit PhysicsWriter(const Physics3& file) : file_(file), reading_(file.source.reading) {}

    std::string run() {
        JsonTree document = document_of(file_.source);
        set_if_absent(document, "Version", 3);
        JsonTree& meta = document.member("Meta");
        meta.make(Kind::object);
        write_meta(meta);
        patch_list(
            document.member("PhysicsSettings"), file_.physics.groups, [](const auto& group) { return group.id; },
            [](const JsonTree& element) { return member_text(element, "Id"); },
            [this](const pendulum::Group& group, JsonTree& element) { write_group(group, element); });
        return write_json(document);
    }

  private:
    static void set_if_absent(JsonTree& object, std::string_view key, std::int64_t value) {
        if (object.find(key) == nullptr) object.member(key).set_whole(value);
    }
    void set_vector(JsonTree& place, Vec2 value) {
        place.member("X").set_float(value.x, reading_);
        place.member("Y").set_float(value.y, reading_);
    }
    void set_range(JsonTree& place, const pendulum::Normalization& range) {
        place.member("Minimum").set_float(range.minimum, reading_);
        place.member("Default").set_float(range.default_value, reading_);
        place.member("Maximum").set_float(range.maximum, reading_);
    }

    void write_meta(JsonTree& meta) {
        std::size_t inputs = 0, outputs = 0, vertices = 0;
        for (const pendulum::Group& group : file_.physics.groups) {
            inputs += group.inputs.size();
            outputs += group.outputs.size();
            vertices += group.vertices.size();
        }
        meta.member("PhysicsSettingCount").set_whole(static_cast<std::int64_t>(file_.physics.groups.size()));
        meta.member("TotalInputCount").set_whole(static_cast<std::int64_t>(inputs));
        meta.member("TotalOutputCount").set_whole(static_cast<std::int64_t>(outputs));
        meta.member("VertexCount").set_whole(static_cast<std::int64_t>(vertices));
        if (file_.physics.fps > 0.0f)
            meta.member("Fps").set_float(file_.physics.fps, reading_);
        else if (const JsonTree* fps = meta.find("Fps"); fps != nullptr && fps->as_double().value_or(0.0) > 0.0)
            meta.erase("Fps");
        JsonTree& forces = meta.member("EffectiveForces");
        set_vector(forces.member("Gravity"), file_.gravity);
        set_vector(forces.member("Wind"), file_.wind);
        patch_list(
            meta.member("PhysicsDictionary"), file_.physics.groups, [](const auto& group) { return group.id; },
            [](const JsonTree& element) { return member_text(element, "Id"); },
            [](const pendulum::Group& group, JsonTree& element) {
                element.member("Id").set_text(group.id);
                element.member("Name").set_text(group.name);
            });
    }

    void write_group(const pendulum::Group& group, JsonTree& place) {
        place.member("Id").set_text(group.id);
        patch_list(
            place.member("Input"), group.inputs,
            [](const pendulum::Input& input) { return input.parameter + '\n' + name_of(input.type); },
            [](const JsonTree& element) { return end_id(element, "Source") + '\n' + member_text(element, "Type"); },
            [this](const pendulum::Input& input, JsonTree& element) {
                set_end(element.member("Source"), input.parameter);
                element.member("Weight").set_float(input.weight, reading_);
                element.member("Type").set_text(name_of(input.type));
                element.member("Reflect").set_flag(input.reflect);
            });
        patch_list(
            place.member("Output"), group.outputs, [](const pendulum::Output& output) { return output.parameter; },
            [](const JsonTree& element) { return end_id(element, "Destination"); },
            [this](const pendulum::Output& output, JsonTree& element) {
                set_end(element.member("Destination"), output.parameter);
                element.member("VertexIndex").set_whole(output.vertex_index);
                element.member("Scale").set_float(output.scale, reading_);
                element.member("Weight").set_float(output.weight, reading_);
                element.member("Type").set_text(name_of(output.type));
                element.member("Reflect").set_flag(output.reflect);
            });
        const auto same = [](const auto&) { return std::string(); };  // vertices have no name: one after the other
        patch_list(place.member("Vertices"), group.vertices, same, same,
                   [this](const pendulum::Vertex& vertex, JsonTree& element) {
                       set_vector(element.member("Position"), vertex.position);
                       element.member("Mobility").set_float(vertex.mobility, reading_);
                       element.member("Delay").set_float(vertex.delay, reading_);
                       element.member("Acceleration").set_float(vertex.acceleration, reading_);
                       element.member("Radius").set_float(vertex.radius, reading_);
                   });
        JsonTree& normalization = place.member("Normalization");
        set_range(normalization.member("Position"), group.position);
        set_range(normalization.member("Angle"), group.angle);
    }

    static void set_end(JsonTree& place, const std::string& parameter) {
        place.make(Kind::object);
        if (place.find("Target") == nullptr) place.member("Target").set_text("Parameter");
        place.member("Id").set_text(parameter);
    }

    const Physics3& file_;
    NumberReading reading_;
};

}  // namespace

Result<Physics3> read_physics3(std::string_view text, NumberReading numbers, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    Physics3 file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), numbers};

    Reading reading(numbers, findings);
    const Place root(*file.source.tree, reading);
    const Place meta = root["Meta"];
    const Place list = root["PhysicsSettings"];
    if (!list.present()) list.fail("is missing; this is no physics3.json");
    std::size_t inputs = 0, outputs = 0, vertices = 0;
    for (std::size_t g = 0; g < list.size() && !reading.error(); ++g) {
        file.physics.groups.push_back(read_group(list[g]));
        inputs += list[g]["Input"].size();
        outputs += list[g]["Output"].size();
        vertices += list[g]["Vertices"].size();
    }
    read_names(meta["PhysicsDictionary"], file.physics.groups);
    file.physics.fps = std::max(0.0f, meta["Fps"].number());
    if (meta["EffectiveForces"].present()) {
        file.gravity = read_vector(meta["EffectiveForces"]["Gravity"]);
        file.wind = read_vector(meta["EffectiveForces"]["Wind"]);
    }
    if (reading.error()) return *reading.error();

    meta["PhysicsSettingCount"].expect_count(list.size());
    meta["TotalInputCount"].expect_count(inputs);
    meta["TotalOutputCount"].expect_count(outputs);
    meta["VertexCount"].expect_count(vertices);
    if (file.physics.fps > 1000.0f)
        meta["Fps"].tell(Level::error, "is above 1000; runtimes may hang", "Use 30 or 60.");
    else if (file.physics.fps == 0.0f && list.size() > 0)
        meta["Fps"].tell(Level::warning, "is missing or 0: the physics swings differently at every frame rate",
                         "Write 30 or 60, the rate it was made at.");
    check_groups(list, file.physics.groups);
    return file;
}

std::string write_physics3(const Physics3& file) {
    return PhysicsWriter(file).run();
}

}  // namespace yure::formats
