#include "yure/baker/bake.hpp"

#include "bank_body.hpp"
#include "classic_body.hpp"
#include "error_shares.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "yure/baker/bank/fit.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/core/lookup.hpp"

namespace yure::baker {
namespace {

/// A body ready to be simulated.
struct Prepared {
    const BodyRequest* asked = nullptr;
    Body body;
    pendulum::Physics in_play;
    std::vector<ExactPose> poses;
};

/// The model as it grows, and the same at amplitude x1, on which everything is measured.
struct Model {
    rig::Puppet puppet, measured;
    pendulum::Physics physics, measured_physics;
    std::vector<std::string> own_parameters;  // made by this bake
};

Status check_request(const BakeRequest& request) {
    if (request.bodies.empty()) return Error{"--body", "name at least one body"};
    if (!(request.fps >= 0.0f && request.fps <= 240.0f)) return Error{"--fps", "must be 0 (as the file says) to 240"};
    std::vector<std::string> meshes;
    for (std::size_t b = 0; b < request.bodies.size(); ++b) {
        const BodyRequest& body = request.bodies[b];
        if (const std::vector<Error> found = problems(body); !found.empty()) return found.front();
        for (std::size_t other = 0; other < b; ++other)
            if (request.bodies[other].id == body.id) return Error{"body " + body.id, "is named twice"};
        for (const BodyMesh& mesh : body.meshes) {
            if (std::find(meshes.begin(), meshes.end(), mesh.id) != meshes.end())
                return Error{"body " + body.id, "mesh " + mesh.id + " is in another body already"};
            meshes.push_back(mesh.id);
        }
    }
    for (const DriveClip& motion : request.motions)
        if (const Status status = check_clip(motion); !status) return status;
    return {};
}

std::vector<int> parameter_rows(const rig::Rig& rig, const std::vector<std::string>& ids) {
    std::vector<int> rows;
    for (const std::string& id : ids)
        if (const int row = rig.find_parameter(id); row >= 0) rows.push_back(row);
    return rows;
}

/// Outputs of the model's physics that go out of play with a body.
PhysicsOnMeshes swing_of(const rig::Rig& rig, const Body& body, const BodyRequest& asked,
                         const pendulum::Physics& physics, std::vector<std::string> kept) {
    if (asked.keep_physics) return {};
    for (const InputRequest& input : asked.inputs)
        if (const int row = find_standard_parameter(rig.parameters(), input.id); row >= 0)
            kept.push_back(rig.parameters()[static_cast<std::size_t>(row)].id);
    return physics_on_meshes(rig, body.meshes, physics, parameter_rows(rig, kept));
}

/// Binds a body and reads its inputs. Old physics that stays and still moves the meshes (kept on request, or driving an
/// input) is played while simulating.
Status prepare(const BakeRequest& request, const BodyRequest& asked, const rig::Rig& rig, Prepared& prepared,
               BodyResult& result) {
    prepared.asked = &asked;
    result.id = asked.id;
    result.name = asked.name.empty() ? asked.id : asked.name;
    Result<Body> body = bind_body(request.puppet, rig, asked);
    if (!body) return body.error();
    prepared.body = std::move(*body);
    result.particles = prepared.body.particles();
    result.notices = prepared.body.notices;

    const std::string where = "body " + asked.id;
    Result<std::vector<InputReading>> readings = read_inputs(prepared.body, asked.inputs, result.notices);
    if (!readings) return Error{where + ": " + readings.error().where, readings.error().what};
    result.inputs = std::move(*readings);
    bool any = false;
    for (InputReading& input : result.inputs) {
        if (asked.vertical == Vertical::off && input.group == InputGroup::vertical) input.group = InputGroup::culled;
        any = any || input.group != InputGroup::culled;
    }
    if (!any)
        return Error{where + ": inputs",
                     asked.vertical == Vertical::off
                         ? "only up-and-down inputs move it, and --vertical off leaves them out"
                         : "none of them moves it by 1 px or more; name others, or keep one with '!'"};
    const pendulum::Physics remaining =
        without_outputs(request.physics, swing_of(rig, prepared.body, asked, request.physics, {}));
    if (moves_meshes(rig, prepared.body.meshes, remaining)) prepared.in_play = remaining;
    return {};
}

/// The motions that other frame rates are tried on: every input fast and slow, or what moves the body farthest.
std::vector<const DriveClip*> telling_clips(const std::vector<DriveClip>& clips,
                                            const std::vector<ClipMetrics>& metrics) {
    constexpr std::size_t kEnough = 2;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < clips.size(); ++k)
        if (metrics[k].simulated_px > 2.0) order.push_back(k);
    const auto rank = [&](std::size_t k) {
        const bool wanted = clips[k].id == "tracking" || clips[k].id == "drags";
        return std::pair(wanted ? 0 : 1, -metrics[k].simulated_px);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    order.resize(std::min(order.size(), kEnough));
    std::vector<const DriveClip*> chosen;
    for (const std::size_t k : order) chosen.push_back(&clips[k]);
    return chosen;
}

Status measure_body(const Prepared& prepared, int index, const BakeRequest& request, const WriteResult& measured,
                    BodyResult& result, const Work& work) {
    const Body& body = prepared.body;
    UnseenRequest unseen;
    for (const InputReading& input : result.inputs) unseen.inputs.push_back(input.id);
    unseen.seed_shift = request.clip_seed;
    unseen.motions = request.motions;
    const std::vector<DriveClip> clips = unseen_clips(body.rig->parameters(), unseen);
    std::vector<const DriveClip*> pointers;
    for (const DriveClip& clip : clips) pointers.push_back(&clip);
    Result<std::vector<Recording>> recordings =
        record(body, prepared.in_play, pointers, watched_for_shares(result.inputs, prepared.poses),
               RecordOptions{true, true, 8}, work.part(0.0, 0.7));
    if (!recordings) return recordings.error();
    const Result<rig::Rig> rig = rig::Rig::build(measured.puppet);
    if (!rig) return Error{"body " + result.id + ": written model: " + rig.error().where, rig.error().what};
    ExportedModel model{&*rig, &measured.physics, {}, {}};
    for (const WrittenParameter& parameter : measured.parameters) {
        model.mode_parameters.push_back(parameter.id);
        model.mode_ranges.push_back(parameter.range);
    }
    std::vector<Playback> playbacks;
    Result<std::vector<ClipMetrics>> metrics = compare_export(body, model, pointers, *recordings, work.part(0.7, 0.8), &playbacks);
    if (!metrics) return metrics.error();
    if (const Status status = share_errors(body, result.bake, measured.parameters, prepared.poses, result.inputs, clips,
                                           *recordings, playbacks, *metrics, work.part(0.8, 0.85));
        !status)
        return status;
    if (request.on_measured) request.on_measured({index, &body, clips, *recordings, playbacks, *metrics});
    result.clips = std::move(*metrics);
    result.summary = summarize(result.clips);
    Result<std::vector<PlaybackFigures>> rates = play_under(body, model, telling_clips(clips, result.clips),
                                                            display_conditions(), work.part(0.85, 1.0));
    if (!rates) return rates.error();
    result.other_rates = std::move(*rates);
    result.summary.other_rates = amplitude_off(result.other_rates);
    result.warnings = warnings(result.summary);
    return {};
}

/// Exact poses, and what they would take of the model.
Status settle(const BakeRequest& request, Prepared& prepared, BodyResult& result, const Work& work) {
    Result<std::vector<ExactPose>> poses = settle_poses(prepared.body, *prepared.asked, request.puppet,
                                                        prepared.in_play, result.inputs, result.notices, work);
    if (!poses) return poses.error();
    prepared.poses = std::move(*poses);
    rig::Puppet trial = request.puppet;
    const Result<PoseCost> cost = write_poses(trial, baked_poses(prepared.body, prepared.poses));
    if (!cost) return Error{"body " + result.id + ": " + cost.error().where, cost.error().what};
    result.pose_cost = *cost;
    return {};
}

/// Writes what was fitted into the growing model, twice: as asked for, and at x1 to be measured.
Result<WriteResult> write_body(const Prepared& prepared, const BakedBank* bank, Model& model, BodyResult& result) {
    const Result<rig::Rig> rig = rig::Rig::build(model.measured);
    if (!rig) return Error{"model: " + rig.error().where, rig.error().what};
    const BodyRequest& asked = *prepared.asked;
    result.bake.removed = swing_of(*rig, prepared.body, asked, model.physics, model.own_parameters);
    result.bake.poses = baked_poses(prepared.body, prepared.poses);
    WriteOptions options{asked.write, asked.target_version, asked.exaggeration, asked.outputs, true};
    Result<WriteResult> exported = write_back(model.puppet, model.physics, result.bake, options, bank);
    if (!exported) return exported.error();
    options.exaggeration = 1.0f;
    options.use_gains = false;
    Result<WriteResult> measured = write_back(model.measured, model.measured_physics, result.bake, options, bank);
    if (!measured) return measured.error();

    result.parameters = exported->parameters;
    result.blend_shapes = exported->blend_shapes;
    result.losses = std::move(exported->losses);
    result.pendulums = static_cast<int>(bank != nullptr ? bank->groups.size() : result.bake.groups.size());
    result.helpers = static_cast<int>(bank != nullptr ? bank->parameters.size() : 0);
    if (result.bake.parameters.empty())
        result.notices.push_back({"body " + result.id, result.bake.poses.empty()
                                                           ? "hardly moves in the simulation: nothing was baked"
                                                           : "hardly swings beyond its exact poses: no parameter was made"});
    model.puppet = std::move(exported->puppet);
    model.physics = std::move(exported->physics);
    model.measured = measured->puppet;
    model.measured_physics = measured->physics;
    for (const auto* made : {&exported->parameters, &exported->helpers})
        for (const WrittenParameter& parameter : *made) model.own_parameters.push_back(parameter.id);
    return measured;
}

bool same_budget(const Budget& a, const Budget& b) {
    return a.parameters == b.parameters && a.groups == b.groups && a.keyforms == b.keyforms && a.bytes == b.bytes &&
           a.evaluations == b.evaluations;
}

bool same_training(const std::vector<TrainingMotion>& a, const std::vector<TrainingMotion>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TrainingMotion& x, const TrainingMotion& y) {
        return x.clip.id == y.clip.id && x.weight == y.weight && x.clip.values == y.clip.values;
    });
}

