#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "yure/baker/excitation.hpp"
#include "yure/baker/unseen_clips.hpp"

namespace {

using namespace yure::baker;
using yure::rig::ParameterInfo;

std::vector<ParameterInfo> head_and_body() {
    return {{"ParamAngleX", -30, 30, 0},     {"ParamAngleY", -30, 30, 0},     {"ParamAngleZ", -30, 30, 0},
            {"ParamBodyAngleX", -10, 10, 0}, {"ParamBodyAngleY", -10, 10, 0}, {"ParamBodyAngleZ", -10, 10, 0},
            {"ParamBreath", 0, 1, 0},        {"ParamOther", -1, 1, 0}};
}

std::vector<InputReading> readings() {
    InputReading x, y, culled;
    x.id = "ParamAngleX", x.span = {-20, 30}, x.reach_px = 40, x.group = InputGroup::lateral;
    y.id = "ParamAngleY", y.span = {-30, 30}, y.reach_px = 20, y.group = InputGroup::vertical;
    culled.id = "ParamOther", culled.span = {-1, 1};
    return {x, y, culled};
}

const DriveClip* find(const std::vector<DriveClip>& clips, const std::string& id) {
    for (const DriveClip& clip : clips)
        if (clip.id == id) return &clip;
    return nullptr;
}

float range_of(const DriveClip& clip, const std::string& id, bool top) {
    const auto column = std::find(clip.input_ids.begin(), clip.input_ids.end(), id) - clip.input_ids.begin();
    float most = top ? -1e9f : 1e9f;
    for (int f = 0; f < clip.frames(); ++f) {
        const float value = clip.frame(f)[static_cast<std::size_t>(column)];
        most = top ? std::max(most, value) : std::min(most, value);
    }
    return most;
}

}  // namespace

TEST_CASE("the unseen motions are the documented ones, in order", "[baker][clips]") {
    const auto clips = unseen_clips(head_and_body(), {{"ParamAngleX", "ParamBodyAngleZ"}, 0, {}});
    std::vector<std::string> ids;
    for (const DriveClip& clip : clips) ids.push_back(clip.id);
    CHECK(ids == std::vector<std::string>{"tracking", "roll", "idle", "nod", "shake", "step:ParamAngleX",
                                          "step:ParamBodyAngleZ", "turns", "drags", "fast_shake"});
}

TEST_CASE("every unseen motion starts at rest, stays in range, ends in 1.5 s of rest", "[baker][clips]") {
    const auto parameters = head_and_body();
    for (const DriveClip& clip : unseen_clips(parameters, {{"ParamAngleX", "ParamAngleY", "ParamBodyAngleZ"}, 3, {}})) {
        INFO(clip.id);
        CHECK(check_clip(clip).ok());
        for (std::size_t c = 0; c < clip.input_ids.size(); ++c) {
            const int row = find_standard_parameter(parameters, clip.input_ids[c]);
            REQUIRE(row >= 0);
            const ParameterInfo& p = parameters[static_cast<std::size_t>(row)];
            CHECK(clip.frame(0)[c] == Approx(p.default_value).margin(1e-6));
            for (int f = 0; f < clip.frames(); ++f) REQUIRE((clip.frame(f)[c] >= p.min && clip.frame(f)[c] <= p.max));
        }
        for (int f = clip.frames() - 89; f < clip.frames(); ++f) CHECK(clip.still(f));
    }
}

TEST_CASE("the motions have their documented lengths and peaks", "[baker][clips]") {
    const auto clips = unseen_clips(head_and_body(), {{"ParamAngleX"}, 0, {}});
    const auto seconds = [&](const std::string& id) { return (find(clips, id)->frames() - 1) / 60.0; };
    CHECK(seconds("tracking") == Approx(13.5));
    CHECK(seconds("roll") == Approx(11.5));
    CHECK(seconds("nod") == Approx(3.5));
    CHECK(seconds("step:ParamAngleX") == Approx(4 * 2.15 + 1.5));
    CHECK(range_of(*find(clips, "nod"), "ParamAngleY", false) == Approx(-18.0f));
    CHECK(range_of(*find(clips, "nod"), "ParamAngleY", true) == Approx(6.0f));
    CHECK(range_of(*find(clips, "shake"), "ParamAngleX", true) == Approx(20.0f));
    CHECK(range_of(*find(clips, "step:ParamAngleX"), "ParamAngleX", true) == 30.0f);
    CHECK(range_of(*find(clips, "step:ParamAngleX"), "ParamAngleX", false) == -30.0f);
    CHECK(range_of(*find(clips, "tracking"), "ParamAngleX", true) > 15.0f);
    CHECK(range_of(*find(clips, "turns"), "ParamAngleX", false) < -25.0f);
}

