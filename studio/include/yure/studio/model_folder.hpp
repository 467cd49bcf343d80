/// A model as it lies on the disk: the folder, its model3.json, and everything that names. Opening reads the moc3 and
/// the physics and looks for the rest; nothing is ever written here. Export makes a new, complete folder.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "yure/core/parameter_range.hpp"
#include "yure/core/result.hpp"
#include "yure/formats/physics3.hpp"
#include "yure/motion/clip.hpp"
#include "yure/motion/clip_player.hpp"
#include "yure/rig/puppet.hpp"
#include "yure/studio/output_folder.hpp"
#include "yure/studio/reference.hpp"

namespace yure::studio {

enum class FileRole {
    moc,
    texture,
    physics,
    pose,
    display_info,
    user_data,
    motion_sync,
    expression,
    motion,
    sound,
    other
};
const char* role_name(FileRole role);  ///< "moc", "texture", "display info" …

/// One place of a model3.json that names a file.
struct ModelFile {
    FileRole role = FileRole::other;
    std::string pointer;  ///< of the name in the model3.json: "/FileReferences/Textures/0"
    std::string named;    ///< as it stands there
    Reference reference;  ///< what lies on the disk
    std::string group;    ///< motions and sounds: "Idle"
    int index = -1;       ///< textures, expressions: place in the list; motions, sounds: place in the group
    std::string name;     ///< expressions: the name shown
};

/// Where a model is, before any of its files but the model3.json was read.
struct ModelLocation {
    std::filesystem::path folder;
    std::string model3_name;        ///< file name in `folder`; empty for a bare moc3
    nlohmann::ordered_json model3;  ///< made up for a bare moc3
    std::string base_name;          ///< "Haru" of Haru.model3.json
    std::vector<ModelFile> files;   ///< in the order in which the model3.json names them
    bool bare() const { return model3_name.empty(); }

    /// First file of that role that was found; null when there is none.
    const ModelFile* first(FileRole role) const;
    /// Files of a role, found or not.
    std::vector<const ModelFile*> all(FileRole role) const;
};

/// `given` is a folder with one model3.json, such a file, or a moc3. Errors: nothing there, no model3.json or several
/// (named), a model3.json that is no JSON or names no moc3.
Result<ModelLocation> locate_model(const std::filesystem::path& given);

struct Model {
    ModelLocation location;
    std::string moc_name;              ///< relative to the folder
    std::vector<std::byte> moc_bytes;  ///< as read
    rig::Puppet puppet;
    std::string physics_name;  ///< empty = the model has no physics (that could be found)
    std::optional<formats::Physics3> physics;
    Notices notices;  ///< files named but lacking, or lying under another name

    std::vector<ParameterRange> parameter_ranges() const;
    std::vector<std::string> part_ids() const;
    /// Parameters of the EyeBlink and LipSync groups.
    motion::EffectGroups effect_groups() const;
};

/// Opens everything a bake or a player needs. A fault of moc3 or physics3 is an error that names file and place;
/// anything else that is amiss is a notice.
Result<Model> open_model(const std::filesystem::path& given,
                         formats::NumberReading numbers = formats::NumberReading::exact);

/// A motion by what a person would call it: a path, a file of the model (with or without folder and ending), "Idle" for
/// the first of a group, "Idle:1". The error lists what there is.
Result<std::filesystem::path> find_motion(const ModelLocation& model, const std::string& wanted);

/// What differs from the source in an exported folder.
struct ExportChanges {
    /// New contents by the name on the disk relative to the folder; "" as contents is an empty file.
    std::map<std::string, std::vector<std::byte>> contents;
    bool drop_physics = false;            ///< no physics at all: the reference goes
    std::optional<std::string> physics3;  ///< new text; the file is named and registered when there was none
    std::optional<std::string> cdi3;      ///< likewise
    std::optional<std::vector<std::byte>> moc3;
    /// The model3.json to start from, when it is not the source's own.
    std::optional<nlohmann::ordered_json> model3;
    bool rewrite_model3 = false;  ///< lay the model3.json out anew even where it says the same
};

/// Writes a complete model folder below `prefix` ("" or "model/") of `out`: every file that the model3.json names and
/// that exists, byte for byte unless changed; references to absent files are dropped, names corrected, both told in
/// `notices`.
Status export_model(const ModelLocation& model, const ExportChanges& changes, OutputFolder& out,
                    const std::string& prefix, Notices& notices);

}  // namespace yure::studio
