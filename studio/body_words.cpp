#include "yure/studio/body_words.hpp"

#include "word_values.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <type_traits>

#include "yure/baker/inputs.hpp"
#include "yure/studio/model_motions.hpp"

namespace yure::studio {
namespace {

using baker::BodyRequest;

/// What has been read of one body, before defaults are filled in.
struct Draft {
    BodyRequest request;
    std::optional<sim::BodyKind> kind;
    std::string material;  // last --material, read when the kind is known
    bool inputs_given = false;
};

Status read_body(const Model& model, const std::string& text, Draft& draft) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        return Error{"--body " + text, "is not NAME=MESH,MESH…"};
    draft.request.id = text.substr(0, equals);
    draft.request.meshes.clear();
    for (const std::string& id : split(text.substr(equals + 1), ',')) {
        if (model.puppet.find_mesh(id) < 0)
            return Error{"--body " + draft.request.id, "the model has no mesh " + id + " (yure info lists them)"};
        draft.request.meshes.push_back({id, {}});
    }
    return {};
}

Status read_inputs(const std::string& text, Draft& draft) {
    draft.request.inputs.clear();
    draft.inputs_given = true;
    for (std::string word : split(text, ',')) {
        baker::InputRequest input;
        if (!word.empty() && word.back() == '!') {
            input.keep = true;
            word.pop_back();
        }
        const std::size_t equals = word.find('=');
        input.id = word.substr(0, equals);
        if (input.id.empty()) return Error{"--inputs " + text, "holds an empty name"};
        if (equals != std::string::npos) {
            const std::vector<std::string> ends = split(word.substr(equals + 1), ':');
            const auto low = ends.size() == 2 ? read_number(ends[0]) : std::nullopt;
            const auto high = ends.size() == 2 ? read_number(ends[1]) : std::nullopt;
            if (!low || !high) return Error{"--inputs " + text, "a range is written ID=LOW:HIGH"};
            input.span = baker::Span{*low, *high};
        }
        draft.request.inputs.push_back(std::move(input));
    }
    return {};
}

/// How strongly a glue pulls; 1 for one that a parameter changes, which says nothing about its usual strength.
float glue_intensity(const rig::Puppet& puppet, std::size_t glue) {
    if (glue >= puppet.glue.kf_count.size() || puppet.glue.kf_count[glue] != 1) return 1.0f;
    const auto row = static_cast<std::size_t>(puppet.glue.kf_begin[glue]);
    return row < puppet.glue_intensity.size() ? puppet.glue_intensity[row] : 1.0f;
}

/// Weights of a glue as pins: held as firmly as the glue pulls this side, full from a weight of one half on.
Status pins_from_glue(const Model& model, const std::string& id, Draft& draft) {
    const rig::Puppet& puppet = model.puppet;
    const int row = puppet.find_glue(id);
    if (row < 0) return Error{"--pins glue:" + id, "the model has no glue of that name"};
    const auto glue = static_cast<std::size_t>(row);
    bool found = false;
    for (baker::BodyMesh& mesh : draft.request.meshes) {
        const int target = puppet.find_mesh(mesh.id);
        const bool side_a = puppet.glue.mesh_a[glue] == target;
        if (!side_a && puppet.glue.mesh_b[glue] != target) continue;
        found = true;
        mesh.groups.pin.assign(static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(target)]),
                               0.0f);
        for (int k = side_a ? 0 : 1; k < puppet.glue.info_count[glue]; k += 2) {
            const auto info = static_cast<std::size_t>(puppet.glue.info_begin[glue] + k);
            float& pin = mesh.groups.pin[puppet.glue_info.vertex[info]];
            pin = std::max(pin, sim::glue_pin_strength(puppet.glue_info.weight[info], glue_intensity(puppet, glue)));
        }
    }
    if (!found) return Error{"--pins glue:" + id, "joins none of the body's meshes"};
    return {};
}

Status read_pins(const Model& model, const std::string& text, Draft& draft) {
    const std::vector<std::string> parts = split(text, ':');
    if (parts[0] == "top" && (parts.size() == 1 || parts.size() == 3)) {
        for (baker::BodyMesh& mesh : draft.request.meshes) mesh.groups.pin.clear();
        draft.request.top_pins.reset();
        if (parts.size() == 1) return {};
        const auto solid = read_number(parts[1]), fade = read_number(parts[2]);
        if (!solid || !fade) return Error{"--pins " + text, "is not top:SOLID:FADE with two numbers 0 to 1"};
        draft.request.top_pins = sim::TopPins{*solid, *fade};
        return {};
    }
    if (parts[0] == "glue" && parts.size() >= 2) return pins_from_glue(model, text.substr(5), draft);
    if (parts[0] == "file" && parts.size() >= 2) return pins_from_file(text.substr(5), draft.request.meshes);
    if (parts[0] == "group")
        return Error{"--pins " + text,
                     "names a painted group, and groups are kept in a project (yure new, yure group); a model alone "
                     "takes top, top:SOLID:FADE, glue:ID or file:FILE"};
    if (parts[0] == "looseness")
        return Error{
            "--pins " + text,
            "is read from the art by presets, into a project (yure new, yure preset); a model alone takes top, "
            "top:SOLID:FADE, glue:ID or file:FILE"};
    return Error{"--pins " + text, "is none of top, top:SOLID:FADE, glue:ID, file:FILE"};
}

