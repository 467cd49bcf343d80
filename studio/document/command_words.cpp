#include "yure/studio/command_words.hpp"

#include "../word_values.hpp"
#include "json_fields.hpp"

#include <algorithm>

#include "yure/studio/presets/looseness.hpp"

namespace yure::studio {
namespace {

bool allows(const Json& schema, const char* type) {
    const Json& types = at(schema, "type");
    return types == type || (types.is_array() && std::find(types.begin(), types.end(), type) != types.end());
}

Result<Json> read_value(const Json& schema, const std::string& text, const std::string& option);

Result<Json> read_list(const Json& schema, const std::string& text, const std::string& option) {
    Json list = Json::array();
    const Json& items = at(schema, "items");
    if (text.empty()) return list;
    const bool nested = allows(items, "array");
    std::string separated = text;
    if (nested) std::replace(separated.begin(), separated.end(), ' ', ';');
    for (const std::string& part : split(separated, nested ? ';' : ',')) {
        if (nested && part.empty()) continue;
        Result<Json> value = read_value(items, part, option);
        if (!value) return value.error();
        list.push_back(std::move(*value));
    }
    return list;
}

Result<Json> read_map(const Json& schema, const std::string& text, const std::string& option) {
    Json object = Json::object();
    for (const std::string& part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || equals == 0) return Error{option + " " + text, "is written NAME=VALUE,NAME=VALUE…"};
        const std::string name = part.substr(0, equals);
        const Json& known = at(at(schema, "properties"), name.c_str());
        Result<Json> value = read_value(known.is_object() ? known : at(schema, "additionalProperties"), part.substr(equals + 1), option);
        if (!value) return value.error();
        object[name] = std::move(*value);
    }
    return object;
}

Result<Json> read_value(const Json& schema, const std::string& text, const std::string& option) {
    if (text == "none" && allows(schema, "null")) return Json(nullptr);
    if (allows(schema, "number") || allows(schema, "integer")) {
        const std::optional<float> number = read_number(text);
        if (!number) return Error{option + " " + text, "is no number"};
        if (allows(schema, "integer") && *number == static_cast<float>(static_cast<int>(*number))) return Json(static_cast<int>(*number));
        return Json(tidy(*number));
    }
    if (allows(schema, "boolean")) {
        if (text == "true" || text == "on" || text == "yes" || text.empty()) return Json(true);
        if (text == "false" || text == "off" || text == "no") return Json(false);
        return Error{option + " " + text, "is neither on nor off"};
    }
    if (allows(schema, "string")) return Json(text);
    if (allows(schema, "array")) return read_list(schema, text, option);
    if (allows(schema, "object")) return read_map(schema, text, option);
    return Error{option, "cannot be given in words; use a script (yure run)"};
}

/// "4.2" or the file's number.
std::string version_word(const std::string& word) {
    static const std::vector<std::pair<std::string, std::string>> kNumbers{{"1", "3.0"}, {"2", "3.3"}, {"3", "4.0"},
                                                                          {"4", "4.2"}, {"5", "5.0"}, {"6", "5.3"}};
    for (const auto& [number, version] : kNumbers)
        if (word == number) return version;
    return word;
}

Result<Json> inputs_of(const std::string& text) {
    Json inputs = Json::array();
    for (std::string word : split(text, ',')) {
        Json input{{"id", ""}, {"span", nullptr}, {"keep", false}};
        if (!word.empty() && word.back() == '!') {
            input["keep"] = true;
            word.pop_back();
        }
        const std::size_t equals = word.find('=');
        input["id"] = word.substr(0, equals);
        if (equals != std::string::npos) {
            const std::vector<std::string> ends = split(word.substr(equals + 1), ':');
            const auto low = ends.size() == 2 ? read_number(ends[0]) : std::nullopt;
            const auto high = ends.size() == 2 ? read_number(ends[1]) : std::nullopt;
            if (!low || !high) return Error{"--inputs " + text, "a range is written ID=LOW:HIGH"};
            input["span"] = {tidy(*low), tidy(*high)};
        }
        inputs.push_back(std::move(input));
    }
    return inputs;
}

/// "PRESET", "k=v,…" or both.
Status put_material(const std::string& text, Json& arguments) {
    for (const std::string& part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            arguments["material_preset"] = part;
            continue;
        }
        const std::string name = part.substr(0, equals), value = part.substr(equals + 1);
        if (name == "rest_follows") {
            if (value != "both" && value != "longer") return Error{"--material " + text, "rest_follows is longer or both"};
            arguments["material"]["rest_follows_both"] = value == "both";
            continue;
        }
        const std::optional<float> number = read_number(value);
        if (!number) return Error{"--material " + text, "\"" + part + "\" is no number"};
        arguments["material"][name] = tidy(*number);
    }
    return {};
}

