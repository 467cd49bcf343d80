#include "support/large_model.hpp"

#include "support/large_names.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <span>

#include "yure/formats/cdi3.hpp"
#include "yure/formats/exp3.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/model3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/formats/physics3.hpp"
#include "yure/formats/pose3.hpp"
#include "yure/studio/picture.hpp"

namespace yure::tests {
namespace {

constexpr int kMotions = 7, kExpressions = 8, kPages = 2;

pendulum::Vertex vertex(int index, float length) {
    const auto place = static_cast<float>(index);
    return {{0.0f, place * length}, index == 0 ? 1.0f : 0.95f, 0.85f, 1.4f, index == 0 ? 0.0f : length};
}

/// A sway of every parameter that no pendulum writes, each at a pace of its own.
formats::Motion3 motion(int number) {
    formats::Motion3 file;
    file.clip.duration = 6.0f;
    file.clip.loop = number == 0;
    file.clip.restricted_beziers = true;
    const auto& parameters = large_parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (i >= 32 && i < 52) continue;  // physics writes these
        motion::Curve curve;
        curve.id = parameters[i].id;
        const float middle = parameters[i].default_value, reach = 0.3f * (parameters[i].max - parameters[i].min);
        const int keys = 5 + static_cast<int>(i + static_cast<std::size_t>(number)) % 4;
        const auto value = [&](int key) {
            const float turn = static_cast<float>(key * (number + 1)) * 6.2831853f / static_cast<float>(keys);
            return middle + reach * std::sin(turn) * (middle > 0.5f * parameters[i].max ? -1.0f : 1.0f);
        };
        const auto time = [&](float key) { return 6.0f * key / static_cast<float>(keys); };
        curve.points.push_back({0.0f, value(0)});
        for (int key = 1; key <= keys; ++key) {
            curve.segments.push_back({motion::SegmentKind::bezier, static_cast<int>(curve.points.size()) - 1});
            curve.points.push_back({time(static_cast<float>(key) - 0.667f), value(key - 1)});
            curve.points.push_back({time(static_cast<float>(key) - 0.333f), value(key)});
            curve.points.push_back({time(static_cast<float>(key)), value(key)});
        }
        file.clip.curves.push_back(std::move(curve));
    }
    return file;
}

formats::Exp3 expression(int number) {
    formats::Exp3 file;
    const auto& parameters = large_parameters();
    for (std::size_t i = 6; i < 26; ++i)
        file.expression.entries.push_back({parameters[i].id, 0.1f * static_cast<float>(number), motion::Blend::add});
    return file;
}

/// Every mesh's cell in a colour of its own, darker towards its bottom, with a soft edge.
std::vector<std::byte> page(int number, int side) {
    std::vector<std::uint8_t> rgba(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4, 0);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const int across = x * kLargeCellsAcross, down = y * kLargeCellsDown;
            const int cell = (down / side) * kLargeCellsAcross + across / side;
            const int within_x = across % side * 255 / side, within_y = down % side * 255 / side;
            const int edge = std::min({within_x, within_y, 255 - within_x, 255 - within_y});
            const auto at =
                (static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)) * 4;
            for (int channel = 0; channel < 3; ++channel)
                rgba[at + static_cast<std::size_t>(channel)] =
                    static_cast<std::uint8_t>(90 + (cell * (37 + 20 * channel) + 60 * number) % 150 - within_y / 8);
            rgba[at + 3] = static_cast<std::uint8_t>(std::min(255, edge * 16));
        }
    return studio::encode_png(side, side, rgba);
}

}  // namespace