TEST_CASE("the seed shifts the random motions and nothing else; the same seed repeats them", "[baker][clips]") {
    const auto a = unseen_clips(head_and_body(), {{"ParamAngleX"}, 0, {}});
    const auto b = unseen_clips(head_and_body(), {{"ParamAngleX"}, 0, {}});
    const auto c = unseen_clips(head_and_body(), {{"ParamAngleX"}, 1, {}});
    const std::set<std::string> random{"tracking", "roll", "drags"};
    for (std::size_t i = 0; i < a.size(); ++i) {
        INFO(a[i].id);
        CHECK(a[i].values == b[i].values);
        CHECK((a[i].values == c[i].values) == (random.count(a[i].id) == 0));
    }
}

TEST_CASE("motions that the model cannot show are left out, old-style names are found", "[baker][clips]") {
    const std::vector<ParameterInfo> old{{"PARAM_ANGLE_Y", -30, 30, 0}};
    std::vector<std::string> ids;
    for (const DriveClip& clip : unseen_clips(old, {{}, 0, {}})) {
        ids.push_back(clip.id);
        CHECK(clip.input_ids == std::vector<std::string>{"PARAM_ANGLE_Y"});
    }
    CHECK(ids == std::vector<std::string>{"tracking", "idle", "nod"});
    CHECK(old_style_id("ParamBodyAngleX") == "PARAM_BODY_ANGLE_X");
}

TEST_CASE("training drives each kept input alone, over its training span", "[baker][clips]") {
    const auto clips = classic_excitation(head_and_body(), readings());
    int train = 0, select = 0;
    for (const ExcitationClip& clip : clips) {
        INFO(clip.clip.id);
        CHECK(check_clip(clip.clip).ok());
        CHECK(clip.clip.input_ids.size() == 1);  // one input of each group here
        CHECK(clip.clip.input_ids[0] != "ParamOther");
        (clip.role == ClipRole::train ? train : select)++;
        for (std::size_t c = 0; c < clip.clip.input_ids.size(); ++c) CHECK(clip.clip.frame(0)[c] == 0.0f);
        if (clip.clip.id == "train:step:ParamAngleX") {
            CHECK(range_of(clip.clip, "ParamAngleX", true) == 30.0f);
            CHECK(range_of(clip.clip, "ParamAngleX", false) == -20.0f);
            CHECK(clip.group == InputGroup::lateral);
        }
    }
    CHECK(train == 8);
    CHECK(select == 2);
}

TEST_CASE("training, selection and report share no clip", "[baker][clips]") {
    std::set<std::string> ids;
    std::size_t count = 0;
    for (const ExcitationClip& clip : classic_excitation(head_and_body(), readings()))
        ids.insert(clip.clip.id), ++count;
    for (const DriveClip& clip : unseen_clips(head_and_body(), {{"ParamAngleX", "ParamAngleY"}, 0, {}}))
        ids.insert(clip.id), ++count;
    CHECK(ids.size() == count);
}

TEST_CASE("a user's motion trains the group of inputs it moves most", "[baker][clips]") {
    DriveClip motion{"motion:idle", 60, {"ParamAngleY", "ParamAngleX", "ParamOther"}, {}};
    for (int f = 0; f < 60; ++f) {
        const float wave = std::sin(0.1f * static_cast<float>(f));
        motion.values.insert(motion.values.end(), {20.0f * wave, 2.0f * wave, wave});
    }
    const ExcitationClip clip = training_clip({motion, 0.5f}, readings());
    CHECK(clip.group == InputGroup::vertical);
    CHECK(clip.weight == 0.5);
    CHECK(clip.clip.input_ids == std::vector<std::string>{"ParamAngleY", "ParamAngleX"});
    CHECK(clip.clip.frames() == 60);
    DriveClip foreign{"motion:eyes", 60, {"ParamEye"}, std::vector<float>(60, 1.0f)};
    CHECK(training_clip({foreign, 1.0f}, readings()).clip.frames() == 0);
}

TEST_CASE("a clip that cannot be played says why", "[baker][clips]") {
    const DriveClip good{"c", 60, {"A", "B"}, {0, 0, 1, 1}};
    CHECK(check_clip(good).ok());
    CHECK(good.frames() == 2);
    CHECK_FALSE(good.still(1));
    DriveClip bad = good;
    bad.values.push_back(1);
    CHECK_FALSE(check_clip(bad).ok());
    bad = good, bad.fps = 30;
    CHECK(check_clip(bad).error().what.find("60 Hz") != std::string::npos);
    bad = good, bad.values[1] = NAN;
    CHECK_FALSE(check_clip(bad).ok());
    bad = good, bad.input_ids = {"A", "A"};
    CHECK(check_clip(bad).error().what.find("twice") != std::string::npos);
    CHECK_FALSE(check_clip({}).ok());
}
