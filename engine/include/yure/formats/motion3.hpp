/// motion3.json <-> motion::Clip. Format: docs/cubism-physics.md.
#pragma once

#include <string>
#include <string_view>

#include "yure/formats/source.hpp"
#include "yure/motion/clip.hpp"

namespace yure::formats {

struct Motion3 {
    motion::Clip clip;  ///< sound: `motion::check` passes
    Source source;
};

/// Fails on broken JSON, wrong types, unknown segment kinds, segments that break off, and curves without a point. Wrong
/// counts, curves out of the players' order, times that go back and unknown targets (skipped) are findings.
Result<Motion3> read_motion3(std::string_view text, NumberReading reading = NumberReading::exact,
                             Findings* findings = nullptr);

/// Exact counts; curves in the order that players want (model, parameter, part opacity), otherwise as in `clip`.
std::string write_motion3(const Motion3& file);

}  // namespace yure::formats
