/// pose3.json <-> motion::PoseGroups.
#pragma once

#include <string>
#include <string_view>

#include "yure/formats/source.hpp"
#include "yure/motion/pose.hpp"

namespace yure::formats {

struct Pose3 {
    motion::PoseGroups pose;
    Source source;
};

Result<Pose3> read_pose3(std::string_view text, NumberReading reading = NumberReading::exact,
                         Findings* findings = nullptr);
std::string write_pose3(const Pose3& file);

}  // namespace yure::formats
