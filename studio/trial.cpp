#include "yure/studio/trial.hpp"

#include "body_binding.hpp"
#include "trial_hints.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bake.hpp"
#include "yure/baker/inputs.hpp"
#include "yure/baker/body_solver.hpp"

namespace yure::studio {
namespace {

constexpr float kFps = 60.0f;
constexpr float kEase = 0.15f;  // s to a value and back

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

int frames_of(float seconds) {
    return static_cast<int>(std::lround(seconds * kFps));
}

Status check_options(const TrialOptions& options) {
    const auto seconds = [](float value) { return std::isfinite(value) && value >= 0.1f && value <= 30.0f; };
    if (!seconds(options.hold)) return Error{"--hold", "must be 0.1 to 30 seconds"};
    if (!seconds(options.release)) return Error{"--release", "must be 0.1 to 30 seconds"};
    const auto acceleration = [](float value) { return std::isfinite(value) && std::abs(value) <= 1e5f; };
    if (options.wind && !(acceleration(options.wind->x) && acceleration(options.wind->y)))
        return Error{"--wind", "must be two accelerations X,Y of at most 100000 px/s^2"};
    return {};
}

/// The lane's clip: at rest, up to the value, held, back, watched.
struct Attempt {
    std::string input;
    float value = 0.0f;
    baker::DriveClip clip;  // drives nothing for wind
};

/// How high the value stands at a frame, 0..1. Frame 0 is rest.
float height(int frame, int hold) {
    const float up = std::clamp(static_cast<float>(frame) / (kEase * kFps), 0.0f, 1.0f);
    const float down = std::clamp(static_cast<float>(frame - hold) / (kEase * kFps), 0.0f, 1.0f);
    const auto smooth = [](float t) { return t * t * (3.0f - 2.0f * t); };
    return std::min(smooth(up), 1.0f - smooth(down));
}

std::vector<Attempt> attempts_of(const rig::Rig& rig, const baker::BodyRequest& request, const TrialOptions& options,
                                 int frames, int hold, Notices& notices) {
    std::vector<Attempt> attempts;
    for (const baker::InputRequest& input : request.inputs) {
        const int row = baker::find_standard_parameter(rig.parameters(), input.id);
        if (row < 0) {
            notices.push_back({"body " + request.id, "the model has no parameter " + input.id});
            continue;
        }
        const rig::ParameterInfo& parameter = rig.parameters()[at(row)];
        const baker::Span span = baker::training_span(parameter, input.span);
        for (const float value : {span.high, span.low}) {
            if (value == parameter.default_value) continue;
            Attempt attempt{parameter.id, value, {}};
            attempt.clip.id = parameter.id;
            attempt.clip.input_ids = {parameter.id};
            for (int f = 0; f < frames; ++f)
                attempt.clip.values.push_back(parameter.default_value +
                                              height(f, hold) * (value - parameter.default_value));
            attempts.push_back(std::move(attempt));
        }
    }
    if (options.wind) attempts.push_back({"wind", 0.0f, {}});
    return attempts;
}

/// Vertex pairs that are an edge of some triangle, each once.
std::vector<std::pair<int, int>> edges_of(const sim::Scene& scene) {
    std::vector<std::pair<int, int>> edges;
    for (const sim::Scene::Triangle& t : scene.triangles())
        for (const auto& [a, b] : {std::pair{t.a, t.b}, std::pair{t.b, t.c}, std::pair{t.c, t.a}})
            edges.emplace_back(std::min(a, b), std::max(a, b));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

/// Looks at one lane, frame after frame.
class Watch {
  public:
    Watch(const baker::Body& body, const std::vector<std::pair<int, int>>& edges, int hold)
        : body_(body), edges_(edges), hold_(hold) {}

    void look(int frame, std::span<const Vec2> goals, std::span<const Vec2> positions, TrialRow& row) {
        float farthest = 0.0f;
        int vertex = -1;
        for (std::size_t i = 0; i < goals.size(); ++i) {
            const float d = distance(goals[i], positions[i]);
            if (d > farthest) farthest = d, vertex = static_cast<int>(i);
            if (frame == hold_) row.reach = std::max(row.reach, distance(goals[i], body_.rest[i]));
        }
        if (farthest > row.peak) {
            row.peak = farthest;
            row.peak_time = static_cast<float>(frame) / kFps;
            row.peak_vertex = vertex;
        }
        if (frame == hold_) row.held = farthest;
        if (frame > hold_) {
            row.release_peak = std::max(row.release_peak, farthest);
            after_.push_back(farthest);
        }
        row.drift = farthest;
        for (const auto& [a, b] : edges_) {
            const float rest =
                std::max(distance(body_.rest[at(a)], body_.rest[at(b)]), distance(goals[at(a)], goals[at(b)]));
            if (rest > 1.0f)  // shorter edges tell about rounding, not about cloth
                row.stretch = std::max(row.stretch, distance(positions[at(a)], positions[at(b)]) / rest - 1.0f);
        }
    }

    void finish(TrialRow& row) const {
        const float band = std::max(1.0f, 0.1f * row.release_peak);
        std::size_t settled = after_.size();
        while (settled > 0 && after_[settled - 1] <= band) --settled;
        if (settled < after_.size()) row.settle = static_cast<float>(settled) / kFps;
    }

  private:
    const baker::Body& body_;
    const std::vector<std::pair<int, int>>& edges_;
    int hold_;
    std::vector<float> after_;
};

void name_vertex(const baker::Body& body, const baker::BodyRequest& request, TrialRow& row) {
    if (row.peak_vertex < 0) return;
    std::size_t mesh = 0;
    while (body.first_particle[mesh + 1] <= row.peak_vertex) ++mesh;
    row.peak_mesh = request.meshes[mesh].id;
    row.peak_vertex -= body.first_particle[mesh];
}

float length_of(const baker::Body& body) {
    const auto& ways = body.scene->root_distance();
    const float longest = ways.empty() ? 0.0f : *std::max_element(ways.begin(), ways.end());
    if (longest > 0.0f) return longest;
    Vec2 low = body.rest[0], high = low;
    for (const Vec2 p : body.rest) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    return distance(low, high);
}

/// All attempts of a body side by side. False when cancelled.
bool run_body(const BodyBinding& binding, const baker::Body& body, const baker::BodyRequest& request,
              const std::vector<Attempt>& attempts, const TrialOptions& options, BodyTrial& out, const Work& work) {
    const int hold = frames_of(options.hold), frames = hold + frames_of(options.release) + 1;
    const int lanes = static_cast<int>(attempts.size());
    const auto edges = edges_of(*body.scene);
    baker::BodySolver solver(body, lanes);
    std::vector<std::unique_ptr<BodyDriver>> drivers;
    std::vector<Watch> watches(attempts.size(), Watch(body, edges, hold));
    for (const Attempt& attempt : attempts) drivers.push_back(std::make_unique<BodyDriver>(binding, attempt.clip));

    rig::Evaluation pose(*binding.rig, body.meshes);
    std::vector<std::vector<Vec2>> goals(attempts.size(), std::vector<Vec2>(at(body.particles())));
    std::vector<Vec2> positions(at(body.particles()));
    for (int frame = 0; frame < frames; ++frame) {
        if (frame % 16 == 0 && work.is_cancelled()) return false;
        for (int lane = 0; lane < lanes; ++lane) {
            pose.evaluate(drivers[at(lane)]->values(frame));
            baker::goal_positions(body, pose, goals[at(lane)]);
            if (frame == 0) {
                solver.reset(lane, goals[at(lane)]);
                if (attempts[at(lane)].clip.input_ids.empty()) solver.set_wind(lane, *options.wind);
            } else {
                solver.set_goals(lane, goals[at(lane)]);
            }
            if (frame == hold + 1) solver.set_wind(lane, {0.0f, 0.0f});
        }
        if (frame > 0) solver.step();
        for (int lane = 0; lane < lanes; ++lane) {
            solver.positions(lane, positions);
            watches[at(lane)].look(frame, goals[at(lane)], positions, out.rows[at(lane)]);
        }
        if (frame % 32 == 31) work.report("try", static_cast<double>(frame) / frames);
    }
    for (int lane = 0; lane < lanes; ++lane) {
        TrialRow& row = out.rows[at(lane)];
        watches[at(lane)].finish(row);
        name_vertex(body, request, row);
        row.mended_frames = solver.report(lane).unfolded;
        out.peak = std::max(out.peak, row.peak);
        out.drift = std::max(out.drift, row.drift);
        out.stretch = std::max(out.stretch, row.stretch);
    }
    return true;
}

}  // namespace

Result<Trial> run_trial(const Model& model, const std::vector<baker::BodyRequest>& bodies, const TrialOptions& options,
                        const Work& work) {
    if (const Status status = check_options(options); !status) return status.error();
    const Result<BodyBinding> binding = bind_bodies(model, bodies);
    if (!binding) return binding.error();
    Trial trial;
    trial.options = options;
    trial.notices = binding->notices;
    const int hold = frames_of(options.hold), frames = hold + frames_of(options.release) + 1;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const baker::Body& body = binding->bodies[b];
        const std::vector<Attempt> attempts =
            attempts_of(*binding->rig, bodies[b], options, frames, hold, trial.notices);
        if (attempts.empty())
            return Error{"body " + bodies[b].id, "none of its inputs can be tried; name others (--inputs)"};
        BodyTrial& out = trial.bodies.emplace_back();
        out.id = bodies[b].id;
        out.particles = body.particles();
        out.length = length_of(body);
        out.calibration_error = body.scene->calibration_error();
        out.pinned = std::any_of(body.pin.begin(), body.pin.end(), [](float p) { return p >= 0.5f; });
        for (const Attempt& attempt : attempts) {
            TrialRow& row = out.rows.emplace_back();
            row.input = attempt.input;
            row.value = attempt.value;
        }
        const double share = 1.0 / static_cast<double>(bodies.size());
        const Work part = work.part(share * static_cast<double>(b), share * static_cast<double>(b + 1));
        if (!run_body(*binding, body, bodies[b], attempts, options, out, part)) return baker::cancelled_error();
        out.hints = trial_hints(out, bodies[b], options);
    }
    return trial;
}

}  // namespace yure::studio
