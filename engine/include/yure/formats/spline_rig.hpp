/// Spline rigs <-> chain::SplineRigs: {"schema": "yure-spline-rig", "version": 1, …}; docs/chains.md has every field.
#pragma once

#include <string>
#include <string_view>

#include "yure/chain/spline_rig.hpp"
#include "yure/formats/source.hpp"

namespace yure::formats {

struct SplineRigFile {
    chain::SplineRigs rigs;
    Source source;
};

/// Whether a document says that it is one of these, whatever else is wrong with it.
bool is_spline_rig(std::string_view text);

/// Fails on broken JSON, another schema or a newer version, wrong types, and values that no rig can have. Fields we do
/// not know are findings and stay in their place.
Result<SplineRigFile> read_spline_rig(std::string_view text, Findings* findings = nullptr);
std::string write_spline_rig(const SplineRigFile& file);

}  // namespace yure::formats
