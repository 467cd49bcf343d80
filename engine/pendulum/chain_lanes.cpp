// One body of code, inlined into a baseline function and one for AVX2. Neither fuses multiplications with additions, so
// both give the same bits.
#include "yure/pendulum/chain_lanes.hpp"

#include "lane_math.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace yure::pendulum {
namespace {

using namespace lanes;

constexpr float kRadiansPerDegree = std::numbers::pi_v<float> / 180.0f;
constexpr float kAirResistance = 5.0f;

/// Numbers of a segment that do not change from frame to frame.
struct Constants {
    float mobility_per_time, time, force, radius;
};

/// W lanes and where their chains are. One segment is the usual case and stays in registers.
template <int W, bool kSingle, bool kTilt>
struct Block {
    static constexpr int kMost = kSingle ? 1 : kMaxLaneSegments;
    F<W> x[kMost + 1], y[kMost + 1], vx[kMost], vy[kMost];
    F<W> tilt_before, down_x, down_y, turn_cos, turn_sin;

    YURE_LANES_INLINE void hang(const LaneChain& chain, int segments) {
        x[0] = y[0] = tilt_before = down_x = turn_sin = F<W>{};
        down_y = turn_cos = fill<W>(1.0f);
        for (int s = 0; s < segments; ++s) {
            x[s + 1] = vx[s] = vy[s] = F<W>{};
            y[s + 1] = y[s] + chain.segment[static_cast<std::size_t>(s)].radius;
        }
    }

    YURE_LANES_INLINE void tilt_root(F<W> tilt) {
        F<W> sine, cosine;
        sine_cosine<W>(tilt, sine, cosine);
        x[0] = x[0] * cosine;
        y[0] = x[0] * -sine;
        down_x = sine;
        down_y = cosine;
        // The turn of "down" since the last step, the short way round. Down is (sin, cos): it turns against the tilt.
        constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
        F<W> turn = tilt_before - tilt;
        const F<W> turns = turn * (1.0f / kTurn);
        const I<W> rounds = __builtin_convertvector(turns + turn_sign<W>(fill<W>(0.5f), turns), I<W>);
        turn = (turn - __builtin_convertvector(rounds, F<W>) * kTurn) / kAirResistance;
        sine_cosine<W>(turn, turn_sin, turn_cos);
        tilt_before = tilt;
    }

    YURE_LANES_INLINE void swing(const Constants& c, int s, float dead_zone) {
        const F<W> zero{};
        F<W> ex = x[s + 1] - x[s], ey = y[s + 1] - y[s];
        if constexpr (kTilt) {
            ex = turn_cos * ex - ey * turn_sin;
            ey = turn_sin * ex + ey * turn_cos;
        }
        // From the parent, so that the parent's own place cancels.
        const F<W> qx = (ex + vx[s] * c.time) + down_x * c.force;
        const F<W> qy = (ey + vy[s] * c.time) + down_y * c.force;
        const F<W> length = square_root<W>(qx * qx + qy * qy);
        const I<W> none = length == zero;
        const F<W> scale = c.radius / select<W>(none, fill<W>(1.0f), length);
        F<W> now_x = x[s] + select<W>(none, down_x * c.radius, qx * scale);
        const F<W> now_y = y[s] + select<W>(none, down_y * c.radius, qy * scale);
        now_x = select<W>(absolute<W>(now_x) < fill<W>(dead_zone), zero, now_x);
        if (c.time != 0.0f) {
            vx[s] = (now_x - x[s + 1]) * c.mobility_per_time;
            vy[s] = (now_y - y[s + 1]) * c.mobility_per_time;
        }
        x[s + 1] = now_x;
        y[s + 1] = now_y;
    }

