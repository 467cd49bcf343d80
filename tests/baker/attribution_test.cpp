// Made-up recordings whose error is of one kind only.
#include "yure/baker/attribution.hpp"

#include "support/catch.hpp"

#include <Eigen/QR>
#include <cmath>

#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::baker;

namespace {

constexpr int kFrames = 600, kColumns = 24;

/// Orthonormal directions, a row each.
Table directions(int count) {
    Random random(11);
    Eigen::MatrixXd drawn(kColumns, count);
    for (Eigen::Index i = 0; i < drawn.size(); ++i) drawn.data()[i] = random.uniform(-1.0, 1.0);
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(drawn);
    const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(kColumns, count);
    return q.transpose().cast<float>();
}

/// Two parameters with bent keys: each side of rest goes its own way.
std::vector<KeyedMode> bent_modes() {
    const Table d = directions(6);
    std::vector<KeyedMode> modes;
    for (int m = 0; m < 2; ++m) {
        KeyedMode mode;
        mode.keys = {-30.0, -9.0, 0.0, 9.0, 30.0};
        mode.shapes = Table::Zero(5, kColumns);
        for (int k = 0; k < 5; ++k) {
            const float key = static_cast<float>(mode.keys[static_cast<std::size_t>(k)]);
            mode.shapes.row(k) = key * d.row(3 * m) + std::abs(key) * 0.4f * d.row(3 * m + 1);
            if (std::abs(key) > 20.0f) mode.shapes.row(k) += 3.0f * d.row(3 * m + 2);
        }
        modes.push_back(std::move(mode));
    }
    return modes;
}

struct Made {
    std::vector<float> simulated, courses, inputs;
    std::vector<char> moves;

    AttributionClip view() const { return {kFrames, simulated, courses, inputs, moves}; }
};

Eigen::RowVectorXf shape_at(const std::vector<KeyedMode>& modes, const std::vector<double>& values) {
    Eigen::RowVectorXf sum = Eigen::RowVectorXf::Zero(kColumns);
    for (std::size_t m = 0; m < modes.size(); ++m) {
        const std::vector<double>& keys = modes[m].keys;
        std::size_t k = 0;
        while (k + 2 < keys.size() && values[m] > keys[k + 1]) ++k;
        const auto share = static_cast<float>((values[m] - keys[k]) / (keys[k + 1] - keys[k]));
        sum += (1.0f - share) * modes[m].shapes.row(static_cast<Eigen::Index>(k)) +
               share * modes[m].shapes.row(static_cast<Eigen::Index>(k) + 1);
    }
    return sum;
}

/// Two inputs: noise that moves all the time.
std::vector<float> restless_inputs() {
    Random random(3);
    std::vector<float> inputs;
    double a = 0.0, b = 0.0;
    for (int f = 0; f < kFrames; ++f) {
        a = 0.93 * a + random.uniform(-1.0, 1.0), b = 0.9 * b + random.uniform(-1.0, 1.0);
        inputs.push_back(f == 0 ? 0.0f : static_cast<float>(a));
        inputs.push_back(f == 0 ? 0.0f : static_cast<float>(b));
    }
    return inputs;
}

/// A resonator's answer to one column of the inputs, peak `peak`.
std::vector<double> answer(const std::vector<float>& inputs, int column, double frequency, double damping,
                           double peak) {
    const double w = 6.283185307179586 * frequency / 60.0;
    const double sum = 2.0 * std::exp(-damping * w) * std::cos(w * std::sqrt(1.0 - damping * damping)),
                 product = std::exp(-2.0 * damping * w);
    std::vector<double> result;
    double last = 0.0, before = 0.0, most = 1e-9;
    for (int f = 0; f < kFrames; ++f) {
        const double now =
            sum * last - product * before +
            (1.0 - sum + product) * static_cast<double>(inputs[static_cast<std::size_t>(2 * f + column)]);
        before = last, last = now;
        result.push_back(now);
        most = std::max(most, std::abs(now));
    }
    for (double& value : result) value *= peak / most;
    return result;
}

using Values = std::vector<std::vector<double>>;  // per mode, per frame

Made made(const std::vector<KeyedMode>& modes, const Values& simulated, const Values& exported,
          std::vector<float> inputs) {
    Made clip;
    clip.inputs = std::move(inputs);
    for (std::size_t f = 0; f < kFrames; ++f) {
        const Eigen::RowVectorXf row = shape_at(modes, {simulated[0][f], simulated[1][f]});
        clip.simulated.insert(clip.simulated.end(), row.data(), row.data() + kColumns);
        for (const auto& course : exported) clip.courses.push_back(static_cast<float>(course[f]));
        clip.moves.push_back(
            f > 0 && (clip.inputs[2 * f] != clip.inputs[2 * f - 2] || clip.inputs[2 * f + 1] != clip.inputs[2 * f - 1])
                ? 1
                : 0);
    }
    return clip;
}

std::vector<ErrorShares> split(const std::vector<KeyedMode>& modes, const std::vector<Made>& clips,
                               const Work& work = {}) {
    std::vector<AttributionClip> views;
    for (const Made& clip : clips) views.push_back(clip.view());
    return attribute(modes, views, 60.0, work).value();
}

/// 1 - R² by the plain definition.
double missed(const std::vector<KeyedMode>& modes, const Made& clip) {
    double error = 0.0, energy = 0.0;
    for (std::size_t f = 0; f < kFrames; ++f) {
        const Eigen::Map<const Eigen::RowVectorXf> row(clip.simulated.data() + f * kColumns, kColumns);
        const std::vector<double> values{static_cast<double>(clip.courses[2 * f]),
                                         static_cast<double>(clip.courses[2 * f + 1])};
        error += static_cast<double>((row - shape_at(modes, values)).squaredNorm());
        energy += static_cast<double>(row.squaredNorm());
    }
    return error / energy;
}

const std::vector<double> kStill(kFrames, 0.0);

}  // namespace

