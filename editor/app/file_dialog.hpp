/// The program's own file dialog: places, a list, a path to type into. Everything works by keyboard: arrows, Enter,
/// Backspace for the folder above, typing to find. Any name that is UTF-8 is shown as it is.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/settings.hpp"

namespace yure::editor {

struct FileRequest {
    enum class Mode { open, save, folder };
    Mode mode = Mode::open;
    std::string title;
    std::string accept;                ///< text of the button
    std::vector<std::string> endings;  ///< ".model3.json", ".yure"; empty = all files
    std::string name;                  ///< suggested, for `save`
    std::string ending;                ///< added when the name typed has none of `endings`
    std::filesystem::path start;       ///< folder; empty = the last place
    std::function<void(const std::filesystem::path&)> chosen;
};

class FileDialog {
  public:
    void open(FileRequest request, const Settings& settings);
    bool is_open() const { return open_; }
    /// Inside of a frame, at the top level.
    void draw(const Settings& settings);

  private:
    struct Entry {
        std::string name;
        bool folder = false;
        std::uintmax_t size = 0;
    };
    void go(const std::filesystem::path& folder);
    void accept();
    void draw_places(const Settings& settings);
    void draw_list(float height);
    void keys(const std::vector<std::size_t>& shown);
    std::vector<std::size_t> shown_entries() const;

    FileRequest request_;
    bool open_ = false, appearing_ = false, confirm_ = false;
    std::filesystem::path folder_;
    std::vector<Entry> entries_;
    std::string fault_, name_, search_, path_text_;
    std::size_t cursor_ = 0;
    bool scroll_ = false, hidden_ = false;
};

std::string path_text(const std::filesystem::path& path);
std::filesystem::path text_path(const std::string& text);

}  // namespace yure::editor
