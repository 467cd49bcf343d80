// Parameters, key lists, bindings and bands.
#include "checker.hpp"

#include <algorithm>
#include <string>

namespace yure::rig {
namespace {

void check_ownership(Checker& c, const char* section, const Ints& begin, const Ints& count, std::size_t bindings,
                     const char* bindings_name) {
    std::vector<std::int32_t> owner(bindings, -1);
    for (std::size_t parameter = 0; parameter < begin.size(); ++parameter)
        for (std::int32_t k = 0; k < count[parameter]; ++k) {
            auto& mine = owner[index(begin[parameter] + k)];
            if (mine >= 0)
                c.warning(section, parameter,
                          "binding " + std::to_string(begin[parameter] + k) + " already belongs to parameter " +
                              std::to_string(mine));
            mine = static_cast<std::int32_t>(parameter);
        }
    for (std::size_t i = 0; i < bindings; ++i)
        if (owner[i] < 0) c.warning(bindings_name, i, "belongs to no parameter: it stays on its first key");
}

void check_ascending(Checker& c, const char* section, const Ints& begin, const Ints& count) {
    for (std::size_t i = 0; i < begin.size(); ++i)
        for (std::int32_t k = 1; k < count[i]; ++k)
            if (!(c.p.keys[index(begin[i] + k - 1)] < c.p.keys[index(begin[i] + k)])) {
                c.warning(section, i, "keys are not ascending at " + std::to_string(k));
                break;
            }
}

void check_parameters(Checker& c) {
    const ParameterTable& t = c.p.parameter;
    for (std::size_t i = 0; i < t.id.size() && !c.full(); ++i) {
        if (t.min[i] > t.max[i])
            c.error("parameter.min", i, "is above the maximum");
        else if (t.repeat[i] == 1 && t.min[i] == t.max[i])
            c.error("parameter.repeat", i, "cannot wrap: minimum and maximum are equal");
        else if (t.default_value[i] < t.min[i] || t.default_value[i] > t.max[i])
            c.warning("parameter.default_value", i, "lies outside of minimum and maximum");
        if (t.decimals[i] < 0) c.error("parameter.decimals", i, "is negative");
    }
    c.runs("parameter.pbind_begin", t.pbind_begin, "parameter.pbind_count", t.pbind_count, c.p.binding.key_begin.size(),
           "binding");
    if (!c.p.has_blend_shapes()) return;
    c.runs("parameter.key_begin", t.key_begin, "parameter.key_count", t.key_count, c.p.keys.size(), "keys");
    c.runs("parameter.bs_begin", t.bs_begin, "parameter.bs_count", t.bs_count, c.p.blend_binding.key_begin.size(),
           "blend_binding");
}

void warn_about_parameters(Checker& c) {
    const ParameterTable& t = c.p.parameter;
    check_ownership(c, "parameter.pbind_begin", t.pbind_begin, t.pbind_count, c.p.binding.key_begin.size(), "binding");
    const bool typed = c.p.has_blend_shapes();
    for (std::size_t i = 0; i < t.id.size(); ++i) {
        if (typed && t.type[i] == 1 && t.pbind_count[i] > 0)
            c.warning("parameter.type", i, "is a blend-shape parameter, so its keyform axes stay on their first key");
        if (typed && t.type[i] == 0 && t.bs_count[i] > 0)
            c.warning("parameter.type", i, "is a normal parameter, so its blend shapes stay on their first key");
        for (std::int32_t k = 0; k < t.pbind_count[i]; ++k) {
            const std::size_t b = index(t.pbind_begin[i] + k);
            const std::size_t first = index(c.p.binding.key_begin[b]);
            const std::size_t n = index(c.p.binding.key_count[b]);
            if (n > 0 && (c.p.keys[first] > t.min[i] + 0.001f || c.p.keys[first + n - 1] < t.max[i] - 0.001f))
                c.warning("binding", b,
                          "its keys do not span the range of parameter " + std::to_string(i) +
                              ": objects vanish outside of them");
        }
    }
}

void check_bands(Checker& c) {
    const BandTable& t = c.p.band;
    c.range("band_bindings", c.p.band_bindings, 0, static_cast<std::int64_t>(c.p.binding.key_begin.size()), "bindings");
    c.runs("band.begin", t.begin, "band.count", t.count, c.p.band_bindings.size(), "band_bindings");
    if (c.has_errors()) return;
    for (std::size_t i = 0; i < t.begin.size() && !c.full(); ++i) {
        if (t.count[i] > kMaxAxes) {
            c.error("band.count", i, "has " + std::to_string(t.count[i]) + " axes; at most 16 can be evaluated");
            continue;
        }
        for (std::int32_t k = 0; k < t.count[i]; ++k)
            if (c.p.binding.key_count[index(c.p.band_bindings[index(t.begin[i] + k)])] == 0)
                c.error("band.begin", i, "axis " + std::to_string(k) + " has no keys");
    }
}

}  // namespace

std::int64_t grid_size(const Puppet& puppet, std::int32_t band) {
    std::int64_t size = 1;
    const std::int32_t begin = puppet.band.begin[index(band)];
    for (std::int32_t k = 0; k < puppet.band.count[index(band)]; ++k) {
        size *= puppet.binding.key_count[index(puppet.band_bindings[index(begin + k)])];
        size = std::min(size, std::int64_t{1} << 31);  // more than any table has; keeps the product from overflowing
    }
    return size;
}

std::int64_t grid_pairs(const Puppet& puppet, std::int32_t band) {
    std::int64_t pairs = 1;
    const std::int32_t begin = puppet.band.begin[index(band)];
    for (std::int32_t k = 0; k < puppet.band.count[index(band)]; ++k)
        if (puppet.binding.key_count[index(puppet.band_bindings[index(begin + k)])] > 1) pairs *= 2;
    return pairs;
}

void check_bindings(Checker& c) {
    c.runs("binding.key_begin", c.p.binding.key_begin, "binding.key_count", c.p.binding.key_count, c.p.keys.size(),
           "keys");
    check_parameters(c);
    check_bands(c);
    if (c.has_errors()) return;
    check_ascending(c, "binding", c.p.binding.key_begin, c.p.binding.key_count);
    warn_about_parameters(c);
}

}  // namespace yure::rig
