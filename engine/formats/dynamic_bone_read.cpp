#include "dynamic_bone_names.hpp"
#include "json_double.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "yure/formats/dynamic_bone.hpp"

namespace yure::formats {
namespace {

using namespace dynamic_bone;
using chain::Collider;
using chain::Component;
using chain::Curve;
using Kind = JsonTree::Kind;
using Level = Finding::Level;

constexpr double kInfiniteTangent = 1e30;
constexpr std::size_t kMostEntries = 10'000;

/// The member, with or without its `m_`.
Place field(const Place& place, std::string_view name) {
    Place with = place["m_" + std::string(name)];
    return with.present() ? with : place[name];
}

/// Index of a name, or Unity's number.
int choice_at(const Place& place, std::span<const std::string_view> names, int otherwise) {
    if (!place.present()) return otherwise;
    if (place.node()->is(Kind::number)) {
        const double number = double_at(place, -1.0);
        for (std::size_t i = 0; i < names.size(); ++i)
            if (number == static_cast<double>(i)) return static_cast<int>(i);
        place.fail("is " + place.node()->characters() + "; numbers here go from 0 to " +
                   std::to_string(names.size() - 1));
        return otherwise;
    }
    const std::string text = place.text();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (text == names[i]) return static_cast<int>(i);
    std::string known;
    for (const std::string_view name : names) known += (known.empty() ? "" : ", ") + std::string(name);
    place.fail("is \"" + text + "\"; known are " + known);
    return otherwise;
}

/// Unity writes flags as numbers, too.
bool flag_at(const Place& place, bool otherwise) {
    if (place.present() && place.node()->is(Kind::number)) return double_at(place, 0.0) != 0.0;
    return place.flag(otherwise);
}

/// A name, or what Unity writes for a reference; empty for none.
std::string reference_at(const Place& place) {
    if (!place.present()) return {};
    if (!place.node()->is(Kind::object)) return place.text();
    for (const std::string_view key : {"path", "name", "id"})
        if (place[key].present()) return place[key].text();
    for (const std::string_view key : {"instanceID", "fileID"})
        if (place[key].present() && double_at(place[key], 0.0) != 0.0)
            place.tell(Level::warning, "points at an object by number, which means nothing outside of its project",
                       "Write the bone's name instead.");
    return {};
}

std::vector<std::string> references_at(const Place& place) {
    std::vector<std::string> names;
    if (!place.present()) return names;
    if (place.node()->is(Kind::string)) return {place.text()};
    for (std::size_t i = 0; i < place.size(); ++i)
        names.push_back(place.node()->items()[i].is(Kind::null) ? std::string() : reference_at(place[i]));
    std::erase(names, std::string());
    return names;
}

double tangent_at(const Place& place) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (!place.present()) return 0.0;
    if (place.node()->is(Kind::string)) {
        const std::string text = place.text();
        if (text == "Infinity" || text == "+Infinity" || text == "inf") return kInfinity;
        if (text == "-Infinity" || text == "-inf") return -kInfinity;
        place.fail("is \"" + text + "\"; a tangent is a number, \"Infinity\" or \"-Infinity\"");
        return 0.0;
    }
    const double value = double_at(place, 0.0);
    return value >= kInfiniteTangent ? kInfinity : value <= -kInfiniteTangent ? -kInfinity : value;
}

void check_wrap(const Place& place, std::initializer_list<double> clamps) {
    if (!place.present()) return;
    bool clamp = place.node()->is(Kind::string) && place.text().starts_with("Clamp");
    if (place.node()->is(Kind::number))
        clamp = std::find(clamps.begin(), clamps.end(), double_at(place, 0.0)) != clamps.end();
    if (!clamp) place.tell(Level::warning, "is no Clamp; the curve is constant beyond its ends all the same");
}

chain::CurveKey key_at(const Place& place) {
    chain::CurveKey key;
    key.u = double_at(place["time"], 0.0);
    key.value = double_at(place["value"], 0.0);
    key.in_tangent = tangent_at(place["inTangent"].present() ? place["inTangent"] : place["inSlope"]);
    key.out_tangent = tangent_at(place["outTangent"].present() ? place["outTangent"] : place["outSlope"]);
    const int weighted = choice_at(place["weightedMode"], kWeightedModes, 0);
    key.in_weighted = (weighted & 1) != 0;
    key.out_weighted = (weighted & 2) != 0;
    key.in_weight = double_at(place["inWeight"], key.in_weight);
    key.out_weight = double_at(place["outWeight"], key.out_weight);
    for (const bool in : {true, false}) {
        const double weight = in ? key.in_weight : key.out_weight;
        if ((in ? key.in_weighted : key.out_weighted) && !(weight >= 0.0 && weight <= 1.0))
            place.tell(Level::warning, "has a weight outside of 0..1, which counts as the nearer end");
    }
    return key;
}

std::optional<Curve> curve_at(const Place& place) {
    if (!place.present()) return std::nullopt;
    Curve curve;
    const auto read_linear = [&](const Place& list) {
        curve.kind = Curve::Kind::linear;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].size() != 2) return list[i].fail("is no pair [u, value]");
            chain::CurveKey key;
            key.u = double_at(list[i][0], 0.0);
            key.value = double_at(list[i][1], 0.0);
            curve.keys.push_back(key);
        }
    };
    if (place.node()->is(Kind::array)) {
        read_linear(place);
        return curve;
    }
    if (place["linear"].present()) {
        read_linear(place["linear"]);
        return curve;
    }
    curve.kind = Curve::Kind::keyed;
    for (const std::string_view name : {"keys", "m_Curve", "m_Keys"}) {
        const Place list = place[name];
        for (std::size_t i = 0; i < list.size(); ++i) curve.keys.push_back(key_at(list[i]));
        if (list.present()) break;
    }
    check_wrap(place["preWrapMode"], {0.0, 1.0, 8.0});
    check_wrap(place["postWrapMode"], {0.0, 1.0, 8.0});
    check_wrap(place["m_PreInfinity"], {2.0});
    check_wrap(place["m_PostInfinity"], {2.0});
    return curve;
}

