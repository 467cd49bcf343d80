/// The file that a model names, as it really lies on the disk. Models travel between systems: names differ in case, in
/// Unicode form (é as one character or as two), in slashes. What can only mean one file is found and told; what leads
/// out of the model's folder is refused.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace yure::studio {

enum class ReferenceState {
    found,
    variant,  ///< found under a name that differs in case, Unicode form or slashes
    missing,
    ambiguous,  ///< several names differ only in case or Unicode form, and none is exactly this
    outside     ///< absolute or through "..": not looked at
};

struct Reference {
    ReferenceState state = ReferenceState::missing;
    std::string relative;        ///< with slashes, as on the disk when found, else as named
    std::filesystem::path path;  ///< set when found

    bool found() const { return state == ReferenceState::found || state == ReferenceState::variant; }
};

/// `name` as it stands in a file of the model at `folder`.
Reference find_reference(const std::filesystem::path& folder, std::string_view name);

/// Equal for two names that are the same up to case and Unicode form (NFC and case folding). Bytes that are no UTF-8
/// are kept as they are.
std::string folded_name(std::string_view name);

}  // namespace yure::studio
