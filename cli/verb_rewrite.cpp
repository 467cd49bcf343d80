#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/formats/moc3.hpp"
#include "yure/studio/interrupt.hpp"

namespace yure::cli {
namespace {

struct RewriteArguments {
    std::string in, out;
};

Exit run_rewrite(const Context& context, const RewriteArguments& given) {
    if (given.out == "-" && context.json)
        return context.fail(Exit::usage, {"--out", "- and --json both want standard output; give a file"});
    const auto bytes = studio::read_file(given.in);
    if (!bytes) return context.fail(Exit::failed, bytes.error());
    const auto puppet = formats::read_moc3(*bytes);
    if (!puppet)
        return context.fail(Exit::invalid, {given.in + (puppet.error().where.empty() ? "" : " " + puppet.error().where),
                                            puppet.error().what});
    const std::vector<std::byte> written = formats::write_moc3(*puppet);
    if (studio::interrupted()) return context.fail(Exit::interrupted, {});
    if (given.out == "-")
        return context.print(std::string_view(reinterpret_cast<const char*>(written.data()), written.size()));
    if (const Status status = studio::write_file(given.out, written, context.overwrite()); !status)
        return context.fail(Exit::failed, status.error());
    const bool same = written == *bytes;
    if (context.json)
        return context.print(nlohmann::ordered_json{
            {"in", given.in}, {"out", given.out}, {"bytes", written.size()}, {"identical", same}});
    context.note(given.out + ": " + std::to_string(written.size()) + " bytes, " +
                 (same ? "the same as" : "not the same as") + " " + given.in);
    return Exit::ok;
}

}  // namespace

void add_rewrite(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("rewrite", "read a moc3 and write it unchanged");
    auto given = std::make_shared<RewriteArguments>();
    verb->add_option("FILE", given->in, "a .moc3; - reads standard input")->required();
    verb->add_option("--out", given->out, "where to; - writes standard output")->required();
    verb->callback([&context, given] { context.run = [&context, given] { return run_rewrite(context, *given); }; });
}

}  // namespace yure::cli
