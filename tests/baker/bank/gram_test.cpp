#include "gram.hpp"

#include "support/catch.hpp"

#include <vector>

#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::baker::bank;

namespace {
std::vector<float> random_table(int rows, int columns, std::uint64_t seed) {
    Random random(seed);
    std::vector<float> table(static_cast<std::size_t>(rows * columns));
    for (float& value : table) value = static_cast<float>(random.normal());
    return table;
}
}  // namespace

TEST_CASE("tall products agree with plain sums for any size", "[bank][gram]") {
    for (const auto [rows, m, n] :
         {std::array{1, 1, 1}, std::array{5, 3, 17}, std::array{300, 33, 19}, std::array{777, 4, 16}}) {
        CAPTURE(rows, m, n);
        const std::vector<float> a = random_table(rows, m, 1), b = random_table(rows, n, 2),
                                 w = random_table(rows, 1, 3);
        std::vector<double> product(static_cast<std::size_t>(m * n), 1.0);
        add_product({a.data(), rows, m, m}, {b.data(), rows, n, n}, w.data(), product.data(), n);
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                double sum = 1.0;
                for (int r = 0; r < rows; ++r)
                    sum += static_cast<double>(a[static_cast<std::size_t>(r * m + i)]) *
                           static_cast<double>(w[static_cast<std::size_t>(r)]) *
                           static_cast<double>(b[static_cast<std::size_t>(r * n + j)]);
                CHECK(product[static_cast<std::size_t>(i * n + j)] == Approx(sum).margin(1e-3));
            }
    }
}

TEST_CASE("a table's own product is symmetric and equals the general one", "[bank][gram]") {
    const int rows = 517, m = 37;
    const std::vector<float> a = random_table(rows, m, 4);
    std::vector<double> own(m * m, 0.0), general(m * m, 0.0);
    add_gram({a.data(), rows, m, m}, nullptr, own.data(), m);
    add_product({a.data(), rows, m, m}, {a.data(), rows, m, m}, nullptr, general.data(), m);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < m; ++j) {
            CHECK(own[static_cast<std::size_t>(i * m + j)] == own[static_cast<std::size_t>(j * m + i)]);
            CHECK(own[static_cast<std::size_t>(i * m + j)] ==
                  Approx(general[static_cast<std::size_t>(i * m + j)]).margin(1e-4));
        }
}