std::optional<chain::Wind> wind_at(const Place& place) {
    if (!place.present()) return std::nullopt;
    chain::Wind wind;
    wind.enabled = flag_at(place["enabled"], true);
    wind.direction = vector_at(place["direction"], wind.direction);
    wind.speed = double_at(place["speed"], 0.0);
    wind.pulse_magnitude = double_at(place["pulseMagnitude"], 0.0);
    wind.pulse_frequency = double_at(place["pulseFrequency"], 0.0);
    return wind;
}

chain::Swing swing_at(const Place& place) {
    chain::Swing swing;
    if (!place.present()) return swing;
    swing.mode = static_cast<chain::SwingMode>(choice_at(place["mode"], kSwingModes, 0));
    swing.angle = double_at(place["angle"], swing.angle);
    return swing;
}

chain::AngleLimit limit_at(const Place& place) {
    chain::AngleLimit limit;
    limit.bones = references_at(place["bones"]);
    if (!place["bones"].present()) limit.bones = {"*"};
    limit.pivot = static_cast<chain::AngleLimit::Pivot>(choice_at(place["pivotSpace"], kPivotSpaces, 0));
    limit.pivot_rotation = quat_at(place["pivotRotation"], {});
    limit.swing1 = swing_at(place["swing1"]);
    limit.swing2 = swing_at(place["swing2"]);
    return limit;
}

/// Tells of members nobody reads.
void tell_unknown(const Place& place, const std::vector<std::string>& known) {
    // What Unity writes beside a component's own fields.
    static const std::vector<std::string> kUnityOwn{"m_ObjectHideFlags", "m_CorrespondingSourceObject",
                                                    "m_PrefabInstance",  "m_PrefabAsset",
                                                    "m_GameObject",      "m_EditorHideFlags",
                                                    "m_Script",          "m_EditorClassIdentifier",
                                                    "serializedVersion", "m_Name"};
    if (!place.present()) return;
    for (std::size_t i = 0; i < place.member_count(); ++i) {
        const std::string& name = place.member_name(i);
        const std::string bare = name.substr(0, 2) == "m_" ? name.substr(2) : name;
        const auto in = [&](const std::vector<std::string>& list) {
            return std::find(list.begin(), list.end(), name) != list.end() ||
                   std::find(list.begin(), list.end(), bare) != list.end();
        };
        if (!in(known) && !in(kUnityOwn))
            place[i].tell(Level::warning, "is no field known here; it is kept and has no effect");
    }
}

