#include "yure/motion/pose.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace yure::motion {
namespace {

constexpr float kWished = 0.001f;
constexpr float kThroughAtMost = 0.15f;  // share of the background that may show through while two parts cross over

int index_of(std::span<const std::string> parts, const std::string& id) {
    const auto found = std::find(parts.begin(), parts.end(), id);
    return found == parts.end() ? -1 : static_cast<int>(found - parts.begin());
}

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace

PosePlayer::PosePlayer(const PoseGroups& pose, std::span<const std::string> parts)
    : fade_in_(pose.fade_in), count_(parts.size()) {
    for (const auto& group : pose.groups) {
        std::vector<Part> bound;
        for (const PosePart& part : group) {
            const int index = index_of(parts, part.id);
            if (index < 0) continue;
            Part one{index, {}};
            for (const std::string& link : part.links)
                if (const int linked = index_of(parts, link); linked >= 0) one.links.push_back(linked);
            bound.push_back(std::move(one));
        }
        if (!bound.empty()) groups_.push_back(std::move(bound));
    }
}

void PosePlayer::start(std::span<float> opacities, std::span<float> wishes) const {
    assert(opacities.size() == count_ && wishes.size() == count_);
    for (const auto& group : groups_)
        for (const Part& part : group) {
            const float value = &part == &group.front() ? 1.0f : 0.0f;
            opacities[at(part.index)] = value;
            wishes[at(part.index)] = value;
            for (const int link : part.links) opacities[at(link)] = value;
        }
}

void PosePlayer::update(std::span<float> opacities, std::span<const float> wishes, float dt) const {
    assert(opacities.size() == count_ && wishes.size() == count_);
    if (!(dt > 0.0f) || !std::isfinite(dt)) dt = 0.0f;
    for (const auto& group : groups_) {
        const auto wished = std::find_if(group.begin(), group.end(),
                                         [&](const Part& part) { return wishes[at(part.index)] > kWished; });
        if (wished != group.end()) {
            float& shown = opacities[at(wished->index)];
            shown = fade_in_ > 0.0f ? std::min(1.0f, shown + dt / fade_in_) : 1.0f;
            const float rest = 1.0f - shown;
            float limit = rest;
            if (rest > 0.0f && (1.0f - limit) * rest > kThroughAtMost) limit = 1.0f - kThroughAtMost / rest;
            for (const Part& part : group)
                if (part.index != wished->index) opacities[at(part.index)] = std::min(opacities[at(part.index)], limit);
        }
        for (const Part& part : group)
            for (const int link : part.links) opacities[at(link)] = opacities[at(part.index)];
    }
}

}  // namespace yure::motion
