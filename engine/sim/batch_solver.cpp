#include "batch_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace yure::sim {
namespace {

constexpr float kShortestStep = 1.0f / 500.0f;  // s; shorter ones are saved up
constexpr float kLongestFrame = 1.0f / 20.0f;   // s
constexpr float kLongestStep = 5.0f;            // s

bool machine_has(InstructionSet set) {
    switch (set) {
        case InstructionSet::scalar:
            return true;
#if defined(__x86_64__)
        case InstructionSet::sse2:
            return sse2_kernels().count > 0;
        case InstructionSet::avx2:
            return avx2_kernels().count > 0 && __builtin_cpu_supports("avx2") != 0;
        case InstructionSet::avx512:
            return avx512_kernels().count > 0 && __builtin_cpu_supports("avx512f") != 0;
#else
        default:
            return false;
#endif
    }
    return false;
}

KernelList kernels_of(InstructionSet set) {
    switch (set) {
        case InstructionSet::scalar:
            return scalar_kernels();
        case InstructionSet::sse2:
            return sse2_kernels();
        case InstructionSet::avx2:
            return avx2_kernels();
        case InstructionSet::avx512:
            return avx512_kernels();
    }
    return scalar_kernels();
}

/// The best kernel for each number of clips, one clip first.
std::vector<const Kernel*> choose_kernels(const SolverOptions& options) {
    std::vector<const Kernel*> chosen;
    for (const InstructionSet set : available_instruction_sets()) {
        if (set > options.highest) continue;
        const KernelList list = kernels_of(set);
        for (int i = 0; i < list.count; ++i) {
            const Kernel* kernel = list.kernels + i;
            if (kernel->width > 1 && kernel->width > options.widest) continue;
            const auto same = std::find_if(chosen.begin(), chosen.end(),
                                           [&](const Kernel* other) { return other->clips == kernel->clips; });
            if (same == chosen.end())
                chosen.push_back(kernel);
            else
                *same = kernel;  // sets come slowest first
        }
    }
    std::sort(chosen.begin(), chosen.end(), [](const Kernel* l, const Kernel* r) { return l->clips < r->clips; });
    return chosen;
}

/// The kernel for the next block when `left` clips are to be placed: the narrowest that takes all of them, or the
/// widest. Vectors of which half the lanes would idle cost more than the same clips one by one, and so do (measured)
/// vectors of a quarter of the width that a clip alone can use.
const Kernel& choose_kernel(const std::vector<const Kernel*>& kernels, int left) {
    const Kernel* chosen = kernels.front();  // one clip alone
    for (const Kernel* kernel : kernels) {
        if (2 * left <= kernel->clips || 2 * kernel->clips < kernels.front()->width) continue;
        chosen = kernel;
        if (kernel->clips >= left) break;
    }
    return *chosen;
}

}  // namespace

std::span<const InstructionSet> available_instruction_sets() {
    static const std::vector<InstructionSet> sets = [] {
        std::vector<InstructionSet> found;
        for (const InstructionSet set :
             {InstructionSet::scalar, InstructionSet::sse2, InstructionSet::avx2, InstructionSet::avx512})
            if (machine_has(set)) found.push_back(set);
        return found;
    }();
    return sets;
}

BatchSolver::BatchSolver(const Scene::Data& data, int lanes, SolverOptions options)
    : data_(data), lanes_(lanes), substeps_(data.spec.settings.substeps), tuning_(data) {
    assert(lanes >= 1);
    const std::vector<const Kernel*> kernels = choose_kernels(options);
    for (int placed = 0; placed < lanes;) {
        const int left = lanes - placed;
        const Kernel& kernel = choose_kernel(kernels, left);
        const int taken = std::min(left, kernel.clips);
        for (int place = 0; place < taken; ++place) {
            block_of_lane_.push_back(static_cast<int>(blocks_.size()));
            place_of_lane_.push_back(place);
        }
        blocks_.push_back(std::make_unique<Block>(data_, tuning_, kernel, taken));
        placed += taken;
    }
}

std::pair<Block*, int> BatchSolver::find(int lane) {
    assert(lane >= 0 && lane < lanes_);
    const auto i = static_cast<std::size_t>(lane);
    return {blocks_[static_cast<std::size_t>(block_of_lane_[i])].get(), place_of_lane_[i]};
}

void BatchSolver::step(float dt) {
    // A jolt of the rig within a microsecond would leave with enormous speed. Pins follow at once, though.
    if (dt > 0.0f) owed_ = std::min(owed_ + dt, kLongestStep);  // false for NaN
    if (owed_ < kShortestStep) {
        for (const auto& block : blocks_) block->place_pins(tuning_);
        return;
    }
    const float time = owed_;
    owed_ = 0.0f;
    // The tolerance keeps a dt of exactly 1/20 (or its multiples) from being cut once more by rounding.
    const int frames = std::max(1, static_cast<int>(std::ceil(time / kLongestFrame - 1e-4f)));
    KernelFrame frame{};
    frame.substeps = substeps_;
    frame.h = time / static_cast<float>(frames * substeps_);
    frame.inverse_h = 1.0f / frame.h;
    tuning_.set(frame.h, damping_floor_);
    for (const auto& block : blocks_)
        for (int remaining = frames; remaining > 0; --remaining) block->step(tuning_, frame, remaining);
}

std::vector<int> BatchSolver::widths() const {
    std::vector<int> widths;
    for (const auto& block : blocks_) widths.push_back(block->lanes_in_use());
    return widths;
}

BatchSolver::Saved BatchSolver::save() const {
    Saved saved;
    saved.scene = &data_;
    saved.lanes = lanes_;
    saved.widths = widths();
    for (const auto& block : blocks_) saved.blocks.push_back(block->save());
    saved.damping_floor = damping_floor_;
    saved.owed = owed_;
    return saved;
}

bool BatchSolver::restore(const Saved& saved) {
    if (saved.scene != &data_ || saved.lanes != lanes_ || saved.widths != widths()) return false;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
        if (!blocks_[i]->can_restore(saved.blocks[i])) return false;
    for (std::size_t i = 0; i < blocks_.size(); ++i) blocks_[i]->restore(saved.blocks[i]);
    damping_floor_ = saved.damping_floor;
    owed_ = saved.owed;
    return true;
}

}  // namespace yure::sim
