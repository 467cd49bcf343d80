#include "json_tree.hpp"

#include <array>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;

void write_string(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            case '\b':
                out += "\\b";
                break;
            case '\f':
                out += "\\f";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    constexpr std::string_view kHex = "0123456789abcdef";
                    out += "\\u00";
                    out += kHex[static_cast<unsigned char>(c) >> 4];
                    out += kHex[static_cast<unsigned char>(c) & 15];
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

void write_value(std::string& out, const JsonTree& tree, std::size_t depth) {
    switch (tree.kind()) {
        case Kind::null:
            out += "null";
            return;
        case Kind::boolean:
            out += tree.boolean() ? "true" : "false";
            return;
        case Kind::string:
            write_string(out, tree.characters());
            return;
        case Kind::number:
            // The official reader stops at an exponent.
            if (tree.characters().find_first_of("eE") == std::string::npos)
                out += tree.characters();
            else
                out += plain_digits(tree.as_double().value_or(0.0));
            return;
        case Kind::array:
        case Kind::object:
            break;
    }
    const bool object = tree.is(Kind::object);
    out += object ? '{' : '[';
    for (std::size_t i = 0; i < tree.items().size(); ++i) {
        out += i == 0 ? "\n" : ",\n";
        out.append(depth + 1, '\t');
        if (object) {
            write_string(out, tree.key(i));
            out += ": ";
        }
        write_value(out, tree.items()[i], depth + 1);
    }
    if (!tree.items().empty()) {
        out += '\n';
        out.append(depth, '\t');
    }
    out += object ? '}' : ']';
}

}  // namespace

std::string write_json(const JsonTree& tree) {
    std::string out;
    write_value(out, tree, 0);
    out += '\n';
    return out;
}

Result<std::string> tidy_json(std::string_view text) {
    const auto tree = parse_json(text);
    if (!tree) return tree.error();
    return write_json(*tree);
}

Findings check_number_layout(std::string_view text, std::size_t limit) {
    Findings findings;
    if (!parse_json(text)) return findings;
    // The text is well-formed, so that outside of strings a digit or minus can only begin a number.
    int line = 1;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size() && findings.size() < limit; ++i) {
        const char c = text[i];
        if (c == '\n') ++line;
        if (in_string) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                in_string = false;
            continue;
        }
        if (c == '"') in_string = true;
        if (c != '-' && (c < '0' || c > '9')) continue;
        std::size_t end = text.find_first_not_of("0123456789+-.eE", i);
        if (end == std::string_view::npos) end = text.size();
        const std::string number(text.substr(i, end - i));
        const std::string where = "in line " + std::to_string(line) + " ";
        const std::string advice = "Write the file anew, one value a line.";
        if (number.find_first_of("eE") != std::string::npos)
            findings.push_back({Finding::Level::error, "",
                                where + number + " has an exponent, which the official reader refuses", advice});
        else if (end < text.size() && text[end] != ',' && text[end] != '\n' && text[end] != '\r')
            findings.push_back(
                {Finding::Level::error, "",
                 where + number + " is not followed by a comma or a line break, which the official reader refuses",
                 advice});
        i = end - 1;
    }
    return findings;
}

}  // namespace yure::formats
