/// Products of tall matrices with themselves and each other: out += A^T diag(w) B, the bulk of every fit here. Float
/// products summed over 256 rows at a time, those sums in double. The same bits with and without AVX2.
#pragma once

namespace yure::baker::bank {

/// A tall row-major table of floats: `rows` x `columns`, `stride` floats from row to row.
struct Tall {
    const float* data = nullptr;
    int rows = 0, columns = 0, stride = 0;
};

template <class Matrix>
Tall tall(const Matrix& row_major) {
    return {row_major.data(), static_cast<int>(row_major.rows()), static_cast<int>(row_major.cols()),
            static_cast<int>(row_major.outerStride())};
}

/// out (a.columns x b.columns, row-major, `out_stride` doubles a row) += A^T diag(weight) B. `weight` may be null (all
/// 1).
void add_product(Tall a, Tall b, const float* weight, double* out, int out_stride);

/// The same with B = A: fills the whole symmetric result.
void add_gram(Tall a, const float* weight, double* out, int out_stride);

}  // namespace yure::baker::bank
