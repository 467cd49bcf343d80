#include "verbs.hpp"

#include "bake_output.hpp"
#include "context.hpp"
#include "project_support.hpp"
#include "verb_support.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "yure/studio/interrupt.hpp"
#include "yure/studio/report.hpp"

namespace yure::cli {
namespace {

struct ReportArguments {
    std::string from, out, language;
    double megabytes = 8.0;
};

Exit write_page(const Context& context, const ReportArguments& given, const std::string& page, const Notices& notices);

Exit report_folder(const Context& context, const ReportArguments& given, const studio::ReportOptions& options) {
    Notices notices;
    const Result<std::string> page = studio::report_of_folder(given.from, options, notices);
    if (!page) {
        std::error_code fault;
        const bool there = std::filesystem::exists(std::filesystem::path(given.from) / "report.json", fault);
        return context.fail(there ? Exit::invalid : Exit::failed, page.error());
    }
    return write_page(context, given, *page, notices);
}

Exit report_project(const Context& context, const ReportArguments& given, const studio::ReportOptions& options) {
    Exit code = Exit::ok;
    const auto session = open_project(context, given.from, studio::Access::read, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    Notices notices;
    const Result<std::string> page = [&] {
        const auto job = context.job();
        return studio::report_of_project(session->document(), session->geometry(), program_name(), options, notices,
                                         job->work);
    }();
    if (studio::interrupted()) return context.fail(Exit::interrupted, {});
    if (!page) return context.fail(Exit::failed, page.error());
    return write_page(context, given, *page, notices);
}

Exit run(const Context& context, const ReportArguments& given) {
    studio::ReportOptions options;
    options.most_bytes = static_cast<std::size_t>(given.megabytes * 1024.0 * 1024.0);
    options.language = given.language;
    return looks_like_project(given.from) ? report_project(context, given, options)
                                          : report_folder(context, given, options);
}

Exit write_page(const Context& context, const ReportArguments& given, const std::string& page, const Notices& notices) {
    if (given.out == "-") {
        context.notices(notices);
        return context.print(page);
    }
    if (const Status written = studio::write_file(given.out, page, context.overwrite()); !written)
        return context.fail(Exit::failed, written.error());
    if (context.json)
        return context.print(nlohmann::ordered_json{{"report", given.out}, {"bytes", page.size()}});
    context.notices(notices);
    return context.print("report   " + given.out + "\n");
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("report", "make the report page of a bake anew, as one file to look at or send");
    auto given = std::make_shared<ReportArguments>();
    verb->add_option("DIR|PROJECT", given->from, "a folder that bake made, or a .yure file")->required();
    verb->add_option("--out", given->out, "HTML file to write, - = stdout")->required();
    verb->add_option("--size", given->megabytes, "most megabytes of the file: textures shrink, then dull clips stay out")
        ->check(CLI::Range(0.5, 200.0))
        ->capture_default_str();
    verb->add_option("--language", given->language, "language it opens in: en, zh or ja; otherwise the reader's own")
        ->check(CLI::IsMember({"en", "zh", "ja"}));
    verb->callback([&context, given] { context.run = [&context, given] { return run(context, *given); }; });
}

}  // namespace yure::cli
