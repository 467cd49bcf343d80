/// A glTF file as its JSON and its bytes, so that everything nobody touches stays as it was. Private to studio.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::studio {

struct GltfFile {
    bool binary = false;  ///< .glb
    nlohmann::ordered_json json;
    std::string text;              ///< `json` as it stood in the file; written again as long as it says the same
    bool has_bytes = false;        ///< the .glb's own buffer
    std::vector<std::byte> bytes;  ///< of it
    std::vector<std::pair<std::uint32_t, std::vector<std::byte>>> other_chunks;
    std::filesystem::path folder;  ///< where buffers beside the file are looked for
};

/// Either kind, by its first bytes. `folder` may be empty: then buffers in files of their own cannot be read.
Result<GltfFile> parse_gltf(std::span<const std::byte> bytes, const std::filesystem::path& folder);
/// `json` in the layout that files get here.
std::string gltf_text(const GltfFile& file);
std::vector<std::byte> gltf_bytes(const GltfFile& file);

/// The bytes of every buffer: the file's own, data URIs, and files beside it (none outside of its folder).
Result<std::vector<std::vector<std::byte>>> read_gltf_buffers(const GltfFile& file);

}  // namespace yure::studio
