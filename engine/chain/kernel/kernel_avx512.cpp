// Compiled with -mavx512f where the compiler knows it; run only on machines that have it.
#if defined(__AVX512F__)
#include "kernel/lanes_avx512.hpp"
#endif
#include "kernel/frame.hpp"

namespace yure::chain {

const Kernel* avx512_kernel() {
#if defined(__AVX512F__)
    static const Kernel kernel = make_kernel<avx512::Lane>(InstructionSet::avx512);
    return &kernel;
#else
    return nullptr;
#endif
}

}  // namespace yure::chain