/// Kept inputs and their spans, the same.
bool same_inputs(const std::vector<InputReading>& a, const std::vector<InputReading>& b) {
    const auto kept = [](const std::vector<InputReading>& all) {
        std::vector<InputReading> some;
        for (const InputReading& input : all)
            if (input.group != InputGroup::culled) some.push_back(input);
        return some;
    };
    const auto x = kept(a), y = kept(b);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const InputReading& p, const InputReading& q) {
        return p.id == q.id && p.span.low == q.span.low && p.span.high == q.span.high;
    });
}

/// Whether two bodies get one bank.
bool share_a_bank(const Prepared& a, const Prepared& b, const BodyResult& results_a, const BodyResult& results_b) {
    const auto may = [](const Prepared& body) {
        const Quality quality = body.asked->quality;
        return body.asked->bank == BankUse::shared && body.in_play.groups.empty() &&
               (quality == Quality::standard || quality == Quality::best);
    };
    return may(a) && may(b) && a.asked->quality == b.asked->quality && a.asked->keys == b.asked->keys &&
           a.asked->target_version == b.asked->target_version && same_budget(a.asked->budget, b.asked->budget) &&
           same_training(a.asked->training, b.asked->training) && same_inputs(results_a.inputs, results_b.inputs);
}

/// Bodies that are fitted together, by number, in the order of their first.
std::vector<std::vector<std::size_t>> plan_fits(const std::vector<Prepared>& prepared,
                                                const std::vector<BodyResult>& results) {
    std::vector<std::vector<std::size_t>> fits;
    for (std::size_t b = 0; b < prepared.size(); ++b) {
        const auto place = std::find_if(fits.begin(), fits.end(), [&](const std::vector<std::size_t>& fit) {
            return share_a_bank(prepared[fit.front()], prepared[b], results[fit.front()], results[b]);
        });
        if (place == fits.end())
            fits.push_back({b});
        else
            place->push_back(b);
    }
    return fits;
}

