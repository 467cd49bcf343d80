/// Puppets that tests of the rig run over, and the usual ways to pose them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "yure/core/random.hpp"
#include "yure/rig/puppet.hpp"
#include "yure/rig/rig.hpp"

namespace yure::tests {

/// The rig, or a failed test that says why.
rig::Rig built(const rig::Puppet& puppet);

struct NamedPuppet {
    std::string name;
    rig::Puppet puppet;
};
/// The tiny puppet in an old and a new version, and every reference model beside the project (none when absent).
std::vector<NamedPuppet> all_models();

/// Default values with some replaced.
std::vector<float> values_with(const rig::Rig& rig, const std::vector<std::pair<std::string, float>>& changed);
/// Uniform in each parameter's range.
std::vector<float> random_values(const rig::Rig& rig, Random& random);

}  // namespace yure::tests
