#include "json_tree.hpp"

#include <nlohmann/json.hpp>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;

std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) out += c >= 32 && c < 127 ? c : '?';
    return out;
}

/// Builds the tree from the parser's events, so that a number's own characters are kept. The parser itself is not
/// recursive; the depth is limited here for everything that walks the tree later.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
  public:
    bool null() override { return place(JsonTree::of(Kind::null)); }
    bool boolean(bool value) override {
        JsonTree tree;
        tree.set_flag(value);
        return place(std::move(tree));
    }
    bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& characters) override { return number(characters); }
    bool string(string_t& value) override { return place(JsonTree::text(value)); }
    bool binary(binary_t&) override { return refuse("has binary data"); }
    bool start_object(std::size_t) override { return open(Kind::object); }
    bool start_array(std::size_t) override { return open(Kind::array); }
    bool key(string_t& value) override {
        keys_.back() = std::move(value);
        return true;
    }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        // "[json.exception.parse_error.101] parse error at line 2, column 5: …": the library's own label says nothing.
        std::string_view what = error.what();
        if (const auto label = what.find("] "); label != std::string_view::npos) what.remove_prefix(label + 2);
        return refuse("is no JSON: " + printable(what));
    }

    JsonTree root;
    std::string fault;

  private:
    bool refuse(std::string what) {
        if (fault.empty()) fault = std::move(what);
        return false;
    }
    bool number(std::string characters) {
        JsonTree tree;
        tree.set_number_characters(std::move(characters));
        return place(std::move(tree));
    }
    bool place(JsonTree value) {
        if (++nodes_ > kMaxJsonNodes) return refuse("has more values than any real file");
        if (open_.empty()) {
            root = std::move(value);
        } else if (open_.back().is(Kind::object)) {
            open_.back().append(std::move(keys_.back()), std::move(value));
        } else {
            open_.back().append(std::move(value));
        }
        return true;
    }
    bool open(Kind kind) {
        if (open_.size() >= kMaxJsonDepth) return refuse("is nested deeper than any real file");
        open_.push_back(JsonTree::of(kind));
        keys_.emplace_back();
        return true;
    }
    bool close() {
        JsonTree done = std::move(open_.back());
        open_.pop_back();
        keys_.pop_back();
        return place(std::move(done));
    }

    std::vector<JsonTree> open_;     // containers that have not ended
    std::vector<std::string> keys_;  // of each, the member that comes next
    std::size_t nodes_ = 0;
};

}  // namespace

Result<JsonTree> parse_json(std::string_view text) {
    if (text.size() > kMaxJsonBytes) return Error{"", "is larger than 64 MiB, which no file of a model is"};
    // The parser takes a zero byte for the end and would not look at what follows.
    if (text.find('\0') != std::string_view::npos) return Error{"", "is no JSON: it has a zero byte"};
    Builder builder;
    const bool good = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    if (!builder.fault.empty()) return Error{"", builder.fault};
    if (!good) return Error{"", "is no JSON"};
    return std::move(builder.root);
}

}  // namespace yure::formats
