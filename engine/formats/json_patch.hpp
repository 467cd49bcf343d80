/// Writing typed lists back into the document they came from. Private to formats.
#pragma once

#include "json_tree.hpp"

#include <map>
#include <string>
#include <vector>

namespace yure::formats {

/// Makes `array` hold one element per item of `list`, in its order. Each item continues the first unused element with
/// the same key (so members we do not know stay with what they belong to), or starts a new object.
template <class T, class ItemKey, class ElementKey, class Patch>
void patch_list(JsonTree& array, const std::vector<T>& list, const ItemKey& item_key, const ElementKey& element_key,
                const Patch& patch) {
    array.make(JsonTree::Kind::array);
    std::vector<JsonTree> old = std::move(array.items());
    std::map<std::string, std::vector<std::size_t>> unused;  // from the last to the first
    for (std::size_t i = old.size(); i-- > 0;) unused[element_key(old[i])].push_back(i);
    array.items().clear();
    array.items().reserve(list.size());
    for (const T& item : list) {
        auto& candidates = unused[item_key(item)];
        JsonTree element = JsonTree::of(JsonTree::Kind::object);
        if (!candidates.empty()) {
            element = std::move(old[candidates.back()]);
            candidates.pop_back();
        }
        patch(item, element);
        array.append(std::move(element));
    }
}

/// Characters of a member that is a string; empty if there is none.
inline std::string member_text(const JsonTree& element, std::string_view key) {
    const JsonTree* found = element.is(JsonTree::Kind::object) ? element.find(key) : nullptr;
    return found != nullptr && found->is(JsonTree::Kind::string) ? found->characters() : std::string();
}

/// `array` becomes these texts.
inline void set_texts(JsonTree& array, const std::vector<std::string>& texts) {
    array.make(JsonTree::Kind::array);
    array.items().clear();
    for (const std::string& text : texts) array.append(JsonTree::text(text));
}

/// The document to patch: a copy of the source, or a new object.
inline JsonTree document_of(const Source& source) {
    return source.empty() ? JsonTree::of(JsonTree::Kind::object) : *source.tree;
}

}  // namespace yure::formats
