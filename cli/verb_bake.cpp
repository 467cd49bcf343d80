#include "bake_output.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>

#include "yure/studio/body_words.hpp"

namespace yure::cli {
namespace {

struct BakeArguments {
    std::string model, out, gate;
    std::uint64_t clip_seed = 0;
    bool gated = false;
};

Exit run(const Context& context, const BakeArguments& given, const std::vector<studio::BodyWord>& words) {
    studio::BakeOrder order;
    order.clip_seed = given.clip_seed;
    order.program = program_name();
    if (given.gated) {
        order.gate = studio::Gate{};
        if (!given.gate.empty()) {
            auto gate = studio::read_gate_file(given.gate);
            if (!gate) return context.fail(Exit::usage, {"--gate " + gate.error().where, gate.error().what});
            order.gate = std::move(*gate);
        }
    }
    const auto model = studio::open_model(given.model);
    if (!model) return context.fail(opening_exit(given.model), model.error());
    auto bodies = studio::read_bodies(*model, words);
    if (!bodies) return context.fail(Exit::usage, bodies.error());
    order.bodies = std::move(*bodies);
    return run_bake(context, *model, order, given.out, false);
}

}  // namespace

void add_bake(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("bake", "simulate bodies of a model and bake what they do into a new model folder");
    auto given = std::make_shared<BakeArguments>();
    verb->add_option("MODEL", given->model, "a model folder, a .model3.json, or a .moc3")->required();
    verb->add_option("--out", given->out, "folder to make: model/, report.json, losses.json")->required();
    verb->add_option("--clip-seed", given->clip_seed, "shift the random motions that the result is measured on");
    CLI::Option* gate =
        verb->add_option("--gate", given->gate,
                         "end with code 4 when a body's figures break the gate, or the limits of a JSON file")
            ->expected(0, 1);
    const BodyWordOptions* body = add_body_options(*verb);
    verb->callback([&context, given, gate, body] {
        given->gated = gate->count() > 0;
        if (given->gate == "true") given->gate.clear();  // what the parser gives for --gate without a file
        const std::vector<studio::BodyWord> words = body->words();
        context.run = [&context, given, words] { return run(context, *given, words); };
    });
    verb->footer(
        "Options of a body belong to the --body before them; before any --body they count for all.\n"
        "  yure bake Model --kind hair --body back=Hair1,Hair2 --body front=Bangs --material bangs --out Baked");
}

}  // namespace yure::cli
