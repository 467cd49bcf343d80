#include "classic_body.hpp"

#include "bank_body.hpp"
#include "key_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/classic_fit.hpp"
#include "yure/baker/excitation.hpp"

namespace yure::baker {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

constexpr double kLeastVerticalSwing = 2.0;  // px, below which `vertical: auto` makes no parameter

/// Rows of the kept inputs of one group, as indices into the readings.
std::vector<int> members(const std::vector<InputReading>& readings, InputGroup group) {
    std::vector<int> result;
    for (std::size_t i = 0; i < readings.size(); ++i)
        if (readings[i].group == group) result.push_back(static_cast<int>(i));
    return result;
}

double middle_of(const rig::ParameterInfo& p) {
    return 0.5 * (static_cast<double>(p.min) + p.max);
}
double half_of(const rig::ParameterInfo& p) {
    return std::max(1e-6, 0.5 * std::abs(static_cast<double>(p.max) - p.min));
}

/// The columns of a recording that belong to a group, -1..1 of each parameter's range.
Drive drive_of(const Recording& recording, const std::vector<InputReading>& readings, const std::vector<int>& inputs,
               std::span<const rig::ParameterInfo> parameters) {
    Drive drive;
    drive.frames = recording.frames;
    drive.inputs = static_cast<int>(inputs.size());
    for (int f = 0; f < recording.frames; ++f)
        for (const int input : inputs) {
            const rig::ParameterInfo& p = parameters[at(readings[at(input)].parameter)];
            const double value = static_cast<double>(recording.watched[at(f) * readings.size() + at(input)]);
            drive.values.push_back(static_cast<float>((value - middle_of(p)) / half_of(p)));
        }
    return drive;
}

/// The same of a clip that is not simulated.
Drive drive_of(const DriveClip& clip, const std::vector<InputReading>& readings, const std::vector<int>& inputs,
               std::span<const rig::ParameterInfo> parameters) {
    Recording plain;
    plain.frames = clip.frames();
    for (int f = 0; f < plain.frames; ++f)
        for (const InputReading& input : readings) {
            const auto column =
                std::find(clip.input_ids.begin(), clip.input_ids.end(), input.id) - clip.input_ids.begin();
            plain.watched.push_back(column < clip.inputs() ? clip.frame(f)[static_cast<std::size_t>(column)]
                                                           : input.default_value);
        }
    return drive_of(plain, readings, inputs, parameters);
}

/// The last `taken` of `kept + taken` columns; the table keeps the others.
std::vector<float> split_off(std::vector<float>& table, std::size_t kept, std::size_t taken) {
    std::vector<float> first, last;
    for (std::size_t i = 0; i < table.size(); ++i) (i % (kept + taken) < kept ? first : last).push_back(table[i]);
    table = std::move(first);
    return last;
}

std::vector<char> still_frames(const Drive& drive) {
    constexpr int kSettled = 6;
    std::vector<char> still(at(drive.frames), 0);
    int run = 0;
    for (int f = 1; f < drive.frames; ++f) {
        bool moved = false;
        for (int i = 0; i < drive.inputs; ++i) moved = moved || std::abs(drive.at(f, i) - drive.at(f - 1, i)) > 1e-6f;
        run = moved ? 0 : run + 1;
        still[at(f)] = run >= kSettled ? 1 : 0;
    }
    return still;
}

FitProblem problem_for(const Body& body, InputGroup group, const std::vector<InputReading>& readings,
                       const std::vector<ExcitationClip>& clips, const std::vector<Recording>& recordings, double fps) {
    const auto& parameters = body.rig->parameters();
    const std::vector<int> inputs = members(readings, group);
    FitProblem problem;
    problem.fps = fps;
    for (const int input : inputs) {
        const rig::ParameterInfo& p = parameters[at(readings[at(input)].parameter)];
        problem.may_tilt.push_back(
            std::abs(static_cast<double>(p.default_value) - middle_of(p)) <= 1e-3 * half_of(p) ? 1 : 0);
    }
    for (const DriveClip& clip : range_clips(parameters, readings, group))
        problem.range.push_back(drive_of(clip, readings, inputs, parameters));
    for (std::size_t k = 0; k < clips.size(); ++k) {
        if (clips[k].group != group) continue;
        FitClip clip;
        clip.id = clips[k].clip.id;
        clip.drive = drive_of(recordings[k], readings, inputs, parameters);
        clip.movement = Eigen::Map<const Table>(recordings[k].keyform.data(), recordings[k].frames, body.columns());
        clip.still = still_frames(clip.drive);
        clip.weight = clips[k].weight;
        (clips[k].role == ClipRole::train ? problem.train : problem.select).push_back(std::move(clip));
    }
    return problem;
}

double farthest_movement(const FitProblem& problem) {
    float farthest = 0.0f;
    for (const FitClip& clip : problem.train)
        for (Eigen::Index f = 0; f < clip.movement.rows(); ++f)
            for (Eigen::Index c = 0; c + 1 < clip.movement.cols(); c += 2)
                farthest = std::max(farthest, clip.movement.row(f).segment(c, 2).squaredNorm());
    return std::sqrt(static_cast<double>(farthest));
}

/// Names of what one fit makes. `vertical` is the up-and-down group beside a sideways one.
void append_fit(const Body& body, const BodyRequest& request, const ClassicFit& fit, bool vertical, int keys,
                const std::vector<std::string>& input_ids, BodyBake& bake) {
    const std::string name = request.name.empty() ? request.id : request.name;
    std::vector<pendulum::Group> groups(fit.pendulums.size());
    for (std::size_t m = 0; m < fit.modes.size(); ++m) {
        const FittedMode& mode = fit.modes[m];
        const std::string number = std::to_string(m + 1);
        pendulum::Group& group = groups[at(mode.pendulum)];
        if (group.id.empty()) {
            const std::string suffix = vertical             ? (m == 0 ? "_y" : "_y" + number)
                                       : mode.pendulum == 0 ? ""
                                                            : "_" + number;
            group = as_group(fit.pendulums[at(mode.pendulum)], "PhysicsSim_" + request.id + suffix,
                             group_name(name, bake.fps), input_ids);
        }
        BakedParameter parameter;
        parameter.id = "ParamSim" + request.id + (vertical ? (m == 0 ? "_Y" : "_Y" + number) : "_" + number);
        parameter.name = name + (vertical ? " Y" : "") + (m == 0 ? "" : " " + number);
        parameter.group = group.id;
        for (int key = 0; key < keys; ++key)
            parameter.keys.push_back(kKeyedRange *
                                     (2.0f * static_cast<float>(key) / static_cast<float>(keys - 1) - 1.0f));
        parameter.meshes = mesh_offsets(body, mode.keys);
        parameter.swing_px = mode.swing_px;
        parameter.peak_degrees = mode.peak * 57.29577951308232;
        parameter.gain = mode.gain;
        pendulum::Output output;
        output.parameter = parameter.id;
        output.vertex_index = mode.segment + 1;
        output.scale = static_cast<float>(static_cast<double>(kKeyedRange) * mode.scale);
        group.outputs.push_back(std::move(output));
        bake.parameters.push_back(std::move(parameter));
    }
    std::move(groups.begin(), groups.end(), std::back_inserter(bake.groups));
}

std::vector<std::string> ids_of(const std::vector<InputReading>& readings, InputGroup group) {
    std::vector<std::string> ids;
    for (const int input : members(readings, group)) ids.push_back(readings[at(input)].id);
    return ids;
}

}  // namespace

