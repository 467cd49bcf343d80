#include "shell/completions.hpp"

namespace yure::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::vector<std::string> names_of(const std::vector<OptionEntry>& options) {
    std::vector<std::string> names;
    for (const OptionEntry& option : options)
        for (const std::string& name : {option.long_name, option.short_name})
            if (!name.empty()) names.push_back(name);
    return names;
}

std::vector<std::string> names_of(const std::vector<CommandEntry>& commands) {
    std::vector<std::string> names;
    for (const CommandEntry& command : commands) names.push_back(command.name);
    return names;
}

/// Within single quotes of bash and zsh.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string fish_quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "'";
}

/// What ends or divides a help text within zsh's brackets, escaped.
std::string zsh_help(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string first_sentence(const std::string& help) {
    const std::size_t end = help.find(". ");
    return end == std::string::npos ? help : help.substr(0, end);
}

std::string all_paths(const std::vector<CommandPath>& paths, const char* separator) {
    std::string text;
    for (const CommandPath& at : paths)
        if (!at.path.empty()) text += (text.empty() ? "" : separator) + at.path;
    return text;
}

/// The words a command's positionals allow.
std::vector<std::string> positional_words(const CommandEntry& command) {
    std::vector<std::string> words = names_of(command.commands);
    for (const OptionEntry& positional : command.positionals)
        words.insert(words.end(), positional.choices.begin(), positional.choices.end());
    return words;
}

bool takes_files(const CommandEntry& command) {
    for (const OptionEntry& positional : command.positionals)
        if (positional.value == ValueKind::file) return true;
    return false;
}

}  // namespace

std::string bash_completions(const CommandEntry& tree) {
    const std::vector<CommandPath> paths = command_paths(tree);
    std::string text = "# bash completion of yure, made by `yure completions bash`.\n_yure() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path= word i\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        word=${COMP_WORDS[i]}\n"
        "        case $path/$word in\n        " + all_paths(paths, "|") + ") path=$path/$word ;;\n        esac\n"
        "    done\n"
        "    local options=" + quoted(joined(names_of(tree.options))) + " words= files=\n"
        "    case $path:$previous in\n";
    for (const CommandPath& at : paths)
        for (const OptionEntry& option : at.command->options) {
            if (option.value == ValueKind::none) continue;
            // The program's own options are understood behind every verb.
            const std::string pattern = (at.path.empty() ? "*" : at.path) + ":" + option.long_name;
            text += "    " + pattern + ") ";
            if (option.value == ValueKind::choice)
                text += "COMPREPLY=($(compgen -W " + quoted(joined(option.choices)) + " -- \"$current\")); return ;;\n";
            else if (option.value == ValueKind::number)
                text += "COMPREPLY=(); return ;;\n";
            else
                text += "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n";
        }
    text += "    esac\n    case $path in\n";
    for (const CommandPath& at : paths) {
        text += "    " + (at.path.empty() ? std::string("''") : at.path) + ") ";
        if (!at.path.empty()) text += "options+=" + quoted(" " + joined(names_of(at.command->options))) + "; ";
        text += "words=" + quoted(joined(positional_words(*at.command)));
        if (takes_files(*at.command)) text += "; files=1";
        text += " ;;\n";
    }
    return text + "    esac\n"
        "    if [[ $current == -* ]]; then\n"
        "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
        "    else\n"
        "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
        "        if [[ -n $files ]]; then\n"
        "            compopt -o filenames 2>/dev/null\n"
        "            COMPREPLY+=($(compgen -f -- \"$current\"))\n"
        "        fi\n"
        "    fi\n"
        "}\ncomplete -F _yure yure\n";
}

