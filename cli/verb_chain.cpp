#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/chain_case.hpp"

namespace yure::cli {
namespace {

Exit run_case(const Context& context, const std::string& file) {
    const auto text = studio::read_text(file);
    if (!text) return context.fail(Exit::failed, text.error());
    const auto result = studio::run_chain_case(*text);
    if (!result)
        return context.fail(Exit::invalid,
                            {result.error().where.empty() ? file : file + result.error().where, result.error().what});
    return context.print(*result);
}

}  // namespace

void add_chain(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("chain", "bone chains: dynamic bones and spline IK");
    verb->require_subcommand(1);
    CLI::App* one_case = verb->add_subcommand("case", "run a test case of the chain core and print its numbers");
    auto file = std::make_shared<std::string>();
    one_case->add_option("FILE", *file, "a case file; - reads standard input")->required();
    one_case->callback([&context, file] { context.run = [&context, file] { return run_case(context, *file); }; });
}

}  // namespace yure::cli
