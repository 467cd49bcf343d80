#include "yure/studio/presets/record.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "yure/core/lookup.hpp"
#include "yure/formats/physics3.hpp"

namespace yure::studio::presets {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
struct Named {
    T value;
    std::string_view name;
};
constexpr std::array kPresets = {
    Named<Preset>{Preset::front_hair, "front-hair"}, Named<Preset>{Preset::back_hair, "back-hair"},
    Named<Preset>{Preset::clothing, "clothing"},     Named<Preset>{Preset::jelly_eyes, "jelly-eyes"},
    Named<Preset>{Preset::auto_pin, "auto-pin"},
};
constexpr std::array kHairModes = {
    Named<HairMode>{HairMode::simulate, "simulate"},
    Named<HairMode>{HairMode::classic, "classic"},
    Named<HairMode>{HairMode::off, "off"},
};

template <class T, std::size_t N>
std::string_view name_of(const std::array<Named<T>, N>& list, T value) {
    for (const auto& entry : list)
        if (entry.value == value) return entry.name;
    return {};
}

template <class T, std::size_t N>
std::optional<T> value_of(const std::array<Named<T>, N>& list, std::string_view name) {
    for (const auto& entry : list)
        if (entry.name == name) return entry.value;
    return std::nullopt;
}

Json groups_json(const std::vector<WeightGroup>& groups) {
    Json list = Json::array();
    for (const WeightGroup& group : groups)
        list.push_back({{"mesh", group.mesh},
                        {"kind", sim::group_name(group.kind)},
                        {"name", group.name},
                        {"weights", group.weights}});
    return list;
}

/// Reads members of one JSON object; remembers the first fault.
class Reader {
  public:
    Reader(const Json& json, std::string where, Error& fault) : json_(json), where_(std::move(where)), fault_(fault) {
        if (!json.is_object()) complain("", "is no object");
    }

    std::string text(const char* name) const {
        const Json* member = find(name, &Json::is_string, "is no text");
        return member == nullptr ? std::string() : member->get<std::string>();
    }
    float number(const char* name, float otherwise) const {
        const Json* member = find(name, &Json::is_number, "is no number");
        return member == nullptr ? otherwise : member->get<float>();
    }
    std::vector<std::string> texts(const char* name) const {
        std::vector<std::string> out;
        each(name, [&](const Json& entry, const std::string& where) {
            if (entry.is_string())
                out.push_back(entry.get<std::string>());
            else
                complain(where, "is no text");
        });
        return out;
    }
    std::vector<float> numbers(const char* name) const {
        std::vector<float> out;
        each(name, [&](const Json& entry, const std::string& where) {
            if (entry.is_number())
                out.push_back(entry.get<float>());
            else
                complain(where, "is no number");
        });
        return out;
    }
    template <class Visit>
    void each(const char* name, const Visit& visit) const {
        const Json* list = find(name, &Json::is_array, "is no list");
        for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
            visit((*list)[i], place(name) + "/" + std::to_string(i));
    }
    const Json* member(const char* name) const { return find(name, &Json::is_object, "is no object"); }
    std::string place(const char* name) const { return where_ + "/" + name; }
    void complain(const std::string& where, const char* what) const {
        if (fault_.what.empty()) fault_ = {where.empty() ? where_ : where, what};
    }

  private:
    const Json* find(const char* name, bool (Json::*right)() const noexcept, const char* fault) const {
        if (!json_.is_object()) return nullptr;
        const auto entry = json_.find(name);
        if (entry == json_.end()) return nullptr;
        if ((*entry.*right)()) return &*entry;
        complain(place(name), fault);
        return nullptr;
    }

    const Json& json_;
    std::string where_;
    Error& fault_;
};

WeightGroup read_group(const Json& json, const std::string& where, Error& fault) {
    const Reader reader(json, where, fault);
    WeightGroup group;
    group.mesh = reader.text("mesh");
    group.name = reader.text("name");
    group.weights = reader.numbers("weights");
    if (const auto kind = sim::find_group(reader.text("kind")))
        group.kind = *kind;
    else
        reader.complain(reader.place("kind"), "is no kind of weight group");
    return group;
}

/// Groups travel as a physics3 document: the format that every tool of the field reads.
Json pendulums_json(const std::vector<pendulum::Group>& groups) {
    formats::Physics3 file;
    file.physics.groups = groups;
    return Json::parse(formats::write_physics3(file), nullptr, false);
}

}  // namespace

