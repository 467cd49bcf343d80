/// exp3.json <-> motion::Expression.
#pragma once

#include <string>
#include <string_view>

#include "yure/formats/source.hpp"
#include "yure/motion/expression.hpp"

namespace yure::formats {

struct Exp3 {
    motion::Expression expression;
    Source source;
};

/// An unknown Blend counts as Add, as in the runtime, and is told.
Result<Exp3> read_exp3(std::string_view text, NumberReading reading = NumberReading::exact,
                       Findings* findings = nullptr);
std::string write_exp3(const Exp3& file);

}  // namespace yure::formats
