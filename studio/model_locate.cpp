#include <algorithm>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kModelEnding = ".model3.json", kMocEnding = ".moc3";

bool ends_with(const std::string& name, std::string_view ending) {
    return name.size() > ending.size() && folded_name(name).ends_with(ending);
}

std::string without_ending(const std::string& name, std::string_view ending) {
    return name.substr(0, name.size() - ending.size());
}

/// Goes through a model3.json's FileReferences and notes every place that names a file.
class FileCollector {
  public:
    explicit FileCollector(const fs::path& folder) : folder_(folder) {}

    std::vector<ModelFile> collect(const ordered_json& references) {
        if (!references.is_object()) return {};
        for (const auto& [key, value] : references.items()) {
            const std::string pointer = "/FileReferences/" + pointer_part(key);
            if (key == "Textures")
                list(value, pointer, FileRole::texture);
            else if (key == "Expressions")
                expressions(value, pointer);
            else if (key == "Motions")
                motions(value, pointer);
            else if (const FileRole role = role_of(key); role != FileRole::other)
                note(value, pointer, role);
            else
                unknown(value, pointer);
        }
        return std::move(files_);
    }

  private:
    static FileRole role_of(const std::string& key) {
        if (key == "Moc") return FileRole::moc;
        if (key == "Physics") return FileRole::physics;
        if (key == "Pose") return FileRole::pose;
        if (key == "DisplayInfo") return FileRole::display_info;
        if (key == "UserData") return FileRole::user_data;
        if (key == "MotionSync") return FileRole::motion_sync;
        return FileRole::other;
    }

    ModelFile* note(const ordered_json& value, const std::string& pointer, FileRole role) {
        if (!value.is_string() || value.get_ref<const std::string&>().empty()) return nullptr;
        ModelFile file;
        file.role = role;
        file.pointer = pointer;
        file.named = value.get<std::string>();
        file.reference = find_reference(folder_, file.named);
        files_.push_back(std::move(file));
        return &files_.back();
    }

    void list(const ordered_json& values, const std::string& pointer, FileRole role) {
        if (!values.is_array()) return;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (ModelFile* file = note(values[i], pointer + "/" + std::to_string(i), role))
                file->index = static_cast<int>(i);
    }

    void expressions(const ordered_json& values, const std::string& pointer) {
        if (!values.is_array()) return;
        for (std::size_t i = 0; i < values.size(); ++i) {
            ModelFile* file =
                note(member(values[i], "File"), pointer + "/" + std::to_string(i) + "/File", FileRole::expression);
            if (file == nullptr) continue;
            file->index = static_cast<int>(i);
            file->name = text_at(values[i], "Name");
        }
    }

    void motions(const ordered_json& groups, const std::string& pointer) {
        if (!groups.is_object()) return;
        for (const auto& [group, entries] : groups.items()) {
            if (!entries.is_array()) continue;
            for (std::size_t i = 0; i < entries.size(); ++i) {
                const std::string at = pointer + "/" + pointer_part(group) + "/" + std::to_string(i);
                for (const auto& [key, role] :
                     {std::pair{"File", FileRole::motion}, std::pair{"Sound", FileRole::sound},
                      std::pair{"MotionSync", FileRole::motion_sync}}) {
                    ModelFile* file = note(member(entries[i], key), at + "/" + key, role);
                    if (file == nullptr) continue;
                    file->group = group;
                    file->index = static_cast<int>(i);
                }
            }
        }
    }

    /// A member of a newer generation: a text that names a file that is there belongs to the model.
    void unknown(const ordered_json& value, const std::string& pointer) {
        if (value.is_string()) {
            ModelFile* file = note(value, pointer, FileRole::other);
            if (file != nullptr && !file->reference.found()) files_.pop_back();
        } else if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i) unknown(value[i], pointer + "/" + std::to_string(i));
        } else if (value.is_object()) {
            for (const auto& [key, inner] : value.items()) unknown(inner, pointer + "/" + pointer_part(key));
        }
    }

    const fs::path& folder_;
    std::vector<ModelFile> files_;
};

