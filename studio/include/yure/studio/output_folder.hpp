/// A folder as the result of a job: built under another name beside its place and renamed when complete, so that it is
/// there whole or not at all.
///
///     Result<OutputFolder> out = OutputFolder::begin("out/hair", Overwrite::refuse);
///     out->write("model/hair.moc3", bytes);
///     out->commit();                     // without it the folder disappears again
///
/// Every folder made here holds `.yure-output`, the list of the files put into it. With `Overwrite::replace` a folder
/// is replaced only if it is empty or holds that list and nothing beyond it: files of somebody else's are never
/// deleted.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/studio/file.hpp"

namespace yure::studio {

class OutputFolder {
  public:
    /// Name of the list of files inside of every folder made here.
    static constexpr std::string_view kMarker = ".yure-output";

    /// Checks that `target` may be (re)placed and makes the folder beside it. Missing parents are made.
    static Result<OutputFolder> begin(const std::filesystem::path& target, Overwrite overwrite);
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&& other) noexcept;
    ~OutputFolder();  ///< removes everything made so far unless committed

    /// Where the folder will be.
    const std::filesystem::path& target() const { return target_; }
    /// Where it is being built; valid until commit.
    const std::filesystem::path& staging() const { return staging_; }

    /// `relative` uses slashes, lies inside (no "..", not absolute) and is not written twice. Folders are made as
    /// needed.
    Status write(const std::string& relative, std::span<const std::byte> bytes);
    Status write(const std::string& relative, std::string_view text);
    /// Copies a file byte for byte.
    Status copy(const std::string& relative, const std::filesystem::path& source);
    bool has(const std::string& relative) const;

    /// Reads everything back, adds the list of files, and puts the folder in its place in one step. On an error the
    /// place is unchanged.
    Status commit();

  private:
    struct Written {
        std::string relative;
        std::uint64_t hash = 0;
    };
    OutputFolder() = default;
    void discard() noexcept;

    std::filesystem::path target_, staging_;
    std::vector<std::filesystem::path> made_parents_;  // outermost first
    std::vector<Written> written_;
    Overwrite overwrite_ = Overwrite::refuse;
};

}  // namespace yure::studio
