/// How this project says that something went wrong with an input. Three kinds of failure, three tools:
/// a caller's mistake is an assert; bad input is a `Result` that says where and what; the outcome of a long computation
/// is a summary of its own. Nothing in engine or baker throws on input.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace yure {

/// One thing that is wrong, in words for the person who has to mend it.
struct Error {
    std::string where;  ///< what it is about: "mesh.tri_begin[3]", "/FileReferences/Moc", "--pins"; may be empty
    std::string what;   ///< the fault and, where there is one, the way out: "is 40, but the mesh has 31 vertices"

    std::string text() const { return where.empty() ? what : where + ": " + what; }
};

/// A value, or the reason why there is none. Reading the wrong side is a caller's mistake (assert).
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : side_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : side_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return side_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { return assert(ok()), *std::get_if<0>(&side_); }
    const T& value() const& { return assert(ok()), *std::get_if<0>(&side_); }
    T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&side_)); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }

    const Error& error() const { return assert(!ok()), *std::get_if<1>(&side_); }

  private:
    std::variant<T, Error> side_;
};

/// Success, or the reason for failure.
class [[nodiscard]] Status {
  public:
    Status() = default;
    Status(Error error) : failed_(true), error_(std::move(error)) {}

    bool ok() const { return !failed_; }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return assert(failed_), error_; }

  private:
    bool failed_ = false;
    Error error_;
};

/// Something worth telling that stopped nothing: a role that could not apply, a file that is absent, a clamp.
struct Notice {
    std::string where;
    std::string what;

    bool operator==(const Notice&) const = default;
};
using Notices = std::vector<Notice>;

}  // namespace yure
