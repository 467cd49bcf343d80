// Compiled with -mavx2 where the compiler knows it; run only on machines that have it.
#if defined(__AVX2__)
#include "kernel/lanes_avx2.hpp"
#endif
#include "kernel/frame.hpp"

namespace yure::chain {

const Kernel* avx2_kernel() {
#if defined(__AVX2__)
    static const Kernel kernel = make_kernel<avx2::Lane>(InstructionSet::avx2);
    return &kernel;
#else
    return nullptr;
#endif
}

}  // namespace yure::chain
