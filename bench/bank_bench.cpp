// How well banks follow motions they never saw, and how long the fit takes: a developer's program beside `yure_bench`.
//   yure_bank_bench [--cache DIR] [--quality light,standard,best] [--threads N] [--clip-seed N] [--clips]
//                   [--set NAME=VALUE] [PART …]
// Prints the summary of each part (docs/baking.md, "metrics") over the unseen motions, played by the runtime's own step,
// after the gain, measured in the space of the keys. With --cache, recordings are kept there, so that a second run only
// fits. `yure bench-suite` measures the exported files themselves, and takes longer.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "yure/baker/bank/physics.hpp"
#include "yure/baker/bank/training.hpp"
#include "yure/baker/metrics.hpp"
#include "yure/baker/record.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/core/hash.hpp"
#include "yure/studio/benchmark_parts.hpp"
#include "yure/studio/model_motions.hpp"

namespace {

namespace fs = std::filesystem;
using namespace yure;
using namespace yure::baker;

struct Arguments {
    fs::path cache;
    std::vector<Quality> qualities{Quality::light, Quality::standard, Quality::best};
    std::vector<std::string> parts;
    int threads = 2;
    bool per_clip = false;
    std::uint64_t clip_seed = 0;
    std::vector<std::pair<std::string, double>> settings;  ///< of BankOptions, by name
};

bank::BankOptions options_of(Quality quality, const Arguments& arguments) {
    bank::BankOptions options = bank::bank_options(quality);
    for (const auto& [name, value] : arguments.settings) {
        if (name == "modes") options.modes = static_cast<int>(value);
        if (name == "groups") options.groups = static_cast<int>(value);
        if (name == "second_groups") options.second_groups = static_cast<int>(value);
        if (name == "helpers") options.helpers = static_cast<int>(value);
        if (name == "keys") options.keys = static_cast<int>(value);
        if (name == "starts") options.starts = static_cast<int>(value);
        if (name == "evaluations") options.evaluations = static_cast<int>(value);
        if (name == "key_ridge") options.key_ridge = value;
        if (name == "mixing_ridge") options.mixing_ridge = value;
        if (name == "seed") options.seed = static_cast<std::uint64_t>(value);
    }
    return options;
}

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const char* name_of(Quality quality) {
    switch (quality) {
        case Quality::light:
            return "light";
        case Quality::standard:
            return "standard";
        case Quality::best:
            return "best";
        case Quality::classic:
            return "classic";
    }
    return "";
}

Work work_of(int threads) {
    Work work;
    if (threads > 1)
        work.parallel_for = [threads](std::size_t count, const std::function<void(std::size_t)>& body) {
            std::vector<std::thread> others;
            const auto step = static_cast<std::size_t>(threads);
            for (std::size_t t = 1; t < step && t < count; ++t)
                others.emplace_back([&, t] {
                    for (std::size_t i = t; i < count; i += step) body(i);
                });
            for (std::size_t i = 0; i < count; i += step) body(i);
            for (std::thread& other : others) other.join();
        };
    return work;
}

/// A part recorded: training clips with offsets, and the unseen ones.
struct Recorded {
    std::vector<bank::BankInput> inputs;
    std::vector<bank::TrainingClip> clips;  // training first, then unseen
    std::size_t training = 0;
    int columns = 0;
    std::vector<std::vector<float>> offsets;
};

/// Offsets of some clips: from the cache, where they were simulated before, or simulated now.
Status simulate(const Body& body, std::span<const bank::TrainingClip> clips, const std::vector<int>& watched,
                const fs::path& cache, const std::string& name, const Work& work,
                std::vector<std::vector<float>>& offsets) {
    Hasher hash;
    for (const bank::TrainingClip& clip : clips) hash.add(std::span<const float>(clip.clip.values));
    const fs::path file = cache / (name + '_' + std::to_string(hash.digest()) + ".bin");
    const auto columns = static_cast<std::size_t>(body.columns());
    if (std::ifstream stream(file, std::ios::binary); !cache.empty() && stream) {
        for (const bank::TrainingClip& clip : clips) {
            std::vector<float> table(static_cast<std::size_t>(clip.clip.frames()) * columns);
            stream.read(reinterpret_cast<char*>(table.data()),
                        static_cast<std::streamsize>(table.size() * sizeof(float)));
            offsets.push_back(std::move(table));
        }
        return stream.good() ? Status{} : Status{Error{file.string(), "is too short: remove it"}};
    }
    std::vector<const DriveClip*> pointers;
    for (const bank::TrainingClip& clip : clips) pointers.push_back(&clip.clip);
    Result<std::vector<Recording>> made = record(body, {}, pointers, watched, RecordOptions{}, work);
    if (!made) return made.error();
    std::ofstream stream;
    if (!cache.empty()) stream.open(file, std::ios::binary);
    for (Recording& clip : *made) {
        if (stream.is_open())
            stream.write(reinterpret_cast<const char*>(clip.keyform.data()),
                         static_cast<std::streamsize>(clip.keyform.size() * sizeof(float)));
        offsets.push_back(std::move(clip.keyform));
    }
    return {};
}

Result<Recorded> record_part(const studio::BenchmarkPart& part, const Arguments& arguments, const Work& work) {
    const Result<studio::Model> model = studio::open_model(part.model);
    if (!model) return model.error();
    Result<rig::Rig> rig = rig::Rig::build(model->puppet);
    if (!rig) return rig.error();
    Result<Body> body = bind_body(model->puppet, *rig, part.body);
    if (!body) return body.error();
    Notices notices;
    Result<std::vector<InputReading>> readings = read_inputs(*body, part.body.inputs, notices);
    if (!readings) return readings.error();

    Recorded recorded;
    recorded.columns = body->columns();
    UnseenRequest unseen;
    unseen.seed_shift = arguments.clip_seed;
    unseen.motions = studio::model_motions(*model, notices);
    std::vector<int> watched;
    for (const InputReading& reading : *readings) {
        unseen.inputs.push_back(reading.id);
        if (reading.group == InputGroup::culled) continue;
        const rig::ParameterInfo& parameter = rig->parameters()[static_cast<std::size_t>(reading.parameter)];
        recorded.inputs.push_back({reading.id, parameter.min, parameter.default_value, parameter.max, reading.span.low,
                                   reading.span.high, reading.group == InputGroup::vertical});
        watched.push_back(reading.parameter);
    }
    recorded.clips = bank::wide_training(recorded.inputs);
    recorded.training = recorded.clips.size();
    for (DriveClip& clip : unseen_clips(rig->parameters(), unseen)) {
        bank::TrainingClip more;
        more.clip = std::move(clip);
        recorded.clips.push_back(std::move(more));
    }
    const std::span<const bank::TrainingClip> all(recorded.clips);
    for (const auto& some : {all.first(recorded.training), all.subspan(recorded.training)})
        if (const Status status =
                simulate(*body, some, watched, arguments.cache, part.name, work, recorded.offsets);
            !status)
            return status.error();
    return recorded;
}

/// Frames of a clip as the written groups and shapes show them, with the gain.
std::vector<float> shown_offsets(const bank::BodyFit& body, const bank::RowMatrix& modes, int columns) {
    std::vector<float> rows(static_cast<std::size_t>(modes.rows() * columns), 0.0f);
    const auto gain = static_cast<float>(body.gain);
    for (Eigen::Index f = 0; f < modes.rows(); ++f) {
        Eigen::Map<Eigen::RowVectorXf> shown(rows.data() + f * columns, columns);
        for (int k = 0; k < body.modes(); ++k) {
            const double v = std::clamp(static_cast<double>(modes(f, k)), body.keys.front(), body.keys.back());
            std::size_t j = 0;
            while (j + 2 < body.keys.size() && v > body.keys[j + 1]) ++j;
            const auto t = static_cast<float>((v - body.keys[j]) / (body.keys[j + 1] - body.keys[j]));
            const std::size_t at = static_cast<std::size_t>(k) * body.keys.size() + j;
            shown += gain * ((1.0f - t) * Eigen::Map<const Eigen::RowVectorXf>(body.shapes[at].data(), columns) +
                             t * Eigen::Map<const Eigen::RowVectorXf>(body.shapes[at + 1].data(), columns));
        }
    }
    return rows;
}

/// The metrics of part B in the space of the keys: close to those of the exported file, which are in px of the screen.
PartSummary score(const Recorded& recorded, const bank::BankFit& fit, bool per_clip) {
    std::vector<bank::TrainingClip> unseen(recorded.clips.begin() + static_cast<std::ptrdiff_t>(recorded.training),
                                           recorded.clips.end());
    const bank::BankRecording values = std::move(bank::BankRecording::create(fit.inputs, unseen).value());
    const bank::BankPhysics physics = bank::bank_physics(fit, {fit.bodies[0].id, {}});
    const bank::BodyFit& body = fit.bodies[0];
    std::vector<ClipMetrics> metrics;
    for (std::size_t c = 0; c < unseen.size(); ++c) {
        const DriveClip& clip = unseen[c].clip;
        const bank::RowMatrix modes = bank::play_exact(fit, physics, values.input_values(static_cast<int>(c)));
        const std::vector<float> shown = shown_offsets(body, modes, recorded.columns);
        std::vector<char> moves;
        std::vector<float> use;
        for (int f = 0; f < clip.frames(); ++f) {
            moves.push_back(clip.still(f) ? 0 : 1);
            use.push_back(modes.row(f).cwiseAbs().maxCoeff());
        }
        metrics.push_back(measure(clip.id, {recorded.columns / 2, clip.frames(), 60.0,
                                            recorded.offsets[recorded.training + c], shown, {}, {}, moves, use}));
        const ClipMetrics& m = metrics.back();
        if (per_clip && m.simulated_px > 2.0)
            std::printf("    %-28s %6.1f px  r2 %6.3f  amp %5.2f  lag %5.0f  static %5.1f%s\n", m.clip.c_str(),
                        m.simulated_px, m.r2, m.amplitude, m.lag_ms, m.static_px.value_or(0.0), m.right ? "" : "  off");
    }
    return summarize(metrics);
}

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        auto next = [&] { return i + 1 < count ? std::string(words[++i]) : std::string(); };
        if (word == "--cache")
            arguments.cache = next();
        else if (word == "--threads")
            arguments.threads = std::max(1, std::atoi(next().c_str()));
        else if (word == "--set") {  // groups=32, evaluations=600 …: narrower or wider than the quality
            const std::string setting = next();
            const std::size_t equals = setting.find('=');
            if (equals == std::string::npos) continue;
            arguments.settings.emplace_back(setting.substr(0, equals), std::atof(setting.c_str() + equals + 1));
        } else if (word == "--clip-seed")
            arguments.clip_seed = std::strtoull(next().c_str(), nullptr, 10);
        else if (word == "--clips")
            arguments.per_clip = true;
        else if (word == "--quality") {
            const std::string list = next();
            arguments.qualities.clear();
            for (const Quality quality : {Quality::light, Quality::standard, Quality::best})
                if (list.find(name_of(quality)) != std::string::npos) arguments.qualities.push_back(quality);
        } else
            arguments.parts.push_back(word);
    }
    return arguments;
}

}  // namespace

