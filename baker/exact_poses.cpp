#include "exact_poses.hpp"

#include "clip_builder.hpp"
#include "key_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace yure::baker {
namespace {

constexpr float kHeavyDamping = 6.0f;    // 1/s: slows swings down, yet lets soft bodies arrive
constexpr double kSettleSeconds = 2.5;   // after the way there
constexpr double kWaySeconds = 0.15;     // as in the steps
constexpr double kStepHold = 1.0;        // s in which a step's swing is looked at
constexpr float kLeastShape = 0.5f;      // px; a mesh that is moved less gets no shape
constexpr float kLeastResidual = 1.5f;   // px, and …
constexpr float kLeastShare = 0.1f;      // … of the swing: what `automatic` takes
constexpr float kLeastSpacing = 0.004f;  // between keys, parameter units; players snap within .001 of a key
constexpr std::size_t kMostPoses = 4;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

std::string px(float value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f px", static_cast<double>(value));
    return text;
}

/// Keys of one side, from the default outwards, without it.
std::vector<float> side_keys(float base, float end, int count) {
    const float side = end - base;
    const int most = std::min(count, static_cast<int>(std::abs(side) / kLeastSpacing));
    std::vector<float> keys;
    for (int k = 1; k <= most; ++k)
        keys.push_back(k == most ? end : base + side * static_cast<float>(k) / static_cast<float>(most));
    return keys;
}

/// An input with the values that the body settles at.
struct Held {
    const rig::ParameterInfo* info = nullptr;
    int parameter = -1;
    bool listed = false;
    std::vector<float> below, above;  // both from the default outwards

    float base() const { return std::clamp(info->default_value, low(), high()); }
    float low() const { return std::min(info->min, info->max); }
    float high() const { return std::max(info->min, info->max); }
};

Held hold(const Body& body, int parameter, const Span& span, int keys, bool listed) {
    Held held;
    held.info = &body.rig->parameters()[at(parameter)];
    held.parameter = parameter;
    held.listed = listed;
    held.below = side_keys(held.base(), span.low, (keys - 1) / 2);
    held.above = side_keys(held.base(), span.high, (keys - 1) / 2);
    return held;
}

DriveClip towards(const Held& held, float value, double hold_seconds) {
    DriveClip clip;
    clip.id = "hold:" + held.info->id + ":" + std::to_string(value);
    clip.input_ids = {held.info->id};
    const int frames = static_cast<int>(std::lround((kWaySeconds + hold_seconds) * kClipFps)) + 1;
    for (int f = 0; f < frames; ++f) {
        const double way = smoothstep(f / kClipFps / kWaySeconds);
        clip.values.push_back(f + 1 == frames ? value : static_cast<float>(held.base() + way * (value - held.base())));
    }
    return clip;
}

Result<std::vector<Recording>> record_all(const Body& body, const pendulum::Physics& in_play,
                                          const std::vector<DriveClip>& clips, std::span<const int> watched,
                                          float damping, const Work& work) {
    std::vector<const DriveClip*> pointers;
    for (const DriveClip& clip : clips) pointers.push_back(&clip);
    RecordOptions options;
    options.damping = damping;
    return record(body, in_play, pointers, watched, options, work);
}

float farthest_in(std::span<const float> row) {
    float most = 0.0f;
    for (std::size_t i = 0; i + 1 < row.size(); i += 2) most = std::max(most, std::hypot(row[i], row[i + 1]));
    return most;
}

/// Columns of one mesh in a table of shapes.
auto columns_of(const Body& body, std::size_t mesh, Table& shapes) {
    return shapes.middleCols(2 * body.first_particle[mesh],
                             2 * (body.first_particle[mesh + 1] - body.first_particle[mesh]));
}

bool moves(const Body& body, std::size_t mesh, const Table& shapes) {
    return shapes
               .middleCols(2 * body.first_particle[mesh],
                           2 * (body.first_particle[mesh + 1] - body.first_particle[mesh]))
               .cwiseAbs()
               .maxCoeff() > 0.0f;
}

/// The pose of one input from the settled rows: keys over the whole parameter, small meshes left out.
ExactPose pose_of(const Body& body, const Held& held, std::span<const std::vector<float>> below,
                  std::span<const std::vector<float>> above) {
    ExactPose pose;
    pose.input = held.info->id;
    pose.parameter = held.parameter;
    std::vector<const std::vector<float>*> rows;
    const auto add = [&](float key, const std::vector<float>* row) {
        pose.keys.push_back(key);
        rows.push_back(row);
    };
    const std::vector<float>* const rest = nullptr;
    const float lowest = held.below.empty() ? held.base() : held.below.back();
    const float highest = held.above.empty() ? held.base() : held.above.back();
    // what is held at the ends of the training span holds beyond them
    if (lowest - held.low() >= kLeastSpacing) add(held.low(), below.empty() ? rest : &below.back());
    for (std::size_t k = below.size(); k-- > 0;) add(held.below[k], &below[k]);
    add(held.base(), rest);
    for (std::size_t k = 0; k < above.size(); ++k) add(held.above[k], &above[k]);
    if (held.high() - highest >= kLeastSpacing) add(held.high(), above.empty() ? rest : &above.back());
    pose.keys.front() = std::min(pose.keys.front(), held.low());
    pose.keys.back() = std::max(pose.keys.back(), held.high());

    pose.shapes = Table::Zero(static_cast<Eigen::Index>(rows.size()), body.columns());
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (rows[k] != rest)
            pose.shapes.row(static_cast<Eigen::Index>(k)) =
                Eigen::Map<const Eigen::RowVectorXf>(rows[k]->data(), body.columns());
    for (std::size_t m = 0; m < body.meshes.size(); ++m)
        if (farthest_offset(columns_of(body, m, pose.shapes)) < static_cast<double>(kLeastShape))
            columns_of(body, m, pose.shapes).setZero();
    return pose;
}

/// Names of the meshes that a pose moves and that lack its axis; empty when there is none.
std::string without_axis(const Body& body, const BodyRequest& request, const rig::Puppet& puppet,
                         const ExactPose& pose) {
    std::string names;
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
        const std::vector<int> axes = rig::mesh_axis_parameters(puppet, body.meshes[m]);
        if (moves(body, m, pose.shapes) && std::find(axes.begin(), axes.end(), pose.parameter) == axes.end())
            names += (names.empty() ? "" : ", ") + request.meshes[m].id;
    }
    return names;
}

