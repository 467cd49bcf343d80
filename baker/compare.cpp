#include "yure/baker/compare.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "yure/pendulum/player.hpp"

namespace yure::baker {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

std::vector<GrainEdge> grain_edges_of(const Body& body) {
    std::vector<float> rest;
    for (const Vec2 p : body.rest) rest.push_back(p.x), rest.push_back(p.y);
    std::vector<std::array<int, 3>> triangles;
    for (std::size_t m = 0; m < body.meshes.size(); ++m)
        for (std::size_t t = 0; t + 2 < body.triangles[m].size(); t += 3)
            triangles.push_back({body.first_particle[m] + body.triangles[m][t],
                                 body.first_particle[m] + body.triangles[m][t + 1],
                                 body.first_particle[m] + body.triangles[m][t + 2]});
    return grain_edges(rest, triangles, body.pin);
}

}  // namespace

Playback play_export(const Body& body, const ExportedModel& model, const DriveClip& clip, const Recording& recording) {
    const rig::Rig& rig = *model.rig;
    pendulum::Player player(*model.physics, parameter_ranges(rig));
    rig::Evaluation pose(rig, body.meshes);
    std::vector<int> columns;
    std::vector<std::pair<int, float>> modes;  // row, outer key
    for (const std::string& id : clip.input_ids) columns.push_back(rig.find_parameter(id));
    for (std::size_t m = 0; m < model.mode_parameters.size(); ++m)
        modes.emplace_back(rig.find_parameter(model.mode_parameters[m]), model.mode_ranges[m]);

    Playback result;
    result.in_body.resize(at(clip.frames()) * at(body.columns()));
    std::vector<Vec2> positions(at(body.particles()));
    const std::vector<float> defaults = rig.default_values();
    std::vector<float> values;
    for (int frame = 0; frame < clip.frames(); ++frame) {
        values = defaults;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns[c] >= 0) {
                const rig::ParameterInfo& p = rig.parameters()[at(columns[c])];
                values[at(columns[c])] =
                    std::clamp(clip.frame(frame)[c], std::min(p.min, p.max), std::max(p.min, p.max));
            }
        if (frame == 0) player.stabilize(values);
        player.evaluate(values, 1.0f / 60.0f);
        pose.evaluate(values);
        goal_positions(body, pose, positions);
        const float c = std::cos(recording.frame_angle[at(frame)]), s = std::sin(recording.frame_angle[at(frame)]);
        const std::size_t row = at(frame) * at(body.columns());
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const Vec2 turned = turn_back(positions[i], c, s);
            result.in_body[row + 2 * i] = turned.x - recording.goals[row + 2 * i];
            result.in_body[row + 2 * i + 1] = turned.y - recording.goals[row + 2 * i + 1];
        }
        float use = 0.0f;
        for (const auto& [mode, outer] : modes) {
            result.mode_values.push_back(mode >= 0 ? values[at(mode)] : 0.0f);
            if (mode >= 0 && outer > 0.0f) use = std::max(use, std::min(1.0f, std::abs(values[at(mode)]) / outer));
        }
        result.mode_use.push_back(use);
    }
    return result;
}

Result<std::vector<ClipMetrics>> compare_export(const Body& body, const ExportedModel& model,
                                                std::span<const DriveClip* const> clips,
                                                std::span<const Recording> recordings, const Work& work,
                                                std::vector<Playback>* playbacks) {
    const std::vector<GrainEdge> edges = grain_edges_of(body);
    if (playbacks != nullptr) playbacks->resize(clips.size());
    std::vector<ClipMetrics> metrics(clips.size());
    std::atomic<int> done{0};
    std::atomic<bool> cancelled{false};
    work.parallel_for(clips.size(), [&](std::size_t k) {
        if (cancelled.load() || work.is_cancelled()) {
            cancelled.store(true);
            return;
        }
        const DriveClip& clip = *clips[k];
        Playback playback = play_export(body, model, clip, recordings[k]);
        std::vector<char> moves;
        for (int f = 0; f < clip.frames(); ++f) moves.push_back(clip.still(f) ? 0 : 1);
        ClipPair pair;
        pair.particles = body.particles();
        pair.frames = clip.frames();
        pair.simulated = recordings[k].in_body;
        pair.baked = playback.in_body;
        pair.goals = recordings[k].goals;
        pair.edges = edges;
        pair.input_moves = moves;
        pair.mode_use = playback.mode_use;
        metrics[k] = measure(clip.id, pair);
        if (playbacks != nullptr) (*playbacks)[k] = std::move(playback);
        work.report("compare", static_cast<double>(++done) / static_cast<double>(clips.size()));
    });
    if (cancelled.load()) return Error{"", "cancelled"};
    return metrics;
}

}  // namespace yure::baker
