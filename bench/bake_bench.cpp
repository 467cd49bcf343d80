// Whole bakes of the reference parts, measured as users get them: on unseen motions, exported model at x1 against the
// simulation. `bake.<part>.<quality>.wall` s on two threads, `.threads` s of processor time, `.r2`, `.r2_2px`,
// `.amplitude`, `.lag`, `.static`; `bake.mean.<quality>.<figure>` over all parts that are there, and `bake.worst`.
// On stderr: a line a part, and every clip, the weakest first.
#include "bench.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <time.h>

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

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct BakeFigures {
    double wall = NAN, threads = NAN;
    baker::PartSummary summary;
    std::vector<baker::ClipMetrics> clips;
    int parameters = 0, groups = 0;
};

struct QualityName {
    const char* name;
    baker::Quality quality;
};
constexpr QualityName kQualities[] = {{"light", baker::Quality::light},
                                      {"standard", baker::Quality::standard},
                                      {"best", baker::Quality::best},
                                      {"classic", baker::Quality::classic}};

struct Figure {
    const char* name;
    const char* unit;
    double (*of)(const BakeFigures&);
};
constexpr Figure kFigures[] = {
    {"r2", "1", [](const BakeFigures& f) { return f.summary.r2_10px; }},
    {"r2_2px", "1", [](const BakeFigures& f) { return f.summary.r2_2px; }},
    {"right", "1",
     [](const BakeFigures& f) {
         return static_cast<double>(f.summary.direction_right) / std::max(1, f.summary.direction_total);
     }},
    {"amplitude", "1", [](const BakeFigures& f) { return f.summary.amplitude; }},
    {"lag", "ms", [](const BakeFigures& f) { return f.summary.lag_ms; }},
    {"settle", "1", [](const BakeFigures& f) { return f.summary.settle; }},
    {"jitter", "1", [](const BakeFigures& f) { return f.summary.jitter; }},
    {"static", "px", [](const BakeFigures& f) { return f.summary.static_px; }},
    {"clipped", "1", [](const BakeFigures& f) { return f.summary.clipped; }},
    {"wall", "s", [](const BakeFigures& f) { return f.wall; }},
    {"threads", "s", [](const BakeFigures& f) { return f.threads; }},
};

/// Two threads: what the project's own machine has.
void two_threads(std::size_t count, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i = next++; i < count; i = next++) body(i);
    };
    std::thread other(take);
    take();
    other.join();
}

std::optional<baker::BakeRequest> part_request(const fs::path& shared, const nlohmann::json& part) {
    const std::string model = part.at("model");
    const fs::path folder = shared / "models" / model;
    baker::BakeRequest request;
    const std::string moc = read_all(folder / (model + ".moc3"));
    auto puppet = formats::read_moc3(std::as_bytes(std::span(moc)));
    if (!puppet) return std::nullopt;
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
    return request;
}

void print_clips(const BakeFigures& figures) {
    std::vector<baker::ClipMetrics> clips = figures.clips;
    std::sort(clips.begin(), clips.end(),
              [](const baker::ClipMetrics& a, const baker::ClipMetrics& b) { return a.r2 < b.r2; });
    for (const baker::ClipMetrics& c : clips)
        std::fprintf(stderr,
                     "    %-26s %6.1f px  r2 %6.3f  dir %.2f  amp %.2f  lag %5.0f  settle %5.2f  jit %.2f  static %5.1f  "
                     "clipped %.3f\n",
                     c.clip.c_str(), c.simulated_px, c.r2, c.direction, c.amplitude, c.lag_ms, c.settle.value_or(NAN),
                     c.jitter, c.static_px.value_or(NAN), c.clipped);
}

BakeFigures bake_part(const fs::path& shared, const nlohmann::json& part, const QualityName& quality) {
    BakeFigures figures;
    std::optional<baker::BakeRequest> request = part_request(shared, part);
    if (!request) return figures;
    request->bodies[0].quality = quality.quality;
    Work work;
    work.parallel_for = two_threads;
    const auto start = std::chrono::steady_clock::now();
    const double processor = processor_seconds();
    const auto result = baker::bake(*request, work);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        return figures;
    }
    const baker::BodyResult& baked = result->bodies[0];
    figures = {seconds.count(), processor_seconds() - processor, baked.summary, baked.clips,
               static_cast<int>(baked.parameters.size()), baked.pendulums};
    const baker::PartSummary& s = baked.summary;
    std::fprintf(stderr,
                 "  %-13s %-8s r2 %.3f (2px %.3f)  right %d/%d  amp %.2f  lag %.0f  settle %.2f  jitter %.2f  static "
                 "%.1f  clipped %.4f  train %.3f select %.3f  %.1f s\n",
                 baked.id.c_str(), quality.name, s.r2_10px, s.r2_2px, s.direction_right, s.direction_total, s.amplitude,
                 s.lag_ms, s.settle, s.jitter, s.static_px, s.clipped,
                 baked.left_by_parameters.empty() ? NAN : 1.0 - baked.left_by_parameters.back(), baked.select_r2,
                 figures.wall);
    print_clips(figures);
    return figures;
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
    static std::map<std::string, BakeFigures> done;  // one bake gives all of its figures
    for (const QualityName& quality : kQualities) {
        std::vector<std::function<BakeFigures()>> all;
        for (const nlohmann::json& part : listed.at("parts")) {
            const std::string name = part.at("name");
            if (!fs::exists(shared / "models" / part.at("model").get<std::string>())) continue;
            const auto figures = [shared, part, key = name + "." + quality.name, quality] {
                if (done.find(key) == done.end()) done[key] = bake_part(shared, part, quality);
                return done[key];
            };
            all.push_back(figures);
            for (const Figure& figure : kFigures)
                list.push_back({"bake." + name + "." + quality.name + "." + figure.name, figure.unit,
                                [figures, figure] { return figure.of(figures()); }});
        }
        const auto mean = [all](const Figure& figure) {
            double sum = 0.0;
            for (const auto& figures : all) sum += figure.of(figures());
            return sum / static_cast<double>(all.size());
        };
        for (const Figure& figure : kFigures)
            list.push_back({std::string("bake.mean.") + quality.name + "." + figure.name, figure.unit,
                            [mean, figure] { return mean(figure); }});
        list.push_back({std::string("bake.worst.") + quality.name + ".r2", "1", [all] {
                            double worst = 1.0;
                            for (const auto& figures : all) worst = std::min(worst, figures().summary.r2_10px);
                            return worst;
                        }});
    }
    return list;
}

}  // namespace yure::bench
