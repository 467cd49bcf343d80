// The boundary between the solver (ordinary code) and the kernels (one copy per vector width and instruction set).
// Plain pointers and numbers only: a kernel's file is compiled for its instruction set, so nothing may be inlined into
// it that another file could share (an inline function of the standard library, compiled for AVX, might be the copy the
// linker keeps for everyone).
//
// Two kinds of kernel share the code of every constraint (lane_access.hpp):
// - clips in lanes: a vector holds one number of W clips, and constraints are taken one after the other;
// - one clip alone: a vector holds one number of W constraints of a pack, which share no particle.
//
// State: a value of W clips stands as W consecutive floats, a point as W x's and then W y's (W = 1 for one clip alone).
// State is 64-byte aligned; it and the columns of constants are padded to whole packs.
#pragma once

#include "yure/sim/solver.hpp"

namespace yure::sim {

/// Constraints (or particles) that the widest vector takes at once.
inline constexpr int kPack = 16;
constexpr int round_up_to_pack(int n) {
    return (n + kPack - 1) / kPack * kPack;
}

// Up to kPack constraints that share no particle, with everything that depends on the length h of a substep worked out.
// The state of constraint k of pack i has the index i kPack + k. Unused places name the spare particle and have no
// weight: projecting them changes nothing.
struct alignas(64) DistancePack {
    int a[kPack], b[kPack];
    float weight_a[kPack], weight_b[kPack];    // inverse masses
    float stretch[kPack], compression[kPack];  // 1/(weight_a + weight_b + compliance/h^2), longer and shorter than rest
    float rest_length[kPack];                  // px, at the default pose
    int count;
};
struct alignas(64) AreaPack {
    int a[kPack], b[kPack], c[kPack];
    float weight_a[kPack], weight_b[kPack], weight_c[kPack];
    float half_sign[kPack];   // +-1/2
    float compliance[kPack];  // /h^2, per px^2 of rest area; < 0: flip guard only
    int count;
};
struct alignas(64) BendPack {
    int p[kPack], q[kPack], r[kPack], s[kPack];
    float weight_p[kPack], weight_q[kPack], weight_r[kPack], weight_s[kPack];
    float first_qx[kPack], first_qy[kPack], first_rx[kPack], first_ry[kPack];
    float second_qx[kPack], second_qy[kPack], second_sx[kPack], second_sy[kPack];
    float compliance[kPack];  // /h^2
    int count;
};
struct alignas(64) WeldPack {
    int a[kPack], b[kPack];
    float share_a[kPack], share_b[kPack];  // of the gap that each side closes; sum 1
    int count;
};
struct TunedObstacle {
    float radius_a, radius_b;
    float keep;  // share of the sliding left after one substep of contact
};

// Columns are as long as their counts say, rounded up to whole packs. The spare particle stands behind the last one and
// behind it more of them up to a whole pack: they weigh nothing and nothing moves them.
struct KernelScene {
    int particles;
    const float* decay;         // per particle: what is left of the velocity after a substep
    const float* wind_share;    // per particle
    const float* fall_share;    // per particle: 1; 0 for the spare ones
    const float* inverse_mass;  // per particle; 0 = kinematic
    const DistancePack* distance;
    const AreaPack* area;
    const BendPack* bend;
    const WeldPack* weld;
    int distance_packs, area_packs, bend_packs, weld_packs;
    const int* pin_particle;  // kinematic ones first
    const float* pin_share;   // of the distance to the anchor covered per substep; 1 = kinematic
    int pins, kinematic_pins;
    const int* goal_particle;
    const float* goal_share;
    int goals;
    const int* limit_particle;  // from the roots outwards
    const int* limit_root;
    const int* limit_previous;       // next particle on the path to the root …
    const int* limit_previous_slot;  // … and its place in this list; behind its end where that is a root
    int limits;
    const TunedObstacle* obstacle;
    int obstacles;
    bool rest_follows_both;
    float slack_factor;  // 1 + slack
    float gravity_x, gravity_y;
};

// Everything that moves, of the W clips of one block. `from` and `to` are the two ends of the frame; the kernel moves
// linearly between them.
struct KernelBlock {
    // Where a particle is = base + position. The base is its goal, rounded so that differences of bases are exact; it
    // stays for a frame. A vertex some 300 px from the middle of the body could otherwise only be moved by steps of
    // 1/30,000 px, and what its springs move it by in a substep, near rest, is less: it would stick a pixel away.
    float* base;
    float* position;   // points, one per particle
    float* predicted;  // points; where free flight would have taken the particle in this substep, from its base
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
    float* path_from;  // per limit: length of the path to the root; and one more pack, 0, for the roots
    float* path_to;
    float* weld_from;  // points, one per weld: b - a
    float* weld_to;
    const float* fresh;  // per clip, 1 after a reset: the frame starts with the rest shape of its end
    float* trouble;      // per clip, out: 0 none, 1 a triangle is flipped, 2 not finite or lost
};

struct KernelFrame {
    int substeps;
    float h, inverse_h;
};

struct Kernel {
    InstructionSet set;
    int clips;  // side by side
    int width;  // numbers in a vector
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
