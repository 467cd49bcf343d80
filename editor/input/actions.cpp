#include "input/actions.hpp"

#include <imgui.h>

#include <algorithm>
#include <cassert>

#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

void Actions::add(std::string id, std::vector<std::string_view> keys, std::function<void()> run, Action more) {
    assert(find(id) == nullptr);
    more.id = std::move(id);
    more.run = std::move(run);
    for (const std::string_view text : keys) {
        const auto read = read_keys(text);
        assert(read.has_value());
        if (read) more.defaults.push_back(*read);
    }
    actions_.push_back(std::move(more));
}

const Action* Actions::find(std::string_view id) const {
    for (const Action& action : actions_)
        if (action.id == id) return &action;
    return nullptr;
}

const char* Actions::label(const Action& action) const { return tr("action." + action.id); }

const std::vector<Keys>& Actions::keys(const Action& action) const {
    const auto found = changed_.find(action.id);
    return found != changed_.end() ? found->second : action.defaults;
}

std::string Actions::keys_label(std::string_view id) const {
    const Action* action = find(id);
    if (action == nullptr || keys(*action).empty()) return {};
    return keys_text(keys(*action).front());
}

bool Actions::run(std::string_view id) const {
    const Action* action = find(id);
    if (action == nullptr || off_reason(*action) != nullptr) return false;
    action->run();
    return true;
}

void Actions::run_keys() const {
    if (ImGui::GetIO().WantTextInput) return;
    for (const Action& action : actions_) {
        const std::vector<Keys>& own = keys(action);
        const bool pressed =
            std::any_of(own.begin(), own.end(), [&](const Keys& each) { return keys_pressed(each, action.repeats); });
        if (!pressed) continue;
        if (off_reason(action) == nullptr) action.run();
        return;
    }
}

void Actions::bind(const std::string& id, const Keys& wanted) {
    for (const Action& action : actions_) {
        if (action.id == id) continue;
        const std::vector<Keys>& own = keys(action);
        if (std::find(own.begin(), own.end(), wanted) == own.end()) continue;
        std::vector<Keys> rest = own;
        std::erase(rest, wanted);
        changed_[action.id] = std::move(rest);
    }
    changed_[id] = {wanted};
}

void Actions::unbind(const std::string& id) { changed_[id].clear(); }
void Actions::use_defaults(const std::string& id) { changed_.erase(id); }

const Action* Actions::owner(const Keys& wanted) const {
    for (const Action& action : actions_) {
        const std::vector<Keys>& own = keys(action);
        if (std::find(own.begin(), own.end(), wanted) != own.end()) return &action;
    }
    return nullptr;
}

std::map<std::string, std::vector<std::string>> Actions::changes() const {
    std::map<std::string, std::vector<std::string>> out;
    for (const auto& [id, list] : changed_) {
        std::vector<std::string>& texts = out[id];
        for (const Keys& each : list) texts.push_back(keys_text(each));
    }
    return out;
}

void Actions::use_changes(const std::map<std::string, std::vector<std::string>>& changes) {
    changed_.clear();
    for (const auto& [id, texts] : changes) {
        if (find(id) == nullptr) continue;
        std::vector<Keys>& list = changed_[id];
        for (const std::string& text : texts)
            if (const auto read = read_keys(text)) list.push_back(*read);
    }
}

void action_menu_item(const Actions& actions, std::string_view id) {
    const Action* action = actions.find(id);
    if (action == nullptr) return;
    if (ui::menu_item(id, actions.label(*action), actions.keys_label(id), actions.is_lit(*action), actions.off_reason(*action)))
        action->run();
}

bool action_icon_button(const Actions& actions, std::string_view id) {
    const Action* action = actions.find(id);
    if (action == nullptr) return false;
    std::string tip = actions.label(*action);
    if (const std::string keys = actions.keys_label(id); !keys.empty()) tip += "  (" + keys + ")";
    ui::ButtonLook look;
    look.off = actions.off_reason(*action);
    look.flat = true;
    look.lit = actions.is_lit(*action);
    const bool pressed = ui::icon_button(id, action->icon, tip.c_str(), look);
    if (pressed) action->run();
    return pressed;
}

}  // namespace yure::editor
