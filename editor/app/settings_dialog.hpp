/// Settings of the machine, and every shortcut: searchable, rebindable.
#pragma once

#include <string>

#include "project/workbench.hpp"

namespace yure::editor {

class SettingsDialog {
  public:
    enum class Page { general, shortcuts };
    void open(Page page) {
        open_ = appearing_ = true;
        page_ = page;
        capture_.clear();
    }
    bool is_open() const { return open_; }
    void draw(Workbench& workbench);

  private:
    void draw_general(Workbench& workbench);
    void draw_shortcuts(Workbench& workbench);

    bool open_ = false, appearing_ = false;
    Page page_ = Page::general;
    std::string search_, capture_;
};

}  // namespace yure::editor
