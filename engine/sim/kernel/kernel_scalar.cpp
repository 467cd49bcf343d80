#include "kernel/lanes_scalar.hpp"
#include "kernel/substep.hpp"

namespace yure::sim {

KernelList scalar_kernels() {
    static const Kernel kernels[] = {make_kernel<ClipsInLanes<scalar::Lane1>>(InstructionSet::scalar)};
    return {kernels, 1};
}

}  // namespace yure::sim
