#include "budget_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "yure/formats/moc3.hpp"

namespace yure::studio {
namespace {

std::string plain(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

struct Excess {
    std::string name;
    double size = 0, limit = 0;
};

std::vector<Excess> excesses(const Budget& budget, const WrittenModel& written) {
    ModelSize size = puppet_size(written.puppet);
    size["physics_groups"] = static_cast<double>(written.physics.groups.size());
    if (budget.limits.contains("moc3_bytes")) size["moc3_bytes"] = static_cast<double>(formats::write_moc3(written.puppet).size());
    std::vector<Excess> found;
    for (const auto& [name, limit] : budget.limits)
        if (const auto mine = size.find(name); mine != size.end() && mine->second > limit) found.push_back({name, mine->second, limit});
    return found;
}

/// What a bake adds to; other limits only the source can break.
bool baked_size(const std::string& name) {
    return name == "parameters" || name == "keyforms" || name == "moc3_bytes" || name == "physics_groups";
}

std::string listed(const std::vector<Excess>& found) {
    std::string text;
    for (const Excess& excess : found) {
        std::string name = excess.name;
        std::replace(name.begin(), name.end(), '_', ' ');
        text += (text.empty() ? "" : ", ") + name + " " + plain(excess.size) + " of " + plain(excess.limit);
    }
    return text;
}

/// Takes a parameter of a body away, with all that drives it alone.
void take_away(GeneratedBody& body, std::size_t index) {
    const std::string id = body.bake.parameters[index].id;
    body.bake.parameters.erase(body.bake.parameters.begin() + static_cast<std::ptrdiff_t>(index));
    std::erase_if(body.bake.outputs, [&](const baker::BankOutput& output) { return output.output.parameter == id; });
    for (pendulum::Group& group : body.bake.groups)
        std::erase_if(group.outputs, [&](const pendulum::Output& output) { return output.parameter == id; });
    std::erase_if(body.bake.groups, [](const pendulum::Group& group) { return group.outputs.empty(); });
    if (body.bake.parameters.empty()) body.bake.bank.clear();  // the bank need not be written for this body
}

}  // namespace

Result<bool> narrow_to_budget(const Budget& budget, const Model& model, const WrittenModel& written, Generated& all,
                              std::vector<Loss>& losses) {
    const std::vector<Excess> found = excesses(budget, written);
    if (found.empty()) return true;
    WrittenModel bare;
    bare.puppet = model.puppet;
    if (model.physics) bare.physics = model.physics->physics;
    std::vector<Excess> own = excesses(budget, bare);
    std::erase_if(own, [&](const Excess& excess) {
        return std::none_of(found.begin(), found.end(), [&](const Excess& other) { return other.name == excess.name; });
    });
    if (!own.empty())
        return Error{"--budget " + budget.name, "the model itself is too large, before anything is baked: " + listed(own)};
    GeneratedBody* least_body = nullptr;
    std::size_t least = 0;
    for (GeneratedBody& body : all.bodies)
        for (std::size_t p = 0; p < body.bake.parameters.size(); ++p)
            if (least_body == nullptr || body.bake.parameters[p].swing_px < least_body->bake.parameters[least].swing_px) {
                least_body = &body;
                least = p;
            }
    const bool helps = std::any_of(found.begin(), found.end(), [](const Excess& excess) { return baked_size(excess.name); });
    if (least_body == nullptr || !helps) return Error{"--budget " + budget.name, "cannot be kept: " + listed(found)};
    const baker::BakedParameter& parameter = least_body->bake.parameters[least];
    losses.push_back({parameter.id, "parameter", "dropped",
                      "left out to keep the budget " + budget.name + " (" + listed(found) + "); it moves the body by " +
                          plain(std::round(parameter.swing_px * 10) / 10) + " px at most",
                      parameter.swing_px});
    take_away(*least_body, least);
    return false;
}

}  // namespace yure::studio
