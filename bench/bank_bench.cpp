// How well banks follow motions they never saw, and how long the fit takes: a developer's program beside `yure_bench`.
//   yure_bank_bench [--cache DIR] [--quality light,standard,best] [--threads N] [--set NAME=VALUE] [PART …]
// Prints mean R² (clips whose tips move more than 10 px and 2 px) of the runtime's own step on the unseen motions,
// before the gain, for each part of the reference list. With --cache, recordings are kept there, so that a second run
// only fits.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <thread>

#include "yure/baker/bank/physics.hpp"
#include "yure/baker/bank/training.hpp"
#include "yure/baker/record.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/formats/moc3.hpp"

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

std::string read_all(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
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

bool load(const fs::path& file, Recorded& recorded) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return false;
    for (std::size_t c = 0; c < recorded.clips.size(); ++c) {
        std::vector<float> table(static_cast<std::size_t>(recorded.clips[c].clip.frames() * recorded.columns));
        stream.read(reinterpret_cast<char*>(table.data()), static_cast<std::streamsize>(table.size() * sizeof(float)));
        recorded.offsets.push_back(std::move(table));
    }
    return stream.good();
}

Result<Recorded> record_part(const fs::path& shared, const nlohmann::json& part, const Arguments& arguments,
                             const Work& work) {
    const std::string model = part.at("model");
    const std::string moc = read_all(shared / "models" / model / (model + ".moc3"));
    Result<rig::Puppet> puppet = formats::read_moc3(std::as_bytes(std::span(moc)));
    if (!puppet) return puppet.error();
    Result<rig::Rig> rig = rig::Rig::build(*puppet);
    if (!rig) return rig.error();
    BodyRequest request;
    request.id = part.at("name");
    request.kind = part.at("kind") == "hair" ? sim::BodyKind::hair : sim::BodyKind::cloth;
    request.material = sim::find_material_preset(part.at("material").get<std::string>())->material;
    for (const std::string mesh : part.at("meshes")) request.meshes.push_back({mesh, {}});
    for (const std::string input : part.at("inputs")) request.inputs.push_back({input, {}, false});
    sim::TopPins pins;
    if (std::sscanf(part.at("pins").get<std::string>().c_str(), "top:%f:%f", &pins.solid, &pins.fade) == 2)
        request.top_pins = pins;
    Result<Body> body = bind_body(*puppet, *rig, request);
    if (!body) return body.error();
    Notices notices;
    Result<std::vector<InputReading>> readings = read_inputs(*body, request.inputs, notices);
    if (!readings) return readings.error();

    Recorded recorded;
    recorded.columns = body->columns();
    UnseenRequest unseen;
    std::vector<int> watched;
    for (const InputReading& reading : *readings) {
        if (reading.group == InputGroup::culled) continue;
        const rig::ParameterInfo& parameter = rig->parameters()[static_cast<std::size_t>(reading.parameter)];
        recorded.inputs.push_back({reading.id, parameter.min, parameter.default_value, parameter.max, reading.span.low,
                                   reading.span.high, reading.vertical});
        unseen.inputs.push_back(reading.id);
        watched.push_back(reading.parameter);
    }
    recorded.clips = bank::wide_training(recorded.inputs);
    recorded.training = recorded.clips.size();
    for (DriveClip& clip : unseen_clips(rig->parameters(), unseen)) {
        bank::TrainingClip more;
        more.clip = std::move(clip);
        recorded.clips.push_back(std::move(more));
    }
    const fs::path file = arguments.cache / (request.id + ".bin");
    if (!arguments.cache.empty() && load(file, recorded)) return recorded;
    recorded.offsets.clear();
    std::vector<const DriveClip*> clips;
    for (const bank::TrainingClip& clip : recorded.clips) clips.push_back(&clip.clip);
    RecordOptions options;
    Result<std::vector<Recording>> made = record(*body, {}, clips, watched, options, work);
    if (!made) return made.error();
    for (Recording& clip : *made) recorded.offsets.push_back(std::move(clip.keyform));
    if (!arguments.cache.empty()) {
        std::ofstream stream(file, std::ios::binary);
        for (const std::vector<float>& table : recorded.offsets)
            stream.write(reinterpret_cast<const char*>(table.data()),
                         static_cast<std::streamsize>(table.size() * sizeof(float)));
    }
    return recorded;
}

struct Score {
    double above_10 = 0.0, above_2 = 0.0;
    int clips_10 = 0, clips_2 = 0;
};

