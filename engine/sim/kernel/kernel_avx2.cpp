// Compiled with -mavx2 where the compiler knows it; run only on machines that have it.
#if defined(__AVX2__)
#include "kernel/lanes_avx2.hpp"
#endif
#include "kernel/substep.hpp"

namespace yure::sim {

KernelList avx2_kernels() {
#if defined(__AVX2__)
    static const Kernel kernels[] = {make_kernel<ClipAlone<avx2::Lane8>>(InstructionSet::avx2),
                                     make_kernel<ClipsInLanes<avx2::Lane8>>(InstructionSet::avx2)};
    return {kernels, 2};
#else
    return {nullptr, 0};
#endif
}

}  // namespace yure::sim
