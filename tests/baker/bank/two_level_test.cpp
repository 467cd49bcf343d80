#include "two_level.hpp"

#include "support/catch.hpp"
#include "synthetic.hpp"
#include "train.hpp"

#include <cmath>

#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::baker::bank;

namespace {

/// Five level-1 groups on two classes, three helpers, four level-2 groups, one or more bodies of two modes.
TwoLevel random_model(std::uint64_t seed, const std::vector<SourceClass>& classes, int bodies) {
    Random random(seed);
    TwoLevel model;
    for (int g = 0; g < 5; ++g) {
        LevelOneGroup group;
        group.source_class = g % static_cast<int>(classes.size());
        for (std::size_t m = 0; m < classes[static_cast<std::size_t>(group.source_class)].members.size(); ++m)
            group.weights.push_back(random.normal());
        group.pole = {random.uniform(0.5, 3.0), random.uniform(0.3, 1.5)};
        model.one.push_back(group);
    }
    model.helpers = Eigen::MatrixXd::NullaryExpr(3, 5, [&](Eigen::Index, Eigen::Index) { return random.normal(); });
    for (int g = 0; g < 4; ++g) {
        LevelTwoGroup group;
        for (int j = 0; j < 3; ++j) group.weights.push_back(random.normal());
        group.pole = {random.uniform(0.5, 3.0), random.uniform(0.3, 1.5)};
        model.two.push_back(group);
    }
    for (int b = 0; b < bodies; ++b)
        model.mixing.push_back(
            Eigen::MatrixXd::NullaryExpr(9, 2, [&](Eigen::Index, Eigen::Index) { return 0.2 * random.normal(); }));
    return model;
}

}  // namespace

TEST_CASE("back-propagation through both levels agrees with differences", "[bank][gradient]") {
    const std::vector<SourceClass> classes{{SourceClass::Kind::linear, 0.0, {0, 1}},
                                           {SourceClass::Kind::one_sided, 0.0, {0}}};
    const std::vector<int> offsets = source_offsets(classes);
    const int signals = 3, frames = 120;
    Random random(17);
    std::vector<double> input(static_cast<std::size_t>(signals * frames), 0.0);
    for (int f = 1; f < frames; ++f)
        for (int s = 0; s < signals; ++s) {
            const auto at = static_cast<std::size_t>(f * signals + s);
            input[at] = 0.9 * input[at - signals] + 0.3 * random.normal();
        }
    TwoLevel model = random_model(3, classes, 1);

    // Some linear function of all responses.
    auto step = step_coefficients<double>(model, offsets, signals, 60.0);
    std::vector<double> pull_one(static_cast<std::size_t>(frames * step.one)),
        pull_two(static_cast<std::size_t>(frames * step.two));
    for (double& v : pull_one) v = random.normal();
    for (double& v : pull_two) v = random.normal();
    auto value = [&](const StepCoefficients<double>& with) {
        StepTape<double> tape;
        play_step(with, input.data(), frames, tape);
        double sum = 0.0;
        for (std::size_t i = 0; i < pull_one.size(); ++i) sum += pull_one[i] * tape.one[i];
        for (std::size_t i = 0; i < pull_two.size(); ++i) sum += pull_two[i] * tape.two[i];
        return sum;
    };
    StepTape<double> tape;
    play_step(step, input.data(), frames, tape);
    StepGradient<double> back;
    back.pull_one = pull_one;
    back.pull_two = pull_two;
    play_step_back(step, tape, frames, back);

    auto difference = [&](std::vector<double> StepCoefficients<double>::*table, std::size_t at, auto&& mirror) {
        const double e = 1e-6;
        auto plus = step, minus = step;
        (plus.*table)[at] += e;
        (minus.*table)[at] -= e;
        mirror(plus);
        mirror(minus);
        return (value(plus) - value(minus)) / (2.0 * e);
    };
    auto nothing = [](StepCoefficients<double>&) {};
    using Step = StepCoefficients<double>;
    for (std::size_t g = 0; g < 5; ++g) {
        for (std::size_t s = 0; s < 3; ++s) {
            double sum = 0.0;
            for (std::size_t f = 0; f < frames; ++f)
                sum += input[f * 3 + s] * back.sum_one[f * static_cast<std::size_t>(step.one) + g];
            CHECK(sum == Approx(difference(&Step::weights, s * static_cast<std::size_t>(step.one) + g, nothing))
                             .epsilon(1e-6)
                             .margin(1e-6));
        }
        CHECK(back.kappa[g] == Approx(difference(&Step::kappa, g, nothing)).epsilon(1e-6).margin(1e-6));
        CHECK(back.mobility[g] == Approx(difference(&Step::mobility, g, nothing)).epsilon(1e-6).margin(1e-6));
        for (std::size_t j = 0; j < 3; ++j) {
            double sum = 0.0;
            for (std::size_t f = 0; f < frames; ++f)
                sum += tape.one[f * static_cast<std::size_t>(step.one) + g] *
                       back.helpers[f * static_cast<std::size_t>(step.helpers) + j];
            CHECK(sum == Approx(difference(&Step::helper_mix, g * static_cast<std::size_t>(step.helpers) + j, nothing))
                             .epsilon(1e-6)
                             .margin(1e-6));
        }
    }
    for (std::size_t g = 0; g < 4; ++g) {
        const std::size_t lane = static_cast<std::size_t>(step.one) + g;
        CHECK(back.kappa[lane] == Approx(difference(&Step::kappa, lane, nothing)).epsilon(1e-6).margin(1e-6));
        CHECK(back.mobility[lane] == Approx(difference(&Step::mobility, lane, nothing)).epsilon(1e-6).margin(1e-6));
        for (std::size_t j = 0; j < 3; ++j) {
            double sum = 0.0;
            for (std::size_t f = 0; f < frames; ++f)
                sum += tape.helpers[f * static_cast<std::size_t>(step.helpers) + j] *
                       back.sum_two[f * static_cast<std::size_t>(step.two) + g];
            CHECK(sum == Approx(difference(&Step::second, j * static_cast<std::size_t>(step.two) + g, nothing))
                             .epsilon(1e-6)
                             .margin(1e-6));
        }
    }
}

