#include "gram.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace yure::baker::bank {
namespace {

constexpr int kTileRows = 4, kTileColumns = 16, kChunk = 256;

namespace baseline {
#define YURE_GRAM_TARGET
#include "gram_tile.inl"
#undef YURE_GRAM_TARGET
}  // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
#define YURE_GRAM_TARGET __attribute__((target("avx2")))
#include "gram_tile.inl"
#undef YURE_GRAM_TARGET
}  // namespace avx2
#endif

using Tile = void (*)(const float*, const float*, int, float*);

Tile choose_tile() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return avx2::tile;
#endif
    return baseline::tile;
}

/// Columns of a chunk in panels of `width`, rows weighted, missing columns zero.
void pack(Tall from, int first, int rows, int width, const float* weight, float* out) {
    for (int column = 0; column < from.columns; column += width) {
        const int used = std::min(width, from.columns - column);
        for (int r = 0; r < rows; ++r) {
            const float* row = from.data + static_cast<std::ptrdiff_t>(first + r) * from.stride + column;
            if (weight == nullptr) {
                for (int c = 0; c < used; ++c) out[c] = row[c];
            } else {
                const float w = weight[first + r];
                for (int c = 0; c < used; ++c) out[c] = row[c] * w;
            }
            for (int c = used; c < width; ++c) out[c] = 0.0f;
            out += width;
        }
    }
}

int panels(int columns, int width) {
    return (columns + width - 1) / width;
}

void multiply(Tall a, Tall b, const float* weight, double* out, int out_stride, bool symmetric) {
    static const Tile tile = choose_tile();
    const int a_panels = panels(a.columns, kTileRows), b_panels = panels(b.columns, kTileColumns);
    // Kept from call to call: these products are many and mostly small.
    static thread_local std::vector<float> packed_a, packed_b;
    const auto room = [](std::vector<float>& buffer, int count, int width) {
        const std::size_t size = static_cast<std::size_t>(count) * static_cast<std::size_t>(width) * kChunk;
        if (buffer.size() < size) buffer.resize(size);
    };
    room(packed_a, a_panels, kTileRows);
    room(packed_b, b_panels, kTileColumns);
    float sums[kTileRows * kTileColumns];
    for (int first = 0; first < a.rows; first += kChunk) {
        const int rows = std::min(kChunk, a.rows - first);
        pack(a, first, rows, kTileRows, nullptr, packed_a.data());
        pack(b, first, rows, kTileColumns, weight, packed_b.data());
        for (int q = 0; q < b_panels; ++q) {
            const int column = q * kTileColumns, width = std::min(kTileColumns, b.columns - column);
            // A symmetric result needs the tiles that touch or lie below the diagonal only.
            for (int p = symmetric ? column / kTileRows : 0; p < a_panels; ++p) {
                const int row = p * kTileRows, height = std::min(kTileRows, a.columns - row);
                tile(packed_a.data() + static_cast<std::ptrdiff_t>(p) * kTileRows * rows,
                     packed_b.data() + static_cast<std::ptrdiff_t>(q) * kTileColumns * rows, rows, sums);
                for (int i = 0; i < height; ++i) {
                    double* target = out + static_cast<std::ptrdiff_t>(row + i) * out_stride + column;
                    const int last = symmetric ? std::min(width, row + i - column + 1) : width;
                    for (int j = 0; j < last; ++j) target[j] += static_cast<double>(sums[i * kTileColumns + j]);
                }
            }
        }
    }
    if (!symmetric) return;
    for (int i = 0; i < a.columns; ++i)
        for (int j = i + 1; j < a.columns; ++j)
            out[static_cast<std::ptrdiff_t>(i) * out_stride + j] = out[static_cast<std::ptrdiff_t>(j) * out_stride + i];
}

}  // namespace

void add_product(Tall a, Tall b, const float* weight, double* out, int out_stride) {
    multiply(a, b, weight, out, out_stride, false);
}

void add_gram(Tall a, const float* weight, double* out, int out_stride) {
    multiply(a, a, weight, out, out_stride, true);
}

}  // namespace yure::baker::bank
