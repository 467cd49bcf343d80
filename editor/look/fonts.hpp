/// Fonts found on the system, with the glyphs that are needed: those of the string tables and of every name shown so
/// far. Dear ImGui 1.86 draws glyphs into its picture beforehand, so the picture is made anew, between two frames, when
/// a name brings new characters.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"

struct ImFont;

namespace yure::editor {

class Fonts {
  public:
    struct Face {
        std::filesystem::path file;
        int index = 0;  ///< of the face in a collection
    };

    /// Looks for a face with Chinese and Japanese glyphs in the folders where systems keep fonts, else for one without.
    /// `wanted` is a font file of the user's, empty = none.
    explicit Fonts(const std::filesystem::path& wanted = {});

    /// Text that is about to be shown. Cheap when it brings nothing new.
    void need(std::string_view utf8);
    /// Everything another one was asked for.
    void need_of(const Fonts& other);
    /// True when characters have been asked for that are not in the picture yet.
    bool stale() const { return stale_; }
    /// Makes the atlas of the current Dear ImGui context. Outside of a frame only. `scale` multiplies sizes.
    void build(float scale);
    float scale() const { return scale_; }

    /// Not null when nothing was found that can show Chinese and Japanese: what to install.
    const Notices& notices() const { return notices_; }
    bool has_cjk() const { return has_cjk_; }

    ImFont* text = nullptr;   ///< 15 px
    ImFont* strong = nullptr; ///< 15 px, bold where there is one
    ImFont* small = nullptr;  ///< 13 px
    ImFont* title = nullptr;  ///< 22 px, bold

  private:
    Face regular_, bold_;
    bool has_cjk_ = false, stale_ = true;
    float scale_ = 0.0f;
    std::vector<bool> wanted_;  // by code point below 65536
    std::vector<unsigned short> ranges_;
    Notices notices_;
};

/// The program's fonts; set once by the application.
Fonts& fonts();
void set_fonts(Fonts* fonts);

}  // namespace yure::editor
