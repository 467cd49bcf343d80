#include "yure/baker/bank/fit.hpp"

#include "fit_data.hpp"
#include "support/catch.hpp"
#include "synthetic.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

using namespace yure;
using namespace yure::baker::bank;
using tests::SyntheticBody;

namespace {

BankOptions small(int modes, int groups, bool two_levels) {
    BankOptions options;
    options.modes = modes;
    options.groups = groups;
    options.second_groups = options.helpers = two_levels ? 3 : 0;
    options.evaluations = 120;
    options.keys = 5;  // as the made-up bodies have
    return options;
}

}  // namespace

TEST_CASE("pendulums with straight shapes are found again", "[bank][fit]") {
    const SyntheticBody truth{false, false, false};
    const BankRecording recording = tests::record({truth});
    const Result<BankFit> fit = fit_bank(recording, small(2, 6, false));
    REQUIRE(fit);
    CHECK(tests::unseen_r2(*fit, 0, truth, tests::unseen_clips()) > 0.99);
    CHECK(fit->bodies[0].selection > 0.98);
    CHECK(fit->bodies[0].gain < 1.05);  // what follows exactly was blown up by a tenth, since that costs only .01 of R²
}

TEST_CASE("frames count more once inputs have been held for a while", "[bank][fit]") {
    const BankRecording recording = tests::record({SyntheticBody{}}, 1);
    const Result<FitData> data = prepare_fit(recording, source_classes(recording.inputs()), {});
    REQUIRE(data);
    const auto clip = static_cast<std::size_t>(
        std::find_if(recording.clips().begin(), recording.clips().end(),
                     [](const TrainingClip& c) { return c.clip.id == "step100:ParamAngleX"; }) -
        recording.clips().begin());
    REQUIRE(clip < recording.clips().size());
    const std::vector<float>& weights = data->frame_weight[clip];
    REQUIRE(static_cast<int>(weights.size()) == recording.clips()[clip].clip.frames());
    const int held_after = static_cast<int>(std::lround(kHeldAfter * 60.0));
    CHECK(weights[5] == 1.0f);  // on its way
    CHECK(weights[static_cast<std::size_t>(9 + held_after)] == 1.0f);
    CHECK(weights[static_cast<std::size_t>(10 + held_after)] == kHeldWeight);
    CHECK(weights.back() == kHeldWeight);

    // the loss sees them: as much in the targets' weights
    const RowSet rows = data->row_set(1);
    const Targets targets = data->targets(0, rows);
    const auto place = std::find(data->training.begin(), data->training.end(), static_cast<int>(clip));
    const int first = rows.first[static_cast<std::size_t>(place - data->training.begin())];
    CHECK(targets.weight[first + 10 + held_after] == Approx(kHeldWeight * targets.weight[first + 5]));
}

TEST_CASE("bent shapes and one-sided answers are found again", "[bank][fit]") {
    const SyntheticBody truth{true, true, false};
    const BankRecording recording = tests::record({truth});
    const Result<BankFit> fit = fit_bank(recording, small(3, 8, false));
    REQUIRE(fit);
    CHECK(tests::unseen_r2(*fit, 0, truth, tests::unseen_clips()) > 0.98);
}

TEST_CASE("a rectified second level is found again, and one level alone does worse", "[bank][fit]") {
    const SyntheticBody truth{true, true, true};
    const BankRecording recording = tests::record({truth});
    const auto clips = tests::unseen_clips();
    const Result<BankFit> one = fit_bank(recording, small(4, 8, false));
    const Result<BankFit> two = fit_bank(recording, small(4, 8, true));
    REQUIRE(one);
    REQUIRE(two);
    const double with_one = tests::unseen_r2(*one, 0, truth, clips), with_two = tests::unseen_r2(*two, 0, truth, clips);
    CAPTURE(with_one);
    CHECK(with_two > 0.98);
    CHECK(with_two > with_one);
    CHECK(two->bodies[0].gain >= 1.0);
    CHECK(two->bodies[0].gain <= 1.12 + 1e-9);
}

TEST_CASE("the outer keys lie beyond everything played in training", "[bank][fit]") {
    // modes ran up to half again as far as their keys, where a shape holds: 2 % of frames of some parts stood still
    const BankRecording recording = tests::record({SyntheticBody{}});
    const Result<BankFit> fit = fit_bank(recording, small(4, 8, true));
    REQUIRE(fit);
    for (const double peak : fit->bodies[0].mode_peak) {
        CHECK(peak < 0.98);
        CHECK(peak > 0.2);
    }
}