bool holds(const BakedBank& bank, const std::string& body) {
    return bank.fit && std::any_of(bank.fit->bodies.begin(), bank.fit->bodies.end(),
                                   [&](const bank::BodyFit& fit) { return fit.id == body; });
}

/// The earlier bank that the first of the bodies was in; none when there is not.
const BakedBank* earlier_bank(const BakeRequest& request, const std::string& body) {
    for (const BakedBank& bank : request.earlier)
        if (holds(bank, body)) return &bank;
    return nullptr;
}

/// One bank for the bodies of `fit`; an empty id when none of them moves.
Result<BakedBank> fit_bank_of(const BakeRequest& request, const std::vector<std::size_t>& fit,
                              const std::vector<Prepared>& prepared, double fps, std::vector<BodyResult>& results,
                              const Work& work) {
    std::vector<BankBody> members;
    BankDemand demand{static_cast<int>(fit.size())};
    std::set<std::string> vertical;
    for (const std::size_t b : fit) {
        members.push_back(
            {&prepared[b].body, prepared[b].asked, &prepared[b].in_play, results[b].inputs, prepared[b].poses});
        demand.meshes = std::max(demand.meshes, static_cast<int>(prepared[b].body.meshes.size()));
        demand.particles = std::max(demand.particles, prepared[b].body.particles());
        for (const InputReading& input : results[b].inputs)
            if (input.group == InputGroup::vertical) vertical.insert(input.id);
    }
    const BodyRequest& first = *prepared[fit.front()].asked;
    PoseCost spent;  // exact poses count in a budget
    for (const std::size_t b : fit) {
        spent.keyforms = std::max(spent.keyforms, results[b].pose_cost.keyforms);
        spent.bytes = std::max(spent.bytes, results[b].pose_cost.bytes);
    }
    demand.vertical_inputs = static_cast<int>(vertical.size());
    Result<bank::BankOptions> size = bank_size(first, demand, spent);
    if (!size) return size.error();
    for (const std::size_t b : fit)
        for (const bank::Pole pole : chain_poles(*prepared[b].asked)) size->first_guess.push_back(pole);
    if (first.target_version && *first.target_version < rig::MocVersion::v4_2 && first.quality != Quality::light)
        for (const std::size_t b : fit)
            results[b].notices.push_back({"--target-version", "without blend shapes there are two parameters at most"});
    const BakedBank* earlier = earlier_bank(request, first.id);
    const bool keep = request.keep_banks && earlier != nullptr &&
                      std::all_of(fit.begin(), fit.end(),
                                  [&](std::size_t b) { return holds(*earlier, prepared[b].asked->id); });
    Result<BankResult> made = fit_bodies(members, *size, fps, earlier, keep, work);
    if (!made) {
        Error error = made.error();
        if (!is_cancelled(error)) error.where = "body " + first.id + ": " + error.where;
        return error;
    }
    for (std::size_t i = 0; i < fit.size(); ++i) {
        BodyResult& result = results[fit[i]];
        BankBodyResult& own = made->bodies[i];
        result.bake = std::move(own.bake);
        result.training_frames = own.training_frames;
        result.select_r2 = own.select_r2;
        result.left_by_parameters = std::move(own.left_by_parameters);
        result.left_with_next = own.left_with_next;
        std::move(own.notices.begin(), own.notices.end(), std::back_inserter(result.notices));
    }
    return std::move(made->bank);
}

}  // namespace