    YURE_LANES_INLINE void read(int segments, float* out, std::size_t stride) const {
        F<W> above_x{}, above_y = fill<W>(1.0f);  // segment 1 is measured from the fixed vertical
        for (int s = 0; s < segments; ++s) {
            const F<W> sx = x[s + 1] - x[s], sy = y[s + 1] - y[s];
            store<W>(out + static_cast<std::size_t>(s) * stride,
                     arc_tangent<W>(above_x * sy - above_y * sx, above_x * sx + above_y * sy));
            above_x = sx;
            above_y = sy;
        }
    }
};

/// Lanes `lane` .. `lane + W - 1`, all frames.
template <int W, bool kSingle, bool kTilt>
YURE_LANES_INLINE void play_block(const LaneChain& chain, const LaneInputs& inputs, float* angles, int lane) {
    const int segments = kSingle ? 1 : chain.segments;
    Constants constants[kMaxLaneSegments];
    for (int s = 0; s < segments; ++s) {
        const LaneSegment& segment = chain.segment[static_cast<std::size_t>(s)];
        const float d = (segment.delay * chain.step) * 30.0f;
        constants[s] = {d != 0.0f ? segment.mobility / d : 0.0f, d, segment.acceleration * d * d, segment.radius};
    }
    Block<W, kSingle, kTilt> block;
    block.hang(chain, segments);

    const auto stride = static_cast<std::size_t>(inputs.lanes);
    const auto first = static_cast<std::size_t>(lane);
    const int late = chain.output_delay ? 1 : 0;
    if (late == 1 && inputs.frames > 0)
        for (int s = 0; s < segments; ++s) store<W>(angles + static_cast<std::size_t>(s) * stride + first, F<W>{});
    for (int frame = 0; frame + late < inputs.frames; ++frame) {
        const std::size_t row = static_cast<std::size_t>(frame) * stride + first;
        block.x[0] = load<W>(inputs.root_x.data() + row);
        if constexpr (kTilt) block.tilt_root(load<W>(inputs.tilt.data() + row) * kRadiansPerDegree);
        for (int s = 0; s < segments; ++s) block.swing(constants[s], s, chain.dead_zone);
        block.read(segments, angles + static_cast<std::size_t>((frame + late) * segments) * stride + first, stride);
    }
}

template <int W>
YURE_LANES_INLINE int play_while_fits(const LaneChain& chain, const LaneInputs& inputs, float* angles, int lane) {
    for (; lane + W <= inputs.lanes; lane += W) {
        const bool tilt = !inputs.tilt.empty();
        if (chain.segments == 1)
            tilt ? play_block<W, true, true>(chain, inputs, angles, lane)
                 : play_block<W, true, false>(chain, inputs, angles, lane);
        else
            tilt ? play_block<W, false, true>(chain, inputs, angles, lane)
                 : play_block<W, false, false>(chain, inputs, angles, lane);
    }
    return lane;
}

// `width` lanes at once, then the next smaller width, down to single lanes. The baseline has registers of four.
void play_baseline(int width, const LaneChain& chain, const LaneInputs& inputs, float* angles) {
    int lane = 0;
    if (width >= 4) lane = play_while_fits<4>(chain, inputs, angles, lane);
    play_while_fits<1>(chain, inputs, angles, lane);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void play_avx2(int width, const LaneChain& chain, const LaneInputs& inputs, float* angles) {
    int lane = 0;
    if (width >= 8) lane = play_while_fits<8>(chain, inputs, angles, lane);
    if (width >= 4) lane = play_while_fits<4>(chain, inputs, angles, lane);
    play_while_fits<1>(chain, inputs, angles, lane);
}
bool has_avx2() {
    return __builtin_cpu_supports("avx2") != 0;
}
#endif

}  // namespace

void play_lanes_with(int width, bool baseline, const LaneChain& chain, const LaneInputs& inputs,
                     std::span<float> angles) {
    assert(chain.segments >= 1 && chain.segments <= kMaxLaneSegments);
    [[maybe_unused]] const auto cells =
        static_cast<std::size_t>(inputs.frames) * static_cast<std::size_t>(inputs.lanes);
    assert(inputs.root_x.size() == cells && (inputs.tilt.empty() || inputs.tilt.size() == cells));
    assert(angles.size() == cells * static_cast<std::size_t>(chain.segments));
#if defined(__x86_64__)
    if (!baseline && has_avx2()) return play_avx2(width, chain, inputs, angles.data());
#endif
    play_baseline(width, chain, inputs, angles.data());
}

void play_lanes(const LaneChain& chain, const LaneInputs& inputs, std::span<float> angles) {
    play_lanes_with(8, false, chain, inputs, angles);
}

Result<LaneChain> lane_chain(const Group& group, float fps) {
    const std::size_t vertices = group.vertices.size();
    if (vertices < 2) return Error{group.id, "has no segment"};
    if (vertices > static_cast<std::size_t>(kMaxLaneSegments) + 1)
        return Error{group.id, "has " + std::to_string(vertices - 1) + " segments; lanes play at most 4"};
    if (!(fps > 0.0f)) return Error{group.id, "needs a rate of steps above 0"};
    LaneChain chain;
    chain.segments = static_cast<int>(vertices) - 1;
    for (std::size_t v = 1; v < vertices; ++v) {
        const Vertex& vertex = group.vertices[v];
        chain.segment[v - 1] = {vertex.mobility, vertex.delay, vertex.acceleration, vertex.radius};
    }
    chain.dead_zone = 0.001f * group.position.maximum;
    chain.step = 1.0f / fps;
    return chain;
}

}  // namespace yure::pendulum
