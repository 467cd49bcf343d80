/// Chain values in nlohmann's JSON. The getters throw nlohmann exceptions on wrong types; callers catch them once.
/// Private to studio.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "yure/chain/math.hpp"

namespace yure::studio {

inline chain::Vec3 vector_of(const nlohmann::ordered_json& json) {
    return {json.at(0).get<double>(), json.at(1).get<double>(), json.size() > 2 ? json.at(2).get<double>() : 0.0};
}

inline std::vector<chain::Vec3> vectors_of(const nlohmann::ordered_json& json) {
    std::vector<chain::Vec3> all;
    for (const auto& item : json) all.push_back(vector_of(item));
    return all;
}

inline nlohmann::ordered_json vector_json(chain::Vec3 v) {
    return nlohmann::ordered_json::array({v.x, v.y, v.z});
}

}  // namespace yure::studio
