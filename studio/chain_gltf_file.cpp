#include "chain_gltf_file.hpp"

#include "base64.hpp"

#include <array>
#include <cstring>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBytesChunk = 0x004E4942;

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
    return value;
}
void append_word(std::vector<std::byte>& bytes, std::size_t value) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>((value >> (8 * i)) & 0xff));
}

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Status check_document(const ordered_json& json) {
    if (!json.is_object() || !member(json, "asset").is_object()) return Error{"/asset", "is missing; this is no glTF"};
    const std::string version = text_at(member(json, "asset"), "version");
    if (version.substr(0, 2) != "2.") return Error{"/asset/version", "is \"" + version + "\"; this reads glTF 2"};
    return {};
}

Result<GltfFile> parse_binary(std::span<const std::byte> bytes) {
    GltfFile file;
    file.binary = true;
    if (word_at(bytes, 4) != 2) return Error{"header", "is of a glb that is not of version 2"};
    const std::size_t length = word_at(bytes, 8);
    if (length < 12 || length > bytes.size()) return Error{"header", "says another length than the file has"};
    std::size_t at = 12;
    bool has_json = false;
    while (at + 8 <= length) {
        const std::size_t size = word_at(bytes, at);
        const std::uint32_t kind = word_at(bytes, at + 4);
        at += 8;
        if (size > length - at) return Error{"chunk", "is longer than the file"};
        const auto chunk = bytes.subspan(at, size);
        if (!has_json) {
            if (kind != kJsonChunk) return Error{"chunk", "of JSON is missing"};
            auto json = parse_json(text_of(chunk));
            if (!json) return json.error();
            file.json = std::move(*json);
            file.text = std::string(text_of(chunk));
            has_json = true;
        } else if (kind == kBytesChunk && !file.has_bytes) {
            file.bytes.assign(chunk.begin(), chunk.end());
            file.has_bytes = true;
        } else {
            file.other_chunks.emplace_back(kind, std::vector<std::byte>(chunk.begin(), chunk.end()));
        }
        at += size;
    }
    if (!has_json) return Error{"chunk", "of JSON is missing"};
    return file;
}

/// "%20" as the character it stands for.
std::string unescaped(std::string_view uri) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0) {
            text += static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
            i += 2;
        } else {
            text += uri[i];
        }
    }
    return text;
}

Result<std::vector<std::byte>> read_uri(const std::string& uri, const std::filesystem::path& folder) {
    if (uri.substr(0, 5) == "data:") {
        const std::size_t comma = uri.find(";base64,");
        if (comma == std::string::npos) return Error{"", "is a data URI that is not base64"};
        return from_base64(std::string_view(uri).substr(comma + 8));
    }
    if (folder.empty()) return Error{uri, "lies in a file of its own, which cannot be read here"};
    const std::filesystem::path relative = std::filesystem::path(unescaped(uri)).lexically_normal();
    if (relative.empty() || relative.is_absolute() || *relative.begin() == "..")
        return Error{uri, "leads out of the file's folder and is not read"};
    return read_file(folder / relative);
}

}  // namespace

Result<GltfFile> parse_gltf(std::span<const std::byte> bytes, const std::filesystem::path& folder) {
    GltfFile file;
    if (bytes.size() >= 12 && word_at(bytes, 0) == kMagic) {
        auto parsed = parse_binary(bytes);
        if (!parsed) return parsed.error();
        file = std::move(*parsed);
    } else {
        auto json = parse_json(text_of(bytes));
        if (!json) return json.error();
        file.json = std::move(*json);
        file.text = std::string(text_of(bytes));
    }
    file.folder = folder;
    if (const Status sound = check_document(file.json); !sound) return sound.error();
    return file;
}

std::string gltf_text(const GltfFile& file) {
    std::string text = file.json.dump(file.binary ? -1 : 2, ' ', false, ordered_json::error_handler_t::replace);
    if (!file.binary) return text + '\n';
    while (text.size() % 4 != 0) text += ' ';
    return text;
}

std::vector<std::byte> gltf_bytes(const GltfFile& file) {
    std::string text = gltf_text(file);
    if (const auto before = parse_json(file.text); before && *before == file.json) text = file.text;  // nothing in it has changed
    const auto append = [](std::vector<std::byte>& out, const void* data, std::size_t size) {
        const auto* from = static_cast<const std::byte*>(data);
        out.insert(out.end(), from, from + size);
    };
    std::vector<std::byte> out;
    if (!file.binary) {
        append(out, text.data(), text.size());
        return out;
    }
    while (text.size() % 4 != 0) text += ' ';  // a file whose chunk was not filled up
    append_word(out, kMagic);
    append_word(out, 2);
    append_word(out, 0);
    append_word(out, text.size());
    append_word(out, kJsonChunk);
    append(out, text.data(), text.size());
    const auto chunk = [&](std::uint32_t kind, const std::vector<std::byte>& bytes) {
        append_word(out, (bytes.size() + 3) / 4 * 4);
        append_word(out, kind);
        append(out, bytes.data(), bytes.size());
        out.resize((out.size() + 3) / 4 * 4);
    };
    if (file.has_bytes) chunk(kBytesChunk, file.bytes);
    for (const auto& [kind, bytes] : file.other_chunks) chunk(kind, bytes);
    for (std::size_t i = 0; i < 4; ++i) out[8 + i] = static_cast<std::byte>((out.size() >> (8 * i)) & 0xff);
    return out;
}

Result<std::vector<std::vector<std::byte>>> read_gltf_buffers(const GltfFile& file) {
    std::vector<std::vector<std::byte>> buffers;
    const ordered_json& list = member(file.json, "buffers");
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
        const std::string where = "/buffers/" + std::to_string(i);
        if (!member(list[i], "uri").is_string()) {
            if (i == 0 && file.has_bytes)
                buffers.push_back(file.bytes);
            else
                return Error{where, "has no bytes"};
            continue;
        }
        auto bytes = read_uri(text_at(list[i], "uri"), file.folder);
        if (!bytes) return Error{where + " " + bytes.error().where, bytes.error().what};
        buffers.push_back(std::move(*bytes));
    }
    return buffers;
}

}  // namespace yure::studio
