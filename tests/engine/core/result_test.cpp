#include "yure/core/result.hpp"

#include "support/catch.hpp"
#include "yure/core/work.hpp"

TEST_CASE("a result is a value or an error that says where", "[core][result]") {
    const yure::Result<int> good(3);
    CHECK(good.ok());
    CHECK(*good == 3);
    const yure::Result<int> bad(yure::Error{"keys[2]", "is NaN"});
    CHECK_FALSE(bad.ok());
    CHECK(bad.error().text() == "keys[2]: is NaN");
    CHECK(yure::Status().ok());
    CHECK(yure::Status(yure::Error{"", "no"}).error().text() == "no");
}

TEST_CASE("a part of a work reports into its share", "[core][work]") {
    yure::Work work;
    double seen = -1;
    work.progress = [&](std::string_view, double fraction) { seen = fraction; };
    work.part(0.5, 1.0).part(0.0, 0.5).report("fit", 0.5);
    CHECK(seen == Approx(0.625));
    CHECK_FALSE(work.is_cancelled());
}
