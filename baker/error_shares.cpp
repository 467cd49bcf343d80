#include "error_shares.hpp"

#include "key_shapes.hpp"

#include "yure/baker/attribution.hpp"

namespace yure::baker {
namespace {

std::vector<const InputReading*> kept(std::span<const InputReading> inputs) {
    std::vector<const InputReading*> result;
    for (const InputReading& input : inputs)
        if (input.group != InputGroup::culled) result.push_back(&input);
    return result;
}

/// A clip's tables as the attribution wants them.
struct Tables {
    std::vector<float> inputs;
    std::vector<char> moves;
};

}  // namespace

std::vector<int> watched_for_shares(std::span<const InputReading> inputs, std::span<const ExactPose> poses) {
    std::vector<int> rows;
    for (const InputReading* input : kept(inputs)) rows.push_back(input->parameter);
    for (const ExactPose& pose : poses) rows.push_back(pose.parameter);
    return rows;
}

Status share_errors(const Body& body, const BodyBake& bake, std::span<const WrittenParameter> written,
                    std::span<const ExactPose> poses, std::span<const InputReading> inputs,
                    std::span<const DriveClip> clips, std::span<Recording> recordings,
                    std::span<const Playback> playbacks, std::span<ClipMetrics> metrics, const Work& work) {
    std::vector<KeyedMode> modes;
    for (std::size_t p = 0; p < bake.parameters.size(); ++p) {
        KeyedMode mode;
        for (const float key : bake.parameters[p].keys)
            mode.keys.push_back(static_cast<double>(key * (written[p].range / kKeyedRange)));
        mode.shapes = written[p].gain * shape_table(body, bake.parameters[p].meshes, bake.parameters[p].keys.size());
        modes.push_back(std::move(mode));
    }
    const std::vector<const InputReading*> driven = kept(inputs);
    const std::size_t columns = driven.size() + poses.size();
    std::vector<Tables> tables(clips.size());
    std::vector<AttributionClip> views;
    for (std::size_t k = 0; k < clips.size(); ++k) {
        Recording& recording = recordings[k];
        std::vector<float> held;
        for (std::size_t i = 0; i < recording.watched.size(); ++i) {
            const std::size_t column = i % columns;
            if (column < driven.size())
                tables[k].inputs.push_back(recording.watched[i] - driven[column]->default_value);
            else
                held.push_back(recording.watched[i]);
        }
        subtract_poses(poses, held, recording.keyform, body.columns());
        for (int f = 0; f < clips[k].frames(); ++f) tables[k].moves.push_back(clips[k].still(f) ? 0 : 1);
        views.push_back(
            {recording.frames, recording.keyform, playbacks[k].mode_values, tables[k].inputs, tables[k].moves});
    }
    Result<std::vector<ErrorShares>> shares = attribute(modes, views, 60.0, work);
    if (!shares) return shares.error();
    for (std::size_t k = 0; k < clips.size(); ++k) {
        // told of the metrics' own error: px of the keys' space and of the screen are not quite the same
        ErrorShares& share = (*shares)[k];
        const double missed = 1.0 - metrics[k].r2, total = share.total();
        if (recordings[k].keyform.empty() || metrics[k].simulated_px <= 0.0) continue;  // nothing moves
        if (total > 0.0) {
            const double scale = missed / total;
            share = {share.shape * scale, share.dynamics * scale, share.statics * scale, share.rest * scale};
        } else {
            share = {0.0, 0.0, 0.0, missed};
        }
        metrics[k].error = share;
    }
    return {};
}

}  // namespace yure::baker
