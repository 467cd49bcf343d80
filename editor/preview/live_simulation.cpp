#include "preview/live_simulation.hpp"

#include <algorithm>

#include "yure/baker/body_solver.hpp"
#include "yure/baker/record.hpp"
#include "yure/pendulum/player.hpp"

namespace yure::editor {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The vertex an obstacle's end hangs on.
struct Carrier {
    int mesh = 0, vertex = 0;
};

struct LiveBody {
    std::string id;
    baker::Body body;
    baker::BodySolver solver;
    std::vector<Vec2> goals, positions;
    std::vector<Carrier> carriers;     // two an obstacle
    std::vector<Vec2> obstacle_points;
};

/// Puts the obstacles into the scene of a bound body. Those whose mesh is hidden or gone are told and left out.
Status add_obstacles(baker::Body& body, const LiveRequest& request, const studio::ModelGeometry& geometry, std::vector<Carrier>& carriers, Notices& notices) {
    sim::SceneSpec spec = body.scene->spec();
    for (const studio::ObstacleSetting& o : request.obstacles) {
        const int row = geometry.model->puppet.find_mesh(o.mesh);
        const std::vector<Vec2>* rest = row >= 0 ? &geometry.rest[at(row)] : nullptr;
        if (rest == nullptr || o.vertex_a < 0 || o.vertex_b < 0 || at(o.vertex_a) >= rest->size() || at(o.vertex_b) >= rest->size()) {
            notices.push_back({"obstacle on " + o.mesh, "is left out: its mesh is hidden at the default pose, or has changed"});
            continue;
        }
        sim::Obstacle obstacle;
        obstacle.id = o.mesh;
        obstacle.rest_a = (*rest)[at(o.vertex_a)];
        obstacle.rest_b = (*rest)[at(o.vertex_b)];
        obstacle.radius_a = o.radius_a;
        obstacle.radius_b = o.radius_b;
        obstacle.friction = o.friction;
        spec.obstacles.push_back(std::move(obstacle));
        carriers.push_back({row, o.vertex_a});
        carriers.push_back({row, o.vertex_b});
    }
    if (carriers.empty()) return {};
    auto scene = sim::Scene::build(std::move(spec));
    if (!scene) return scene.error();
    *body.scene = std::move(*scene);
    return {};
}

}  // namespace

struct LiveSimulation::State {
    std::shared_ptr<const studio::ModelGeometry> geometry;
    std::vector<std::unique_ptr<LiveBody>> bodies;
    std::vector<char> simulated;  // per mesh
    std::vector<int> resting;     // parameters of the swing that is out of play
    pendulum::Physics remaining;
    std::vector<pendulum::Player> player;  // one
    rig::Evaluation evaluation;
    std::vector<float> values, defaults;
    render::Pose pose;
    Notices notices;
    bool fresh = true;

    explicit State(std::shared_ptr<const studio::ModelGeometry> of)
        : geometry(std::move(of)), evaluation(geometry->rig), defaults(geometry->rig.default_values()) {
        simulated.assign(at(geometry->rig.mesh_count()), 0);
    }
};

LiveSimulation::LiveSimulation(std::unique_ptr<State> state) : state_(std::move(state)) {}
LiveSimulation::~LiveSimulation() = default;

