#include "yure/baker/classic_fit.hpp"

#include "support/catch.hpp"

#include <cmath>
#include <numbers>

using namespace yure;
using namespace yure::baker;

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

Drive drive_of(int kind, int input) {
    Drive drive{540, 2, {}};
    for (int f = 0; f < drive.frames; ++f) {
        const double time = f / 60.0, fade = std::min(1.0, std::max(0.0, (8.0 - time) / 0.3));
        double value = 0.0;
        if (kind == 0) value = time < 0.1 ? 0 : time < 2 ? 1 : time < 4 ? 0 : time < 6 ? -1 : 0;
        if (kind == 1) value = fade * std::sin(kTurn * (0.3 * time + 0.11 * time * time));
        for (int i = 0; i < 2; ++i)
            drive.values.push_back(static_cast<float>(kind == 2
                                                          ? 0.7 * fade * std::sin(kTurn * (i == 0 ? 0.8 : 0.55) * time)
                                                      : i == input ? value
                                                                   : 0.0));
    }
    return drive;
}

/// A body of three particles that follows known pendulums in known directions.
struct Truth {
    std::vector<Chain> chains;
    std::vector<Eigen::RowVectorXf> shapes;  // px per radian of the first link
};

FitClip clip_of(const Truth& truth, const char* id, Drive drive) {
    FitClip clip;
    clip.id = id;
    clip.movement = Table::Zero(drive.frames, truth.shapes[0].size());
    std::vector<double> readings;
    for (std::size_t c = 0; c < truth.chains.size(); ++c) {
        play_chain(truth.chains[c], drive, 60.0, readings);
        for (int f = 0; f < drive.frames; ++f)
            clip.movement.row(f) += static_cast<float>(readings[static_cast<std::size_t>(f)]) * truth.shapes[c];
    }
    clip.still.assign(static_cast<std::size_t>(drive.frames), 0);
    for (int f = 490; f < drive.frames; ++f) clip.still[static_cast<std::size_t>(f)] = 1;
    clip.drive = std::move(drive);
    return clip;
}

FitProblem problem_of(const Truth& truth) {
    FitProblem problem;
    problem.may_tilt = {1, 1};
    for (int input = 0; input < 2; ++input)
        for (int kind = 0; kind < 2; ++kind) problem.train.push_back(clip_of(truth, "train", drive_of(kind, input)));
    problem.select.push_back(clip_of(truth, "select", drive_of(2, 0)));
    return problem;
}

Truth one_pendulum() {
    Eigen::RowVectorXf shape(6);
    shape << 10, 0, 40, 5, 90, 12;
    return {{{{{0, false, 0.4}, {1, true, -0.25}}, {{14.0, 0.92, 1.1}}}}, {shape}};
}

Truth two_pendulums() {
    Truth truth = one_pendulum();
    Eigen::RowVectorXf shape(6);
    shape << 0, 8, -5, 40, 10, -30;
    truth.chains.push_back({{{0, false, 0.5}}, {{6.0, 0.85, 2.2}}});
    truth.shapes.push_back(shape);
    return truth;
}

}  // namespace

TEST_CASE("a body that is a pendulum is found to be one", "[baker][classic]") {
    const FitProblem problem = problem_of(one_pendulum());
    ClassicSettings settings;
    settings.modes = 1;
    const Result<ClassicFit> fit = classic_fit(problem, settings, {});
    REQUIRE(fit);
    REQUIRE(fit->modes.size() == 1);
    CHECK(fit->train_r2 > 0.97);
    CHECK(fit->select_r2 > 0.95);
    const Chain& chain = fit->pendulums[0];
    REQUIRE(chain.inputs.size() == 2);
    CHECK_FALSE(chain.inputs[0].angle);
    CHECK(chain.inputs[1].angle);
}

TEST_CASE("the output range leaves a tenth over the largest swing", "[baker][classic]") {
    const FitProblem problem = problem_of(one_pendulum());
    ClassicSettings settings;
    settings.modes = 1;
    const Result<ClassicFit> fit = classic_fit(problem, settings, {});
    REQUIRE(fit);
    double most = 0.0;
    for (const auto* clips : {&problem.train, &problem.select})
        for (const FitClip& clip : *clips) {
            const auto courses = mode_courses(*fit, clip.drive, 60.0);
            for (const double value : courses[0]) most = std::max(most, std::abs(value));
        }
    CHECK(most == Approx(1.0 / 1.1).epsilon(1e-3));
}

TEST_CASE("a second mode takes what the first leaves", "[baker][classic]") {
    const FitProblem problem = problem_of(two_pendulums());
    ClassicSettings one, two;
    one.modes = 1;
    two.modes = 2;
    const Result<ClassicFit> single = classic_fit(problem, one, {}), both = classic_fit(problem, two, {});
    REQUIRE(single);
    REQUIRE(both);
    REQUIRE(both->modes.size() == 2);
    CHECK(both->train_r2 > single->train_r2 + 0.02);
    CHECK(both->select_r2 > single->select_r2);
}

TEST_CASE("a body that hardly moves gets no parameter unless asked for", "[baker][classic]") {
    Truth still = one_pendulum();
    still.shapes[0] *= 0.002f;
    const FitProblem problem = problem_of(still);
    ClassicSettings settings;
    settings.modes = 1;
    CHECK(classic_fit(problem, settings, {})->modes.empty());
    CHECK(classic_fit(problem, settings, {})->pendulums.empty());
    settings.always = true;
    CHECK(classic_fit(problem, settings, {})->modes.size() == 1);
}

TEST_CASE("an unmoving body and an empty problem end well", "[baker][classic]") {
    Truth dead = one_pendulum();
    dead.shapes[0].setZero();
    CHECK(classic_fit(problem_of(dead), {}, {})->modes.empty());
    CHECK_FALSE(classic_fit({}, {}, {}).ok());
}

TEST_CASE("a cancelled fit says so at once", "[baker][classic]") {
    const FitProblem problem = problem_of(two_pendulums());
    Work work;
    int asked = 0;
    work.cancelled = [&] { return ++asked > 2; };
    const Result<ClassicFit> fit = classic_fit(problem, {}, work);
    REQUIRE_FALSE(fit.ok());
    CHECK(fit.error().what == "cancelled");
}

TEST_CASE("the order in which candidates run does not change the fit", "[baker][classic][determinism]") {
    const FitProblem problem = problem_of(two_pendulums());
    Work backwards;
    backwards.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        for (std::size_t i = count; i-- > 0;) body(i);
    };
    const Result<ClassicFit> a = classic_fit(problem, {}, {}), b = classic_fit(problem, {}, backwards);
    REQUIRE(a);
    REQUIRE(b);
    REQUIRE(a->modes.size() == b->modes.size());
    for (std::size_t m = 0; m < a->modes.size(); ++m) {
        CHECK(a->modes[m].scale == b->modes[m].scale);
        CHECK(a->modes[m].keys == b->modes[m].keys);
    }
}