/// `--pins`: a rule kept with the body, or weights painted now.
Status put_pins(const Model& model, const std::vector<std::string>& meshes, const std::string& text, Json& arguments,
                std::vector<CommandCall>& paint) {
    const std::vector<std::string> parts = split(text, ':');
    const std::string where = "--pins " + text;
    if (parts[0] == "top" && (parts.size() == 1 || parts.size() == 3)) {
        arguments["top_pins"] = nullptr;
        if (parts.size() == 3) {
            const auto solid = read_number(parts[1]), fade = read_number(parts[2]);
            if (!solid || !fade) return Error{where, "is not top:SOLID:FADE with two numbers 0 to 1"};
            arguments["top_pins"] = {{"solid", tidy(*solid)}, {"fade", tidy(*fade)}};
        }
        paint.push_back({"group.clear", {{"meshes", meshes}, {"group", "pin"}}});
        return {};
    }
    if (parts[0] == "glue" && parts.size() >= 2) {
        arguments["glue_roles"][text.substr(5)] = "pin";
        return {};
    }
    if (parts[0] == "group") return {};  // painted pins hold wherever there are any
    if (parts[0] == "file" && parts.size() >= 2) {
        std::vector<baker::BodyMesh> read;
        for (const std::string& mesh : meshes) read.push_back({mesh, {}});
        if (Status status = pins_from_file(text.substr(5), read); !status) return status;
        for (const baker::BodyMesh& mesh : read)
            if (!mesh.groups.pin.empty())
                paint.push_back({"group.set", {{"meshes", {mesh.id}}, {"group", "pin"}, {"weights", mesh.groups.pin}}});
        return {};
    }
    if (text == "looseness") {
        Notices notices;
        const Result<presets::Subject> subject = presets::open_subject(model, notices);
        if (!subject) return Error{where, subject.error().text()};
        const auto pins = presets::looseness_pins(*subject, meshes);
        if (!pins) return Error{where, pins.error().text()};
        for (std::size_t i = 0; i < meshes.size(); ++i)
            paint.push_back({"group.set", {{"meshes", {meshes[i]}}, {"group", "pin"}, {"weights", (*pins)[i]}}});
        return {};
    }
    return Error{where, "is none of top, top:SOLID:FADE, glue:ID, group:NAME, file:FILE, looseness"};
}

}  // namespace

Result<Json> read_arguments(const Json& schema, const std::vector<BodyWord>& words) {
    Json arguments = Json::object();
    for (const BodyWord& word : words) {
        std::string name = word.option;
        std::replace(name.begin(), name.end(), '-', '_');
        const Json& known = at(at(schema, "properties"), name.c_str());
        if (!known.is_object()) return Error{"--" + word.option, "is not known here"};
        Result<Json> value = read_value(known, word.value, "--" + word.option);
        if (!value) return value.error();
        if (value->is_array() && arguments.contains(name) && arguments[name].is_array())
            arguments[name].insert(arguments[name].end(), value->begin(), value->end());
        else
            arguments[name] = std::move(*value);
    }
    return arguments;
}

Result<std::vector<CommandCall>> body_commands(const Model& model, const std::string& body, const std::vector<std::string>& meshes,
                                               const std::vector<BodyWord>& words) {
    Json arguments{{"body", body}};
    std::vector<CommandCall> paint;
    for (const BodyWord& word : words) {
        Status status;
        if (word.option == "material") {
            status = put_material(word.value, arguments);
        } else if (word.option == "inputs") {
            Result<Json> inputs = inputs_of(word.value);
            if (!inputs) return inputs.error();
            arguments["inputs"] = std::move(*inputs);
        } else if (word.option == "pins") {
            status = put_pins(model, meshes, word.value, arguments, paint);
        } else if (word.option == "train") {
            const std::size_t equals = word.value.rfind('=');
            const auto weight = equals == std::string::npos ? std::optional<float>(1.0f) : read_number(word.value.substr(equals + 1));
            if (!weight) return Error{"--train " + word.value, "is not MOTION=WEIGHT"};
            arguments["training"][word.value.substr(0, equals)] = tidy(*weight);
        } else if (word.option == "static" && word.value != "off" && word.value != "auto") {
            arguments["static"] = split(word.value, ',');
        } else if (word.option == "target-version") {
            arguments["target_version"] = version_word(word.value);
        } else if (word.option == "keep-physics") {
            arguments["keep_physics"] = true;
        } else {
            const Result<Json> one = read_arguments(body_schema(), {word});
            if (!one) return one.error();
            arguments.update(*one);
        }
        if (!status) return status.error();
    }
    std::vector<CommandCall> calls;
    if (arguments.size() > 1) calls.push_back({"body.set", std::move(arguments)});
    calls.insert(calls.end(), paint.begin(), paint.end());
    return calls;
}

}  // namespace yure::studio