Result<std::string> only_model3(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code fault;
    for (auto it = fs::directory_iterator(folder, fault); !fault && it != fs::directory_iterator(); it.increment(fault))
        if (ends_with(it->path().filename().string(), kModelEnding)) names.push_back(it->path().filename().string());
    if (fault) return Error{folder.string(), "cannot be looked through: " + fault.message()};
    std::sort(names.begin(), names.end());
    if (names.empty())
        return Error{folder.string(),
                     "holds no .model3.json; give the folder of an exported model, or a .moc3 by itself"};
    if (names.size() > 1) {
        std::string all;
        for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
        return Error{folder.string(), "holds several models (" + all + "); give one of these files"};
    }
    return names.front();
}

ordered_json bare_model3(const std::string& moc) {
    return {{"Version", 3},
            {"FileReferences", {{"Moc", moc}, {"Textures", ordered_json::array()}}},
            {"Groups", ordered_json::array()}};
}

}  // namespace

const char* role_name(FileRole role) {
    switch (role) {
        case FileRole::moc:
            return "moc3";
        case FileRole::texture:
            return "texture";
        case FileRole::physics:
            return "physics";
        case FileRole::pose:
            return "pose";
        case FileRole::display_info:
            return "display info";
        case FileRole::user_data:
            return "user data";
        case FileRole::motion_sync:
            return "motion sync";
        case FileRole::expression:
            return "expression";
        case FileRole::motion:
            return "motion";
        case FileRole::sound:
            return "sound";
        case FileRole::other:
            break;
    }
    return "file";
}

const ModelFile* ModelLocation::first(FileRole role) const {
    for (const ModelFile& file : files)
        if (file.role == role && file.reference.found()) return &file;
    return nullptr;
}

std::vector<const ModelFile*> ModelLocation::all(FileRole role) const {
    std::vector<const ModelFile*> found;
    for (const ModelFile& file : files)
        if (file.role == role) found.push_back(&file);
    return found;
}

Result<ModelLocation> locate_model(const fs::path& given) {
    std::error_code fault;
    const fs::file_status status = fs::status(given, fault);
    if (!fs::exists(status)) return Error{given.string(), "does not exist"};
    ModelLocation model;
    fs::path file = given;
    if (fs::is_directory(status)) {
        Result<std::string> name = only_model3(given);
        if (!name) return name.error();
        file = given / *name;
    }
    model.folder = file.parent_path().empty() ? fs::path(".") : file.parent_path();
    const std::string name = file.filename().string();
    if (ends_with(name, kMocEnding)) {
        model.base_name = without_ending(name, kMocEnding);
        model.model3 = bare_model3(name);
    } else if (ends_with(name, kModelEnding)) {
        model.model3_name = name;
        model.base_name = without_ending(name, kModelEnding);
        const Result<std::string> text = read_text(file);
        if (!text) return text.error();
        Result<ordered_json> document = parse_json(*text);
        if (!document) return Error{file.string(), document.error().text()};
        if (!document->is_object()) return Error{file.string(), "is no model: it holds no JSON object"};
        model.model3 = std::move(*document);
    } else {
        return Error{given.string(), "is no model; give a model folder, a .model3.json or a .moc3"};
    }
    model.files = FileCollector(model.folder).collect(member(model.model3, "FileReferences"));
    return model;
}

Result<fs::path> find_motion(const ModelLocation& model, const std::string& wanted) {
    std::error_code fault;
    if (fs::is_regular_file(wanted, fault)) return fs::path(wanted);
    const auto stem = [](std::string name) {
        for (const std::string_view ending : {std::string_view(".motion3.json"), std::string_view(".json")})
            if (name.size() > ending.size() && name.ends_with(ending))
                return name.substr(0, name.size() - ending.size());
        return name;
    };
    std::string known;
    for (const ModelFile* motion : model.all(FileRole::motion)) {
        if (!motion->reference.found()) continue;
        const fs::path relative = motion->reference.relative;
        const std::string place = motion->group + ":" + std::to_string(motion->index);
        for (const std::string& name : {motion->named, relative.generic_string(), relative.filename().string(),
                                        stem(relative.filename().string()), place, motion->group})
            if (!name.empty() && name == wanted) return motion->reference.path;
        known += (known.empty() ? "" : ", ") + stem(relative.filename().string());
    }
    return Error{wanted, known.empty() ? "is no file, and the model has no motions"
                                       : "is no file and no motion of the model; it has " + known};
}

}  // namespace yure::studio
