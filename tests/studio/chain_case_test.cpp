// The golden cases beside the project, through the same door as `yure chain case`.
#include "yure/studio/chain_case.hpp"

#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <cmath>
#include <filesystem>

namespace yure::tests {
namespace {

using nlohmann::ordered_json;

/// The first place where two documents differ by more than the tolerance; empty when they agree.
std::string difference(const ordered_json& got, const ordered_json& wanted, double tolerance, const std::string& at) {
    if (wanted.is_number()) {
        if (got.is_number() && std::abs(got.get<double>() - wanted.get<double>()) <= tolerance) return {};
        return at + ": " + got.dump() + " is not " + wanted.dump();
    }
    if (wanted.is_structured()) {
        if (got.type() != wanted.type() || got.size() != wanted.size()) return at + ": another size";
        for (const auto& item : wanted.items()) {
            const ordered_json* inner = nullptr;
            if (wanted.is_array())
                inner = &got[static_cast<std::size_t>(std::stoul(item.key()))];
            else if (got.contains(item.key()))
                inner = &got[item.key()];
            if (inner == nullptr) return at + "/" + item.key() + " is missing";
            std::string found = difference(*inner, item.value(), tolerance, at + "/" + item.key());
            if (!found.empty()) return found;
        }
        return {};
    }
    return got == wanted ? std::string() : at + ": " + got.dump() + " is not " + wanted.dump();
}

}  // namespace

TEST_CASE("all golden cases of the chain core agree", "[chain][golden]") {
    YURE_REQUIRE_SHARED("golden/chains");
    int cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator(shared_path("golden/chains"))) {
        if (entry.path().extension() != ".json") continue;
        ++cases;
        const std::string text = read_text(entry.path());
        const ordered_json golden = ordered_json::parse(text);
        const auto result = studio::run_chain_case(text);
        CAPTURE(entry.path().filename().string());
        if (!result) FAIL(result.error().text());
        CHECK((*result)["id"] == golden["id"]);
        CHECK(difference((*result)["expect"], golden["expect"], golden["tolerance"].get<double>(), "") == "");
    }
    CHECK(cases == 42);
}

TEST_CASE("a case that is none is an error and never a crash", "[chain][golden][errors]") {
    for (
        const char* text :
        {"", "[]", "{}", R"({"kind": "step"})", R"({"kind": "dance", "input": {}})",
         R"({"kind": "step", "input": {"bones": 3}})",
         R"({"kind": "spline", "input": {"knots": [[0,0,0]], "rest": [1]}})",
         R"({"kind": "angles", "input": {"rest": [], "frames": []}})",
         R"({"kind": "skin", "input": {"verts": [[0,0]], "weights": [[[9, 1]]], "rest": [[0,0],[1,0]], "cur": [[0,0],[1,0]]}})",
         R"({"kind": "step", "input": {"bones": [{"name": "b", "parent": "absent"}], "component": {"m_Root": "b"}, "timeline": [], "frameCount": 1, "dt": 1, "report": []}})",
         R"({"kind": "step", "input": {"bones": [{"name": "b"}], "component": {"m_Root": "b"}, "timeline": [], "frameCount": 99999999, "dt": 1, "report": []}})"}) {
        CAPTURE(text);
        CHECK(!studio::run_chain_case(text).ok());
    }
}

}  // namespace yure::tests
