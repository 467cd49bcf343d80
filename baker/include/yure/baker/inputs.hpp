/// How each input moves a body, read from the rig alone: how far, rigidly or not, sideways or up and down. What was
/// read is part of a bake's result.
#pragma once

#include <string>
#include <vector>

#include "yure/baker/body.hpp"

namespace yure::baker {

/// Default inputs of a new body, those that the model has (also under old-style names): head and body turning and
/// rolling, and for up and down the nod, the body's bow and lean; cloth takes only ParamBodyAngleY of the last three.
std::vector<InputRequest> default_inputs(std::span<const rig::ParameterInfo> parameters, sim::BodyKind kind);

/// The training range asked for (or the whole parameter), clipped to the parameter and made to hold its default.
Span training_span(const rig::ParameterInfo& parameter, const std::optional<Span>& asked);

enum class InputGroup { culled, lateral, vertical };

struct InputReading {
    std::string id;
    int parameter = -1;  ///< row in the rig
    Span span;           ///< training range, parameter units
    float default_value = 0.0f;
    float reach_px = 0.0f;  ///< the largest distance any goal moves over the span, 4 samples on each side
    bool rigid = false;     ///< turns and shifts the body without changing its shape (to a tenth of its reach)
    bool vertical = false;  ///< moves the root (or, when not rigid, the body) more up and down than sideways
    bool forced = false;    ///< under 1 px, but kept because the request says so
    InputGroup group = InputGroup::culled;
    Vec2 root_slope;          ///< px per unit: mean movement of the pinned particles (of all, when none is pinned)
    float turn_slope = 0.0f;  ///< radians per unit, positive turns x towards y
};

/// Least reach of an input that is trained, px.
constexpr float kLeastReach = 1.0f;

/// One reading per requested input that the model has; a missing one is a notice, none left is an error.
Result<std::vector<InputReading>> read_inputs(const Body& body, const std::vector<InputRequest>& requests,
                                              Notices& notices);

}  // namespace yure::baker
