#include "word_values.hpp"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

/// The member of a material with that name; null when there is none.
float* material_value(sim::Material& material, std::string_view name) {
    if (name == "mass") return &material.mass;
    if (name == "stretch") return &material.stretch;
    if (name == "bend") return &material.bend;
    if (name == "damping") return &material.damping;
    if (name == "goal") return &material.goal;
    if (name == "slack") return &material.slack;
    if (name == "area") return &material.area;
    if (name == "anisotropy") return &material.anisotropy;
    if (name == "compression") return &material.compression.emplace(0.0f);
    return nullptr;
}

std::string preset_names() {
    std::string names;
    for (const sim::MaterialPreset& preset : sim::material_presets())
        names += (names.empty() ? "" : ", ") + std::string(preset.name);
    return names;
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.emplace_back(text.substr(at, end == std::string_view::npos ? end : end - at));
        if (end == std::string_view::npos) return parts;
        at = end + 1;
    }
}

std::optional<float> read_number(std::string_view text) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    float value = 0.0f;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

Status read_material(const std::string& text, sim::Material& material) {
    bool first = true;
    for (const std::string& part : split(text, ',')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            const sim::MaterialPreset* preset = sim::find_material_preset(part);
            if (preset == nullptr || !first)
                return Error{"--material " + text, "\"" + part + "\" is " +
                                                       (preset == nullptr ? "no preset; there are: " + preset_names()
                                                                          : "a preset, which goes first")};
            material = preset->material;
        } else if (part.substr(0, equals) == "rest_follows") {
            const std::string value = part.substr(equals + 1);
            if (value != "both" && value != "longer")
                return Error{"--material " + text, "rest_follows is longer or both"};
            material.rest_follows_both = value == "both";
        } else {
            float* target = material_value(material, std::string_view(part).substr(0, equals));
            const std::optional<float> value = read_number(std::string_view(part).substr(equals + 1));
            if (target == nullptr)
                return Error{"--material " + text, "\"" + part.substr(0, equals) +
                                                       "\" is none of mass, stretch, bend, damping, goal, slack, area, "
                                                       "anisotropy, compression, rest_follows"};
            if (!value) return Error{"--material " + text, "\"" + part + "\" is no number"};
            *target = *value;
        }
        first = false;
    }
    return {};
}

Status pins_from_file(const std::string& path, std::vector<baker::BodyMesh>& meshes) {
    const std::string where = "--pins file:" + path;
    const Result<std::string> text = read_text(path);
    if (!text) return Error{where, text.error().text()};
    const Result<nlohmann::ordered_json> tree = parse_json(*text);
    if (!tree) return Error{where, tree.error().text()};
    bool found = false;
    for (baker::BodyMesh& mesh : meshes) {
        const nlohmann::ordered_json& weights = member(*tree, mesh.id.c_str());
        if (weights.is_null()) continue;
        found = true;
        mesh.groups.pin.clear();
        if (!weights.is_array()) return Error{where + " /" + pointer_part(mesh.id), "is no list of weights"};
        for (const auto& weight : weights) {
            const double value = weight.is_number() ? weight.get<double>() : -1.0;
            if (!(value >= 0.0 && value <= 1.0))
                return Error{where + " /" + pointer_part(mesh.id) + "/" + std::to_string(mesh.groups.pin.size()),
                             "must be a number 0 to 1"};
            mesh.groups.pin.push_back(static_cast<float>(value));
        }
    }
    if (!found) return Error{where, "holds weights for none of the body's meshes"};
    return {};
}

}  // namespace yure::studio
