// Compiled with -mavx512f where the compiler knows it; run only on machines that have it.
#if defined(__AVX512F__)
#include "kernel/lanes_avx512.hpp"
#endif
#include "kernel/substep.hpp"

namespace yure::sim {

KernelList avx512_kernels() {
#if defined(__AVX512F__)
    static const Kernel kernels[] = {make_kernel<ClipAlone<avx512::Lane16>>(InstructionSet::avx512),
                                     make_kernel<ClipsInLanes<avx512::Lane16>>(InstructionSet::avx512)};
    return {kernels, 2};
#else
    return {nullptr, 0};
#endif
}

}  // namespace yure::sim
