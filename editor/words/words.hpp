/// Every word the editor shows, by key and language. Tables are files `strings/<language>.strings`, one `key = text` a
/// line; a user may put a whole or partial table of the same name into the settings folder (`strings/`), which wins.
/// Keys are words with dots ("canvas.fit"); ids of widgets are never made from texts, so a language may be changed
/// at any moment.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace yure::editor {

enum class Language { english, chinese, japanese };
inline constexpr Language kLanguages[] = {Language::english, Language::chinese, Language::japanese};
const char* language_code(Language language);         ///< "en", "zh-Hans", "ja"
const char* language_own_name(Language language);     ///< "English", "简体中文", "日本語"
bool find_language(std::string_view code, Language& language);
/// What the environment (LC_ALL, LC_MESSAGES, LANG) asks for; English when it is none of ours.
Language environment_language();

/// A table as it stands in a file. Later lines win; a line that is no `key = text` is left out and numbered in `faults`.
/// `\n` in a text is a new line, `\\` a backslash.
using StringTable = std::map<std::string, std::string, std::less<>>;
StringTable read_strings(std::string_view file, std::vector<int>* faults = nullptr);
/// The table the program carries.
const StringTable& built_in_strings(Language language);

/// Chooses the language for all of the program. `overrides` is a folder that may hold tables of the user's; empty = none.
void use_language(Language language, const std::filesystem::path& overrides = {});
Language language();

/// The text of a key in the chosen language, else in English, else the key itself. Valid until the next
/// `use_language`, and zero-terminated.
const char* tr(std::string_view key);
/// Likewise, with {0}, {1} … replaced.
std::string tr(std::string_view key, std::initializer_list<std::string_view> values);
/// True when the key has a text.
bool has_text(std::string_view key);

}  // namespace yure::editor
