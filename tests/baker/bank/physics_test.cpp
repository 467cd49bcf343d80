#include "yure/baker/bank/physics.hpp"

#include "finish.hpp"
#include "support/catch.hpp"
#include "synthetic.hpp"
#include "train.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "yure/baker/bank/training.hpp"
#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::baker::bank;

namespace {

/// A random bank on all classes of the inputs, with peaks from the recording's clips, and no keys worth the name.
BankFit random_bank(const BankRecording& recording, std::uint64_t seed, FitData& data) {
    data = std::move(prepare_fit(recording, source_classes(recording.inputs()), {}).value());
    Random random(seed);
    TwoLevel model;
    const int groups = 2 * static_cast<int>(data.classes.size());
    for (int g = 0; g < groups; ++g) {
        LevelOneGroup group;
        group.source_class = g % static_cast<int>(data.classes.size());
        for (std::size_t m = 0; m < data.classes[static_cast<std::size_t>(group.source_class)].members.size(); ++m)
            group.weights.push_back(random.normal());
        group.pole = {random.uniform(0.5, 4.0), random.uniform(0.3, 2.0)};
        model.one.push_back(group);
    }
    model.helpers =
        Eigen::MatrixXd::NullaryExpr(2, groups, [&](Eigen::Index, Eigen::Index) { return random.normal(); });
    for (int g = 0; g < 3; ++g)
        model.two.push_back({{random.normal(), random.normal()}, {random.uniform(0.5, 3.0), 0.6}, 0.0});
    model.mixing.push_back(
        Eigen::MatrixXd::NullaryExpr(groups + 3, 2, [&](Eigen::Index, Eigen::Index) { return 0.3 * random.normal(); }));
    const KeyGrid grid(key_positions(5));
    return assemble(data, model, grid, {Eigen::MatrixXd::Zero(8, recording.bodies()[0].shapes())}, {});
}

/// Difference between written groups, played by the runtime's step, and the linear model: root mean square, as a share
/// of the mode's own.
double difference(const BankRecording& recording, const BankFit& fit, const FitData& data) {
    const TwoLevel model{fit.level_one, fit.helpers, fit.level_two, {fit.bodies[0].mixing}};
    const BankPhysics physics = bank_physics(fit, {"hair", "Hair"});
    double error = 0.0, total = 0.0;
    for (std::size_t c = 0; c < recording.clips().size(); ++c) {
        const RowMatrix played = play_exact(fit, physics, recording.input_values(static_cast<int>(c)));
        const RowMatrix wanted = shown_responses(data, model, static_cast<int>(c)) * fit.bodies[0].mixing.cast<float>();
        error += static_cast<double>((played - wanted).squaredNorm());
        total += static_cast<double>(wanted.squaredNorm());
        // Nowhere far off either: a clamp or a wrong order would show as a jump.
        CHECK((played - wanted).cwiseAbs().maxCoeff() < 0.03f * static_cast<float>(fit.bodies[0].mode_peak[0]));
    }
    return std::sqrt(error / total);
}

}  // namespace

TEST_CASE("written groups play what the fit computed, within half a percent", "[bank][physics]") {
    const BankRecording recording = tests::record({tests::SyntheticBody{}}, 2);
    FitData data;
    const BankFit fit = random_bank(recording, 41, data);
    CHECK(difference(recording, fit, data) < 0.005);
}

TEST_CASE("off-centre defaults and one-sided ranges are read as the fit reads them", "[bank][physics]") {
    std::vector<BankInput> inputs{{"ParamA", -10.0f, 5.0f, 30.0f, -10.0f, 30.0f, false},
                                  {"ParamB", 0.0f, 0.0f, 1.0f, 0.0f, 1.0f, false},
                                  {"ParamC", -1.0f, 0.5f, 1.0f, -1.0f, 1.0f, true},
                                  {"ParamD", -30.0f, 0.0f, 30.0f, -12.0f, 6.0f, false}};
    TrainingPlan plan;
    plan.combined = 2;
    BankRecording recording = std::move(BankRecording::create(inputs, wide_training(inputs, plan)).value());
    recording.add_body("hair", 2);
    for (std::size_t c = 0; c < recording.clips().size(); ++c) {
        const RowMatrix values = recording.input_values(static_cast<int>(c));
        std::vector<float> offsets;
        for (Eigen::Index f = 0; f < values.rows(); ++f)
            offsets.insert(offsets.end(), {values(f, 0) - 5.0f, values(f, 1)});
        REQUIRE(recording.add_offsets(0, offsets));
    }
    FitData data;
    const BankFit fit = random_bank(recording, 43, data);
    CHECK(difference(recording, fit, data) < 0.005);
}