pendulum::Physics large_physics() {
    pendulum::Physics physics;
    physics.fps = 30.0f;
    const auto add = [&](const std::string& name, const std::vector<std::string>& outputs, bool head, int inputs,
                         int vertices) {
        pendulum::Group group;
        group.id = "PhysicsSetting" + std::to_string(physics.groups.size() + 1);
        group.name = name;
        const char* axes[2][3] = {{"ParamBodyAngleX", "ParamBodyAngleZ", "ParamBodyAngleY"},
                                  {"ParamAngleX", "ParamAngleZ", "ParamBodyAngleX"}};
        for (int i = 0; i < inputs; ++i)
            group.inputs.push_back({axes[head ? 1 : 0][i], i == 0 ? 60.0f : 40.0f / static_cast<float>(inputs - 1),
                                    i == 1 ? pendulum::Channel::angle : pendulum::Channel::x});
        for (std::size_t i = 0; i < outputs.size(); ++i)
            group.outputs.push_back({outputs[i], std::min(static_cast<int>(i) + 1, vertices - 1), 1.2f});
        for (int i = 0; i < vertices; ++i) group.vertices.push_back(vertex(i, head ? 8.0f : 12.0f));
        group.angle = {-10.0f, 0.0f, 10.0f};
        physics.groups.push_back(std::move(group));
    };
    add("Hair front left", {"ParamHairFront01", "ParamHairFront02"}, true, 3, 2);
    add("Hair front right", {"ParamHairFront03", "ParamHairFront04"}, true, 3, 2);
    add("Hair side left", {"ParamHairSideL"}, true, 3, 2);
    add("Hair side right", {"ParamHairSideR"}, true, 3, 2);
    add("Hair back left", {"ParamHairBack01", "ParamHairBack02"}, true, 3, 2);
    add("Hair back right", {"ParamHairBack03", "ParamHairBack04"}, true, 3, 3);
    for (int i = 0; i < 4; ++i) add(numbered("Skirt ", i), {numbered("ParamSkirt", i)}, false, 3, 2);
    for (int i = 0; i < 4; ++i) add(numbered("Ribbon ", i), {numbered("ParamRibbon", i)}, false, i == 0 ? 3 : 2, 2);
    add("Sleeve left", {"ParamSleeveL"}, false, 2, 2);
    add("Sleeve right", {"ParamSleeveR"}, false, 2, 2);
    return physics;
}

void write_large_model(const std::filesystem::path& folder, int texture_px) {
    const auto write = [&](const std::string& name, std::span<const char> bytes) {
        const std::filesystem::path path = folder / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file;
        file.exceptions(std::ios::failbit | std::ios::badbit);
        file.open(path, std::ios::binary);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    };
    const auto write_bytes = [&](const std::string& name, const std::vector<std::byte>& bytes) {
        write(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    };
    const rig::Puppet puppet = large_puppet();
    formats::Model3 model;
    model.moc = "Large.moc3";
    write_bytes(model.moc, formats::write_moc3(puppet));
    model.physics = "Large.physics3.json";
    formats::Physics3 physics;
    physics.physics = large_physics();
    write(model.physics, formats::write_physics3(physics));
    model.pose = "Large.pose3.json";
    formats::Pose3 pose;
    pose.pose.groups = {{{"PartSkirt", {}}}};
    write(model.pose, formats::write_pose3(pose));
    model.display_info = "Large.cdi3.json";
    formats::Cdi3 names;
    names.parameter_groups = {{"GroupFace", "", "Face"}, {"GroupSway", "", "Sway"}, {"GroupPose", "", "Pose"}};
    for (std::size_t i = 0; i < large_parameters().size(); ++i) {
        const std::string& id = large_parameters()[i].id;
        names.parameters.push_back({id, i < 32 ? "GroupFace" : i < 52 ? "GroupSway" : "GroupPose", id.substr(5)});
    }
    for (const rig::Id& id : puppet.part.id)
        names.parts.push_back({std::string(id.view()), std::string(id.view().substr(4))});
    write(model.display_info, formats::write_cdi3(names));
    for (int i = 0; i < kPages; ++i) {
        model.textures.push_back("Large." + std::to_string(texture_px) + "/" + numbered("texture_", i) + ".png");
        write_bytes(model.textures.back(), page(i, texture_px));
    }
    model.motions = {{"Idle", {}}, {"TapBody", {}}};
    for (int i = 0; i < kMotions; ++i) {
        const std::string name = "motions/" + numbered("motion", i) + ".motion3.json";
        write(name, formats::write_motion3(motion(i)));
        model.motions[i < 2 ? 0 : 1].motions.push_back({name, {}, {}});
    }
    for (int i = 0; i < kExpressions; ++i) {
        model.expressions.push_back({numbered("exp", i), "expressions/" + numbered("exp", i) + ".exp3.json"});
        write(model.expressions.back().file, formats::write_exp3(expression(i)));
    }
    model.groups = {{"Parameter", "EyeBlink", {"ParamEyeLOpen", "ParamEyeROpen"}},
                    {"Parameter", "LipSync", {"ParamMouthOpenY"}}};
    model.hit_areas = {{"Face01", "Head"}, {"Limb01", "Body"}};
    write("Large.model3.json", formats::write_model3(model));
}

}  // namespace yure::tests
