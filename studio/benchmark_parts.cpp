#include "yure/studio/benchmark_parts.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "yure/studio/body_words.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct DemoBody {
    const char* name;
    const char* meshes;  ///< how their ids begin; a digit or a side follows
    const char* material;
};
constexpr DemoBody kDemoBodies[] = {
    {"back", "ArtMeshHairBack", "hair"}, {"front", "ArtMeshHairFront", "bangs"}, {"side", "ArtMeshHairSide", "hair"}};

std::string joined(const ordered_json& list) {
    std::string text;
    if (list.is_array())
        for (const ordered_json& each : list)
            if (each.is_string()) text += (text.empty() ? "" : ",") + each.get<std::string>();
    return text;
}

/// An entry of the list, read as if it stood on a command line.
Result<BenchmarkPart> read_part(const ordered_json& entry, const fs::path& folder) {
    const Result<Model> model = open_model(folder);
    if (!model) return model.error();
    BenchmarkPart part{text_at(entry, "name"), folder, {}};
    std::vector<BodyWord> words{{"body", part.name + "=" + joined(member(entry, "meshes"))}};
    for (const char* option : {"kind", "material", "pins"})
        if (const std::string value = text_at(entry, option); !value.empty()) words.push_back({option, value});
    if (const std::string inputs = joined(member(entry, "inputs")); !inputs.empty())
        words.push_back({"inputs", inputs});
    Result<std::vector<baker::BodyRequest>> bodies = read_bodies(*model, words);
    if (!bodies) return bodies.error();
    part.body = std::move(bodies->front());
    return part;
}

}  // namespace

Result<std::vector<BenchmarkPart>> read_benchmark_parts(const fs::path& list, const fs::path& models,
                                                        Notices& notices) {
    const Result<std::string> text = read_text(list);
    if (!text) return text.error();
    const Result<ordered_json> json = parse_json(*text);
    if (!json) return Error{list.string(), json.error().what};
    const ordered_json& entries = member(*json, "parts");
    if (!entries.is_array()) return Error{list.string() + " /parts", "is no list"};
    std::vector<BenchmarkPart> parts;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string where = list.string() + " /parts/" + std::to_string(i);
        const std::string name = text_at(entries[i], "name"), model = text_at(entries[i], "model");
        if (name.empty() || model.empty()) return Error{where, "has no name or no model"};
        std::error_code fault;
        if (!fs::is_directory(models / model, fault)) {
            notices.push_back({name, "left out: no " + (models / model).string()});
            continue;
        }
        Result<BenchmarkPart> part = read_part(entries[i], models / model);
        if (!part) return Error{where + ": " + part.error().where, part.error().what};
        parts.push_back(std::move(*part));
    }
    return parts;
}

fs::path find_benchmark_parts() {
    const fs::path name = fs::path("reference") / "benchmark-parts.json";
    std::error_code fault;
    if (const char* given = std::getenv("YURE_SHARED"))
        if (const fs::path found = fs::path(given) / name; fs::exists(found, fault)) return found;
    for (fs::path folder = fs::current_path(fault); !folder.empty(); folder = folder.parent_path()) {
        if (const fs::path found = folder / "shared" / name; fs::exists(found, fault)) return found;
        if (folder == folder.root_path()) break;
    }
    return {};
}

fs::path demo_folder(const fs::path& source_tree) {
    std::error_code fault;
    const fs::path program = fs::read_symlink("/proc/self/exe", fault);
    const fs::path installed = program.parent_path().parent_path() / "share/yure/demo";
    return fs::is_directory(installed, fault) ? installed : source_tree / "assets/demo";
}

Result<std::vector<baker::BodyRequest>> demo_bodies(const Model& demo) {
    std::vector<BodyWord> words;
    for (const DemoBody& body : kDemoBodies) {
        const std::string head = body.meshes;
        std::string meshes;
        for (const rig::Id& id : demo.puppet.mesh.id) {
            const std::string name(id.view());
            const std::string rest = name.starts_with(head) ? name.substr(head.size()) : std::string();
            if (rest.size() == 1) meshes += (meshes.empty() ? "" : ",") + name;
        }
        if (meshes.empty()) continue;
        words.push_back({"body", std::string(body.name) + "=" + meshes});
        words.push_back({"material", body.material});
    }
    return read_bodies(demo, words);
}

std::vector<BenchmarkPart> demo_parts(const fs::path& folder, Notices& notices) {
    std::vector<BenchmarkPart> parts;
    const Result<Model> model = open_model(folder);
    Result<std::vector<baker::BodyRequest>> bodies =
        model ? demo_bodies(*model) : Result<std::vector<baker::BodyRequest>>(model.error());
    if (!bodies) {
        notices.push_back({folder.string(), "the demo's parts are left out: " + bodies.error().text()});
        return parts;
    }
    for (baker::BodyRequest& body : *bodies) parts.push_back({"demo_" + body.id, folder, std::move(body)});
    return parts;
}

}  // namespace yure::studio
