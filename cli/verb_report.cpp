#include "verbs.hpp"

#include "context.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "yure/studio/report.hpp"

namespace yure::cli {
namespace {

struct ReportArguments {
    std::string from, out, language;
    double megabytes = 8.0;
};

Exit run(const Context& context, const ReportArguments& given) {
    studio::ReportOptions options;
    options.most_bytes = static_cast<std::size_t>(given.megabytes * 1024.0 * 1024.0);
    options.language = given.language;
    Notices notices;
    const Result<std::string> page = studio::report_of_folder(given.from, options, notices);
    if (!page) {
        std::error_code fault;
        const bool there = std::filesystem::exists(std::filesystem::path(given.from) / "report.json", fault);
        return context.fail(there ? Exit::invalid : Exit::failed, page.error());
    }
    if (given.out == "-") {
        context.notices(notices);
        return context.print(*page);
    }
    if (const Status written = studio::write_file(given.out, *page, context.overwrite()); !written)
        return context.fail(Exit::failed, written.error());
    if (context.json)
        return context.print(nlohmann::ordered_json{{"report", given.out}, {"bytes", page->size()}});
    context.notices(notices);
    return context.print("report   " + given.out + "\n");
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("report", "make the report page of a bake anew, as one file to look at or send");
    auto given = std::make_shared<ReportArguments>();
    verb->add_option("DIR", given->from, "a folder that bake made")->required();
    verb->add_option("--out", given->out, "HTML file to write, - = stdout")->required();
    verb->add_option("--size", given->megabytes, "most megabytes of the file: textures shrink, then dull clips stay out")
        ->check(CLI::Range(0.5, 200.0))
        ->capture_default_str();
    verb->add_option("--language", given->language, "language it opens in: en, zh or ja; otherwise the reader's own")
        ->check(CLI::IsMember({"en", "zh", "ja"}));
    verb->callback([&context, given] { context.run = [&context, given] { return run(context, *given); }; });
}

}  // namespace yure::cli
