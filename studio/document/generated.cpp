#include "generated.hpp"

#include "bake_store.hpp"
#include "json_fields.hpp"
#include "pendulum_json.hpp"

#include <algorithm>
#include <set>

#include "yure/core/lookup.hpp"

namespace yure::studio {
namespace {

bool makes(const std::vector<baker::BakedParameter>& parameters, const std::string& id) {
    return std::any_of(parameters.begin(), parameters.end(), [&](const auto& parameter) { return parameter.id == id; });
}

/// A classic body's own group, edited or left out.
void edit_own(baker::BodyBake& bake, const std::string& id, const PendulumOverride& change) {
    const int index = find_by_id(bake.groups, id);
    if (index < 0) return;
    std::vector<Error> ignored;  // it passed the same reader when it was edited
    if (change.enabled)
        bake.groups[static_cast<std::size_t>(index)] = read_group(change.edited, ignored);
    else
        bake.groups.erase(bake.groups.begin() + index);
}

/// A bank's group: the edited outputs are dealt out to the helpers and to the bodies that own the parameters.
void edit_shared(Generated& all, baker::BakedBank& bank, const std::string& id, const PendulumOverride& change) {
    const int index = find_by_id(bank.groups, id);
    if (index < 0) return;
    for (GeneratedBody& body : all.bodies)
        if (body.bake.bank == bank.id) std::erase_if(body.bake.outputs, [&](const auto& output) { return output.group == id; });
    if (!change.enabled) {
        bank.groups.erase(bank.groups.begin() + index);
        return;
    }
    std::vector<Error> ignored;
    pendulum::Group edited = read_group(change.edited, ignored);
    std::vector<pendulum::Output> kept;
    for (const pendulum::Output& output : edited.outputs) {
        const auto owner = std::find_if(all.bodies.begin(), all.bodies.end(), [&](const GeneratedBody& body) {
            return body.bake.bank == bank.id && makes(body.bake.parameters, output.parameter);
        });
        if (owner == all.bodies.end())
            kept.push_back(output);
        else
            owner->bake.outputs.push_back({id, output});
    }
    edited.outputs = std::move(kept);
    bank.groups[static_cast<std::size_t>(index)] = std::move(edited);
}

void rename(Generated& all) {
    for (GeneratedBody& body : all.bodies)
        for (const auto& [id, name] : body.body->pendulum_names) {
            if (const int own = find_by_id(body.bake.groups, id); own >= 0)
                body.bake.groups[static_cast<std::size_t>(own)].name = baker::group_name(name, body.bake.fps);
            if (const auto bank = all.banks.find(body.bake.bank); bank != all.banks.end())
                if (const int shared = find_by_id(bank->second.groups, id); shared >= 0)
                    bank->second.groups[static_cast<std::size_t>(shared)].name = baker::group_name(name, bank->second.fps);
        }
}

/// The group with the outputs of all bodies that hook onto it.
Json with_hooks(const Document& document, const std::string& bank, Json group) {
    const std::string id = words_at(group, "id");
    for (const auto& entry : document.bodies) {
        const StoredBake* bake = document.bakes.find(entry.id);
        if (bake == nullptr || bake->bank() != bank) continue;
        for (const Json& hook : at(bake->bake, "outputs"))
            if (words_at(hook, "group") == id && at(hook, "output").is_object()) group["outputs"].push_back(hook["output"]);
    }
    return group;
}

}  // namespace

std::vector<Json> generated_groups(const Document& document) {
    std::vector<Json> groups;
    std::set<std::string> seen;
    for (const auto& entry : document.bodies) {
        const StoredBake* bake = document.bakes.find(entry.id);
        if (bake == nullptr) continue;
        for (const Json& group : at(bake->bake, "groups")) groups.push_back(group);
        const StoredBank* bank = document.banks.find(bake->bank());
        if (bank == nullptr || !seen.insert(bake->bank()).second) continue;
        for (const Json& group : at(bank->bank, "groups")) groups.push_back(with_hooks(document, bake->bank(), group));
    }
    return groups;
}

Json generated_group(const Document& document, const std::string& id) {
    for (Json& group : generated_groups(document))
        if (words_at(group, "id") == id) return std::move(group);
    return nullptr;
}

Generated generated(const Document& document, const rig::Puppet& puppet) {
    Generated all;
    for (const auto& entry : document.bodies) {
        const StoredBake* stored = document.bakes.find(entry.id);
        if (stored == nullptr || !entry.value->enabled) continue;
        Result<baker::BodyBake> bake = read_bake(stored->bake, puppet, all.notices);
        if (!bake) {
            all.unusable[entry.id] = bake.error();
            continue;
        }
        if (!bake->bank.empty() && !all.banks.contains(bake->bank)) {
            const StoredBank* bank = document.banks.find(bake->bank);
            Result<baker::BakedBank> read = bank == nullptr ? Error{"bank " + bake->bank, "is not in the project; bake again"}
                                                            : read_bank(bank->bank, false);
            if (!read) {
                all.unusable[entry.id] = read.error();
                continue;
            }
            all.banks[bake->bank] = std::move(*read);
        }
        all.bodies.push_back({entry.value.get(), std::move(*bake), removed_parameters(stored->bake)});
    }
    for (const auto& entry : document.overrides) {
        for (GeneratedBody& body : all.bodies) edit_own(body.bake, entry.id, *entry.value);
        for (auto& [id, bank] : all.banks) edit_shared(all, bank, entry.id, *entry.value);
    }
    rename(all);
    return all;
}

void drop_idle_banks(Document& document) {
    std::set<std::string> used;
    for (const auto& entry : document.bakes) used.insert(entry.value->bank());
    const auto banks = document.banks;
    for (const auto& entry : banks)
        if (!used.contains(entry.id)) document.banks.erase(entry.id);
}

}  // namespace yure::studio