Status fit_classic(const Body& body, const BodyRequest& request, const pendulum::Physics& in_play,
                   std::span<const ExactPose> poses, double fps, BodyResult& result, const Work& work) {
    const std::string where = "body " + request.id;
    const std::vector<InputReading>& inputs = result.inputs;
    const bool lateral = !members(inputs, InputGroup::lateral).empty();
    const int keys = request.keys.value_or(5);

    std::vector<ExcitationClip> clips = classic_excitation(body.rig->parameters(), inputs);
    for (const TrainingMotion& motion : request.training) {
        ExcitationClip clip = training_clip(motion, inputs);
        if (clip.clip.frames() > 0)
            clips.push_back(std::move(clip));
        else
            result.notices.push_back({"training clip " + motion.clip.id, "drives none of the body's inputs; left out"});
    }
    std::vector<const DriveClip*> pointers;
    std::vector<int> watched;
    for (const ExcitationClip& clip : clips)
        pointers.push_back(&clip.clip), result.training_frames += clip.clip.frames();
    for (const InputReading& input : inputs) watched.push_back(input.parameter);
    for (const ExactPose& pose : poses) watched.push_back(pose.parameter);
    Result<std::vector<Recording>> recordings =
        record(body, in_play, pointers, watched, RecordOptions{true, false, 8}, work.part(0.0, 0.5));
    if (!recordings) return recordings.error();
    for (Recording& recording : *recordings)
        subtract_poses(poses, split_off(recording.watched, inputs.size(), poses.size()), recording.keyform,
                       body.columns());

    result.bake.id = request.id;
    result.bake.name = request.name.empty() ? request.id : request.name;
    result.bake.fps = fps;
    bool scored = false;
    for (const InputGroup group : {InputGroup::lateral, InputGroup::vertical}) {
        if (members(inputs, group).empty()) continue;
        const bool beside = group == InputGroup::vertical && lateral;  // alone, the vertical inputs get all modes
        FitProblem problem = problem_for(body, group, inputs, clips, *recordings, fps);
        for (const bank::Pole pole : chain_poles(request)) {
            constexpr double kRadius = 10.0;
            const bank::Recursion link = bank::recursion_of(pole, fps);
            if (link.playable) problem.first_guess.push_back({kRadius, link.mobility, link.kappa * kRadius * std::pow(fps / 30.0, 2.0)});
        }
        if (beside && request.vertical == Vertical::automatic && farthest_movement(problem) <= kLeastVerticalSwing) {
            result.notices.push_back({where, "up-and-down inputs move it by no more than 2 px: no parameter for them"});
            continue;
        }
        ClassicSettings settings;
        settings.modes = beside ? 1 : request.modes;
        settings.keys = keys;
        settings.always = beside && request.vertical == Vertical::on;
        const Result<ClassicFit> fit =
            classic_fit(problem, settings, group == InputGroup::lateral ? work.part(0.5, 0.85) : work.part(0.85, 1.0));
        if (!fit) return fit.error();
        result.evaluations += fit->evaluations;
        if (!scored) result.select_r2 = fit->select_r2, scored = true;
        if (static_cast<int>(fit->modes.size()) < settings.modes)
            result.notices.push_back({where, "made " + std::to_string(fit->modes.size()) + " of " +
                                                 std::to_string(settings.modes) + (beside ? " up-and-down" : "") +
                                                 " parameters: the others would hardly move"});
        append_fit(body, request, *fit, beside, keys, ids_of(inputs, group), result.bake);
    }
    return {};
}

}  // namespace yure::baker
