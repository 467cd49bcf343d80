#include "yure/baker/record.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "yure/baker/body_solver.hpp"
#include "yure/core/lookup.hpp"

namespace yure::baker {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// Parameter values of a clip, frame after frame, with physics in play.
class ClipDrive {
  public:
    ClipDrive(const Body& body, const pendulum::Physics& in_play, const DriveClip& clip)
        : body_(body), clip_(clip), values_(body.rig->default_values()) {
        for (const std::string& id : clip.input_ids) columns_.push_back(body.rig->find_parameter(id));
        if (!in_play.groups.empty()) player_.emplace_back(in_play, parameter_ranges(*body.rig));
    }

    std::span<const float> play(int frame) {
        const std::span<const rig::ParameterInfo> parameters = body_.rig->parameters();
        if (!player_.empty()) values_ = body_.rig->default_values();
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (columns_[c] >= 0) {
                const rig::ParameterInfo& p = parameters[at(columns_[c])];
                values_[at(columns_[c])] =
                    std::clamp(clip_.frame(frame)[c], std::min(p.min, p.max), std::max(p.min, p.max));
            }
        if (!player_.empty()) {
            if (frame == 0) player_[0].stabilize(values_);
            player_[0].evaluate(values_, 1.0f / 60.0f);
        }
        return values_;
    }

  private:
    const Body& body_;
    const DriveClip& clip_;
    std::vector<float> values_;
    std::vector<int> columns_;
    std::vector<pendulum::Player> player_;  // none or one
};

/// One clip in one lane.
class Lane {
  public:
    Lane(const Body& body, const pendulum::Physics& in_play, const DriveClip& clip, std::span<const int> watched,
         const RecordOptions& options, Recording& out)
        : body_(body),
          clip_(clip),
          watched_(watched),
          options_(options),
          out_(out),
          pose_(*body.rig, body.meshes),
          goals_(at(body.particles())),
          simulated_(at(body.particles())),
          scratch_(at(body.particles())),
          inverse_(at(body.particles())),
          drive_(body, in_play, clip) {
        const std::size_t cells = at(clip.frames()) * at(body.columns());
        out_.id = clip.id;
        out_.frames = clip.frames();
        out_.watched.reserve(at(clip.frames()) * watched.size());
        out_.frame_angle.reserve(at(clip.frames()));
        if (options.keyform) out_.keyform.resize(cells);
        if (options.in_body) out_.in_body.resize(cells), out_.goals.resize(cells);
    }

    /// Poses the rig for `frame` (the last one again once the clip is over).
    std::span<const Vec2> pose(int frame) {
        if (frame >= clip_.frames()) return goals_;
        const std::span<const float> values = drive_.play(frame);
        for (const int parameter : watched_) out_.watched.push_back(values[at(parameter)]);
        pose_.evaluate(values);
        goal_positions(body_, pose_, goals_);
        return goals_;
    }

    void write(int frame, const BodySolver& solver, int lane) {
        if (frame >= clip_.frames()) return;
        solver.positions(lane, simulated_);
        const float angle = solver.frame_angle(lane);
        out_.frame_angle.push_back(angle);
        if (options_.in_body) write_in_body(frame, angle);
        if (options_.keyform) write_keyform(frame);
    }

  private:
    void write_in_body(int frame, float angle) {
        const float c = std::cos(angle), s = std::sin(angle);
        float* offsets = out_.in_body.data() + at(frame) * at(body_.columns());
        float* goals = out_.goals.data() + at(frame) * at(body_.columns());
        for (std::size_t i = 0; i < goals_.size(); ++i) {
            const Vec2 offset = turn_back(simulated_[i] - goals_[i], c, s), goal = turn_back(goals_[i], c, s);
            offsets[2 * i] = offset.x, offsets[2 * i + 1] = offset.y;
            goals[2 * i] = goal.x, goals[2 * i + 1] = goal.y;
        }
    }