int main(int count, char** words) {
    const Arguments arguments = parse(count, words);
    Notices notices;
    std::vector<studio::BenchmarkPart> parts;
    if (const fs::path list = studio::find_benchmark_parts(); !list.empty()) {
        auto read = studio::read_benchmark_parts(list, list.parent_path().parent_path() / "models", notices);
        if (!read) return std::printf("%s\n", read.error().text().c_str()), 1;
        parts = std::move(*read);
    }
    for (studio::BenchmarkPart& part : studio::demo_parts(studio::demo_folder(YURE_SOURCE_DIR), notices))
        parts.push_back(std::move(part));
    for (const Notice& notice : notices) std::printf("%s: %s\n", notice.where.c_str(), notice.what.c_str());
    const Work work = work_of(arguments.threads);
    std::vector<std::vector<PartSummary>> summaries(arguments.qualities.size());
    std::printf("%-14s %-9s %7s %7s %6s %5s %7s %7s %7s %6s %6s %7s %6s %5s %6s %6s\n", "part", "quality", "r2_10px", "r2_2px",
                "right", "amp", "lag", "settle", "jitter", "static", "clip", "train", "select", "gain", "s", "cpu s");
    const auto print = [](const char* part, const char* quality, const PartSummary& s) {
        std::printf("%-14s %-9s %7.3f %7.3f %3d/%-3d %5.2f %6.1f %7.2f %7.2f %6.2f %6.3f", part, quality, s.r2_10px,
                    s.r2_2px, s.direction_right, s.direction_total, s.amplitude, s.lag_ms, s.settle, s.jitter,
                    s.static_px, s.clipped);
    };
    for (const studio::BenchmarkPart& part : parts) {
        if (!arguments.parts.empty() &&
            std::find(arguments.parts.begin(), arguments.parts.end(), part.name) == arguments.parts.end())
            continue;
        Result<Recorded> recorded = record_part(part, arguments, work);
        if (!recorded) {
            std::printf("%s: %s\n", part.name.c_str(), recorded.error().text().c_str());
            continue;
        }
        std::vector<bank::TrainingClip> training(
            recorded->clips.begin(), recorded->clips.begin() + static_cast<std::ptrdiff_t>(recorded->training));
        Result<bank::BankRecording> recording = bank::BankRecording::create(recorded->inputs, training);
        if (!recording) return std::printf("%s\n", recording.error().text().c_str()), 1;
        recording->add_body(part.name, recorded->columns);
        for (std::size_t c = 0; c < recorded->training; ++c)
            if (Status status = recording->add_offsets(0, recorded->offsets[c], work); !status)
                return std::printf("%s\n", status.error().text().c_str()), 1;
        for (std::size_t q = 0; q < arguments.qualities.size(); ++q) {
            const double begin = now(), processor = processor_seconds();
            Result<bank::BankFit> fit = bank::fit_bank(*recording, options_of(arguments.qualities[q], arguments), work);
            const double seconds = now() - begin, used = processor_seconds() - processor;
            if (!fit) {
                std::printf("%s: %s\n", part.name.c_str(), fit.error().text().c_str());
                continue;
            }
            summaries[q].push_back(score(*recorded, *fit, arguments.per_clip));
            print(part.name.c_str(), name_of(arguments.qualities[q]), summaries[q].back());
            std::printf(" %7.3f %6.3f %5.3f %6.1f %6.1f\n", fit->bodies[0].training, fit->bodies[0].selection,
                        fit->bodies[0].gain, seconds, used);
            for (const std::string& note : fit->notes) std::printf("    %s\n", note.c_str());
            std::fflush(stdout);
        }
    }
    for (std::size_t q = 0; q < arguments.qualities.size(); ++q) {
        if (summaries[q].size() < 2) continue;
        PartSummary mean;
        double worst = 1.0;
        const double share = 1.0 / static_cast<double>(summaries[q].size());
        for (const PartSummary& s : summaries[q]) {
            worst = std::min(worst, s.r2_10px);
            mean.r2_10px += share * s.r2_10px, mean.r2_2px += share * s.r2_2px, mean.amplitude += share * s.amplitude;
            mean.lag_ms += share * s.lag_ms, mean.settle += share * s.settle, mean.jitter += share * s.jitter;
            mean.static_px += share * s.static_px, mean.clipped += share * s.clipped;
            mean.direction_right += s.direction_right, mean.direction_total += s.direction_total;
        }
        print("mean", name_of(arguments.qualities[q]), mean);
        std::printf("  worst %.3f\n", worst);
    }
    return 0;
}
