/// What the verbs on projects share: open, apply, save, say what happened.
#pragma once

#include "context.hpp"

#include <memory>
#include <string>
#include <vector>

#include "yure/studio/body_words.hpp"
#include "yure/studio/session.hpp"

namespace CLI {
class App;
}

namespace yure::cli {

/// "hair" means hair.yure where that is there, or where nothing is called "hair".
std::filesystem::path project_path(const std::string& given);
/// True for something that is, or by its name would be, a project.
bool looks_like_project(const std::string& given);

/// Opens, or says why not and gives the code. Notices go to stderr.
std::unique_ptr<studio::Session> open_project(const Context& context, const std::string& given, studio::Access access,
                                              Exit& code);

/// Applies the calls as one step, saves, and prints {"project","state","result"…} or `text` of the reply.
Exit apply_and_save(const Context& context, const std::string& project, const std::string& label,
                    const std::vector<studio::CommandCall>& calls);

/// The reply's issues as a failure.
Exit fail_with(const Context& context, const studio::Reply& reply);

/// Runs a job of the session to its end, with progress on stderr and Ctrl-C as cancel.
studio::JobInfo run_job(const Context& context, studio::Session& session, studio::JobId job);

/// Announces the arguments of a command as options of `verb`; the words as they were given, once parsed.
class CommandOptions {
  public:
    /// Arguments named in `without` are not announced.
    CommandOptions(CLI::App& verb, const studio::Json& schema, const std::vector<std::string>& without = {});
    std::vector<studio::BodyWord> words() const;

  private:
    struct One;
    std::vector<std::shared_ptr<One>> options_;
};

}  // namespace yure::cli
