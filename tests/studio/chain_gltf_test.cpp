// Chains on glTF files: what is baked is what was simulated, and nothing else in the file changes.
#include "chain_gltf_layer.hpp"
#include "chain_gltf_scene.hpp"
#include "studio/small_gltf.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <tiny_gltf.h>

#include "yure/chain/bake.hpp"
#include "yure/formats/dynamic_bone.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/chain_files.hpp"

namespace yure::tests {
namespace {

using chain::Affine;
using chain::Vec3;
using nlohmann::ordered_json;

class Folder {
  public:
    Folder() {
        const SmallGltf small = small_gltf();
        put("in.glb", small.glb());
        put("in.gltf", small.gltf());
        put("hair.json", hair_config());
    }
    std::filesystem::path operator/(const std::string& name) const { return folder_.path() / name; }
    template <class Bytes>
    void put(const std::string& name, const Bytes& bytes) const {
        std::ofstream(folder_.path() / name, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }
    studio::GltfFile read(const std::string& name) const {
        auto file = studio::parse_gltf(read_bytes(folder_.path() / name), folder_.path());
        if (!file) FAIL(file.error().text());
        return std::move(*file);
    }
    studio::ChainBakeRequest request(const std::string& in = "in.glb", const std::string& out = "out.glb") const {
        studio::ChainBakeRequest request;
        request.input.model = folder_.path() / in;
        request.input.configs = {folder_.path() / "hair.json"};
        request.output = folder_.path() / out;
        return request;
    }

  private:
    TemporaryFolder folder_;
};

studio::ChainBakeReport bake(const studio::ChainBakeRequest& request) {
    auto report = studio::bake_chain_file(request, {});
    if (!report) FAIL(report.error().text());
    return *report;
}

/// Everything but what a bake may touch.
ordered_json without_bake(ordered_json json, const ordered_json& original) {
    for (const char* list : {"accessors", "bufferViews"}) {
        auto& now = json[list];
        REQUIRE(now.size() >= original[list].size());
        now.erase(now.begin() + static_cast<long>(original[list].size()), now.end());
    }
    json["buffers"] = original["buffers"];
    json["animations"][0] = original["animations"][0];
    json.erase("extras");
    return json;
}

}  // namespace

TEST_CASE("a bake writes the chain's channels and leaves everything else as it was", "[chain][gltf]") {
    const Folder folder;
    const studio::ChainBakeReport report = bake(folder.request());
    CHECK(report.chains == 1);
    CHECK(report.particles == 6);
    CHECK(report.frames == 121);
    CHECK(report.channels == 5);  // turns; the root is where it was, and nothing stretches
    CHECK(report.keys < report.keys_before);
    CHECK(report.largest_turn_error <= 0.1 + 1e-4);
    const studio::GltfFile before = folder.read("in.glb"), after = folder.read("out.glb");
    CHECK(without_bake(after.json, before.json) == before.json);
    REQUIRE(after.bytes.size() > before.bytes.size());
    CHECK(std::equal(before.bytes.begin(), before.bytes.end(), after.bytes.begin()));
    // Channels of others in the same animation.
    for (const std::size_t c : {0u, 1u, 3u})
        CHECK(after.json["animations"][0]["channels"][c] == before.json["animations"][0]["channels"][c]);
    CHECK(after.json["animations"][0]["samplers"][2] == before.json["animations"][0]["samplers"][2]);
}

TEST_CASE("the keys give back the simulation within the error that is reported", "[chain][gltf]") {
    const Folder folder;
    for (const double tolerance : {0.0, 0.1, 2.0}) {
        auto request = folder.request();
        request.tolerance_degrees = tolerance;
        request.overwrite = studio::Overwrite::replace;
        const studio::ChainBakeReport report = bake(request);
        const auto played = studio::read_gltf_scene(folder.read("out.glb"));
        const auto source = studio::read_gltf_scene(folder.read("in.glb"));
        REQUIRE(played.ok());
        REQUIRE(source.ok());
        // Simulated here once more, from the source.
        const auto config = formats::read_dynamic_bone(hair_config());
        REQUIRE(config.ok());
        std::vector<Affine> bind(source->skeleton.size()), local(bind.size());
        const auto world_at = [&](const studio::GltfScene& scene, const studio::GltfAnimation* clip, double time,
                                  std::span<Affine> world) {
            std::vector<studio::NodeTransform> parts(scene.skeleton.size());
            scene.local_at(clip, time, parts);
            for (std::size_t i = 0; i < parts.size(); ++i) local[i] = parts[i].affine();
            chain::to_world(scene.skeleton, local, world);
        };
        world_at(*source, nullptr, 0.0, bind);
        Notices notices;
        chain::BakeOptions options;
        options.end = 2.0;
        const auto baked = chain::bake_chains(config->config, source->skeleton, bind,
                                              [&](double time, std::span<Affine> world) -> Status {
                                                  world_at(*source, &source->animations[0], time, world);
                                                  return {};
                                              },
                                              options, notices, {});
        REQUIRE(baked.ok());
        std::vector<Affine> world(bind.size());
        double worst = 0.0;
        for (std::size_t j = 0; j < baked->times.size(); ++j) {
            world_at(*played, &played->animations[0], baked->times[j], world);
            for (std::size_t p = 0; p < 5; ++p) {
                const int bone = baked->trees[0].particles[p].bone;
                worst = std::max(
                    worst, chain::distance(world[static_cast<std::size_t>(bone)].position, baked->positions[j][p]));
            }
        }
        CAPTURE(tolerance, worst, report.largest_place_error);
        CHECK(worst <= report.largest_place_error + 1e-6);
        CHECK(report.largest_place_error <= (tolerance == 0.0 ? 1e-6 : 0.03 * tolerance));
    }
}

TEST_CASE("another reader reads what was written", "[chain][gltf]") {
    const Folder folder;
    auto request = folder.request();
    request.proxies = true;
    bake(request);
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*,
                             int, void*) { return true; },
                          nullptr);
    tinygltf::Model model;
    std::string error, warning;
    REQUIRE(loader.LoadBinaryFromFile(&model, &error, &warning, (folder / "out.glb").string()));
    CHECK(error.empty());
    REQUIRE(model.animations.size() == 2);
    CHECK(model.nodes.size() == 9 + 5);
    int hair_channels = 0;
    for (const auto& channel : model.animations[0].channels) {
        const auto& sampler = model.animations[0].samplers.at(static_cast<std::size_t>(channel.sampler));
        const auto& input = model.accessors.at(static_cast<std::size_t>(sampler.input));
        const auto& output = model.accessors.at(static_cast<std::size_t>(sampler.output));
        CHECK(input.count == output.count);
        const auto& view = model.bufferViews.at(static_cast<std::size_t>(output.bufferView));
        CHECK(view.byteOffset % 4 == 0);
        CHECK(view.byteOffset + view.byteLength <= model.buffers.at(0).data.size());
        if (model.nodes.at(static_cast<std::size_t>(channel.target_node)).name.substr(0, 5) != "hair_") continue;
        ++hair_channels;
        CHECK(channel.target_path == "rotation");
        CHECK(input.maxValues.at(0) == Approx(2.0));
        const float* q = reinterpret_cast<const float*>(model.buffers[0].data.data() + view.byteOffset);
        for (std::size_t k = 0; k < output.count; ++k)
            CHECK(std::hypot(std::hypot(q[4 * k], q[4 * k + 1]), std::hypot(q[4 * k + 2], q[4 * k + 3])) ==
                  Approx(1.0));
    }
    CHECK(hair_channels == 5);
}

