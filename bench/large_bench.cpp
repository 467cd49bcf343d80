// The made-up large model (262 meshes, 6,020 vertices, 132 parameters, 65 masked meshes) and bodies of it.
//   large.check, large.info            ms of `yure check` and `yure info`, the whole program (start, files and all)
//   large.start                        ms of `yure --version`
//   large.bake.<n>.<quality>.wall      s on two threads, a hair of about n vertices; .threads s of processor time;
//                     .peak            MB, largest resident memory of the bake
//   large.bake.<n>.<quality>.<stage>   s of wall time in a stage (simulate, fit …), by the progress it reports
//   large.bake.exponent.<quality>      slope of log wall over log vertices, 250 to 1,000: 1 = linear
#include "bench.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/large_model.hpp"
#include "yure/studio/bench_suite.hpp"
#include "yure/studio/parallel.hpp"

namespace yure::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The model's folder, written once and taken away at the program's end.
const fs::path& large_folder() {
    static const struct Folder {
        fs::path path = fs::temp_directory_path() / ("yure-large-bench-" + std::to_string(::getpid()));
        Folder() { tests::write_large_model(path / "Large", 256); }
        ~Folder() {
            std::error_code ignored;
            fs::remove_all(path, ignored);
        }
    } folder;
    return folder.path;
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// ms of wall time of the program beside this one, the fastest of five runs (a start is noisy upwards only).
double program_ms(std::vector<std::string> words) {
    words.insert(words.begin(), (fs::read_symlink("/proc/self/exe").parent_path() / "yure").string());
    double best = 1e9;
    for (int run = 0; run < 5; ++run) {
        std::vector<char*> arguments;
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        const auto start = Clock::now();
        const pid_t child = ::fork();
        if (child == 0) {
            if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(1);
            ::execv(arguments[0], arguments.data());
            ::_exit(127);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3)) return NAN;
        best = std::min(best, 1e3 * seconds_since(start));
    }
    return best;
}

/// Largest resident memory since the mark was set anew, MB.
void mark_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }
double peak_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024.0;
    return NAN;
}

struct Figures {
    int vertices = 0;
    double wall = NAN, threads = NAN, peak = NAN;
    std::map<std::string, double> stages;
};

/// Bakes the first of the large model's hair meshes that come to at least `least` vertices.
Figures bake(int least, baker::Quality quality) {
    studio::BenchmarkPart part;
    part.name = "large";
    part.model = large_folder() / "Large";
    part.body.id = "hair";
    const rig::Puppet puppet = tests::large_puppet();
    Figures figures;
    for (const std::string& id : tests::large_hair()) {
        if (figures.vertices >= least) break;
        part.body.meshes.push_back({id, {}});
        figures.vertices += puppet.mesh.vertex_count[static_cast<std::size_t>(puppet.find_mesh(id))];
    }
    for (const char* input : {"ParamAngleX", "ParamAngleY", "ParamAngleZ", "ParamBodyAngleX"}) part.body.inputs.push_back({input, {}, false});
    Work work;
    work.parallel_for = studio::parallel_for(2);
    std::mutex lock;
    std::string stage;
    Clock::time_point since = Clock::now();
    const auto change = [&](std::string_view next) {
        const std::lock_guard held(lock);
        if (!stage.empty()) figures.stages[stage] += seconds_since(since);
        stage = next;
        since = Clock::now();
    };
    work.progress = [&](std::string_view next, double) { change(next); };
    studio::SuiteOptions options;
    options.playback = false;
    mark_memory();
    const auto row = studio::run_part(part, quality, options, work);
    change("");
    if (!row) {
        std::fprintf(stderr, "%s\n", row.error().text().c_str());
        return figures;
    }
    figures.wall = row->wall_seconds;
    figures.threads = row->processor_seconds;
    figures.peak = peak_memory();
    std::fprintf(stderr, "  large hair of %d vertices, %s: %.1f s (%.1f s of threads), %.0f MB, r2 %.3f\n", figures.vertices, studio::quality_name(quality),
                 figures.wall, figures.threads, figures.peak, row->summary.r2_10px);
    for (const auto& [name, seconds] : figures.stages) std::fprintf(stderr, "    %-24s %6.2f s\n", name.c_str(), seconds);
    return figures;
}

const Figures& figures_of(int least, baker::Quality quality) {
    static std::map<std::pair<int, int>, Figures> done;
    const auto key = std::pair(least, static_cast<int>(quality));
    const auto place = done.find(key);
    return place != done.end() ? place->second : done.emplace(key, bake(least, quality)).first->second;
}

}  // namespace

std::vector<Benchmark> large_benchmarks() {
    std::vector<Benchmark> list{{"large.start", "ms", [] { return program_ms({"--version"}); }},
                                {"large.check", "ms", [] { return program_ms({"check", (large_folder() / "Large").string()}); }},
                                {"large.info", "ms", [] { return program_ms({"info", (large_folder() / "Large").string()}); }}};
    for (const baker::Quality quality : {baker::Quality::light, baker::Quality::standard, baker::Quality::best}) {
        const std::string name = studio::quality_name(quality);
        for (const int vertices : {250, 500, 1000}) {
            const std::string head = "large.bake." + std::to_string(vertices) + "." + name + ".";
            list.push_back({head + "wall", "s", [=] { return figures_of(vertices, quality).wall; }});
            list.push_back({head + "threads", "s", [=] { return figures_of(vertices, quality).threads; }});
            list.push_back({head + "peak", "MB", [=] { return figures_of(vertices, quality).peak; }});
        }
        list.push_back({"large.bake.exponent." + name, "1", [=] {
                            const Figures &small = figures_of(250, quality), &large = figures_of(1000, quality);
                            return std::log(large.wall / small.wall) / std::log(static_cast<double>(large.vertices) / small.vertices);
                        }});
    }
    return list;
}

}  // namespace yure::bench