std::string zsh_completions(const CommandEntry& tree) {
    const std::vector<CommandPath> paths = command_paths(tree);
    const auto value_of = [](const OptionEntry& option) -> std::string {
        switch (option.value) {
            case ValueKind::none: return "";
            case ValueKind::choice: return ":value:(" + joined(option.choices) + ")";
            case ValueKind::number: return ":number: ";
            case ValueKind::file: return ":file:_files";
        }
        return "";
    };
    const auto option_line = [&](const OptionEntry& option) {
        std::string line;
        for (const std::string& name : {option.long_name, option.short_name})
            if (!name.empty())
                line += "        " + quoted("*" + name + "[" + zsh_help(first_sentence(option.help)) + "]" + value_of(option)) + "\n";
        return line;
    };
    std::string text = "#compdef yure\n# zsh completion of yure, made by `yure completions zsh`.\n_yure() {\n"
        "    local path= word position=0 i\n"
        "    for ((i = 2; i < CURRENT; i++)); do\n"
        "        word=${words[i]}\n"
        "        case $path/$word in\n        (" + all_paths(paths, "|") + ") path=$path/$word; position=$i ;;\n        esac\n"
        "    done\n"
        "    local -a options verbs\n    options=(\n";
    for (const OptionEntry& option : tree.options) text += option_line(option);
    text += "    )\n    case $path in\n";
    for (const CommandPath& at : paths) {
        text += "    (" + (at.path.empty() ? std::string("''") : at.path) + ")\n";
        if (!at.path.empty()) {
            text += "        options+=(\n";
            for (const OptionEntry& option : at.command->options) text += option_line(option);
            text += "        )\n";
        }
        if (!at.command->commands.empty()) {
            text += "        verbs=(\n";
            for (const CommandEntry& below : at.command->commands)
                text += "        " + quoted(zsh_help(below.name) + ":" + zsh_help(first_sentence(below.help))) + "\n";
            text += "        )\n        if [[ ${words[CURRENT]} != -* ]]; then _describe verb verbs; return; fi\n";
        }
        for (const OptionEntry& positional : at.command->positionals) {
            const std::string words = positional.value == ValueKind::choice ? ":(" + joined(positional.choices) + ")" : ":_files";
            text += "        options+=(" + quoted("*:" + zsh_help(positional.long_name) + words) + ")\n";
        }
        text += "        ;;\n";
    }
    return text + "    esac\n"
        "    if ((position > 0)); then\n"
        "        words=(\"${words[1]}\" \"${(@)words[position+1,-1]}\")\n"
        "        ((CURRENT -= position - 1))\n"
        "    fi\n"
        "    _arguments -s $options\n"
        "}\n_yure \"$@\"\n";
}

std::string fish_completions(const CommandEntry& tree) {
    const std::vector<CommandPath> paths = command_paths(tree);
    std::string text = "# fish completion of yure, made by `yure completions fish`.\n"
        "function __yure_at\n"
        "    set -l path ''\n"
        "    for word in (commandline -opc)[2..-1]\n"
        "        if contains -- \"$path/$word\" " + all_paths(paths, " ") + "\n"
        "            set path \"$path/$word\"\n"
        "        end\n"
        "    end\n"
        "    test \"$path\" = \"$argv[1]\"\n"
        "end\n"
        "complete -c yure -f\n";
    for (const CommandPath& at : paths) {
        const std::string here = at.path.empty() ? "" : " -n \"__yure_at '" + at.path + "'\"";
        const std::string exactly = " -n \"__yure_at '" + at.path + "'\"";
        for (const CommandEntry& below : at.command->commands)
            text += "complete -c yure" + exactly + " -a " + below.name + " -d " + fish_quoted(first_sentence(below.help)) + "\n";
        for (const OptionEntry& option : at.command->options) {
            text += "complete -c yure" + here;
            if (!option.long_name.empty()) text += " -l " + option.long_name.substr(2);
            if (!option.short_name.empty()) text += " -s " + option.short_name.substr(1);
            if (option.value == ValueKind::choice) text += " -x -a " + fish_quoted(joined(option.choices));
            if (option.value == ValueKind::number) text += " -x";
            if (option.value == ValueKind::file) text += " -r -F";
            text += " -d " + fish_quoted(first_sentence(option.help)) + "\n";
        }
        for (const OptionEntry& positional : at.command->positionals) {
            if (positional.value == ValueKind::choice)
                text += "complete -c yure" + exactly + " -a " + fish_quoted(joined(positional.choices)) + "\n";
            else if (positional.value == ValueKind::file)
                text += "complete -c yure" + exactly + " -F\n";
        }
    }
    return text;
}

}  // namespace yure::cli
