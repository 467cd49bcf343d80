#include "bake_output.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "yure/studio/body_words.hpp"

namespace yure::cli {
namespace {

namespace fs = std::filesystem;

/// The demo character, beside the program's own folder or where it was built from.
fs::path demo_model() {
    std::error_code fault;
    const fs::path program = fs::read_symlink("/proc/self/exe", fault);
    const fs::path installed = program.parent_path().parent_path() / "share/yure/demo";
    return fs::is_directory(installed, fault) ? installed : fs::path(YURE_SOURCE_DIR) / "assets/demo";
}

struct DemoBody {
    const char* name;
    const char* meshes;  ///< how their ids begin; a digit or a side follows
    const char* material;
};
constexpr DemoBody kBodies[] = {
    {"back", "ArtMeshHairBack", "hair"}, {"front", "ArtMeshHairFront", "bangs"}, {"side", "ArtMeshHairSide", "hair"}};

std::vector<studio::BodyWord> demo_words(const studio::Model& model) {
    std::vector<studio::BodyWord> words;
    for (const DemoBody& body : kBodies) {
        const std::string head = body.meshes;
        std::string meshes;
        for (const rig::Id& id : model.puppet.mesh.id) {
            const std::string name(id.view());
            const std::string rest = name.starts_with(head) ? name.substr(head.size()) : std::string();
            if (rest.size() == 1) meshes += (meshes.empty() ? "" : ",") + name;
        }
        if (meshes.empty()) continue;
        words.push_back({"body", std::string(body.name) + "=" + meshes});
        words.push_back({"material", body.material});
    }
    return words;
}

Exit run_demo(const Context& context, const std::string& folder) {
    const fs::path path = demo_model();
    const auto model = studio::open_model(path);
    if (!model) return context.fail(opening_exit(path), model.error());
    auto bodies = studio::read_bodies(*model, demo_words(*model));
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
