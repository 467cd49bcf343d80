#include "shell/manual_page.hpp"

namespace yure::cli {
namespace {

/// Text that the formatter must print as it stands.
std::string plain(std::string_view text) {
    std::string out;
    bool line_begins = true;
    for (const char c : text) {
        if (line_begins && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
        line_begins = c == '\n';
    }
    return out;
}

std::string value_words(const OptionEntry& option) {
    switch (option.value) {
        case ValueKind::none: return "";
        case ValueKind::number: return " \\fIN\\fR";
        case ValueKind::file: return " \\fITEXT\\fR";
        case ValueKind::choice: break;
    }
    std::string words;
    for (const std::string& choice : option.choices) words += (words.empty() ? "" : "|") + plain(choice);
    return " " + words;
}

void add_options(std::string& text, const std::vector<OptionEntry>& options) {
    for (const OptionEntry& option : options) {
        text += ".TP\n";
        if (!option.short_name.empty()) text += "\\fB" + plain(option.short_name) + "\\fR, ";
        text += "\\fB" + plain(option.long_name) + "\\fR" + value_words(option) + "\n" + plain(option.help) + "\n";
    }
}

std::string synopsis(const CommandPath& at) {
    std::string line = "\\fByure";
    for (const char c : at.path) line += c == '/' ? ' ' : c;
    line += "\\fR";
    for (const OptionEntry& positional : at.command->positionals) {
        const std::string name = "\\fI" + plain(positional.long_name) + "\\fR" + (positional.repeated ? "..." : "");
        line += positional.required ? " " + name : " [" + name + "]";
    }
    return line + (at.command->options.empty() ? "" : " [options]");
}

}  // namespace

std::string manual_page(const CommandEntry& tree, std::string_view version) {
    std::string text = ".\\\" Made by `yure manual`.\n.TH YURE 1 \"\" \"yure " + plain(version) + "\" \"User Commands\"\n"
        ".SH NAME\nyure \\- simulate a 2D puppet's hair and cloth and bake the sway into models that ordinary runtimes play\n"
        ".SH SYNOPSIS\n\\fByure\\fR \\fIVERB\\fR [options]\n"
        ".SH DESCRIPTION\n" + plain(tree.help) + "\n"
        "Models are opened and never changed: results are new files and folders, and nothing is overwritten unless \\fB\\-\\-force\\fR is given.\n"
        ".SH OPTIONS OF EVERY VERB\n";
    add_options(text, tree.options);
    text += ".SH VERBS\n";
    for (const CommandPath& at : command_paths(tree)) {
        if (at.path.empty() || !at.command->commands.empty()) continue;
        std::string name;
        for (const char c : at.path.substr(1)) name += c == '/' ? ' ' : c;
        text += ".SS " + plain(name) + "\n" + synopsis(at) + "\n.PP\n" + plain(at.command->help) + "\n";
        add_options(text, at.command->positionals);
        std::vector<OptionEntry> own;
        for (const OptionEntry& option : at.command->options)
            if (option.long_name != "--help") own.push_back(option);
        add_options(text, own);
    }
    text += ".SH EXIT STATUS\n";
    const std::pair<const char*, const char*> codes[] = {
        {"0", "done"},
        {"1", "failed: a file that is not there, a full disk, an output that exists already"},
        {"2", "the command line is wrong"},
        {"3", "an input was read and is not sound"},
        {"4", "done, but the gate is not met"},
        {"130", "interrupted; nothing was written"}};
    for (const auto& [code, words] : codes) text += ".TP\n\\fB" + std::string(code) + "\\fR\n" + words + "\n";
    return text + ".SH SEE ALSO\n\\fByure\\-editor\\fR(1)\n";
}

}  // namespace yure::cli
