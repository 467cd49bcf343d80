/// Cubism physics as data: the groups ("settings") of a physics3.json. Read and written by formats/physics3.hpp, played
/// by pendulum/player.hpp. Units and meaning of every number: docs/cubism-physics.md.
#pragma once

#include <string>
#include <vector>

#include "yure/core/vec2.hpp"

namespace yure::pendulum {

enum class Channel { x, y, angle };  ///< type of an input or output; outputs other than angle read as 0

struct Input {
    std::string parameter;  ///< id of the source parameter
    float weight = 100.0f;  ///< percent, not clamped
    Channel type = Channel::x;
    bool reflect = false;  ///< the value is negated when this is FALSE
};

struct Output {
    std::string parameter;  ///< id of the destination parameter
    int vertex_index = 1;   ///< 1 .. vertices-1: the segment that ends in this vertex
    float scale = 1.0f;     ///< parameter units per radian
    float weight = 100.0f;  ///< percent; blends with what the parameter holds
    Channel type = Channel::angle;
    bool reflect = false;  ///< negates when true
};

struct Vertex {
    Vec2 position;              ///< not used by the runtime; rest positions come from radius
    float mobility = 1.0f;      ///< share of the velocity kept per step, usually 0..1
    float delay = 1.0f;         ///< time factor, > 0; 0 freezes
    float acceleration = 1.0f;  ///< strength of gravity, > 0
    float radius = 0.0f;        ///< length of the segment to the parent vertex; the root's is not used
};

struct Normalization {
    float minimum = -10.0f, default_value = 0.0f, maximum = 10.0f;
};

struct Group {
    std::string id;    ///< "PhysicsSetting1"
    std::string name;  ///< from PhysicsDictionary; may be empty
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    std::vector<Vertex> vertices;  ///< vertex 0 is the root
    Normalization position;        ///< for X and Y inputs; position.maximum also sets the dead zone
    Normalization angle;           ///< degrees, for Angle inputs
};

struct Physics {
    float fps = 0.0f;  ///< Hz; 0 = no Meta.Fps: a step is as long as a frame
    std::vector<Group> groups;
};

}  // namespace yure::pendulum
