#include "yure/chain/config.hpp"

#include <cmath>

namespace yure::chain {
namespace {

constexpr std::string_view kNames[kParticleValues] = {"Damping",  "Elasticity", "Stiffness",         "Inert",
                                                      "Friction", "Radius",     "AdditiveElasticity"};

class Checker {
  public:
    std::vector<Error> found;

    void expect(bool good, const std::string& where, const char* what) {
        if (!good && found.size() < 64) found.push_back({where, what});
    }
    void number(double value, const std::string& where) { expect(std::isfinite(value), where, "is no finite number"); }
    void vector(Vec3 value, const std::string& where) {
        expect(is_finite(value), where, "has a part that is no finite number");
    }
    void distributed(const Distributed& value, const std::string& where) {
        number(value.base, where);
        if (!value.curve) return;
        for (const CurveKey& key : value.curve->keys)
            expect(std::isfinite(key.u) && std::isfinite(key.value) && !std::isnan(key.in_tangent) &&
                       !std::isnan(key.out_tangent) && std::isfinite(key.in_weight) && std::isfinite(key.out_weight),
                   where + "Distrib", "has a key that is no finite number");
    }
    void wind(const Wind& wind, const std::string& where) {
        vector(wind.direction, where + ".direction");
        expect(std::isfinite(wind.speed) && wind.speed >= 0.0, where + ".speed", "has to be 0 or more");
        expect(wind.pulse_magnitude >= 0.0 && wind.pulse_magnitude <= 1.0, where + ".pulseMagnitude",
               "has to be between 0 and 1");
        expect(std::isfinite(wind.pulse_frequency) && wind.pulse_frequency >= 0.0, where + ".pulseFrequency",
               "has to be 0 Hz or more");
    }
    void swing(const Swing& swing, const std::string& where) {
        if (swing.mode == SwingMode::limited)
            expect(swing.angle >= 0.0 && swing.angle <= 180.0, where + ".angle",
                   "has to be between 0 (locked) and 180 degrees");
    }
};

void check_component(Checker& check, const Component& c, const std::string& at) {
    check.number(c.update_rate, at + "m_UpdateRate");
    for (std::size_t i = 0; i < kParticleValues; ++i)
        check.distributed(c.values[i], at + "m_" + std::string(kNames[i]));
    check.expect(std::isfinite(c.end_length) && c.end_length >= 0.0, at + "m_EndLength", "has to be 0 or more");
    check.vector(c.end_offset, at + "m_EndOffset");
    check.vector(c.gravity, at + "m_Gravity");
    check.vector(c.force, at + "m_Force");
    check.expect(c.blend_weight >= 0.0 && c.blend_weight <= 1.0, at + "m_BlendWeight", "has to be between 0 and 1");
    check.expect(std::isfinite(c.mass) && c.mass > 0.0, at + "m_Mass", "has to be above 0");
    check.expect(std::isfinite(c.drag) && c.drag >= 0.0, at + "m_Drag", "has to be 0 or more");
    if (c.local_wind) check.wind(*c.local_wind, at + "m_LocalWind");
    for (std::size_t i = 0; i < c.angle_limits.size(); ++i) {
        const std::string limit = at + "m_AngleLimits[" + std::to_string(i) + "]";
        const Quat q = c.angle_limits[i].pivot_rotation;
        check.expect(std::isfinite(dot(q, q)) && dot(q, q) > 1e-12, limit + ".pivotRotation", "is no rotation");
        check.swing(c.angle_limits[i].swing1, limit + ".swing1");
        check.swing(c.angle_limits[i].swing2, limit + ".swing2");
    }
    if (c.teleport) {
        check.expect(std::isfinite(c.teleport->distance) && c.teleport->distance >= 0.0, at + "x_teleport.distance",
                     "has to be 0 or more");
        check.expect(std::isfinite(c.teleport->rotation) && c.teleport->rotation >= 0.0, at + "x_teleport.rotation",
                     "has to be 0 degrees or more");
    }
    check.expect(c.max_loops >= 0, at + "x_maxLoops", "has to be 0 (no limit) or more");
    check.expect(c.output_mix >= 0.0 && c.output_mix <= 1.0, at + "x_outputMix", "has to be between 0 and 1");
    check.expect(c.collision_iterations >= 1 && c.collision_iterations <= 16, at + "x_collisionIterations",
                 "has to be between 1 and 16");
    check.expect(std::isfinite(c.move_limit) && c.move_limit >= 0.0, at + "x_moveLimit", "has to be 0 (off) or more");
}

Vec3 mirrored(Vec3 v) {
    return {v.x, v.y, -v.z};
}

void convert(Component& c, bool mirror, double scale) {
    const auto vector = [&](Vec3& v, double factor) { v = (mirror ? mirrored(v) : v) * factor; };
    vector(c.end_offset, scale);
    vector(c.gravity, scale);
    vector(c.force, scale);
    c.drag *= scale;
    c.value(ParticleValue::radius).base *= scale;
    if (c.local_wind) vector(c.local_wind->direction, 1.0);
    for (AngleLimit& limit : c.angle_limits) {
        Quat& q = limit.pivot_rotation;
        if (mirror) q = {-q.x, -q.y, q.z, q.w};
    }
}

void convert(Collider& c, bool mirror, double scale) {
    if (mirror) {
        c.center = mirrored(c.center);
        if (c.direction == Axis::z) c.reversed = !c.reversed;
    }
    c.center = c.center * scale;
    c.radius *= scale;
    c.height *= scale;
    c.radius2 *= scale;
}

}  // namespace

std::string_view particle_value_name(ParticleValue value) {
    return kNames[static_cast<std::size_t>(value)];
}

std::vector<Error> problems(const Config& config) {
    Checker check;
    check.expect(std::isfinite(config.unit_scale) && config.unit_scale > 0.0, "space.unitScale", "has to be above 0");
    for (std::size_t i = 0; i < config.components.size(); ++i)
        check_component(check, config.components[i], "components[" + std::to_string(i) + "].");
    for (std::size_t i = 0; i < config.colliders.size(); ++i) {
        const Collider& c = config.colliders[i];
        const std::string at = "colliders[" + std::to_string(i) + "].";
        check.vector(c.center, at + "m_Center");
        check.expect(std::isfinite(c.radius) && c.radius >= 0.0, at + "m_Radius", "has to be 0 or more");
        check.expect(std::isfinite(c.height) && c.height >= 0.0, at + "m_Height", "has to be 0 or more");
        check.expect(std::isfinite(c.radius2) && c.radius2 >= 0.0, at + "m_Radius2", "has to be 0 (the same) or more");
        check.expect(c.direction != Axis::none, at + "m_Direction", "has to be X, Y or Z");
    }
    for (std::size_t i = 0; i < config.materials.size(); ++i)
        for (std::size_t v = 0; v < kParticleValues; ++v)
            if (config.materials[i].values[v])
                check.distributed(*config.materials[i].values[v],
                                  "materials[" + std::to_string(i) + "].m_" + std::string(kNames[v]));
    if (config.global_wind) check.wind(*config.global_wind, "globalWind");
    check.vector(config.global_gravity, "globalGravity");
    return std::move(check.found);
}

Config to_engine_space(Config config) {
    const bool mirror = config.axes == Axes::unity;
    const double scale = config.unit_scale;
    for (Component& component : config.components) convert(component, mirror, scale);
    for (Collider& collider : config.colliders) convert(collider, mirror, scale);
    for (Material& material : config.materials)
        if (auto& radius = material.values[static_cast<std::size_t>(ParticleValue::radius)]) radius->base *= scale;
    if (mirror) {
        if (config.global_wind) config.global_wind->direction = mirrored(config.global_wind->direction);
        config.global_gravity = mirrored(config.global_gravity);
    }
    config.global_gravity = config.global_gravity * scale;
    config.axes = Axes::engine;
    config.unit_scale = 1.0;
    return config;
}

const Distributed& effective(const Component& component, const Material* material, ParticleValue which) {
    const auto index = static_cast<std::size_t>(which);
    return material != nullptr && material->values[index] ? *material->values[index] : component.values[index];
}

}  // namespace yure::chain
