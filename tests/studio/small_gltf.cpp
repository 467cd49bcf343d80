#include "studio/small_gltf.hpp"

#include "chain_gltf_file.hpp"

#include <cmath>
#include <cstring>

namespace yure::tests {
namespace {

using nlohmann::ordered_json;

class Builder {
  public:
    SmallGltf file;

    std::size_t floats(const std::vector<float>& values, std::size_t width) {
        const std::size_t start = file.bytes.size();
        file.bytes.resize(start + values.size() * 4);
        std::memcpy(file.bytes.data() + start, values.data(), values.size() * 4);
        file.json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", start}, {"byteLength", values.size() * 4}});
        ordered_json accessor{{"bufferView", file.json["bufferViews"].size() - 1},
                              {"componentType", 5126},
                              {"count", values.size() / width},
                              {"type", width == 1   ? "SCALAR"
                                       : width == 3 ? "VEC3"
                                                    : "VEC4"}};
        if (width == 1) {
            accessor["min"] = {values.front()};
            accessor["max"] = {values.back()};
        }
        if (width == 3) {
            accessor["min"] = {-9, -9, -9};
            accessor["max"] = {9, 9, 9};
        }
        file.json["accessors"].push_back(accessor);
        return file.json["accessors"].size() - 1;
    }

    void channel(ordered_json& animation, int node, const char* path, std::size_t input, std::size_t output,
                 const char* interpolation = "LINEAR") {
        animation["samplers"].push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
        animation["channels"].push_back(
            {{"sampler", animation["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
    }
};

/// Written here once more, so that the reader is not tested against its own writer.
std::string base64(const std::vector<std::byte>& bytes) {
    static const char* const kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    unsigned pending = 0;
    int bits = 0;
    for (const std::byte byte : bytes) {
        pending = (pending << 8 | std::to_integer<unsigned>(byte)) & 0xffff;
        for (bits += 8; bits >= 6; bits -= 6) text += kDigits[pending >> (bits - 6) & 63];
    }
    if (bits > 0) text += kDigits[pending << (6 - bits) & 63];
    while (text.size() % 4 != 0) text += '=';
    return text;
}

std::vector<float> turns(std::size_t count, double swing, bool about_z) {
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) {
        const double half = 0.5 * swing * std::sin(0.5235987756 * static_cast<double>(i));
        const auto s = static_cast<float>(std::sin(half)), c = static_cast<float>(std::cos(half));
        values.insert(values.end(), {0.0f, about_z ? 0.0f : s, about_z ? s : 0.0f, c});
    }
    return values;
}

}  // namespace

SmallGltf small_gltf() {
    Builder b;
    ordered_json& json = b.file.json;
    json["asset"] = {{"version", "2.0"}, {"generator", "test"}, {"extras", {{"kept", 1}}}};
    json["extensionsUsed"] = {"EXT_unknown"};
    json["scene"] = 0;
    json["scenes"] = ordered_json::array({{{"nodes", {0, 7}}}});
    json["nodes"] = ordered_json::array();
    json["nodes"].push_back({{"name", "Hips"}, {"children", {1}}, {"translation", {0.0, 1.0, 0.0}}});
    json["nodes"].push_back({{"name", "Head"}, {"children", {2}}, {"translation", {0.0, 0.5, 0.0}}});
    for (int i = 0; i < 5; ++i) {
        json["nodes"].push_back({{"name", "hair_" + std::to_string(i)}});
        if (i < 4) json["nodes"].back()["children"] = {3 + i};
        json["nodes"].back()["translation"] = {0.0, i == 0 ? 0.1 : -0.2, 0.0};
    }
    json["nodes"].push_back({{"name", "Prop"}, {"children", {8}}, {"mesh", 0}, {"extras", {{"a", 0.1}}}});
    json["nodes"].push_back({{"name", "Plain"}, {"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1}}});
    json["extensions"] = {{"EXT_unknown", {{"numbers", {1, 2.5, 1e-5, 123456789012}}}}};

    std::vector<float> times, places;
    for (int i = 0; i <= 12; ++i) {
        times.push_back(static_cast<float>(i) / 6.0f);
        places.insert(places.end(), {static_cast<float>(0.3 * std::sin(0.5235987756 * i)), 1.0f, 0.0f});
    }
    const std::size_t input = b.floats(times, 1);
    ordered_json walk{{"name", "Walk"}, {"channels", ordered_json::array()}, {"samplers", ordered_json::array()}};
    b.channel(walk, 0, "translation", input, b.floats(places, 3));
    b.channel(walk, 1, "rotation", input, b.floats(turns(13, 0.4, true), 4));
    b.channel(walk, 3, "rotation", input, b.floats(turns(13, 0.2, true), 4));
    b.channel(walk, 7, "rotation", input, b.floats(turns(13, 0.9, false), 4), "STEP");
    ordered_json other{{"name", "Other"}, {"channels", ordered_json::array()}, {"samplers", ordered_json::array()}};
    b.channel(other, 7, "rotation", input, b.floats(turns(13, -0.9, false), 4));
    json["animations"] = ordered_json::array({walk, other});

    const std::size_t positions = b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
    json["meshes"] =
        ordered_json::array({{{"primitives", ordered_json::array({{{"attributes", {{"POSITION", positions}}}}})}}});
    // Three bytes that are no image at all: nobody has to look into it.
    b.file.bytes.insert(b.file.bytes.end(), {std::byte{1}, std::byte{2}, std::byte{3}});
    json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", b.file.bytes.size() - 3}, {"byteLength", 3}});
    json["images"] = ordered_json::array({{{"bufferView", json["bufferViews"].size() - 1}, {"mimeType", "image/png"}}});
    json["buffers"] = ordered_json::array({{{"byteLength", b.file.bytes.size()}}});
    return std::move(b.file);
}

std::vector<std::byte> SmallGltf::glb() const {
    studio::GltfFile out;
    out.binary = true;
    out.json = json;
    out.has_bytes = true;
    out.bytes = bytes;
    return studio::gltf_bytes(out);
}

std::vector<std::byte> SmallGltf::gltf() const {
    studio::GltfFile out;
    out.json = json;
    out.json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(bytes);
    return studio::gltf_bytes(out);
}

std::string hair_config() {
    return R"({"schema": "c3-dynamic-bone", "version": 1, "space": {"axes": "engine", "unitScale": 1}, "components": [{
        "name": "hair", "object": "Head", "m_Root": "hair_0", "m_Damping": 0.1, "m_Elasticity": 0.05, "m_Stiffness": 0.1,
        "m_Inert": 0.2, "m_Gravity": [0, -0.002, 0], "m_EndLength": 1, "m_Colliders": ["head"]}],
        "colliders": [{"id": "head", "type": "Sphere", "node": "Head", "m_Center": [0.25, -0.3, 0], "m_Radius": 0.15}]})";
}

}  // namespace yure::tests
