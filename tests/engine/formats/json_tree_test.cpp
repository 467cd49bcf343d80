/// The JSON layer under all formats: numbers keep their characters, hostile text gives an error, and what is written
/// suits the official reader. Private to formats, hence the include by path.
#include "../../../engine/formats/json_tree.hpp"

#include "../../../engine/formats/json_patch.hpp"
#include "support/catch.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <rapidcheck.h>
#include <string>

namespace yure::formats {
namespace {

std::string rewritten(std::string_view text) {
    const auto tree = parse_json(text);
    REQUIRE(tree.ok());
    return write_json(*tree);
}

std::string fault(std::string_view text) {
    const auto tree = parse_json(text);
    REQUIRE_FALSE(tree.ok());
    return tree.error().what;
}

float as_float(std::string_view number, NumberReading reading) {
    const auto tree = parse_json(number);
    REQUIRE(tree.ok());
    const auto value = tree->as_float(reading);
    REQUIRE(value.has_value());
    return *value;
}

}  // namespace

TEST_CASE("JSON is written with one value a line, and twice the same", "[engine][formats]") {
    const std::string once = rewritten(R"({"b":[1,2.50,{"x":true}],"a":"\u00e9\"\\\n","n":null,"e":[],"o":{}})");
    CHECK(once ==
          "{\n\t\"b\": [\n\t\t1,\n\t\t2.50,\n\t\t{\n\t\t\t\"x\": true\n\t\t}\n\t],\n\t\"a\": "
          "\"\xc3\xa9\\\"\\\\\\n\",\n\t\"n\": "
          "null,\n\t\"e\": [],\n\t\"o\": {}\n}\n");
    CHECK(rewritten(once) == once);
}

TEST_CASE("exponents are written as plain decimals and nothing else changes a number", "[engine][formats]") {
    CHECK(rewritten("[0.950,1e3,-2.5E-2,12345678901234567890123]") ==
          "[\n\t0.950,\n\t1000,\n\t-0.025,\n\t12345678901234567890123\n]\n");
    CHECK(rewritten("5e-324").find('e') == std::string::npos);
    CHECK(rewritten("1.7976931348623157e308").size() == 310);
}

TEST_CASE("the official reading accumulates single-precision digits", "[engine][formats]") {
    // 0.95 and 0.9 come out one unit in the last place away; whole numbers below 2^24 are exact.
    CHECK(as_float("0.95", NumberReading::exact) == 0.95f);
    CHECK(as_float("0.95", NumberReading::official) != 0.95f);
    CHECK(std::abs(as_float("0.95", NumberReading::official) - 0.95f) <= 6e-8f);
    CHECK(as_float("-16777215", NumberReading::official) == -16777215.0f);
    CHECK(as_float("0.5", NumberReading::official) == 0.5f);
    CHECK(as_float("25e-2", NumberReading::official) == 0.25f);  // no official reading exists
}

TEST_CASE("numbers too large for single precision have no value, too small ones are 0", "[engine][formats]") {
    const auto value = [](std::string_view text) { return parse_json(text).value().as_float(NumberReading::exact); };
    CHECK_FALSE(value("1e39").has_value());
    CHECK_FALSE(value("-400000000000000000000000000000000000000").has_value());
    CHECK(value("1e-60") == 0.0f);
    CHECK_FALSE(parse_json(std::string(100, '9')).value().as_float(NumberReading::official).has_value());
    CHECK(parse_json("1e-400").value().as_float(NumberReading::exact) == 0.0f);
}

TEST_CASE("every float is written as plain decimals that read back to it", "[engine][formats]") {
    CHECK(rc::check([](std::uint32_t bits) {
        float value = 0.0f;
        static_assert(sizeof value == sizeof bits);
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value)) value = 1.0f;
        const std::string digits = plain_digits(value);
        RC_ASSERT(digits.find_first_of("eEnN") == std::string::npos);
        RC_ASSERT(as_float(digits, NumberReading::exact) == value);
    }));
    CHECK(plain_digits(0.1f) == "0.1");
    CHECK(plain_digits(0.1) == "0.1");
    CHECK(plain_digits(-0.0f) == "0");
    CHECK(plain_digits(std::numeric_limits<float>::quiet_NaN()) == "0");
    CHECK(plain_digits(std::numeric_limits<double>::infinity()) == "0");
}

