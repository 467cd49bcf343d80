/// Everything a person can do by a key, a menu, a tool button or a script, in one list: an id ("edit.undo"), whose text
/// is the string "action.<id>", default keys, and what it does. Keys can be changed; changes lie in the settings.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "input/keys.hpp"
#include "look/icons.hpp"

namespace yure::editor {

struct Action {
    std::string id;
    std::vector<Keys> defaults;
    std::function<void()> run;
    std::function<const char*()> off;  ///< why it cannot be done now, null = it can; empty = always
    std::function<bool()> lit;         ///< empty = it is no switch
    Icon icon = Icon::none;
    bool repeats = false;  ///< while its key is held
};

class Actions {
  public:
    /// Precondition: a new id. `keys` as in `read_keys`, which must know them.
    void add(std::string id, std::vector<std::string_view> keys, std::function<void()> run, Action more = {});

    const std::vector<Action>& all() const { return actions_; }
    const Action* find(std::string_view id) const;
    const char* label(const Action& action) const;
    /// Keys now: the user's, else the defaults.
    const std::vector<Keys>& keys(const Action& action) const;
    std::string keys_label(std::string_view id) const;  ///< "Ctrl+Y"; the first; empty = none
    const char* off_reason(const Action& action) const { return action.off ? action.off() : nullptr; }
    bool is_lit(const Action& action) const { return action.lit && action.lit(); }
    /// False when it is unknown or cannot be done now.
    bool run(std::string_view id) const;

    /// Runs what this frame's keys ask for. Not while a text is typed.
    void run_keys() const;
    /// Replaces the keys of an action; the same keys are taken from every other one. Empty = the defaults again.
    void bind(const std::string& id, const Keys& keys);
    void unbind(const std::string& id);          ///< no key at all
    void use_defaults(const std::string& id);
    bool is_changed(const std::string& id) const { return changed_.contains(id); }
    /// Who has these keys; null = nobody.
    const Action* owner(const Keys& keys) const;

    /// {"edit.undo":["Ctrl+Z"]…}: only what differs from the defaults.
    std::map<std::string, std::vector<std::string>> changes() const;
    void use_changes(const std::map<std::string, std::vector<std::string>>& changes);

  private:
    std::vector<Action> actions_;
    std::map<std::string, std::vector<Keys>> changed_;
};

/// A menu line, a tool button and a button for an action, with its keys, state and reason.
void action_menu_item(const Actions& actions, std::string_view id);
bool action_icon_button(const Actions& actions, std::string_view id);

}  // namespace yure::editor
