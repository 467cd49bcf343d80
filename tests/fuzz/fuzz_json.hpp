/// What the fuzz targets of all JSON formats ask: whatever is accepted can be written, read again, and then stays as it
/// is.
#pragma once

#include "fuzz.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "yure/core/parameter_range.hpp"
#include "yure/formats/source.hpp"

namespace yure::fuzz {

inline void require(bool condition) {
    if (!condition) std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Runs `use` on what was read, if anything was.
template <class Read, class Write, class Use>
void read_write_read(std::string_view text, const Read& read, const Write& write, const Use& use) {
    for (const auto reading : {formats::NumberReading::exact, formats::NumberReading::official}) {
        formats::Findings findings;
        const auto file = read(text, reading, &findings);
        require(findings.size() <= 64);
        if (!file.ok()) {
            require(!file.error().what.empty());
            continue;
        }
        use(*file);
        const std::string written = write(*file);
        require(formats::check_number_layout(written).empty());
        const auto again = read(written, reading, nullptr);
        require(again.ok());
        require(write(*again) == written);
    }
    if (const auto tidy = formats::tidy_json(text); tidy.ok()) require(formats::tidy_json(*tidy).value() == *tidy);
    formats::check_number_layout(text);
}

/// At most `count` files of the reference models, if they are there, and every file of the target's own seed folder.
inline void add_files(std::vector<std::string>& seeds, const std::string& own, const std::string& suffix,
                      std::size_t count = 4) {
    for (std::string& file : files_in(own)) seeds.push_back(std::move(file));
    for (std::string& file : files_in(shared_folder("models"), suffix))
        if (count > 0 && count-- > 0) seeds.push_back(std::move(file));
}

inline void require_finite(const std::vector<float>& values) {
    for (const float value : values) require(std::isfinite(value));
}

}  // namespace yure::fuzz
