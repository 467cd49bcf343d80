#include "yure/baker/options.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker {
namespace {

bool plain_id(std::string_view id) {
    return !id.empty() && id.size() <= 40 && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
}

bool within(float value, float low, float high) {
    return std::isfinite(value) && value >= low && value <= high;
}

void check_outputs(const BodyRequest& request, const std::string& body, std::vector<Error>& found) {
    for (const OutputRequest& output : request.outputs) {
        const std::string where = body + ": output " + output.parameter;
        if (!within(output.range, 1.0f, 100.0f)) found.push_back({where, "range must be 1 to 100"});
        if (output.gain && !within(*output.gain, 0.0f, 3.0f)) found.push_back({where, "gain must be 0 to 3"});
        if (!output.id.empty() && !rig::Id::fits(output.id)) found.push_back({where, "the id is longer than 63 bytes"});
    }
}

void check_budget(const BodyRequest& request, const std::string& body, std::vector<Error>& found) {
    const Budget& budget = request.budget;
    const std::string where = body + ": budget";
    const bool any = budget.parameters || budget.groups || budget.keyforms || budget.bytes || budget.evaluations;
    if (any && request.quality == Quality::classic)
        found.push_back({where, "classic has --modes and --keys instead; choose light, standard or best"});
    if (budget.parameters && (*budget.parameters < 1 || *budget.parameters > 8))
        found.push_back({where, "parameters must be 1 to 8"});
    if (budget.groups && (*budget.groups < 2 || *budget.groups > 128))
        found.push_back({where, "groups must be 2 to 128"});
    if (budget.keyforms && *budget.keyforms < 2) found.push_back({where, "keyforms must be at least 2"});
    if (budget.evaluations && (*budget.evaluations < 0 || *budget.evaluations > 10000))
        found.push_back({where, "evaluations must be 0 to 10000"});
    if (budget.bytes && *budget.bytes < 16) found.push_back({where, "bytes must be at least 16"});
}

void check_lists(const BodyRequest& request, const std::string& body, std::vector<Error>& found) {
    if (request.meshes.empty()) found.push_back({body, "names no mesh"});
    if (request.inputs.empty())
        found.push_back({body, "has no inputs: name the parameters that may move it (--inputs)"});
    for (std::size_t i = 0; i < request.meshes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (request.meshes[i].id == request.meshes[j].id)
                found.push_back({body, "names mesh " + request.meshes[i].id + " twice"});
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
        const InputRequest& input = request.inputs[i];
        if (input.span &&
            !(std::isfinite(input.span->low) && std::isfinite(input.span->high) && input.span->low <= input.span->high))
            found.push_back(
                {body + ": input " + input.id, "the training range must run from a lower to a higher number"});
        for (std::size_t j = 0; j < i; ++j)
            if (input.id == request.inputs[j].id) found.push_back({body, "names input " + input.id + " twice"});
    }
    for (const TrainingMotion& motion : request.training) {
        if (!within(motion.weight, 0.05f, 1.0f))
            found.push_back({body + ": " + motion.clip.id, "weight must be .05 to 1"});
        if (const Status status = check_clip(motion.clip); !status) found.push_back(status.error());
    }
}

}  // namespace

std::vector<Error> problems(const BodyRequest& request) {
    std::vector<Error> found;
    const std::string body = "body " + request.id;
    if (!plain_id(request.id))
        found.push_back({body, "the name must be 1 to 40 letters, digits or '_' (it becomes part of ids)"});
    for (Error& error : request.material.problems()) found.push_back({body + ": material", std::move(error).text()});
    check_budget(request, body, found);
    if (request.modes < 1 || request.modes > 3) found.push_back({body + ": --modes", "must be 1, 2 or 3"});
    if (const int keys = request.keys.value_or(5); keys != 3 && keys != 5 && keys != 7 && keys != 9)
        found.push_back({body + ": --keys", "must be 3, 5, 7 or 9"});
    if (!within(request.exaggeration, 1.0f, 2.0f)) found.push_back({body + ": --exaggeration", "must be 1 to 2"});
    if (request.write == WriteAs::blend && request.target_version && *request.target_version < rig::MocVersion::v4_2)
        found.push_back({body + ": --write blend", "needs --target-version 4 (Cubism 4.2) or later; use --write axes"});
    if (request.top_pins &&
        !(within(request.top_pins->solid, 0.0f, 1.0f) && within(request.top_pins->fade, 0.0f, 1.0f)))
        found.push_back({body + ": --pins", "solid and fade must be 0 to 1"});
    check_lists(request, body, found);
    check_outputs(request, body, found);
    return found;
}

}  // namespace yure::baker
