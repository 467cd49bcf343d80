/// A small glTF file made in memory: a swaying body with a head, hair of five bones on it that has keys of its own on
/// one bone, a prop with an animation, an image, a mesh, and extensions and extras nobody knows.
///
///     Hips (keys: translation) > Head (keys: rotation) > hair_0 > hair_1 (keys: rotation) > … > hair_4
///     Prop (keys: rotation; matrix on its child "Plain")
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace yure::tests {

struct SmallGltf {
    nlohmann::ordered_json json;
    std::vector<std::byte> bytes;

    std::vector<std::byte> glb() const;
    /// As text, the bytes in a data URI.
    std::vector<std::byte> gltf() const;
};
SmallGltf small_gltf();

/// A configuration for its hair.
std::string hair_config();

}  // namespace yure::tests
