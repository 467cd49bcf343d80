/// model3.json: the file that names all others of a model. Paths are kept as written, relative to this file; whether
/// they exist and stay inside the model's folder is for those who open files.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yure/formats/source.hpp"

namespace yure::formats {

struct Model3 {
    struct Expression {
        std::string name, file;
        bool operator==(const Expression&) const = default;
    };
    struct Motion {
        std::string file, sound, motion_sync;     ///< sound and motion_sync may be empty
        float fade_in = -1.0f, fade_out = -1.0f;  ///< s; negative = the motion file decides
        bool operator==(const Motion&) const = default;
    };
    struct MotionGroup {
        std::string name;  ///< may be empty
        std::vector<Motion> motions;
        bool operator==(const MotionGroup&) const = default;
    };
    struct Group {
        std::string target = "Parameter", name;  ///< name "EyeBlink" or "LipSync"
        std::vector<std::string> ids;
        bool operator==(const Group&) const = default;
    };
    struct HitArea {
        std::string id, name;
        bool operator==(const HitArea&) const = default;
    };

    std::string moc;  ///< required by every player; reading fails without it
    std::vector<std::string> textures;
    std::string physics, pose, user_data, display_info, motion_sync;  ///< empty = none
    std::vector<Expression> expressions;
    std::vector<MotionGroup> motions;
    std::vector<Group> groups;
    std::vector<HitArea> hit_areas;
    std::vector<std::pair<std::string, float>> layout;  ///< "width", "center_x" …
    Source source;

    /// Ids of the parameter group of this name; empty if there is none.
    std::vector<std::string> group_ids(std::string_view name) const;
    /// Every file it names, with its JSON pointer, in the order of the members above (moc first).
    struct Reference {
        std::string pointer, path;
        bool operator==(const Reference&) const = default;
    };
    std::vector<Reference> references() const;
};

Result<Model3> read_model3(std::string_view text, NumberReading reading = NumberReading::exact,
                           Findings* findings = nullptr);
std::string write_model3(const Model3& file);

}  // namespace yure::formats
