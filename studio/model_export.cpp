#include <algorithm>

#include "yure/studio/json_text.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

using nlohmann::ordered_json;
using Pointer = ordered_json::json_pointer;

bool is_same_or_below(const fs::path& path, const fs::path& folder) {
    std::error_code fault;
    const fs::path inner = fs::weakly_canonical(path, fault), outer = fs::weakly_canonical(folder, fault);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

void erase_at(ordered_json& document, const std::string& pointer) {
    const Pointer at(pointer);
    ordered_json& parent = document[at.parent_pointer()];
    if (parent.is_array())
        parent.erase(static_cast<std::size_t>(std::stoul(at.back())));
    else
        parent.erase(at.back());
}

/// The element of a list that goes when this file is not there; empty when only the name itself goes.
std::string entry_of(const ModelFile& file) {
    const bool whole = file.role == FileRole::motion || file.role == FileRole::expression;
    return whole ? file.pointer.substr(0, file.pointer.rfind('/')) : std::string();
}

/// Members and lists that hold nothing any more.
void erase_empty(ordered_json& model3) {
    ordered_json& references = model3["FileReferences"];
    if (const auto motions = references.find("Motions"); motions != references.end() && motions->is_object()) {
        for (auto group = motions->begin(); group != motions->end();)
            group = group->is_array() && group->empty() ? motions->erase(group) : std::next(group);
        if (motions->empty()) references.erase("Motions");
    }
    if (const auto expressions = references.find("Expressions");
        expressions != references.end() && expressions->empty())
        references.erase("Expressions");
}

/// Takes references to absent files out and puts the names on the disk in.
void mend_references(ordered_json& model3, const std::vector<ModelFile>& files, Notices& notices) {
    const auto last_texture = std::find_if(files.rbegin(), files.rend(), [](const ModelFile& file) {
        return file.role == FileRole::texture && file.reference.found();
    });
    const int textures = last_texture == files.rend() ? 0 : last_texture->index + 1;

    std::vector<std::string> entries;  // list elements to erase, in document order
    bool any = false;
    for (const ModelFile& file : files) {
        if (file.reference.state == ReferenceState::found) continue;
        const std::string what = role_name(file.role);
        if (file.reference.state == ReferenceState::variant) {
            model3[Pointer(file.pointer)] = file.reference.relative;
            notices.push_back({file.named, "the name was corrected to " + file.reference.relative});
        } else if (file.role == FileRole::texture && file.index < textures) {
            notices.push_back(
                {file.named,
                 "the texture is not there; its place in the list is kept, since later ones would get another number"});
        } else {
            any = true;
            notices.push_back({file.named, "the " + what + " is not there; the reference to it was dropped"});
            const std::string entry = file.role == FileRole::texture ? file.pointer : entry_of(file);
            if (entry.empty())
                erase_at(model3, file.pointer);
            else
                entries.push_back(entry);
        }
    }
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) erase_at(model3, *entry);
    if (any) erase_empty(model3);
}

}  // namespace

Status export_model(const ModelLocation& model, const ExportChanges& changes, OutputFolder& out,
                    const std::string& prefix, Notices& notices) {
    if (is_same_or_below(model.folder, out.target()))
        return Error{out.target().string(),
                     "is or holds the model's own folder; a model is never overwritten, give another folder"};

    ordered_json model3 = changes.model3 ? *changes.model3 : model.model3;
    mend_references(model3, model.files, notices);
    ordered_json& references = model3["FileReferences"];

    std::map<std::string, std::vector<std::byte>> contents = changes.contents;
    const auto put_text = [&](const char* key, const ModelFile* present, const char* ending, const std::string& text) {
        const std::string name = present != nullptr ? present->reference.relative : model.base_name + ending;
        const auto* data = reinterpret_cast<const std::byte*>(text.data());
        contents[name] = {data, data + text.size()};
        references[key] = name;
    };
    const ModelFile* physics = model.first(FileRole::physics);
    if (changes.drop_physics) references.erase("Physics");
    if (changes.physics3) put_text("Physics", physics, ".physics3.json", *changes.physics3);
    if (changes.cdi3) put_text("DisplayInfo", model.first(FileRole::display_info), ".cdi3.json", *changes.cdi3);
    if (const ModelFile* moc = model.first(FileRole::moc); moc != nullptr && changes.moc3)
        contents[moc->reference.relative] = *changes.moc3;

    const std::string model3_name = model.bare() ? model.base_name + ".model3.json" : model.model3_name;
    if (!model.bare() && !changes.rewrite_model3 && model3 == model.model3 && !contents.contains(model3_name)) {
        if (Status copied = out.copy(prefix + model3_name, model.folder / model3_name); !copied) return copied;
    } else if (!contents.contains(model3_name)) {
        const Result<std::string> text = player_text(model3);
        if (!text) return text.error();
        if (Status written = out.write(prefix + model3_name, *text); !written) return written;
    }
    for (const auto& [name, bytes] : contents)
        if (Status written = out.write(prefix + name, bytes); !written) return written;
    for (const ModelFile& file : model.files) {
        if (!file.reference.found() || out.has(prefix + file.reference.relative)) continue;
        if (file.role == FileRole::physics && (changes.drop_physics || changes.physics3)) continue;
        if (Status copied = out.copy(prefix + file.reference.relative, file.reference.path); !copied) return copied;
    }
    return {};
}

}  // namespace yure::studio
