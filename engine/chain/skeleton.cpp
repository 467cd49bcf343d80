#include "yure/chain/skeleton.hpp"

namespace yure::chain {
namespace {

/// Whether `path` ("A/B/C" or "C") ends in this node.
bool ends_in(const Skeleton& skeleton, int node, std::string_view path) {
    while (true) {
        const std::size_t slash = path.rfind('/');
        const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
        if (node < 0 || skeleton[static_cast<std::size_t>(node)].name != last) return false;
        if (slash == std::string_view::npos) return true;
        path = path.substr(0, slash);
        node = skeleton[static_cast<std::size_t>(node)].parent;
    }
}

/// Glob with `*` only; linear in practice, since the last star alone is ever moved.
bool matches(std::string_view text, std::string_view pattern) {
    std::size_t t = 0, p = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace

Status check(const Skeleton& skeleton) {
    if (skeleton.size() > 1'000'000) return Error{"", "has more than 1,000,000 nodes"};
    for (std::size_t i = 0; i < skeleton.size(); ++i)
        if (skeleton[i].parent < -1 || skeleton[i].parent >= static_cast<int>(i))
            return Error{skeleton[i].name, "does not stand behind its parent"};
    return {};
}

Result<int> find_node(const Skeleton& skeleton, std::string_view name) {
    // A name that holds a slash itself is taken before a path.
    for (const bool as_path : {false, true}) {
        int found = -1, count = 0;
        for (std::size_t i = 0; i < skeleton.size(); ++i) {
            const int node = static_cast<int>(i);
            if (as_path ? !ends_in(skeleton, node, name) : std::string_view(skeleton[i].name) != name) continue;
            if (found < 0) found = node;
            ++count;
        }
        if (count == 1) return found;
        if (count > 1)
            return Error{std::string(name), "is the name of " + std::to_string(count) +
                                                " nodes; give a path like Parent/" + std::string(name)};
    }
    return Error{std::string(name), "is no node of the file"};
}

std::vector<int> match_nodes(const Skeleton& skeleton, std::string_view pattern) {
    std::vector<int> found;
    std::vector<char> covered(skeleton.size(), 0);
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        const int parent = skeleton[i].parent;
        covered[i] = parent >= 0 && covered[static_cast<std::size_t>(parent)] != 0;
        if (!matches(skeleton[i].name, pattern)) continue;
        if (covered[i] == 0) found.push_back(static_cast<int>(i));
        covered[i] = 1;
    }
    return found;
}

void to_world(const Skeleton& skeleton, std::span<const Affine> local, std::span<Affine> world) {
    for (std::size_t i = 0; i < skeleton.size(); ++i) {
        const int parent = skeleton[i].parent;
        world[i] = parent < 0 ? local[i] : world[static_cast<std::size_t>(parent)] * local[i];
    }
}

}  // namespace yure::chain
