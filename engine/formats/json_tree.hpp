/// A JSON document that keeps its numbers as they were written, and the order of its members. Private to formats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/formats/source.hpp"

namespace yure::formats {

/// Nesting above this is refused; everything recursive over a tree relies on it.
inline constexpr int kMaxJsonDepth = 64;
/// Values in one document.
inline constexpr std::size_t kMaxJsonNodes = 6'000'000;

class JsonTree {
  public:
    enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

    JsonTree() = default;
    static JsonTree of(Kind kind);
    static JsonTree text(std::string_view value);

    Kind kind() const { return kind_; }
    bool is(Kind kind) const { return kind_ == kind; }
    bool boolean() const { return kind_ == Kind::boolean && boolean_; }
    /// A string's characters, or a number as it was written.
    const std::string& characters() const { return characters_; }

    /// Elements of an array, or values of an object.
    const std::vector<JsonTree>& items() const { return items_; }
    std::vector<JsonTree>& items() { return items_; }
    const std::string& key(std::size_t index) const { return keys_[index]; }
    /// The member, or null. Of two with one name the last counts, as in the runtime.
    const JsonTree* find(std::string_view key) const;
    JsonTree* find(std::string_view key);

    /// A number of single precision; nothing if this is no number or too large.
    std::optional<float> as_float(NumberReading reading) const;
    std::optional<double> as_double() const;

    // --- changing -----------------------------------------------------------------------------------------------
    /// The member, made if absent (null, at the end). Turns anything but an object into an empty object first.
    JsonTree& member(std::string_view key);
    void erase(std::string_view key);
    void append(std::string key, JsonTree value);  ///< object
    void append(JsonTree value);                   ///< array
    /// Turns it into `kind`, empty, unless it is that already.
    void make(Kind kind);
    void set_text(std::string_view value);
    void set_flag(bool value);
    void set_whole(std::int64_t value);
    /// Keeps the digits when they already read as this value. Non-finite values are written as 0.
    void set_float(float value, NumberReading reading);
    void set_number_characters(std::string characters);
    /// Like set_text, but removes the member when the value is empty.
    void set_or_erase(std::string_view key, std::string_view value);

  private:
    Kind kind_ = Kind::null;
    bool boolean_ = false;
    std::string characters_;
    std::vector<std::string> keys_;
    std::vector<JsonTree> items_;
};

/// UTF-8 with or without a byte-order mark. The error says line and column.
Result<JsonTree> parse_json(std::string_view text);

/// Layout as `tidy_json` says, ends with a line break.
std::string write_json(const JsonTree& tree);

/// The shortest plain decimals that read back to the same number.
std::string plain_digits(float value);
std::string plain_digits(double value);

/// The official reader's float32 accumulation over digits, sign and point.
float official_number(std::string_view characters);

}  // namespace yure::formats
