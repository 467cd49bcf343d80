/// From what a body was measured on to the attribution of its error. Private to the bake.
#pragma once

#include "exact_poses.hpp"

#include <span>
#include <vector>

#include "yure/baker/compare.hpp"

namespace yure::baker {

/// The parameters a recording must watch for `share_errors`: kept inputs, then the poses' own.
std::vector<int> watched_for_shares(std::span<const InputReading> inputs, std::span<const ExactPose> poses);

/// Fills `ClipMetrics::error` of every clip. Recordings hold keyform offsets and what `watched_for_shares` names;
/// playbacks are of `written`, the body's parameters as measured. Error: "cancelled".
Status share_errors(const Body& body, const BodyBake& bake, std::span<const WrittenParameter> written,
                    std::span<const ExactPose> poses, std::span<const InputReading> inputs,
                    std::span<const DriveClip> clips, std::span<Recording> recordings,
                    std::span<const Playback> playbacks, std::span<ClipMetrics> metrics, const Work& work);

}  // namespace yure::baker
