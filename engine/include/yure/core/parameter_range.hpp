/// What those who play something into a model need to know of one of its parameters.
#pragma once

#include <string>

namespace yure {

/// Index of an element in a list of these = index of its value in a values array.
struct ParameterRange {
    std::string id;
    float min = 0.0f, max = 0.0f, default_value = 0.0f;  ///< the parameter's own units
};

}  // namespace yure
