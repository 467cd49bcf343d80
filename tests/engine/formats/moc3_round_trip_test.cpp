#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include "yure/formats/moc3.hpp"
#include "yure/rig/check.hpp"

using namespace yure;

namespace {

const char* const kFiles[] = {
    "models/Haru/Haru.moc3",   "models/Hiyori/Hiyori.moc3",        "models/Mark/Mark.moc3",
    "models/Wanko/Wanko.moc3", "golden/moc3/Hiyori_synth_v5.moc3", "golden/moc3/Mark_synth_v4.moc3"};

}  // namespace

TEST_CASE("a file read and written unchanged is the same bytes", "[formats][moc3]") {
    YURE_REQUIRE_SHARED("models");
    for (const char* file : kFiles) {
        INFO(file);
        const std::vector<std::byte> bytes = tests::read_bytes(tests::shared_path(file));
        const Result<rig::Puppet> puppet = formats::read_moc3(bytes);
        INFO((puppet.ok() ? "" : puppet.error().text()));
        REQUIRE(puppet.ok());
        CHECK((formats::write_moc3(*puppet) == bytes));
    }
}

TEST_CASE("editor-made files have no findings a runtime would stumble over", "[formats][moc3]") {
    YURE_REQUIRE_SHARED("models");
    for (const char* file : kFiles) {
        const Result<rig::Puppet> puppet = formats::parse_moc3(tests::read_bytes(tests::shared_path(file)));
        REQUIRE(puppet.ok());
        for (const rig::Finding& finding : rig::check(*puppet)) {
            INFO(file << " " << finding.where << ": " << finding.what);
            CHECK(finding.level == rig::Finding::Level::warning);
        }
    }
}
