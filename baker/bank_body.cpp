#include "bank_body.hpp"

#include "key_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bank/fit.hpp"
#include "yure/baker/bank/physics.hpp"
#include "yure/baker/bank/training.hpp"

namespace yure::baker {
namespace {

constexpr double kLeastSwing = 0.5;            // px; a parameter, or a body, that moves nothing farther is not made
constexpr std::size_t kClipsAtATime = 32;      // recorded before they are reduced: bounds the memory
constexpr int kLanes = 8;
constexpr double kRecordedFps = 60.0;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

std::string name_of(const BodyRequest& request) {
    return request.name.empty() ? request.id : request.name;
}

/// Rows of a table at another rate, straight between the frames.
std::vector<float> at_rate(const std::vector<float>& rows, int columns, double fps) {
    const int frames = columns > 0 ? static_cast<int>(rows.size()) / columns : 0;
    const int count = frames > 0 ? static_cast<int>((frames - 1) * fps / kRecordedFps + 1e-9) + 1 : 0;
    std::vector<float> result(at(count) * at(columns));
    for (int k = 0; k < count; ++k) {
        const double time = k * kRecordedFps / fps;
        const int before = std::min(static_cast<int>(time), frames - 1), after = std::min(before + 1, frames - 1);
        const auto share = static_cast<float>(time - before);
        for (int c = 0; c < columns; ++c)
            result[at(k) * at(columns) + at(c)] =
                (1.0f - share) * rows[at(before) * at(columns) + at(c)] + share * rows[at(after) * at(columns) + at(c)];
    }
    return result;
}

/// The kept inputs of all bodies. One that is up and down for any of them gets a helper for all.
std::vector<bank::BankInput> bank_inputs(std::span<const BankBody> bodies) {
    std::vector<bank::BankInput> inputs;
    for (const InputReading& reading : bodies.front().inputs) {
        if (reading.group == InputGroup::culled) continue;
        const rig::ParameterInfo& p = bodies.front().body->rig->parameters()[at(reading.parameter)];
        inputs.push_back({reading.id, p.min, p.default_value, p.max, reading.span.low, reading.span.high, false});
    }
    for (const BankBody& body : bodies)
        for (const InputReading& reading : body.inputs)
            for (bank::BankInput& input : inputs)
                if (input.id == reading.id && reading.group == InputGroup::vertical) input.vertical = true;
    return inputs;
}

/// Whether a bank for `b` serves bodies with the inputs `a`.
bool same_inputs(const std::vector<bank::BankInput>& a, const std::vector<bank::BankInput>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const bank::BankInput& x, const bank::BankInput& y) {
        return x.id == y.id && x.low == y.low && x.high == y.high;
    });
}

/// Wide training and the user's motions. Single inputs come first: the reduction gives room to what it meets early, and
/// small movements must have theirs.
std::vector<bank::TrainingClip> training_clips(const BankBody& body, const std::vector<bank::BankInput>& inputs,
                                               Notices& notices) {
    std::vector<bank::TrainingClip> clips = bank::wide_training(inputs);
    const std::vector<InputReading> readings(body.inputs.begin(), body.inputs.end());
    for (const TrainingMotion& motion : body.request->training) {
        ExcitationClip own = training_clip(motion, readings);
        if (own.clip.frames() >= 8)
            clips.push_back({std::move(own.clip), ClipRole::train, true, own.weight});
        else
            notices.push_back({"training clip " + motion.clip.id, "drives none of the body's inputs; left out"});
    }
    return clips;
}

/// The clips as the pendulums meet them: with physics in play applied, at the rate of the fit.
std::vector<bank::TrainingClip> as_played(const BankBody& body, std::vector<bank::TrainingClip> clips,
                                          const std::vector<bank::BankInput>& inputs, double fps) {
    std::vector<int> rows;
    for (const bank::BankInput& input : inputs) rows.push_back(body.body->rig->find_parameter(input.id));
    for (bank::TrainingClip& clip : clips) {
        if (!body.in_play->groups.empty()) clip.clip = played_clip(*body.body, *body.in_play, clip.clip, rows);
        if (fps == kRecordedFps) continue;
        clip.clip.values = at_rate(clip.clip.values, clip.clip.inputs(), fps);
        clip.clip.fps = static_cast<float>(fps);
    }
    return clips;
}

