#include "bake_output.hpp"
#include "demo_scene.hpp"
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
    CLI::App* verb = app.add_subcommand(
        "demo", "bake the demo character's hair and print how well the result follows, or simulate a small scene");
    auto given = std::make_shared<DemoScene>();
    verb->add_option("--out", given->out, "folder to make (out/demo; of a scene out/scene_NAME)");
    CLI::Option* scene = verb->add_option("--scene", given->name, "simulate this scene instead; `list` names them all");
    verb->add_option("--png-every", given->every, "frames from one picture of a scene to the next")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str()
        ->needs(scene);
    verb->add_option("--png-size", given->size, "longer side of a scene's pictures, pixels")
        ->check(CLI::Range(64, 8192))
        ->capture_default_str()
        ->needs(scene);
    verb->callback([&context, given, scene] {
        const bool one_scene = scene->count() > 0;
        context.run = [&context, given, one_scene] {
            if (one_scene) return run_demo_scene(context, *given);
            return run_demo(context, given->out.empty() ? "out/demo" : given->out);
        };
    });
}

}  // namespace yure::cli
