#include "body_chain_json.hpp"

#include "json_fields.hpp"

#include "yure/chain/presets.hpp"
#include "yure/formats/dynamic_bone.hpp"
#include "yure/studio/chain_setting.hpp"
#include "yure/studio/schema.hpp"

namespace yure::studio {
namespace {

using namespace schema;

Json curve() {
    return or_null(open("factor over the chain, 0 = root, 1 = tip: {\"linear\": [[u, factor], …]} or {\"keys\": […]}; null = 1"));
}

Json vector(const char* description) {
    return list(description, any_number(""), 3, 3);
}

Json component_schema() {
    Json form = object("how the chains move; fields of dynamic-bone files, values per step of 1/m_UpdateRate s, lengths in units of 100 px, "
                       "y up; fields not named keep their value",
                       {{"m_UpdateRate", number("steps a second", 1, 1000)},
                        {"m_EndLength", number("not used on a puppet: the last joint is the tip", 0, 1e6)},
                        {"m_Gravity", vector("displacement per step; what the drawn pose holds already is taken out")},
                        {"m_Force", vector("displacement per step")},
                        {"m_BlendWeight", number("1: stiffness as set, 0: pinned to the rig", 0, 1)},
                        {"m_Mass", number("of the wind's push", 0.001, 1e6)},
                        {"m_Drag", number("factor of the wind", 0, 1e6)},
                        {"m_LocalWind", or_null(open("direction, speed, pulseMagnitude, pulseFrequency"))},
                        {"m_AngleLimits", list("how far joints may bend; m_Bones is not looked at", open(""), 0, 64)},
                        {"x_maxLoops", whole("steps a frame at most; 0 = no limit", 0, 1000)},
                        {"x_fixedLength", flag("lengths of the drawing instead of the pose's")},
                        {"x_rateCompensation", flag("for m_UpdateMode Default")},
                        {"x_moveLimit", number("units/s; faster motion carries the chain along rigidly; 0 = off", 0, 1e6)}});
    const std::pair<const char*, const char*> values[] = {
        {"Damping", "share of the last displacement that is lost"},
        {"Elasticity", "share of the way back to the rig's direction"},
        {"Stiffness", "how near to the rig's place a joint stays"},
        {"Inert", "share of the body's motion that the chain goes along with"},
        {"Friction", "kept, and not used on a puppet: nothing collides there"},
        {"AdditiveElasticity", "share of the way to where the simulated parent was; adds lag and curl"}};
    for (const auto& [name, description] : values) {
        form["properties"][std::string("m_") + name] = number(description, 0, 1);
        form["properties"][std::string("m_") + name + "Distrib"] = curve();
    }
    return form;
}

/// A component's fields as dynamic-bone files have them.
Json fields_of(const chain::Component& component) {
    formats::DynamicBone file;
    file.config.components = {component};
    Json document = Json::parse(formats::write_dynamic_bone(file), nullptr, false);
    return std::move(document["components"][0]);
}

}  // namespace

Json chain_schema() {
    static const Json form = or_null(
        object("bone chains along the strands move the body instead of the mesh solver; null = none",
               {{"segments", whole("of each chain that is laid from pins to tip", 1, chain::kMostSegments)},
                {"points", or_null(list("joints of one chain, canvas px at the default pose, root first; null = laid automatically",
                                        list("[x, y]", any_number(""), 2, 2), 2, chain::kMostSegments + 1))},
                {"component", component_schema()}}));
    return form;
}

Json chain_json(const chain::StrandSettings& settings) {
    Json points = nullptr;
    for (const Vec2 p : settings.points) points.push_back({tidy(p.x), tidy(p.y)});
    static const Json usual = fields_of(chain::Component{});
    Json component = Json::object();
    const Json fields = fields_of(settings.component);
    for (const auto& [name, value] : fields.items())
        if (at(usual, name.c_str()) != value && component_schema()["properties"].contains(name)) component[name] = value;
    return {{"segments", settings.segments}, {"points", std::move(points)}, {"component", std::move(component)}};
}

chain::StrandSettings read_chain_json(const Json& json, std::vector<Error>& problems) {
    chain::StrandSettings settings;
    settings.segments = whole_at(json, "segments", settings.segments);
    for (const Json& point : at(json, "points"))
        if (point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number())
            settings.points.push_back({point[0].get<float>(), point[1].get<float>()});
    Json component = at(json, "component").is_object() ? at(json, "component") : Json::object();
    component["m_Root"] = "strand";
    const Json document{{"schema", "c3-dynamic-bone"}, {"version", 1}, {"components", Json::array({component})}};
    const auto file = formats::read_dynamic_bone(document.dump());
    if (!file) {
        std::string where = file.error().where;
        if (const std::size_t at = where.find("m_"); at != std::string::npos) where = where.substr(at);
        problems.push_back({"chain.component" + (where.starts_with("m_") || where.starts_with("x_") ? "." + where : ""), file.error().what});
        return settings;
    }
    settings.component = file->config.components[0];
    settings.component.root.clear();
    for (const Error& problem : chain::problems(settings)) problems.push_back({"chain." + problem.where, problem.what});
    return settings;
}

Json chain_put_over(const Json& chain, const Json& given) {
    if (!given.is_object()) return given;
    Json result = chain;
    if (!result.is_object()) {
        chain::StrandSettings fresh;
        fresh.component = chain::find_chain_preset("hair")->component;
        fresh.component.end_length = 0.0;
        result = chain_json(fresh);
    }
    for (const auto& [name, value] : given.items()) {
        if (name == "component" && value.is_object())
            result[name].update(value);
        else
            result[name] = value;
    }
    return result;
}

Result<PuppetComponent> puppet_component(std::string_view text) {
    formats::Findings findings;
    auto file = formats::read_dynamic_bone(text, &findings);
    if (!file) return file.error();
    if (file->config.components.empty()) return Error{"components", "is empty: there is nothing to take over"};
    PuppetComponent result;
    for (const formats::Finding& finding : findings) result.notices.push_back({finding.pointer, finding.what});
    const chain::Config config = chain::to_engine_space(file->config);
    chain::StrandSettings settings;
    settings.component = config.components[0];
    chain::Component& component = settings.component;
    for (const chain::Material& material : config.materials)
        if (material.id == component.material)
            for (std::size_t v = 0; v < chain::kParticleValues; ++v)
                component.values[v] = chain::effective(component, &material, static_cast<chain::ParticleValue>(v));
    if (config.components.size() > 1)
        result.notices.push_back({"components", "only the first of " + std::to_string(config.components.size()) + " is taken over"});
    if (!component.colliders.empty()) result.notices.push_back({"m_Colliders", "play no part on a puppet"});
    if (!component.exclusions.empty()) result.notices.push_back({"m_Exclusions", "play no part on a puppet"});
    if (component.end_length > 0.0 || component.end_offset != chain::Vec3{})
        result.notices.push_back({"m_EndLength", "plays no part on a puppet: the last joint is the tip"});
    component.end_length = 0.0;
    component.end_offset = {};
    if (component.update_rate <= 0.0) {
        component.update_rate = 60.0;
        result.notices.push_back({"m_UpdateRate", "is 60 on a puppet; 0 would mean one step a frame at any rate"});
    }
    result.fields = chain_json(settings)["component"];
    return result;
}

}  // namespace yure::studio
