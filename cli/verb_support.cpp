#include "verb_support.hpp"

#include <CLI/CLI.hpp>

namespace yure::cli {

Exit opening_exit(const std::filesystem::path& path) {
    std::error_code fault;
    return path == "-" || std::filesystem::exists(path, fault) ? Exit::invalid : Exit::failed;
}

void add_numbers_option(CLI::App& verb, std::string& choice) {
    verb.add_option("--numbers", choice,
                    "official: read numbers as the official runtime does, digit by digit in single precision; exact: "
                    "correctly rounded")
        ->check(CLI::IsMember({"official", "exact"}))
        ->capture_default_str();
}

formats::NumberReading number_reading(const std::string& choice) {
    return choice == "exact" ? formats::NumberReading::exact : formats::NumberReading::official;
}

BodyWordOptions::BodyWordOptions(CLI::App& verb) : verb_(&verb) {
    for (const studio::BodyOption& option : studio::body_options()) {
        const std::string name = "--" + std::string(option.name), help(option.help);
        CLI::Option* added = nullptr;
        if (option.value.empty()) {
            added = verb.add_flag(name, help);
        } else {  // any number of times, one value each
            added = verb.add_option(name, given_.emplace_back(), help)
                        ->type_name(std::string(option.value))
                        ->allow_extra_args(false);
        }
        added->group("Bodies");
        options_.push_back(added);
    }
}

std::vector<studio::BodyWord> BodyWordOptions::words() const {
    std::vector<studio::BodyWord> words;
    std::vector<std::size_t> taken(options_.size(), 0);
    for (const CLI::Option* parsed : verb_->parse_order())
        for (std::size_t i = 0; i < options_.size(); ++i) {
            if (options_[i] != parsed) continue;
            const bool is_switch = parsed->get_type_size_max() == 0;
            const std::vector<std::string>& values = parsed->results();
            if (taken[i] >= values.size()) continue;
            const std::string value = values[taken[i]++];
            words.push_back({parsed->get_lnames().front(), is_switch ? std::string() : value});
        }
    return words;
}

const BodyWordOptions* add_body_options(CLI::App& verb) {
    static std::vector<std::unique_ptr<BodyWordOptions>> all;
    return all.emplace_back(std::make_unique<BodyWordOptions>(verb)).get();
}

}  // namespace yure::cli
