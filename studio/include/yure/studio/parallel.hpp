/// The parallel loop that studio hands to engine and baker (oneTBB). Results never depend on the number of threads.
#pragma once

#include "yure/core/work.hpp"

namespace yure::studio {

/// `threads` <= 0, or more than the machine has: as many as it has; 1: the plain loop on the calling thread.
ParallelFor parallel_for(int threads = 0);

}  // namespace yure::studio
