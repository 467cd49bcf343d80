#include "chain_project.hpp"
#include "project_support.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/chain/presets.hpp"
#include "yure/formats/dynamic_bone.hpp"
#include "yure/studio/chain_case.hpp"
#include "yure/studio/chain_files.hpp"

namespace yure::cli {
namespace {

struct InputArguments {
    std::string model, animation;
    std::vector<std::string> configs;
    double fps = 60.0, seconds = -1.0;

    studio::ChainInput input() const {
        studio::ChainInput in;
        in.model = model;
        in.configs.assign(configs.begin(), configs.end());
        in.animation = animation;
        if (seconds >= 0.0) in.seconds = seconds;
        in.fps = fps;
        return in;
    }
};

void add_input_options(CLI::App& verb, InputArguments& given, ChainProjectArguments& project) {
    verb.add_option("IN", given.model, "a .glb or .gltf, never changed; or a project (.yure) whose bodies have chains")->required();
    verb.add_option("--config", given.configs, "of a glTF: dynamic bones or spline rigs; may be given for both")->allow_extra_args(false);
    verb.add_option("--body", project.body, "of a project: the body; may be left out when only one has chains");
    verb.add_option("--motion", project.motion, "of a project: a motion3.json, or a motion of the model by name, group or GROUP:INDEX");
    verb.add_option("--clip", project.clip, "of a project: a motion that bakes are measured on (tracking, nod, step:INPUT …)");
    verb.add_option("--fps", given.fps, "frames a second, 1 to 1000")->capture_default_str();
    verb.add_option("--animation", given.animation, "name or index; the first by default");
    verb.add_option("--seconds", given.seconds, "length; the animation's by default, 1 without any")
        ->check(CLI::NonNegativeNumber);
}

/// Which side failed: the command line, the place, or an input.
Exit exit_of(const Error& error, const std::string& model) {
    if (error.where.substr(0, 2) == "--") return Exit::usage;
    if (error.what.find("exists already") != std::string::npos || error.what == "cancelled") return Exit::failed;
    return opening_exit(model);
}

Exit run_bake(const Context& context, studio::ChainBakeRequest request) {
    request.overwrite = context.overwrite();
    const auto job = context.job();
    const auto report = studio::bake_chain_file(request, job->work);
    if (!report) return context.fail(exit_of(report.error(), request.input.model.string()), report.error());
    context.notices(report->notices);
    return context.json ? context.print(report->json()) : context.print(report->text());
}

Exit run_play(const Context& context, const studio::ChainInput& input) {
    const auto job = context.job();
    const auto played = studio::play_chain_file(input, job->work);
    if (!played) return context.fail(exit_of(played.error(), input.model.string()), played.error());
    return context.print(*played);
}

Exit run_clear(const Context& context, const std::string& model, const std::string& output) {
    if (const Status cleared = studio::clear_chain_file(model, output, context.overwrite()); !cleared)
        return context.fail(exit_of(cleared.error(), model), cleared.error());
    if (context.json) return context.print(nlohmann::ordered_json{{"out", output}});
    return Exit::ok;
}

Exit run_case(const Context& context, const std::string& file) {
    const auto text = studio::read_text(file);
    if (!text) return context.fail(Exit::failed, text.error());
    const auto result = studio::run_chain_case(*text);
    if (!result) return context.fail(Exit::invalid, {file + result.error().where, result.error().what});
    return context.print(*result);
}

/// To a file, or to stdout without one.
Exit give(const Context& context, const std::string& text, const std::string& output) {
    if (output.empty()) return context.print(text);
    if (const Status written = studio::write_file(output, text, context.overwrite()); !written)
        return context.fail(Exit::failed, written.error());
    if (context.json) return context.print(nlohmann::ordered_json{{"out", output}});
    return Exit::ok;
}

Exit run_convert(const Context& context, const std::string& file, const std::string& output) {
    const auto text = studio::read_text(file);
    if (!text) return context.fail(Exit::failed, text.error());
    formats::Findings findings;
    const auto read = formats::read_dynamic_bone(*text, &findings);
    for (const formats::Finding& finding : findings)
        context.note(file + finding.pointer + ": " + finding.what +
                     (finding.advice.empty() ? "" : ". " + finding.advice));
    if (!read) return context.fail(Exit::invalid, {file + " " + read.error().where, read.error().what});
    return give(context, formats::write_dynamic_bone(*read), output);
}

struct PresetArguments {
    std::string name, object, output;
    std::vector<std::string> roots;
};

Exit run_preset(const Context& context, const PresetArguments& given) {
    const chain::ChainPreset* preset = chain::find_chain_preset(given.name);
    if (preset == nullptr) return context.fail(Exit::usage, {given.name, "is no preset"});
    formats::DynamicBone file;
    chain::Component component = preset->component;
    component.name = given.name;
    component.object = given.object;
    component.roots = given.roots;
    file.config.components.push_back(std::move(component));
    return give(context, formats::write_dynamic_bone(file), given.output);
}

/// The first of these options that was given, refused: it would do nothing here.
std::optional<Error> misplaced(const CLI::App& verb, std::initializer_list<const char*> names, const std::string& why) {
    for (const char* name : names)
        if (verb.get_option(name)->count() > 0) return Error{name, why};
    return std::nullopt;
}
constexpr const char *kForGltf = "is for glTF files; IN is a project", *kForProject = "is for projects; IN is a glTF file",
                     *kForCurves = "goes with --motion-out, the file for a motion's curves; without, the bake makes pendulum groups";

/// What a glTF's verb needs beside the file.
std::optional<Error> missing(const InputArguments& given, const std::string* output) {
    if (given.configs.empty()) return Error{"--config", "is missing: how the chains of " + given.model + " move"};
    if (output != nullptr && output->empty()) return Error{"--out", "is missing: the file to write"};
    return std::nullopt;
}

void add_bake_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand("bake", "write what chains do: plain keys of a glTF; of a project pendulum groups, or, with --motion-out, curves");
    auto given = std::make_shared<InputArguments>();
    auto project = std::make_shared<ChainProjectArguments>();
    auto request = std::make_shared<studio::ChainBakeRequest>();
    auto files = std::make_shared<std::array<std::string, 3>>();
    add_input_options(*verb, *given, *project);
    verb->add_option("--out", (*files)[0], "of a glTF: the baked file, of the same kind as IN");
    verb->add_flag("--loop", request->loop, "the animation is a loop: whole cycles before, and no seam");
    verb->add_option("--preroll", request->preroll, "seconds that the first pose is held before")
        ->capture_default_str();
    verb->add_option("--tolerance", request->tolerance_degrees,
                     "degrees by which keys may differ from the frames; 0 keeps all")
        ->capture_default_str();
    verb->add_flag("--proxy", request->proxies, "add visible bones; `chain clear` takes them out again");
    verb->add_option("--motion-out", (*files)[1], "flat chains, or a project's body over --motion, as a motion3.json");
    verb->add_option("--drive", project->drive, "of a project: parameters that the segments bend, root first, comma-separated")
        ->delimiter(',')
        ->allow_extra_args(false);
    verb->add_option("--positions", (*files)[2], "particle positions as .csv or .json");
    verb->callback([verb, &context, given, project, request, files] {
        context.run = [verb, &context, given, project, request, files] {
            if (looks_like_project(given->model)) {
                auto fault = misplaced(*verb, {"--config", "--out", "--fps", "--animation", "--seconds", "--tolerance", "--proxy", "--positions"}, kForGltf);
                if (!fault && (*files)[1].empty()) fault = misplaced(*verb, {"--motion", "--clip", "--drive", "--loop", "--preroll"}, kForCurves);
                if (fault) return context.fail(Exit::usage, *fault);
                project->project = given->model;
                project->motion_out = (*files)[1];
                project->loop = request->loop;
                project->preroll = request->preroll;
                return bake_chain_of(context, *project);
            }
            if (const auto fault = misplaced(*verb, {"--body", "--motion", "--clip", "--drive"}, kForProject)) return context.fail(Exit::usage, *fault);
            if (const auto fault = missing(*given, &(*files)[0])) return context.fail(Exit::usage, *fault);
            request->input = given->input();
            request->output = (*files)[0];
            request->motion_out = (*files)[1];
            request->positions_out = (*files)[2];
            return run_bake(context, *request);
        };
    });
}

void add_play_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand("play", "live preview as positions on stdout, no keys written");
    auto given = std::make_shared<InputArguments>();
    auto project = std::make_shared<ChainProjectArguments>();
    add_input_options(*verb, *given, *project);
    verb->callback([verb, &context, given, project] {
        context.run = [verb, &context, given, project] {
            if (looks_like_project(given->model)) {
                if (const auto fault = misplaced(*verb, {"--config", "--fps", "--animation", "--seconds"}, kForGltf)) return context.fail(Exit::usage, *fault);
                project->project = given->model;
                return play_chain_of(context, *project);
            }
            if (const auto fault = misplaced(*verb, {"--body", "--motion", "--clip"}, kForProject)) return context.fail(Exit::usage, *fault);
            if (const auto fault = missing(*given, nullptr)) return context.fail(Exit::usage, *fault);
            return run_play(context, given->input());
        };
    });
}

