// The inner tile of the products in gram.cpp, included once per instruction set (YURE_GRAM_TARGET). Lanes lie across columns
// of B and every sum runs over rows in order, so all instruction sets give the same bits.

struct alignas(32) Wide {
    typedef float Lanes __attribute__((vector_size(32)));
    Lanes lanes;
};

YURE_GRAM_TARGET static void tile(const float* a, const float* b, int rows, float* out) {
    Wide::Lanes sum0[kTileRows] = {}, sum1[kTileRows] = {};
    for (int r = 0; r < rows; ++r) {
        Wide low, high;
        __builtin_memcpy(&low, b, sizeof low);
        __builtin_memcpy(&high, b + 8, sizeof high);
        for (int i = 0; i < kTileRows; ++i) {
            sum0[i] += low.lanes * a[i];
            sum1[i] += high.lanes * a[i];
        }
        a += kTileRows;
        b += kTileColumns;
    }
    for (int i = 0; i < kTileRows; ++i) {
        __builtin_memcpy(out + i * kTileColumns, &sum0[i], sizeof(Wide));
        __builtin_memcpy(out + i * kTileColumns + 8, &sum1[i], sizeof(Wide));
    }
}
