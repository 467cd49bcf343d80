/// The folder that tools may not leave. Private to mcp.
#pragma once

#include <filesystem>
#include <string>

#include "yure/core/result.hpp"

namespace yure::mcp {

class FileRoot {
  public:
    /// `folder` must exist; links in it are followed once, here.
    static Result<FileRoot> at(const std::filesystem::path& folder);

    /// The real place of a name (relative ones start at the root), links followed as far as it exists. An error, named
    /// after `argument`, when that lies outside.
    Result<std::filesystem::path> inside(const std::string& name, const std::string& argument) const;
    bool holds(const std::filesystem::path& place) const;
    const std::filesystem::path& folder() const { return folder_; }

  private:
    explicit FileRoot(std::filesystem::path folder) : folder_(std::move(folder)) {}
    std::filesystem::path folder_;
};

}  // namespace yure::mcp