void add_clear_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand("clear", "take a bake and its proxy bones out of a file");
    auto model = std::make_shared<std::string>(), output = std::make_shared<std::string>(), body = std::make_shared<std::string>();
    verb->add_option("IN", *model, "a file that `chain bake` wrote, or a project (.yure)")->required();
    verb->add_option("--out", *output, "of a glTF: the file as it was before");
    verb->add_option("--body", *body, "of a project: the body whose bake is thrown away; its chains stay");
    verb->callback([verb, &context, model, output, body] {
        context.run = [verb, &context, model, output, body] {
            if (looks_like_project(*model)) {
                if (const auto fault = misplaced(*verb, {"--out"}, kForGltf)) return context.fail(Exit::usage, *fault);
                return clear_chain_of(context, *model, *body);
            }
            if (const auto fault = misplaced(*verb, {"--body"}, kForProject)) return context.fail(Exit::usage, *fault);
            if (output->empty()) return context.fail(Exit::usage, {"--out", "is missing: the file to write"});
            return run_clear(context, *model, *output);
        };
    });
}

void add_case_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand("case", "run a test case of the chain core and print its numbers");
    auto file = std::make_shared<std::string>();
    verb->add_option("FILE", *file, "a case file; - reads standard input")->required();
    verb->callback([&context, file] { context.run = [&context, file] { return run_case(context, *file); }; });
}

