#include "dynamic_bone_names.hpp"
#include "json_double.hpp"
#include "json_patch.hpp"

#include <cmath>
#include <limits>
#include <span>

#include "yure/formats/dynamic_bone.hpp"

namespace yure::formats {
namespace {

using namespace dynamic_bone;
using Kind = JsonTree::Kind;

/// A field under its full name; one without `m_` is renamed in its place.
JsonTree& field(JsonTree& object, const std::string& name) {
    if (object.find("m_" + name) == nullptr)
        if (const JsonTree* old = object.find(name); old != nullptr) {
            JsonTree copy = *old;
            object.erase(name);
            object.member("m_" + name) = std::move(copy);
        }
    return object.member("m_" + name);
}

/// Leaves a number that means the same.
void set_choice(JsonTree& place, std::span<const std::string_view> names, int index) {
    if (place.as_double() == static_cast<double>(index)) return;
    place.set_text(names[static_cast<std::size_t>(index)]);
}

void set_reference(JsonTree& place, const std::string& name) {
    if (place.is(Kind::object) && name.empty()) return;  // a reference that could not be followed is kept
    if (name.empty())
        place = {};
    else
        place.set_text(name);
}

void set_tangent(JsonTree& place, double value) {
    if (const auto old = place.as_double(); old && std::abs(*old) >= 1e30 && std::isinf(value)) return;
    set_double(place, value);
}

void set_curve(JsonTree& place, const std::optional<chain::Curve>& curve) {
    if (!curve) {
        place = {};
        return;
    }
    if (curve->kind == chain::Curve::Kind::linear) {
        JsonTree& list = place.member("linear");
        list.make(Kind::array);
        list.items().resize(curve->keys.size());
        for (std::size_t i = 0; i < curve->keys.size(); ++i) {
            list.items()[i].make(Kind::array);
            list.items()[i].items().resize(2);
            set_double(list.items()[i].items()[0], curve->keys[i].u);
            set_double(list.items()[i].items()[1], curve->keys[i].value);
        }
        return;
    }
    place.make(Kind::object);
    const char* list_name = place.find("m_Curve") != nullptr  ? "m_Curve"
                            : place.find("m_Keys") != nullptr ? "m_Keys"
                                                              : "keys";
    if (place.find("keys") != nullptr) list_name = "keys";
    place.erase("linear");
    JsonTree& list = place.member(list_name);
    list.make(Kind::array);
    list.items().resize(curve->keys.size());
    for (std::size_t i = 0; i < curve->keys.size(); ++i) {
        const chain::CurveKey& key = curve->keys[i];
        JsonTree& item = list.items()[i];
        set_double(item.member("time"), key.u);
        set_double(item.member("value"), key.value);
        set_tangent(item.member(item.find("inSlope") != nullptr ? "inSlope" : "inTangent"), key.in_tangent);
        set_tangent(item.member(item.find("outSlope") != nullptr ? "outSlope" : "outTangent"), key.out_tangent);
        const int weighted = (key.in_weighted ? 1 : 0) + (key.out_weighted ? 2 : 0);
        if (weighted != 0 || item.find("weightedMode") != nullptr)
            set_choice(item.member("weightedMode"), kWeightedModes, weighted);
        if (key.in_weighted || item.find("inWeight") != nullptr) set_double(item.member("inWeight"), key.in_weight);
        if (key.out_weighted || item.find("outWeight") != nullptr) set_double(item.member("outWeight"), key.out_weight);
    }
}

void set_wind(JsonTree& place, const std::optional<chain::Wind>& wind) {
    if (!wind) {
        place = {};
        return;
    }
    place.make(Kind::object);
    if (!wind->enabled || place.find("enabled") != nullptr) place.member("enabled").set_flag(wind->enabled);
    set_vector(place.member("direction"), wind->direction);
    set_double(place.member("speed"), wind->speed);
    set_double(place.member("pulseMagnitude"), wind->pulse_magnitude);
    set_double(place.member("pulseFrequency"), wind->pulse_frequency);
}

void set_swing(JsonTree& place, const chain::Swing& swing) {
    set_choice(place.member("mode"), kSwingModes, static_cast<int>(swing.mode));
    if (swing.mode == chain::SwingMode::limited || place.find("angle") != nullptr || swing.angle != 180.0)
        set_double(place.member("angle"), swing.angle);
}

void set_limits(JsonTree& list, const std::vector<chain::AngleLimit>& limits) {
    list.make(Kind::array);
    list.items().resize(limits.size());
    for (std::size_t i = 0; i < limits.size(); ++i) {
        JsonTree& item = list.items()[i];
        if (limits[i].bones == std::vector<std::string>{"*"})
            item.member("bones").set_text("*");
        else
            set_texts(item.member("bones"), limits[i].bones);
        set_choice(item.member("pivotSpace"), kPivotSpaces, static_cast<int>(limits[i].pivot));
        set_quat(item.member("pivotRotation"), limits[i].pivot_rotation);
        set_swing(item.member("swing1"), limits[i].swing1);
        set_swing(item.member("swing2"), limits[i].swing2);
    }
}

/// Writes a field of ours when it says something, or stood there before.
template <class Set>
void set_ours(JsonTree& object, const char* name, bool said, const Set& set) {
    if (said || object.find(name) != nullptr) set(object.member(name));
}

void write_component(const chain::Component& c, JsonTree& place) {
    if (!c.name.empty() && member_text(place, "m_Name") != c.name) place.member("name").set_text(c.name);
    if (!c.object.empty() || place.find("object") != nullptr) set_reference(place.member("object"), c.object);
    if (!c.enabled || place.find("enabled") != nullptr || place.find("m_Enabled") != nullptr) {
        place.erase("m_Enabled");
        place.member("enabled").set_flag(c.enabled);
    }
    set_reference(field(place, "Root"), c.root);
    if (!c.roots.empty() || place.find("m_Roots") != nullptr || place.find("Roots") != nullptr)
        set_texts(field(place, "Roots"), c.roots);
    set_double(field(place, "UpdateRate"), c.update_rate);
    set_choice(field(place, "UpdateMode"), kUpdateModes, static_cast<int>(c.update_mode));
    for (std::size_t v = 0; v < chain::kParticleValues; ++v) {
        const std::string name(chain::particle_value_name(static_cast<chain::ParticleValue>(v)));
        set_double(field(place, name), c.values[v].base);
        set_curve(field(place, name + "Distrib"), c.values[v].curve);
    }
    set_double(field(place, "EndLength"), c.end_length);
    set_vector(field(place, "EndOffset"), c.end_offset);
    set_vector(field(place, "Gravity"), c.gravity);
    set_vector(field(place, "Force"), c.force);
    set_double(field(place, "BlendWeight"), c.blend_weight);
    set_double(field(place, "Mass"), c.mass);
    set_double(field(place, "Drag"), c.drag);
    set_wind(field(place, "LocalWind"), c.local_wind);
    set_texts(field(place, "Colliders"), c.colliders);
    set_texts(field(place, "Exclusions"), c.exclusions);
    set_choice(field(place, "FreezeAxis"), kFreezeAxes, static_cast<int>(c.freeze_axis));
    if (!c.angle_limits.empty() || place.find("m_AngleLimits") != nullptr)
        set_limits(field(place, "AngleLimits"), c.angle_limits);
    set_reference(field(place, "Material"), c.material);
    field(place, "DistantDisable").set_flag(c.distant_disable);
    set_reference(field(place, "ReferenceObject"), c.reference_object);
    set_double(field(place, "DistanceToObject"), c.distance_to_object);
    if (c.teleport) {
        JsonTree& jump = place.member("x_teleport");
        set_choice(jump.member("mode"), kTeleportModes, static_cast<int>(c.teleport->mode));
        if (c.teleport->distance < std::numeric_limits<double>::max())
            set_double(jump.member("distance"), c.teleport->distance);
        set_double(jump.member("rotation"), c.teleport->rotation);
    } else {
        place.erase("x_teleport");
    }
    set_ours(place, "x_maxLoops", c.max_loops != 3, [&](JsonTree& t) { t.set_whole(c.max_loops); });
    set_ours(place, "x_outputMix", c.output_mix != 1.0, [&](JsonTree& t) { set_double(t, c.output_mix); });
    set_ours(place, "x_fixedLength", c.fixed_length, [&](JsonTree& t) { t.set_flag(c.fixed_length); });
    set_ours(place, "x_collisionIterations", c.collision_iterations != 1,
             [&](JsonTree& t) { t.set_whole(c.collision_iterations); });
    set_ours(place, "x_rateCompensation", c.rate_compensation, [&](JsonTree& t) { t.set_flag(c.rate_compensation); });
    set_ours(place, "x_moveLimit", c.move_limit != 0.0, [&](JsonTree& t) { set_double(t, c.move_limit); });
}

void write_collider(const chain::Collider& c, JsonTree& place) {
    place.member("id").set_text(c.id);
    set_choice(place.member("type"), kShapes, static_cast<int>(c.shape));
    place.member("node").set_text(c.node);
    if (!c.enabled || place.find("enabled") != nullptr || place.find("m_Enabled") != nullptr) {
        place.erase("m_Enabled");
        place.member("enabled").set_flag(c.enabled);
    }
    set_choice(field(place, "Direction"), kDirections, static_cast<int>(c.direction) - 1);
    set_vector(field(place, "Center"), c.center);
    set_choice(field(place, "Bound"), kBounds, c.inside ? 1 : 0);
    set_double(field(place, "Radius"), c.radius);
    set_double(field(place, "Height"), c.height);
    set_double(field(place, "Radius2"), c.radius2);
    set_ours(place, "x_planeUsesRadius", !c.plane_uses_radius, [&](JsonTree& t) { t.set_flag(c.plane_uses_radius); });
    set_ours(place, "x_reversed", c.reversed, [&](JsonTree& t) { t.set_flag(c.reversed); });
}

void write_material(const chain::Material& material, JsonTree& place) {
    place.member("id").set_text(material.id);
    for (std::size_t v = 0; v < chain::kParticleValues; ++v) {
        const std::string name(chain::particle_value_name(static_cast<chain::ParticleValue>(v)));
        if (!material.values[v]) continue;
        set_double(field(place, name), material.values[v]->base);
        set_curve(field(place, name + "Distrib"), material.values[v]->curve);
    }
}

}  // namespace

std::string write_dynamic_bone(const DynamicBone& file) {
    const chain::Config& config = file.config;
    JsonTree document = document_of(file.source);
    document.member("schema").set_text(kSchema);
    document.member("version").set_whole(kVersion);
    JsonTree& space = document.member("space");
    set_choice(space.member("axes"), kAxes, static_cast<int>(config.axes));
    set_double(space.member("unitScale"), config.unit_scale);
    const auto id = [](const auto& item) { return item.id; };
    const auto element_id = [](const JsonTree& element) { return member_text(element, "id"); };
    patch_list(
        document.member("components"), config.components, [](const chain::Component& c) { return c.name; },
        [](const JsonTree& element) {
            const std::string name = member_text(element, "name");
            return name.empty() ? member_text(element, "m_Name") : name;
        },
        write_component);
    patch_list(document.member("colliders"), config.colliders, id, element_id, write_collider);
    patch_list(document.member("materials"), config.materials, id, element_id, write_material);
    set_wind(document.member("globalWind"), config.global_wind);
    set_vector(document.member("globalGravity"), config.global_gravity);
    return write_json(document);
}

}  // namespace yure::formats