    void write_keyform(int frame) {
        float* row = out_.keyform.data() + at(frame) * at(body_.columns());
        for (std::size_t m = 0; m < body_.meshes.size(); ++m) {
            const int mesh = body_.meshes[m];
            const std::size_t first = at(body_.first_particle[m]), count = at(body_.first_particle[m + 1]) - first;
            const auto part = [&](std::vector<Vec2>& all) { return std::span(all).subspan(first, count); };
            std::span<const Vec2> own = pose_.keyform_positions(mesh);
            if (body_.glued[m] != 0) {  // a glue moves the goal behind the deformers: compare like with like
                pose_.to_keyform_space(mesh, part(goals_), own, part(scratch_));
                own = part(scratch_);
            }
            pose_.to_keyform_space(mesh, part(simulated_), own, part(inverse_));
            const Vec2 scale = body_.keyform_scale[m];
            for (std::size_t i = 0; i < count; ++i) {
                const Vec2 offset = inverse_[first + i] - own[i];
                row[2 * (first + i)] = offset.x * scale.x;
                row[2 * (first + i) + 1] = offset.y * scale.y;
            }
        }
    }

    const Body& body_;
    const DriveClip& clip_;
    std::span<const int> watched_;
    const RecordOptions& options_;
    Recording& out_;
    rig::Evaluation pose_;
    std::vector<Vec2> goals_, simulated_, scratch_, inverse_;
    ClipDrive drive_;
};

/// Farthest movement of the meshes when one parameter goes through its range, px.
float reach_of(const rig::Rig& rig, rig::Evaluation& pose, std::span<const int> meshes, int parameter,
               std::vector<float> values) {
    const rig::ParameterInfo& info = rig.parameters()[at(parameter)];
    std::vector<std::vector<Vec2>> base;
    float reach = 0.0f;
    for (const float value : {info.default_value, info.min, info.max}) {
        values[at(parameter)] = value;
        pose.evaluate(values);
        for (std::size_t m = 0; m < meshes.size(); ++m) {
            std::vector<Vec2> world(at(rig.vertex_count(meshes[m])));
            pose.world_positions(meshes[m], world);
            if (base.size() <= m) base.push_back(world);
            if (pose.hidden(meshes[m])) continue;
            for (std::size_t i = 0; i < world.size(); ++i) reach = std::max(reach, distance(world[i], base[m][i]));
        }
    }
    return reach;
}

/// Whether a parameter moves the meshes at the default pose or with any one other parameter at an end.
bool parameter_moves(const rig::Rig& rig, rig::Evaluation& pose, std::span<const int> meshes, int parameter) {
    constexpr float kLeast = 0.1f;
    if (reach_of(rig, pose, meshes, parameter, rig.default_values()) >= kLeast) return true;
    for (int other = 0; other < static_cast<int>(rig.parameters().size()); ++other) {
        if (other == parameter) continue;
        for (const float value : {rig.parameters()[at(other)].min, rig.parameters()[at(other)].max}) {
            std::vector<float> values = rig.default_values();
            if (values[at(other)] == value) continue;
            values[at(other)] = value;
            if (reach_of(rig, pose, meshes, parameter, std::move(values)) >= kLeast) return true;
        }
    }
    return false;
}

}  // namespace

std::vector<pendulum::ParameterRange> parameter_ranges(const rig::Rig& rig) {
    std::vector<pendulum::ParameterRange> ranges;
    for (const rig::ParameterInfo& p : rig.parameters()) ranges.push_back({p.id, p.min, p.max, p.default_value});
    return ranges;
}

DriveClip played_clip(const Body& body, const pendulum::Physics& in_play, const DriveClip& clip,
                      std::span<const int> watched) {
    DriveClip played{clip.id, clip.fps, {}, {}};
    for (const int row : watched) played.input_ids.push_back(body.rig->parameters()[at(row)].id);
    ClipDrive drive(body, in_play, clip);
    for (int frame = 0; frame < clip.frames(); ++frame) {
        const std::span<const float> values = drive.play(frame);
        for (const int row : watched) played.values.push_back(values[at(row)]);
    }
    return played;
}

