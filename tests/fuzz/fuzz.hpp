/// What a fuzz target defines. See CMakeLists.txt for how it is run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Takes any bytes and returns 0; must neither crash, hang nor ask for memory by an unchecked count.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace yure::fuzz {

/// Sound inputs to start from: made here at run time, plus files where there are some.
std::vector<std::string> seeds();

/// Every file of a folder whose name ends in `suffix` (all = ""), sub-folders included, in name order; empty when
/// absent.
std::vector<std::string> files_in(const std::string& folder, const std::string& suffix = "");
/// A folder of the reference data beside the project (or of $YURE_SHARED); it may not exist.
std::string shared_folder(const std::string& relative_path);

inline std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace yure::fuzz