TEST_CASE("clearing gives the file back as it was", "[chain][gltf]") {
    const Folder folder;
    for (const std::string kind : {".glb", ".gltf"}) {
        auto request = folder.request("in" + kind, "out" + kind);
        request.proxies = true;
        bake(request);
        REQUIRE(studio::clear_chain_file(folder / ("out" + kind), folder / ("back" + kind), studio::Overwrite::refuse)
                    .ok());
        CHECK(read_bytes(folder / ("back" + kind)) == read_bytes(folder / ("in" + kind)));
        CHECK(!studio::clear_chain_file(folder / ("in" + kind), folder / "never", studio::Overwrite::refuse).ok());
        // A bake of a bake is the bake of the source.
        auto again = folder.request("out" + kind, "again" + kind);
        again.proxies = true;
        bake(again);
        CHECK(read_bytes(folder / ("again" + kind)) == read_bytes(folder / ("out" + kind)));
    }
}

TEST_CASE("clearing gives back JSON of any layout, byte for byte", "[chain][gltf]") {
    const Folder folder;
    const auto json = folder.read("in.gltf").json;
    for (const std::string& text : {json.dump(), json.dump(4) + "\n\n", "\t" + json.dump(1, '\t')}) {
        std::ofstream(folder / "spaced.gltf", std::ios::binary) << text;
        auto request = folder.request("spaced.gltf", "spaced_out.gltf");
        request.overwrite = studio::Overwrite::replace;
        request.proxies = true;
        bake(request);
        REQUIRE(studio::clear_chain_file(folder / "spaced_out.gltf", folder / "spaced_back.gltf", studio::Overwrite::replace).ok());
        CHECK(read_bytes(folder / "spaced_back.gltf") == read_bytes(folder / "spaced.gltf"));
        // A file edited after its bake keeps the edit, in our layout.
        auto edited = folder.read("spaced_out.gltf");
        edited.json["asset"]["generator"] = "someone";
        std::ofstream(folder / "edited.gltf", std::ios::binary) << edited.json.dump();
        REQUIRE(studio::clear_chain_file(folder / "edited.gltf", folder / "edited_back.gltf", studio::Overwrite::replace).ok());
        auto wanted = json;
        wanted["asset"]["generator"] = "someone";
        CHECK(folder.read("edited_back.gltf").json == wanted);
    }
    // a hostile note: a size that the stream cannot have
    auto hostile = folder.read("spaced_out.gltf");
    hostile.json["extras"]["yureChain"]["text"]["size"] = 1ull << 60;
    const auto before = hostile.json;
    CHECK(!studio::clear_chain_layer(hostile).ok());
    CHECK(hostile.json == before);
}