/// Records the body through all clips, some at a time, into the reduction. Returns its farthest movement, px.
Result<double> take_in(const BankBody& body, const std::vector<bank::TrainingClip>& clips, double fps,
                       bank::BankRecording& recording, const Work& work) {
    const int number = recording.add_body(body.request->id, body.body->columns());
    std::vector<int> held;
    for (const ExactPose& pose : body.poses) held.push_back(pose.parameter);
    float farthest = 0.0f;
    for (std::size_t first = 0; first < clips.size(); first += kClipsAtATime) {
        const std::size_t count = std::min(kClipsAtATime, clips.size() - first);
        const double from = static_cast<double>(first) / static_cast<double>(clips.size()),
                     to = static_cast<double>(first + count) / static_cast<double>(clips.size());
        std::vector<const DriveClip*> some;
        for (std::size_t c = first; c < first + count; ++c) some.push_back(&clips[c].clip);
        Result<std::vector<Recording>> recorded = record(*body.body, *body.in_play, some, held,
                                                         RecordOptions{true, false, kLanes}, work.part(from, to));
        if (!recorded) return recorded.error();
        for (Recording& clip : *recorded) {
            subtract_poses(body.poses, clip.watched, clip.keyform, body.body->columns());
            for (std::size_t i = 0; i + 1 < clip.keyform.size(); i += 2)
                farthest = std::max(farthest,
                                    clip.keyform[i] * clip.keyform[i] + clip.keyform[i + 1] * clip.keyform[i + 1]);
            if (fps != kRecordedFps) clip.keyform = at_rate(clip.keyform, body.body->columns(), fps);
            if (const Status status = recording.add_offsets(number, clip.keyform, work); !status) return status.error();
            clip.keyform = {};
        }
    }
    return std::sqrt(static_cast<double>(farthest));
}

/// What one body hooks onto the bank.
void hook_on(const bank::BankFit& fit, const bank::BankPhysics& physics, std::size_t index, const BankBody& body,
             BankBodyResult& result) {
    const bank::BodyFit& own = fit.bodies[index];
    const auto keys = static_cast<Eigen::Index>(own.keys.size());
    result.bake.amplitude_gain = own.gain;
    result.select_r2 = own.selection;
    result.left_by_parameters = own.left_by_modes;
    result.left_with_next = own.left_with_next_mode;
    for (const bank::BankParameter& made : physics.parameters) {
        if (made.body != static_cast<int>(index)) continue;
        Table shapes(keys, body.body->columns());
        for (Eigen::Index key = 0; key < keys; ++key)
            shapes.row(key) = Eigen::Map<const Eigen::RowVectorXf>(
                own.shapes[at(made.mode) * own.keys.size() + static_cast<std::size_t>(key)].data(), shapes.cols());
        BakedParameter parameter;
        parameter.id = made.id;
        parameter.name = name_of(*body.request) + (made.mode > 0 ? ' ' + std::to_string(made.mode + 1) : "");
        parameter.group = result.bake.bank;
        parameter.range = made.max;
        parameter.swing_px = farthest_offset(shapes);
        if (parameter.swing_px < kLeastSwing) continue;
        for (const double key : own.keys) parameter.keys.push_back(static_cast<float>(key) * kKeyedRange);
        parameter.meshes = mesh_offsets(*body.body, shapes);
        for (const pendulum::Group& group : physics.groups)
            for (const pendulum::Output& output : group.outputs)
                if (output.parameter == parameter.id) result.bake.outputs.push_back({group.id, output});
        result.bake.parameters.push_back(std::move(parameter));
    }
}

