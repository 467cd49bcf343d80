/// What every verb shares: the global options, and the only ways to print. stdout is for results, stderr for people.
#pragma once

#include "exit.hpp"

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/file.hpp"

namespace yure::cli {

class Context {
  public:
    bool json = false;     ///< one JSON document on stdout and nothing else
    bool quiet = false;    ///< nothing on stderr but errors
    bool verbose = false;  ///< more on stderr
    bool force = false;    ///< what was asked for may replace what is there
    int threads = 0;       ///< 0 = all

    /// Set by the verb that was chosen.
    std::function<Exit()> run;

    studio::Overwrite overwrite() const { return force ? studio::Overwrite::replace : studio::Overwrite::refuse; }

    /// A result for stdout; an error when it cannot be written there.
    Exit print(std::string_view text, Exit code = Exit::ok) const;
    /// Exactly JSON (not what could become JSON, or a text would be printed as a JSON string).
    template <class Json, class = std::enable_if_t<std::is_same_v<Json, nlohmann::ordered_json>>>
    Exit print(const Json& document, Exit code = Exit::ok) const {
        return print_document(document, code);
    }
    /// Says what went wrong, on stderr and, with --json, as {"error":{"where","what"}} on stdout; gives `code` back, or
    /// `interrupted` when that is what ended the job.
    Exit fail(Exit code, const Error& error) const;
    /// A line for people, on stderr.
    void note(std::string_view line) const;
    void detail(std::string_view line) const;  ///< only with --verbose
    void notices(const Notices& notices) const;

    /// Work for a long job: all threads asked for, Ctrl-C as cancellation, and a bar on stderr where that is a terminal
    /// and the job takes longer than a second. The bar is wiped away when the returned object goes.
    struct Job;
    std::unique_ptr<Job> job() const;

  private:
    Exit print_document(const nlohmann::ordered_json& document, Exit code) const;
};

struct Context::Job {
    explicit Job(const Context& context);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    Work work;

  private:
    std::unique_ptr<class ProgressBar> progress_;
};

}  // namespace yure::cli
