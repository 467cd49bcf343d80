#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/tiny_puppet.hpp"

#include <cstring>

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

TEST_CASE("every version of our own puppet survives writing and reading", "[formats][moc3]") {
    for (int version = 1; version <= 6; ++version) {
        INFO("version " << version);
        const rig::Puppet puppet = tests::tiny_puppet({static_cast<rig::MocVersion>(version), version >= 4});
        const std::vector<std::byte> bytes = formats::write_moc3(puppet);
        CHECK(bytes.size() % 64 == 0);
        CHECK(std::to_integer<int>(bytes[4]) == version);
        const Result<rig::Puppet> again = formats::read_moc3(bytes);
        REQUIRE(again.ok());
        CHECK((formats::write_moc3(*again) == bytes));
        CHECK(again->mesh.id == puppet.mesh.id);
        CHECK(again->positions == puppet.positions);
        CHECK(again->keys == puppet.keys);
        CHECK(again->blend_mesh.target == puppet.blend_mesh.target);
    }
}

TEST_CASE("offscreens of version 5.3 are kept, and reported as not drawn", "[formats][moc3]") {
    rig::Puppet puppet = tests::tiny_puppet({rig::MocVersion::v5_3, true});
    puppet.offscreen = {{1}, {rig::kDoubleSided}, {3 + 256}, {0}, {1}};  // of PartHair, masked by the Face
    puppet.part.offscreen[1] = 0;
    puppet.part_kf.offscreen_kf[1] = 0;
    puppet.offscreen_kf = {{0.5f}, {0}, {0}};
    puppet.mesh.blend[2] = 10;
    puppet.group.total_count[0] += 1;
    const std::vector<std::byte> bytes = formats::write_moc3(puppet);
    std::uint32_t first_section = 0;
    std::memcpy(&first_section, bytes.data() + 64, 4);
    CHECK(first_section == 0x16C0);
    const Result<rig::Puppet> again = formats::read_moc3(bytes);
    INFO((again.ok() ? std::string() : again.error().text()));
    REQUIRE(again.ok());
    CHECK((formats::write_moc3(*again) == bytes));
    CHECK(again->offscreen.blend == rig::Ints{3 + 256});
    CHECK(again->offscreen_kf.opacity == rig::Floats{0.5f});
    const auto findings = rig::check(*again);
    REQUIRE(findings.size() == 2);
    CHECK(findings[0].level == rig::Finding::Level::warning);
    CHECK(findings[0].what.find("not drawn") != std::string::npos);
}

TEST_CASE("what a version does not define is kept as found", "[formats][moc3]") {
    rig::Puppet puppet = tests::tiny_puppet({rig::MocVersion::v3_0, false});
    puppet.spare_counts[30] = 7;
    puppet.canvas.reserved[40] = 9;
    puppet.part.id[0].bytes[60] = 'z';
    const Result<rig::Puppet> again = formats::read_moc3(formats::write_moc3(puppet));
    REQUIRE(again.ok());
    CHECK(again->spare_counts[30] == 7);
    CHECK(again->canvas.reserved[40] == 9);
    CHECK(again->part.id[0].bytes[60] == 'z');
    CHECK(again->part.id[0].view() == "PartRoot");
}