TEST_CASE("a file that was changed since its bake is not cleared by guesswork", "[chain][gltf][errors]") {
    const Folder folder;
    bake(folder.request());
    studio::GltfFile file = folder.read("out.glb");
    file.json["accessors"].erase(file.json["accessors"].begin() + 2, file.json["accessors"].end());
    const auto before = file.json;
    CHECK(!studio::clear_chain_layer(file).ok());
    CHECK(file.json == before);
}

TEST_CASE("without an animation a bake makes one, and nodes with a matrix become separate parts", "[chain][gltf]") {
    const Folder folder;
    SmallGltf small = small_gltf();
    small.json.erase("animations");
    small.json["nodes"][4].erase("translation");
    small.json["nodes"][4]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.2, 0, 1};
    folder.put("still.glb", small.glb());
    auto request = folder.request("still.glb");
    request.input.seconds = 0.5;
    const studio::ChainBakeReport report = bake(request);
    CHECK(report.frames == 31);
    const studio::GltfFile file = folder.read("out.glb");
    CHECK(file.json["animations"].size() == 1);
    CHECK(!file.json["nodes"][4].contains("matrix"));
    REQUIRE(studio::clear_chain_file(folder / "out.glb", folder / "back.glb", studio::Overwrite::refuse).ok());
    CHECK(folder.read("back.glb").json == folder.read("still.glb").json);
}

TEST_CASE("a loop closes in the keys", "[chain][gltf]") {
    const Folder folder;
    auto request = folder.request();
    request.loop = true;
    const studio::ChainBakeReport report = bake(request);
    CHECK(report.cycles >= 1);
    const auto scene = studio::read_gltf_scene(folder.read("out.glb"));
    REQUIRE(scene.ok());
    std::vector<studio::NodeTransform> first(scene->skeleton.size()), last(first);
    scene->local_at(&scene->animations[0], 0.0, first);
    scene->local_at(&scene->animations[0], 2.0, last);
    for (std::size_t i = 0; i < first.size(); ++i)
        if (scene->skeleton[i].name.substr(0, 5) == "hair_")
            CHECK(chain::angle_between(first[i].rotation, last[i].rotation) < 2e-3);
}

