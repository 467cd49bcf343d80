#include "chain_gltf_layer.hpp"

#include "base64.hpp"
#include "chain_json.hpp"
#include "deflate.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

using chain::Vec3;
using nlohmann::ordered_json;

constexpr const char* kNote = "yureChain";
constexpr std::array<const char*, 6> kLists{"buffers", "bufferViews", "accessors", "meshes", "nodes", "animations"};
constexpr int kFloat = 5126, kShort = 5123;

const char* path_name(GltfChannel::Path path) {
    return path == GltfChannel::Path::rotation ? "rotation"
           : path == GltfChannel::Path::scale  ? "scale"
                                               : "translation";
}

// How many entries a list has; what is no list yet is told from an empty one, so that it can be given back.
constexpr std::int64_t kAbsent = -1, kNull = -2;

std::int64_t count_of(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) return kAbsent;
    if (found->is_null()) return kNull;
    return static_cast<std::int64_t>(found->get_ref<const ordered_json::array_t&>().size());
}

/// Puts things behind what is there.
class LayerWriter {
  public:
    LayerWriter(GltfFile& file, const ChainLayer& layer) : file_(file), json_(file.json), layer_(layer) {}

    void run() {
        note_ = {{"version", 1}};
        // JSON in another layout than ours is kept as it stood, so that clearing gives back every byte.
        if (!file_.text.empty() && file_.text != gltf_text(file_))
            note_["text"] = {{"size", file_.text.size()}, {"deflated", base64(deflated(std::as_bytes(std::span(file_.text))))}};
        for (const char* list : kLists) note_["lists"][list] = count_of(json_, list);
        note_["bytes"] = file_.has_bytes ? static_cast<std::int64_t>(file_.bytes.size()) : -1;
        note_["extras"] = json_.contains("extras") ? json_["extras"].is_null() ? kNull : 0 : kAbsent;
        // The glb's own buffer takes more bytes; any other file gets a buffer of its own.
        own_buffer_ = file_.binary && (file_.has_bytes || member(json_, "buffers").empty());
        for (const auto& [node, transform] : layer_.plain_transforms) plain_transform(node, transform);
        write_animation();
        write_proxies();
        write_buffer();
        json_["extras"][kNote] = std::move(note_);
    }

  private:
    void plain_transform(int node, const NodeTransform& transform) {
        ordered_json& target = json_["nodes"][static_cast<std::size_t>(node)];
        note_["originals"].push_back({{"node", node}, {"json", target}});
        target.erase("matrix");
        target["translation"] = vector_json(transform.translation);
        const chain::Quat q = transform.rotation;
        target["rotation"] = ordered_json::array({q.x, q.y, q.z, q.w});
        target["scale"] = vector_json(transform.scale);
    }

    /// Bytes that start at a multiple of four, as a bufferView.
    std::size_t add_view(const void* data, std::size_t size, int target = 0) {
        while (added_.size() % 4 != 0) added_.push_back(std::byte{0});
        const auto* from = static_cast<const std::byte*>(data);
        ordered_json view{{"buffer", 0}, {"byteOffset", added_.size()}, {"byteLength", size}};
        if (target != 0) view["target"] = target;
        added_.insert(added_.end(), from, from + size);
        json_["bufferViews"].push_back(std::move(view));
        views_.push_back(json_["bufferViews"].size() - 1);
        return views_.back();
    }

    std::size_t add_accessor(const std::vector<float>& values, std::size_t width, bool bounds, int target = 0) {
        const std::size_t view = add_view(values.data(), values.size() * sizeof(float), target);
        ordered_json accessor{{"bufferView", view},
                              {"componentType", kFloat},
                              {"count", values.size() / width},
                              {"type", width == 1   ? "SCALAR"
                                       : width == 3 ? "VEC3"
                                                    : "VEC4"}};
        if (bounds)
            for (std::size_t w = 0; w < width; ++w) {
                float low = values[w], high = values[w];
                for (std::size_t i = w; i < values.size(); i += width) {
                    low = std::min(low, values[i]);
                    high = std::max(high, values[i]);
                }
                accessor["min"].push_back(low);
                accessor["max"].push_back(high);
            }
        json_["accessors"].push_back(std::move(accessor));
        return json_["accessors"].size() - 1;
    }

