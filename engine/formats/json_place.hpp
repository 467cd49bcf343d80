/// Reading typed values out of a JsonTree: each place knows its JSON pointer; the first fault wins and everything after
/// it reads as nothing, so that a reader looks straight-forward and checks once at its end. Private to formats.
#pragma once

#include "json_tree.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace yure::formats {

/// What one reading collects.
class Reading {
  public:
    Reading(NumberReading numbers, Findings* findings) : numbers_(numbers), findings_(findings) {}

    void fail(std::string pointer, std::string what) {
        if (!error_) error_ = Error{std::move(pointer), std::move(what)};
    }
    /// At most 64 are kept: a hostile file could hold millions.
    void tell(Finding::Level level, std::string pointer, std::string what, std::string advice = {}) {
        if (findings_ != nullptr && told_++ < 64)
            findings_->push_back({level, std::move(pointer), std::move(what), std::move(advice)});
    }
    NumberReading numbers() const { return numbers_; }
    const std::optional<Error>& error() const { return error_; }

  private:
    NumberReading numbers_;
    Findings* findings_;
    std::size_t told_ = 0;
    std::optional<Error> error_;
};

/// A place in the document; it may be absent. A wrong type there fails the reading; an absent or null value reads as
/// the default given.
class Place {
  public:
    Place(const JsonTree& root, Reading& reading) : node_(&root), reading_(&reading) {}

    bool present() const { return node_ != nullptr; }
    const JsonTree* node() const { return node_; }
    const std::string& pointer() const { return pointer_; }

    Place operator[](std::string_view key) const;  ///< of an object
    std::size_t size() const;                      ///< of an array; 0 when absent
    std::size_t member_count() const;              ///< of an object; 0 when absent
    const std::string& member_name(std::size_t index) const;
    Place operator[](std::size_t index) const;  ///< element or member; index < size() or member_count()

    std::string text(std::string_view otherwise = {}) const;
    std::string required_text() const;  ///< absent or empty: the reading fails
    float number(float otherwise = 0.0f) const;
    int whole(int otherwise = 0) const;
    bool flag(bool otherwise = false) const;
    /// A whole array of numbers.
    std::vector<float> numbers() const;

    void fail(std::string what) const { reading_->fail(pointer_, std::move(what)); }
    void tell(Finding::Level level, std::string what, std::string advice = {}) const {
        reading_->tell(level, pointer_, std::move(what), std::move(advice));
    }
    /// Tells an error when a count in the file is not what was counted.
    void expect_count(std::size_t counted) const;

  private:
    Place(const JsonTree* node, Reading* reading, std::string pointer)
        : node_(node), reading_(reading), pointer_(std::move(pointer)) {}
    const JsonTree* node_;
    Reading* reading_;
    std::string pointer_;
};

/// A member's name as it stands in a JSON pointer.
std::string json_pointer_part(std::string_view key);

/// The tree of `text`, ready to be read: parsed, an object at the top.
Result<JsonTree> parse_object(std::string_view text);

}  // namespace yure::formats