Status read_training(const Model& model, const std::string& text, Draft& draft) {
    const std::size_t equals = text.rfind('=');
    const std::optional<float> weight =
        equals == std::string::npos ? std::optional<float>(1.0f) : read_number(text.substr(equals + 1));
    if (!weight) return Error{"--train " + text, "is not MOTION=WEIGHT"};
    const Result<std::filesystem::path> file = find_motion(model.location, text.substr(0, equals));
    if (!file) return Error{"--train " + text, file.error().text()};
    Result<baker::DriveClip> clip = read_drive_clip(model, *file);
    if (!clip) return Error{"--train " + text, clip.error().text()};
    draft.request.training.push_back({std::move(*clip), *weight});
    return {};
}

template <class T>
Status choose(const BodyWord& word, T& target, std::initializer_list<std::pair<const char*, T>> choices) {
    std::string names;
    for (const auto& [name, value] : choices) {
        if (word.value == name) {
            target = value;
            return {};
        }
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return Error{"--" + word.option + " " + word.value, "is none of " + names};
}

template <class T>
Status read_into(const BodyWord& word, T& target) {
    const std::optional<float> value = read_number(word.value);
    if (!value || (std::is_integral_v<T> && (std::abs(*value) > 1e6f || *value != std::trunc(*value))))
        return Error{"--" + word.option + " " + word.value, "is no number"};
    target = static_cast<T>(*value);
    return {};
}

/// "parameters=4,groups=16,keyforms=120,bytes=200000", any of them.
Status read_budget(const std::string& text, baker::Budget& budget) {
    for (const std::string& item : split(text, ',')) {
        const std::size_t equals = item.find('=');
        const std::string name = item.substr(0, equals);
        const std::optional<float> value =
            equals == std::string::npos ? std::nullopt : read_number(item.substr(equals + 1));
        if (!value || *value < 1.0f || *value > 1e9f || *value != std::trunc(*value))
            return Error{"--budget " + item, "is not NAME=NUMBER"};
        const auto number = static_cast<long>(*value);
        if (name == "parameters")
            budget.parameters = static_cast<int>(number);
        else if (name == "groups")
            budget.groups = static_cast<int>(number);
        else if (name == "keyforms")
            budget.keyforms = number;
        else if (name == "bytes")
            budget.bytes = number;
        else if (name == "evaluations")
            budget.evaluations = static_cast<int>(std::min(number, 1000000L));
        else
            return Error{"--budget " + item, "is none of parameters, groups, keyforms, bytes, evaluations"};
    }
    return {};
}

Status read_word(const Model& model, const BodyWord& word, Draft& draft) {
    BodyRequest& request = draft.request;
    const std::string& option = word.option;
    if (option == "kind") {
        sim::BodyKind kind{};
        Status status = choose(word, kind, {{"hair", sim::BodyKind::hair}, {"cloth", sim::BodyKind::cloth}});
        if (status) draft.kind = kind;
        return status;
    }
    if (option == "material") return draft.material = word.value, Status();
    if (option == "name") return request.name = word.value, Status();
    if (option == "keep-physics") return request.keep_physics = true, Status();
    if (option == "pins") return read_pins(model, word.value, draft);
    if (option == "inputs") return read_inputs(word.value, draft);
    if (option == "train") return read_training(model, word.value, draft);
    if (option == "modes") return read_into(word, request.modes);
    if (option == "keys") {
        int keys = 0;
        Status status = read_into(word, keys);
        if (status) request.keys = keys;
        return status;
    }
    if (option == "bank")
        return choose(word, request.bank, {{"shared", baker::BankUse::shared}, {"own", baker::BankUse::own}});
    if (option == "budget") return read_budget(word.value, request.budget);
    if (option == "exaggeration") return read_into(word, request.exaggeration);
    if (option == "quality")
        return choose(word, request.quality,
                      {{"light", baker::Quality::light},
                       {"standard", baker::Quality::standard},
                       {"best", baker::Quality::best},
                       {"classic", baker::Quality::classic}});
    if (option == "vertical")
        return choose(
            word, request.vertical,
            {{"auto", baker::Vertical::automatic}, {"on", baker::Vertical::on}, {"off", baker::Vertical::off}});
    if (option == "write")
        return choose(
            word, request.write,
            {{"auto", baker::WriteAs::automatic}, {"blend", baker::WriteAs::blend}, {"axes", baker::WriteAs::axes}});
    if (option == "target-version") {
        rig::MocVersion version{};
        Status status = choose(word, version,
                               {{"3.0", rig::MocVersion::v3_0},
                                {"3.3", rig::MocVersion::v3_3},
                                {"4.0", rig::MocVersion::v4_0},
                                {"4.2", rig::MocVersion::v4_2},
                                {"5.0", rig::MocVersion::v5_0},
                                {"5.3", rig::MocVersion::v5_3},
                                {"1", rig::MocVersion::v3_0},
                                {"2", rig::MocVersion::v3_3},
                                {"3", rig::MocVersion::v4_0},
                                {"4", rig::MocVersion::v4_2},
                                {"5", rig::MocVersion::v5_0},
                                {"6", rig::MocVersion::v5_3}});
        if (status) request.target_version = version;
        return status;
    }
    if (option == "static") {
        request.static_automatic = word.value == "auto";
        request.static_inputs.clear();
        if (word.value != "off" && word.value != "auto") request.static_inputs = split(word.value, ',');
        const auto& ids = request.static_inputs;
        if (std::find(ids.begin(), ids.end(), "") != ids.end())
            return Error{"--static " + word.value, "is none of off, auto, ID,ID…"};
        return {};
    }
    return Error{"--" + option, "is no option of a body"};
}

/// Kind, material and inputs, where one decides the other's default.
Status complete(const Model& model, Draft& draft) {
    const std::string first = draft.material.substr(0, draft.material.find(','));
    const sim::MaterialPreset* preset = sim::find_material_preset(first);
    BodyRequest& request = draft.request;
    request.kind = draft.kind.value_or(preset != nullptr ? preset->kind : sim::BodyKind::hair);
    request.material = sim::default_material(request.kind);
    if (!draft.material.empty())
        if (Status status = read_material(draft.material, request.material); !status) return status;
    if (!draft.inputs_given) request.inputs = baker::default_inputs(parameter_infos(model), request.kind);
    return {};
}

}  // namespace