    void write_animation() {
        if (layer_.keys.empty()) return;
        std::size_t index = 0;
        if (layer_.animation < 0) {
            json_["animations"].push_back({{"name", layer_.animation_name},
                                           {"channels", ordered_json::array()},
                                           {"samplers", ordered_json::array()}});
            index = json_["animations"].size() - 1;
        } else {
            index = static_cast<std::size_t>(layer_.animation);
        }
        ordered_json& animation = json_["animations"][index];
        ordered_json kept{{"animation", index},
                          {"channels", count_of(animation, "channels")},
                          {"samplers", count_of(animation, "samplers")},
                          {"replaced", ordered_json::array()}};
        for (const BakedKeys& keys : layer_.keys) {
            const std::size_t width = keys.path == GltfChannel::Path::rotation ? 4 : 3;
            animation["samplers"].push_back({{"input", add_accessor(keys.times, 1, true)},
                                             {"output", add_accessor(keys.values, width, false)},
                                             {"interpolation", "LINEAR"}});
            const std::size_t sampler = animation["samplers"].size() - 1;
            bool replaced = false;
            for (std::int64_t at = 0; at < kept["channels"].get<std::int64_t>(); ++at) {
                const auto c = static_cast<std::size_t>(at);
                ordered_json& channel = animation["channels"][c];
                const ordered_json& target = member(channel, "target");
                if (member(target, "node") != keys.gltf_node || text_at(target, "path") != path_name(keys.path))
                    continue;
                kept["replaced"].push_back({{"channel", c}, {"sampler", channel["sampler"]}});
                channel["sampler"] = sampler;
                replaced = true;
            }
            if (!replaced)
                animation["channels"].push_back(
                    {{"sampler", sampler}, {"target", {{"node", keys.gltf_node}, {"path", path_name(keys.path)}}}});
        }
        if (layer_.animation >= 0) note_["animation"] = std::move(kept);
    }

    void write_proxies() {
        if (layer_.proxies.empty()) return;
        // A double pyramid of length 1 along y, thickest a tenth along.
        const std::vector<float> corners{0.0f,  0.0f, 0.0f, 0.1f, 0.1f, 0.0f,  0.0f, 0.1f, 0.1f,
                                         -0.1f, 0.1f, 0.0f, 0.0f, 0.1f, -0.1f, 0.0f, 1.0f, 0.0f};
        const std::array<std::uint16_t, 24> faces{0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1,
                                                  5, 2, 1, 5, 3, 2, 5, 4, 3, 5, 1, 4};
        const std::size_t positions = add_accessor(corners, 3, true, 34962);
        const std::size_t view = add_view(faces.data(), sizeof faces, 34963);
        json_["accessors"].push_back(
            {{"bufferView", view}, {"componentType", kShort}, {"count", faces.size()}, {"type", "SCALAR"}});
        const std::size_t indices = json_["accessors"].size() - 1;
        json_["meshes"].push_back(
            {{"name", "yure_proxy"},
             {"primitives",
              ordered_json::array({{{"attributes", {{"POSITION", positions}}}, {"indices", indices}, {"mode", 4}}})}});
        const std::size_t mesh = json_["meshes"].size() - 1;
        std::vector<int> noted;
        for (const ProxyBone& proxy : layer_.proxies) {
            const double size = chain::length(proxy.to);
            const chain::Quat q = chain::to_quat(chain::shortest_turn({0.0, 1.0, 0.0}, proxy.to, {1.0, 0.0, 0.0}));
            json_["nodes"].push_back({{"name", "yure_proxy:" + proxy.name},
                                      {"mesh", mesh},
                                      {"rotation", {q.x, q.y, q.z, q.w}},
                                      {"scale", {size, size, size}}});
            const std::size_t node = json_["nodes"].size() - 1;
            ordered_json& parent = json_["nodes"][static_cast<std::size_t>(proxy.gltf_node)];
            if (std::find(noted.begin(), noted.end(), proxy.gltf_node) == noted.end()) {
                noted.push_back(proxy.gltf_node);
                note_["children"].push_back({{"node", proxy.gltf_node}, {"count", count_of(parent, "children")}});
            }
            parent["children"].push_back(node);
        }
    }

    void write_buffer() {
        if (added_.empty()) return;
        std::size_t buffer = 0, start = 0;
        if (own_buffer_) {
            if (!file_.has_bytes) {
                file_.has_bytes = true;
                json_["buffers"].push_back({{"byteLength", 0}});
            }
            note_["byteLength"] = json_["buffers"][0]["byteLength"];
            file_.bytes.resize((file_.bytes.size() + 3) / 4 * 4);
            start = file_.bytes.size();
            file_.bytes.insert(file_.bytes.end(), added_.begin(), added_.end());
            json_["buffers"][0]["byteLength"] = file_.bytes.size();
        } else {
            json_["buffers"].push_back(
                {{"byteLength", added_.size()}, {"uri", "data:application/octet-stream;base64," + base64(added_)}});
            buffer = json_["buffers"].size() - 1;
        }
        for (const std::size_t view : views_) {
            ordered_json& json = json_["bufferViews"][view];
            json["buffer"] = buffer;
            json["byteOffset"] = json["byteOffset"].get<std::size_t>() + start;
        }
    }

