#include "yure/studio/output_folder.hpp"

#include "posix_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sstream>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "yure/core/hash.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kMarkerHead = "yure-output 1";

bool lies_inside(const std::string& relative) {
    const fs::path path(relative);
    if (relative.empty() || path.is_absolute() || relative.back() == '/') return false;
    return std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".." || part == "."; });
}

/// Files listed by the marker of a folder, sorted; an error when there is no such list.
Result<std::vector<std::string>> marked_files(const fs::path& folder) {
    Result<std::string> text = read_text(folder / OutputFolder::kMarker);
    if (!text) return text.error();
    std::istringstream lines(*text);
    std::string line;
    if (!std::getline(lines, line) || line != kMarkerHead) return Error{folder.string(), "has an unknown file list"};
    std::vector<std::string> files;
    while (std::getline(lines, line))
        if (!line.empty()) files.push_back(line);
    std::sort(files.begin(), files.end());
    return files;
}

/// Whether `target` may become the new folder's place.
Status check_place(const fs::path& target, Overwrite overwrite) {
    std::error_code fault;
    const fs::file_status status = fs::status(target, fault);
    if (!fs::exists(status)) return {};
    if (!fs::is_directory(status)) return Error{target.string(), "is there already and is not a folder"};
    if (fs::is_empty(target, fault)) return {};
    if (overwrite == Overwrite::refuse)
        return Error{target.string(),
                     "exists already and is not empty; give another folder or allow replacing it with --force"};
    const Result<std::vector<std::string>> ours = marked_files(target);
    if (!ours)
        return Error{target.string(),
                     "was not made by this program (it holds no " + std::string(OutputFolder::kMarker) +
                         "), so it is not replaced even with --force; give another folder or empty this one yourself"};
    for (auto it = fs::recursive_directory_iterator(target, fault); !fault && it != fs::recursive_directory_iterator();
         it.increment(fault)) {
        if (it->is_directory() && !it->is_symlink()) continue;
        const std::string name = it->path().lexically_relative(target).generic_string();
        if (name != OutputFolder::kMarker && !std::binary_search(ours->begin(), ours->end(), name))
            return Error{target.string(),
                         "holds " + name +
                             ", which this program did not write, so the folder is not replaced even with "
                             "--force; move that file away or give another folder"};
    }
    if (fault) return Error{target.string(), "cannot be looked through: " + fault.message()};
    return {};
}

}  // namespace

Result<OutputFolder> OutputFolder::begin(const fs::path& requested, Overwrite overwrite) {
    std::error_code fault;
    fs::path target = fs::weakly_canonical(fs::absolute(requested, fault), fault);
    if (fault || target.empty()) return Error{requested.string(), "is no place for a folder"};
    if (!target.has_filename()) target = target.parent_path();
    if (target == target.root_path()) return Error{requested.string(), "is no place for a folder"};
    if (Status place = check_place(target, overwrite); !place) return Error{requested.string(), place.error().what};

    OutputFolder out;
    out.target_ = target;
    out.overwrite_ = overwrite;
    std::vector<fs::path> missing;
    for (fs::path parent = target.parent_path(); !fs::exists(parent, fault); parent = parent.parent_path())
        missing.push_back(parent);
    std::reverse(missing.begin(), missing.end());
    for (const fs::path& parent : missing) {
        if (::mkdir(parent.c_str(), 0777) != 0)
            return Error{requested.string(), "cannot be made: " + std::string(std::strerror(errno))};
        out.made_parents_.push_back(parent);
    }
    const fs::path staging = target.parent_path() / ("." + target.filename().string() + "." + unique_suffix() + ".tmp");
    if (::mkdir(staging.c_str(), 0777) != 0)
        return Error{requested.string(), "cannot be made: " + std::string(std::strerror(errno))};
    out.staging_ = staging;
    return out;
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept {
    *this = std::move(other);
}

OutputFolder& OutputFolder::operator=(OutputFolder&& other) noexcept {
    if (this == &other) return *this;
    discard();
    target_ = std::move(other.target_);
    staging_ = std::exchange(other.staging_, {});
    made_parents_ = std::exchange(other.made_parents_, {});
    written_ = std::move(other.written_);
    overwrite_ = other.overwrite_;
    return *this;
}

OutputFolder::~OutputFolder() {
    discard();
}

void OutputFolder::discard() noexcept {
    std::error_code ignored;
    if (!staging_.empty()) fs::remove_all(staging_, ignored);
    staging_.clear();
    for (; !made_parents_.empty(); made_parents_.pop_back()) ::rmdir(made_parents_.back().c_str());  // only when empty
}

bool OutputFolder::has(const std::string& relative) const {
    return std::any_of(written_.begin(), written_.end(),
                       [&](const Written& file) { return file.relative == relative; });
}

Status OutputFolder::write(const std::string& relative, std::span<const std::byte> bytes) {
    if (!lies_inside(relative)) return Error{relative, "lies outside of the folder being written"};
    if (has(relative)) return Error{relative, "would be written twice"};
    const fs::path path = staging_ / relative;
    std::error_code fault;
    fs::create_directories(path.parent_path(), fault);
    if (fault) return Error{relative, "cannot be made: " + fault.message()};
    if (Status made = write_new_file(path, bytes); !made) return Error{relative, made.error().what};
    written_.push_back({relative, hash_bytes(bytes)});
    return {};
}

Status OutputFolder::write(const std::string& relative, std::string_view text) {
    return write(relative, std::as_bytes(std::span(text.data(), text.size())));
}

Status OutputFolder::copy(const std::string& relative, const fs::path& source) {
    const Result<std::vector<std::byte>> bytes = read_file(source);
    if (!bytes) return bytes.error();
    return write(relative, *bytes);
}

Status OutputFolder::commit() {
    for (const Written& file : written_) {
        const Result<std::vector<std::byte>> back = read_file(staging_ / file.relative);
        if (!back || hash_bytes(*back) != file.hash)
            return Error{(target_ / file.relative).string(),
                         "what was written could not be read back; the disk may be full or failing"};
    }
    std::sort(written_.begin(), written_.end(),
              [](const Written& a, const Written& b) { return a.relative < b.relative; });
    std::string marker(kMarkerHead);
    for (const Written& file : written_) marker += "\n" + file.relative;
    marker += "\n";
    if (Status marked = write_new_file(staging_ / kMarker, std::as_bytes(std::span(marker.data(), marker.size())));
        !marked)
        return marked;
    if (Status place = check_place(target_, overwrite_); !place) return place;

    if (::rename(staging_.c_str(), target_.c_str()) == 0) {  // nothing there, or an empty folder
        staging_.clear();
    } else if (errno == ENOTEMPTY || errno == EEXIST) {
        // Swap old and new in one step; what is discarded afterwards is the old one.
        if (::renameat2(AT_FDCWD, staging_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) != 0) {
            const fs::path old =
                target_.parent_path() / ("." + target_.filename().string() + "." + unique_suffix() + ".old");
            if (::rename(target_.c_str(), old.c_str()) != 0)
                return Error{target_.string(), "cannot be replaced: " + std::string(std::strerror(errno))};
            if (::rename(staging_.c_str(), target_.c_str()) != 0) {
                const int why = errno;
                static_cast<void>(::rename(old.c_str(), target_.c_str()));
                return Error{target_.string(), "cannot be replaced: " + std::string(std::strerror(why))};
            }
            staging_ = old;
        }
    } else {
        return Error{target_.string(), "cannot be put in place: " + std::string(std::strerror(errno))};
    }
    flush_folder(target_.parent_path());
    made_parents_.clear();
    discard();
    return {};
}

}  // namespace yure::studio
