#include "words/words.hpp"

#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>

#include "words/built_in.hpp"

namespace yure::editor {
namespace {

struct Chosen {
    Language language = Language::english;
    StringTable table, fallback;
    std::map<std::string, std::string, std::less<>> unknown;  // keys without a text, kept so that they stay valid
};

Chosen& chosen() {
    static Chosen state{Language::english, built_in_strings(Language::english), built_in_strings(Language::english), {}};
    return state;
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) {
            ++i;
            out += text[i] == 'n' ? '\n' : text[i];
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace

const char* language_code(Language language) {
    switch (language) {
    case Language::chinese: return "zh-Hans";
    case Language::japanese: return "ja";
    case Language::english: break;
    }
    return "en";
}

const char* language_own_name(Language language) {
    switch (language) {
    case Language::chinese: return "简体中文";
    case Language::japanese: return "日本語";
    case Language::english: break;
    }
    return "English";
}

bool find_language(std::string_view code, Language& language) {
    for (const Language known : kLanguages)
        if (code == language_code(known)) {
            language = known;
            return true;
        }
    return false;
}

Language environment_language() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view text = value;
        if (text.starts_with("zh")) return Language::chinese;
        if (text.starts_with("ja")) return Language::japanese;
        return Language::english;
    }
    return Language::english;
}

StringTable read_strings(std::string_view file, std::vector<int>* faults) {
    StringTable table;
    if (file.starts_with("\xef\xbb\xbf")) file.remove_prefix(3);
    int number = 0;
    while (!file.empty()) {
        const std::size_t end = std::min(file.find('\n'), file.size());
        const std::string_view line = trimmed(file.substr(0, end));
        file.remove_prefix(std::min(end + 1, file.size()));
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const std::size_t equals = line.find(" = ");
        if (equals == std::string_view::npos || equals == 0) {
            if (faults != nullptr) faults->push_back(number);
            continue;
        }
        table.insert_or_assign(std::string(trimmed(line.substr(0, equals))), unescaped(trimmed(line.substr(equals + 3))));
    }
    return table;
}

const StringTable& built_in_strings(Language language) {
    static const StringTable tables[] = {read_strings(kStringsEnglish), read_strings(kStringsChinese),
                                         read_strings(kStringsJapanese)};
    return tables[static_cast<std::size_t>(language)];
}

void use_language(Language language, const std::filesystem::path& overrides) {
    Chosen& state = chosen();
    state.language = language;
    state.table = built_in_strings(language);
    state.unknown.clear();
    if (overrides.empty()) return;
    std::ifstream file(overrides / (std::string(language_code(language)) + ".strings"), std::ios::binary);
    if (!file) return;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (auto& [key, value] : read_strings(text)) state.table.insert_or_assign(key, value);
}

Language language() { return chosen().language; }

const char* tr(std::string_view key) {
    Chosen& state = chosen();
    if (const auto found = state.table.find(key); found != state.table.end()) return found->second.c_str();
    if (const auto found = state.fallback.find(key); found != state.fallback.end()) return found->second.c_str();
    return state.unknown.try_emplace(std::string(key), key).first->second.c_str();
}

std::string tr(std::string_view key, std::initializer_list<std::string_view> values) {
    const std::string_view text = tr(key);
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' && text[i + 1] <= '9') {
            const auto index = static_cast<std::size_t>(text[i + 1] - '0');
            if (index < values.size()) {
                out += *(values.begin() + index);
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

bool has_text(std::string_view key) {
    const Chosen& state = chosen();
    return state.table.contains(key) || state.fallback.contains(key);
}

}  // namespace yure::editor
