// The boundary between the solver (ordinary code) and the kernels (one copy per vector width and instruction set).
// Plain pointers and numbers only: a kernel's file is compiled for its instruction set, so nothing may be inlined into
// it that another file could share.
//
// A value per lane stands as W consecutive doubles, a vector as W x's, W y's, W z's, a matrix as its three columns. All
// arrays are 64-byte aligned.
#pragma once

#include "yure/chain/solver.hpp"

namespace yure::chain {

/// Particles of like trees: one shape for all lanes of a block.
struct KernelShape {
    int particles = 0;
    const int* parent = nullptr;
    const int* only_child = nullptr;         // its index, or -1 with none or several
    const unsigned char* limited = nullptr;  // an angle limit in any lane, per particle (of the bone before it)
    int colliders = 0;
    const unsigned char* collider_is_plane = nullptr;
    const unsigned char* collider_is_inside = nullptr;
    int freeze_axis = -1;  // column, or -1
    int collision_iterations = 1;
    const unsigned char* is_end = nullptr;  // virtual ends: their places follow from their bones
    bool additive = false;                  // any additive elasticity
    bool limits_follow_parent = false;
    bool any_limit = false;
};

/// Everything of the W trees of one block.
struct KernelBlock {
    // Per particle.
    double* position;  // vectors
    double* previous;
    double* linear;   // matrices: animated
    double* place;    // vectors: animated
    double* dynamic;  // matrices: as written at the end of the last frame
    double* hit;      // 0 or 1
    const double* bind_length;
    const double* keep;  // of the last displacement, without and with friction
    const double* keep_hit;
    const double* elastic;  // factors, times the step already
    const double* additive;
    const double* slack;  // of the rest length that a particle may be away from its rest place; < 0: any
    const double* inert;
    const double* radius;
    const double* end_offset;  // vectors, only with virtual ends
    double* last_place;        // vectors, only with additive elasticity: positions at the end of the last frame
    // Per lane.
    const double* push;   // vector: gravity, force and wind of one loop
    const double* move;   // vector: the object's motion
    const double* loops;  // -1: nothing at all, 0: skip frame
    const double* scale;  // of radii
    const double* fixed;  // 1: bind lengths
    // Per collider.
    const double* collider_from;  // vectors
    const double* collider_to;
    const double* collider_radius_from;
    const double* collider_radius_to;
    const double* collider_share;
    // Scratch of one block, per particle.
    double* rest_length;
    double* turn;    // matrices: what the simulation has turned the bone by, before its own correction
    double* offset;  // vectors in the parent bone's space, only with additive elasticity or limits
    // Out, per lane.
    double* fastest;  // largest squared displacement of the last loop
    double* finite;   // 1, or 0 when a particle is no finite number

    const void* limits;  // what `limit` needs
    /// Brings one particle of all lanes that loop within its limit; ordinary code.
    void (*limit)(const KernelBlock&, int particle, int lanes, double loop);
    const int* parent;
};

struct Kernel {
    InstructionSet set;
    int lanes;
    /// One frame: at most `most_loops` loops, as each lane asks.
    void (*run)(const KernelShape&, const KernelBlock&, int most_loops);
};

// Null when the file was not compiled for its instruction set.
const Kernel* scalar_kernel();
const Kernel* sse2_kernel();
const Kernel* avx2_kernel();
const Kernel* avx512_kernel();

}  // namespace yure::chain
