#include "kernel/frame.hpp"
#include "kernel/lanes_scalar.hpp"

namespace yure::chain {

const Kernel* scalar_kernel() {
    static const Kernel kernel = make_kernel<scalar::Lane>(InstructionSet::scalar);
    return &kernel;
}

}  // namespace yure::chain
