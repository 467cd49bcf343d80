// One full evaluation (positions, opacities, colours, glue, orders) with every parameter changed each time.
#include "bench.hpp"

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/rig/rig.hpp"

namespace yure::bench {
namespace {

namespace fs = std::filesystem;

std::optional<rig::Rig> load(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto puppet = formats::read_moc3(std::as_bytes(std::span(text)));
    if (!puppet.ok()) return std::nullopt;
    auto rig = rig::Rig::build(*puppet);
    if (!rig.ok()) return std::nullopt;
    return std::move(rig).value();
}

double evaluate_micros(const fs::path& file) {
    const std::optional<rig::Rig> rig = load(file);
    if (!rig) return -1.0;
    Random random(7);
    std::vector<std::vector<float>> poses(64);
    for (auto& pose : poses)
        for (const rig::ParameterInfo& parameter : rig->parameters())
            pose.push_back(static_cast<float>(random.uniform(parameter.min, parameter.max)));
    rig::Evaluation evaluation(*rig);
    std::size_t next = 0;
    const double seconds = median_seconds(301, 16, [&] { evaluation.evaluate(poses[next++ % poses.size()]); });
    keep(evaluation.opacity(0));
    return seconds * 1e6;
}

void add(std::vector<Benchmark>& list, const std::string& model, const fs::path& file) {
    if (fs::exists(file)) list.push_back({"rig.eval." + model, "us", [file] { return evaluate_micros(file); }});
}

}  // namespace

std::vector<Benchmark> rig_benchmarks() {
    std::vector<Benchmark> list;
    const char* given = std::getenv("YURE_SHARED");
    const fs::path shared = given != nullptr ? fs::path(given) : fs::path(YURE_SOURCE_DIR).parent_path() / "shared";
    for (const char* model : {"Hiyori", "Haru", "Mark", "Wanko"})
        add(list, model, shared / "models" / model / (std::string(model) + ".moc3"));
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(fs::path(YURE_SOURCE_DIR) / "assets" / "demo", ignored))
        if (entry.path().extension() == ".moc3") add(list, "demo", entry.path());
    return list;
}

}  // namespace yure::bench