    GltfFile& file_;
    ordered_json& json_;
    const ChainLayer& layer_;
    ordered_json note_;
    bool own_buffer_ = false;
    std::vector<std::byte> added_;
    std::vector<std::size_t> views_;
};

void shorten(ordered_json& object, const char* key, std::int64_t count) {
    if (!object.contains(key)) return;
    if (count == kNull) object[key] = nullptr;
    if (count == kAbsent) object.erase(key);
    if (count < 0) return;
    ordered_json& list = object.at(key);
    if (!list.is_array() || static_cast<std::int64_t>(list.size()) < count)
        throw std::runtime_error("shorter than it was");
    list.erase(list.begin() + count, list.end());
}

void clear(GltfFile& file) {
    ordered_json& json = file.json;
    const ordered_json note = json.at("extras").at(kNote);
    if (note.contains("animation")) {
        const ordered_json& kept = note.at("animation");
        ordered_json& animation = json.at("animations").at(kept.at("animation").get<std::size_t>());
        for (const ordered_json& replaced : kept.at("replaced"))
            animation.at("channels").at(replaced.at("channel").get<std::size_t>())["sampler"] = replaced.at("sampler");
        shorten(animation, "channels", kept.at("channels").get<std::int64_t>());
        shorten(animation, "samplers", kept.at("samplers").get<std::int64_t>());
    }
    for (const ordered_json& entry : note.value("children", ordered_json::array()))
        shorten(json.at("nodes").at(entry.at("node").get<std::size_t>()), "children",
                entry.at("count").get<std::int64_t>());
    for (const ordered_json& entry : note.value("originals", ordered_json::array()))
        json.at("nodes").at(entry.at("node").get<std::size_t>()) = entry.at("json");
    for (const char* list : kLists) shorten(json, list, note.at("lists").at(list).get<std::int64_t>());
    const auto bytes = note.at("bytes").get<std::int64_t>();
    if (note.contains("byteLength") && bytes >= 0) {
        ordered_json& buffer = json.at("buffers").at(0);
        if (note.at("byteLength").is_null())
            buffer.erase("byteLength");  // the file had none
        else
            buffer["byteLength"] = note.at("byteLength");
    }
    if (file.binary && bytes < 0) {
        file.has_bytes = false;
        file.bytes.clear();
    } else if (file.binary && bytes >= 0) {
        if (static_cast<std::size_t>(bytes) > file.bytes.size()) throw std::runtime_error("shorter than it was");
        file.bytes.resize(static_cast<std::size_t>(bytes));
    }
    json.at("extras").erase(kNote);
    const auto extras = note.at("extras").get<std::int64_t>();
    if (extras == kNull && json.at("extras").empty()) json["extras"] = nullptr;
    if (extras == kAbsent && json.at("extras").empty()) json.erase("extras");
    file.text.clear();
    if (note.contains("text")) {
        const auto stream = from_base64(note.at("text").at("deflated").get_ref<const std::string&>());
        const auto text = stream ? inflated(*stream, note.at("text").at("size").get<std::size_t>()) : stream;
        if (!text) throw std::runtime_error("its text is broken");
        file.text.assign(reinterpret_cast<const char*>(text->data()), text->size());  // `gltf_bytes` sees whether it still says the same
    }
}

}  // namespace

bool has_chain_layer(const GltfFile& file) {
    return member(member(file.json, "extras"), kNote).is_object();
}

Status clear_chain_layer(GltfFile& file) {
    if (!has_chain_layer(file)) return Error{"/extras/yureChain", "is not there: the file holds no baked chains"};
    GltfFile copy = file;
    try {
        clear(copy);
    } catch (const std::exception&) {
        return Error{"/extras/yureChain", "no longer fits the file, which was changed since; nothing was cleared"};
    }
    file = std::move(copy);
    return {};
}

Status add_chain_layer(GltfFile& file, const ChainLayer& layer) {
    GltfFile copy = file;
    try {
        LayerWriter(copy, layer).run();
    } catch (const ordered_json::exception&) {
        return Error{"", "has a list or \"extras\" of the wrong kind; mend the file first"};
    }
    file = std::move(copy);
    return {};
}

}  // namespace yure::studio
