#include "yure/rig/check.hpp"

#include "checker.hpp"

#include <algorithm>
#include <iterator>

namespace yure::rig {

namespace {

std::string place(std::string_view section, std::size_t row) {
    return std::string(section) + "[" + std::to_string(row) + "]";
}

}  // namespace

void Checker::error(std::string_view section, std::size_t row, std::string what) {
    if (!full()) errors_.push_back({Finding::Level::error, place(section, row), std::move(what)});
}
void Checker::error(std::string_view section, std::string what) {
    if (!full()) errors_.push_back({Finding::Level::error, std::string(section), std::move(what)});
}
void Checker::warning(std::string_view section, std::size_t row, std::string what) {
    if (warnings_.size() < limit_) warnings_.push_back({Finding::Level::warning, place(section, row), std::move(what)});
}
void Checker::warning(std::string_view section, std::string what) {
    if (warnings_.size() < limit_)
        warnings_.push_back({Finding::Level::warning, std::string(section), std::move(what)});
}

std::vector<Finding> Checker::take() {
    std::vector<Finding> all = std::move(errors_);
    std::move(warnings_.begin(), warnings_.end(), std::back_inserter(all));
    if (all.size() > limit_) all.resize(limit_);
    return all;
}

void Checker::range(const char* section, const Ints& values, std::int64_t low, std::int64_t high, const char* of) {
    for (std::size_t i = 0; i < values.size() && !full(); ++i)
        if (values[i] < low || values[i] >= high)
            error(section, i,
                  "is " + std::to_string(values[i]) + ", but the " + of + " are " + std::to_string(low) + " to " +
                      std::to_string(high - 1));
}

void Checker::runs(const char* begin_name, const Ints& begin, const char* count_name, const Ints& count,
                   std::size_t size, const char* of) {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < begin.size() && !full(); ++i) {
        if (count[i] < 0) {
            error(count_name, i, "is negative (" + std::to_string(count[i]) + ")");
        } else if (count[i] > 0 && begin[i] < 0) {
            error(begin_name, i, "is negative (" + std::to_string(begin[i]) + ")");
        } else if (count[i] > 0 && std::int64_t{begin[i]} + count[i] > static_cast<std::int64_t>(size)) {
            error(begin_name, i,
                  "the run of " + std::to_string(count[i]) + " from " + std::to_string(begin[i]) + " ends behind the " +
                      std::to_string(size) + " rows of " + of);
        } else {
            total += count[i];
        }
        if (total > kMaxSharedRows) return error(count_name, i, "the runs share rows far too often for a real model");
    }
}

void Checker::parents_come_first(const char* section, const Ints& parent) {
    for (std::size_t i = 0; i < parent.size() && !full(); ++i)
        if (parent[i] < -1 || parent[i] >= static_cast<std::int64_t>(i))
            error(section, i,
                  "is " + std::to_string(parent[i]) +
                      ", but a parent must be an earlier row, or -1 (no cycles, parents first)");
}

std::vector<Finding> check(const Puppet& puppet, std::size_t limit) {
    Checker c(puppet, std::max<std::size_t>(limit, 1));
    for (const auto stage : {check_lengths, check_values, check_bindings, check_objects, check_blend_shapes,
                             check_offscreens, check_draw_order}) {
        stage(c);
        if (c.has_errors()) break;
    }
    return c.take();
}

Status check_errors(const Puppet& puppet) {
    const std::vector<Finding> findings = check(puppet, 1);
    if (findings.empty() || findings.front().level != Finding::Level::error) return {};
    return Error{findings.front().where, findings.front().what};
}

}  // namespace yure::rig
