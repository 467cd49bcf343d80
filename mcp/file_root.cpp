#include "file_root.hpp"

#include <algorithm>

namespace yure::mcp {

namespace fs = std::filesystem;

Result<FileRoot> FileRoot::at(const fs::path& folder) {
    std::error_code fault;
    fs::path real = fs::canonical(folder.empty() ? fs::current_path(fault) : folder, fault);
    if (fault || !fs::is_directory(real, fault))
        return Error{"--root " + folder.string(), "is no folder that can be read"};
    return FileRoot(std::move(real));
}

bool FileRoot::holds(const fs::path& place) const {
    std::error_code fault;
    const fs::path real = fs::weakly_canonical(place, fault);
    if (fault) return false;
    const auto [end, rest] = std::mismatch(folder_.begin(), folder_.end(), real.begin(), real.end());
    static_cast<void>(rest);
    return end == folder_.end();
}

Result<fs::path> FileRoot::inside(const std::string& name, const std::string& argument) const {
    if (name.empty() || name.find('\0') != std::string::npos) return Error{argument, "must be the name of a file or folder"};
    std::error_code fault;
    const fs::path real = fs::weakly_canonical(folder_ / fs::path(name), fault);
    if (fault) return Error{argument, "cannot be looked at: " + fault.message()};
    if (!holds(real))
        return Error{argument, "lies outside of the folder this server may use (" + folder_.string() +
                                   "); name a place inside of it, or start the server with another --root"};
    return real;
}

}  // namespace yure::mcp
