/// Nodes as the chain core sees them: names and parents. Poses are arrays of world transforms, index = node.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/chain/math.hpp"
#include "yure/core/result.hpp"

namespace yure::chain {

struct Node {
    std::string name;
    int parent = -1;  ///< < its own index; -1 = none
};

/// Parents stand before their children; children of one parent are in hierarchy order.
using Skeleton = std::vector<Node>;

/// Error when a parent does not stand before its child, or there are more than 1,000,000 nodes.
Status check(const Skeleton& skeleton);

/// The node of this name, or path "A/B/C" whose last part it is. The error says when there is none or more than one.
Result<int> find_node(const Skeleton& skeleton, std::string_view name);
/// Nodes whose name matches a pattern with `*` for any characters, those below another match left out, in order.
std::vector<int> match_nodes(const Skeleton& skeleton, std::string_view pattern);

/// World transforms from local ones.
void to_world(const Skeleton& skeleton, std::span<const Affine> local, std::span<Affine> world);

}  // namespace yure::chain
