#include "context.hpp"

#include "progress_bar.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/studio/interrupt.hpp"
#include "yure/studio/parallel.hpp"

namespace yure::cli {
namespace {

void line_to_stderr(std::string_view head, std::string_view line) {
    std::string text(head);
    text.append(line).push_back('\n');
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

Exit Context::print(std::string_view text, Exit code) const {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (written) return code;
    line_to_stderr("yure: ", "standard output: cannot be written");
    return Exit::failed;
}

Exit Context::print_document(const nlohmann::ordered_json& document, Exit code) const {
    return print(document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n", code);
}

Exit Context::fail(Exit code, const Error& error) const {
    if (studio::interrupted()) code = Exit::interrupted;
    const Error told = code == Exit::interrupted ? Error{"", "interrupted; nothing was written"} : error;
    line_to_stderr("yure: ", told.text());
    if (json) {
        const nlohmann::ordered_json document{{"error", {{"where", told.where}, {"what", told.what}}}};
        print(document);
    }
    return code;
}

void Context::note(std::string_view line) const {
    if (!quiet) line_to_stderr("", line);
}

void Context::detail(std::string_view line) const {
    if (verbose && !quiet) line_to_stderr("", line);
}

void Context::notices(const Notices& notices) const {
    constexpr std::size_t kSome = 4;  // more are a list, which few people want to read
    const std::size_t shown = verbose || notices.size() <= kSome + 1 ? notices.size() : kSome;
    for (std::size_t i = 0; i < shown; ++i)
        note("note: " + (notices[i].where.empty() ? notices[i].what : notices[i].where + ": " + notices[i].what));
    if (shown < notices.size())
        note("note: " + std::to_string(notices.size() - shown) + " more like these (--verbose shows them)");
}

std::unique_ptr<Context::Job> Context::job() const {
    return std::make_unique<Job>(*this);
}

Context::Job::Job(const Context& context) {
    work.parallel_for = studio::parallel_for(context.threads);
    work.cancelled = studio::interrupted;
    if (context.quiet || !ProgressBar::possible()) return;
    progress_ = std::make_unique<ProgressBar>();
    work.progress = progress_->callback();
}

Context::Job::~Job() = default;

}  // namespace yure::cli
