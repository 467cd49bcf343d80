// Vectors and matrices of lanes. IEEE operations only (add, subtract, multiply, divide, square root, compare), so all
// vector types compute the same bits.
#pragma once

namespace yure::chain {

template <class V>
struct Vector {
    V x, y, z;
};
template <class V>
struct Matrix {
    Vector<V> x, y, z;  // columns
};

template <class V>
inline V load_value(const double* base, int index) {
    return V::load(base + static_cast<long>(index) * V::kLanes);
}
template <class V>
inline void store_value(double* base, int index, V value) {
    value.store(base + static_cast<long>(index) * V::kLanes);
}
template <class V>
inline Vector<V> load_vector(const double* base, int index) {
    const double* at = base + static_cast<long>(index) * (3 * V::kLanes);
    return {V::load(at), V::load(at + V::kLanes), V::load(at + 2 * V::kLanes)};
}
template <class V>
inline void store_vector(double* base, int index, const Vector<V>& value) {
    double* at = base + static_cast<long>(index) * (3 * V::kLanes);
    value.x.store(at);
    value.y.store(at + V::kLanes);
    value.z.store(at + 2 * V::kLanes);
}
template <class V>
inline Matrix<V> load_matrix(const double* base, int index) {
    return {load_vector<V>(base, 3 * index), load_vector<V>(base, 3 * index + 1), load_vector<V>(base, 3 * index + 2)};
}
template <class V>
inline void store_matrix(double* base, int index, const Matrix<V>& value) {
    store_vector(base, 3 * index, value.x);
    store_vector(base, 3 * index + 1, value.y);
    store_vector(base, 3 * index + 2, value.z);
}

template <class V>
inline Vector<V> operator+(const Vector<V>& a, const Vector<V>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class V>
inline Vector<V> operator-(const Vector<V>& a, const Vector<V>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class V>
inline Vector<V> operator*(const Vector<V>& a, V s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class V>
inline V dot(const Vector<V>& a, const Vector<V>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class V>
inline Vector<V> cross(const Vector<V>& a, const Vector<V>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class V>
inline V size(const Vector<V>& a) {
    return square_root(dot(a, a));
}
template <class V>
inline Vector<V> select(typename V::Mask mask, const Vector<V>& yes, const Vector<V>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
template <class V>
inline Vector<V> operator*(const Matrix<V>& m, const Vector<V>& v) {
    return m.x * v.x + m.y * v.y + m.z * v.z;
}
template <class V>
inline Matrix<V> operator*(const Matrix<V>& a, const Matrix<V>& b) {
    return {a * b.x, a * b.y, a * b.z};
}
template <class V>
inline Matrix<V> select(typename V::Mask mask, const Matrix<V>& yes, const Matrix<V>& no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
template <class V>
inline Vector<V> all_of(double x, double y, double z) {
    return {V::all(x), V::all(y), V::all(z)};
}
template <class V>
inline Matrix<V> identity() {
    return {all_of<V>(1.0, 0.0, 0.0), all_of<V>(0.0, 1.0, 0.0), all_of<V>(0.0, 0.0, 1.0)};
}
/// m^-1 v; zero when m has no inverse.
template <class V>
inline Vector<V> solve(const Matrix<V>& m, const Vector<V>& v) {
    const V zero = V::all(0.0), one = V::all(1.0);
    const Vector<V> a = cross(m.y, m.z);
    const V d = dot(m.x, a), square = d * d;
    const V inverse = select(zero < square, one / select(zero < square, d, one), zero);
    return Vector<V>{dot(a, v), dot(cross(m.z, m.x), v), dot(cross(m.x, m.y), v)} * inverse;
}
/// Unit vector, or `otherwise` below the length that still has a direction.
template <class V>
inline Vector<V> unit_or(const Vector<V>& a, const Vector<V>& otherwise) {
    const V length = size(a), least = V::all(1e-12);
    const typename V::Mask none = length < least;
    return select(none, otherwise, a * (V::all(1.0) / max(length, least)));
}
template <class V>
inline Vector<V> unit(const Vector<V>& a) {
    return unit_or(a, all_of<V>(0.0, 0.0, 0.0));
}

/// Half turn about `wish` made normal to the unit vector `from`; where that has no direction about world y, then x.
template <class V>
inline Matrix<V> half_turn(const Vector<V>& from, const Vector<V>& wish) {
    const V least = V::all(1e-9);
    const auto normal = [&](const Vector<V>& w) { return w - from * dot(w, from); };
    const Vector<V> first = normal(unit(wish)), second = normal(all_of<V>(0.0, 1.0, 0.0));
    const Vector<V> third = normal(all_of<V>(1.0, 0.0, 0.0));
    const Vector<V> axis = unit(select(size(first) < least, select(size(second) < least, third, second), first));
    const Vector<V> twice = axis + axis;
    const Matrix<V> one = identity<V>();
    return {twice * axis.x - one.x, twice * axis.y - one.y, twice * axis.z - one.z};
}

/// The shortest turn from direction a to direction b; the identity where one has no length.
template <class V>
inline Matrix<V> shortest_turn(const Vector<V>& a, const Vector<V>& b, const Vector<V>& half_turn_axis) {
    const V one = V::all(1.0), least = V::all(1e-12);
    const V size_a = size(a), size_b = size(b);
    const typename V::Mask none = min(size_a, size_b) < least;
    const Vector<V> from = a * (one / max(size_a, least)), to = b * (one / max(size_b, least));
    const Vector<V> v = cross(from, to);
    const V c = dot(from, to), above = one + c;
    const typename V::Mask opposite = above < least;
    const V k = one / max(above, least);
    const Vector<V> w = v * k;
    Matrix<V> turn{{c + v.x * w.x, v.x * w.y + v.z, v.x * w.z - v.y},
                   {v.y * w.x - v.z, c + v.y * w.y, v.y * w.z + v.x},
                   {v.z * w.x + v.y, v.z * w.y - v.x, c + v.z * w.z}};
    if (any(opposite)) turn = select(opposite, half_turn(from, half_turn_axis), turn);
    return any(none) ? select(none, identity<V>(), turn) : turn;
}

}  // namespace yure::chain