TEST_CASE("play gives the frames of a live preview, and they equal a bake's at the chain's rate", "[chain][gltf]") {
    const Folder folder;
    auto request = folder.request();
    request.preroll = 0.0;
    request.positions_out = folder / "positions.json";
    bake(request);
    const auto played = studio::play_chain_file(request.input, {});
    REQUIRE(played.ok());
    const ordered_json baked = ordered_json::parse(read_text(folder / "positions.json"));
    CHECK((*played)["particles"] == baked["particles"]);
    REQUIRE((*played)["positions"].size() == baked["positions"].size());
    for (std::size_t j = 0; j < baked["positions"].size(); ++j)
        for (std::size_t i = 0; i < baked["positions"][j].size(); ++i)
            CHECK(std::abs((*played)["positions"][j][i].get<double>() - baked["positions"][j][i].get<double>()) < 1e-9);
    request.positions_out = folder / "positions.csv";
    request.output = folder / "second.glb";
    bake(request);
    const std::string csv = read_text(folder / "positions.csv");
    CHECK(csv.substr(0, 26) == "time,chain,particle,x,y,z\n");
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 121 * 6);
}

TEST_CASE("a flat chain becomes curves of a puppet, one that leaves its plane does not", "[chain][gltf]") {
    const Folder folder;
    auto request = folder.request();
    request.motion_out = folder / "hair.motion3.json";
    const studio::ChainBakeReport report = bake(request);
    CHECK(report.motion_curves == 5);
    const auto motion = formats::read_motion3(read_text(request.motion_out));
    REQUIRE(motion.ok());
    REQUIRE(motion->clip.curves.size() == 5);
    CHECK(motion->clip.curves[0].id == "Param_hair_0");
    CHECK(motion->clip.duration == 2.0f);
    // The bends add up to the turn of the last bone against the head, clockwise positive.
    const auto scene = studio::read_gltf_scene(folder.read("out.glb"));
    REQUIRE(scene.ok());
    std::vector<studio::NodeTransform> parts(scene->skeleton.size());
    for (const double time : {0.5, 1.0, 1.7}) {
        scene->local_at(&scene->animations[0], time, parts);
        double turned = 0.0, bent = 0.0;
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (scene->skeleton[i].name.substr(0, 5) == "hair_")
                turned += 2.0 * std::atan2(parts[i].rotation.z, parts[i].rotation.w) * 57.29577951;
        for (const auto& curve : motion->clip.curves) bent += motion::sample(curve, true, static_cast<float>(time));
        CHECK(std::abs(turned + bent) < 1.5);
    }
    auto leaves = hair_config();
    leaves.replace(leaves.find("-0.002, 0]"), 10, "-0.002, 1]");
    folder.put("hair.json", leaves);
    request.overwrite = studio::Overwrite::replace;
    const auto refused = studio::bake_chain_file(request, {});
    REQUIRE(!refused.ok());
    CHECK(refused.error().what.find("plane") != std::string::npos);
}

TEST_CASE("spline rigs bake alone and under dynamics", "[chain][gltf][spline]") {
    const Folder folder;
    folder.put(
        "rig.json",
        std::string(
            R"({"schema": "yure-spline-rig", "version": 1, "rigs": [{"name": "hair", "bones": ["hair_0", "hair_4"],
        "curve": {"knots": [[0, 1.6, 0], {"position": [0, 0.6, 0], "keys": [{"time": 0, "position": [0, 0.6, 0]}, {"time": 2, "position": [1, 1.6, 0]}]}]},
        "back": {"mode": "carried", "axis": [0, 0, 1]}}]})"));
    auto request = folder.request();
    request.input.configs = {folder / "rig.json"};
    studio::ChainBakeReport report = bake(request);
    CHECK(report.chains == 0);
    const auto scene = studio::read_gltf_scene(folder.read("out.glb"));
    REQUIRE(scene.ok());
    std::vector<studio::NodeTransform> parts(scene->skeleton.size());
    std::vector<Affine> local(parts.size()), world(parts.size());
    scene->local_at(&scene->animations[0], 2.0, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) local[i] = parts[i].affine();
    chain::to_world(scene->skeleton, local, world);
    CHECK(chain::distance(world[6].position, {0.8, 1.6, 0.0}) < 0.01);  // 0.8 along the line to the last knot
    request.input.configs.push_back(folder / "hair.json");
    request.output = folder / "both.glb";
    report = bake(request);
    CHECK(report.chains == 1);
    CHECK(report.largest_turn_error < 0.11);
}