Result<std::vector<Recording>> record(const Body& body, const pendulum::Physics& in_play,
                                      std::span<const DriveClip* const> clips, std::span<const int> watched,
                                      const RecordOptions& options, const Work& work) {
    for (const DriveClip* clip : clips)
        if (const Status status = check_clip(*clip); !status) return status.error();

    // clips of like length share a batch, so that few lanes idle
    std::vector<std::size_t> order(clips.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return clips[a]->frames() > clips[b]->frames(); });
    const std::size_t lanes = at(std::max(1, options.lanes));
    const std::size_t batches = (clips.size() + lanes - 1) / lanes;

    std::vector<Recording> recordings(clips.size());
    std::atomic<std::int64_t> frames_done{0};
    std::int64_t frames_total = 0;
    for (std::size_t b = 0; b < batches; ++b) frames_total += clips[order[b * lanes]]->frames();
    std::atomic<bool> cancelled{false};

    work.parallel_for(batches, [&](std::size_t batch) {
        const std::size_t first = batch * lanes, count = std::min(lanes, clips.size() - first);
        BodySolver solver(body, static_cast<int>(count));
        solver.set_damping(options.damping);
        std::vector<Lane> lane;
        lane.reserve(count);
        for (std::size_t l = 0; l < count; ++l) {
            const std::size_t clip = order[first + l];
            lane.emplace_back(body, in_play, *clips[clip], watched, options, recordings[clip]);
        }
        const int frames = clips[order[first]]->frames();
        for (int frame = 0; frame < frames; ++frame) {
            if (frame % 16 == 0 && (cancelled.load() || work.is_cancelled())) {
                cancelled.store(true);
                return;
            }
            for (std::size_t l = 0; l < count; ++l) {
                const auto goals = lane[l].pose(frame);
                if (frame == 0)
                    solver.reset(static_cast<int>(l), goals);
                else
                    solver.set_goals(static_cast<int>(l), goals);
            }
            if (frame > 0) solver.step();
            for (std::size_t l = 0; l < count; ++l) lane[l].write(frame, solver, static_cast<int>(l));
            if (frame % 32 == 31)
                work.report("simulate", static_cast<double>(frames_done += 32) /
                                            static_cast<double>(std::max<std::int64_t>(1, frames_total)));
        }
    });
    if (cancelled.load()) return Error{"", "cancelled"};
    return recordings;
}

PhysicsOnMeshes physics_on_meshes(const rig::Rig& rig, std::span<const int> meshes, const pendulum::Physics& physics,
                                  std::span<const int> inputs) {
    PhysicsOnMeshes result;
    rig::Evaluation pose(rig, meshes);
    std::vector<signed char> known(rig.parameters().size(), -1);
    for (std::size_t g = 0; g < physics.groups.size(); ++g)
        for (std::size_t o = 0; o < physics.groups[g].outputs.size(); ++o) {
            const int parameter = rig.find_parameter(physics.groups[g].outputs[o].parameter);
            if (parameter < 0 || std::find(inputs.begin(), inputs.end(), parameter) != inputs.end()) continue;
            if (known[at(parameter)] < 0) known[at(parameter)] = parameter_moves(rig, pose, meshes, parameter) ? 1 : 0;
            if (known[at(parameter)] == 1)
                result.hits.push_back(
                    {static_cast<int>(g), static_cast<int>(o), physics.groups[g].outputs[o].parameter});
        }
    return result;
}

pendulum::Physics without_outputs(const pendulum::Physics& physics, const PhysicsOnMeshes& gone) {
    pendulum::Physics result;
    result.fps = physics.fps;
    for (std::size_t g = 0; g < physics.groups.size(); ++g) {
        pendulum::Group group = physics.groups[g];
        group.outputs.clear();
        for (std::size_t o = 0; o < physics.groups[g].outputs.size(); ++o) {
            const bool hit = std::any_of(gone.hits.begin(), gone.hits.end(), [&](const PhysicsOnMeshes::Hit& h) {
                return h.group == static_cast<int>(g) && h.output == static_cast<int>(o);
            });
            if (!hit) group.outputs.push_back(physics.groups[g].outputs[o]);
        }
        const bool lost_all = group.outputs.empty() && !physics.groups[g].outputs.empty();
        if (!lost_all) result.groups.push_back(std::move(group));
    }
    return result;
}

bool moves_meshes(const rig::Rig& rig, std::span<const int> meshes, const pendulum::Physics& physics) {
    return !physics_on_meshes(rig, meshes, physics, {}).hits.empty();
}

}  // namespace yure::baker
