#include "yure/studio/simulate.hpp"

#include "body_binding.hpp"

#include <algorithm>

#include "yure/baker/bake.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/baker/body_solver.hpp"
#include "yure/studio/body_words.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

constexpr double kMostPositions = 32e6;  // of rig and simulated each: 256 MB

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

void append_row(std::string& text, std::span<const Vec2> row) {
    std::vector<float> flat;
    flat.reserve(row.size() * 2);
    for (const Vec2 p : row) {
        flat.push_back(p.x);
        flat.push_back(p.y);
    }
    append_numbers(text, flat);
}

template <class AppendRow>
void append_rows(std::string& text, int rows, const AppendRow& append) {
    text += '[';
    for (int row = 0; row < rows; ++row) {
        text += row == 0 ? "\n  " : ",\n  ";
        append(row);
    }
    text += ']';
}

/// Runs one body through the clip; `positions` and `goals` are the columns of that body in the tables.
struct BodyRun {
    const BodyBinding& binding;
    const baker::Body& body;
    const baker::DriveClip& clip;
    std::size_t first_particle;
    Simulation& out;

    bool run(SimulatedBody& result, const Work& work) const {
        BodyDriver driver(binding, clip);
        rig::Evaluation pose(*binding.rig, body.meshes);
        baker::BodySolver solver(body, 1);
        const std::size_t count = at(body.particles());
        for (int frame = 0; frame < out.frames; ++frame) {
            if (frame % 16 == 0 && work.is_cancelled()) return false;
            const std::size_t row = at(frame) * at(out.particles) + first_particle;
            pose.evaluate(driver.values(frame));
            const std::span goals = std::span(out.rig).subspan(row, count);
            baker::goal_positions(body, pose, goals);
            if (frame == 0) {
                solver.reset(0, goals);
            } else {
                solver.set_goals(0, goals);
                solver.step();
            }
            solver.positions(0, std::span(out.simulated).subspan(row, count));
            result.frame_angle.push_back(solver.frame_angle(0));
            if (frame % 32 == 31) work.report("simulate", static_cast<double>(frame) / out.frames);
        }
        result.mended_frames = solver.report(0).unfolded;
        return true;
    }
};

}  // namespace

Result<baker::DriveClip> find_clip(const Model& model, const std::vector<baker::BodyRequest>& bodies,
                                   const std::string& id, std::uint64_t seed_shift) {
    baker::UnseenRequest request;
    for (const baker::BodyRequest& body : bodies)
        for (const baker::InputRequest& input : body.inputs)
            if (std::find(request.inputs.begin(), request.inputs.end(), input.id) == request.inputs.end())
                request.inputs.push_back(input.id);
    request.seed_shift = seed_shift;
    Notices ignored;
    request.motions = model_motions(model, ignored);
    std::string there;
    for (baker::DriveClip& clip : baker::unseen_clips(parameter_infos(model), request)) {
        if (clip.id == id) return std::move(clip);
        there += (there.empty() ? "" : ", ") + clip.id;
    }
    return Error{"--clip " + id, "is no motion for this model; there are: " + there};
}

Result<Simulation> simulate(const Model& model, const std::vector<baker::BodyRequest>& bodies,
                            const baker::DriveClip& clip, const Work& work) {
    if (const Status status = baker::check_clip(clip); !status) return status.error();
    const Result<BodyBinding> binding = bind_bodies(model, bodies);
    if (!binding) return binding.error();

    Simulation out;
    out.clip = clip.id;
    out.frames = clip.frames();
    out.particles = binding->particles();
    out.notices = binding->notices;
    out.remaining_physics = binding->remaining;
    if (static_cast<double>(out.frames) * out.particles > kMostPositions)
        return Error{"clip " + clip.id, "is too long for so many vertices; play a shorter one or fewer meshes"};
    const std::size_t cells = at(out.frames) * at(out.particles);
    out.rig.resize(cells);
    out.simulated.resize(cells);

    BodyDriver driver(*binding, clip);
    for (const int parameter : driver.driven()) out.input_ids.push_back(binding->rig->parameters()[at(parameter)].id);
    for (int frame = 0; frame < out.frames; ++frame) {
        const std::span<const float> values = driver.values(frame);
        for (const int parameter : driver.driven()) out.input_values.push_back(values[at(parameter)]);
    }

    std::size_t first = 0;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const baker::Body& body = binding->bodies[b];
        SimulatedBody& result = out.bodies.emplace_back();
        result.id = bodies[b].id;
        result.first_mesh = static_cast<int>(out.meshes.size());
        result.meshes = static_cast<int>(body.meshes.size());
        for (std::size_t m = 0; m < body.meshes.size(); ++m)
            out.meshes.push_back(
                {body.meshes[m], bodies[b].meshes[m].id, body.first_particle[m + 1] - body.first_particle[m]});
        const double share = 1.0 / static_cast<double>(bodies.size());
        const Work part = work.part(share * static_cast<double>(b), share * static_cast<double>(b + 1));
        if (!BodyRun{*binding, body, clip, first, out}.run(result, part)) return baker::cancelled_error();
        first += at(body.particles());
    }
    return out;
}

std::string simulation_text(const Simulation& simulation) {
    const Simulation& s = simulation;
    std::string text = "{\n \"fps\": ";
    append_number(text, static_cast<float>(s.fps));
    text += ",\n \"clip\": ";
    append_string(text, s.clip);
    text += ",\n \"input_ids\": [";
    for (std::size_t i = 0; i < s.input_ids.size(); ++i) {
        if (i > 0) text += ", ";
        append_string(text, s.input_ids[i]);
    }
    text += "],\n \"input_values\": ";
    const std::size_t inputs = s.input_ids.size();
    append_rows(text, s.frames, [&](int frame) {
        append_numbers(text, std::span(s.input_values).subspan(at(frame) * inputs, inputs));
    });
    text += ",\n \"meshes\": [";
    for (std::size_t m = 0; m < s.meshes.size(); ++m) {
        text += m > 0 ? ", {\"id\": " : "{\"id\": ";
        append_string(text, s.meshes[m].id);
        text += ", \"vertices\": " + std::to_string(s.meshes[m].vertices) + "}";
    }
    const std::size_t particles = at(s.particles);
    const auto append_table = [&](const char* name, const std::vector<Vec2>& table) {
        text += std::string(",\n \"") + name + "\": ";
        append_rows(text, s.frames,
                    [&](int frame) { append_row(text, std::span(table).subspan(at(frame) * particles, particles)); });
    };
    text += ']';
    append_table("rig", s.rig);
    append_table("simulated", s.simulated);
    text += ",\n \"frame_angle\": ";
    append_numbers(text, s.bodies.empty() ? std::span<const float>() : std::span(s.bodies[0].frame_angle));
    text += ",\n \"bodies\": [";
    for (std::size_t b = 0; b < s.bodies.size(); ++b) {
        const SimulatedBody& body = s.bodies[b];
        text += b > 0 ? ",\n  {\"id\": " : "\n  {\"id\": ";
        append_string(text, body.id);
        text += ", \"meshes\": [";
        for (int m = 0; m < body.meshes; ++m) {
            if (m > 0) text += ", ";
            append_string(text, s.meshes[at(body.first_mesh + m)].id);
        }
        text += "], \"frame_angle\": ";
        append_numbers(text, body.frame_angle);
        text += '}';
    }
    text += "]\n}\n";
    return text;
}

}  // namespace yure::studio
