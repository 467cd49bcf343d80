/// Presets as commands: a plan (presets/plan.hpp) put into the document, one step each.
#include "command_support.hpp"
#include "group_weights.hpp"
#include "model_refresh.hpp"
#include "preset_model.hpp"

#include <algorithm>

#include "yure/studio/presets/plan.hpp"

namespace yure::studio {
namespace {

std::string group_title(sim::GroupKind kind) {
    return "preset_" + std::string(sim::group_name(kind));
}

constexpr sim::GroupKind kKinds[] = {sim::GroupKind::pin,  sim::GroupKind::stiffness, sim::GroupKind::goal,
                                     sim::GroupKind::mass, sim::GroupKind::damping,   sim::GroupKind::wind};

/// The document as planners see it. A mesh has one group of a kind here, so each goes by the name that presets write to:
/// what is painted is then remembered by the record and comes back when the preset is removed.
presets::ProjectState project_state(const Document& document, Notices& notices) {
    presets::ProjectState state;
    for (const auto& entry : document.bodies) state.bodies.push_back({entry.id, entry.value->meshes, {}});
    for (const auto& entry : document.groups)
        for (const sim::GroupKind kind : kKinds)
            if (const sim::Weights& weights = weights_of(entry.value->weights, kind); !weights.empty())
                state.groups.push_back({entry.id, kind, group_title(kind), weights});
    state.records = preset_records(document, notices);
    return state;
}

Body body_of(const baker::BodyRequest& request, const std::string& preset) {
    Body body;
    body.id = request.id;
    body.name = request.name == request.id ? "" : request.name;
    body.made_by = preset;
    for (const baker::BodyMesh& mesh : request.meshes) body.meshes.push_back(mesh.id);
    body.kind = request.kind;
    body.material = request.material;
    body.top_pins = request.top_pins;
    body.inputs = request.inputs;
    body.quality = request.quality;
    body.bank = request.bank;
    body.budget = request.budget;
    body.modes = request.modes;
    body.keys = request.keys;
    body.vertical = request.vertical;
    body.write = request.write;
    body.target_version = request.target_version;
    body.exaggeration = request.exaggeration;
    body.keep_physics = request.keep_physics;
    return body;
}

void put_weights(Document& document, const presets::WeightGroup& group, const std::string& preset, const rig::Puppet& puppet) {
    const int row = puppet.find_mesh(group.mesh);
    if (row < 0) return;
    MeshGroups groups;
    if (const MeshGroups* old = document.groups.find(group.mesh)) groups = *old;
    carry_over(groups, puppet, row);
    weights_of(groups.weights, group.kind) = group.weights;
    const std::string kind(sim::group_name(group.kind));
    if (group.weights.empty() || preset.empty())
        groups.made_by.erase(kind);
    else
        groups.made_by[kind] = preset;
    const bool none = std::all_of(std::begin(kKinds), std::end(kKinds),
                                  [&](sim::GroupKind k) { return weights_of(groups.weights, k).empty(); });
    if (none)
        document.groups.erase(group.mesh);
    else
        document.groups.set(group.mesh, std::move(groups));
}

/// Puts a plan into the document.
void carry_out(const presets::Plan& plan, bool removal, const CommandContext& context, CommandEffect& effect) {
    const std::string preset(presets::preset_name(plan.preset));
    Document& document = effect.document;
    for (const presets::BodyChange& change : plan.bodies) {
        if (change.kind == presets::BodyChange::Kind::remove) {
            drop_bake(document, change.id);
            document.bodies.erase(change.id);
        } else if (const Body* old = document.bodies.find(change.id);
                   old != nullptr && change.kind == presets::BodyChange::Kind::update) {
            Body body = *old;
            body.meshes.clear();
            for (const baker::BodyMesh& mesh : change.request.meshes) body.meshes.push_back(mesh.id);
            document.bodies.set(change.id, std::move(body));
        } else {
            document.bodies.set(change.id, body_of(change.request, preset));
        }
    }
    for (const presets::WeightGroup& group : plan.weights) put_weights(document, group, removal ? "" : preset, context.model->puppet);
    if (plan.record)
        document.presets.set(preset, {presets::record_json(*plan.record)});
    else
        document.presets.erase(preset);
    for (const std::string& id : plan.rebake)
        if (std::find(effect.bodies.begin(), effect.bodies.end(), id) == effect.bodies.end()) effect.bodies.push_back(id);
}

std::vector<presets::RoleWish> wishes_of(const Document& document, const Json& arguments, std::vector<Error>& issues) {
    std::vector<presets::RoleWish> wishes;
    for (const auto& [id, name] : document.settings.part_roles)
        if (const auto role = presets::find_role(name)) wishes.push_back({id, *role});
    for (const auto& [id, name] : at(arguments, "roles").items())
        if (const auto role = presets::find_role(name.get_ref<const std::string&>()))
            wishes.push_back({id, *role});
        else
            issues.push_back({"roles." + id, name.get<std::string>() + " is no role"});
    return wishes;
}

/// Plans and carries out one request over what `effect` holds already.
Status apply_request(const presets::PresetRequest& request, const presets::Subject& subject, const CommandContext& context,
                     CommandEffect& effect, Json& told) {
    Result<presets::Plan> plan = presets::plan_preset(subject, project_state(effect.document, effect.notices), request);
    if (!plan) return plan.error();
    carry_out(*plan, false, context, effect);
    told.push_back(presets::plan_json(*plan));
    return {};
}

CommandAnswer refuse_no_subject(const CommandContext& context) {
    return CommandAnswer::refuse("", context.model ? "the model could not be looked at" : "the model could not be opened");
}

CommandAnswer apply_preset(const Document& document, const Json& arguments, const CommandContext& context) {
    const presets::Subject* subject = context.subject ? context.subject() : nullptr;
    if (subject == nullptr || !context.model) return refuse_no_subject(context);
    presets::PresetRequest request;
    request.preset = *presets::find_preset(words_at(arguments, "preset"));
    const bool hair = request.preset == presets::Preset::front_hair || request.preset == presets::Preset::back_hair;
    if (arguments.contains("mode")) {
        if (!hair) return CommandAnswer::refuse("mode", "is for front-hair and back-hair only");
        request.hair = *presets::find_hair_mode(words_at(arguments, "mode"));
    }
    CommandAnswer answer;
    request.wishes = wishes_of(document, arguments, answer.issues);
    if (!answer.ok()) return answer;
    for (const Json& mesh : at(arguments, "only")) request.only.push_back(mesh);
    answer.effect.document = document;
    Json told = Json::array();
    if (Status applied = apply_request(request, *subject, context, answer.effect, told); !applied)
        return CommandAnswer::refuse(applied.error().where, applied.error().what);
    answer.effect.result = told[0];
    return answer;
}

CommandAnswer remove_preset(const Document& document, const Json& arguments, const CommandContext& context) {
    const presets::Subject* subject = context.subject ? context.subject() : nullptr;
    if (subject == nullptr || !context.model) return refuse_no_subject(context);
    CommandAnswer answer;
    answer.effect.document = document;
    const presets::Plan plan = presets::plan_removal(*subject, project_state(document, answer.effect.notices),
                                                     *presets::find_preset(words_at(arguments, "preset")));
    carry_out(plan, true, context, answer.effect);
    answer.effect.result = presets::plan_json(plan);
    return answer;
}

CommandAnswer apply_level(const Document& document, const Json& arguments, const CommandContext& context) {
    const presets::Subject* subject = context.subject ? context.subject() : nullptr;
    if (subject == nullptr || !context.model) return refuse_no_subject(context);
    CommandAnswer answer;
    answer.effect.document = document;
    Json told = Json::array();
    for (presets::PresetRequest& request : presets::level_requests(*presets::find_level(words_at(arguments, "level")))) {
        request.wishes = wishes_of(document, Json::object(), answer.issues);
        if (Status applied = apply_request(request, *subject, context, answer.effect, told); !applied)
            return CommandAnswer::refuse(applied.error().where, applied.error().what);
    }
    answer.effect.result = {{"presets", std::move(told)}};
    return answer;
}

Json preset_argument() {
    return schema::choice("which", {"front-hair", "back-hair", "clothing", "jelly-eyes", "auto-pin"});
}

}  // namespace

void add_preset_commands(CommandList& list) {
    using namespace schema;
    list.push_back({"preset.apply",
                    "Make a common part of the model move in one step: front hair, back hair, clothing, eyes; or pin again what "
                    "is simulated. Parts are found by names and art; applied again it updates in place. Says what it decided "
                    "and why.",
                    object("",
                           {{"preset", preset_argument()},
                            {"mode", choice("hair: simulate it, classic pendulums, or off", {"simulate", "classic", "off"})},
                            {"only", schema::list("only these art meshes; the others stay as they are", text("id", 63), 0, 10000)},
                            {"roles", map("mesh or part id -> role, where the guess is wrong", text("role", 40))}},
                           {"preset"}),
                    apply_preset, [](const Document&, const Json& a) { return "Preset " + words_at(a, "preset"); }, false});
    list.push_back({"preset.remove", "Take a preset away: its bodies go, weights and swing are as before.",
                    object("", {{"preset", preset_argument()}}, {"preset"}), remove_preset,
                    [](const Document&, const Json& a) { return "Remove preset " + words_at(a, "preset"); }, false});
    list.push_back({"preset.level", "Start a model: minimal nothing, default classic hair, clothing and eyes, full simulated hair too.",
                    object("", {{"level", choice("how much", {"minimal", "default", "full"})}}, {"level"}), apply_level,
                    [](const Document&, const Json& a) { return "Presets, level " + words_at(a, "level"); }, false});
}

}  // namespace yure::studio
