#include "chain_gltf_scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

using chain::Quat;
using chain::Vec3;
using nlohmann::ordered_json;

/// A whole number below a limit; nothing for anything else.
std::optional<std::size_t> index_of(const ordered_json& json, std::size_t limit) {
    if (!json.is_number_integer()) return std::nullopt;
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        return value < limit ? std::optional<std::size_t>(value) : std::nullopt;
    }
    const auto value = json.get<std::int64_t>();
    return value >= 0 && static_cast<std::uint64_t>(value) < limit ? std::optional<std::size_t>(value) : std::nullopt;
}

std::optional<std::vector<double>> numbers_of(const ordered_json& json, std::size_t count) {
    if (!json.is_array() || json.size() != count) return std::nullopt;
    std::vector<double> values;
    for (const ordered_json& item : json) {
        if (!item.is_number() || !std::isfinite(item.get<double>())) return std::nullopt;
        values.push_back(item.get<double>());
    }
    return values;
}

class SceneReader {
  public:
    explicit SceneReader(const GltfFile& file) : json_(file.json), file_(file) {}

    Result<GltfScene> run() {
        if (const Status nodes = read_nodes(); !nodes) return nodes.error();
        const ordered_json& animations = member(json_, "animations");
        if (animations.is_array() && !animations.empty()) {
            auto buffers = read_gltf_buffers(file_);
            if (!buffers) return buffers.error();
            buffers_ = std::move(*buffers);
        }
        for (std::size_t a = 0; animations.is_array() && a < animations.size(); ++a)
            if (const Status read = read_animation(animations[a], "/animations/" + std::to_string(a)); !read)
                return read.error();
        return std::move(scene_);
    }

  private:
    Status read_nodes() {
        const ordered_json& nodes = member(json_, "nodes");
        const std::size_t count = nodes.is_array() ? nodes.size() : 0;
        if (count > 1'000'000) return Error{"/nodes", "has more than 1,000,000 nodes"};
        std::vector<int> parent(count, -1);
        for (std::size_t n = 0; n < count; ++n) {
            const ordered_json& children = member(nodes[n], "children");
            for (std::size_t c = 0; children.is_array() && c < children.size(); ++c) {
                const std::string where = "/nodes/" + std::to_string(n) + "/children/" + std::to_string(c);
                const auto child = index_of(children[c], count);
                if (!child) return Error{where, "is no node of the file"};
                if (parent[*child] >= 0) return Error{where, "is a child of two nodes"};
                parent[*child] = static_cast<int>(n);
            }
        }
        skeleton_index_.assign(count, -1);
        std::vector<std::size_t> pending;
        for (std::size_t n = count; n-- > 0;)
            if (parent[n] < 0) pending.push_back(n);
        while (!pending.empty()) {
            const std::size_t n = pending.back();
            pending.pop_back();
            skeleton_index_[n] = static_cast<int>(scene_.skeleton.size());
            std::string name = text_at(nodes[n], "name");
            if (name.empty()) name = "node" + std::to_string(n);
            const int up = parent[n] < 0 ? -1 : skeleton_index_[static_cast<std::size_t>(parent[n])];
            scene_.skeleton.push_back({std::move(name), up});
            scene_.gltf_node.push_back(static_cast<int>(n));
            if (const Status read = read_transform(nodes[n], "/nodes/" + std::to_string(n)); !read) return read;
            const ordered_json& children = member(nodes[n], "children");
            for (std::size_t c = children.is_array() ? children.size() : 0; c-- > 0;)
                pending.push_back(*index_of(children[c], count));
        }
        if (scene_.skeleton.size() != count) return Error{"/nodes", "hang on each other in a ring"};
        return {};
    }

    Status read_transform(const ordered_json& node, const std::string& where) {
        NodeTransform rest;
        const bool matrix = member(node, "matrix").is_array();
        scene_.has_matrix.push_back(matrix ? 1 : 0);
        if (matrix) {
            const auto m = numbers_of(member(node, "matrix"), 16);
            if (!m) return Error{where + "/matrix", "is no 16 finite numbers"};
            const auto& v = *m;
            const chain::Decomposed parts =
                chain::decompose({{v[0], v[1], v[2]}, {v[4], v[5], v[6]}, {v[8], v[9], v[10]}});
            rest = {{v[12], v[13], v[14]}, parts.rotation, parts.scale};
        }
        const auto read = [&](const char* key, std::size_t count) -> Result<std::vector<double>> {
            if (member(node, key).is_null()) return std::vector<double>{};
            const auto values = numbers_of(member(node, key), count);
            if (!values) return Error{where + "/" + key, "is no " + std::to_string(count) + " finite numbers"};
            return *values;
        };
        const auto t = read("translation", 3), r = read("rotation", 4), s = read("scale", 3);
        if (!t) return t.error();
        if (!r) return r.error();
        if (!s) return s.error();
        if (!t->empty()) rest.translation = {(*t)[0], (*t)[1], (*t)[2]};
        if (!r->empty()) rest.rotation = chain::normalized({(*r)[0], (*r)[1], (*r)[2], (*r)[3]});
        if (!s->empty()) rest.scale = {(*s)[0], (*s)[1], (*s)[2]};
        scene_.rest.push_back(rest);
        return {};
    }

