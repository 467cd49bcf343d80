#include "yure/baker/bank/training.hpp"

#include "support/catch.hpp"
#include "synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <set>

using namespace yure;
using namespace yure::baker::bank;

TEST_CASE("training clips begin and end at rest, inside the training spans", "[bank][training]") {
    std::vector<BankInput> inputs = tests::three_inputs();
    inputs[2].low = -4.0f;  // narrower than the parameter
    inputs.push_back({"ParamBreath", 0.0f, 0.0f, 1.0f, 0.0f, 1.0f, false});
    std::set<std::string> ids;
    for (const TrainingClip& clip : wide_training(inputs)) {
        INFO(clip.clip.id);
        CHECK(ids.insert(clip.clip.id).second);
        REQUIRE(clip.clip.inputs() == 4);
        const int frames = clip.clip.frames();
        REQUIRE(frames > 100);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            CHECK(clip.clip.frame(0)[i] == inputs[i].default_value);
            for (int f = frames - 72; f < frames; ++f) REQUIRE(clip.clip.frame(f)[i] == inputs[i].default_value);
            for (int f = 0; f < frames; ++f) {
                REQUIRE(clip.clip.frame(f)[i] >= inputs[i].low);
                REQUIRE(clip.clip.frame(f)[i] <= inputs[i].high);
            }
        }
    }
}

TEST_CASE("training holds every kind of clip, and every fifth combined one only selects", "[bank][training]") {
    const std::vector<TrainingClip> clips = wide_training(tests::three_inputs());
    int combined = 0, selecting = 0, whips = 0;
    for (const TrainingClip& clip : clips) {
        combined += clip.combined ? 1 : 0;
        selecting += clip.role == baker::ClipRole::select ? 1 : 0;
        whips += clip.clip.id.rfind("whips", 0) == 0 ? 1 : 0;
        if (clip.role == baker::ClipRole::select) CHECK(clip.combined);
    }
    CHECK(clips.size() == 3 * 5 + 4 * 8 + 8 + 4);
    CHECK(combined == 32 + 12);
    CHECK(selecting == 6);
    CHECK(whips == 8);
    std::vector<BankInput> flat = tests::three_inputs();
    flat[1].vertical = false;
    const std::vector<TrainingClip> without = wide_training(flat);
    CHECK(std::none_of(without.begin(), without.end(),
                       [](const TrainingClip& c) { return c.clip.id.rfind("whips", 0) == 0; }));
}

TEST_CASE("a combined clip's size is its place in its kind", "[bank][training]") {
    auto most = [](const TrainingClip& clip) {
        float largest = 0.0f;
        for (int f = 0; f < clip.clip.frames(); ++f)
            largest = std::max(largest, std::abs(clip.clip.frame(f)[0]) / 30.0f);
        return largest;
    };
    for (const TrainingClip& clip : wide_training(tests::three_inputs())) {
        if (clip.clip.id == "noise1") CHECK(most(clip) == Approx(0.15).margin(0.002));
        if (clip.clip.id == "noise8") CHECK(most(clip) == Approx(1.0).margin(0.002));
        if (clip.clip.id == "step50:ParamAngleX") CHECK(most(clip) == Approx(0.5).margin(1e-4));
    }
}

TEST_CASE("the same seed gives the same clips, another seed others", "[bank][training]") {
    TrainingPlan other;
    other.seed = 2;
    const auto a = wide_training(tests::three_inputs()), b = wide_training(tests::three_inputs());
    const auto c = wide_training(tests::three_inputs(), other);
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(a[i].clip.values == b[i].clip.values);
        different += a[i].clip.values != c[i].clip.values ? 1 : 0;
    }
    CHECK(different == 32 + 12);  // steps and chirps have nothing random
}