std::string_view preset_name(Preset preset) {
    return name_of(kPresets, preset);
}
std::optional<Preset> find_preset(std::string_view name) {
    return value_of(kPresets, name);
}
std::string_view hair_mode_name(HairMode mode) {
    return name_of(kHairModes, mode);
}
std::optional<HairMode> find_hair_mode(std::string_view name) {
    return value_of(kHairModes, name);
}

Json record_json(const PresetRecord& record) {
    Json json;
    json["preset"] = preset_name(record.preset);
    if (record.preset == Preset::front_hair || record.preset == Preset::back_hair)
        json["hair"] = hair_mode_name(record.hair);
    json["roles"] = Json::array();
    for (const RoleWish& wish : record.wishes)
        json["roles"].push_back({{"id", wish.id}, {"role", role_name(wish.role)}});
    json["bodies"] = record.bodies;
    json["before"] = groups_json(record.before);
    json["resting"] = Json::array();
    for (const RestingOutput& output : record.resting)
        json["resting"].push_back({{"group", output.group}, {"parameter", output.parameter}});
    if (!record.pendulums.empty()) json["pendulums"] = pendulums_json(record.pendulums);
    if (record.squash)
        json["squash"] = {{"parameter", record.squash->parameter},
                          {"strength", record.squash->strength},
                          {"eyes", record.squash->eyes}};
    return json;
}

Result<PresetRecord> read_record(const Json& json) {
    Error fault;
    PresetRecord record;
    const Reader reader(json, "", fault);
    const auto preset = find_preset(reader.text("preset"));
    if (!preset) return Error{"/preset", "is none of front-hair, back-hair, clothing, jelly-eyes, auto-pin"};
    record.preset = *preset;
    if (const std::string mode = reader.text("hair"); !mode.empty()) {
        const auto hair = find_hair_mode(mode);
        if (!hair) return Error{"/hair", "is none of simulate, classic, off"};
        record.hair = *hair;
    }
    reader.each("roles", [&](const Json& entry, const std::string& where) {
        const Reader wish(entry, where, fault);
        const auto role = find_role(wish.text("role"));
        if (!role) return wish.complain(wish.place("role"), "is no role");
        record.wishes.push_back({wish.text("id"), *role});
    });
    record.bodies = reader.texts("bodies");
    reader.each("before", [&](const Json& entry, const std::string& where) {
        record.before.push_back(read_group(entry, where, fault));
    });
    reader.each("resting", [&](const Json& entry, const std::string& where) {
        const Reader output(entry, where, fault);
        record.resting.push_back({output.text("group"), output.text("parameter")});
    });
    if (const Json* pendulums = reader.member("pendulums")) {
        Result<formats::Physics3> file = formats::read_physics3(pendulums->dump());
        if (!file) return Error{"/pendulums" + file.error().where, file.error().what};
        record.pendulums = std::move(file->physics.groups);
    }
    if (const Json* squash = reader.member("squash")) {
        const Reader eyes(*squash, "/squash", fault);
        EyeSquash& out = record.squash.emplace();
        out.parameter = eyes.text("parameter");
        out.strength = eyes.number("strength", out.strength);
        if (!(out.strength > 0.0f && out.strength <= 0.5f)) return Error{"/squash/strength", "is not within 0 to 0.5"};
        eyes.each("eyes", [&](const Json& eye, const std::string& where) {
            std::vector<std::string>& meshes = out.eyes.emplace_back();
            if (!eye.is_array()) return eyes.complain(where, "is no list");
            for (const Json& mesh : eye) {
                if (mesh.is_string())
                    meshes.push_back(mesh.get<std::string>());
                else
                    eyes.complain(where, "holds something that is no mesh id");
            }
        });
    }
    if (!fault.what.empty()) return fault;
    return record;
}

pendulum::Physics with_presets(const pendulum::Physics& physics, std::span<const PresetRecord> records) {
    pendulum::Physics out = physics;
    for (const PresetRecord& record : records) {
        for (const RestingOutput& resting : record.resting)
            if (const int group = find_by_id(out.groups, resting.group); group >= 0)
                std::erase_if(out.groups[static_cast<std::size_t>(group)].outputs,
                              [&](const pendulum::Output& output) { return output.parameter == resting.parameter; });
        for (const pendulum::Group& added : record.pendulums)
            if (find_by_id(out.groups, added.id) < 0) out.groups.push_back(added);
    }
    std::erase_if(out.groups, [&](const pendulum::Group& group) {
        const int before = find_by_id(physics.groups, group.id);
        const bool had = before >= 0 && !physics.groups[static_cast<std::size_t>(before)].outputs.empty();
        return group.outputs.empty() && had;
    });
    return out;
}

}  // namespace yure::studio::presets
