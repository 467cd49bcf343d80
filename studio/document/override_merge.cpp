#include "override_merge.hpp"

#include "json_fields.hpp"

#include <algorithm>
#include <cmath>

namespace yure::studio {
namespace {

const Json* entry_of(const Json& list, const std::string& parameter) {
    if (!list.is_array()) return nullptr;
    for (const Json& entry : list)
        if (words_at(entry, "parameter") == parameter) return &entry;
    return nullptr;
}

/// A changed output scale as a ratio, so that it means the same on a pendulum that swings farther or less far.
Json merged_scale(const Json& base, const Json& edited, const Json& fresh) {
    if (!base.is_number() || !edited.is_number() || !fresh.is_number() || base.get<double>() == 0.0) return edited;
    const double ratio = edited.get<double>() / base.get<double>();
    return std::isfinite(ratio) ? Json(tidy(static_cast<float>(fresh.get<double>() * ratio))) : edited;
}

Json merged_members(const Json& base, const Json& edited, const Json& fresh) {
    Json merged = fresh;
    for (const auto& [name, value] : edited.items()) {
        const Json& before = at(base, name.c_str());
        if (value == before) continue;
        if (value.is_object() && before.is_object() && at(fresh, name.c_str()).is_object())
            merged[name] = merged_members(before, value, fresh[name]);
        else
            merged[name] = name == "scale" ? merged_scale(before, value, at(fresh, "scale")) : value;
    }
    return merged;
}

/// Lists of things that have a parameter: each by its parameter.
Json merged_by_parameter(const Json& base, const Json& edited, const Json& fresh) {
    Json merged = Json::array();
    for (const Json& now : fresh) {
        const std::string parameter = words_at(now, "parameter");
        const Json *before = entry_of(base, parameter), *wanted = entry_of(edited, parameter);
        if (wanted != nullptr && before != nullptr)
            merged.push_back(merged_members(*before, *wanted, now));
        else if (wanted == nullptr && before != nullptr)
            continue;  // taken away by the person
        else
            merged.push_back(wanted != nullptr ? *wanted : now);
    }
    for (const Json& wanted : edited) {
        const std::string parameter = words_at(wanted, "parameter");
        if (entry_of(base, parameter) == nullptr && entry_of(fresh, parameter) == nullptr) merged.push_back(wanted);
    }
    return merged;
}

Json merged_by_place(const Json& base, const Json& edited, const Json& fresh) {
    if (edited.size() != base.size()) return edited;  // another number of links: the person's pendulum
    Json merged = fresh;
    for (std::size_t i = 0; i < fresh.size() && i < edited.size(); ++i) merged[i] = merged_members(base[i], edited[i], fresh[i]);
    return merged;
}

}  // namespace

Json merged_group(const Json& base, const Json& edited, const Json& fresh) {
    Json merged = fresh;
    for (const auto& [name, value] : edited.items()) {
        const Json& before = at(base, name.c_str());
        const Json& now = at(fresh, name.c_str());
        if (value == before || name == "id") continue;
        if ((name == "inputs" || name == "outputs") && before.is_array() && now.is_array() && value.is_array())
            merged[name] = merged_by_parameter(before, value, now);
        else if (name == "vertices" && before.is_array() && now.is_array() && value.is_array())
            merged[name] = merged_by_place(before, value, now);
        else if (value.is_object() && before.is_object() && now.is_object())
            merged[name] = merged_members(before, value, now);
        else
            merged[name] = value;
    }
    return merged;
}

Notices merge_overrides(Document& document) {
    Notices notices;
    if (document.overrides.empty()) return notices;
    std::map<std::string, Json> groups;
    for (const Json& group : generated_groups(document)) groups.emplace(words_at(group, "id"), group);
    const auto overrides = document.overrides;
    for (const auto& entry : overrides) {
        const auto fresh = groups.find(entry.id);
        if (fresh == groups.end()) {
            notices.push_back({entry.id, "is no longer generated; the edits of it went with it"});
            document.overrides.erase(entry.id);
            continue;
        }
        if (fresh->second == entry.value->base) continue;
        PendulumOverride change = *entry.value;
        change.edited = merged_group(change.base, change.edited, fresh->second);
        change.base = fresh->second;
        if (change.edited == change.base && change.enabled) {
            notices.push_back({entry.id, "is generated as it had been edited, so the edit is gone"});
            document.overrides.erase(entry.id);
        } else {
            document.overrides.set(entry.id, std::move(change));
        }
    }
    return notices;
}

}  // namespace yure::studio
