#include "yure/studio/chain_case.hpp"

#include "chain_case_step.hpp"
#include "chain_json.hpp"

#include <cmath>

#include "yure/chain/bow_frame.hpp"
#include "yure/chain/collider.hpp"
#include "yure/chain/forces.hpp"
#include "yure/chain/limit.hpp"
#include "yure/chain/planar.hpp"
#include "yure/chain/reduce.hpp"
#include "yure/chain/spline.hpp"
#include "yure/formats/dynamic_bone.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

using chain::Vec3;
using nlohmann::ordered_json;

constexpr double kDegrees = 57.29577951308232;

/// A configuration with one component, one collider and one material made of parts of a case.
Result<chain::Config> config_with(ordered_json component, ordered_json colliders) {
    component["m_Root"] = component.value("m_Root", "root");
    const ordered_json document{{"components", ordered_json::array({std::move(component)})},
                                {"colliders", std::move(colliders)},
                                {"schema", "c3-dynamic-bone"}};
    auto file = formats::read_dynamic_bone(document.dump());
    if (!file) return file.error();
    return std::move(file->config);
}

Result<ordered_json> run_curve(const ordered_json& input) {
    ordered_json result = ordered_json::array();
    for (const auto& given : input.at("curves")) {
        auto config = config_with({{"m_DampingDistrib", given}}, ordered_json::array());
        if (!config) return config.error();
        auto curve = config->components.front().value(chain::ParticleValue::damping).curve.value_or(chain::Curve{});
        chain::sort_keys(curve);
        ordered_json values = ordered_json::array();
        for (const auto& u : input.at("u")) values.push_back(chain::evaluate(curve, u.get<double>()));
        result.push_back(std::move(values));
    }
    return result;
}

Result<ordered_json> run_gravity(const ordered_json& input) {
    const Vec3 gravity = vector_of(input.at("gravity"));
    ordered_json result = ordered_json::array();
    for (const auto& degrees : input.at("rotZ")) {
        const auto root = chain::to_matrix(chain::rotation_about({0.0, 0.0, 1.0}, degrees.get<double>() / kDegrees));
        result.push_back(vector_json(chain::effective_gravity(gravity, root, gravity)));
    }
    return result;
}

Result<ordered_json> run_wind(const ordered_json& input) {
    ordered_json result = ordered_json::array();
    for (const auto& query : input.at("queries")) {
        chain::Wind wind;
        wind.direction = vector_of(query.at("direction"));
        wind.speed = query.at("speed").get<double>();
        wind.pulse_magnitude = query.value("pulseMagnitude", 0.0);
        wind.pulse_frequency = query.value("pulseFrequency", 0.0);
        const double t = query.at("t").get<double>(), step = query.value("timeVar", 1.0);
        const Vec3 force = chain::wind_force(wind, t) * query.value("drag", 1.0);
        result.push_back({{"pulse", chain::wind_pulse(wind, t)},
                          {"force", vector_json(force)},
                          {"displacement", vector_json(force * (0.5 / query.value("mass", 1.0) * step * step))}});
    }
    return result;
}

Result<ordered_json> run_collide(const ordered_json& input) {
    ordered_json result = ordered_json::array();
    for (const auto& query : input.at("queries")) {
        ordered_json collider = query.at("collider");
        collider["id"] = collider.value("id", "collider");
        auto config = config_with(ordered_json::object(), ordered_json::array({std::move(collider)}));
        if (!config) return config.error();
        const auto world = chain::place_collider(config->colliders.front(),
                                                 query.contains("node") ? affine_of(query["node"]) : chain::Affine{});
        const Vec3 fallback = query.contains("fallback") ? vector_of(query["fallback"]) : Vec3{0.0, 1.0, 0.0};
        const auto contact =
            chain::collide(world, vector_of(query.at("p")), query.at("radius").get<double>(), fallback);
        result.push_back({{"p", vector_json(contact.position)}, {"hit", contact.hit}});
    }
    return result;
}

