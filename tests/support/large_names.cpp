#include "support/large_names.hpp"

#include <algorithm>
#include <stdexcept>

namespace yure::tests {

std::string numbered(const std::string& name, int index) {
    return name + (index < 9 ? "0" : "") + std::to_string(index + 1);
}

const std::vector<LargeParameter>& large_parameters() {
    static const std::vector<LargeParameter> all = [] {
        std::vector<LargeParameter> list;
        for (const char* id : {"ParamAngleX", "ParamAngleY", "ParamAngleZ"}) list.push_back({id, -30.0f, 30.0f});
        for (const char* id : {"ParamBodyAngleX", "ParamBodyAngleY", "ParamBodyAngleZ"})
            list.push_back({id, -10.0f, 10.0f});
        for (const char* id : {"ParamEyeLOpen", "ParamEyeROpen"}) list.push_back({id, 0.0f, 1.0f, 1.0f});
        for (const char* id : {"ParamEyeLSmile", "ParamEyeRSmile", "ParamMouthOpenY", "ParamCheek", "ParamBreath"})
            list.push_back({id});
        for (const char* id :
             {"ParamEyeBallX", "ParamEyeBallY", "ParamEyeBallForm", "ParamBrowLY", "ParamBrowRY", "ParamBrowLX",
              "ParamBrowRX", "ParamBrowLAngle", "ParamBrowRAngle", "ParamBrowLForm", "ParamBrowRForm", "ParamMouthForm",
              "ParamShoulderY", "ParamBustX", "ParamBustY", "ParamHandL", "ParamHandR", "ParamBaseX", "ParamBaseY"})
            list.push_back({id, -1.0f, 1.0f});
        const auto numbered_ones = [&](const char* name, int count, bool blend_shape = false) {
            for (int i = 0; i < count; ++i) list.push_back({numbered(name, i), -1.0f, 1.0f, 0.0f, blend_shape});
        };
        numbered_ones("ParamHairFront", 4);
        for (const char* id : {"ParamHairSideL", "ParamHairSideR"}) list.push_back({id, -1.0f, 1.0f});
        numbered_ones("ParamHairBack", 4);
        numbered_ones("ParamSkirt", 4);
        numbered_ones("ParamRibbon", 4);
        for (const char* id : {"ParamSleeveL", "ParamSleeveR"}) list.push_back({id, -1.0f, 1.0f});
        numbered_ones("ParamArm", 4);
        numbered_ones("ParamLimb", 30);
        numbered_ones("ParamDetail", 34);
        numbered_ones("ParamBlend", 12, true);
        return list;
    }();
    return all;
}

int large_parameter(const std::string& id) {
    const auto& all = large_parameters();
    const auto found = std::find_if(all.begin(), all.end(), [&](const LargeParameter& p) { return p.id == id; });
    if (found == all.end()) throw std::logic_error("the large model has no parameter " + id);
    return static_cast<int>(found - all.begin());
}

}  // namespace yure::tests
