/// Bone chains on glTF files: bake into plain keys, live preview as data, and taking a bake out again.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/file.hpp"

namespace yure::studio {

/// What is simulated.
struct ChainInput {
    std::filesystem::path model;                 ///< .glb or .gltf; never changed
    std::vector<std::filesystem::path> configs;  ///< dynamic bones and spline rigs, at least one
    std::string animation;                       ///< name or index; empty = the first
    std::optional<double> seconds;               ///< length; nothing = the animation's, 1 s without any
    double fps = 60.0;                           ///< 1..1000
};

struct ChainBakeRequest {
    ChainInput input;
    std::filesystem::path output;  ///< of the same kind as the model
    bool loop = false;
    double preroll = 1.0;                 ///< s
    double tolerance_degrees = 0.1;       ///< of a key that is left out; >= 0; 0 = every frame is a key
    bool proxies = false;                 ///< visible bones
    std::filesystem::path motion_out;     ///< motion3.json of flat chains; empty = none
    std::filesystem::path positions_out;  ///< .csv or .json of particle positions; empty = none
    Overwrite overwrite = Overwrite::refuse;
};

struct ChainBakeReport {
    int frames = 0, chains = 0, particles = 0, channels = 0;
    std::size_t keys = 0, keys_before = 0;
    double largest_turn_error = 0.0;   ///< degrees, of any written turn at any frame
    double largest_place_error = 0.0;  ///< units, of any simulated bone's place in the world
    double deepest_penetration = 0.0;  ///< units
    int cycles = 0;
    double seam = 0.0;  ///< units, faded at the end of a loop
    int motion_curves = 0;
    double largest_motion_error = 0.0;  ///< degrees
    nlohmann::ordered_json trees;       ///< what is simulated, root by root, with the values that count
    Notices notices;

    std::string text() const;
    nlohmann::ordered_json json() const;
};

/// Writes the output and what else was asked for. On failure nothing that was there has changed.
Result<ChainBakeReport> bake_chain_file(const ChainBakeRequest& request, const Work& work);

/// {"fps", "particles": [{"name", "parent", "chain"}…], "loops": [[per component]…], "positions": [[x, y, z, …]…],
///  "notices"} of a live preview: one frame after the other, each 1/fps s long, no keys written.
Result<nlohmann::ordered_json> play_chain_file(const ChainInput& input, const Work& work);

/// The file as it was before `bake_chain_file`.
Status clear_chain_file(const std::filesystem::path& model, const std::filesystem::path& output, Overwrite overwrite);

}  // namespace yure::studio