TEST_CASE("setting the value that is there keeps its characters", "[engine][formats]") {
    JsonTree tree = parse_json(R"({"a":0.950,"b":2.0})").value();
    tree.member("a").set_float(0.95f, NumberReading::exact);
    tree.member("b").set_whole(2);
    CHECK(tree.find("a")->characters() == "0.950");
    CHECK(tree.find("b")->characters() == "2.0");
    tree.member("a").set_float(0.75f, NumberReading::exact);
    CHECK(tree.find("a")->characters() == "0.75");
}

TEST_CASE("hostile text gives an error instead of a crash", "[engine][formats]") {
    CHECK(fault(std::string(200'000, '[')).find("nested deeper") != std::string::npos);
    std::string deep_object;
    for (int i = 0; i < 1000; ++i) deep_object += "{\"a\":";
    CHECK(fault(deep_object).find("nested deeper") != std::string::npos);
    CHECK(fault("").find("no JSON") != std::string::npos);
    CHECK(fault("{\"a\":1,}").find("line 1") != std::string::npos);
    CHECK(fault("\"\xff\xfe\"").find("no JSON") != std::string::npos);
    CHECK(fault(std::string(400, '9')).find("no JSON") != std::string::npos);
    CHECK(fault("[NaN]").find("no JSON") != std::string::npos);
    CHECK(fault("{\"a\":1} trailing").find("no JSON") != std::string::npos);
    CHECK(fault(std::string("{\"a\":1}\0x", 9)).find("no JSON") != std::string::npos);
    for (const char c : fault("[\x01\x7f\xc3]")) CHECK((c >= 32 && c < 127));
}

TEST_CASE("a byte-order mark, CRLF and odd spacing read as nothing", "[engine][formats]") {
    CHECK(rewritten("\xef\xbb\xbf{\r\n \"a\" :\t1\r\n}\r\n") == "{\n\t\"a\": 1\n}\n");
}

TEST_CASE("of two members with one name the last counts", "[engine][formats]") {
    const JsonTree tree = parse_json(R"({"a":1,"a":2})").value();
    CHECK(tree.find("a")->characters() == "2");
}

TEST_CASE("numbers that the official reader cannot end are found", "[engine][formats]") {
    CHECK(check_number_layout("{\n\"X\": 0,\n\"Y\": 1\n}").empty());
    CHECK(check_number_layout("{\r\n\"X\": 0,\r\n\"Y\": 1\r\n}").empty());
    CHECK(check_number_layout("{\"X\":0}").size() == 1);
    CHECK(check_number_layout("[\n0.95 ,\n1\n]").size() == 1);
    const auto exponent = check_number_layout("[\n1,\n9.5e-1\n]");
    REQUIRE(exponent.size() == 1);
    CHECK(exponent[0].what.find("line 3") != std::string::npos);
    CHECK(check_number_layout("[\n\"5 }\",\n1\n]").empty());  // not inside of texts
    CHECK(check_number_layout("[1 ,1 ,1 ,1 ,1 ]", 3).size() == 3);
    CHECK(check_number_layout(tidy_json("{\"a\":[1e2,3 ,{\"b\":-0.5}]}").value()).empty());
}

TEST_CASE("list elements keep what we do not know, whatever the order", "[engine][formats]") {
    JsonTree array = parse_json(R"([{"Id":"a","Own":1},{"Id":"b","Own":2},{"Id":"a","Own":3}])").value();
    const std::vector<std::string> wanted{"b", "new", "a"};
    patch_list(
        array, wanted, [](const std::string& id) { return id; },
        [](const JsonTree& element) { return member_text(element, "Id"); },
        [](const std::string& id, JsonTree& element) { element.member("Id").set_text(id); });
    REQUIRE(array.items().size() == 3);
    CHECK(array.items()[0].find("Own")->characters() == "2");
    CHECK(array.items()[1].find("Own") == nullptr);
    CHECK(array.items()[2].find("Own")->characters() == "1");
}

}  // namespace yure::formats