TEST_CASE("an export that is the simulation has no error to share", "[baker][attribution]") {
    const auto modes = bent_modes();
    const auto inputs = restless_inputs();
    const Values courses{answer(inputs, 0, 1.2, 0.15, 28.0), answer(inputs, 1, 2.0, 0.7, 25.0)};
    const ErrorShares shares = split(modes, {made(modes, courses, courses, inputs)})[0];
    CHECK(shares.total() < 1e-9);
}

TEST_CASE("movement outside of the shapes is the shapes' fault, and exactly as much", "[baker][attribution]") {
    const auto modes = bent_modes();
    const auto inputs = restless_inputs();
    const Values courses{answer(inputs, 0, 1.2, 0.15, 28.0), answer(inputs, 1, 2.0, 0.7, 25.0)};
    Made clip = made(modes, courses, courses, inputs);
    const Table beyond = directions(7);  // the seventh is orthogonal to all shapes
    double inside = 0.0, outside = 0.0;
    Random random(5);
    for (std::size_t f = 0; f < kFrames; ++f) {
        Eigen::Map<Eigen::RowVectorXf> row(clip.simulated.data() + f * kColumns, kColumns);
        inside += static_cast<double>(row.squaredNorm());
        const auto more = static_cast<float>(random.uniform(-9.0, 9.0));
        row += more * beyond.row(6);
        outside += static_cast<double>(more * more);
    }
    const ErrorShares shares = split(modes, {clip})[0];
    CHECK(shares.shape == Approx(outside / (inside + outside)).epsilon(1e-3));
    CHECK(shares.total() == Approx(missed(modes, clip)).epsilon(1e-6));
    CHECK(shares.dynamics + shares.statics + shares.rest < 1e-6);
}

TEST_CASE("what filters of the inputs would follow is left to training", "[baker][attribution]") {
    const auto modes = bent_modes();
    const auto inputs = restless_inputs();
    const Values courses{answer(inputs, 0, 1.2, 0.15, 28.0), answer(inputs, 1, 2.0, 0.7, 25.0)};
    Values half = courses;
    for (double& value : half[0]) value *= 0.5;
    const Made clip = made(modes, courses, half, inputs);
    const ErrorShares shares = split(modes, {clip})[0];
    const double all = missed(modes, clip);
    CHECK(all > 0.05);
    CHECK(shares.total() == Approx(all).epsilon(1e-6));
    CHECK(shares.shape < 1e-6);
    CHECK(shares.rest > 0.97 * all);
}

