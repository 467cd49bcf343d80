#include "yure/studio/progress.hpp"

#include "support/catch.hpp"

using namespace yure::studio;

TEST_CASE("a job shorter than a second shows no progress, a longer one does, and never backwards",
          "[studio][progress]") {
    double now = 100.0;
    std::vector<ProgressState> shown;
    ProgressMeter meter([&](const ProgressState& state) { shown.push_back(state); }, 1.0, 0.1, [&] { return now; });
    meter.report("fit", 0.1);
    now = 100.9;
    meter.report("fit", 0.2);
    CHECK(shown.empty());
    CHECK_FALSE(meter.shown());
    now = 102.0;
    meter.report("fit", 0.5);
    REQUIRE(shown.size() == 1);
    CHECK(meter.shown());
    CHECK(shown[0].stage == "fit");
    CHECK(shown[0].seconds_left == Approx(2.0));
    now = 102.05;
    meter.report("fit", 0.6);
    CHECK(shown.size() == 1);
    now = 102.2;
    meter.report("fit", 0.3);
    REQUIRE(shown.size() == 2);
    CHECK(shown[1].fraction == Approx(0.6));
    now = 103.0;
    meter.report("write", 7.0);
    CHECK(shown.back().fraction == 1.0);
}

TEST_CASE("a progress callback outlives its meter", "[studio][progress]") {
    int count = 0;
    std::function<void(std::string_view, double)> callback;
    {
        ProgressMeter meter([&](const ProgressState&) { ++count; }, 0.0, 0.0);
        callback = meter.callback();
    }
    callback("x", 0.5);
    CHECK(count == 1);
}
