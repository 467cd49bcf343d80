#include "block.hpp"

#include "yure/chain/limit.hpp"

namespace yure::chain {
namespace {

class LaneView {
  public:
    LaneView(int lanes, int lane) : lanes_(lanes), lane_(lane) {}
    Vec3 vector(const double* base, int index) const {
        const double* at = base + static_cast<long>(index) * 3 * lanes_ + lane_;
        return {at[0], at[lanes_], at[2 * lanes_]};
    }
    void set_vector(double* base, int index, Vec3 value) const {
        double* at = base + static_cast<long>(index) * 3 * lanes_ + lane_;
        at[0] = value.x;
        at[lanes_] = value.y;
        at[2 * lanes_] = value.z;
    }
    Mat3 matrix(const double* base, int index) const {
        return {vector(base, 3 * index), vector(base, 3 * index + 1), vector(base, 3 * index + 2)};
    }

  private:
    int lanes_, lane_;
};

}  // namespace

void apply_limit(const KernelBlock& block, int particle, int lanes, double loop) {
    const int parent = block.parent[particle];
    const auto* limits = static_cast<const LimitLane*>(block.limits) + static_cast<long>(particle) * lanes;
    for (int lane = 0; lane < lanes; ++lane) {
        const LimitLane& limit = limits[lane];
        if (!limit.active || !(loop < block.loops[lane])) continue;
        const LaneView view(lanes, lane);
        const Vec3 from = view.vector(block.position, parent);
        const Vec3 away = view.vector(block.position, particle) - from;
        const double size = length(away);
        if (!(size >= kNoLength)) continue;
        Mat3 base = view.matrix(block.linear, parent);
        if (limit.follows_parent) base = view.matrix(block.turn, parent) * base;
        const Mat3 pivot = pivot_frame(base, view.vector(block.offset, particle), limit.rotation);
        const Vec3 d = clamp_direction(transpose(pivot) * (away * (1.0 / size)), limit.swing1, limit.swing2);
        view.set_vector(block.position, particle, from + pivot * d * size);
    }
}

}  // namespace yure::chain
