#include "yure/baker/bank/recording.hpp"

#include "support/catch.hpp"
#include "synthetic.hpp"

#include <cmath>
#include <limits>

#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::baker::bank;

namespace {

TrainingClip clip_of(int frames, const std::string& id) {
    TrainingClip clip;
    clip.clip.id = id;
    clip.clip.input_ids = {"ParamAngleX"};
    clip.clip.values.assign(static_cast<std::size_t>(frames), 0.0f);
    return clip;
}

}  // namespace

TEST_CASE("offsets come back from the basis, clip by clip", "[bank][recording]") {
    const int frames = 90, columns = 40;
    Result<BankRecording> made =
        BankRecording::create(tests::three_inputs(), {clip_of(frames, "a"), clip_of(frames, "b")});
    REQUIRE(made);
    BankRecording& recording = *made;
    const int body = recording.add_body("hair", columns);
    Random random(5);
    std::vector<std::vector<float>> clips;
    for (int c = 0; c < 2; ++c) {  // the second clip has shapes that the first never showed
        std::vector<float> offsets(static_cast<std::size_t>(frames * columns), 0.0f);
        for (int s = 0; s < 4; ++s) {
            std::vector<double> shape(columns);
            for (double& v : shape) v = random.normal();
            const double speed = random.uniform(0.05, 0.3);
            for (int f = 0; f < frames; ++f)
                for (int i = 0; i < columns; ++i)
                    offsets[static_cast<std::size_t>(f * columns + i)] +=
                        static_cast<float>(10.0 * std::sin(speed * f) * shape[static_cast<std::size_t>(i)]);
        }
        REQUIRE_FALSE(recording.complete());
        REQUIRE(recording.add_offsets(body, offsets));
        clips.push_back(std::move(offsets));
    }
    REQUIRE(recording.complete());
    const BodyRecording& kept = recording.bodies()[0];
    CHECK(kept.shapes() <= 10);
    for (std::size_t c = 0; c < 2; ++c) {
        const RowMatrix& own = kept.coefficients[c];
        double error = 0.0, total = 0.0;
        for (int f = 0; f < frames; ++f) {
            const Eigen::VectorXf back = kept.basis.leftCols(own.cols()) * own.row(f).transpose();
            for (int i = 0; i < columns; ++i) {
                const double want = static_cast<double>(clips[c][static_cast<std::size_t>(f * columns + i)]);
                error += std::pow(want - static_cast<double>(back[i]), 2);
                total += want * want;
            }
        }
        CHECK(error / total < 2e-4);
        CHECK(kept.energy[c] == Approx(total).epsilon(1e-4));
        CHECK(kept.outside[c] == Approx(error).margin(2e-5 * total));
    }
    const Eigen::MatrixXf square = kept.basis.transpose() * kept.basis;
    CHECK((square - Eigen::MatrixXf::Identity(kept.shapes(), kept.shapes())).cwiseAbs().maxCoeff() < 1e-4f);
}

TEST_CASE("what cannot be recorded is refused in words", "[bank][recording]") {
    std::vector<BankInput> inputs = tests::three_inputs();
    CHECK_FALSE(BankRecording::create({}, {clip_of(20, "a")}));
    CHECK_FALSE(BankRecording::create(inputs, {}));
    CHECK_FALSE(BankRecording::create(inputs, {clip_of(3, "short")}));
    inputs[0].low = 5.0f;  // the default is outside
    const Result<BankRecording> off = BankRecording::create(inputs, {clip_of(20, "a")});
    REQUIRE_FALSE(off);
    CHECK(off.error().where == "ParamAngleX");

    BankRecording recording = std::move(BankRecording::create(tests::three_inputs(), {clip_of(20, "a")}).value());
    const int body = recording.add_body("hair", 4);
    CHECK_FALSE(recording.add_offsets(body, std::vector<float>(79, 0.0f)));
    std::vector<float> offsets(80, 0.0f);
    offsets[33] = std::numeric_limits<float>::quiet_NaN();
    CHECK_FALSE(recording.add_offsets(body, offsets));
    CHECK_FALSE(recording.complete());
    offsets[33] = 0.0f;
    CHECK(recording.add_offsets(body, offsets));
    CHECK_FALSE(recording.add_offsets(body, offsets));
}

TEST_CASE("inputs that a clip lacks stay at their default, others are clamped", "[bank][recording]") {
    TrainingClip clip = clip_of(10, "a");
    clip.clip.values.assign(10, 45.0f);
    const BankRecording recording = std::move(BankRecording::create(tests::three_inputs(), {clip}).value());
    const RowMatrix values = recording.input_values(0);
    CHECK(values(3, 0) == 30.0f);
    CHECK(values(3, 1) == 0.0f);
}