TEST_CASE("single and double precision play the same bank", "[bank][gradient]") {
    const std::vector<SourceClass> classes{{SourceClass::Kind::linear, 0.0, {0, 1}}};
    const TwoLevel model = random_model(5, classes, 1);
    const int frames = 600;
    std::vector<float> single;
    for (int f = 0; f < frames; ++f)
        for (int s = 0; s < 2; ++s) single.push_back(static_cast<float>(std::sin(0.05 * (s + 1) * f)));
    const std::vector<double> wide(single.begin(), single.end());
    StepTape<float> a;
    StepTape<double> b;
    play_step(step_coefficients<float>(model, {0}, 2, 60.0), single.data(), frames, a);
    play_step(step_coefficients<double>(model, {0}, 2, 60.0), wide.data(), frames, b);
    double worst = 0.0;
    for (std::size_t i = 0; i < a.two.size(); ++i)
        worst = std::max(worst, std::abs(static_cast<double>(a.two[i]) - b.two[i]));
    CHECK(worst < 1e-3);
}

TEST_CASE("the loss of a whole bank falls as its gradient says", "[bank][gradient]") {
    const BankRecording recording =
        tests::record({tests::SyntheticBody{}, tests::SyntheticBody{false, true, true, 6}}, 2);
    const Result<FitData> data = prepare_fit(recording, source_classes(recording.inputs()), {});
    REQUIRE(data);
    const RowSet rows = data->row_set(5);
    const std::vector<Targets> targets{data->targets(0, rows), data->targets(1, rows)};
    const Work work;
    BankTrainer trainer(*data, rows, targets, KeyGrid(key_positions(5)), 1e-3, random_model(11, data->classes, 2),
                        work);
    const Eigen::VectorXd start = trainer.parameters();
    Eigen::VectorXd gradient;
    trainer.evaluate(&gradient);
    REQUIRE(gradient.size() == start.size());
    Random random(23);
    for (int trial = 0; trial < 12; ++trial) {
        Eigen::VectorXd direction(start.size());
        for (Eigen::Index i = 0; i < direction.size(); ++i) direction[i] = random.normal();
        if (trial < 6) {  // one parameter alone
            const auto only = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(direction.size())));
            direction = Eigen::VectorXd::Unit(direction.size(), only);
        }
        // Played in single precision, a loss is good to about a millionth: several differences, averaged.
        double slope = 0.0;
        if (trial == 0) direction = gradient.normalized();  // the steepest: most signal, least noise
        const double unit = 5e-4 / std::max(1.0, direction.norm() / 3.0);
        for (int i = 1; i <= 6; ++i) {
            trainer.set_parameters(start + i * unit * direction);
            const double above = trainer.evaluate(nullptr);
            trainer.set_parameters(start - i * unit * direction);
            const double below = trainer.evaluate(nullptr);
            slope += i * unit * (above - below) / 2.0 / (91.0 * unit * unit);  // 91 = 1 + 4 + … + 36
        }
        CAPTURE(trial);
        CHECK(gradient.dot(direction) == Approx(slope).epsilon(0.05).margin(trial == 0 ? 0.0 : 1e-2));
    }
}
