/// Recorded actions of a person, one a line: how the interface is tested in a real window and how its pictures are
/// taken. Format: docs/editor.md, "scripts".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::editor {

struct ScriptLine {
    int number = 0;  ///< in the file, from 1
    std::vector<std::string> words;  ///< the verb first; quoted words are one
};

/// Reads and checks verbs and counts of words. The error names the line.
Result<std::vector<ScriptLine>> read_script(std::string_view text);

/// "open FILE", …: every verb with its words and what it does, for the help text.
struct ScriptVerb {
    const char* name;
    int least, most;  ///< words after the verb
    const char* usage;
    const char* help;
};
const std::vector<ScriptVerb>& script_verbs();

}  // namespace yure::editor
