#include "app/settings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "yure/studio/file.hpp"

namespace yure::editor {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRecent = 12, kMostPlaces = 8;

std::filesystem::path path_of_text(const std::string& text) {
    return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

std::string text_of_path(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

void put_first(std::vector<std::filesystem::path>& list, const std::filesystem::path& path, std::size_t most) {
    std::error_code failed;
    std::filesystem::path whole = std::filesystem::absolute(path, failed).lexically_normal();
    if (failed) whole = path;
    std::erase(list, whole);
    list.insert(list.begin(), std::move(whole));
    if (list.size() > most) list.resize(most);
}

template <class T>
void read(const Json& json, const char* name, T& value) {
    const auto found = json.find(name);
    if (found == json.end()) return;
    if constexpr (std::is_same_v<T, bool>) {
        if (found->is_boolean()) value = found->template get<bool>();
    } else if constexpr (std::is_same_v<T, std::string>) {
        if (found->is_string()) value = found->template get<std::string>();
    } else {
        if (found->is_number()) value = found->template get<T>();
    }
}

void read_paths(const Json& json, const char* name, std::vector<std::filesystem::path>& list, std::size_t most) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_array()) return;
    for (const Json& entry : *found)
        if (entry.is_string() && list.size() < most) list.push_back(path_of_text(entry.get<std::string>()));
}

Json paths_json(const std::vector<std::filesystem::path>& list) {
    Json out = Json::array();
    for (const std::filesystem::path& path : list) out.push_back(text_of_path(path));
    return out;
}

}  // namespace

void Settings::add_recent(const std::filesystem::path& path) { put_first(recent, path, kMostRecent); }
void Settings::add_place(const std::filesystem::path& folder) { put_first(places, folder, kMostPlaces); }

std::filesystem::path settings_folder() {
    if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
        return std::filesystem::path(config) / "yure";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return std::filesystem::path(home) / ".config" / "yure";
    return {};
}

Settings read_settings(const std::filesystem::path& folder) {
    Settings settings;
    settings.language = environment_language();
    if (folder.empty()) return settings;
    const auto text = studio::read_text(folder / "settings.json");
    if (!text) return settings;
    const Json json = Json::parse(*text, nullptr, false);
    if (!json.is_object()) return settings;
    std::string word;
    read(json, "language", word);
    find_language(word, settings.language);
    read(json, "theme", word = "");
    settings.theme = word == "light" ? ThemeKind::light : ThemeKind::dark;
    read(json, "scale", settings.scale);
    if (!std::isfinite(settings.scale) || settings.scale < 0.75f) settings.scale = 0.0f;
    settings.scale = std::min(settings.scale, 3.0f);
    read(json, "font", settings.font);
    read(json, "auto_bake", settings.auto_bake);
    read(json, "agents", settings.agents);
    read(json, "guide_seen", settings.guide_seen);
    read(json, "workspace", settings.workspace);
    read_paths(json, "recent", settings.recent, kMostRecent);
    read_paths(json, "places", settings.places, kMostPlaces);
    if (const auto keys = json.find("keys"); keys != json.end() && keys->is_object())
        for (const auto& [id, list] : keys->items()) {
            if (!list.is_array()) continue;
            std::vector<std::string>& texts = settings.keys[id];
            for (const Json& entry : list)
                if (entry.is_string()) texts.push_back(entry.get<std::string>());
        }
    if (const auto layout = json.find("layout"); layout != json.end()) settings.layout = *layout;
    read(json, "window_width", settings.window_width);
    read(json, "window_height", settings.window_height);
    settings.window_width = std::clamp(settings.window_width, 640, 16384);
    settings.window_height = std::clamp(settings.window_height, 480, 16384);
    read(json, "window_maximised", settings.window_maximised);
    return settings;
}

Status write_settings(const std::filesystem::path& folder, const Settings& settings) {
    if (folder.empty()) return Error{"settings", "there is no home folder to keep them in"};
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return Error{text_of_path(folder), failed.message()};
    const Json json{{"language", language_code(settings.language)},
                    {"theme", settings.theme == ThemeKind::light ? "light" : "dark"},
                    {"scale", settings.scale},
                    {"font", settings.font},
                    {"auto_bake", settings.auto_bake},
                    {"agents", settings.agents},
                    {"guide_seen", settings.guide_seen},
                    {"workspace", settings.workspace},
                    {"recent", paths_json(settings.recent)},
                    {"places", paths_json(settings.places)},
                    {"keys", settings.keys},
                    {"layout", settings.layout},
                    {"window_width", settings.window_width},
                    {"window_height", settings.window_height},
                    {"window_maximised", settings.window_maximised}};
    return studio::write_file(folder / "settings.json", json.dump(1, '\t', false, Json::error_handler_t::replace) + "\n",
                              studio::Overwrite::replace);
}

}  // namespace yure::editor
