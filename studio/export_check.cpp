#include "export_check.hpp"

#include <algorithm>

#include "yure/studio/model_check.hpp"

namespace yure::studio {
namespace fs = std::filesystem;

Status check_export(const Model& model, const fs::path& exported) {
    const CheckReport after = check_model(exported);
    if (after.errors() == 0) return {};
    const fs::path source =
        model.location.folder / (model.location.bare() ? model.moc_name : model.location.model3_name);
    const CheckReport before = check_model(source);
    for (const ModelFinding& finding : after.findings) {
        if (finding.severity != Severity::error) continue;
        const bool known = std::any_of(before.findings.begin(), before.findings.end(),
                                       [&](const ModelFinding& old) { return old.what == finding.what; });
        const bool textures = model.location.bare() && finding.pointer == "/FileReferences/Textures";
        if (!known && !textures)
            return Error{finding.file + " " + finding.pointer,
                         "the exported model would not be sound: " + finding.what};
    }
    return {};
}

std::vector<std::string> files_below(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code fault;
    for (auto it = fs::recursive_directory_iterator(folder, fault);
         !fault && it != fs::recursive_directory_iterator(); it.increment(fault))
        if (it->is_regular_file()) names.push_back(it->path().lexically_relative(folder).generic_string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace yure::studio