TEST_CASE("broken files are refused with their place, and nothing is written", "[chain][gltf][errors]") {
    const Folder folder;
    struct Fault {
        const char* where;
        void (*spoil)(SmallGltf&);
    };
    const Fault faults[] = {
        {"/nodes/1/children/0", [](SmallGltf& f) { f.json["nodes"][1]["children"][0] = 99; }},
        {"/nodes",
         [](SmallGltf& f) {
             f.json["nodes"][6]["children"] = {1};
             f.json["nodes"][0].erase("children");
         }},
        {"children", [](SmallGltf& f) { f.json["nodes"][7]["children"] = {2}; }},
        {"/accessors/0", [](SmallGltf& f) { f.json["accessors"][0]["count"] = 4000000000; }},
        {"/accessors/0", [](SmallGltf& f) { f.json["accessors"][0]["byteOffset"] = 50; }},
        {"/bufferViews/0", [](SmallGltf& f) { f.json["bufferViews"][0]["byteLength"] = 1000000; }},
        {"/bufferViews/0", [](SmallGltf& f) { f.json["bufferViews"][0]["byteOffset"] = -4; }},
        {"/accessors/0/type", [](SmallGltf& f) { f.json["accessors"][0]["type"] = "VEC2"; }},
        {"/animations/0/channels/0/sampler",
         [](SmallGltf& f) { f.json["animations"][0]["channels"][0]["sampler"] = 77; }},
        {"/animations/0/samplers/0/input", [](SmallGltf& f) { f.json["animations"][0]["samplers"][0]["input"] = "x"; }},
        {"/asset/version", [](SmallGltf& f) { f.json["asset"]["version"] = "1.0"; }},
        {"/accessors/1", [](SmallGltf& f) { std::fill_n(f.bytes.begin() + 13 * 4, 12, std::byte{0xff}); }}};
    for (const Fault& fault : faults) {
        SmallGltf small = small_gltf();
        fault.spoil(small);
        folder.put("bad.glb", small.glb());
        const auto refused = studio::bake_chain_file(folder.request("bad.glb", "never.glb"), {});
        CAPTURE(fault.where);
        REQUIRE(!refused.ok());
        CHECK(refused.error().text().find(fault.where) != std::string::npos);
        CHECK(!std::filesystem::exists(folder / "never.glb"));
    }
    auto bytes = small_gltf().glb();
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{11}, std::size_t{12}, std::size_t{19}, std::size_t{40}, bytes.size() - 1}) {
        folder.put("cut.glb", std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<long>(size)));
        CHECK(!studio::bake_chain_file(folder.request("cut.glb", "never.glb"), {}).ok());
    }
    SmallGltf outside = small_gltf();
    outside.json["buffers"][0]["uri"] = "../../etc/passwd";
    folder.put("outside.gltf", studio::gltf_bytes({false, outside.json, {}, false, {}, {}, {}}));
    const auto refused = studio::bake_chain_file(folder.request("outside.gltf", "never.gltf"), {});
    REQUIRE(!refused.ok());
    CHECK(refused.error().what.find("leads out") != std::string::npos);
    // An output of the other kind, one that exists, and no configuration.
    CHECK(!studio::bake_chain_file(folder.request("in.glb", "out.gltf"), {}).ok());
    folder.put("taken.glb", bytes);
    CHECK(!studio::bake_chain_file(folder.request("in.glb", "taken.glb"), {}).ok());
    CHECK(read_bytes(folder / "taken.glb") == bytes);
}

}  // namespace yure::tests
