#include "yure/studio/file.hpp"

#include "posix_file.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

#include "yure/studio/interrupt.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

Error system_error(const fs::path& path, const std::string& doing) {
    return {path.string(), doing + ": " + std::strerror(errno)};
}

Result<std::vector<std::byte>> read_all(int file, const fs::path& path, std::size_t expected) {
    std::vector<std::byte> bytes(expected);
    std::size_t used = 0;
    for (;;) {
        if (used == bytes.size()) {
            if (used >= kLargestFile) return Error{path.string(), "is larger than 1 GiB; no file of a model is"};
            bytes.resize(std::max<std::size_t>(65536, used * 2));
        }
        const ssize_t got = ::read(file, bytes.data() + used, bytes.size() - used);
        if (got > 0) {
            used += static_cast<std::size_t>(got);
            continue;
        }
        if (got == 0) break;
        if (errno == EINTR && !interrupted()) continue;
        return system_error(path, "cannot be read");
    }
    bytes.resize(used);
    return bytes;
}

Status write_all(int file, std::span<const std::byte> bytes, const fs::path& path) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t put = ::write(file, bytes.data() + done, bytes.size() - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return system_error(path, "cannot be written");
        done += static_cast<std::size_t>(put);
    }
    return {};
}

}  // namespace

std::string unique_suffix() {
    std::random_device entropy;
    static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    std::string suffix;
    for (int i = 0; i < 8; ++i) suffix += kDigits[entropy() % 36];
    return suffix;
}

Status write_new_file(const fs::path& path, std::span<const std::byte> bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return system_error(path, "cannot be made");
    Status status = write_all(file, bytes, path);
    if (status && ::fsync(file) != 0) status = system_error(path, "cannot be flushed to the disk");
    if (::close(file) != 0 && status) status = system_error(path, "cannot be closed");
    if (!status) ::unlink(path.c_str());
    return status;
}

void flush_folder(const fs::path& folder) {
    const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;  // the rename has happened; only its durability is at stake
    ::fsync(file);
    ::close(file);
}

Result<std::vector<std::byte>> read_file(const fs::path& path) {
    if (path == "-") return read_all(STDIN_FILENO, "standard input", 0);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        if (errno == ENOENT) return Error{path.string(), "does not exist"};
        return system_error(path, "cannot be opened");
    }
    struct stat info {};
    Result<std::vector<std::byte>> bytes = [&]() -> Result<std::vector<std::byte>> {
        if (::fstat(file, &info) != 0) return system_error(path, "cannot be read");
        if (S_ISDIR(info.st_mode)) return Error{path.string(), "is a folder, not a file"};
        const auto size = static_cast<std::uint64_t>(std::max<off_t>(info.st_size, 0));
        if (size > kLargestFile) return Error{path.string(), "is larger than 1 GiB; no file of a model is"};
        return read_all(file, path, static_cast<std::size_t>(size) + 1);  // one more, so that the end is seen at once
    }();
    ::close(file);
    return bytes;
}

Result<std::string> read_text(const fs::path& path) {
    Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    return std::string(text);
}

Status write_file(const fs::path& requested, std::span<const std::byte> bytes, Overwrite overwrite) {
    std::error_code fault;
    fs::path path = requested;
    if (fs::is_symlink(requested, fault)) path = fs::weakly_canonical(requested, fault);
    const fs::file_status before = fs::status(path, fault);
    const bool exists = fs::exists(before);
    if (exists && !fs::is_regular_file(before)) return Error{requested.string(), "is there already and is not a file"};
    if (exists && overwrite == Overwrite::refuse)
        return Error{requested.string(), "exists already; give another name or allow replacing it with --force"};
    const fs::path folder = path.parent_path();
    if (!folder.empty() && !fs::is_directory(folder, fault))
        return Error{requested.string(), "cannot be written: there is no folder " + folder.string()};

    const fs::path temporary = folder / ("." + path.filename().string() + "." + unique_suffix() + ".tmp");
    if (Status made = write_new_file(temporary, bytes); !made) return Error{requested.string(), made.error().what};
    const auto give_up = [&](Error error) -> Status {
        ::unlink(temporary.c_str());
        return error;
    };
    if (exists) fs::permissions(temporary, before.permissions(), fault);
    const Result<std::vector<std::byte>> back = read_file(temporary);
    if (!back || back->size() != bytes.size() || !std::equal(bytes.begin(), bytes.end(), back->begin()))
        return give_up(
            {requested.string(), "what was written could not be read back; the disk may be full or failing"});
    if (exists) {
        if (::rename(temporary.c_str(), path.c_str()) != 0)
            return give_up(system_error(requested, "cannot be replaced"));
    } else if (::link(temporary.c_str(), path.c_str()) ==
               0) {  // unlike rename, this never replaces a file made meanwhile
        ::unlink(temporary.c_str());
    } else if (errno == EEXIST) {
        return give_up({requested.string(), "exists already; give another name or allow replacing it with --force"});
    } else if (::rename(temporary.c_str(), path.c_str()) != 0) {  // a file system without links
        return give_up(system_error(requested, "cannot be written"));
    }
    flush_folder(folder);
    return {};
}

Status write_file(const fs::path& path, std::string_view text, Overwrite overwrite) {
    return write_file(path, std::as_bytes(std::span(text.data(), text.size())), overwrite);
}

}  // namespace yure::studio