TEST_CASE("the fit is the same to the bit for any number of threads", "[bank][fit]") {
    const BankRecording recording = tests::record({SyntheticBody{}}, 2);
    BankOptions options = small(2, 5, true);
    options.evaluations = 20;
    Work threads;
    threads.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        std::thread half([&] {
            for (std::size_t i = count; i-- > count / 2;) body(i);
        });
        for (std::size_t i = count / 2; i-- > 0;) body(i);
        half.join();
    };
    const Result<BankFit> a = fit_bank(recording, options), b = fit_bank(recording, options, threads);
    REQUIRE(a);
    REQUIRE(b);
    CHECK(a->bodies[0].shapes == b->bodies[0].shapes);
    CHECK(a->bodies[0].mixing == b->bodies[0].mixing);
    CHECK(a->bodies[0].selection == b->bodies[0].selection);
    for (std::size_t g = 0; g < a->level_one.size(); ++g) {
        CHECK(a->level_one[g].pole == b->level_one[g].pole);
        CHECK(a->level_one[g].weights == b->level_one[g].weights);
    }
}

TEST_CASE("bodies share a bank, and one of them is fitted again without touching the other", "[bank][fit]") {
    const SyntheticBody first{true, false, true}, second{false, true, false, 8};
    const BankRecording recording = tests::record({first, second});
    BankOptions options = small(3, 10, true);
    const Result<BankFit> fit = fit_bank(recording, options);
    REQUIRE(fit);
    REQUIRE(fit->bodies.size() == 2);
    const auto clips = tests::unseen_clips();
    CHECK(tests::unseen_r2(*fit, 0, first, clips) > 0.95);
    CHECK(tests::unseen_r2(*fit, 1, second, clips) > 0.95);

    // The second body has changed its shape and how it answers.
    const SyntheticBody changed{true, true, false, 10};
    BankRecording again = tests::record({changed});
    // recorded under the name of the second body
    const Result<BankFit> alone = [&] {
        BankRecording renamed = std::move(BankRecording::create(again.inputs(), again.clips()).value());
        renamed.add_body("body2", changed.columns);
        for (std::size_t c = 0; c < again.clips().size(); ++c)
            REQUIRE(renamed.add_offsets(0, changed.offsets(again.input_values(static_cast<int>(c)))));
        return refit_body(*fit, renamed, options);
    }();
    REQUIRE(alone);
    REQUIRE(alone->bodies.size() == 2);
    CHECK(alone->bodies[0].shapes == fit->bodies[0].shapes);
    CHECK(alone->bodies[0].mixing == fit->bodies[0].mixing);
    for (std::size_t g = 0; g < fit->level_one.size(); ++g)
        CHECK(alone->level_one[g].weights == fit->level_one[g].weights);
    CHECK(tests::unseen_r2(*alone, 1, changed, clips) > 0.9);
}

TEST_CASE("a warm start ends no worse than the fit it came from", "[bank][fit]") {
    const SyntheticBody truth;
    const BankRecording recording = tests::record({truth}, 2);
    const BankOptions options = small(3, 8, true);
    const Result<BankFit> cold = fit_bank(recording, options);
    REQUIRE(cold);
    const Result<BankFit> warm = fit_bank(recording, options, {}, &*cold);
    REQUIRE(warm);
    CHECK(warm->bodies[0].selection > cold->bodies[0].selection - 0.01);
    CHECK(warm->level_one.size() == cold->level_one.size());
}

TEST_CASE("a cancelled fit says so", "[bank][fit]") {
    const BankRecording recording = tests::record({SyntheticBody{}}, 2);
    int asked = 0;
    Work work;
    work.cancelled = [&] { return ++asked > 5; };
    const Result<BankFit> fit = fit_bank(recording, small(2, 5, true), work);
    REQUIRE_FALSE(fit);
    CHECK(fit.error().what == "cancelled");
}

TEST_CASE("a body that never moves and options out of range are refused", "[bank][fit]") {
    BankRecording still = std::move(BankRecording::create(tests::three_inputs(), tests::unseen_clips()).value());
    still.add_body("still", 4);
    for (std::size_t c = 0; c < still.clips().size(); ++c)
        REQUIRE(still.add_offsets(
            0, std::vector<float>(static_cast<std::size_t>(4 * still.clips()[c].clip.frames()), 0.0f)));
    CHECK_FALSE(fit_bank(still, small(2, 5, false)));
    BankOptions wrong;
    wrong.modes = 9;
    CHECK(wrong.problems().size() == 1);
    CHECK_FALSE(fit_bank(still, wrong));
}
