// Ids to indices, and everything odd in a physics description made harmless and told.
#include <algorithm>
#include <cmath>
#include <map>

#include "yure/pendulum/player.hpp"

namespace yure::pendulum {
namespace {

// Non-finite numbers can only come from code, readers refuse them; they count as 0.
class Sanitiser {
  public:
    float operator()(float value) {
        if (std::isfinite(value)) return value;
        found = true;
        return 0.0f;
    }
    Normalization operator()(const Normalization& range) {
        return {(*this)(range.minimum), (*this)(range.default_value), (*this)(range.maximum)};
    }
    bool found = false;
};

std::string place(const Group& group, std::size_t index) {
    return "physics group " + (group.id.empty() ? "#" + std::to_string(index + 1) : group.id);
}

}  // namespace

void Player::bind(const Physics& physics, std::span<const ParameterRange> parameters) {
    std::map<std::string_view, int> index_of;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        index_of.emplace(parameters[i].id, static_cast<int>(i));  // of two with one id, the first
        limits_[i] = {parameters[i].min, parameters[i].max};
    }
    const auto find = [&](const std::string& id) {
        const auto found = index_of.find(id);
        return found == index_of.end() ? -1 : found->second;
    };
    const auto tell = [&](std::string where, std::string what) {
        notices_.push_back({std::move(where), std::move(what)});
    };

    fps_ = std::isfinite(physics.fps) && physics.fps > 0.0f ? physics.fps : 0.0f;
    if (fps_ > kMaxFps) {
        tell("physics Fps", "is " + std::to_string(physics.fps) + "; played at 1000 steps per second");
        fps_ = kMaxFps;
    }

    chains_.reserve(physics.groups.size());
    for (std::size_t g = 0; g < physics.groups.size(); ++g) {
        const Group& group = physics.groups[g];
        const std::string where = place(group, g);
        Sanitiser clean;
        Chain chain;
        chain.position = clean(group.position);
        chain.angle = clean(group.angle);
        for (const Input& input : group.inputs) {
            const int parameter = find(input.parameter);
            if (parameter < 0) {
                tell(where, "the model has no parameter " + input.parameter + "; the input is skipped");
                continue;
            }
            chain.inputs.push_back({parameter, input.type, input.reflect, clean(input.weight)});
        }
        const int count = static_cast<int>(group.vertices.size());
        for (const Output& output : group.outputs) {
            const int parameter = find(output.parameter);
            if (parameter < 0) {
                tell(where, "the model has no parameter " + output.parameter + "; the output is dropped");
                continue;
            }
            const bool readable = output.vertex_index >= 1 && output.vertex_index < count;
            if (!readable)
                tell(where, "output " + output.parameter + " reads vertex " + std::to_string(output.vertex_index) +
                                " of " + std::to_string(count) + "; it stays at 0");
            if (output.type != Channel::angle)
                tell(where, "output " + output.parameter + " is of type X or Y, which runtimes play as 0");
            chain.outputs.push_back({parameter, output.vertex_index, output.type, output.reflect, readable,
                                     clean(output.scale), clean(output.weight)});
        }
        for (std::size_t v = 0; v < group.vertices.size(); ++v) {
            const Vertex& vertex = group.vertices[v];
            chain.particles.push_back({clean(vertex.mobility),
                                       clean(vertex.delay),
                                       clean(vertex.acceleration),
                                       clean(vertex.radius),
                                       {},
                                       {}});
            if (v > 0 && vertex.radius == 0.0f)
                tell(where, "vertex " + std::to_string(v) + " has radius 0 and sits on its parent");
        }
        if (count < 2) tell(where, "has fewer than two vertices; nothing swings");
        if (clean.found) tell(where, "has numbers that are not finite; they count as 0");
        hang(chain);
        chains_.push_back(std::move(chain));
    }
}

}  // namespace yure::pendulum
