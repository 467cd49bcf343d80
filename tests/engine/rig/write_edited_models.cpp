// Writes edited moc3 files and our own evaluation of them into a folder, for `oracle_moc3.py` to load and evaluate with
// an independent program. Usage: write_edited_models MODELS_FOLDER OUT_FOLDER
#include "support/tiny_puppet.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/rig/edit.hpp"
#include "yure/rig/rig.hpp"

using namespace yure;

namespace {

const std::vector<float> kKeys{-30.0f, -10.0f, 0.0f, 10.0f, 30.0f};

rig::MeshOffsets offsets_for(const rig::Puppet& puppet, int mesh) {
    rig::MeshOffsets out{mesh, {}};
    const auto n = static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(mesh)]);
    for (const float key : kKeys) {
        std::vector<Vec2> offsets;
        for (std::size_t v = 0; v < n; ++v)
            offsets.push_back({0.001f * key * static_cast<float>(v % 7), -0.0005f * key * static_cast<float>(v % 5)});
        out.offsets.push_back(std::move(offsets));
    }
    return out;
}

/// Two meshes get an axis; from version 4.2 on two get a blend shape.
bool edit(rig::Puppet& puppet) {
    const auto axis = rig::add_parameter(puppet, {"ParamSimA_1"});
    if (!axis.ok()) return false;
    const std::vector<rig::MeshOffsets> first{offsets_for(puppet, 0), offsets_for(puppet, puppet.mesh_count() - 1)};
    if (!rig::add_mesh_axis(puppet, *axis, kKeys, first).ok()) return false;
    if (!puppet.has_blend_shapes()) return true;
    const auto blend = rig::add_parameter(puppet, {"ParamSimB_1", -30, 30, 0, rig::ParameterType::blend_shape});
    if (!blend.ok()) return false;
    const std::vector<rig::MeshOffsets> second{offsets_for(puppet, 0), offsets_for(puppet, 1)};
    return rig::add_mesh_blend_shape(puppet, *blend, kKeys, 2, second).ok();
}

nlohmann::json evaluate(const rig::Rig& rig) {
    rig::Evaluation pose(rig);
    Random random(41);
    nlohmann::json poses = nlohmann::json::array();
    for (int round = 0; round < 4; ++round) {
        auto values = rig.default_values();
        if (round > 0)
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<float>(random.uniform(rig.parameters()[i].min, rig.parameters()[i].max));
        const std::vector<float> opacities(static_cast<std::size_t>(rig.part_count()), 1.0f);
        pose.evaluate(values, opacities);
        nlohmann::json meshes = nlohmann::json::array();
        for (int mesh = 0; mesh < rig.mesh_count(); ++mesh) {
            if (pose.hidden(mesh)) {
                meshes.push_back(nullptr);
                continue;
            }
            nlohmann::json points = nlohmann::json::array();
            for (const Vec2& p : pose.positions(mesh)) points.push_back(p.x), points.push_back(p.y);
            meshes.push_back({{"p", points}, {"o", pose.opacity(mesh)}, {"d", pose.draw_order(mesh)}});
        }
        poses.push_back({{"values", values}, {"meshes", meshes}, {"render_order", pose.render_order()}});
    }
    return poses;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::cerr << "usage: write_edited_models MODELS_FOLDER OUT_FOLDER\n", 2;
    const std::filesystem::path models = argv[1], folder = argv[2];
    std::filesystem::create_directories(folder);
    std::vector<std::pair<std::string, rig::Puppet>> sources{
        {"tiny", tests::tiny_puppet({rig::MocVersion::v3_0, false})}};
    for (const std::string name : {"Wanko", "Mark", "Hiyori"}) {
        std::ifstream file(models / name / (name + ".moc3"), std::ios::binary);
        if (!file.good()) continue;
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        auto puppet = formats::read_moc3(std::as_bytes(std::span(bytes)));
        if (!puppet.ok()) return std::cerr << name << ": " << puppet.error().text() << '\n', 1;
        sources.emplace_back(name, std::move(puppet).value());
    }
    for (const auto& [source, original] : sources)
        for (int version = static_cast<int>(original.version); version <= 5; ++version) {
            rig::Puppet puppet = original;
            const std::string name = source + "_v" + std::to_string(version);
            if (!rig::raise_version(puppet, static_cast<rig::MocVersion>(version)).ok() || !edit(puppet))
                return std::cerr << name << ": cannot be edited\n", 1;
            const auto bytes = formats::write_moc3(puppet);
            std::ofstream file(folder / (name + ".moc3"), std::ios::binary);
            file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
            const auto rig = rig::Rig::build(puppet);
            if (!rig.ok()) return std::cerr << name << ": " << rig.error().text() << '\n', 1;
            std::ofstream(folder / (name + ".json")) << evaluate(*rig).dump();
        }
    return 0;
}
