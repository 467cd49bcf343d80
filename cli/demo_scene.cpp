#include "demo_scene.hpp"

#include "scene_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/sim/solver.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::cli {
namespace {

using nlohmann::ordered_json;

Exit list_scenes(const Context& context, const std::vector<scenes::NamedScene>& all) {
    if (context.json) {
        ordered_json told = ordered_json::array();
        for (const scenes::NamedScene& scene : all)
            told.push_back({{"name", scene.name}, {"what", scene.what}, {"seconds", scene.seconds}});
        return context.print(ordered_json{{"scenes", std::move(told)}});
    }
    std::string text;
    for (const scenes::NamedScene& scene : all) {
        char line[256];
        std::snprintf(line, sizeof line, "  %-16s %s\n", scene.name.c_str(), scene.what.c_str());
        text += line;
    }
    return context.print(text);
}

Result<SceneRun> run_scene(const scenes::NamedScene& scene, const Work& work) {
    const auto built = sim::Scene::build(scene.spec);
    if (!built) return built.error();
    sim::Solver solver(*built, 1);
    SceneRun run;
    run.frames = static_cast<int>(std::lround(scene.seconds * 60.0)) + 1;
    run.pin = built->pin();
    for (int frame = 0; frame < run.frames; ++frame) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        const scenes::Drive drive = scene.drive_at(frame / 60.0);
        if (frame == 0) solver.reset(0, drive.goals);
        solver.set_goals(0, drive.goals);
        if (!drive.anchors.empty()) solver.set_anchors(0, drive.anchors);
        if (!drive.obstacles.empty()) solver.set_obstacles(0, drive.obstacles);
        solver.set_wind(0, drive.wind);
        if (frame > 0) solver.step();
        run.rig.push_back(drive.goals);
        run.obstacles.push_back(drive.obstacles);
        solver.positions(0, run.simulated.emplace_back(static_cast<std::size_t>(built->particle_count())));
    }
    run.mended_frames = solver.report(0).unfolded;
    return run;
}

void append_table(std::string& text, const char* name, const std::vector<std::vector<Vec2>>& rows) {
    text += std::string(",\n \"") + name + "\": [";
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::vector<float> flat;
        for (const Vec2 p : rows[r]) flat.insert(flat.end(), {p.x, p.y});
        text += r == 0 ? "\n  " : ",\n  ";
        studio::append_numbers(text, flat);
    }
    text += ']';
}

/// The table of `simulate`, without inputs: a scene has no parameters.
std::string scene_text(const scenes::NamedScene& scene, const SceneRun& run) {
    std::string text = "{\n \"fps\": 60,\n \"scene\": ";
    studio::append_string(text, scene.name);
    text += ",\n \"meshes\": [";
    for (std::size_t m = 0; m < scene.spec.meshes.size(); ++m) {
        text += m > 0 ? ", {\"id\": " : "{\"id\": ";
        studio::append_string(text, scene.spec.meshes[m].id);
        text += ", \"vertices\": " + std::to_string(scene.spec.meshes[m].rest.size()) + "}";
    }
    text += ']';
    append_table(text, "rig", run.rig);
    append_table(text, "simulated", run.simulated);
    if (!scene.spec.obstacles.empty()) append_table(text, "obstacles", run.obstacles);
    return text + "\n}\n";
}

ordered_json summary(const scenes::NamedScene& scene, const SceneRun& run, int pictures, const std::string& out) {
    float farthest = 0.0f;
    int farthest_frame = 0;
    for (std::size_t frame = 0; frame < run.rig.size(); ++frame)
        for (std::size_t i = 0; i < run.rig[frame].size(); ++i) {
            const float px = distance(run.rig[frame][i], run.simulated[frame][i]);
            if (px <= farthest) continue;
            farthest = px;
            farthest_frame = static_cast<int>(frame);
        }
    return {{"scene", scene.name},
            {"what", scene.what},
            {"frames", run.frames},
            {"vertices", run.pin.size()},
            {"farthest_px", farthest},
            {"farthest_frame", farthest_frame},
            {"mended_frames", run.mended_frames},
            {"pictures", pictures},
            {"out", out}};
}

}  // namespace

Exit run_demo_scene(const Context& context, const DemoScene& given) {
    const std::vector<scenes::NamedScene> all = scenes::all_scenes();
    if (given.name == "list") return list_scenes(context, all);
    const auto scene = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == given.name; });
    if (scene == all.end()) {
        std::string names;
        for (const scenes::NamedScene& one : all) names += (names.empty() ? "" : ", ") + one.name;
        return context.fail(Exit::usage, {"--scene " + given.name, "is no scene; there are: " + names});
    }
    const std::string target = given.out.empty() ? "out/scene_" + given.name : given.out;
    const auto drawing = render::Context::headless();
    if (!drawing) return context.fail(Exit::failed, drawing.error());
    auto folder = studio::OutputFolder::begin(target, context.overwrite());
    if (!folder) return context.fail(Exit::failed, folder.error());

    ordered_json told;
    {
        const auto job = context.job();
        const auto run = run_scene(*scene, job->work);
        if (!run) return context.fail(Exit::failed, run.error());
        if (const Status written = folder->write("positions.json", scene_text(*scene, *run)); !written)
            return context.fail(Exit::failed, written.error());
        const auto pictures = draw_scene(*drawing, *scene, *run, given.every, given.size, *folder, job->work);
        if (!pictures) return context.fail(Exit::failed, pictures.error());
        if (const Status done = folder->commit(); !done) return context.fail(Exit::failed, done.error());
        told = summary(*scene, *run, *pictures, target);
    }
    if (context.json) return context.print(told);
    char line[512];
    std::snprintf(line, sizeof line,
                  "%s: %s\n  %d frames, up to %.1f px from the rig; %d pictures and positions.json in %s\n",
                  scene->name.c_str(), scene->what.c_str(), told["frames"].get<int>(),
                  told["farthest_px"].get<double>(), told["pictures"].get<int>(), target.c_str());
    return context.print(std::string_view(line));
}

}  // namespace yure::cli
