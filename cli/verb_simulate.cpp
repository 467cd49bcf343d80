#include "frame_pictures.hpp"
#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/studio/model_motions.hpp"
#include "yure/studio/simulate.hpp"

namespace yure::cli {
namespace {

struct SimulateArguments {
    std::string model, clip, motion, out, png;
    std::uint64_t clip_seed = 0;
    PictureOptions pictures;
};

/// The farthest any vertex of a body gets from where the rig has it, px, and in which frame.
struct Farthest {
    float px = 0.0f;
    int frame = 0;
};
Farthest farthest(const studio::Simulation& s, std::size_t first, std::size_t count) {
    Farthest result;
    for (int frame = 0; frame < s.frames; ++frame)
        for (std::size_t i = first; i < first + count; ++i) {
            const std::size_t cell = static_cast<std::size_t>(frame) * static_cast<std::size_t>(s.particles) + i;
            const float px = distance(s.rig[cell], s.simulated[cell]);
            if (px > result.px) result = {px, frame};
        }
    return result;
}

nlohmann::ordered_json summary(const studio::Simulation& s) {
    nlohmann::ordered_json bodies = nlohmann::ordered_json::array();
    std::size_t first = 0;
    for (const studio::SimulatedBody& body : s.bodies) {
        std::size_t vertices = 0;
        for (int m = 0; m < body.meshes; ++m)
            vertices += static_cast<std::size_t>(s.meshes[static_cast<std::size_t>(body.first_mesh + m)].vertices);
        const Farthest most = farthest(s, first, vertices);
        bodies.push_back({{"id", body.id},
                          {"meshes", body.meshes},
                          {"vertices", vertices},
                          {"farthest_px", most.px},
                          {"farthest_frame", most.frame},
                          {"mended_frames", body.mended_frames}});
        first += vertices;
    }
    return {{"clip", s.clip}, {"fps", s.fps}, {"frames", s.frames}, {"bodies", bodies}};
}

std::string summary_text(const nlohmann::ordered_json& told) {
    std::string text = told["clip"].get<std::string>() + ", " + std::to_string(told["frames"].get<int>()) + " frames\n";
    for (const auto& body : told["bodies"]) {
        char line[256];
        std::snprintf(line, sizeof line, "  %s: %d vertices, up to %.1f px from the rig (frame %d)\n",
                      body["id"].get<std::string>().c_str(), body["vertices"].get<int>(),
                      body["farthest_px"].get<double>(), body["farthest_frame"].get<int>());
        text += line;
    }
    return text;
}

/// What is to be played, and the motion's file if it is one.
Result<baker::DriveClip> chosen_clip(const studio::Model& model, const std::vector<baker::BodyRequest>& bodies,
                                     SimulateArguments& given) {
    if (given.motion.empty()) return studio::find_clip(model, bodies, given.clip, given.clip_seed);
    Result<std::filesystem::path> file = studio::find_motion(model.location, given.motion);
    if (!file) return Error{"--motion " + given.motion, file.error().text()};
    given.pictures.motion = *file;
    return studio::read_drive_clip(model, *file);
}

Exit simulate(const Context& context, SimulateArguments given, const std::vector<studio::BodyWord>& words) {
    const auto model = studio::open_model(given.model);
    if (!model) return context.fail(opening_exit(given.model), model.error());
    context.notices(model->notices);
    const auto bodies = studio::read_bodies(*model, words);
    if (!bodies) return context.fail(Exit::usage, bodies.error());
    const auto clip = chosen_clip(*model, *bodies, given);
    if (!clip) return context.fail(given.motion.empty() ? Exit::usage : Exit::failed, clip.error());

    // Whatever could stand in the way of the results is found out before the work.
    std::error_code fault;
    if (given.out != "-" && !context.force && std::filesystem::exists(given.out, fault))
        return context.fail(Exit::failed, {given.out, "exists already; another name, or --force, is needed"});
    std::optional<render::Context> drawing;
    std::optional<studio::OutputFolder> folder;
    if (!given.png.empty()) {
        auto made = render::Context::headless();
        if (!made) return context.fail(Exit::failed, made.error());
        drawing = std::move(*made);
        auto begun = studio::OutputFolder::begin(given.png, context.overwrite());
        if (!begun) return context.fail(Exit::failed, begun.error());
        folder.emplace(std::move(*begun));
    }

    Notices notices;
    nlohmann::ordered_json told;
    {
        const auto job = context.job();
        const auto simulation = studio::simulate(*model, *bodies, *clip, folder ? job->work.part(0.0, 0.3) : job->work);
        if (!simulation) return context.fail(Exit::failed, simulation.error());
        notices = simulation->notices;
        told = summary(*simulation);
        if (folder) {
            const auto drawn =
                draw_frames(*drawing, *model, *simulation, given.pictures, *folder, notices, job->work.part(0.3, 1.0));
            if (!drawn) return context.fail(Exit::failed, drawn.error());
            told["pictures"] = *drawn;
        }
        const std::string text = studio::simulation_text(*simulation);
        if (given.out == "-") return context.print(text);
        if (const Status written = studio::write_file(given.out, text, context.overwrite()); !written)
            return context.fail(Exit::failed, written.error());
        if (folder)
            if (const Status done = folder->commit(); !done) return context.fail(Exit::failed, done.error());
        told["out"] = given.out;
        if (folder) told["png"] = given.png;
    }
    context.notices(notices);
    return context.json ? context.print(told) : context.print(summary_text(told));
}

}  // namespace

void add_simulate(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("simulate", "simulate bodies through a clip and write where every vertex goes");
    auto given = std::make_shared<SimulateArguments>();
    verb->add_option("MODEL", given->model, "a model folder, a .model3.json, or a .moc3")->required();
    CLI::Option* clip = verb->add_option(
        "--clip", given->clip,
        "a motion that bakes are measured on: tracking, roll, idle, nod, shake, step:INPUT, turns, drags, fast_shake, "
        "motion:FILE");
    verb->add_option("--clip-seed", given->clip_seed, "other random motions of the same kind")->needs(clip);
    CLI::Option* motion = verb->add_option("--motion", given->motion,
                                           "a motion3.json, or a motion of the model by name, group or GROUP:INDEX");
    clip->excludes(motion);
    verb->add_option("--out", given->out, "the JSON file to write; - for standard output")->required();
    CLI::Option* png = verb->add_option("--png", given->png, "a folder to draw pictures into");
    verb->add_option("--png-every", given->pictures.every, "frames from one picture to the next")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str()
        ->needs(png);
    verb->add_option("--png-size", given->pictures.size, "longer side of the pictures, pixels")
        ->check(CLI::Range(16, 8192))
        ->capture_default_str()
        ->needs(png);
    const BodyWordOptions* body = add_body_options(*verb);
    verb->callback([&context, given, body] {
        if (given->clip.empty() && given->motion.empty())
            throw CLI::ValidationError("simulate", "needs --clip ID or --motion FILE");
        context.run = [&context, given, words = body->words()] { return simulate(context, *given, words); };
    });
}

}  // namespace yure::cli