TEST_CASE("files keep the rules that players rely on", "[bank][physics]") {
    const BankRecording recording = tests::record({tests::SyntheticBody{}}, 2);
    FitData data;
    const BankFit fit = random_bank(recording, 47, data);
    const BankPhysics physics = bank_physics(fit, {"hair", "Hair"}, {20.0f});

    std::set<std::string> made, written, ids;
    for (const BankParameter& parameter : physics.parameters) {
        CHECK(made.insert(parameter.id).second);
        CHECK(parameter.min == -parameter.max);
        if (parameter.mode >= 0) {
            CHECK(parameter.keyed == 20.0f);
            CHECK(parameter.max >= 20.0f);
        }
    }
    CHECK(made.count("ParamSimbody1_1") == 1);
    CHECK(made.count("ParamSimhair_v1") == 1);
    CHECK(made.count("ParamSimhair_h2") == 1);
    for (const pendulum::Group& group : physics.groups) {
        INFO(group.id);
        CHECK(ids.insert(group.id).second);
        REQUIRE(group.vertices.size() == 2);
        CHECK(group.vertices[1].mobility >= 0.0f);
        CHECK(group.vertices[1].mobility <= 1.0f);
        CHECK(group.vertices[1].acceleration <= 10.0f);
        for (const pendulum::Input& input : group.inputs) {
            CHECK(input.weight > 0.0f);
            CHECK(input.weight <= 100.001f);
            // Whatever a group reads of ours has been written by an earlier one.
            if (made.count(input.parameter) == 1) CHECK(written.count(input.parameter) == 1);
        }
        for (const pendulum::Output& output : group.outputs) {
            CHECK(made.count(output.parameter) == 1);
            CHECK(output.weight > 0.0f);
            CHECK(output.weight <= 100.0f);
            // The first writer of a parameter sets it whole: nothing of an earlier frame stays in it.
            if (written.insert(output.parameter).second) CHECK(output.weight == 100.0f);
        }
    }
    CHECK(written == made);
    CHECK(ids.count("PhysicsSim_hair_b01") == 1);
    CHECK(ids.count("PhysicsSim_hair_c03") == 1);
}

TEST_CASE("all outputs of a bank scaled together scale the modes alike", "[bank][physics]") {
    // What a player's overall physics strength does: every output's weight against the rest value. Here: every scale.
    const BankRecording recording = tests::record({tests::SyntheticBody{}}, 2);
    FitData data;
    BankFit fit = random_bank(recording, 53, data);
    fit.level_two.clear();
    fit.helpers.resize(0, fit.helpers.cols());
    fit.helper_peak.clear();
    fit.bodies[0].mixing.conservativeResize(static_cast<Eigen::Index>(fit.level_one.size()), Eigen::NoChange);
    BankPhysics physics = bank_physics(fit, {"hair", {}});
    const RowMatrix values = recording.input_values(static_cast<int>(recording.clips().size()) - 1);
    const RowMatrix whole = play_exact(fit, physics, values);
    for (pendulum::Group& group : physics.groups)
        for (pendulum::Output& output : group.outputs)
            if (output.parameter.find("_v") == std::string::npos) output.scale *= 0.5f;
    const RowMatrix half = play_exact(fit, physics, values);
    CHECK((half - 0.5f * whole).cwiseAbs().maxCoeff() < 1e-3f * whole.cwiseAbs().maxCoeff());
}
