/// What a user sets: dynamic-bone components, colliders, materials, wind. Field for field what the JSON holds
/// (formats/dynamic_bone.hpp); names are resolved when a solver is built. docs/chains.md explains every parameter.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/chain/curve.hpp"
#include "yure/chain/math.hpp"
#include "yure/core/result.hpp"

namespace yure::chain {

/// Values that differ from particle to particle: base times curve(u), then clamped to 0..1 (radius: to 0..inf).
enum class ParticleValue { damping, elasticity, stiffness, inert, friction, radius, additive_elasticity };
inline constexpr std::size_t kParticleValues = 7;
/// "Damping" … "AdditiveElasticity": the field is m_<name>, its curve m_<name>Distrib.
std::string_view particle_value_name(ParticleValue value);

struct Distributed {
    double base = 0.0;
    std::optional<Curve> curve;  ///< nothing = 1 everywhere

    bool operator==(const Distributed&) const = default;
};

enum class UpdateMode {
    normal,           ///< fixed rate
    animate_physics,  ///< fixed rate; the host passes another dt
    unscaled_time,    ///< fixed rate; the host passes another dt
    variable          ///< "Default": one loop a frame, as long as the frame
};
constexpr bool is_fixed_rate(UpdateMode mode) {
    return mode != UpdateMode::variable;
}

enum class Axis { none, x, y, z };
enum class SwingMode { free, limited, locked };

struct Swing {
    SwingMode mode = SwingMode::free;
    double angle = 180.0;  ///< degrees, 0 (the same as locked) to 180; looked at when limited

    bool operator==(const Swing&) const = default;
};

struct AngleLimit {
    enum class Pivot {
        animated,       ///< within the angle of the animated pose
        dynamic_parent  ///< within the angle of the simulated parent
    };
    std::vector<std::string> bones;  ///< whose children are limited; "*" = every bone of the component
    Pivot pivot = Pivot::animated;
    Quat pivot_rotation;
    Swing swing1, swing2;  ///< about y and z of the pivot, whose x is the bone

    bool operator==(const AngleLimit&) const = default;
};

struct Wind {
    bool enabled = true;
    Vec3 direction{0.0, 0.0, 1.0};  ///< any length; zero = no wind
    double speed = 0.0;             ///< >= 0; the force goes with its square
    double pulse_magnitude = 0.0;   ///< 0..1
    double pulse_frequency = 0.0;   ///< Hz, >= 0

    bool operator==(const Wind&) const = default;
};

struct Teleport {
    enum class Mode { none, reset, keep };
    Mode mode = Mode::reset;
    double distance = 0.0;    ///< a move above distance * objectScale in one frame is a jump; >= 0
    double rotation = 120.0;  ///< degrees; a turn above it in one frame is a jump

    bool operator==(const Teleport&) const = default;
};

struct Component {
    std::string name;
    std::string object;  ///< node whose motion is the "object" motion; empty = the parent of the first root
    bool enabled = true;
    std::string root;                ///< may be empty
    std::vector<std::string> roots;  ///< further ones; a `*` in a name stands for any characters
    double update_rate = 60.0;       ///< Hz; <= 0: one loop a frame
    UpdateMode update_mode = UpdateMode::normal;
    std::array<Distributed, kParticleValues> values{
        Distributed{0.1, {}}, {0.1, {}}, {0.1, {}}, {0.0, {}}, {0.0, {}}, {0.0, {}}, {0.0, {}}};
    double end_length = 0.0;    ///< > 0: a virtual end, the last bone's vector times this
    Vec3 end_offset;            ///< not zero: a virtual end there, in the object's axes
    Vec3 gravity, force;        ///< displacement per step, world axes; gravity without what the bind pose holds
    double blend_weight = 1.0;  ///< 0..1; 1: stiffness as set, 0: pinned to the animation
    double mass = 1.0;          ///< > 0; divides the wind's push and nothing else
    double drag = 1.0;          ///< >= 0; factor of the wind
    std::optional<Wind> local_wind;
    std::vector<std::string> colliders;   ///< ids
    std::vector<std::string> exclusions;  ///< bones
    Axis freeze_axis = Axis::none;
    std::vector<AngleLimit> angle_limits;  ///< of two for one bone the later one counts
    std::string material;                  ///< id; empty = none
    bool distant_disable = false;          ///< kept, not used: a bake has no camera
    std::string reference_object;
    double distance_to_object = 20.0;
    // Ours, `x_` in files.
    std::optional<Teleport> teleport;  ///< nothing: reset at 3 chain lengths or 120 degrees in preview, none in bakes
    int max_loops = 3;                 ///< per frame at a fixed rate; 0 = no limit
    double output_mix = 1.0;           ///< 0..1: written rotation between animated and simulated
    bool fixed_length = false;         ///< bind lengths instead of those of the animated pose
    int collision_iterations = 1;      ///< 1..16
    bool rate_compensation = false;    ///< variable mode only
    double move_limit = 0.0;           ///< units/s; faster object motion carries the chain rigidly; 0 = off

    const Distributed& value(ParticleValue which) const { return values[static_cast<std::size_t>(which)]; }
    Distributed& value(ParticleValue which) { return values[static_cast<std::size_t>(which)]; }
    bool operator==(const Component&) const = default;
};

enum class ColliderShape { sphere, capsule, plane };

struct Collider {
    std::string id;
    ColliderShape shape = ColliderShape::capsule;
    std::string node = "world";  ///< "world", "object" or a node's name
    bool enabled = true;
    Axis direction = Axis::y;  ///< of a capsule's axis and a plane's normal; not none
    bool reversed = false;     ///< along the negative axis (z of data that was mirrored)
    Vec3 center;               ///< in the node's space
    bool inside = false;       ///< keeps particles inside instead of outside
    double radius = 0.5;       ///< >= 0; of a capsule at its + end
    double height = 0.0;       ///< of a capsule, caps included
    double radius2 = 0.0;      ///< of a capsule at its - end; 0 = the same
    bool plane_uses_radius = true;

    bool operator==(const Collider&) const = default;
};

struct Material {
    std::string id;
    std::array<std::optional<Distributed>, kParticleValues> values;  ///< what it sets, it sets with its curve

    bool operator==(const Material&) const = default;
};

/// Axes of the numbers in a configuration.
enum class Axes {
    engine,  ///< as here
    unity    ///< left-handed, y up, z forward
};

struct Config {
    Axes axes = Axes::engine;
    double unit_scale = 1.0;  ///< > 0; length here = length in the file times this
    std::vector<Component> components;
    std::vector<Collider> colliders;
    std::vector<Material> materials;
    std::optional<Wind> global_wind;
    Vec3 global_gravity;  ///< displacement per step; added to every component, not projected

    bool operator==(const Config&) const = default;
};

/// Everything out of its range, with the place as in the JSON ("components[0].m_Mass"); empty when usable.
std::vector<Error> problems(const Config& config);

/// The same configuration in the axes and units used here: vectors (x, y, -z), turns (-x, -y, z, w); positions,
/// lengths, gravity, force and drag times unit_scale.
Config to_engine_space(Config config);

/// The base value and curve that count for a component: the material's where it has one.
const Distributed& effective(const Component& component, const Material* material, ParticleValue which);

}  // namespace yure::chain
