#include "yure/studio/report.hpp"

#include "page_assets.hpp"
#include "page_textures.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

/// JSON that may stand inside of a script element: no "<" can end it.
std::string script_text(const ordered_json& document) {
    std::string text;
    for (const char c : document.dump(-1, ' ', false, ordered_json::error_handler_t::replace))
        if (c == '<')
            text += "\\u003c";
        else
            text += c;
    return text;
}

std::string html_text(std::string_view text) {
    std::string safe;
    for (const char c : text) switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default:
                safe += c;
        }
    return safe;
}

/// Puts values in the places of "{{name}}".
std::string filled(std::string_view pattern, const std::vector<std::pair<std::string_view, std::string>>& values) {
    std::string text;
    while (true) {
        const std::size_t open = pattern.find("{{"), close = pattern.find("}}", open);
        if (open == std::string_view::npos || close == std::string_view::npos) break;
        const std::string_view name = pattern.substr(open + 2, close - open - 2);
        text += pattern.substr(0, open);
        for (const auto& [key, value] : values)
            if (key == name) text += value;
        pattern.remove_prefix(close + 2);
    }
    return text += pattern;
}

const std::string& data_of(const ordered_json& object) {
    static const std::string none;
    const ordered_json& data = member(object, "data");
    return data.is_string() ? data.get_ref<const std::string&>() : none;
}

/// A place in a list, or nothing: the documents may have been written by anybody.
std::optional<std::size_t> place_in(const ordered_json& value, std::size_t size) {
    if (!value.is_number_integer() || value < 0 || value >= size) return std::nullopt;
    return value.get<std::size_t>();
}

/// The clips that fit into `room` bytes, those with most to see first.
ordered_json fitting_replay(const ordered_json& replay, std::size_t room) {
    if (!replay.is_object()) return nullptr;
    const ordered_json& clips = member(replay, "clips");
    std::size_t bytes = data_of(replay).size();
    std::vector<bool> kept(clips.size(), false);
    for (const ordered_json& value : member(replay, "clips_by_interest"))
        if (const auto place = place_in(value, clips.size())) {
            const std::size_t more = data_of(clips[*place]).size();
            if (bytes + more > room) continue;
            bytes += more;
            kept[*place] = true;
        }
    ordered_json fitting = ordered_json::object();
    for (const auto& [key, value] : replay.items())
        if (key != "clips" && key != "clips_by_interest") fitting[key] = value;
    ordered_json list = ordered_json::array();
    for (std::size_t k = 0; k < kept.size(); ++k)
        if (kept[k]) list.push_back(clips[k]);
    if (list.empty()) return nullptr;
    fitting["clips"] = std::move(list);
    return fitting;
}

std::vector<bool> used_pages(const ordered_json& replay, std::size_t pages) {
    std::vector<bool> used(pages, false);
    for (const ordered_json& mesh : member(replay, "meshes"))
        if (const auto page = place_in(member(mesh, "texture"), pages)) used[*page] = true;
    return used;
}

Result<ordered_json> read_document(const std::filesystem::path& path, std::string_view format) {
    const Result<std::string> text = read_text(path);
    if (!text) return text.error();
    Result<ordered_json> document = parse_json(*text);
    if (!document) return Error{path.string() + " " + document.error().where, document.error().what};
    if (const std::string found = text_at(*document, "format"); found != format)
        return Error{path.string(), "is no " + std::string(format) + (found.empty() ? "" : " but " + found)};
    return document;
}

std::string all_strings() {
    std::string text = "{";
    for (const auto& [name, strings] : {std::pair{"en", page_assets::strings_en()},
                                        std::pair{"zh", page_assets::strings_zh()},
                                        std::pair{"ja", page_assets::strings_ja()}})
        text.append(text.size() > 1 ? ",\"" : "\"").append(name).append("\":").append(strings);
    return text + "}";
}

}  // namespace

std::string report_page(const ordered_json& report, const ordered_json& replay, std::span<const Picture> textures,
                        const ReportOptions& options) {
    const std::string report_text = script_text(report);
    const std::size_t fixed = report_text.size() + page_assets::html().size() + page_assets::css().size() +
                              page_assets::script().size() + all_strings().size();
    const std::size_t room = options.most_bytes > fixed ? options.most_bytes - fixed : 0;
    const ordered_json playing = fitting_replay(replay, room / 10 * 6);
    const std::string replay_text = script_text(playing);
    const std::size_t left = room > replay_text.size() ? room - replay_text.size() : 0;
    const ordered_json pictures =
        playing.is_null() ? ordered_json::array() : page_textures(textures, used_pages(playing, textures.size()), left);
    return filled(page_assets::html(), {{"title", html_text(text_at(report, "model"))},
                                        {"language", html_text(options.language)},
                                        {"css", std::string(page_assets::css())},
                                        {"strings", all_strings()},
                                        {"report", report_text},
                                        {"replay", replay_text},
                                        {"textures", script_text(pictures)},
                                        {"script", std::string(page_assets::script())}});
}

Result<std::string> report_of_folder(const std::filesystem::path& folder, const ReportOptions& options,
                                     Notices& notices) {
    Result<ordered_json> report = read_document(folder / "report.json", "yure-report/1");
    if (!report) return report.error();
    ordered_json replay = nullptr;
    std::vector<Picture> textures;
    if (Result<ordered_json> read = read_document(folder / "replay.json", "yure-replay/1"); read)
        replay = std::move(*read);
    else
        notices.push_back({read.error().where, read.error().what + "; the page has no moving pictures"});
    if (!replay.is_null()) {
        if (const Result<Model> model = open_model(folder / "model"); model)
            textures = load_textures(*model, notices);
        else
            notices.push_back({model.error().where, model.error().what + "; the page has no textures"});
    }
    return report_page(*report, replay, textures, options);
}

}  // namespace yure::studio
