/// cdi3.json: the names that people see.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yure/formats/source.hpp"

namespace yure::formats {

struct Cdi3 {
    struct Entry {
        std::string id, group_id, name;  ///< empty group_id = top level
        bool operator==(const Entry&) const = default;
    };
    struct Part {
        std::string id, name;
        bool operator==(const Part&) const = default;
    };
    std::vector<Entry> parameters;
    std::vector<Entry> parameter_groups;
    std::vector<Part> parts;
    std::vector<std::pair<std::string, std::string>> combined_parameters;  ///< horizontal and vertical id of one pad
    Source source;

    /// The name of a parameter, or its id when it has none.
    std::string parameter_name(std::string_view id) const;
};

Result<Cdi3> read_cdi3(std::string_view text, NumberReading reading = NumberReading::exact,
                       Findings* findings = nullptr);
std::string write_cdi3(const Cdi3& file);

}  // namespace yure::formats
