#include "bake_output.hpp"
#include "project_bake.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "yure/studio/body_words.hpp"
#include "yure/studio/command_words.hpp"

namespace yure::cli {
namespace {

struct BakeArguments {
    std::string model, out, gate;
    std::vector<std::string> only;
    std::uint64_t clip_seed = 0;
    bool gated = false;
};

Result<std::optional<studio::Gate>> gate_of(const BakeArguments& given) {
    if (!given.gated) return std::optional<studio::Gate>();
    if (given.gate.empty()) return std::optional<studio::Gate>(studio::Gate{});
    auto gate = studio::read_gate_file(given.gate);
    if (!gate) return Error{"--gate " + gate.error().where, gate.error().what};
    return std::optional<studio::Gate>(std::move(*gate));
}

/// Settings first, as one step for the bodies that are baked; then the bake.
Exit run_project(const Context& context, const BakeArguments& given, const std::vector<studio::BodyWord>& words,
                 const std::optional<studio::Gate>& gate) {
    if (!given.out.empty())
        return context.fail(Exit::usage, {"--out", "is for a model; a project keeps its bakes (yure export writes the model)"});
    for (const studio::BodyWord& word : words)
        if (word.option == "body") return context.fail(Exit::usage, {"--body", "is for a model; say --only " + word.value});
    Exit code = Exit::ok;
    const auto session = open_project(context, given.model, studio::Access::edit, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    std::vector<studio::CommandCall> calls;
    for (const auto& entry : session->document().bodies) {
        if (words.empty() || (!given.only.empty() && std::find(given.only.begin(), given.only.end(), entry.id) == given.only.end()))
            continue;
        auto settings = studio::body_commands(*session->geometry()->model, entry.id, entry.value->meshes, words);
        if (!settings) return context.fail(Exit::usage, settings.error());
        calls.insert(calls.end(), settings->begin(), settings->end());
    }
    if (!calls.empty())
        if (const studio::Reply reply = session->batch("Settings for a bake", calls); !reply.ok()) return fail_with(context, reply);
    return bake_session(context, *session, given.only, gate, studio::Json::object(), {}, given.clip_seed);
}

Exit run(const Context& context, const BakeArguments& given, const std::vector<studio::BodyWord>& words) {
    auto gate = gate_of(given);
    if (!gate) return context.fail(Exit::usage, gate.error());
    if (looks_like_project(given.model)) return run_project(context, given, words, *gate);
    if (given.out.empty()) return context.fail(Exit::usage, {"--out", "is missing: the folder to make"});
    if (!given.only.empty()) return context.fail(Exit::usage, {"--only", "is for a project; name bodies with --body"});
    studio::BakeOrder order;
    order.clip_seed = given.clip_seed;
    order.program = program_name();
    order.gate = std::move(*gate);
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
    verb->add_option("MODEL", given->model, "a model folder, a .model3.json, a .moc3, or a project (.yure)")->required();
    verb->add_option("--out", given->out, "of a model: folder to make: model/, report.json, losses.json");
    verb->add_option("--only", given->only, "of a project: only this body; without it every body that needs it")->allow_extra_args(false);
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
