#include "architecture/layer_rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace yure::tests {
namespace {

using Names = std::vector<std::string_view>;

/// What a folder may include: modules `yure/<module>/…` and third-party headers by prefix. The longest matching folder
/// counts.
struct FolderRule {
    std::string_view folder;
    Names modules;
    Names libraries;
    bool pure;  ///< no thread, clock, file, environment or printing
};

const Names kEngineModules{"core", "rig", "formats", "pendulum", "motion", "sim", "chain"};

Names with(Names names, const Names& more) {
    names.insert(names.end(), more.begin(), more.end());
    return names;
}

const std::vector<FolderRule>& folder_rules() {
    static const Names engine_and_baker = with(kEngineModules, {"baker"});
    static const Names up_to_studio = with(engine_and_baker, {"studio"});
    static const std::vector<FolderRule> rules{
        {"engine/core", {"core"}, {"xxh", "Eigen/"}, true},
        {"engine/include/yure/core", {"core"}, {}, true},
        {"engine/formats", kEngineModules, {"nlohmann/", "xxh"}, true},
        {"engine/include/yure/formats", kEngineModules, {"nlohmann/"}, true},
        {"engine", kEngineModules, {"Eigen/", "hwy/", "xxh"}, true},
        {"baker", engine_and_baker, {"Eigen/", "hwy/", "ceres/", "nlopt"}, true},
        {"render", with(kEngineModules, {"render"}), {"GL/", "GLES", "EGL/", "epoxy/", "Eigen/"}, false},
        {"studio",
         up_to_studio,
         {"nlohmann/", "tbb/", "oneapi/", "png.h", "zlib.h", "tiny_gltf.h", "utf8proc.h", "Eigen/"},
         false},
        {"cli", with(up_to_studio, {"render", "mcp"}), {"CLI/", "nlohmann/", "spdlog/"}, false},
        {"mcp", with(up_to_studio, {"render", "mcp"}), {"nlohmann/", "httplib.h", "spdlog/", "poll.h", "unistd.h", "fcntl.h", "sys/socket.h", "sys/stat.h", "sys/un.h"}, false},
        {"editor", with(up_to_studio, {"render", "mcp"}), {"nlohmann/", "imgui", "GLFW/", "GL/", "EGL/", "Eigen/"}, false},
        {"assets", kEngineModules, {"cairo", "nlohmann/", "png.h"}, false},
        {"tests", with(up_to_studio, {"render", "mcp"}), {""}, false},  // tests may use anything
        {"bench", with(up_to_studio, {"render", "mcp"}), {""}, false},
    };
    return rules;
}

/// Standard and system headers that would give a pure layer threads, a clock, files or an output of its own.
constexpr std::array<std::string_view, 24> kImpureHeaders{
    "thread",     "future",     "mutex",     "shared_mutex", "condition_variable",
    "semaphore",  "barrier",    "latch",     "execution",    "stop_token",
    "chrono",     "ctime",      "time.h",    "fstream",      "iostream",
    "syncstream", "filesystem", "random",    "csignal",      "signal.h",
    "unistd.h",   "fcntl.h",    "pthread.h", "print"};

/// Uses that need no header of their own to be wrong in a pure layer, or that give results which differ between
/// machines.
constexpr std::array<std::string_view, 13> kImpureNames{
    "std::cout", "std::cerr",  "std::clog",  "std::printf(", "fprintf(",    "fopen(",       "std::puts(",
    "getenv(",   "std::rand(", "std::hash<", "std::thread",  "std::async(", "random_device"};

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool in_folder(std::string_view path, std::string_view folder) {
    return starts_with(path, folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

const FolderRule* rule_of(std::string_view path) {
    const FolderRule* best = nullptr;
    for (const FolderRule& rule : folder_rules())
        if (in_folder(path, rule.folder) && (best == nullptr || rule.folder.size() > best->folder.size())) best = &rule;
    return best;
}

struct Include {
    std::string_view target;
    bool quoted = false;
};

/// The header named by an #include line; empty for every other line.
Include include_of(std::string_view line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos || line[at] != '#') return {};
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string_view::npos || !starts_with(line.substr(at), "include")) return {};
    at = line.find_first_of("<\"", at);
    if (at == std::string_view::npos) return {};
    const bool quoted = line[at] == '"';
    const std::size_t end = line.find(quoted ? '"' : '>', at + 1);
    if (end == std::string_view::npos) return {};
    return {line.substr(at + 1, end - at - 1), quoted};
}

bool is_system_header(std::string_view name) {
    if (starts_with(name, "sys/") || starts_with(name, "linux/")) return true;
    if (name.find('/') != std::string_view::npos) return false;
    if (name.find('.') == std::string_view::npos) return true;  // <vector>, <cmath>
    if (name.ends_with("mmintrin.h")) return true;              // vector instructions
    constexpr std::array<std::string_view, 10> kPosix{"unistd.h", "fcntl.h", "signal.h", "time.h", "pthread.h",
                                                      "stdlib.h", "stdio.h", "string.h", "math.h", "errno.h"};
    return std::find(kPosix.begin(), kPosix.end(), name) != kPosix.end();
}

bool is_impure(std::string_view name) {
    return starts_with(name, "sys/") || starts_with(name, "linux/") ||
           std::find(kImpureHeaders.begin(), kImpureHeaders.end(), name) != kImpureHeaders.end();
}

/// What is wrong with this include in that folder; empty when nothing.
std::string include_fault(const FolderRule& rule, const Include& include) {
    const std::string_view target = include.target;
    if (starts_with(target, "yure/")) {
        const std::string_view module = target.substr(5, target.find('/', 5) - 5);
        if (std::find(rule.modules.begin(), rule.modules.end(), module) != rule.modules.end()) return {};
        return "a source of " + std::string(rule.folder) + " may not use yure/" + std::string(module);
    }
    if (include.quoted) {  // a private header of the same folder; never a way around the public ones
        const bool tests = rule.folder == "tests" || rule.folder == "bench";
        if (!tests && target.find("..") != std::string_view::npos) return "reaches into another folder";
        for (const FolderRule& other : folder_rules())
            if (!tests && other.folder != rule.folder && in_folder(target, other.folder) &&
                other.folder.find('/') == std::string_view::npos && !in_folder(rule.folder, other.folder))
                return "reaches into " + std::string(other.folder) + " past its public headers";
        return {};
    }
    if (is_system_header(target)) {
        if (!rule.pure || !is_impure(target)) return {};
        return "threads, clocks, files and printing stay out of " + std::string(rule.folder);
    }
    for (const std::string_view library : rule.libraries)
        if (starts_with(target, library)) return {};
    return "a source of " + std::string(rule.folder) + " may not use <" + std::string(target) + ">";
}

std::string_view without_comment(std::string_view line) {
    const std::size_t comment = line.find("//");
    return comment == std::string_view::npos ? line : line.substr(0, comment);
}

template <class Visit>
void each_line(std::string_view text, const Visit& visit) {
    int number = 1;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        visit(number, text.substr(at, end - at));
        at = end + 1;
    }
}