void add_convert_verb(CLI::App& parent, Context& context) {
    CLI::App* verb =
        parent.add_subcommand("convert", "any dynamic-bone configuration (a Unity dump, too) as our document");
    auto file = std::make_shared<std::string>(), output = std::make_shared<std::string>();
    verb->add_option("FILE", *file, "a configuration; - reads standard input")->required();
    verb->add_option("--out", *output, "where to; stdout by default");
    verb->callback([&context, file, output] {
        context.run = [&context, file, output] { return run_convert(context, *file, *output); };
    });
}

void add_preset_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand("preset", "a configuration to start from");
    auto given = std::make_shared<PresetArguments>();
    std::vector<std::string> names;
    for (const chain::ChainPreset& preset : chain::chain_presets()) names.emplace_back(preset.id);
    verb->add_option("NAME", given->name, "hair, tail, ribbon or ears")->required()->check(CLI::IsMember(names));
    verb->add_option("--root", given->roots, "first bone of a chain, or a pattern with *; any number of times")
        ->required()
        ->allow_extra_args(false);
    verb->add_option("--object", given->object,
                     "node whose motion the chains inherit; the first root's parent by default");
    verb->add_option("--out", given->output, "where to; stdout by default");
    verb->callback([&context, given] { context.run = [&context, given] { return run_preset(context, *given); }; });
}

}  // namespace

void add_chain(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("chain", "bone chains: dynamic bones and spline IK on glTF files, strands of a puppet in projects");
    verb->require_subcommand(1);
    verb->fallthrough();
    add_lay_verb(*verb, context);
    add_bake_verb(*verb, context);
    add_play_verb(*verb, context);
    add_clear_verb(*verb, context);
    add_convert_verb(*verb, context);
    add_preset_verb(*verb, context);
    add_case_verb(*verb, context);
}

}  // namespace yure::cli