    Status read_animation(const ordered_json& json, const std::string& where) {
        GltfAnimation animation;
        animation.name = text_at(json, "name");
        const ordered_json &channels = member(json, "channels"), &samplers = member(json, "samplers");
        for (std::size_t c = 0; channels.is_array() && c < channels.size(); ++c) {
            const std::string at = where + "/channels/" + std::to_string(c);
            const ordered_json& target = member(channels[c], "target");
            const std::string path = text_at(target, "path");
            if (member(target, "node").is_null()) continue;
            if (path != "translation" && path != "rotation" && path != "scale") continue;
            const auto node = index_of(member(target, "node"), skeleton_index_.size());
            if (!node) return Error{at + "/target/node", "is no node of the file"};
            const auto sampler = index_of(member(channels[c], "sampler"), samplers.is_array() ? samplers.size() : 0);
            if (!sampler) return Error{at + "/sampler", "is no sampler of the animation"};
            GltfChannel channel;
            channel.node = skeleton_index_[*node];
            channel.path = path == "rotation" ? GltfChannel::Path::rotation
                           : path == "scale"  ? GltfChannel::Path::scale
                                              : GltfChannel::Path::translation;
            const std::string sampled = where + "/samplers/" + std::to_string(*sampler);
            if (const Status read = read_sampler(samplers[*sampler], sampled, channel); !read) return read;
            if (!channel.times.empty()) animation.end = std::max(animation.end, channel.times.back());
            animation.channels.push_back(std::move(channel));
        }
        scene_.animations.push_back(std::move(animation));
        return {};
    }

    Status read_sampler(const ordered_json& json, const std::string& where, GltfChannel& channel) {
        const std::string interpolation = text_at(json, "interpolation");
        channel.interpolation = interpolation == "STEP"          ? GltfChannel::Interpolation::step
                                : interpolation == "CUBICSPLINE" ? GltfChannel::Interpolation::cubic
                                                                 : GltfChannel::Interpolation::linear;
        const std::size_t width = channel.path == GltfChannel::Path::rotation ? 4 : 3;
        auto times = read_accessor(member(json, "input"), 1, where + "/input");
        if (!times) return times.error();
        auto values = read_accessor(member(json, "output"), width, where + "/output");
        if (!values) return values.error();
        const std::size_t per_key = width * (channel.interpolation == GltfChannel::Interpolation::cubic ? 3 : 1);
        if (values->size() != times->size() * per_key) return Error{where + "/output", "is not as long as its times"};
        for (std::size_t i = 1; i < times->size(); ++i)
            if (!((*times)[i] > (*times)[i - 1])) return Error{where + "/input", "has times that do not rise"};
        channel.times = std::move(*times);
        channel.values = std::move(*values);
        return {};
    }

    Result<std::vector<double>> read_accessor(const ordered_json& reference, std::size_t width,
                                              const std::string& where) {
        const ordered_json &accessors = member(json_, "accessors"), &views = member(json_, "bufferViews");
        const auto index = index_of(reference, accessors.is_array() ? accessors.size() : 0);
        if (!index) return Error{where, "is no accessor of the file"};
        const ordered_json& accessor = accessors[*index];
        const std::string at = "/accessors/" + std::to_string(*index);
        const char* type = width == 1 ? "SCALAR" : width == 3 ? "VEC3" : "VEC4";
        if (text_at(accessor, "type") != type) return Error{at + "/type", std::string("is not ") + type};
        if (!member(accessor, "sparse").is_null()) return Error{at + "/sparse", "is not read; write the keys in full"};
        constexpr std::size_t kAny = std::size_t{1} << 40;
        const auto kind = index_of(member(accessor, "componentType"), 6000);
        const std::size_t size = !kind                            ? 0u
                                 : *kind == 5126                  ? 4u
                                 : *kind == 5120 || *kind == 5121 ? 1u
                                 : *kind == 5122 || *kind == 5123 ? 2u
                                                                  : 0u;
        if (size == 0) return Error{at + "/componentType", "is none that animations have"};
        const auto count = index_of(member(accessor, "count"), kAny);
        const auto view_index = index_of(member(accessor, "bufferView"), views.is_array() ? views.size() : 0);
        if (!count || !view_index) return Error{at, "has no count or no bufferView"};
        const ordered_json& view = views[*view_index];
        const auto optional_index = [&](const ordered_json& json, const char* key, std::size_t otherwise) {
            return member(json, key).is_null() ? std::optional<std::size_t>(otherwise)
                                               : index_of(member(json, key), kAny);
        };
        const auto buffer = index_of(member(view, "buffer"), buffers_.size());
        const auto from = optional_index(view, "byteOffset", 0), offset = optional_index(accessor, "byteOffset", 0);
        const auto length = index_of(member(view, "byteLength"), kAny);
        const auto stride = optional_index(view, "byteStride", size * width);
        const std::string viewed = "/bufferViews/" + std::to_string(*view_index);
        if (!buffer || !from || !offset || !length || !stride) return Error{viewed, "is no part of a buffer"};
        const std::vector<std::byte>& bytes = buffers_[*buffer];
        if (*from > bytes.size() || *length > bytes.size() - *from) return Error{viewed, "lies beyond its buffer"};
        if (*stride < size * width || *stride > 4096) return Error{viewed + "/byteStride", "does not fit its numbers"};
        if (*count > 0 && (*offset > *length || *count - 1 > (*length - *offset) / *stride ||
                           *offset + (*count - 1) * *stride + size * width > *length))
            return Error{at, "lies beyond its bufferView"};
        std::vector<double> values;
        values.reserve(*count * width);
        for (std::size_t i = 0; i < *count; ++i)
            for (std::size_t w = 0; w < width; ++w) {
                const double value = number_at(bytes.data() + *from + *offset + i * *stride + w * size, *kind);
                if (!std::isfinite(value)) return Error{at, "holds a number that is not finite"};
                values.push_back(value);
            }
        return values;
    }

