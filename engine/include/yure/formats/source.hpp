/// What every reader of a player's JSON file shares: how numbers are read, what was found odd, and the document kept
/// beside the typed value, so that members we do not know survive being read and written, in their place.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::formats {

/// `exact`: the float nearest to what is written. `official`: digit by digit in float32 as the official runtime does,
/// up to a few units in the last place away; for comparing with it bit for bit (docs/cubism-physics.md, "Numbers").
enum class NumberReading { exact, official };

/// Something about a file that did not stop it from being read.
struct Finding {
    enum class Level {
        error,    ///< a player would crash, misread or refuse
        warning,  ///< works, but surprises
        notice    ///< worth knowing
    };
    Level level = Level::warning;
    std::string pointer;  ///< JSON pointer: "/Meta/VertexCount"
    std::string what;
    std::string advice;  ///< what to do; may be empty

    bool operator==(const Finding&) const = default;
};
using Findings = std::vector<Finding>;

class JsonTree;  // private to formats

/// The document a value was read from; empty for one made by code. Copies share it.
struct Source {
    std::shared_ptr<const JsonTree> tree;
    NumberReading reading = NumberReading::exact;

    bool empty() const { return tree == nullptr; }
};

/// Files above this are refused, in bytes.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20;

/// Any JSON laid out so that the official reader takes it: indented, one value a line, no exponents, commas directly
/// after numbers. For files that are passed through, such as userdata3.json.
Result<std::string> tidy_json(std::string_view text);

/// Places where the official reader would refuse or misread well-formed JSON: a number followed by a space, `}` or `]`,
/// and exponents. At most `limit` of them; empty for text that is no JSON.
Findings check_number_layout(std::string_view text, std::size_t limit = 16);

}  // namespace yure::formats