Score score(const Recorded& recorded, const bank::BankFit& fit, bool per_clip) {
    std::vector<bank::TrainingClip> unseen(recorded.clips.begin() + static_cast<std::ptrdiff_t>(recorded.training),
                                           recorded.clips.end());
    const bank::BankRecording values = std::move(bank::BankRecording::create(fit.inputs, unseen).value());
    const bank::BankPhysics physics = bank::bank_physics(fit, {fit.bodies[0].id, {}});
    const bank::BodyFit& body = fit.bodies[0];
    Score result;
    for (std::size_t c = 0; c < unseen.size(); ++c) {
        const bank::RowMatrix modes = bank::play_exact(fit, physics, values.input_values(static_cast<int>(c)));
        const std::vector<float>& wanted = recorded.offsets[recorded.training + c];
        const int columns = recorded.columns;
        double error = 0.0, total = 0.0;
        std::vector<float> farthest;
        Eigen::RowVectorXf shown(columns);
        for (Eigen::Index f = 0; f < modes.rows(); ++f) {
            shown.setZero();
            for (int k = 0; k < body.modes(); ++k) {
                const double v = std::clamp(static_cast<double>(modes(f, k)), body.keys.front(), body.keys.back());
                std::size_t j = 0;
                while (j + 2 < body.keys.size() && v > body.keys[j + 1]) ++j;
                const auto t = static_cast<float>((v - body.keys[j]) / (body.keys[j + 1] - body.keys[j]));
                const std::size_t at = static_cast<std::size_t>(k) * body.keys.size() + j;
                shown += (1.0f - t) * Eigen::Map<const Eigen::RowVectorXf>(body.shapes[at].data(), columns) +
                         t * Eigen::Map<const Eigen::RowVectorXf>(body.shapes[at + 1].data(), columns);
            }
            const Eigen::Map<const Eigen::RowVectorXf> want(wanted.data() + f * columns, columns);
            error += static_cast<double>((want - shown).squaredNorm());
            total += static_cast<double>(want.squaredNorm());
            float far = 0.0f;
            for (int i = 0; i + 1 < columns; i += 2) far = std::max(far, want.segment(i, 2).squaredNorm());
            farthest.push_back(std::sqrt(far));
        }
        std::sort(farthest.begin(), farthest.end());
        const float reach = farthest[static_cast<std::size_t>(0.95 * static_cast<double>(farthest.size() - 1))];
        const double r2 = std::max(-1.0, 1.0 - error / std::max(1e-9, total));
        if (per_clip)
            std::printf("    %-28s %6.1f px  %6.3f\n", unseen[c].clip.id.c_str(), static_cast<double>(reach), r2);
        if (reach > 2.0f) result.above_2 += r2, ++result.clips_2;
        if (reach > 10.0f) result.above_10 += r2, ++result.clips_10;
    }
    result.above_2 /= std::max(1, result.clips_2);
    result.above_10 /= std::max(1, result.clips_10);
    return result;
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
        } else if (word == "--clips")
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
    const char* given = std::getenv("YURE_SHARED");
    const fs::path shared = given != nullptr ? fs::path(given) : fs::path(YURE_SOURCE_DIR).parent_path() / "shared";
    if (!fs::exists(shared / "reference/benchmark-parts.json"))
        return std::printf("no reference data beside the project\n"), 0;
    const nlohmann::json list = nlohmann::json::parse(read_all(shared / "reference/benchmark-parts.json"));
    const Work work = work_of(arguments.threads);
    std::vector<double> sums(3, 0.0), lows(3, 1.0);
    int parts = 0;
    std::printf("%-14s %-9s %7s %7s %7s %7s %6s %6s %6s\n", "part", "quality", "r2_10px", "r2_2px", "train", "select",
                "gain", "s", "cpu s");
    for (const nlohmann::json& part : list.at("parts")) {
        const std::string name = part.at("name");
        if (!arguments.parts.empty() &&
            std::find(arguments.parts.begin(), arguments.parts.end(), name) == arguments.parts.end())
            continue;
        const double started = now();
        Result<Recorded> recorded = record_part(shared, part, arguments, work);
        if (!recorded) {
            std::printf("%s: %s\n", name.c_str(), recorded.error().text().c_str());
            continue;
        }
        const double taken_in = now();
        std::vector<bank::TrainingClip> training(
            recorded->clips.begin(), recorded->clips.begin() + static_cast<std::ptrdiff_t>(recorded->training));
        Result<bank::BankRecording> recording = bank::BankRecording::create(recorded->inputs, training);
        if (!recording) return std::printf("%s\n", recording.error().text().c_str()), 1;
        recording->add_body(name, recorded->columns);
        int frames = 0;
        for (std::size_t c = 0; c < recorded->training; ++c) {
            if (Status status = recording->add_offsets(0, recorded->offsets[c], work); !status)
                return std::printf("%s\n", status.error().text().c_str()), 1;
            frames += training[c].clip.frames();
        }
        std::printf("%-14s %d frames in %zu clips, %d columns in %d shapes; recorded in %.1f s, reduced in %.2f s\n",
                    name.c_str(), frames, training.size(), recorded->columns, recording->bodies()[0].shapes(),
                    taken_in - started, now() - taken_in);
        for (std::size_t q = 0; q < arguments.qualities.size(); ++q) {
            const double begin = now(), processor = processor_seconds();
            Result<bank::BankFit> fit = bank::fit_bank(*recording, options_of(arguments.qualities[q], arguments), work);
            const double seconds = now() - begin, used = processor_seconds() - processor;
            if (!fit) {
                std::printf("%s: %s\n", name.c_str(), fit.error().text().c_str());
                continue;
            }
            const Score result = score(*recorded, *fit, arguments.per_clip);
            std::printf("%-14s %-9s %7.3f %7.3f %7.3f %7.3f %6.3f %6.2f %6.2f\n", name.c_str(),
                        name_of(arguments.qualities[q]), result.above_10, result.above_2, fit->bodies[0].training,
                        fit->bodies[0].selection, fit->bodies[0].gain, seconds, used);
            for (const std::string& note : fit->notes) std::printf("    %s\n", note.c_str());
            std::fflush(stdout);
            sums[q] += result.above_10;
            lows[q] = std::min(lows[q], result.above_10);
        }
        ++parts;
    }
    for (std::size_t q = 0; parts > 1 && q < arguments.qualities.size(); ++q)
        std::printf("mean of %d parts  %-9s %.3f, worst %.3f\n", parts, name_of(arguments.qualities[q]),
                    sums[q] / parts, lows[q]);
    return 0;
}
