#include "json_place.hpp"

#include <cmath>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;
using Level = Finding::Level;

}  // namespace

std::string json_pointer_part(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

Place Place::operator[](std::string_view key) const {
    const JsonTree* child = nullptr;
    if (node_ != nullptr) {
        if (node_->is(Kind::object))
            child = node_->find(key);
        else
            fail("is no object");
    }
    if (child != nullptr && child->is(Kind::null)) child = nullptr;
    return {child, reading_, pointer_ + "/" + json_pointer_part(key)};
}

std::size_t Place::size() const {
    if (node_ == nullptr) return 0;
    if (node_->is(Kind::array)) return node_->items().size();
    fail("is no array");
    return 0;
}

std::size_t Place::member_count() const {
    if (node_ == nullptr) return 0;
    if (node_->is(Kind::object)) return node_->items().size();
    fail("is no object");
    return 0;
}

const std::string& Place::member_name(std::size_t index) const {
    return node_->key(index);
}

Place Place::operator[](std::size_t index) const {
    const std::string part = node_->is(Kind::object) ? json_pointer_part(node_->key(index)) : std::to_string(index);
    return {&node_->items()[index], reading_, pointer_ + "/" + part};
}

std::string Place::text(std::string_view otherwise) const {
    if (node_ == nullptr) return std::string(otherwise);
    if (node_->is(Kind::string)) return node_->characters();
    fail("is no text");
    return std::string(otherwise);
}

std::string Place::required_text() const {
    std::string value = text();
    if (value.empty()) fail(present() ? "is empty" : "is missing");
    return value;
}

float Place::number(float otherwise) const {
    if (node_ == nullptr) return otherwise;
    if (!node_->is(Kind::number)) {
        fail("is no number");
        return otherwise;
    }
    const auto value = node_->as_float(reading_->numbers());
    if (!value) fail("is larger than any number of single precision");
    return value.value_or(otherwise);
}

int Place::whole(int otherwise) const {
    if (node_ == nullptr) return otherwise;
    const float value = number(static_cast<float>(otherwise));
    if (!(std::abs(value) < 2.0e9f)) {
        fail("is too large");
        return otherwise;
    }
    const int result = static_cast<int>(value);
    if (static_cast<float>(result) != value)
        tell(Level::warning, "is no whole number and reads as " + std::to_string(result));
    return result;
}

bool Place::flag(bool otherwise) const {
    if (node_ == nullptr) return otherwise;
    if (node_->is(Kind::boolean)) return node_->boolean();
    if (node_->is(Kind::number)) {
        tell(Level::warning, "is a number where true or false belongs; players read false", "Write true or false.");
        return false;
    }
    fail("is neither true nor false");
    return otherwise;
}

std::vector<float> Place::numbers() const {
    std::vector<float> values;
    const std::size_t count = size();
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = node_->items()[i].as_float(reading_->numbers());
        if (!value) {
            (*this)[i].fail("is no number of single precision");
            return {};
        }
        values.push_back(*value);
    }
    return values;
}

void Place::expect_count(std::size_t counted) const {
    if (!present()) {
        tell(Level::error, "is missing; it should be " + std::to_string(counted), "Write the file anew.");
    } else if (!node_->is(Kind::number) || node_->as_double() != static_cast<double>(counted)) {
        tell(Level::error,
             "is " + (node_->is(Kind::number) ? node_->characters() : std::string("no number")) + ", but there are " +
                 std::to_string(counted),
             "Write the file anew.");
    }
}

Result<JsonTree> parse_object(std::string_view text) {
    auto tree = parse_json(text);
    if (tree && !tree->is(Kind::object)) return Error{"", "is no JSON object"};
    return tree;
}

}  // namespace yure::formats
