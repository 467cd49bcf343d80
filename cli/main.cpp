/// `yure VERB …` (docs/cli.md). Reads the command line, runs one verb, turns its outcome into an exit code.
#include "context.hpp"
#include "suggest.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>

#include "yure/studio/build_info.hpp"
#include "yure/studio/interrupt.hpp"

namespace yure::cli {
namespace {

void add_globals(CLI::App& app, Context& context) {
    app.add_flag("--json", context.json, "print one JSON document on stdout and nothing else, errors too");
    app.add_flag("--quiet", context.quiet, "nothing on stderr but errors");
    app.add_flag("--verbose", context.verbose, "say more on stderr");
    app.add_flag("--force", context.force, "let outputs replace what this program wrote before");
    app.add_option("--threads", context.threads, "threads to use; 0 = all. Results do not depend on it")
        ->check(CLI::Range(0, 1024));
}

std::vector<std::string> verb_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(verb->get_name());
    return names;
}

/// Every long option that would have been understood with this verb.
std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    const auto collect = [&](const CLI::App& part) {
        for (const CLI::Option* option : part.get_options())
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    };
    collect(app);
    for (const CLI::App* verb : app.get_subcommands()) collect(*verb);
    return names;
}

/// A forgotten value must not swallow the option behind it: "--out --json".
void refuse_options_as_values(CLI::App& app) {
    const auto is_value = [](std::string& word) {
        return word.starts_with("--") && word.size() > 2 ? "the value is missing: " + word + " stands in its place"
                                                         : std::string();
    };
    for (CLI::App* verb : app.get_subcommands([](CLI::App*) { return true; }))
        for (CLI::Option* option : verb->get_options())
            if (option->get_type_size_max() > 0) option->check(CLI::Validator(is_value, "", "value"));
}

/// The parser's complaint, with the word that was probably meant.
Error usage_error(const CLI::App& app, const CLI::ParseError& fault, const std::vector<std::string>& arguments) {
    Error error{"", fault.what()};
    for (char& c : error.what)
        if (c == '\n') c = ' ';
    if (app.get_subcommands().empty()) {
        for (const std::string& word : arguments) {
            if (!word.empty() && word.front() == '-') continue;
            error = {word, "is no verb"};
            if (const std::string near = closest(word, verb_names(app)); !near.empty())
                error.what += "; did you mean " + near + "?";
            break;
        }
        if (error.where.empty() && arguments.empty()) error = {"", "a verb is missing"};
        error.what += " (yure --help lists the verbs)";
        return error;
    }
    const std::string verb = app.get_subcommands().front()->get_name();
    const std::vector<std::string> known = option_names(app);
    for (const std::string& word : arguments) {
        const std::string name = word.substr(0, word.find('='));
        if (name.size() < 3 || name.substr(0, 2) != "--" || std::find(known.begin(), known.end(), name) != known.end())
            continue;
        error = {name, "is no option of " + verb};
        if (const std::string near = closest(name, known); !near.empty()) error.what += "; did you mean " + near + "?";
        break;
    }
    error.what += " (yure " + verb + " --help lists its options)";
    return error;
}

/// --help and --version, which the parser reports as if they were faults.
Exit print_asked(const CLI::App& app, const CLI::ParseError& asked, const Context& context) {
    const bool version = dynamic_cast<const CLI::CallForVersion*>(&asked) != nullptr;
    if (version) {
        const studio::BuildInfo& info = studio::build_info();
        if (!context.json) return context.print(studio::build_info_text("yure"));
        return context.print(nlohmann::ordered_json{{"version", info.version},
                                                    {"commit", info.commit},
                                                    {"compiler", info.compiler},
                                                    {"build_type", info.build_type},
                                                    {"system", info.system},
                                                    {"sanitizers", info.sanitizers}});
    }
    const std::string text = app.help("", CLI::AppFormatMode::Normal);
    if (context.json) return context.print(nlohmann::ordered_json{{"help", text}});
    return context.print(text);
}

Exit run(int argc, char** argv) {
    Context context;
    CLI::App app(
        "Simulates the hair and cloth of a 2D puppet and bakes the sway into models that ordinary runtimes play.",
        "yure");
    app.set_version_flag("--version", std::string(studio::build_info().version),
                         "print the version and what it was built from");
    app.require_subcommand(1);
    app.fallthrough();
    add_globals(app, context);
    add_info(app, context);
    add_mcp(app, context);
    add_check(app, context);
    add_rewrite(app, context);
    add_eval(app, context);
    add_play(app, context);
    add_curve(app, context);
    add_simulate(app, context);
    add_try(app, context);
    add_bake(app, context);
    add_new(app, context);
    add_preset(app, context);
    add_body(app, context);
    add_group(app, context);
    add_compare(app, context);
    add_export(app, context);
    add_undo(app, context);
    add_run(app, context);
    add_chain(app, context);
    add_demo(app, context);
    add_report(app, context);
    add_bench_suite(app, context);
    add_completions(app, context);
    add_manual(app, context);

    refuse_options_as_values(app);

    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    // Known before anything is parsed, since a fault of parsing is answered in the form asked for as well.
    for (const std::string& word : arguments) {
        context.json = context.json || word == "--json";
        context.quiet = context.quiet || word == "--quiet";
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& fault) {
        if (fault.get_exit_code() == 0) return print_asked(app, fault, context);
        return context.fail(Exit::usage, usage_error(app, fault, arguments));
    }
    studio::watch_interrupts();
    return context.run();
}

}  // namespace
}  // namespace yure::cli

int main(int argc, char** argv) {
    try {
        return static_cast<int>(yure::cli::run(argc, argv));
    } catch (const std::bad_alloc&) {
        std::fputs("yure: out of memory\n", stderr);
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "yure: unexpected: %s\n", fault.what());
    }
    return static_cast<int>(yure::cli::Exit::failed);
}