std::vector<std::string> with_values(std::vector<std::string> names) {
    for (std::size_t v = 0; v < chain::kParticleValues; ++v) {
        const std::string name(chain::particle_value_name(static_cast<chain::ParticleValue>(v)));
        names.push_back(name);
        names.push_back(name + "Distrib");
    }
    return names;
}

Collider collider_at(const Place& place, bool bare) {
    Collider c;
    c.id = place["id"].present() ? place["id"].text() : reference_at(place["m_Name"]);
    const Place type = place["type"];
    if (type.present() && type.node()->is(Kind::string) && type.text() == "DynamicBoneCollider")
        c.shape = chain::ColliderShape::capsule;
    else if (type.present() && type.node()->is(Kind::string) && type.text() == "DynamicBonePlaneCollider")
        c.shape = chain::ColliderShape::plane;
    else
        c.shape = static_cast<chain::ColliderShape>(choice_at(type, kShapes, 1));
    if (place["node"].present()) c.node = reference_at(place["node"]);
    c.enabled = flag_at(place["enabled"].present() ? place["enabled"] : place["m_Enabled"], true);
    c.direction = static_cast<chain::Axis>(choice_at(field(place, "Direction"), kDirections, 1) + 1);
    c.reversed = flag_at(place["x_reversed"], false);
    c.center = vector_at(field(place, "Center"), {});
    c.inside = choice_at(field(place, "Bound"), kBounds, 0) == 1;
    c.radius = double_at(field(place, "Radius"), c.radius);
    c.height = double_at(field(place, "Height"), 0.0);
    c.radius2 = double_at(field(place, "Radius2"), 0.0);
    c.plane_uses_radius = flag_at(place["x_planeUsesRadius"], !bare);
    static const std::vector<std::string> kKnown{
        "id",     "type",   "node",    "enabled",           "Direction",  "Center",   "Bound",
        "Radius", "Height", "Radius2", "x_planeUsesRadius", "x_reversed", "m_Enabled"};
    tell_unknown(place, kKnown);
    return c;
}

class Reader {
  public:
    Reader(chain::Config& config, bool bare) : config_(config), bare_(bare) {}

    void run(const Place& root) {
        const Place space = root["space"];
        if (space.present()) {
            config_.axes = static_cast<chain::Axes>(choice_at(space["axes"], kAxes, 0));
            config_.unit_scale = double_at(space["unitScale"], 1.0);
        } else {
            space.tell(Level::notice, "is missing; the numbers count as they are",
                       "Write {\"axes\": \"unity\", \"unitScale\": 1} for data in Unity's axes.");
        }
        const Place colliders = root["colliders"], materials = root["materials"], components = root["components"];
        for (const Place& list : {colliders, materials, components})
            if (list.size() > kMostEntries) return list.fail("has more than 10,000 entries");
        for (std::size_t i = 0; i < colliders.size(); ++i) {
            config_.colliders.push_back(collider_at(colliders[i], bare_));
            if (config_.colliders.back().id.empty()) colliders[i]["id"].fail("is missing");
        }
        for (std::size_t i = 0; i < materials.size(); ++i) config_.materials.push_back(material_at(materials[i]));
        if (!components.present()) components.fail("is missing; this is no dynamic-bone configuration");
        for (std::size_t i = 0; i < components.size(); ++i)
            config_.components.push_back(component_at(components[i], i));
        config_.global_wind = wind_at(root["globalWind"]);
        config_.global_gravity = vector_at(root["globalGravity"], {});
        tell_unknown(root, {"schema", "version", "space", "components", "colliders", "materials", "globalWind",
                            "globalGravity"});
    }

