#include "weights.hpp"

#include <algorithm>
#include <cmath>

namespace yure::rig {
namespace {

constexpr float kSnap = 0.001f;  // a value closer than this to a key is on it

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}

/// Place in a list that holds its outer values, without snapping: index and share of the next point.
Bracket find_saturating(std::span<const float> keys, float value) {
    if (keys.empty() || value <= keys[0]) return {};
    std::size_t i = 0;
    while (i + 1 < keys.size() && keys[i + 1] <= value) ++i;
    if (i + 1 >= keys.size()) return {static_cast<int>(i), 0.0f, false};
    return {static_cast<int>(i), (value - keys[i]) / (keys[i + 1] - keys[i]), false};
}

}  // namespace

Bracket find_bracket(std::span<const float> keys, float value) {
    const std::size_t n = keys.size();
    if (n == 0) return {};
    if (n == 1) return {0, 0.0f, !(keys[0] - kSnap < value && value < keys[0] + kSnap)};
    if (value < keys[0] - kSnap || value >= keys[n - 1] + kSnap) return {0, 0.0f, true};
    if (value < keys[0] + kSnap) return {};
    std::size_t h = 1;
    while (h + 1 < n && keys[h] + kSnap <= value) ++h;
    if (value <= keys[h] - kSnap)
        return {static_cast<int>(h) - 1, (value - keys[h - 1]) / (keys[h] - keys[h - 1]), false};
    return {static_cast<int>(h), 0.0f, false};
}

float bounded_value(const ParameterTable& table, std::size_t parameter, float value) {
    const float low = table.min[parameter], high = table.max[parameter];
    if (std::isnan(value)) value = table.default_value[parameter];
    if (table.repeat[parameter] == 0) return std::min(std::max(value, low), high);
    const float span = high - low;
    const float turns = (value - low) / span;
    const float wrapped = low + (turns - std::floor(turns)) * span;
    return std::isfinite(wrapped) ? wrapped : low;
}

Weights::Weights(const Rig::Program& program, const std::vector<bool>& used_bands,
                 const std::vector<bool>& used_records)
    : values_(program.parameters.size()),
      brackets_(program.puppet.binding.key_begin.size()),
      bands_(program.bands.size()),
      records_(program.puppet.blend_record.binding.size()) {
    std::vector<bool> used_bindings(brackets_.size());
    int begin = 0;
    for (std::size_t band = 0; band < used_bands.size(); ++band) {
        if (!used_bands[band]) continue;
        used_bands_.push_back(static_cast<int>(band));
        bands_[band].begin = begin;
        begin += program.bands[band].pairs;
        const Range axes = program.bands[band].axes;
        for (int k = 0; k < axes.count; ++k) used_bindings[at(program.axes[at(axes.begin + k)].binding)] = true;
    }
    rows_.resize(at(begin));
    weights_.resize(at(begin));
    for (std::size_t i = 0; i < used_bindings.size(); ++i)
        if (used_bindings[i]) used_bindings_.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < used_records.size(); ++i)
        if (used_records[i]) used_records_.push_back(static_cast<int>(i));
}

void Weights::update(const Rig::Program& program, std::span<const float> values) {
    const Puppet& p = program.puppet;
    for (std::size_t i = 0; i < values_.size(); ++i)
        values_[i] = bounded_value(p.parameter, i, i < values.size() ? values[i] : p.parameter.default_value[i]);
    for (const int binding : used_bindings_) {
        const int parameter = program.binding_parameter[at(binding)];
        const std::span keys(p.keys.data() + p.binding.key_begin[at(binding)], at(p.binding.key_count[at(binding)]));
        brackets_[at(binding)] = parameter >= 0 ? find_bracket(keys, values_[at(parameter)]) : Bracket{};
    }
    for (const int band : used_bands_) update_band(program, band);
    for (const int record : used_records_) records_[at(record)] = weigh_record(program, at(record));
}

void Weights::update_band(const Rig::Program& program, int band) {
    BandState& state = bands_[at(band)];
    int* rows = rows_.data() + state.begin;
    float* weights = weights_.data() + state.begin;
    int count = 1;
    rows[0] = 0;
    weights[0] = 1.0f;
    const Range axes = program.bands[at(band)].axes;
    for (int k = 0; k < axes.count; ++k) {
        const Axis axis = program.axes[at(axes.begin + k)];
        const Bracket bracket = brackets_[at(axis.binding)];
        if (bracket.hidden) {
            state.count = 0;
            return;
        }
        const int low = bracket.index * axis.stride;
        if (bracket.t > 0.0f) {
            const float rest = 1.0f - bracket.t;
            for (int j = 0; j < count; ++j) {
                rows[count + j] = rows[j] + low + axis.stride;
                weights[count + j] = weights[j] * bracket.t;
                rows[j] += low;
                weights[j] *= rest;
            }
            count *= 2;
        } else {
            for (int j = 0; j < count; ++j) rows[j] += low;
        }
    }
    state.count = count;
}

float Weights::limit_of(const Rig::Program& program, std::size_t record) const {
    const Puppet& p = program.puppet;
    float limit = 1.0f;
    for (int k = 0; k < p.blend_record.limit_count[record]; ++k) {
        const std::size_t curve = at(p.limit_index[at(p.blend_record.limit_begin[record] + k)]);
        const std::size_t begin = at(p.limit.value_begin[curve]), count = at(p.limit.value_count[curve]);
        if (count == 0) continue;
        const float* weight = p.limit_value.weight.data() + begin;
        const Bracket place =
            find_saturating({p.limit_value.key.data() + begin, count}, values_[at(p.limit.parameter[curve])]);
        const float value = place.t > 0.0f ? (1.0f - place.t) * weight[place.index] + place.t * weight[place.index + 1]
                                           : weight[place.index];
        limit = std::min(limit, value);
    }
    return limit;
}

BlendWeights Weights::weigh_record(const Rig::Program& program, std::size_t record) const {
    const Puppet& p = program.puppet;
    const std::size_t binding = at(p.blend_record.binding[record]);
    const int parameter = program.blend_binding_parameter[binding];
    const std::span keys(p.keys.data() + p.blend_binding.key_begin[binding], at(p.blend_binding.key_count[binding]));
    const Bracket place = parameter >= 0 ? find_saturating(keys, values_[at(parameter)]) : Bracket{};
    float low = 1.0f - place.t, high = place.t;
    // From the base key upwards the runtime divides from the other end: the same numbers, but not the same bits.
    if (place.index >= p.blend_binding.base_key[binding] && place.t > 0.0f) {
        const std::size_t i = at(place.index);
        low = (keys[i + 1] - values_[at(parameter)]) / (keys[i + 1] - keys[i]);
        high = 1.0f - low;
    }
    BlendWeights weights;
    weights.limit = limit_of(program, record);
    const auto add = [&](int key, float weight) {
        if (!(weight > 0.0f) || key == p.blend_binding.base_key[binding]) return;
        weights.row[weights.count] = p.blend_record.kf_begin[record] + key;
        weights.weight[weights.count++] = weight;
    };
    add(place.index, low);
    add(place.index + 1, high);
    return weights;
}

}  // namespace yure::rig