Result<ordered_json> run_limit(const ordered_json& input) {
    ordered_json result = ordered_json::array();
    for (const auto& query : input.at("queries")) {
        ordered_json limit{{"bones", "*"}, {"swing1", query.at("swing1")}, {"swing2", query.at("swing2")}};
        auto config = config_with({{"m_AngleLimits", ordered_json::array({std::move(limit)})}}, ordered_json::array());
        if (!config) return config.error();
        const chain::AngleLimit& read = config->components.front().angle_limits.front();
        result.push_back(
            vector_json(chain::clamp_direction(chain::unit(vector_of(query.at("d"))), read.swing1, read.swing2)));
    }
    return result;
}

ordered_json rows_json(const chain::Mat3& axes, Vec3 head) {
    return ordered_json::array({vector_json(axes.x), vector_json(axes.y), vector_json(axes.z), vector_json(head)});
}

Result<ordered_json> run_bow(const ordered_json& input) {
    ordered_json result = ordered_json::array();
    for (const auto& query : input.at("queries")) {
        const Vec3 head = vector_of(query.at("head"));
        chain::BowReference reference;
        if (query.contains("yref") && !query["yref"].is_null()) reference.y = vector_of(query["yref"]);
        result.push_back(rows_json(
            chain::bow_frame(head, vector_of(query.at("end")), vector_of(query.at("back")), reference), head));
    }
    return result;
}

Result<ordered_json> run_bow_chain(const ordered_json& input) {
    const auto points = vectors_of(input.at("points")), backs = vectors_of(input.at("backs"));
    if (points.size() != backs.size() + 1) return Error{"/input/backs", "has to be one shorter than the points"};
    std::vector<chain::Mat3> frames(backs.size());
    chain::bow_chain(points, backs, vector_of(input.at("y0")), frames);
    ordered_json result = ordered_json::array();
    for (std::size_t i = 0; i < frames.size(); ++i) result.push_back(rows_json(frames[i], points[i]));
    return result;
}

Result<ordered_json> run_rmf(const ordered_json& input) {
    const auto points = vectors_of(input.at("x")), tangents = vectors_of(input.at("t"));
    if (points.size() != tangents.size()) return Error{"/input/t", "has to be as long as x"};
    std::vector<Vec3> normals(points.size());
    chain::carry_normals(points, tangents, vector_of(input.at("r0")), normals);
    ordered_json result = ordered_json::array();
    for (const Vec3 normal : normals) result.push_back(vector_json(normal));
    return result;
}

