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
    if (std::getenv("BAKE_DEBUG")) {
        for (const auto& i : baked.inputs) std::fprintf(stderr, "  in %s reach %.1f rigid %d vert %d group %d\n", i.id.c_str(), i.reach_px, i.rigid, i.vertical, static_cast<int>(i.group));
        for (const auto& g : baked.bake.groups) {
            std::fprintf(stderr, "  %s:", g.id.c_str());
            for (const auto& i : g.inputs) std::fprintf(stderr, " %s%s %s%.0f", i.type == pendulum::Channel::angle ? "A:" : "X:", i.parameter.c_str(), i.reflect ? "-" : "", i.weight);
            for (std::size_t v = 1; v < g.vertices.size(); ++v) std::fprintf(stderr, " | R %.1f m %.3f d %.2f a %.2f", g.vertices[v].radius, g.vertices[v].mobility, g.vertices[v].delay, g.vertices[v].acceleration);
            std::fprintf(stderr, "\n");
        }
        for (const auto& p : baked.bake.parameters) std::fprintf(stderr, "  %s by %s swing %.1f px peak %.1f deg gain %.2f\n", p.id.c_str(), p.group.c_str(), p.swing_px, p.peak_degrees, p.gain);
        std::fprintf(stderr, "  select r2 %.3f evaluations %d training frames %d\n", baked.select_r2, baked.evaluations, baked.training_frames);
        for (const auto& n : baked.notices) std::fprintf(stderr, "  note %s: %s\n", n.where.c_str(), n.what.c_str());
        for (const auto& n : baked.losses) std::fprintf(stderr, "  loss %s: %s\n", n.where.c_str(), n.what.c_str());
    }
    for (const baker::ClipMetrics& c : baked.clips)
        std::fprintf(
            stderr,
            "  %-24s %6.1f px  r2 %7.3f  dir %.2f  amp %.2f  lag %6.1f  settle %.2f  jitter %.2f  static %.1f\n",
            c.clip.c_str(), c.simulated_px, c.r2, c.direction, c.amplitude, c.lag_ms, c.settle.value_or(0), c.jitter,
            c.static_px.value_or(0));
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
