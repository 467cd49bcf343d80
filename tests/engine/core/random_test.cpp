#include "yure/core/random.hpp"

#include "support/catch.hpp"

TEST_CASE("random numbers are those of SplitMix64", "[core][random]") {
    yure::Random random(1234567);  // published test vector of the algorithm
    CHECK(random.next() == 6457827717110365317ull);
    CHECK(random.next() == 3203168211198807973ull);
}

TEST_CASE("uniform numbers stay in their interval and fill it", "[core][random]") {
    yure::Random random(7);
    double low = 1.0, high = 0.0, sum = 0.0;
    for (int i = 0; i < 100000; ++i) {
        const double u = random.uniform();
        low = std::min(low, u);
        high = std::max(high, u);
        sum += u;
    }
    CHECK(low >= 0.0);
    CHECK(high < 1.0);
    CHECK(low < 1e-3);
    CHECK(high > 0.999);
    CHECK(sum / 100000 == Approx(0.5).margin(0.005));
}
