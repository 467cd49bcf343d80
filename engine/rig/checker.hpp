/// What the parts of `check` share: the findings, and the tests that occur again and again. Private to engine/rig.
///
/// Checks run in stages; a later stage runs only when the earlier ones found no error, so it may rely on what they
/// tested (array lengths first, then values, then runs, then what depends on runs).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "yure/rig/check.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::rig {

/// Tables may share rows, and a small file could claim that thousands of objects share a million rows each. No real
/// model comes near these sums; beyond them a puppet is refused rather than let it take minutes or all memory.
inline constexpr std::int64_t kMaxSharedRows = std::int64_t{1} << 24;  ///< rows a table's runs reach, counted per run
inline constexpr std::int64_t kMaxVertices = std::int64_t{1} << 22;    ///< of all meshes and grids together
inline constexpr std::int64_t kMaxMixTerms = std::int64_t{1} << 28;    ///< weight x vertex products of one evaluation
inline constexpr int kMaxAxes = 16;                                    ///< of one keyform grid

class Checker {
  public:
    Checker(const Puppet& puppet, std::size_t limit) : p(puppet), limit_(limit) {}

    const Puppet& p;

    void error(std::string_view section, std::size_t row, std::string what);
    void error(std::string_view section, std::string what);
    void warning(std::string_view section, std::size_t row, std::string what);
    void warning(std::string_view section, std::string what);
    bool has_errors() const { return !errors_.empty(); }
    /// Enough errors to report: long loops may stop.
    bool full() const { return errors_.size() >= limit_; }
    std::vector<Finding> take();

    /// Every value is `low` .. `high - 1`.
    void range(const char* section, const Ints& values, std::int64_t low, std::int64_t high, const char* of);
    /// Runs `begin[i] .. begin[i] + count[i]` lie inside of a table of `size` rows named `of`. An empty run's begin may
    /// be anything. Also limits the sum of all counts.
    void runs(const char* begin_name, const Ints& begin, const char* count_name, const Ints& count, std::size_t size,
              const char* of);
    void parents_come_first(const char* section, const Ints& parent);

  private:
    std::size_t limit_;
    std::vector<Finding> errors_, warnings_;
};

inline std::size_t index(std::int32_t value) {
    return static_cast<std::size_t>(value);
}

/// Number of keyforms of a band's grid: the product of its axes' key counts. Precondition: band tables checked.
std::int64_t grid_size(const Puppet& puppet, std::int32_t band);
/// Keyform pairs mixed at most: 2 per axis with two keys or more.
std::int64_t grid_pairs(const Puppet& puppet, std::int32_t band);

void check_lengths(Checker& c);   ///< arrays of one table are equally long
void check_values(Checker& c);    ///< canvas, finite numbers, 0/1 fields, identifiers
void check_bindings(Checker& c);  ///< parameters, keys, bindings, bands
void check_objects(Checker& c);   ///< parts, deformers, meshes, glues and their keyforms
void check_blend_shapes(Checker& c);
void check_offscreens(Checker& c);
void check_draw_order(Checker& c);  ///< groups

}  // namespace yure::rig
