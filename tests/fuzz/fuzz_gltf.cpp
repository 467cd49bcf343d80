// Any bytes as glTF: opened, sampled, given a layer of keys, cleared again, and the same as before.
#include "chain_gltf_layer.hpp"
#include "fuzz_json.hpp"
#include "studio/small_gltf.hpp"

using namespace yure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    auto file = studio::parse_gltf(bytes, {});
    if (!file) return 0;
    if (studio::has_chain_layer(*file) && !studio::clear_chain_layer(*file)) return 0;
    const auto scene = studio::read_gltf_scene(*file);
    if (!scene) {
        fuzz::require(!scene.error().what.empty());
        return 0;
    }
    std::vector<studio::NodeTransform> local(scene->skeleton.size());
    for (const studio::GltfAnimation& animation : scene->animations)
        for (const double time : {-1.0, 0.0, 0.3, 1e9}) scene->local_at(&animation, time, local);
    if (scene->skeleton.empty() || studio::has_chain_layer(*file)) return 0;
    studio::ChainLayer layer;
    layer.animation = scene->animations.empty() ? -1 : 0;
    const int node = scene->gltf_node.back();
    layer.keys.push_back({node, studio::GltfChannel::Path::rotation, {0.0f, 1.0f}, {0, 0, 0, 1, 0, 0, 1, 0}});
    layer.proxies.push_back({node, "x", {0.0, 1.0, 0.0}});
    if (scene->has_matrix.back() != 0) layer.plain_transforms.emplace_back(node, scene->rest.back());
    studio::GltfFile layered = *file;
    if (!studio::add_chain_layer(layered, layer)) return 0;
    fuzz::require(studio::has_chain_layer(layered));
    const auto again = studio::parse_gltf(studio::gltf_bytes(layered), {});
    fuzz::require(again.ok());
    fuzz::require(studio::clear_chain_layer(layered).ok());
    fuzz::require(layered.json == file->json && layered.bytes == file->bytes);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    const tests::SmallGltf small = tests::small_gltf();
    std::vector<std::string> all{text_of(small.glb()), text_of(small.gltf())};
    for (std::string& file : files_in(YURE_FUZZ_SEEDS)) all.push_back(std::move(file));
    return all;
}
