/// Weighted sums over keyforms: every keyed quantity is one. Terms are added one after the other from 0, as the runtime
/// does, so the vector loops run across vertices, never across terms. Private to engine/rig.
#pragma once

#include "weights.hpp"

namespace yure::rig {

inline float mix_scalar(const Floats& table, int kf_begin, const Mix& mix) {
    float sum = 0.0f;
    const float* first = table.data() + kf_begin;
    for (int k = 0; k < mix.count; ++k) sum += mix.weight[k] * first[mix.row[k]];
    return sum;
}

/// value + (sum of the record's rows) * limit, record by record.
inline float add_blends(float value, const Floats& table, const Weights& weights, Range records) {
    for (int r = 0; r < records.count; ++r) {
        const BlendWeights& record = weights.record(records.begin + r);
        if (record.count == 0) continue;
        float sum = 0.0f;
        for (int k = 0; k < record.count; ++k) sum += record.weight[k] * table[static_cast<std::size_t>(record.row[k])];
        value += sum * record.limit;
    }
    return value;
}

/// Mixed keyform positions of `count` points, blend shapes added. `out` holds kLanePadding floats more.
void mix_positions(const Rig::Program& program, const Ints& pos_begin, int kf_begin, const Mix& mix,
                   const Weights& weights, Range records, int count, Vec2* out);

struct Colors {
    Color multiply{1.0f, 1.0f, 1.0f};
    Color screen;
};

/// Own colours of an object before its parents. `multiply` and `screen` are the keyforms' colour rows (version 5.0 on);
/// before that, keyform k uses row `color_begin` + k. Identity for files without colours.
Colors mix_colors(const Rig::Program& program, const Ints& multiply, const Ints& screen, int kf_begin, int color_begin,
                  const Mix& mix, const Weights& weights, const Blends& blends);

/// Multiply: product; screen: a + b - a b.
Colors under(const Colors& own, const Colors& parent);
Colors clamped(const Colors& colors);

}  // namespace yure::rig
