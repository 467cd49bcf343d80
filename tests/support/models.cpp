#include "support/models.hpp"

#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/tiny_puppet.hpp"

#include "yure/formats/moc3.hpp"

namespace yure::tests {

rig::Rig built(const rig::Puppet& puppet) {
    Result<rig::Rig> rig = rig::Rig::build(puppet);
    INFO((rig.ok() ? std::string() : rig.error().text()));
    REQUIRE(rig.ok());
    return std::move(rig).value();
}

std::vector<NamedPuppet> all_models() {
    std::vector<NamedPuppet> models{{"tiny v3.0", tiny_puppet({rig::MocVersion::v3_0, false})},
                                    {"tiny v5.0", tiny_puppet({rig::MocVersion::v5_0, true})}};
    for (const char* file :
         {"models/Haru/Haru.moc3", "models/Hiyori/Hiyori.moc3", "models/Mark/Mark.moc3", "models/Wanko/Wanko.moc3",
          "golden/moc3/Hiyori_synth_v5.moc3", "golden/moc3/Mark_synth_v4.moc3"}) {
        if (!shared_has(file)) continue;
        Result<rig::Puppet> puppet = formats::read_moc3(read_bytes(shared_path(file)));
        REQUIRE(puppet.ok());
        models.push_back({file, std::move(puppet).value()});
    }
    return models;
}

std::vector<float> values_with(const rig::Rig& rig, const std::vector<std::pair<std::string, float>>& changed) {
    std::vector<float> values = rig.default_values();
    for (const auto& [id, value] : changed) {
        const int parameter = rig.find_parameter(id);
        INFO(id);
        REQUIRE(parameter >= 0);
        values[static_cast<std::size_t>(parameter)] = value;
    }
    return values;
}

std::vector<float> random_values(const rig::Rig& rig, Random& random) {
    std::vector<float> values;
    for (const rig::ParameterInfo& parameter : rig.parameters())
        values.push_back(static_cast<float>(random.uniform(parameter.min, parameter.max)));
    return values;
}

}  // namespace yure::tests
