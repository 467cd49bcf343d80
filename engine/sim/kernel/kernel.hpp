// The boundary between the solver (ordinary code) and the kernels (one copy per vector width and instruction set).
// Plain pointers and numbers only: a kernel's file is compiled for its instruction set, so nothing may be inlined into
// it that another file could share (an inline function of the standard library, compiled for AVX, might be the copy the
// linker keeps for everyone).
//
// A value per lane stands as W consecutive floats, a point as W x's and then W y's. All arrays are 64-byte aligned.
#pragma once

#include "yure/sim/solver.hpp"

namespace yure::sim {

// Constraints with everything that depends on the length h of a substep worked out.
struct TunedDistance {
    int a, b;
    float weight_a, weight_b;    // inverse masses
    float stretch, compression;  // 1/(weight_a + weight_b + compliance/h^2), longer and shorter than at rest
};
struct TunedArea {
    int a, b, c;
    float weight_a, weight_b, weight_c;
    float half_sign;   // +-1/2
    float compliance;  // /h^2, per px^2 of rest area; < 0: flip guard only
};
struct TunedBend {
    int p, q, r, s;
    float weight_p, weight_q, weight_r, weight_s;
    float first_qx, first_qy, first_rx, first_ry;
    float second_qx, second_qy, second_sx, second_sy;
    float compliance;  // /h^2
};
struct TunedWeld {
    int a, b;
    float share_a, share_b;  // of the gap that each side closes; sum 1
};
struct TunedPin {
    int particle;
    float share;  // of the distance to the anchor covered per substep; 1 = kinematic
};
struct TunedGoal {
    int particle;
    float share;
};
struct TunedLimit {
    int particle, root, previous;  // previous: next one on the path to the root
};
struct TunedObstacle {
    float radius_a, radius_b;
    float keep;  // share of the sliding left after one substep of contact
};
struct TunedParticle {
    float decay;  // of the velocity per substep
    float wind;
    float inverse_mass;
};

struct KernelScene {
    const TunedParticle* particle;
    const TunedDistance* distance;
    const float* rest_length;  // px, at the default pose, per distance constraint
    const TunedArea* area;
    const TunedBend* bend;
    const TunedWeld* weld;
    const TunedPin* pin;
    const TunedGoal* goal;
    const TunedLimit* limit;
    const TunedObstacle* obstacle;
    int particles, distances, areas, bends, welds, pins, goals, limits, obstacles;
    bool rest_follows_both;
    float slack_factor;  // 1 + slack
    float gravity_x, gravity_y;
};

// Everything that moves, of the W clips of one block. `from` and `to` are the two ends of the frame; the kernel moves
// linearly between them.
struct KernelBlock {
    float* position;   // points, one per particle
    float* predicted;  // points; where free flight would have taken the particle in this substep
    float* velocity;
    float* goal_from;
    float* goal_to;
    float* anchor_from;  // points, one per pin
    float* anchor_to;
    float* target_from;  // points, one per goal: where shape retention pulls to
    float* target_to;
    float* obstacle_from;  // points, two per obstacle
    float* obstacle_to;
    float* wind;         // one point
    float* length_from;  // per distance constraint
    float* length_to;
    float* area_from;  // per area constraint, >= 0
    float* area_to;
    float* turn_from;  // points, one per bend constraint: cosine and sine of the rest angle, up to a factor
    float* turn_to;
    float* path_from;  // per particle: length of the path to the root
    float* path_to;
    float* weld_from;  // points, one per weld: b - a
    float* weld_to;
    const float* fresh;  // per lane, 1 after a reset: the frame starts with the rest shape of its end
    float* trouble;      // per lane, out: bit 0 (+1) a triangle is flipped, bit 1 (+2) not finite or lost
};

struct KernelFrame {
    int substeps;
    float h, inverse_h;
};

struct Kernel {
    InstructionSet set;
    int lanes;
    /// Rest shape of the frame's two ends, from the goals.
    void (*prepare)(const KernelScene&, const KernelBlock&);
    /// All substeps of the frame.
    void (*run)(const KernelScene&, const KernelBlock&, const KernelFrame&);
    /// Fills `trouble`.
    void (*inspect)(const KernelScene&, const KernelBlock&);
};

// One list per file that is compiled for an instruction set.
struct KernelList {
    const Kernel* kernels;
    int count;
};
KernelList scalar_kernels();
KernelList sse2_kernels();
KernelList avx2_kernels();
KernelList avx512_kernels();

}  // namespace yure::sim