std::unique_ptr<LiveSimulation> LiveSimulation::build(std::shared_ptr<const studio::ModelGeometry> geometry,
                                                      const std::vector<LiveRequest>& bodies) {
    auto state = std::make_unique<State>(std::move(geometry));
    const rig::Rig& rig = state->geometry->rig;
    const studio::Model& model = *state->geometry->model;
    state->remaining = model.physics ? model.physics->physics : pendulum::Physics{};
    for (const LiveRequest& wanted : bodies) {
        const baker::BodyRequest& request = wanted.body;
        Result<baker::Body> bound = baker::bind_body(model.puppet, rig, request);
        if (!bound) {
            state->notices.push_back({bound.error().where, bound.error().what});
            continue;
        }
        std::vector<Carrier> carriers;
        if (const Status added = add_obstacles(*bound, wanted, *state->geometry, carriers, state->notices); !added) {
            state->notices.push_back({added.error().where, added.error().what});
            continue;
        }
        baker::BodySolver solver(*bound, 1);
        auto live = std::make_unique<LiveBody>(LiveBody{request.id, std::move(*bound), std::move(solver), {}, {}, std::move(carriers), {}});
        for (const Carrier& carrier : live->carriers) live->obstacle_points.push_back(state->geometry->rest[at(carrier.mesh)][at(carrier.vertex)]);
        live->goals.resize(at(live->body.particles()));
        live->positions.resize(live->goals.size());
        for (const int mesh : live->body.meshes) state->simulated[at(mesh)] = 1;
        if (!request.keep_physics) {
            std::vector<int> inputs;
            for (const baker::InputRequest& input : request.inputs)
                if (const int row = rig.find_parameter(input.id); row >= 0) inputs.push_back(row);
            const baker::PhysicsOnMeshes gone = baker::physics_on_meshes(rig, live->body.meshes, state->remaining, inputs);
            for (const auto& hit : gone.hits)
                if (const int row = rig.find_parameter(hit.parameter); row >= 0) state->resting.push_back(row);
            state->remaining = baker::without_outputs(state->remaining, gone);
        }
        state->bodies.push_back(std::move(live));
    }
    state->player.emplace_back(state->remaining, model.parameter_ranges());
    return std::unique_ptr<LiveSimulation>(new LiveSimulation(std::move(state)));
}

void LiveSimulation::reset() { state_->fresh = true; }

void LiveSimulation::advance(std::span<const float> values, std::span<const float> part_opacities) {
    State& s = *state_;
    s.values.assign(values.begin(), values.end());
    for (const int parameter : s.resting) s.values[at(parameter)] = s.defaults[at(parameter)];
    if (s.fresh) s.player[0].stabilize(s.values);
    s.player[0].evaluate(s.values, 1.0f / 60.0f);
    s.evaluation.evaluate(s.values, part_opacities);
    s.pose.read(s.geometry->rig, s.evaluation);
    for (const auto& live : s.bodies) {
        baker::goal_positions(live->body, s.evaluation, live->goals);
        // Bodies that came before have been simulated already, so their obstacles go where they are seen. One that the
        // pose hides stays where it was.
        for (std::size_t i = 0; i < live->carriers.size(); ++i) {
            const std::vector<Vec2>& positions = s.pose.meshes[at(live->carriers[i].mesh)].positions;
            if (!positions.empty()) live->obstacle_points[i] = positions[at(live->carriers[i].vertex)];
        }
        if (s.fresh)
            live->solver.reset(0, live->goals);
        else
            live->solver.set_goals(0, live->goals);
        if (!live->obstacle_points.empty()) live->solver.set_obstacles(0, live->obstacle_points);
        if (!s.fresh) live->solver.step();
        live->solver.positions(0, live->positions);
        for (std::size_t m = 0; m < live->body.meshes.size(); ++m) {
            const auto first = at(live->body.first_particle[m]), end = at(live->body.first_particle[m + 1]);
            s.pose.set_positions(live->body.meshes[m], std::span(live->positions).subspan(first, end - first));
        }
    }
    s.fresh = false;
}

const render::Pose& LiveSimulation::pose() const { return state_->pose; }
bool LiveSimulation::simulates(int mesh) const { return state_->simulated[at(mesh)] != 0; }

std::optional<LiveSimulation::BodyFrame> LiveSimulation::body(std::string_view id) const {
    for (const auto& live : state_->bodies)
        if (live->id == id) {
            BodyFrame frame{live->body.meshes, live->body.first_particle, live->goals, live->positions, live->solver.joints(0), {}};
            if (live->body.strands) frame.strands = live->body.strands->strands();
            return frame;
        }
    return std::nullopt;
}

std::vector<float> LiveSimulation::pins(int mesh) const {
    for (const auto& live : state_->bodies)
        for (std::size_t m = 0; m < live->body.meshes.size(); ++m)
            if (live->body.meshes[m] == mesh)
                return {live->body.pin.begin() + live->body.first_particle[m],
                        live->body.pin.begin() + live->body.first_particle[m + 1]};
    return {};
}

int LiveSimulation::bodies() const { return static_cast<int>(state_->bodies.size()); }
int LiveSimulation::particles() const {
    int total = 0;
    for (const auto& live : state_->bodies) total += live->body.particles();
    return total;
}
const Notices& LiveSimulation::notices() const { return state_->notices; }

}  // namespace yure::editor
