#include "studio/document/project_support.hpp"

#include <cmath>

#include "support/catch.hpp"

namespace yure::tests {

using namespace studio;

BakeFunction quick_bake() {
    return [](const BakeInput& input, const Work& work) -> Result<BakeOutput> {
        BakeOutput output;
        for (const std::string& id : input.bodies) {
            if (work.is_cancelled()) return Error{"", "cancelled"};
            work.report("fitting", 0.5);
            const Body& body = *input.document->bodies.find(id);
            if (body.name == "broken") {
                output.failed[id] = Error{"body " + id, "does not move"};
                continue;
            }
            const std::string parameter = "ParamSim" + id + "_1", group = "PhysicsSim_" + id;
            Json meshes = Json::array();
            for (const std::string& mesh : body.meshes) {
                const int row = input.geometry->model->puppet.find_mesh(mesh);
                if (row < 0) continue;
                meshes.push_back({{"mesh", mesh},
                                  {"vertices", input.geometry->model->puppet.mesh.vertex_count[static_cast<std::size_t>(row)]},
                                  {"shapes", {"", "", ""}}});
            }
            const double scale = std::round(10.0 + static_cast<double>(body.material.goal) * 100.0);
            output.bakes[id].bake = {
                {"id", id},
                {"name", body.shown_name()},
                {"fps", 60.0},
                {"bank", ""},
                {"amplitude_gain", 1.0},
                {"groups",
                 {{{"id", group},
                   {"name", body.shown_name() + " (yure 60 Hz)"},
                   {"inputs", {{{"parameter", "ParamAngleX"}, {"weight", 100.0}, {"type", "angle"}, {"reflect", false}}}},
                   {"outputs",
                    {{{"parameter", parameter}, {"vertex", 1}, {"scale", scale}, {"weight", 100.0}, {"type", "angle"}, {"reflect", false}}}},
                   {"vertices",
                    {{{"mobility", 1.0}, {"delay", 1.0}, {"acceleration", 1.0}, {"radius", 0.0}, {"x", 0.0}, {"y", 0.0}},
                     {{"mobility", 0.9}, {"delay", 0.8}, {"acceleration", 1.5}, {"radius", 10.0}, {"x", 0.0}, {"y", 10.0}}}},
                   {"position", {{"minimum", -10.0}, {"default", 0.0}, {"maximum", 10.0}}},
                   {"angle", {{"minimum", -10.0}, {"default", 0.0}, {"maximum", 10.0}}}}}},
                {"outputs", Json::array()},
                {"removed", {"ParamHair"}},
                {"parameters",
                 {{{"id", parameter},
                   {"name", body.shown_name()},
                   {"group", group},
                   {"keys", {-30.0, 0.0, 30.0}},
                   {"range", 30.0},
                   {"swing_px", 5.0},
                   {"peak_degrees", 3.0},
                   {"gain", 1.0},
                   {"meshes", std::move(meshes)}}}}};
            output.bakes[id].report = {{"id", id}, {"summary", {{"clips", 0}}}};
        }
        return output;
    };
}

Project::Project(const std::string& folder) : model(place.path() / folder) {
    SmallModel().write(model);
}

SessionOptions Project::options(int workers) const {
    SessionOptions options;
    options.workers = workers;
    options.threads = 1;
    options.bake = quick_bake();
    return options;
}

std::unique_ptr<Session> Project::create(int workers) const {
    auto session = Session::create(model, file, options(workers));
    if (!session) FAIL(session.error().text());
    const Status saved = (*session)->save();
    if (!saved) FAIL(saved.error().text());
    return std::move(*session);
}

std::unique_ptr<Session> Project::open(int workers) const {
    auto session = Session::open(file, options(workers));
    if (!session) FAIL(session.error().text());
    return std::move(*session);
}

Reply done(const Reply& reply) {
    for (const Error& issue : reply.issues) FAIL_CHECK(issue.text());
    REQUIRE(reply.ok());
    return reply;
}

std::string refused_at(const Reply& reply) {
    return reply.ok() ? std::string() : reply.issues.front().where;
}

}  // namespace yure::tests
