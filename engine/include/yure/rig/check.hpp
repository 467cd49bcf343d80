/// Is a puppet sound? All that the official consistency check enforces, and what it fails to notice
/// (docs/moc3.md, "checks"): runs outside their tables, cycles, NaN, products that overflow, indices out of range.
/// A puppet without an error can be evaluated, edited and written without any further bounds check.
#pragma once

#include <string>
#include <vector>

#include "yure/rig/puppet.hpp"

namespace yure::rig {

struct Finding {
    enum class Level { error, warning };
    Level level = Level::error;
    std::string where;  ///< section and row: "mesh.tri_begin[3]"
    std::string what;
};

/// Every fault found, at most `limit` of them, errors first. Errors: a runtime would crash, misread or refuse.
/// Warnings: duplicate ids, descending keys that make an object vanish, draw orders outside of a group's range, and so on.
std::vector<Finding> check(const Puppet& puppet, std::size_t limit = 64);

/// The first error of `check`, or success.
Status check_errors(const Puppet& puppet);

}  // namespace yure::rig