Result<ordered_json> run_spline(const ordered_json& input) {
    std::vector<chain::BezierSegment> segments;
    const std::string type = input.value("type", "catmull");
    const bool closed = input.value("closed", false);
    if (input.contains("segments")) {
        for (const auto& segment : input["segments"])
            segments.push_back({vector_of(segment.at(0)), vector_of(segment.at(1)), vector_of(segment.at(2)),
                                vector_of(segment.at(3))});
    } else {
        const auto knots = vectors_of(input.at("knots"));
        segments = type == "bspline" ? chain::b_spline(knots, closed) : chain::catmull_rom(knots, closed);
    }
    if (segments.empty()) return Error{"/input", "gives no curve"};
    if (segments.size() > 10'000) return Error{"/input", "has more than 10,000 segments"};
    const chain::Spline spline(std::move(segments), closed);
    const auto rest = input.at("rest").get<std::vector<double>>();
    std::vector<Vec3> joints(rest.size() + 1);
    ordered_json result{{"length", spline.length()}};
    for (const bool arc : {true, false}) {
        chain::JointOptions options;
        options.mode = arc ? chain::JointMode::arc : chain::JointMode::fixed;
        options.slide = input.value("slide", 0.0);
        chain::place_joints(spline, rest, options, joints);
        ordered_json& list = result[arc ? "arc" : "fixed"] = ordered_json::array();
        for (const Vec3 joint : joints) list.push_back(vector_json(joint));
    }
    return result;
}

Result<ordered_json> run_angles(const ordered_json& input) {
    const auto rest = vectors_of(input.at("rest"));
    if (rest.size() < 2) return Error{"/input/rest", "needs at least 2 points"};
    std::vector<double> previous, bends(rest.size() - 1);
    ordered_json result = ordered_json::array();
    for (const auto& frame : input.at("frames")) {
        const auto now = vectors_of(frame);
        if (now.size() != rest.size()) return Error{"/input/frames", "has a frame of another length than rest"};
        chain::local_bends(rest, now, previous, bends);
        previous = bends;
        ordered_json row = ordered_json::array();
        for (const double bend : bends) row.push_back(bend * kDegrees);
        result.push_back(std::move(row));
    }
    return result;
}

Result<ordered_json> run_skin(const ordered_json& input) {
    const auto rest = vectors_of(input.at("rest")), now = vectors_of(input.at("cur"));
    const auto vertices = vectors_of(input.at("verts"));
    if (now.size() != rest.size() || rest.size() < 2) return Error{"/input/cur", "has to be as long as rest"};
    if (input.at("weights").size() != vertices.size()) return Error{"/input/weights", "needs one list per vertex"};
    ordered_json result = ordered_json::array();
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        std::vector<chain::SkinWeight> weights;
        for (const auto& pair : input["weights"][v]) {
            const auto segment = pair.at(0).get<std::int64_t>();
            if (segment < 0 || segment + 1 >= static_cast<std::int64_t>(rest.size()))
                return Error{"/input/weights/" + std::to_string(v), "names a segment that is not there"};
            weights.push_back({static_cast<int>(segment), pair.at(1).get<double>()});
        }
        const Vec3 moved = chain::skin_point(vertices[v], weights, rest, now);
        result.push_back({moved.x, moved.y});
    }
    return result;
}

Result<ordered_json> run_reduce(const ordered_json& input) {
    const auto times = input.at("t").get<std::vector<double>>(), values = input.at("v").get<std::vector<double>>();
    if (times.size() != values.size()) return Error{"/input/v", "has to be as long as t"};
    for (std::size_t i = 1; i < times.size(); ++i)
        if (!(times[i] > times[i - 1])) return Error{"/input/t/" + std::to_string(i), "does not rise"};
    return ordered_json(chain::reduce_keys(times, values, input.at("tolerance").get<double>()));
}

Result<ordered_json> run(const std::string& kind, const ordered_json& input) {
    struct Kind {
        const char* name;
        Result<ordered_json> (*run)(const ordered_json&);
    };
    static constexpr Kind kKinds[] = {{"curve", run_curve},        {"params", run_params_case},
                                      {"gravity", run_gravity},    {"wind", run_wind},
                                      {"collide", run_collide},    {"limit", run_limit},
                                      {"step", run_step_case},     {"bow", run_bow},
                                      {"bowchain", run_bow_chain}, {"rmf", run_rmf},
                                      {"spline", run_spline},      {"angles", run_angles},
                                      {"skin", run_skin},          {"reduce", run_reduce}};
    std::string known;
    for (const Kind& candidate : kKinds) {
        if (kind == candidate.name) return candidate.run(input);
        known += (known.empty() ? "" : ", ") + std::string(candidate.name);
    }
    return Error{"/kind", "is \"" + kind + "\"; known are " + known};
}

}  // namespace

Result<ordered_json> run_chain_case(std::string_view text) {
    auto document = parse_json(text);
    if (!document) return document.error();
    try {
        const std::string id = document->value("id", "");
        auto result = run(document->at("kind").get<std::string>(), document->at("input"));
        if (!result) return result.error();
        return ordered_json{{"id", id}, {"expect", std::move(*result)}};
    } catch (const ordered_json::exception& fault) {
        std::string_view what = fault.what();
        if (const auto label = what.find("] "); label != std::string_view::npos) what.remove_prefix(label + 2);
        return Error{"", "is no case: " + std::string(what)};
    }
}

}  // namespace yure::studio
