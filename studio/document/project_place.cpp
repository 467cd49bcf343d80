#include "project_place.hpp"

#include "yure/studio/reference.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

/// The one entry of `folder` whose name equals `name` up to case and Unicode form; empty when there is none, or several.
fs::path variant_in(const fs::path& folder, const std::string& name) {
    const std::string wanted = folded_name(name);
    fs::path found;
    std::error_code fault;
    for (auto it = fs::directory_iterator(folder, fault); !fault && it != fs::directory_iterator(); it.increment(fault)) {
        if (folded_name(it->path().filename().string()) != wanted) continue;
        if (!found.empty()) return {};
        found = it->path();
    }
    return found;
}

}  // namespace

std::string relative_place(const fs::path& folder, const fs::path& path) {
    std::error_code fault;
    const fs::path target = fs::weakly_canonical(fs::absolute(path, fault), fault);
    if (folder.empty()) return target.generic_string();
    const fs::path from = fs::weakly_canonical(fs::absolute(folder, fault), fault);
    const auto common = std::mismatch(from.begin(), from.end(), target.begin(), target.end()).first;
    if (common == from.begin() || (common == std::next(from.begin()) && from != from.root_path())) return target.generic_string();
    const std::string relative = target.lexically_relative(from).generic_string();
    return relative.empty() ? target.generic_string() : relative;
}

fs::path model_place(const fs::path& folder, const std::string& named) {
    const fs::path wanted = fs::path(named).is_absolute() ? fs::path(named) : folder / named;
    std::error_code fault;
    if (fs::exists(wanted, fault)) return wanted;
    fs::path place;
    for (const fs::path& part : wanted) {
        const fs::path next = place / part;
        if (fs::exists(next, fault) || part == "..") {
            place = next;
            continue;
        }
        const fs::path variant = variant_in(place.empty() ? "." : place, part.string());
        if (variant.empty()) return wanted;
        place = variant;
    }
    return place;
}

fs::path model_file(const Model& model) {
    return model.location.folder / (model.location.bare() ? model.moc_name : model.location.model3_name);
}

}  // namespace yure::studio