  private:
    chain::Material material_at(const Place& place) {
        chain::Material material;
        material.id = place["id"].required_text();
        for (std::size_t v = 0; v < chain::kParticleValues; ++v) {
            const std::string name(chain::particle_value_name(static_cast<chain::ParticleValue>(v)));
            const Place base = field(place, name), curve = field(place, name + "Distrib");
            if (base.present())
                material.values[v] = {double_at(base, 0.0), curve_at(curve)};
            else if (curve.present())
                curve.tell(Level::warning, "is a curve without its value, which the material does not override");
        }
        tell_unknown(place, with_values({"id"}));
        return material;
    }

    Component component_at(const Place& place, std::size_t index) {
        Component c;
        c.name = place["name"].present() ? place["name"].text() : reference_at(place["m_Name"]);
        c.object = reference_at(place["object"]);
        c.enabled = flag_at(place["enabled"].present() ? place["enabled"] : place["m_Enabled"], true);
        c.root = reference_at(field(place, "Root"));
        c.roots = references_at(field(place, "Roots"));
        c.update_rate = double_at(field(place, "UpdateRate"), c.update_rate);
        c.update_mode = static_cast<chain::UpdateMode>(choice_at(field(place, "UpdateMode"), kUpdateModes, 0));
        for (std::size_t v = 0; v < chain::kParticleValues; ++v) {
            const std::string name(chain::particle_value_name(static_cast<chain::ParticleValue>(v)));
            c.values[v].base = double_at(field(place, name), c.values[v].base);
            c.values[v].curve = curve_at(field(place, name + "Distrib"));
        }
        c.end_length = double_at(field(place, "EndLength"), 0.0);
        c.end_offset = vector_at(field(place, "EndOffset"), {});
        c.gravity = vector_at(field(place, "Gravity"), {});
        c.force = vector_at(field(place, "Force"), {});
        c.blend_weight = double_at(field(place, "BlendWeight"), 1.0);
        c.mass = double_at(field(place, "Mass"), 1.0);
        c.drag = double_at(field(place, "Drag"), 1.0);
        c.local_wind = wind_at(field(place, "LocalWind"));
        read_colliders(field(place, "Colliders"), index, c);
        c.exclusions = references_at(field(place, "Exclusions"));
        c.freeze_axis = static_cast<chain::Axis>(choice_at(field(place, "FreezeAxis"), kFreezeAxes, 0));
        const Place limits = field(place, "AngleLimits");
        for (std::size_t i = 0; i < limits.size(); ++i) c.angle_limits.push_back(limit_at(limits[i]));
        c.material = reference_at(field(place, "Material"));
        c.distant_disable = flag_at(field(place, "DistantDisable"), false);
        c.reference_object = reference_at(field(place, "ReferenceObject"));
        c.distance_to_object = double_at(field(place, "DistanceToObject"), c.distance_to_object);
        read_ours(place, c);
        tell_unknown(place, with_values({"name",
                                         "object",
                                         "enabled",
                                         "m_Enabled",
                                         "Root",
                                         "Roots",
                                         "UpdateRate",
                                         "UpdateMode",
                                         "EndLength",
                                         "EndOffset",
                                         "Gravity",
                                         "Force",
                                         "BlendWeight",
                                         "Mass",
                                         "Drag",
                                         "LocalWind",
                                         "Colliders",
                                         "Exclusions",
                                         "FreezeAxis",
                                         "AngleLimits",
                                         "Material",
                                         "DistantDisable",
                                         "ReferenceObject",
                                         "DistanceToObject",
                                         "x_teleport",
                                         "x_maxLoops",
                                         "x_outputMix",
                                         "x_fixedLength",
                                         "x_collisionIterations",
                                         "x_rateCompensation",
                                         "x_moveLimit"}));
        return c;
    }