/// The groups and helpers alone, without what bodies hook onto them.
BakedBank baked_bank(bank::BankFit fit, const bank::BankPhysics& physics, std::string id, std::string name) {
    BakedBank bank;
    bank.id = std::move(id);
    bank.name = std::move(name);
    bank.fps = fit.fps;
    for (const bank::BankParameter& made : physics.parameters) {
        if (made.mode >= 0) continue;
        BakedParameter helper;
        helper.id = made.id;
        helper.name = made.name;
        helper.group = bank.id;
        helper.range = made.max;
        bank.parameters.push_back(std::move(helper));
    }
    for (pendulum::Group group : physics.groups) {
        group.name = group_name(group.name, fit.fps);
        std::erase_if(group.outputs, [&](const pendulum::Output& output) {
            return std::none_of(bank.parameters.begin(), bank.parameters.end(),
                                [&](const BakedParameter& helper) { return helper.id == output.parameter; });
        });
        bank.groups.push_back(std::move(group));
    }
    bank.fit = std::make_shared<const bank::BankFit>(std::move(fit));
    return bank;
}

/// The frozen bank with every body of `recording` mixed anew.
Result<bank::BankFit> mixed_anew(const bank::BankFit& frozen, const bank::BankRecording& recording,
                                 const bank::BankOptions& options, const Work& work) {
    bank::BankFit fit = frozen;
    for (std::size_t b = 0; b < recording.bodies().size(); ++b) {
        Result<bank::BankFit> next =
            bank::refit_body(fit, recording.only(static_cast<int>(b)), options,
                             work.part(static_cast<double>(b) / static_cast<double>(recording.bodies().size()),
                                       static_cast<double>(b + 1) / static_cast<double>(recording.bodies().size())));
        if (!next) return next.error();
        fit = std::move(*next);
    }
    return fit;
}

}  // namespace

std::vector<bank::Pole> chain_poles(const BodyRequest& request) {
    std::vector<bank::Pole> poles;
    if (!request.chain) return poles;
    const chain::Component& component = request.chain->component;
    const double rate = component.update_rate > 0.0 ? component.update_rate : 60.0;
    const auto value_at = [&](chain::ParticleValue which, double u) {
        const chain::Distributed& value = component.value(which);
        if (!value.curve) return value.base;
        chain::Curve curve = *value.curve;
        chain::sort_keys(curve);
        return value.base * chain::evaluate(curve, u);
    };
    for (const double u : {0.2, 0.6, 1.0})
        poles.push_back(bank::link_pole(value_at(chain::ParticleValue::damping, u), value_at(chain::ParticleValue::elasticity, u), rate));
    return poles;
}

Result<bank::BankOptions> bank_size(const BodyRequest& request, const BankDemand& demand, const PoseCost& spent) {
    bank::BankOptions options = bank::bank_options(request.quality);
    if (request.keys) options.keys = *request.keys;
    options.evaluations = request.budget.evaluations.value_or(options.evaluations);
    const bool two_levels = options.second_groups > 0;
    const auto [bodies, meshes, particles, vertical_inputs] = demand;
    if (bodies > 1 && two_levels) {
        const int per_body = request.quality == Quality::best ? 15 : 8;
        const int groups = std::max(options.groups + options.second_groups, per_body * bodies);
        options.second_groups = std::max(options.second_groups, groups / 4);
        options.groups = groups - options.second_groups;
        if (bodies >= 4) options.helpers = 12;
    }
    // without blend shapes every parameter multiplies the keyforms of its meshes
    if (request.target_version && *request.target_version < rig::MocVersion::v4_2)
        options.modes = std::min(options.modes, 2);
    const Budget& budget = request.budget;
    options.modes = std::min(options.modes, budget.parameters.value_or(options.modes));
    if (budget.groups && *budget.groups < options.groups + options.second_groups + vertical_inputs) {
        const int left = *budget.groups - vertical_inputs;  // each up-and-down input is heard through a group of its own
        if (left < 2)
            return Error{"body " + request.id + ": budget",
                         "at least " + std::to_string(vertical_inputs + 2) + " groups are needed: two, and one for each of " +
                             std::to_string(vertical_inputs) + " up-and-down inputs"};
        options.second_groups = two_levels ? left / 4 : 0;
        options.groups = left - options.second_groups;
        options.helpers = std::min(options.helpers, options.second_groups);  // each feeds a group
    }
    const auto too_much = [&] {
        const long shapes = static_cast<long>(options.modes) * options.keys;
        return (budget.keyforms && shapes * meshes + spent.keyforms > *budget.keyforms) ||
               (budget.bytes && shapes * particles * 8 + spent.bytes > *budget.bytes);
    };
    while (too_much() && options.modes > 2) --options.modes;
    while (too_much() && options.keys > 3) options.keys -= 2;
    if (too_much() && options.modes > 1) options.modes = 1;
    if (too_much())
        return Error{"body " + request.id + ": budget",
                     std::string("not even one parameter of 3 keys fits") +
                         (spent.keyforms > 0 ? " beside the exact poses: " : ": ") +
                         std::to_string(3 * meshes + spent.keyforms) + " keyforms, " +
                         std::to_string(24L * particles + spent.bytes) + " bytes"};
    return options;
}