std::string place(std::string_view path, int line) {
    return std::string(path) + ":" + std::to_string(line);
}

}  // namespace

std::vector<Violation> layer_violations(std::string_view path, std::string_view text) {
    const FolderRule* rule = rule_of(path);
    if (rule == nullptr) return {{std::string(path), "lies in a folder that has no layer rule"}};
    std::vector<Violation> found;
    each_line(text, [&](int number, std::string_view line) {
        if (const Include include = include_of(line); !include.target.empty()) {
            if (std::string fault = include_fault(*rule, include); !fault.empty())
                found.push_back({place(path, number), std::string(include.target) + ": " + fault});
            return;
        }
        if (!rule->pure) return;
        for (const std::string_view name : kImpureNames)
            if (without_comment(line).find(name) != std::string_view::npos)
                found.push_back(
                    {place(path, number), std::string(name) + " has no place in " + std::string(rule->folder)});
    });
    return found;
}

std::vector<Violation> workplace_mentions(std::string_view path, std::string_view text) {
    // Written in pieces, so that this list does not find itself.
    static const std::vector<std::string> kWords{std::string("/wo") + "rk/",   std::string("/tmp/") + "team",
                                                 std::string("cla") + "ude",   std::string("anthro") + "pic",
                                                 std::string("chat") + "gpt",  std::string("open") + "ai",
                                                 std::string("sub") + "agent", std::string("issues ") + "show"};
    std::vector<Violation> found;
    each_line(text, [&](int number, std::string_view line) {
        std::string lower(line);
        std::transform(lower.begin(), lower.end(), lower.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        for (const std::string& word : kWords)
            if (lower.find(word) != std::string::npos)
                found.push_back({place(path, number), "mentions \"" + word + "\""});
        for (std::size_t at = lower.find("issue "); at != std::string::npos; at = lower.find("issue ", at + 1)) {
            std::size_t digit = at + 6;
            if (digit < lower.size() && lower[digit] == '#') ++digit;
            const bool word_start = at == 0 || std::isalpha(static_cast<unsigned char>(lower[at - 1])) == 0;
            if (word_start && digit < lower.size() && std::isdigit(static_cast<unsigned char>(lower[digit])) != 0)
                found.push_back({place(path, number), "refers to a numbered task; say what is meant instead"});
        }
    });
    return found;
}

}  // namespace yure::tests
