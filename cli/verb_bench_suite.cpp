#include "bake_output.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "yure/studio/bench_suite.hpp"

namespace yure::cli {
namespace {

struct SuiteArguments {
    std::string list, against, out;
    std::vector<std::string> parts, qualities{"light", "standard", "best"};
    std::uint64_t clip_seed = 0;
    bool no_playback = false;
};

baker::Quality quality_of(const std::string& name) {
    for (const auto quality : {baker::Quality::light, baker::Quality::standard, baker::Quality::best})
        if (name == studio::quality_name(quality)) return quality;
    return baker::Quality::classic;
}

/// Reference parts where the list is there, then the demo's; of these the ones asked for.
Result<std::vector<studio::BenchmarkPart>> chosen_parts(const Context& context, const SuiteArguments& given) {
    namespace fs = std::filesystem;
    Notices notices;
    std::vector<studio::BenchmarkPart> parts;
    const fs::path list = given.list.empty() ? studio::find_benchmark_parts() : fs::path(given.list);
    if (list.empty()) {
        notices.push_back({"benchmark-parts.json", "is not beside the project: only the demo's parts are run"});
    } else {
        const fs::path models = fs::absolute(list).parent_path().parent_path() / "models";
        auto read = studio::read_benchmark_parts(list, models, notices);
        if (!read) return read.error();
        parts = std::move(*read);
    }
    for (studio::BenchmarkPart& part : studio::demo_parts(studio::demo_folder(YURE_SOURCE_DIR), notices))
        parts.push_back(std::move(part));
    context.notices(notices);
    if (given.parts.empty()) return parts;
    std::string names;
    for (const auto& part : parts) names += (names.empty() ? "" : ", ") + part.name;
    std::vector<studio::BenchmarkPart> chosen;
    for (const std::string& name : given.parts) {
        const auto place =
            std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.name == name; });
        if (place == parts.end()) return Error{"--part " + name, "is none of " + names};
        chosen.push_back(*place);
    }
    return chosen;
}

Exit run(const Context& context, const SuiteArguments& given) {
    std::optional<studio::EarlierSuite> earlier;
    if (!given.against.empty()) {
        const auto text = studio::read_text(given.against);
        if (!text) return context.fail(Exit::failed, text.error());
        auto read = studio::read_suite(*text);
        if (!read) return context.fail(Exit::invalid, {given.against + " " + read.error().where, read.error().what});
        earlier = std::move(*read);
    }
    const auto parts = chosen_parts(context, given);
    if (!parts) return context.fail(parts.error().where.starts_with("--") ? Exit::usage : Exit::invalid, parts.error());
    studio::SuiteOptions options;
    options.qualities.clear();
    for (const std::string& name : given.qualities) options.qualities.push_back(quality_of(name));
    options.clip_seed = given.clip_seed;
    options.playback = !given.no_playback;
    std::optional<studio::OutputFolder> folder;
    if (!given.out.empty()) {
        auto begun = studio::OutputFolder::begin(given.out, context.overwrite());
        if (!begun) return context.fail(Exit::failed, begun.error());
        folder.emplace(std::move(*begun));
    }

    const auto rows = [&] {
        const auto job = context.job();
        return studio::run_suite(*parts, options, job->work);
    }();
    if (!rows) return context.fail(Exit::failed, rows.error());
    const studio::EarlierSuite* before = earlier ? &*earlier : nullptr;
    const nlohmann::ordered_json document = studio::suite_json(*rows, options, program_name());
    const std::string markdown = studio::suite_markdown(*rows, options, before);
    if (folder) {
        for (const auto& [name, text] :
             {std::pair{"benchmark.json", document.dump(1) + "\n"}, std::pair{"benchmark.md", markdown},
              std::pair{"benchmark.svg", studio::suite_svg(*rows, before)}})
            if (const Status written = folder->write(name, text); !written)
                return context.fail(Exit::failed, written.error());
        if (const Status done = folder->commit(); !done) return context.fail(Exit::failed, done.error());
    }
    return context.json ? context.print(document) : context.print(markdown);
}

}  // namespace

void add_bench_suite(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand(
        "bench-suite", "bake the reference parts and the demo's, and print how well they follow unseen motions");
    auto given = std::make_shared<SuiteArguments>();
    verb->add_option("--against", given->against, "a benchmark.json of an earlier run, to compare with");
    verb->add_option("--clip-seed", given->clip_seed, "other random motions to measure on");
    verb->add_option("--part", given->parts, "only these parts; any number of them");
    verb->add_option("--quality", given->qualities, "qualities to run; any number of them")
        ->check(CLI::IsMember({"light", "standard", "best", "classic"}))
        ->capture_default_str();
    verb->add_option("--parts-file", given->list,
                     "the list of parts; their models lie in ../models beside its folder (shared/reference/"
                     "benchmark-parts.json)");
    verb->add_option("--out", given->out, "a folder to make: benchmark.json, benchmark.md, benchmark.svg");
    verb->add_flag("--no-playback", given->no_playback, "leave other frame rates and physics strengths out");
    verb->callback([&context, given] { context.run = [&context, given] { return run(context, *given); }; });
}

}  // namespace yure::cli
