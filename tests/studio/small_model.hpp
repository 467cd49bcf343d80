/// A complete little model, made by the tests themselves: two square meshes that ParamAngleX moves, one more that
/// stands still, physics from ParamAngleX to ParamHair, a motion, an expression, a pose, names, one texture.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "yure/rig/puppet.hpp"

namespace yure::tests {

/// Parts "Part0", "Part1"; meshes "Face", "Hair" (a strip of 2 x 6 vertices, moved by ParamAngleX and ParamHair),
/// "Back"; parameters ParamAngleX -30..30, ParamHair -1..1, ParamEyeLOpen 0..1. Canvas 200 x 200 px, 100 px a unit,
/// version 4.0.
rig::Puppet small_puppet();

/// The JSON files of the model, ready to be spoilt by a test.
struct SmallModel {
    rig::Puppet puppet = small_puppet();
    nlohmann::ordered_json model3, physics3, motion3, expression, pose, cdi3, user_data;
    std::string texture;  ///< PNG, 4 x 4 px
    SmallModel();

    /// Writes everything as "Small.model3.json" and so on, indented, into a folder that is made if absent.
    void write(const std::filesystem::path& folder) const;
};

/// A PNG of one colour.
std::string small_png(int width, int height);

void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace yure::tests
