#include "json_double.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;

/// `count` numbers by index or by name; those left out stay as they are.
void numbers_at(const Place& place, std::string_view names, double* values) {
    if (!place.present()) return;
    if (place.node()->is(Kind::object)) {
        for (std::size_t i = 0; i < names.size(); ++i) values[i] = double_at(place[names.substr(i, 1)], values[i]);
        return;
    }
    const std::size_t count = place.size();
    if (count > names.size() || count + 1 < names.size() || (count < names.size() && names.size() != 3))
        place.fail("has " + std::to_string(count) + " numbers where " + std::to_string(names.size()) + " belong");
    for (std::size_t i = 0; i < count && i < names.size(); ++i) values[i] = double_at(place[i], 0.0);
    if (count < names.size()) values[names.size() - 1] = 0.0;
}

void set_numbers(JsonTree& place, std::string_view names, const double* values) {
    if (place.is(Kind::object)) {
        for (std::size_t i = 0; i < names.size(); ++i) set_double(place.member(names.substr(i, 1)), values[i]);
        return;
    }
    place.make(Kind::array);
    place.items().resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) set_double(place.items()[i], values[i]);
}

}  // namespace

double double_at(const Place& place, double otherwise) {
    if (!place.present()) return otherwise;
    const auto value = place.node()->as_double();
    if (!value) place.fail(place.node()->is(Kind::number) ? "is larger than any number" : "is no number");
    return value.value_or(otherwise);
}

chain::Vec3 vector_at(const Place& place, chain::Vec3 otherwise) {
    double values[3] = {otherwise.x, otherwise.y, otherwise.z};
    numbers_at(place, "xyz", values);
    return {values[0], values[1], values[2]};
}

chain::Quat quat_at(const Place& place, chain::Quat otherwise) {
    if (!place.present()) return otherwise;
    double values[4] = {otherwise.x, otherwise.y, otherwise.z, otherwise.w};
    numbers_at(place, "xyzw", values);
    const chain::Quat q{values[0], values[1], values[2], values[3]};
    const double square = chain::dot(q, q);
    if (!(square > 1e-12) || !std::isfinite(square)) {
        place.fail("is no rotation");
        return otherwise;
    }
    // What is of unit length already stays as it is written.
    return std::abs(square - 1.0) < 1e-9 ? q : chain::normalized(q);
}

void set_double(JsonTree& place, double value) {
    if (place.as_double() == value) return;
    if (!std::isfinite(value)) return place.set_text(value > 0.0 ? "Infinity" : "-Infinity");
    std::array<char, 40> digits{};
    const auto plain = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    place.set_number_characters({digits.data(), plain});
}

void set_vector(JsonTree& place, chain::Vec3 value) {
    const double values[3] = {value.x, value.y, value.z};
    set_numbers(place, "xyz", values);
}

void set_quat(JsonTree& place, chain::Quat value) {
    const double values[4] = {value.x, value.y, value.z, value.w};
    set_numbers(place, "xyzw", values);
}

}  // namespace yure::formats
