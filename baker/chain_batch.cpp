#include "chain_batch.hpp"

#include <algorithm>
#include <cmath>

#include "yure/pendulum/chain_lanes.hpp"

namespace yure::baker {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace

ChainBatch::ChainBatch(std::vector<const Drive*> drives, double fps) : drives_(std::move(drives)), fps_(fps) {
    int inputs = 0;
    for (const Drive* drive : drives_) {
        frames_ = std::max(frames_, drive->frames);
        inputs = std::max(inputs, drive->inputs);
        for (int i = 0; i < drive->inputs && drive->frames > 0; ++i)
            from_rest_ = from_rest_ && std::abs(drive->at(0, i)) < 1e-6f;
    }
    columns_.assign(at(inputs), std::vector<float>(at(frames_) * drives_.size()));
    for (int i = 0; i < inputs; ++i)
        for (int f = 0; f < frames_; ++f)
            for (std::size_t lane = 0; lane < drives_.size(); ++lane)
                columns_[at(i)][at(f) * drives_.size() + lane] =
                    std::clamp(drives_[lane]->at(std::min(f, drives_[lane]->frames - 1), i), -1.0f, 1.0f);
}

bool ChainBatch::lanes_can(const Chain& chain) const {
    return from_rest_ && fps_ == 60.0 && static_cast<int>(chain.segments.size()) <= pendulum::kMaxLaneSegments;
}

ClipCourses ChainBatch::play(const Chain& chain, int segment) const {
    const std::size_t lanes = drives_.size(), segments = chain.segments.size();
    ClipCourses courses(lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) courses[lane].resize(at(drives_[lane]->frames));
    if (!lanes_can(chain)) {
        std::vector<double> readings;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            play_chain(chain, *drives_[lane], fps_, readings);
            for (std::size_t f = 0; f < courses[lane].size(); ++f)
                courses[lane][f] = readings[f * segments + at(segment)];
        }
        return courses;
    }

    const std::size_t cells = at(frames_) * lanes;
    std::vector<float> root(cells, 0.0f), tilt;
    for (const ChainInput& input : chain.inputs) {
        std::vector<float>& target = input.angle ? tilt : root;
        target.resize(cells, 0.0f);
        // the sign is Reflect's: not reflected means negated
        const float factor = static_cast<float>(-input.weight * (input.angle ? kAngleRange : kPositionRange));
        const std::vector<float>& column = columns_[at(input.input)];
        for (std::size_t c = 0; c < cells; ++c) target[c] += factor * column[c];
    }
    const bool shifts =
        std::any_of(chain.inputs.begin(), chain.inputs.end(), [](const ChainInput& i) { return !i.angle; });
    pendulum::LaneChain lane_chain;
    lane_chain.segments = static_cast<int>(segments);
    for (std::size_t s = 0; s < segments; ++s)
        lane_chain.segment[s] = {
            static_cast<float>(chain.segments[s].mobility), static_cast<float>(chain.segments[s].delay()),
            static_cast<float>(chain.segments[s].acceleration()), static_cast<float>(chain.segments[s].radius)};
    lane_chain.dead_zone = static_cast<float>(0.001 * (shifts ? kPositionRange : kNoDeadZone));
    std::vector<float> angles(cells * segments);
    pendulum::play_lanes(lane_chain, {frames_, static_cast<int>(lanes), root, tilt}, angles);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        for (std::size_t f = 0; f < courses[lane].size(); ++f)
            courses[lane][f] = static_cast<double>(angles[(f * segments + at(segment)) * lanes + lane]);
    return courses;
}

}  // namespace yure::baker
