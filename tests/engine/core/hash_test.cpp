#include "yure/core/hash.hpp"

#include <array>

#include "support/catch.hpp"

using yure::Hasher;

TEST_CASE("a hash tells lengths apart", "[core][hash]") {
    CHECK(Hasher().add("ab").add("c").digest() != Hasher().add("a").add("bc").digest());
    CHECK(Hasher().add("").digest() != Hasher().digest());
}

TEST_CASE("a hash is of exact bits", "[core][hash]") {
    CHECK(Hasher().add(0.0f).digest() != Hasher().add(-0.0f).digest());
    const std::array<float, 2> values{1.0f, 2.0f};
    CHECK(Hasher().add(std::span<const float>(values)).digest() == Hasher().add(std::span<const float>(values)).digest());
}

TEST_CASE("hash text is sixteen digits with leading zeros", "[core][hash]") {
    CHECK(yure::hash_text(0x1fu) == "000000000000001f");
    CHECK(yure::hash_text(~0ull) == "ffffffffffffffff");
}

TEST_CASE("the hash of known bytes is the published one", "[core][hash]") {
    CHECK(yure::hash_bytes({}) == 0x2d06800538d394c2ull);  // XXH3-64 of the empty input
}