TEST_CASE("what no filter of the inputs gives is the dynamics' fault", "[baker][attribution]") {
    const auto modes = bent_modes();
    const auto inputs = restless_inputs();
    // as much of it one way as the other way round, so that the best filters give nothing at all: a clip and its mirror
    std::vector<float> mirrored = inputs;
    for (float& value : mirrored) value = -value;
    Values even{answer(inputs, 0, 1.2, 0.15, 28.0), kStill};
    for (double& value : even[0]) value = std::abs(value);
    const Values nothing{kStill, kStill};
    const std::vector<Made> clips{made(modes, even, nothing, inputs), made(modes, even, nothing, mirrored)};
    for (const ErrorShares& shares : split(modes, clips)) {
        CHECK(shares.total() == Approx(1.0).epsilon(1e-6));
        CHECK(shares.shape < 1e-6);
        CHECK(shares.dynamics > 0.9);
    }
}

TEST_CASE("a lasting error while inputs are held is the statics' fault", "[baker][attribution]") {
    const auto modes = bent_modes();
    std::vector<float> inputs;
    Values simulated{kStill, kStill}, exported{kStill, kStill};
    for (int f = 0; f < kFrames; ++f) {
        const bool up = f >= 60 && f < 360;
        inputs.push_back(up ? 1.0f : 0.0f);
        inputs.push_back(0.0f);
        const auto at = static_cast<std::size_t>(f);
        if (up) simulated[0][at] = 20.0;
        // right while it moves and settles, then off for good
        if (up) exported[0][at] = f < 60 + 30 ? 20.0 : 8.0;
    }
    const Made clip = made(modes, simulated, exported, inputs);
    const ErrorShares shares = split(modes, {clip})[0];
    const double all = missed(modes, clip);
    CHECK(all > 0.2);
    CHECK(shares.total() == Approx(all).epsilon(1e-6));
    CHECK(shares.statics > 0.97 * all);
    CHECK(shares.shape < 1e-6);
}

TEST_CASE("shares are never below 0, sum up, and are the same in any order of work", "[baker][attribution]") {
    const auto modes = bent_modes();
    Random random(17);
    std::vector<Made> clips;
    for (int c = 0; c < 3; ++c) {
        auto inputs = restless_inputs();
        for (std::size_t i = 400; i < 700; ++i) inputs[i] = inputs[398 + i % 2];  // a stop
        Values simulated{answer(inputs, 0, 0.9, 0.3, 29.0), answer(inputs, 1, 1.7, 0.4, 29.0)};
        Values exported{answer(inputs, 1, 1.1, 0.2, 20.0), answer(inputs, 0, 2.2, 0.5, 30.0)};
        Made clip = made(modes, simulated, exported, inputs);
        for (float& value : clip.simulated) value += static_cast<float>(random.uniform(-2.0, 2.0));
        clips.push_back(std::move(clip));
    }
    const auto shares = split(modes, clips);
    Work backwards;
    backwards.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        for (std::size_t i = count; i-- > 0;) body(i);
    };
    const auto again = split(modes, clips, backwards);
    for (std::size_t k = 0; k < clips.size(); ++k) {
        for (const double part : {shares[k].shape, shares[k].dynamics, shares[k].statics, shares[k].rest})
            CHECK(part >= 0.0);
        CHECK(shares[k].total() == Approx(missed(modes, clips[k])).epsilon(1e-6));
        CHECK(again[k].shape == shares[k].shape);
        CHECK(again[k].dynamics == shares[k].dynamics);
        CHECK(again[k].rest == shares[k].rest);
    }
}

TEST_CASE("no parameters, no movement, cancelled", "[baker][attribution]") {
    const auto modes = bent_modes();
    const auto inputs = restless_inputs();
    Made still = made(modes, {kStill, kStill}, {kStill, kStill}, inputs);
    CHECK(split(modes, {still})[0].total() == 0.0);
    const Values courses{answer(inputs, 0, 1.2, 0.15, 28.0), kStill};
    Made clip = made(modes, courses, courses, inputs);
    clip.courses.clear();
    const ErrorShares none = split({}, {clip})[0];
    CHECK(none.shape == Approx(1.0));
    CHECK(none.total() == Approx(1.0));
    Work work;
    work.cancelled = [] { return true; };
    const AttributionClip view = still.view();
    CHECK_FALSE(attribute(modes, {&view, 1}, 60.0, work).ok());
}
