#include "chain_project.hpp"

#include "project_bake.hpp"
#include "project_support.hpp"
#include "verb_support.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "yure/chain/presets.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/bake_run.hpp"
#include "yure/studio/chain_setting.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/simulate.hpp"
#include "yure/studio/strand_motion.hpp"

namespace yure::cli {
namespace {

/// The body that is meant, or why none.
Result<const studio::Body*> chain_body(const studio::Document& document, const std::string& name) {
    if (!name.empty()) {
        const studio::Body* body = document.bodies.find(name);
        if (body == nullptr) return Error{"--body " + name, "is no body of the project"};
        if (!body->chain) return Error{"--body " + name, "has no bone chains; lay them with `yure chain lay`, or `yure body P set " + name + " --chain {}`"};
        return body;
    }
    const studio::Body* found = nullptr;
    std::string names;
    int count = 0;
    for (const auto& entry : document.bodies)
        if (entry.value->chain) found = entry.value.get(), names += (count++ > 0 ? ", " : "") + entry.value->id;
    if (count == 0) return Error{"--body", "no body of the project has bone chains; lay them with `yure chain lay`"};
    if (count > 1) return Error{"--body", "is needed: chains move " + names};
    return found;
}

struct Chosen {
    std::unique_ptr<studio::Session> session;
    baker::BodyRequest body;
    baker::DriveClip motion;
};

/// Opens the project, finds body and motion; nothing, with `code` set and the fault told, when one of them fails.
std::optional<Chosen> choose(const Context& context, const ChainProjectArguments& given, Exit& code) {
    if (given.motion.empty() == given.clip.empty()) {
        code = context.fail(Exit::usage, {"chain", "needs --motion FILE, or --clip ID (tracking, nod, step:INPUT …)"});
        return std::nullopt;
    }
    Chosen chosen;
    chosen.session = open_project(context, given.project, studio::Access::read, code);
    if (!chosen.session) return std::nullopt;
    const auto fail = [&](Exit exit, const Error& error) {
        code = context.fail(exit, error);
        return std::nullopt;
    };
    if (!chosen.session->geometry()) return fail(Exit::invalid, chosen.session->model_error());
    const auto body = chain_body(chosen.session->document(), given.body);
    if (!body) return fail(Exit::usage, body.error());
    const studio::Model& model = *chosen.session->geometry()->model;
    Notices notices;
    Result<baker::BodyRequest> request = studio::body_request(chosen.session->document(), **body, *chosen.session->geometry(), notices);
    if (!request) return fail(Exit::invalid, request.error());
    context.notices(notices);
    chosen.body = std::move(*request);
    Result<baker::DriveClip> clip = [&]() -> Result<baker::DriveClip> {
        if (given.motion.empty()) return studio::find_clip(model, {chosen.body}, given.clip, 0);
        const auto file = studio::find_motion(model.location, given.motion);
        if (!file) return Error{"--motion " + given.motion, file.error().text()};
        return studio::read_drive_clip(model, *file);
    }();
    if (!clip) return fail(given.motion.empty() ? Exit::usage : Exit::failed, clip.error());
    chosen.motion = std::move(*clip);
    return chosen;
}

Exit write_curves(const Context& context, const ChainProjectArguments& given) {
    Exit code = Exit::ok;
    const auto chosen = choose(context, given, code);
    if (!chosen) return code;
    const studio::StrandMotionOptions options{given.drive, given.loop, given.preroll};
    const auto baked = [&] {
        const auto job = context.job();
        return studio::strand_motion(*chosen->session->geometry()->model, chosen->body, chosen->motion, options, job->work);
    }();
    if (!baked) return context.fail(baked.error().where.starts_with("--") ? Exit::usage : Exit::failed, baked.error());
    context.notices(baked->notices);
    formats::Motion3 file;
    file.clip = baked->clip;
    if (const Status written = studio::write_file(given.motion_out, formats::write_motion3(file), context.overwrite()); !written)
        return context.fail(Exit::failed, written.error());
    std::size_t points = 0;
    for (const motion::Curve& curve : baked->clip.curves) points += curve.points.size();
    if (context.json)
        return context.print(nlohmann::ordered_json{{"motion_out", given.motion_out},
                                                    {"curves", baked->clip.curves.size()},
                                                    {"points", points},
                                                    {"seconds", baked->clip.duration},
                                                    {"largest_error_degrees", baked->largest_error},
                                                    {"seam_degrees", baked->seam}});
    char line[200];
    std::snprintf(line, sizeof line, ": %zu curves with %zu points, at most %.2f degrees from the frames\n", baked->clip.curves.size(), points,
                  baked->largest_error);
    return context.print(given.motion_out + line);
}

struct LayArguments {
    std::string project, id, preset, config, quality;
    std::vector<std::string> meshes;
    std::string points;
    int segments = 0;
};

/// "10,20 30,40" as [[10,20],[30,40]].
Result<studio::Json> read_points(const std::string& words) {
    studio::Json list = studio::Json::array();
    std::istringstream stream(words);
    for (std::string word; stream >> word;) {
        float x = 0.0f, y = 0.0f;
        char rest = 0;
        if (std::sscanf(word.c_str(), "%f,%f%c", &x, &y, &rest) != 2) return Error{"--points", word + " is no X,Y"};
        list.push_back({x, y});
    }
    return list;
}

Exit lay(const Context& context, const LayArguments& given) {
    studio::Json chain = studio::Json::object();
    if (given.segments > 0) chain["segments"] = given.segments;
    if (!given.points.empty()) {
        auto points = read_points(given.points);
        if (!points) return context.fail(Exit::usage, points.error());
        chain["points"] = std::move(*points);
    }
    if (!given.config.empty()) {
        const auto text = studio::read_text(given.config);
        if (!text) return context.fail(Exit::failed, text.error());
        const auto component = studio::puppet_component(*text);
        if (!component) return context.fail(Exit::invalid, {given.config + " " + component.error().where, component.error().what});
        for (const Notice& notice : component->notices) context.note(given.config + " " + notice.where + ": " + notice.what);
        chain["component"] = component->fields;
    }
    studio::Json arguments{{"meshes", given.meshes}, {"chain", chain}};
    if (!given.id.empty()) arguments["id"] = given.id;
    if (!given.preset.empty()) arguments["chain_preset"] = given.preset;
    if (!given.quality.empty()) arguments["quality"] = given.quality;
    return apply_and_save(context, given.project, "Lay a bone chain", {{"body.add", std::move(arguments)}});
}

}  // namespace

Exit bake_chain_of(const Context& context, const ChainProjectArguments& given) {
    if (!given.motion_out.empty()) return write_curves(context, given);
    Exit code = Exit::ok;
    const auto session = open_project(context, given.project, studio::Access::edit, code);
    if (!session) return code;
    if (!session->geometry()) return context.fail(Exit::invalid, session->model_error());
    const auto body = chain_body(session->document(), given.body);
    if (!body) return context.fail(Exit::usage, body.error());
    return bake_session(context, *session, {(*body)->id}, std::nullopt);
}

Exit play_chain_of(const Context& context, const ChainProjectArguments& given) {
    Exit code = Exit::ok;
    const auto chosen = choose(context, given, code);
    if (!chosen) return code;
    const auto job = context.job();
    const auto played = studio::play_strands(*chosen->session->geometry()->model, chosen->body, chosen->motion, job->work);
    if (!played) return context.fail(Exit::failed, played.error());
    return context.print(*played);
}

Exit clear_chain_of(const Context& context, const std::string& project, const std::string& body) {
    Exit code = Exit::ok;
    std::string id;
    {
        const auto session = open_project(context, project, studio::Access::read, code);
        if (!session) return code;
        const auto found = chain_body(session->document(), body);
        if (!found) return context.fail(Exit::usage, found.error());
        id = (*found)->id;
    }
    return apply_and_save(context, project, "", {{"bake.clear", {{"body", id}}}});
}

void add_lay_verb(CLI::App& parent, Context& context) {
    CLI::App* verb = parent.add_subcommand("lay", "lay bone chains along a project's meshes, from their pins to their tips or through points");
    auto given = std::make_shared<LayArguments>();
    std::vector<std::string> presets;
    for (const chain::ChainPreset& preset : chain::chain_presets()) presets.emplace_back(preset.id);
    verb->add_option("PROJECT", given->project, "a .yure file")->required();
    verb->add_option("--meshes", given->meshes, "art meshes that the chains carry, comma-separated")->required()->delimiter(',')->allow_extra_args(false);
    verb->add_option("--name", given->id, "of the new body; by the first mesh otherwise");
    verb->add_option("--segments", given->segments, "of each chain laid from pins to tip (6)")->check(CLI::Range(1, chain::kMostSegments));
    verb->add_option("--points", given->points, "joints of one chain, root first, canvas px: \"100,50 100,150 110,260\"");
    verb->add_option("--preset", given->preset, "how it moves (hair)")->check(CLI::IsMember(presets));
    verb->add_option("--config", given->config, "how it moves: the first component of a dynamic-bone file, a Unity dump too");
    verb->add_option("--quality", given->quality, "of its bake")->check(CLI::IsMember({"light", "standard", "best", "classic"}));
    verb->callback([&context, given] { context.run = [&context, given] { return lay(context, *given); }; });
}

}  // namespace yure::cli
