#include "bindings.hpp"

#include <algorithm>

namespace yure::rig {
namespace {

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}
std::int32_t length(const auto& table) {
    return static_cast<std::int32_t>(table.size());
}

std::vector<int> owner_of(const Ints& begin, const Ints& count, std::size_t bindings) {
    std::vector<int> owner(bindings, -1);
    for (std::size_t parameter = 0; parameter < begin.size(); ++parameter)
        for (int k = 0; k < count[parameter]; ++k) owner[at(begin[parameter] + k)] = static_cast<int>(parameter);
    return owner;
}

Floats key_list(const Puppet& p, int begin, int count) {
    return {p.keys.begin() + begin, p.keys.begin() + begin + count};
}

/// Some files older than 4.2 also carry the merged key lists, although nothing points to them.
bool has_merged_keys(const Puppet& p) {
    std::int64_t own = 0;
    for (const int count : p.binding.key_count) own += count;
    return p.has_blend_shapes() || static_cast<std::int64_t>(p.keys.size()) > own;
}

}  // namespace

Bindings Bindings::of(const Puppet& p) {
    Bindings out;
    const std::vector<int> owner =
        owner_of(p.parameter.pbind_begin, p.parameter.pbind_count, p.binding.key_begin.size());
    for (std::size_t band = 0; band < p.band.begin.size(); ++band) {
        GridAxes axes;
        for (int k = 0; k < p.band.count[band]; ++k) {
            const std::size_t binding = at(p.band_bindings[at(p.band.begin[band] + k)]);
            axes.push_back({owner[binding], key_list(p, p.binding.key_begin[binding], p.binding.key_count[binding])});
        }
        out.bands.push_back(std::move(axes));
    }
    if (!p.has_blend_shapes()) return out;
    const std::vector<int> driver =
        owner_of(p.parameter.bs_begin, p.parameter.bs_count, p.blend_binding.key_begin.size());
    for (std::size_t b = 0; b < driver.size(); ++b)
        out.blends.push_back({driver[b], key_list(p, p.blend_binding.key_begin[b], p.blend_binding.key_count[b]),
                              p.blend_binding.base_key[b]});
    return out;
}

int Bindings::band_with(const GridAxes& axes) {
    const auto found = std::find(bands.begin(), bands.end(), axes);
    const auto row = static_cast<int>(found - bands.begin());
    if (found == bands.end()) bands.push_back(axes);
    return row;
}

void Bindings::store(Puppet& p) const {
    const bool merged = has_merged_keys(p);
    const auto parameters = at(p.parameter_count());
    // Distinct key lists of every parameter in the order of first use; the last entry holds those without a parameter.
    std::vector<std::vector<Floats>> lists(parameters + 1);
    const auto lists_of = [&](int parameter) -> std::vector<Floats>& {
        return parameter < 0 ? lists.back() : lists[at(parameter)];
    };
    for (const GridAxes& axes : bands)
        for (const GridAxis& axis : axes) {
            auto& own = lists_of(axis.parameter);
            if (std::find(own.begin(), own.end(), axis.keys) == own.end()) own.push_back(axis.keys);
        }

    p.keys.clear();
    const auto put_keys = [&](const Floats& keys) {
        const std::int32_t begin = length(p.keys);
        p.keys.insert(p.keys.end(), keys.begin(), keys.end());
        return begin;
    };
    p.binding = {};
    Ints first_binding;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        first_binding.push_back(length(p.binding.key_begin));
        for (const Floats& keys : lists[i]) {
            p.binding.key_begin.push_back(put_keys(keys));
            p.binding.key_count.push_back(length(keys));
        }
        if (i == parameters) break;
        const bool blend_shape = p.has_blend_shapes() && p.parameter.type[i] == 1;
        p.parameter.pbind_begin[i] = !lists[i].empty() ? first_binding[i] : blend_shape ? 0 : -1;
        p.parameter.pbind_count[i] = length(lists[i]);
    }
    p.band = {};
    p.band_bindings.clear();
    for (const GridAxes& axes : bands) {
        p.band.begin.push_back(length(p.band_bindings));
        p.band.count.push_back(length(axes));
        for (const GridAxis& axis : axes) {
            const auto& own = lists_of(axis.parameter);
            const auto place = std::find(own.begin(), own.end(), axis.keys) - own.begin();
            p.band_bindings.push_back(first_binding[axis.parameter < 0 ? parameters : at(axis.parameter)] +
                                      static_cast<std::int32_t>(place));
        }
    }
    if (p.has_blend_shapes()) {
        p.blend_binding = {};
        std::fill(p.parameter.bs_begin.begin(), p.parameter.bs_begin.end(), 0);
        std::fill(p.parameter.bs_count.begin(), p.parameter.bs_count.end(), 0);
        for (std::size_t b = 0; b < blends.size(); ++b) {
            p.blend_binding.key_begin.push_back(put_keys(blends[b].keys));
            p.blend_binding.key_count.push_back(length(blends[b].keys));
            p.blend_binding.base_key.push_back(blends[b].base_key);
            if (blends[b].parameter < 0) continue;
            const std::size_t owner = at(blends[b].parameter);
            if (p.parameter.bs_count[owner]++ == 0) p.parameter.bs_begin[owner] = static_cast<std::int32_t>(b);
            lists[owner].push_back(blends[b].keys);
        }
    }
    if (!merged) return;
    p.parameter.key_begin.clear();
    p.parameter.key_count.clear();
    for (std::size_t i = 0; i < parameters; ++i) {
        Floats all;
        for (const Floats& keys : lists[i]) all.insert(all.end(), keys.begin(), keys.end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        const std::int32_t begin = put_keys(all);
        if (!p.has_blend_shapes()) continue;
        p.parameter.key_begin.push_back(begin);
        p.parameter.key_count.push_back(length(all));
    }
}

}  // namespace yure::rig
