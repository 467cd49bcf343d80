/// Where the joints of an automatic chain go. Private to the chain core.
#pragma once

#include "yure/chain/strand.hpp"

namespace yure::chain {

/// Particles sorted into connected pieces: the piece of each.
std::vector<int> pieces_of(const StrandMesh& mesh);

/// The chain of one piece, or no joints when nothing in it is pinned or nothing is free.
Strand lay_along(const StrandMesh& mesh, std::span<const int> piece_of, int piece, int segments);

/// The chain through these points; each hangs on the triangle that is nearest to it.
Strand lay_through(const StrandMesh& mesh, std::span<const Vec2> points);

}  // namespace yure::chain
