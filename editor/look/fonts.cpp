#include "look/fonts.hpp"

#include <imgui.h>
#include <imgui_freetype.h>

#include <array>
#include <cstdlib>

#include "words/words.hpp"

namespace yure::editor {
namespace {

Fonts* current_fonts = nullptr;

struct Candidate {
    const char* regular;
    const char* bold;  ///< may be the same
    int chinese, japanese;  ///< index of the face in the collection
    bool cjk;
};

constexpr std::array<Candidate, 9> kCandidates{{
    {"opentype/noto/NotoSansCJK-Regular.ttc", "opentype/noto/NotoSansCJK-Bold.ttc", 2, 0, true},
    {"noto-cjk/NotoSansCJK-Regular.ttc", "noto-cjk/NotoSansCJK-Bold.ttc", 2, 0, true},
    {"google-noto-cjk/NotoSansCJK-Regular.ttc", "google-noto-cjk/NotoSansCJK-Bold.ttc", 2, 0, true},
    {"truetype/wqy/wqy-microhei.ttc", "truetype/wqy/wqy-microhei.ttc", 0, 0, true},
    {"opentype/ipafont-gothic/ipag.ttf", "opentype/ipafont-gothic/ipag.ttf", 0, 0, true},
    {"truetype/fonts-japanese-gothic.ttf", "truetype/fonts-japanese-gothic.ttf", 0, 0, true},
    {"truetype/noto/NotoSans-Regular.ttf", "truetype/noto/NotoSans-Bold.ttf", 0, 0, false},
    {"truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf", 0, 0, false},
    {"truetype/liberation/LiberationSans-Regular.ttf", "truetype/liberation/LiberationSans-Bold.ttf", 0, 0, false},
}};

std::vector<std::filesystem::path> font_folders() {
    std::vector<std::filesystem::path> folders{"/usr/share/fonts", "/usr/local/share/fonts"};
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        folders.emplace_back(std::filesystem::path(home) / ".local/share/fonts");
        folders.emplace_back(std::filesystem::path(home) / ".fonts");
    }
    return folders;
}

/// Next code point of a UTF-8 text; 0xfffd for a byte that is none.
unsigned next_code(std::string_view& text) {
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
    if (length == 0 || text.size() < length) {
        text.remove_prefix(1);
        return 0xfffd;
    }
    unsigned code = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (byte(i) & 0x3fu);
    text.remove_prefix(length);
    return code;
}

}  // namespace

Fonts& fonts() { return *current_fonts; }
void set_fonts(Fonts* wanted) { current_fonts = wanted; }

Fonts::Fonts(const std::filesystem::path& wanted) : wanted_(0x10000, false) {
    std::error_code failed;
    if (!wanted.empty() && std::filesystem::is_regular_file(wanted, failed)) {
        regular_ = bold_ = {wanted, 0};
        has_cjk_ = true;  // the user's own choice
    }
    for (const Candidate& candidate : kCandidates) {
        if (!regular_.file.empty()) break;
        for (const std::filesystem::path& folder : font_folders()) {
            if (!std::filesystem::is_regular_file(folder / candidate.regular, failed)) continue;
            const int face = language() == Language::japanese ? candidate.japanese : candidate.chinese;
            regular_ = bold_ = {folder / candidate.regular, face};
            if (std::filesystem::is_regular_file(folder / candidate.bold, failed)) bold_ = {folder / candidate.bold, face};
            has_cjk_ = candidate.cjk;
            break;
        }
    }
    if (!has_cjk_)
        notices_.push_back({"fonts", "no font with Chinese and Japanese characters was found; install fonts-noto-cjk, or "
                                     "choose a font file in the settings"});
    for (unsigned code = 0x20; code < 0x17f; ++code) wanted_[code] = true;
    for (const unsigned code : {0x2013u, 0x2014u, 0x2018u, 0x2019u, 0x201cu, 0x201du, 0x2022u, 0x2026u, 0x2190u, 0x2191u,
                                0x2192u, 0x2193u, 0x2212u, 0x00d7u, 0x2264u, 0x2265u, 0x25b2u, 0x25bcu, 0xfffdu})
        wanted_[code] = true;
    for (const Language each : kLanguages) {
        need(language_own_name(each));
        if (each == language())
            for (const auto& [key, text_of_key] : built_in_strings(each)) need(text_of_key);
    }
}

void Fonts::need(std::string_view utf8) {
    while (!utf8.empty()) {
        const unsigned code = next_code(utf8);
        if (code < 0x20 || code >= wanted_.size() || wanted_[code]) continue;
        wanted_[code] = true;
        stale_ = true;
    }
}

void Fonts::need_of(const Fonts& other) {
    for (std::size_t code = 0; code < wanted_.size(); ++code)
        if (other.wanted_[code]) wanted_[code] = true;
    stale_ = true;
}

void Fonts::build(float scale) {
    scale_ = scale;
    stale_ = false;
    ranges_.clear();
    for (std::size_t code = 0; code < wanted_.size(); ++code) {
        if (!wanted_[code]) continue;
        std::size_t last = code;
        while (last + 1 < wanted_.size() && wanted_[last + 1]) ++last;
        ranges_.push_back(static_cast<unsigned short>(code));
        ranges_.push_back(static_cast<unsigned short>(last));
        code = last;
    }
    ranges_.push_back(0);

    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    atlas.TexDesiredWidth = 2048;
    const auto add = [&](const Face& face, float size) -> ImFont* {
        ImFontConfig config;
        config.OversampleH = config.OversampleV = 1;
        config.PixelSnapH = true;
        config.FontNo = face.index;
        const float px = static_cast<float>(static_cast<int>(size * scale + 0.5f));
        if (!face.file.empty())
            if (ImFont* made = atlas.AddFontFromFileTTF(face.file.c_str(), px, &config, ranges_.data())) return made;
        config.SizePixels = px;
        return atlas.AddFontDefault(&config);
    };
    text = add(regular_, 15);
    strong = add(bold_, 15);
    small = add(regular_, 13);
    title = add(bold_, 22);
    atlas.Build();
    ImGui::GetIO().FontDefault = text;
}

}  // namespace yure::editor