Result<BankResult> fit_bodies(std::span<const BankBody> bodies, const bank::BankOptions& options, double fps,
                              const BakedBank* earlier, bool frozen, const Work& work) {
    BankResult result;
    result.bodies.resize(bodies.size());
    std::vector<bank::BankInput> inputs = bank_inputs(bodies);
    if (frozen && earlier != nullptr) {
        if (!same_inputs(inputs, earlier->fit->inputs))
            return Error{"inputs", "are no longer those of bank " + earlier->id + "; bake all of its bodies again"};
        inputs = earlier->fit->inputs;
    }
    const std::vector<bank::TrainingClip> clips = training_clips(bodies.front(), inputs, result.bodies[0].notices);
    Result<bank::BankRecording> recording =
        bank::BankRecording::create(inputs, as_played(bodies.front(), clips, inputs, fps), fps);
    if (!recording) return recording.error();

    std::vector<std::size_t> moving;  // bodies of the bank
    const double share = 0.5 / static_cast<double>(bodies.size());
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        BankBodyResult& body = result.bodies[b];
        body.bake.id = bodies[b].request->id;
        body.bake.name = name_of(*bodies[b].request);
        body.bake.fps = fps;
        for (const bank::TrainingClip& clip : clips) body.training_frames += clip.clip.frames();
        const Result<double> farthest =
            take_in(bodies[b], clips, fps, *recording,
                    work.part(share * static_cast<double>(b), share * static_cast<double>(b + 1)));
        if (!farthest) return farthest.error();
        if (*farthest >= kLeastSwing)
            moving.push_back(b);
        else
            recording->drop_last_body();
    }
    if (moving.empty()) return result;

    const Work fitting = work.part(0.5, 1.0);
    Result<bank::BankFit> fit = frozen && earlier != nullptr
                                    ? mixed_anew(*earlier->fit, *recording, options, fitting)
                                    : bank::fit_bank(*recording, options, fitting,
                                                     earlier != nullptr ? earlier->fit.get() : nullptr);
    if (work.is_cancelled()) return cancelled_error();
    if (!fit) return fit.error();

    const BodyRequest& first = *bodies[moving.front()].request;
    const std::string id = earlier != nullptr && frozen ? earlier->id : first.id;
    const std::string name = earlier != nullptr && frozen ? earlier->name : name_of(first);
    const bank::BankPhysics physics = bank::bank_physics(*fit, {id, name});
    for (const std::size_t b : moving) {
        BankBodyResult& body = result.bodies[b];
        body.bake.bank = id;
        const auto own = std::find_if(fit->bodies.begin(), fit->bodies.end(),
                                      [&](const bank::BodyFit& candidate) { return candidate.id == body.bake.id; });
        hook_on(*fit, physics, static_cast<std::size_t>(own - fit->bodies.begin()), bodies[b], body);
        for (const std::string& note : fit->notes) body.notices.push_back({"fit", note});
    }
    result.bank = baked_bank(std::move(*fit), physics, id, name);
    return result;
}

}  // namespace yure::baker
