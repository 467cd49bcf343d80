#include "motions.hpp"
#include "yura.hpp"

#include "yure/formats/cdi3.hpp"
#include "yure/formats/exp3.hpp"
#include "yure/formats/model3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/formats/physics3.hpp"

namespace yure::demo {
namespace {

std::string model3(const Character& character) {
    formats::Model3 model;
    model.moc = "yura.moc3";
    for (std::size_t page = 0; page < character.atlas.pages.size(); ++page)
        model.textures.push_back(texture_file(page));
    model.physics = "yura.physics3.json";
    model.display_info = "yura.cdi3.json";
    for (const NamedExpression& e : yura_expressions())
        model.expressions.push_back({e.name, "expressions/" + e.name + ".exp3.json"});
    for (const NamedClip& m : yura_motions()) {
        if (model.motions.empty() || model.motions.back().name != m.group) model.motions.push_back({m.group, {}});
        model.motions.back().motions.push_back(
            {.file = "motions/" + m.name + ".motion3.json", .sound = {}, .motion_sync = {}});
    }
    model.groups = {{"Parameter", "EyeBlink", {"ParamEyeLOpen", "ParamEyeROpen"}},
                    {"Parameter", "LipSync", {"ParamMouthOpenY"}}};
    model.hit_areas = {{"ArtMeshFace", "Head"}, {"ArtMeshTorso", "Body"}};
    return formats::write_model3(model);
}

std::string cdi3(const PuppetSpec& spec) {
    formats::Cdi3 names;
    for (const ParameterSpec& p : spec.parameters) names.parameters.push_back({p.id, p.group, p.name});
    names.parameter_groups = {{"ParamGroupHead", "", "Head"},
                              {"ParamGroupFace", "", "Face"},
                              {"ParamGroupBody", "", "Body"},
                              {"ParamGroupSway", "", "Sway"}};
    for (const PartSpec& p : spec.parts) names.parts.push_back({p.id, p.name});
    names.combined_parameters = {{"ParamAngleX", "ParamAngleY"}, {"ParamMouthForm", "ParamMouthOpenY"}};
    return formats::write_cdi3(names);
}

/// Only the loose lock on top swings by a pendulum; everything else is left to a bake.
std::string physics3() {
    using pendulum::Channel;
    pendulum::Group lock;
    lock.id = "PhysicsSetting1";
    lock.name = "Loose lock";
    lock.inputs = {{"ParamAngleX", 60.0f, Channel::x, false},
                   {"ParamAngleZ", 60.0f, Channel::angle, false},
                   {"ParamBodyAngleX", 40.0f, Channel::x, false},
                   {"ParamBodyAngleZ", 40.0f, Channel::angle, false}};
    lock.outputs = {{"ParamHairAhoge", 1, 1.6f, 100.0f, Channel::angle, false}};
    lock.vertices = {{{0.0f, 0.0f}, 1.0f, 1.0f, 1.0f, 0.0f}, {{0.0f, 8.0f}, 0.92f, 0.8f, 1.4f, 8.0f}};
    lock.position = {-10.0f, 0.0f, 10.0f};
    lock.angle = {-10.0f, 0.0f, 10.0f};
    formats::Physics3 file;
    file.physics.fps = 60.0f;  // without it the lock would swing differently at every frame rate
    file.physics.groups = {lock};
    return formats::write_physics3(file);
}

}  // namespace

std::vector<TextFile> yura_json_files(const Character& character) {
    std::vector<TextFile> files{{"yura.model3.json", model3(character)},
                                {"yura.cdi3.json", cdi3(character.spec)},
                                {"yura.physics3.json", physics3()}};
    for (const NamedClip& m : yura_motions())
        files.emplace_back("motions/" + m.name + ".motion3.json", formats::write_motion3({m.clip, {}}));
    for (const NamedExpression& e : yura_expressions())
        files.emplace_back("expressions/" + e.name + ".exp3.json", formats::write_exp3({e.expression, {}}));
    return files;
}

}  // namespace yure::demo
