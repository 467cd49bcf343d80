#include "mix.hpp"

#include <algorithm>

namespace yure::rig {
namespace {

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}

/// out = (first ? 0 : out) + w[0]*p[0] + ... + w[kTerms-1]*p[kTerms-1], left to right.
template <int kTerms>
void add_terms(const float* const* rows, const float* weights, int floats, float* out, bool first) {
    F4 w[kTerms];
    for (int k = 0; k < kTerms; ++k) w[k] = all4(weights[k]);
    for (int i = 0; i < floats; i += 4) {
        F4 sum = first ? all4(0.0f) : load4(out + i);
        for (int k = 0; k < kTerms; ++k) sum += w[k] * load4(rows[k] + i);
        store4(out + i, sum);
    }
}

void add_record(const float* positions, const Ints& pos_begin, const BlendWeights& record, int floats, float* out) {
    const float* first = positions + pos_begin[at(record.row[0])];
    const F4 limit = all4(record.limit), w0 = all4(record.weight[0]);
    if (record.count == 1) {
        for (int i = 0; i < floats; i += 4)
            store4(out + i, load4(out + i) + (all4(0.0f) + w0 * load4(first + i)) * limit);
        return;
    }
    const float* second = positions + pos_begin[at(record.row[1])];
    const F4 w1 = all4(record.weight[1]);
    for (int i = 0; i < floats; i += 4) {
        const F4 sum = (all4(0.0f) + w0 * load4(first + i)) + w1 * load4(second + i);
        store4(out + i, load4(out + i) + sum * limit);
    }
}

Color color_at(const ColorTable& table, std::int32_t row) {
    return {table.r[at(row)], table.g[at(row)], table.b[at(row)]};
}
void add_color(Color& sum, float weight, Color color) {
    sum.r += weight * color.r;
    sum.g += weight * color.g;
    sum.b += weight * color.b;
}
Color clamped(Color c) {
    return {std::clamp(c.r, 0.0f, 1.0f), std::clamp(c.g, 0.0f, 1.0f), std::clamp(c.b, 0.0f, 1.0f)};
}

}  // namespace

void mix_positions(const Rig::Program& program, const Ints& pos_begin, int kf_begin, const Mix& mix,
                   const Weights& weights, Range records, int count, Vec2* out) {
    const float* positions = program.puppet.positions.data();
    float* to = &out->x;
    const int floats = 2 * count;
    for (int done = 0; done < mix.count;) {
        const int terms = std::min(mix.count - done, 4);
        const float* rows[4] = {};
        for (int k = 0; k < terms; ++k) rows[k] = positions + pos_begin[at(kf_begin + mix.row[done + k])];
        const float* w = mix.weight + done;
        switch (terms) {
            case 1:
                add_terms<1>(rows, w, floats, to, done == 0);
                break;
            case 2:
                add_terms<2>(rows, w, floats, to, done == 0);
                break;
            case 3:
                add_terms<3>(rows, w, floats, to, done == 0);
                break;
            default:
                add_terms<4>(rows, w, floats, to, done == 0);
                break;
        }
        done += terms;
    }
    for (int r = 0; r < records.count; ++r)
        if (const BlendWeights& record = weights.record(records.begin + r); record.count > 0)
            add_record(positions, pos_begin, record, floats, to);
}

Colors mix_colors(const Rig::Program& program, const Ints& multiply, const Ints& screen, int kf_begin, int color_begin,
                  const Mix& mix, const Weights& weights, const Blends& blends) {
    if (!program.has_colors()) return {};
    const ColorTable &mul = program.puppet.multiply_color, &scr = program.puppet.screen_color;
    const bool by_row = program.blends_scalars();
    Colors sum{{}, {}};
    for (int k = 0; k < mix.count; ++k) {
        const std::size_t row = at(kf_begin + mix.row[k]);
        add_color(sum.multiply, mix.weight[k], color_at(mul, by_row ? multiply[row] : color_begin + mix.row[k]));
        add_color(sum.screen, mix.weight[k], color_at(scr, by_row ? screen[row] : color_begin + mix.row[k]));
    }
    if (!by_row) return sum;
    for (int r = 0; r < blends.records.count; ++r) {
        const BlendWeights& record = weights.record(blends.records.begin + r);
        if (record.count == 0) continue;
        Colors difference{{}, {}};
        for (int k = 0; k < record.count; ++k) {
            add_color(difference.multiply, record.weight[k], color_at(mul, multiply[at(record.row[k])]));
            add_color(difference.screen, record.weight[k], color_at(scr, screen[at(record.row[k])]));
        }
        add_color(sum.multiply, record.limit, difference.multiply);
        add_color(sum.screen, record.limit, difference.screen);
    }
    return blends.listed ? clamped(sum) : sum;
}

Colors under(const Colors& own, const Colors& parent) {
    const auto screen = [](float a, float b) { return (a + b) - a * b; };
    return {
        {own.multiply.r * parent.multiply.r, own.multiply.g * parent.multiply.g, own.multiply.b * parent.multiply.b},
        {screen(own.screen.r, parent.screen.r), screen(own.screen.g, parent.screen.g),
         screen(own.screen.b, parent.screen.b)}};
}

Colors clamped(const Colors& colors) {
    return {clamped(colors.multiply), clamped(colors.screen)};
}

}  // namespace yure::rig
