#if defined(__SSE2__)
#include "kernel/lanes_sse2.hpp"
#endif
#include "kernel/frame.hpp"

namespace yure::chain {

const Kernel* sse2_kernel() {
#if defined(__SSE2__)
    static const Kernel kernel = make_kernel<sse2::Lane>(InstructionSet::sse2);
    return &kernel;
#else
    return nullptr;
#endif
}

}  // namespace yure::chain