    void read_ours(const Place& place, Component& c) {
        if (const Place jump = place["x_teleport"]; jump.present()) {
            chain::Teleport teleport;
            teleport.mode = static_cast<chain::Teleport::Mode>(choice_at(jump["mode"], kTeleportModes, 1));
            teleport.distance = double_at(jump["distance"], std::numeric_limits<double>::max());
            teleport.rotation = double_at(jump["rotation"], teleport.rotation);
            c.teleport = teleport;
        }
        c.max_loops = place["x_maxLoops"].whole(c.max_loops);
        c.output_mix = double_at(place["x_outputMix"], 1.0);
        c.fixed_length = flag_at(place["x_fixedLength"], false);
        c.collision_iterations = place["x_collisionIterations"].whole(1);
        c.rate_compensation = flag_at(place["x_rateCompensation"], false);
        c.move_limit = double_at(place["x_moveLimit"], 0.0);
    }

    /// Names of colliders, or colliders written out in place.
    void read_colliders(const Place& list, std::size_t component, Component& c) {
        if (list.present() && list.node()->is(Kind::string)) {
            c.colliders = {list.text()};
            return;
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Place entry = list[i];
            if (entry.node()->is(Kind::null)) continue;
            const bool written_out = entry.node()->is(Kind::object) &&
                                     (field(entry, "Radius").present() || field(entry, "Direction").present());
            if (!written_out) {
                const std::string name = reference_at(entry);
                if (!name.empty()) c.colliders.push_back(name);
                continue;
            }
            Collider collider = collider_at(entry, bare_);
            if (collider.id.empty())
                collider.id = "component" + std::to_string(component) + ".collider" + std::to_string(i);
            c.colliders.push_back(collider.id);
            config_.colliders.push_back(std::move(collider));
        }
    }

    chain::Config& config_;
    bool bare_;
};

bool looks_like_component(const JsonTree& tree) {
    if (!tree.is(Kind::object)) return false;
    for (const std::string_view name : {"Root", "Roots", "Damping", "Elasticity", "UpdateRate"})
        if (tree.find(name) != nullptr || tree.find("m_" + std::string(name)) != nullptr) return true;
    return false;
}

/// A bare dump as our document; nothing if it is none.
std::optional<JsonTree> wrapped(const JsonTree& tree) {
    std::vector<JsonTree> components;
    const auto add = [&](const JsonTree& item) {
        const JsonTree* inner = item.is(Kind::object) ? item.find("MonoBehaviour") : nullptr;
        const JsonTree& component = inner != nullptr ? *inner : item;
        if (looks_like_component(component)) components.push_back(component);
    };
    if (tree.is(Kind::array))
        for (const JsonTree& item : tree.items()) add(item);
    else if (tree.find("components") == nullptr && tree.find("schema") == nullptr)
        add(tree);
    if (components.empty()) return std::nullopt;
    JsonTree document = JsonTree::of(Kind::object);
    document.member("schema").set_text(kSchema);
    document.member("version").set_whole(kVersion);
    document.member("space").member("axes").set_text("unity");
    JsonTree& list = document.member("components");
    list.make(Kind::array);
    for (JsonTree& component : components) list.append(std::move(component));
    return document;
}

}  // namespace

Result<DynamicBone> read_dynamic_bone(std::string_view text, Findings* findings) {
    auto tree = parse_json(text);
    if (!tree) return tree.error();
    auto bare = wrapped(*tree);
    if (!bare && !tree->is(Kind::object)) return Error{"", "is no JSON object"};
    DynamicBone file;
    file.source = {std::make_shared<const JsonTree>(bare ? std::move(*bare) : std::move(*tree)), NumberReading::exact};
    Reading reading(NumberReading::exact, findings);
    const Place root(*file.source.tree, reading);
    if (const std::string schema = root["schema"].text(kSchema); schema != kSchema)
        root["schema"].fail("is \"" + schema + "\"; this reads " + std::string(kSchema));
    if (const int version = root["version"].whole(kVersion); version != kVersion)
        root["version"].fail("is " + std::to_string(version) + "; this program reads version 1");
    if (!reading.error()) Reader(file.config, bare.has_value()).run(root);
    if (reading.error()) return *reading.error();
    if (const auto faults = chain::problems(file.config); !faults.empty()) return faults.front();
    return file;
}

}  // namespace yure::formats
