/// Numbers as text that a browser unpacks quickly: 16-bit steps, differences along a row, deflated, base64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace yure::studio {

/// Tables behind one another, one text for all. A table is described by {"at","rows","columns","scale"}: `rows` x
/// `columns` steps from the `at`-th on, value = step * scale.
class Packer {
  public:
    /// Row after row; each row is kept as differences. `scale` > 0 is the value of one step; it is raised when a value
    /// needs more than 16 bits. Values that are not finite count as 0.
    nlohmann::ordered_json add(std::span<const float> values, int columns, float scale);
    /// Whole numbers 0..65535 as they are.
    nlohmann::ordered_json add_indices(std::span<const std::uint16_t> values, int columns);
    /// The text: low bytes of all steps, then their high bytes, zlib stream, base64.
    std::string text() const;
    bool empty() const { return steps_.empty(); }

  private:
    nlohmann::ordered_json append(std::span<const std::uint16_t> steps, int columns, double scale);
    std::vector<std::uint16_t> steps_;
};

}  // namespace yure::studio