std::vector<BodyOption> body_options() {
    return {
        {"body", "NAME=MESH,…", "a body: its name (letters, digits, _) and the meshes that are simulated together"},
        {"name", "TEXT", "the body's name as people read it"},
        {"kind", "hair|cloth", "what it is: decides material, pins and inputs that are not given (hair)"},
        {"material", "PRESET|k=v,…", "a preset, single values, or both: hair,goal=.2"},
        {"pins", "top[:SOLID:FADE]|glue:ID|file:F",
         "what holds it: the top of each strand, a glue, or weights of a file"},
        {"inputs", "ID[=LO:HI][!],…",
         "parameters that move it, with the range to learn from; ! keeps one that hardly does"},
        {"quality", "light|standard|best|classic",
         "parameters and effort: 2, 4 or 8 parameters on a bank of groups, or one pendulum chain (standard)"},
        {"bank", "shared|own", "one bank of pendulum groups for all bodies with the same inputs, or one of its own"},
        {"budget", "parameters=N,groups=N,keyforms=N,bytes=N,evaluations=N", "what it may cost at most; any of them"},
        {"modes", "1..3", "parameters to make (classic)"},
        {"keys", "3|5|7|9", "keys per parameter (9; classic 5)"},
        {"vertical", "auto|on|off", "follow up-and-down inputs (classic: by a pendulum of its own)"},
        {"static", "off|auto|ID,…", "inputs, up to 4, that get shapes of their own for how the body hangs while they are held (off)"},
        {"write", "auto|blend|axes", "as blend shapes or as keyform axes"},
        {"target-version", "3.0|3.3|4.0|4.2|5.0|5.3", "version of the moc3 that is written"},
        {"exaggeration", "1..2", "how much larger the exported swing is than the simulated one (1.3)"},
        {"train", "MOTION=W", "also learn from this motion, with that weight (.05 to 1)"},
        {"keep-physics", "", "leave the existing physics of these meshes in play"},
    };
}

Result<std::vector<BodyRequest>> read_bodies(const Model& model, const std::vector<BodyWord>& words) {
    std::vector<BodyWord> common;
    std::vector<Draft> drafts;
    for (const BodyWord& word : words) {
        if (word.option == "body") {
            Draft& draft = drafts.emplace_back();
            if (Status status = read_body(model, word.value, draft); !status) return status.error();
            for (const BodyWord& earlier : common)
                if (Status status = read_word(model, earlier, draft); !status) return status.error();
        } else if (drafts.empty()) {
            common.push_back(word);
        } else if (Status status = read_word(model, word, drafts.back()); !status) {
            return status.error();
        }
    }
    if (drafts.empty()) return Error{"--body", "is missing: name what is to be simulated, --body NAME=MESH,…"};
    std::vector<BodyRequest> requests;
    for (Draft& draft : drafts) {
        if (Status status = complete(model, draft); !status) return status.error();
        if (const std::vector<Error> found = baker::problems(draft.request); !found.empty()) return found.front();
        requests.push_back(std::move(draft.request));
    }
    return requests;
}

std::vector<rig::ParameterInfo> parameter_infos(const Model& model) {
    const rig::ParameterTable& table = model.puppet.parameter;
    std::vector<rig::ParameterInfo> infos;
    for (std::size_t i = 0; i < table.id.size(); ++i) {
        const bool blend = i < table.type.size() && table.type[i] == static_cast<int>(rig::ParameterType::blend_shape);
        infos.push_back({std::string(table.id[i].view()), table.min[i], table.max[i], table.default_value[i],
                         table.repeat[i] != 0, blend});
    }
    return infos;
}

}  // namespace yure::studio
