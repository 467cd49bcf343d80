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
    int combined = 0, selecting = 0, whips = 0, gestures = 0;
    for (const TrainingClip& clip : clips) {
        combined += clip.combined ? 1 : 0;
        selecting += clip.role == baker::ClipRole::select ? 1 : 0;
        whips += clip.clip.id.rfind("whips", 0) == 0 ? 1 : 0;
        gestures += clip.clip.id.rfind("gestures", 0) == 0 ? 1 : 0;
        if (clip.role == baker::ClipRole::select) CHECK(clip.combined);
    }
    CHECK(clips.size() == 3 * 5 + 4 * 8 + 12 + 8 + 4);
    CHECK(combined == 32 + 12 + 12);
    CHECK(selecting == 6 + 2);
    CHECK(gestures == 12);
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

TEST_CASE("gestures are slow eases along one axis, or along all of them", "[bank][training]") {
    // a nod of half a second over nothing else was never seen while every move took .15 s and came with all others
    for (const TrainingClip& clip : wide_training(tests::three_inputs())) {
        if (clip.clip.id.rfind("gestures", 0) != 0) continue;
        INFO(clip.clip.id);
        float most[3] = {}, fastest = 0.0f;  // of the span; of it per frame
        for (int f = 1; f < clip.clip.frames(); ++f)
            for (std::size_t i = 0; i < 3; ++i) {
                const float span = i == 2 ? 10.0f : 30.0f;
                most[i] = std::max(most[i], std::abs(clip.clip.frame(f)[i]) / span);
                fastest = std::max(fastest, std::abs(clip.clip.frame(f)[i] - clip.clip.frame(f - 1)[i]) / span);
            }
        const int axis = (std::stoi(clip.clip.id.substr(8)) - 1) % 4;
        CHECK((most[1] > 0.0f) == (axis == 0 || axis >= 2));  // three_inputs has nothing that tilts
        CHECK((most[0] > 0.0f) == (axis != 0));
        if (axis == 1) CHECK(most[2] <= most[0]);  // the body follows
        CHECK(fastest < 2.0f * 1.5f / 15.0f);      // end to end in .25 s at the fastest
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
    CHECK(different == 32 + 12 + 12);  // steps and chirps have nothing random
}