/// The inputs that are held: those listed, or for `automatic` all that are kept.
Result<std::vector<Held>> choose(const Body& body, const BodyRequest& request, std::span<const InputReading> readings) {
    const std::span<const rig::ParameterInfo> parameters = body.rig->parameters();
    const int keys = request.keys.value_or(5);
    std::vector<Held> chosen;
    for (const std::string& id : request.static_inputs) {
        const std::string where = "body " + request.id + ": --static " + id;
        const int row = find_standard_parameter(parameters, id);
        if (row < 0) return Error{where, "the model has no such parameter"};
        if (parameters[at(row)].blend_shape)
            return Error{where, "drives blend shapes, so it cannot have keys on a mesh's axes; leave it out"};
        if (std::any_of(chosen.begin(), chosen.end(), [&](const Held& held) { return held.parameter == row; }))
            return Error{where, "is named twice"};
        const auto reading =
            std::find_if(readings.begin(), readings.end(), [&](const InputReading& r) { return r.parameter == row; });
        const Span span = reading != readings.end() ? reading->span : training_span(parameters[at(row)], {});
        chosen.push_back(hold(body, row, span, keys, true));
    }
    if (request.static_automatic)
        for (const InputReading& reading : readings)
            if (reading.group != InputGroup::culled && !parameters[at(reading.parameter)].blend_shape)
                chosen.push_back(hold(body, reading.parameter, reading.span, keys, false));
    return chosen;
}

/// Farthest movement in a quick step to both ends, px.
Result<std::vector<float>> swings_of(const Body& body, const pendulum::Physics& in_play, const std::vector<Held>& held,
                                     const Work& work) {
    std::vector<DriveClip> clips;
    std::vector<std::size_t> owner;
    for (std::size_t h = 0; h < held.size(); ++h)
        for (const auto* side : {&held[h].below, &held[h].above})
            if (!side->empty()) clips.push_back(towards(held[h], side->back(), kStepHold)), owner.push_back(h);
    const Result<std::vector<Recording>> recordings = record_all(body, in_play, clips, {}, 0.0f, work);
    if (!recordings) return recordings.error();
    std::vector<float> swings(held.size(), 0.0f);
    for (std::size_t c = 0; c < clips.size(); ++c)
        swings[owner[c]] = std::max(swings[owner[c]], farthest_in((*recordings)[c].keyform));
    return swings;
}