Error cancelled_error() {
    return {"", "cancelled"};
}
bool is_cancelled(const Error& error) {
    return error.where.empty() && error.what == "cancelled";
}

Result<BakeResult> bake(const BakeRequest& request, const Work& work) {
    if (const Status status = check_request(request); !status) return status.error();
    const double fps = request.fps > 0.0f           ? static_cast<double>(request.fps)
                       : request.physics.fps > 0.0f ? static_cast<double>(request.physics.fps)
                                                    : 60.0;
    const Result<rig::Rig> rig = rig::Rig::build(request.puppet);
    if (!rig) return Error{"model: " + rig.error().where, rig.error().what};
    BakeResult result;
    result.bodies.resize(request.bodies.size());
    std::vector<Prepared> prepared(request.bodies.size());
    for (std::size_t b = 0; b < prepared.size(); ++b)
        if (const Status status = prepare(request, request.bodies[b], *rig, prepared[b], result.bodies[b]); !status)
            return status.error();

    // exact poses of all bodies first: what cannot be done is told before the long work
    const bool any = std::any_of(request.bodies.begin(), request.bodies.end(), [](const BodyRequest& body) {
        return body.static_automatic || !body.static_inputs.empty();
    });
    const double ahead = any ? 0.03 : 0.0;
    for (std::size_t b = 0; b < prepared.size(); ++b) {
        const double step = ahead / static_cast<double>(prepared.size());
        const Work settling = work.part(step * static_cast<double>(b), step * static_cast<double>(b + 1));
        if (const Status status = settle(request, prepared[b], result.bodies[b], settling); !status)
            return status.error();
    }

    Model model{request.puppet, request.puppet, request.physics, request.physics, {}};
    double done = ahead;
    for (const std::vector<std::size_t>& fit : plan_fits(prepared, result.bodies)) {
        const double end =
            done + (1.0 - ahead) * static_cast<double>(fit.size()) / static_cast<double>(prepared.size());
        const Work whole = work.part(done, end);
        const BakedBank* bank = nullptr;
        if (prepared[fit.front()].asked->quality == Quality::classic) {
            const std::size_t b = fit.front();
            if (const Status status = fit_classic(prepared[b].body, *prepared[b].asked, prepared[b].in_play,
                                                  prepared[b].poses, fps, result.bodies[b], whole.part(0.0, 0.6));
                !status)
                return status.error();
        } else {
            Result<BakedBank> made = fit_bank_of(request, fit, prepared, fps, result.bodies, whole.part(0.0, 0.8));
            if (!made) return made.error();
            if (!made->id.empty()) bank = &result.banks.emplace_back(std::move(*made));
        }
        for (std::size_t i = 0; i < fit.size(); ++i) {
            const std::size_t b = fit[i];
            BodyResult& body = result.bodies[b];
            const double part = 0.8 + 0.2 * static_cast<double>(i) / static_cast<double>(fit.size());
            const Result<WriteResult> measured =
                write_body(prepared[b], body.bake.bank.empty() ? nullptr : bank, model, body);
            if (!measured) return measured.error();
            if (const Status status =
                    measure_body(prepared[b], static_cast<int>(b), request, *measured, body,
                                 whole.part(part, part + 0.2 / static_cast<double>(fit.size())));
                !status)
                return status.error();
            body.started = done;
            body.finished = end;
            body.baked_with = static_cast<int>(fit.size());
        }
        done = end;
    }
    result.puppet = std::move(model.puppet);
    result.physics = std::move(model.physics);
    work.report("done", 1.0);
    return result;
}

}  // namespace yure::baker
