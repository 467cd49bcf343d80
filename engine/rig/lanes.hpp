/// Four floats at once, with the compiler's own vector types, so the same lines work on every processor. Every lane
/// does exactly the scalar operation: no fused multiply-add, no reciprocal estimates, no reordering. Private to
/// engine/rig.
#pragma once

#include <cstdint>
#include <cstring>

namespace yure::rig {

using F4 = float __attribute__((vector_size(16)));
using I4 = std::int32_t __attribute__((vector_size(16)));

inline F4 load4(const float* from) {
    F4 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
inline void store4(float* to, F4 value) {
    std::memcpy(to, &value, sizeof value);
}
inline F4 all4(float value) {
    return F4{value, value, value, value};
}

/// `mask` holds 0 or -1 per lane.
inline F4 pick4(I4 mask, F4 yes, F4 no) {
    I4 a, b;
    std::memcpy(&a, &yes, sizeof a);
    std::memcpy(&b, &no, sizeof b);
    const I4 mixed = (mask & a) | (~mask & b);
    F4 out;
    std::memcpy(&out, &mixed, sizeof out);
    return out;
}
inline F4 xor4(F4 value, I4 bits) {
    I4 raw;
    std::memcpy(&raw, &value, sizeof raw);
    raw ^= bits;
    F4 out;
    std::memcpy(&out, &raw, sizeof out);
    return out;
}
inline bool all_set(I4 mask) {
    std::int64_t halves[2];
    std::memcpy(halves, &mask, sizeof halves);
    return (halves[0] & halves[1]) == -1;
}

/// Vertex arrays are read and written in steps of four floats; buffers are this much longer than their content.
inline constexpr int kLanePadding = 8;

}  // namespace yure::rig