    static double number_at(const std::byte* at, std::size_t kind) {
        const auto load = [&](auto value) {
            std::memcpy(&value, at, sizeof value);
            return value;
        };
        switch (kind) {
            case 5126:
                return load(0.0f);
            case 5120:
                return std::max(load(std::int8_t{}) / 127.0, -1.0);
            case 5121:
                return load(std::uint8_t{}) / 255.0;
            case 5122:
                return std::max(load(std::int16_t{}) / 32767.0, -1.0);
            default:
                return load(std::uint16_t{}) / 65535.0;
        }
    }

    const ordered_json& json_;
    const GltfFile& file_;
    std::vector<std::vector<std::byte>> buffers_;
    std::vector<int> skeleton_index_;
    GltfScene scene_;
};

/// Value of a channel, 3 or 4 numbers.
void sample(const GltfChannel& channel, double time, double* out) {
    const std::size_t width = channel.path == GltfChannel::Path::rotation ? 4 : 3;
    const bool cubic = channel.interpolation == GltfChannel::Interpolation::cubic;
    const auto value = [&](std::size_t key, std::size_t part) {
        return channel.values.data() + (cubic ? key * 3 + part : key) * width;
    };
    const auto next = static_cast<std::size_t>(std::upper_bound(channel.times.begin(), channel.times.end(), time) -
                                               channel.times.begin());
    const std::size_t last = channel.times.size() - 1, key = next > 0 ? next - 1 : 0;
    if (next == 0 || key == last || channel.interpolation == GltfChannel::Interpolation::step) {
        std::copy_n(value(key, 1), width, out);
        return;
    }
    const double h = channel.times[key + 1] - channel.times[key], t = (time - channel.times[key]) / h;
    const double *a = value(key, 1), *b = value(key + 1, 1);
    if (cubic) {
        const double *from = value(key, 2), *to = value(key + 1, 0);
        const double t2 = t * t, t3 = t2 * t;
        for (std::size_t w = 0; w < width; ++w)
            out[w] = (2.0 * t3 - 3.0 * t2 + 1.0) * a[w] + h * (t3 - 2.0 * t2 + t) * from[w] +
                     (3.0 * t2 - 2.0 * t3) * b[w] + h * (t3 - t2) * to[w];
        return;
    }
    if (width == 4) {
        const Quat q =
            chain::slerp(chain::normalized({a[0], a[1], a[2], a[3]}), chain::normalized({b[0], b[1], b[2], b[3]}), t);
        const double parts[4] = {q.x, q.y, q.z, q.w};
        std::copy_n(parts, 4, out);
        return;
    }
    for (std::size_t w = 0; w < width; ++w) out[w] = a[w] + (b[w] - a[w]) * t;
}

}  // namespace

void GltfScene::local_at(const GltfAnimation* animation, double time, std::span<NodeTransform> local) const {
    std::copy(rest.begin(), rest.end(), local.begin());
    if (animation == nullptr) return;
    for (const GltfChannel& channel : animation->channels) {
        if (channel.times.empty()) continue;
        double v[4] = {};
        sample(channel, time, v);
        NodeTransform& node = local[static_cast<std::size_t>(channel.node)];
        if (channel.path == GltfChannel::Path::rotation)
            node.rotation = chain::normalized({v[0], v[1], v[2], v[3]});
        else if (channel.path == GltfChannel::Path::scale)
            node.scale = {v[0], v[1], v[2]};
        else
            node.translation = {v[0], v[1], v[2]};
    }
}

Result<GltfScene> read_gltf_scene(const GltfFile& file) {
    return SceneReader(file).run();
}

}  // namespace yure::studio