/// What `automatic` keeps of the settled poses, the largest first.
void keep_worthwhile(const Body& body, const BodyRequest& request, const rig::Puppet& puppet,
                     const std::vector<float>& swings, std::vector<ExactPose>& poses, Notices& notices) {
    std::vector<std::pair<float, std::size_t>> order;
    for (std::size_t p = 0; p < poses.size(); ++p) {
        const auto held = static_cast<float>(farthest_offset(poses[p].shapes));
        if (!(held > std::max(kLeastResidual, kLeastShare * swings[p]))) continue;
        if (const std::string lacking = without_axis(body, request, puppet, poses[p]); !lacking.empty())
            notices.push_back({"--static auto", poses[p].input + " is left out: held, it keeps the body " + px(held) +
                                                    " from the rig, but is no axis of " + lacking + "; --static " +
                                                    poses[p].input + " would add it there"});
        else
            order.emplace_back(-held, p);
    }
    std::stable_sort(order.begin(), order.end());
    std::vector<ExactPose> kept;
    for (std::size_t i = 0; i < std::min(order.size(), kMostPoses); ++i)
        kept.push_back(std::move(poses[order[i].second]));
    poses = std::move(kept);
}

}  // namespace

Result<std::vector<ExactPose>> settle_poses(const Body& body, const BodyRequest& request, const rig::Puppet& puppet,
                                            const pendulum::Physics& in_play, std::span<const InputReading> readings,
                                            Notices& notices, const Work& work) {
    std::vector<ExactPose> poses;
    const Result<std::vector<Held>> held = choose(body, request, readings);
    if (!held) return held.error();
    if (held->empty()) return poses;

    std::vector<DriveClip> clips;
    std::vector<int> watched;
    for (const Held& each : *held) {
        watched.push_back(each.parameter);
        for (const auto* side : {&each.below, &each.above})
            for (const float value : *side) clips.push_back(towards(each, value, kSettleSeconds));
    }
    const Result<std::vector<Recording>> recordings =
        record_all(body, in_play, clips, watched, kHeavyDamping, work.part(0.0, 0.8));
    if (!recordings) return recordings.error();

    std::vector<Held> done;
    std::size_t clip = 0;
    for (std::size_t h = 0; h < held->size(); ++h) {
        const Held& each = (*held)[h];
        std::vector<std::vector<float>> below, above;
        bool arrived = true;
        for (auto [side, rows] : {std::pair(&each.below, &below), std::pair(&each.above, &above)})
            for (const float value : *side) {
                const Recording& recording = (*recordings)[clip++];
                const float* row = recording.keyform_row(recording.frames - 1, body.columns());
                rows->emplace_back(row, row + body.columns());
                const float reached = recording.watched[at(recording.frames - 1) * held->size() + h];
                arrived = arrived && std::abs(reached - value) <= 1e-3f * (each.high() - each.low());
            }
        const std::string where = "--static " + each.info->id;
        if (!arrived) {
            if (each.listed)
                return Error{"body " + request.id + ": " + where, "physics in play moves it, so it cannot be held"};
            continue;
        }
        ExactPose pose = pose_of(body, each, below, above);
        if (farthest_offset(pose.shapes) > 0.0) {
            poses.push_back(std::move(pose));
            done.push_back(each);
        } else if (each.listed) {
            notices.push_back({where, "held, it keeps the body less than 0.5 px from the rig: nothing to correct"});
        }
    }
    if (!request.static_automatic) return poses;
    const Result<std::vector<float>> swings = swings_of(body, in_play, done, work.part(0.8, 1.0));
    if (!swings) return swings.error();
    keep_worthwhile(body, request, puppet, *swings, poses, notices);
    return poses;
}

void subtract_poses(std::span<const ExactPose> poses, std::span<const float> values, std::span<float> offsets,
                    int columns) {
    if (poses.empty() || columns < 1) return;
    const std::size_t frames = offsets.size() / at(columns);
    for (std::size_t f = 0; f < frames; ++f) {
        Eigen::Map<Eigen::RowVectorXf> row(offsets.data() + f * at(columns), columns);
        for (std::size_t p = 0; p < poses.size(); ++p) {
            const std::vector<float>& keys = poses[p].keys;
            const float value = std::clamp(values[f * poses.size() + p], keys.front(), keys.back());
            const auto next = std::upper_bound(keys.begin() + 1, keys.end() - 1, value);
            const auto k = static_cast<Eigen::Index>(next - keys.begin());
            const float share = (value - *(next - 1)) / (*next - *(next - 1));
            row -= (1.0f - share) * poses[p].shapes.row(k - 1) + share * poses[p].shapes.row(k);
        }
    }
}

std::vector<BakedPose> baked_poses(const Body& body, std::span<const ExactPose> poses) {
    std::vector<BakedPose> result;
    for (const ExactPose& pose : poses)
        result.push_back({pose.input, pose.keys, mesh_offsets(body, pose.shapes), farthest_offset(pose.shapes)});
    return result;
}

}  // namespace yure::baker
