#include "yure/studio/budget.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

/// What Cubism Editor FREE saves.
const Budget kFree{
    "free",
    {{"parameters", 30}, {"parts", 30}, {"deformers", 50}, {"art_meshes", 100}, {"textures", 1}, {"texture_px", 2048}}};

/// Telephones and stand-alone headsets: a moc3 under 10 MB, two textures of 4096 px, no more masks than the runtimes
/// draw with one mask buffer, and meshes (one draw call each) as in the models that run there.
const Budget kPhone{
    "phone", {{"moc3_bytes", 10e6}, {"textures", 2}, {"texture_px", 4096}, {"mask_sets", 36}, {"art_meshes", 200}}};

}  // namespace

const std::vector<std::string>& size_names() {
    static const std::vector<std::string> names{"parameters", "parts",      "deformers",     "art_meshes", "vertices",
                                                "triangles",  "masks",      "mask_sets",     "keyforms",   "moc3_bytes",
                                                "textures",   "texture_px", "physics_groups"};
    return names;
}

ModelSize puppet_size(const rig::Puppet& puppet) {
    ModelSize size;
    size["parameters"] = puppet.parameter_count();
    size["parts"] = puppet.part_count();
    size["deformers"] = puppet.deformer_count();
    size["art_meshes"] = puppet.mesh_count();
    double vertices = 0, corners = 0, masked = 0;
    std::set<std::vector<std::int32_t>> masks;
    for (std::size_t mesh = 0; mesh < puppet.mesh.id.size(); ++mesh) {
        vertices += puppet.mesh.vertex_count[mesh];
        corners += puppet.mesh.tri_count[mesh];
        if (puppet.mesh.mask_count[mesh] <= 0) continue;
        ++masked;
        const auto first = puppet.masks.begin() + puppet.mesh.mask_begin[mesh];
        std::vector<std::int32_t> set(first, first + puppet.mesh.mask_count[mesh]);
        std::sort(set.begin(), set.end());
        masks.insert(std::move(set));
    }
    size["vertices"] = vertices;
    size["triangles"] = corners / 3;
    size["masks"] = masked;
    size["mask_sets"] = static_cast<double>(masks.size());
    size["keyforms"] = static_cast<double>(puppet.mesh_kf.opacity.size());
    return size;
}

Result<Budget> read_budget(std::string_view text) {
    const auto file = parse_json(text);
    if (!file) return file.error();
    Budget budget;
    budget.name = text_at(*file, "name");
    const nlohmann::ordered_json& limits = member(*file, "limits");
    if (!limits.is_object() || limits.empty())
        return Error{"/limits", "is no object of limits, such as {\"parameters\": 30}"};
    const auto& names = size_names();
    for (const auto& [name, limit] : limits.items()) {
        const std::string where = "/limits/" + pointer_part(name);
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            std::string known;
            for (const std::string& other : names) known += (known.empty() ? "" : ", ") + other;
            return Error{where, "is nothing that is measured; known are " + known};
        }
        if (!limit.is_number() || !(limit.get<double>() >= 0)) return Error{where, "is no number of at least 0"};
        budget.limits[name] = limit.get<double>();
    }
    return budget;
}

Result<Budget> find_budget(const std::string& name_or_file) {
    if (name_or_file == "free") return kFree;
    if (name_or_file == "phone") return kPhone;
    const Result<std::string> text = read_text(name_or_file);
    if (!text) return Error{name_or_file, text.error().what + "; a budget is free, phone, or a JSON file"};
    Result<Budget> budget = read_budget(*text);
    if (!budget) return Error{name_or_file, budget.error().text()};
    if (budget->name.empty()) budget->name = name_or_file;
    return budget;
}

}  // namespace yure::studio
