// Wall time and quality of whole bakes of the reference parts: `bake.<part>.classic.wall` s and `.r2` on unseen
// motions. Two threads, as the least machine has.
#include "bench.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "yure/baker/bake.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/physics3.hpp"

namespace yure::bench {
namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

struct BakeFigures {
    double seconds = -1.0, r2 = -1.0;
};

/// Two threads: what the project's own machine has.
void two_threads(std::size_t count, const std::function<void(std::size_t)>& body) {
    std::thread odd([&] {
        for (std::size_t i = 1; i < count; i += 2) body(i);
    });
    for (std::size_t i = 0; i < count; i += 2) body(i);
    odd.join();
}

BakeFigures bake_part(const fs::path& shared, const nlohmann::json& part) {
    const std::string model = part.at("model");
    const fs::path folder = shared / "models" / model;
    baker::BakeRequest request;
    const std::string moc = read_all(folder / (model + ".moc3"));
    auto puppet = formats::read_moc3(std::as_bytes(std::span(moc)));
    if (!puppet) return {};
    request.puppet = std::move(*puppet);
    if (auto physics = formats::read_physics3(read_all(folder / (model + ".physics3.json"))))
        request.physics = physics->physics;
    baker::BodyRequest body;
    body.id = part.at("name");
    body.kind = part.at("kind") == "hair" ? sim::BodyKind::hair : sim::BodyKind::cloth;
    body.material = sim::find_material_preset(part.at("material").get<std::string>())->material;
    for (const std::string mesh : part.at("meshes")) body.meshes.push_back({mesh, {}});
    for (const std::string input : part.at("inputs")) body.inputs.push_back({input, {}, false});
    sim::TopPins pins;
    if (std::sscanf(part.at("pins").get<std::string>().c_str(), "top:%f:%f", &pins.solid, &pins.fade) == 2)
        body.top_pins = pins;
    request.bodies.push_back(std::move(body));

    Work work;
    work.parallel_for = two_threads;
    const auto start = std::chrono::steady_clock::now();
    const auto result = baker::bake(request, work);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        return {};
    }
    const baker::BodyResult& baked = result->bodies[0];
    const baker::PartSummary& s = baked.summary;
    std::fprintf(stderr,
                 "  %s: r2 %.3f (2px %.3f)  right %d/%d  amp %.2f  lag %.0f  settle %.2f  jitter %.2f  static %.1f  "
                 "clipped %.3f\n",
                 baked.id.c_str(), s.r2_10px, s.r2_2px, s.direction_right, s.direction_total, s.amplitude, s.lag_ms,
                 s.settle, s.jitter, s.static_px, s.clipped);
    return {seconds.count(), s.r2_10px};
}

}  // namespace

std::vector<Benchmark> bake_benchmarks() {
    std::vector<Benchmark> list;
    const char* given = std::getenv("YURE_SHARED");
    const fs::path shared = given != nullptr ? fs::path(given) : fs::path(YURE_SOURCE_DIR).parent_path() / "shared";
    const fs::path parts = shared / "reference" / "benchmark-parts.json";
    if (!fs::exists(parts)) return list;
    const nlohmann::json listed = nlohmann::json::parse(read_all(parts), nullptr, false);
    if (listed.is_discarded()) return list;
    static std::map<std::string, BakeFigures> done;  // one bake gives both figures
    for (const nlohmann::json& part : listed.at("parts")) {
        const std::string name = part.at("name");
        if (!fs::exists(shared / "models" / part.at("model").get<std::string>())) continue;
        const auto figures = [shared, part, name] {
            if (done.find(name) == done.end()) done[name] = bake_part(shared, part);
            return done[name];
        };
        list.push_back({"bake." + name + ".classic.wall", "s", [figures] { return figures().seconds; }});
        list.push_back({"bake." + name + ".classic.r2", "1", [figures] { return figures().r2; }});
    }
    return list;
}

}  // namespace yure::bench
