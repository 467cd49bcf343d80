#if defined(__SSE2__)
#include "kernel/lanes_sse2.hpp"
#endif
#include "kernel/substep.hpp"

namespace yure::sim {

KernelList sse2_kernels() {
#if defined(__SSE2__)
    static const Kernel kernels[] = {make_kernel<ClipAlone<sse2::Lane4>>(InstructionSet::sse2),
                                     make_kernel<ClipsInLanes<sse2::Lane4>>(InstructionSet::sse2)};
    return {kernels, 2};
#else
    return {nullptr, 0};
#endif
}

}  // namespace yure::sim
