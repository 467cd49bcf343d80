/// Small things that verbs share.
#pragma once

#include "context.hpp"

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "yure/formats/source.hpp"
#include "yure/studio/body_words.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace yure::cli {

/// How a failed opening of `path` counts: something that is not there is a failure of the place, anything else an
/// invalid input.
Exit opening_exit(const std::filesystem::path& path);

/// `--numbers official|exact` for verbs that play files.
void add_numbers_option(CLI::App& verb, std::string& choice);
formats::NumberReading number_reading(const std::string& choice);

/// The options of bodies, whose order on the command line matters.
class BodyWordOptions {
  public:
    explicit BodyWordOptions(CLI::App& verb);
    /// As they were written, once the command line has been parsed.
    std::vector<studio::BodyWord> words() const;

  private:
    CLI::App* verb_;
    std::vector<CLI::Option*> options_;
    std::deque<std::vector<std::string>> given_;  // where the parser puts values; their places must not move
};
/// Announces them; lives as long as the verb.
const BodyWordOptions* add_body_options(CLI::App& verb);

}  // namespace yure::cli
