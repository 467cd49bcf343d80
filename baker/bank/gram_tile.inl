// The inner tile of the products in gram.cpp, included once per instruction set (YURE_GRAM_TARGET). Lanes lie across
// columns of B and every sum runs over rows in order, so all instruction sets give the same bits. Written out by hand:
// with arrays of sums, or loads by memcpy, compilers go through the stack on every row.

typedef float Lanes __attribute__((vector_size(32)));
typedef float LooseLanes __attribute__((vector_size(32), aligned(4), may_alias));

YURE_GRAM_TARGET static void tile(const float* a, const float* b, int rows, float* out) {
    Lanes p0 = {}, p1 = {}, p2 = {}, p3 = {}, q0 = {}, q1 = {}, q2 = {}, q3 = {};
    for (int r = 0; r < rows; ++r, a += kTileRows, b += kTileColumns) {
        const Lanes low = *reinterpret_cast<const LooseLanes*>(b), high = *reinterpret_cast<const LooseLanes*>(b + 8);
        p0 += low * a[0];
        q0 += high * a[0];
        p1 += low * a[1];
        q1 += high * a[1];
        p2 += low * a[2];
        q2 += high * a[2];
        p3 += low * a[3];
        q3 += high * a[3];
    }
    LooseLanes* to = reinterpret_cast<LooseLanes*>(out);
    to[0] = p0;
    to[1] = q0;
    to[2] = p1;
    to[3] = q1;
    to[4] = p2;
    to[5] = q2;
    to[6] = p3;
    to[7] = q3;
}
