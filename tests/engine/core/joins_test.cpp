#include "support/catch.hpp"

#include "yure/core/joins.hpp"

using namespace yure;

TEST_CASE("joined things make pieces, numbered by their first member", "[core][joins]") {
    Joins joins(7);
    joins.join(5, 3);
    joins.join(1, 6);
    joins.join(3, 6);
    joins.join(2, 2);
    CHECK(joins.pieces() == std::vector<int>{0, 1, 2, 1, 3, 1, 1});
    CHECK(joins.leads() == std::vector<int>{0, 1, 2, 1, 4, 1, 1});
    CHECK(Joins(0).pieces().empty());
}

TEST_CASE("a long row joined from either end is one piece", "[core][joins]") {
    constexpr int kCount = 100000;
    Joins up(kCount), down(kCount);
    for (int i = 0; i + 1 < kCount; ++i) up.join(i, i + 1), down.join(kCount - 1 - i, kCount - 2 - i);
    CHECK(up.pieces() == std::vector<int>(kCount, 0));
    CHECK(down.pieces() == std::vector<int>(kCount, 0));
}
