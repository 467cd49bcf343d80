/// Finding a thing by its id in a list of things that have one.
#pragma once

#include <string_view>

namespace yure {

/// Index of the first element whose `id` equals `id`, or -1.
template <class Range>
int find_by_id(const Range& range, std::string_view id) {
    int index = 0;
    for (const auto& element : range) {
        if (std::string_view(element.id) == id) return index;
        ++index;
    }
    return -1;
}

}  // namespace yure
