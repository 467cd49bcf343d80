#include "bake_output.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "yure/studio/benchmark_parts.hpp"

namespace yure::cli {
namespace {

namespace fs = std::filesystem;

Exit run_demo(const Context& context, const std::string& folder) {
    const fs::path path = studio::demo_folder(YURE_SOURCE_DIR);
    const auto model = studio::open_model(path);
    if (!model) return context.fail(opening_exit(path), model.error());
    auto bodies = studio::demo_bodies(*model);
    if (!bodies) return context.fail(Exit::failed, bodies.error());
    studio::BakeOrder order;
    order.bodies = std::move(*bodies);
    order.program = program_name();
    context.note("Baking the demo character's hair: " + path.string());
    return run_bake(context, *model, order, folder, true);
}

}  // namespace

void add_demo(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("demo", "bake the demo character's hair and print how well the result follows");
    auto folder = std::make_shared<std::string>("out/demo");
    verb->add_option("--out", *folder, "folder to make")->capture_default_str();
    verb->callback([&context, folder] { context.run = [&context, folder] { return run_demo(context, *folder); }; });
}

}  // namespace yure::cli
