// Malformed files: every hazard is refused with the section and the row, and no bytes at all crash the reader.
#include "support/catch.hpp"
#include "support/tiny_puppet.hpp"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/rig/check.hpp"
#include "yure/rig/rig.hpp"
#include "yure/rig/sections.hpp"

using namespace yure;
using rig::MocVersion;
using rig::Puppet;

namespace {

void put_u32(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}
std::uint32_t get_u32(const std::vector<std::byte>& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}
std::size_t slot_entry(int slot) {
    return 64 + 4 * static_cast<std::size_t>(slot);
}

std::vector<std::byte> tiny_bytes(MocVersion version = MocVersion::v5_0) {
    return formats::write_moc3(tests::tiny_puppet({version, version >= MocVersion::v4_2}));
}

void require_refused(const std::vector<std::byte>& bytes, const std::string& where) {
    const Result<Puppet> puppet = formats::read_moc3(bytes);
    REQUIRE_FALSE(puppet.ok());
    INFO(puppet.error().text());
    CHECK(puppet.error().where == where);
    CHECK_FALSE(puppet.error().what.empty());
}

/// Breaks one thing of a sound puppet; writing and reading it must name the place.
void require_found(const std::string& where, const std::function<void(Puppet&)>& harm) {
    Puppet puppet = tests::tiny_puppet({MocVersion::v5_0, true});
    harm(puppet);
    require_refused(formats::write_moc3(puppet), where);
}

}  // namespace

TEST_CASE("header faults are named", "[formats][moc3]") {
    auto bytes = tiny_bytes();
    require_refused({}, "header");
    bytes[0] = std::byte{'X'};
    require_refused(bytes, "header");
    bytes = tiny_bytes();
    bytes[4] = std::byte{7};
    require_refused(bytes, "header.version");
    bytes[4] = std::byte{0};
    require_refused(bytes, "header.version");
    bytes = tiny_bytes();
    bytes[5] = std::byte{1};
    require_refused(bytes, "header.endian");
    bytes = tiny_bytes();
    bytes.resize(bytes.size() - 7);
    require_refused(bytes, "header");
    bytes.resize(64);
    require_refused(bytes, "offsets");
}

TEST_CASE("counts are not believed before they fit", "[formats][moc3]") {
    const auto sound = tiny_bytes();
    const std::size_t counts = get_u32(sound, slot_entry(0));
    auto bytes = sound;
    put_u32(bytes, counts + 4 * rig::kMeshes, 0x7fffffffu);
    require_refused(bytes, "mesh.runtime0");
    bytes = sound;
    put_u32(bytes, counts + 4 * rig::kPositions, 0x7ffffff0u);
    require_refused(bytes, "positions");
    bytes = sound;
    put_u32(bytes, counts + 4 * rig::kParts, 0x80000000u);
    require_refused(bytes, "counts[0]");
}

TEST_CASE("offsets must ascend, behind the table and inside of the file", "[formats][moc3]") {
    const auto sound = tiny_bytes();
    auto bytes = sound;
    put_u32(bytes, slot_entry(0), 64);
    require_refused(bytes, "counts");
    bytes = sound;
    put_u32(bytes, slot_entry(71), 0xfffffff0u);  // positions
    require_refused(bytes, "mesh_kf.pos_begin");
    bytes = sound;
    put_u32(bytes, slot_entry(71), get_u32(sound, slot_entry(70)));
    require_refused(bytes, "mesh_kf.pos_begin");
    bytes = sound;
    put_u32(bytes, slot_entry(4), get_u32(sound, slot_entry(1)));
    require_refused(bytes, "part.id");
}

TEST_CASE("every hazard of the tables is refused with section and row", "[formats][moc3]") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    require_found("canvas", [&](Puppet& p) { p.canvas.width = nan; });
    require_found("canvas.pixels_per_unit", [](Puppet& p) { p.canvas.pixels_per_unit = 0.0f; });
    require_found("part.id[1]", [](Puppet& p) { p.part.id[1].bytes.fill('x'); });
    require_found("mesh.enabled[2]", [](Puppet& p) { p.mesh.enabled[2] = 2; });
    require_found("deformer.type[0]", [](Puppet& p) { p.deformer.type[0] = 5; });
    require_found("warp.quad[1]", [](Puppet& p) { p.warp.quad[1] = -1; });
    require_found("positions[33]", [&](Puppet& p) { p.positions[33] = nan; });
    require_found("keys[1]", [](Puppet& p) { p.keys[1] = std::numeric_limits<float>::infinity(); });
    require_found("mesh_kf.opacity[0]", [&](Puppet& p) { p.mesh_kf.opacity[0] = nan; });

    require_found("parameter.min[0]", [](Puppet& p) { p.parameter.min[0] = 31.0f; });
    require_found("parameter.repeat[1]", [](Puppet& p) {
        p.parameter.repeat[1] = 1;
        p.parameter.min[1] = p.parameter.max[1] = 0.0f;
    });
    require_found("parameter.decimals[0]", [](Puppet& p) { p.parameter.decimals[0] = -1; });
    require_found("parameter.pbind_begin[0]", [](Puppet& p) { p.parameter.pbind_begin[0] = 99; });
    require_found("parameter.pbind_count[0]", [](Puppet& p) { p.parameter.pbind_count[0] = -2; });
    require_found("binding.key_begin[0]", [](Puppet& p) { p.binding.key_begin[0] = 0x7fffffff; });
    require_found("band_bindings[0]", [](Puppet& p) { p.band_bindings[0] = 77; });
    require_found("band.begin[1]", [](Puppet& p) { p.band.begin[1] = -1; });
    require_found("band.begin[1]", [](Puppet& p) { p.binding.key_count[0] = 0; });
    require_found("band.count[0]", [](Puppet& p) {
        p.band.begin[0] = static_cast<int>(p.band_bindings.size());
        p.band_bindings.resize(p.band_bindings.size() + 17);
        p.band.count[0] = 17;
    });

    require_found("part.parent[0]", [](Puppet& p) { p.part.parent[0] = 1; });
    require_found("deformer.parent[1]", [](Puppet& p) { p.deformer.parent[1] = 2; });
    require_found("deformer.parent[0]", [](Puppet& p) { p.deformer.parent[0] = 0; });
    require_found("deformer.specific[2]", [](Puppet& p) { p.deformer.specific[2] = 9; });
    require_found("deformer.specific[2]", [](Puppet& p) {
        p.deformer.specific[2] = 0;
        p.deformer.band[2] = p.warp.band[0];
    });
    require_found("deformer.band[0]", [](Puppet& p) { p.deformer.band[0] = 0; });
    require_found("mesh.kf_count[1]", [](Puppet& p) { p.mesh.kf_count[1] = 5; });
    require_found("mesh.kf_begin[1]", [](Puppet& p) { p.mesh.kf_begin[1] = 1000; });
    require_found("warp.rows[0]", [](Puppet& p) { p.warp.rows[0] = 0; });
    require_found("warp.vertex_count[0]", [](Puppet& p) { p.warp.cols[0] = 0x7fffffff; });
    require_found("mesh.vertex_count[0]", [](Puppet& p) { p.mesh.vertex_count[0] = -1; });
    require_found("mesh_kf.pos_begin[0]", [](Puppet& p) { p.mesh.vertex_count[0] = 0x7fffffff; });
    require_found("mesh_kf.pos_begin[3]", [](Puppet& p) { p.mesh_kf.pos_begin[3] = -16; });
    require_found("warp_kf.pos_begin[2]",
                  [](Puppet& p) { p.warp_kf.pos_begin[2] = static_cast<int>(p.positions.size()) - 16; });
    require_found("mesh.color_begin[0]", [](Puppet& p) { p.mesh.color_begin[0] = 5000; });
    require_found("mesh_kf.screen[4]", [](Puppet& p) { p.mesh_kf.screen[4] = -1; });
    require_found("mesh.texture[3]", [](Puppet& p) { p.mesh.texture[3] = -1; });
    require_found("mesh.part[0]", [](Puppet& p) { p.mesh.part[0] = 2; });
    require_found("mesh.parent[0]", [](Puppet& p) { p.mesh.parent[0] = -2; });
    require_found("mesh.uv_begin[0]", [](Puppet& p) { p.mesh.uv_begin[0] = -2; });
    require_found("mesh.tri_count[0]", [](Puppet& p) { p.mesh.tri_count[0] -= 1; });
    require_found("mesh.tri_begin[3]", [](Puppet& p) { p.mesh.tri_begin[3] += 1; });
    require_found("triangles[4]", [](Puppet& p) { p.triangles[4] = 30; });
    require_found("masks[0]", [](Puppet& p) { p.masks[0] = 4; });
    require_found("mesh.mask_begin[2]", [](Puppet& p) { p.mesh.mask_count[2] = 3; });

    require_found("glue.mesh_b[0]", [](Puppet& p) { p.glue.mesh_b[0] = 4; });
    require_found("glue.info_count[0]", [](Puppet& p) { p.glue.info_count[0] = 5; });
    require_found("glue_info.vertex[2]", [](Puppet& p) { p.glue_info.vertex[2] = 27; });

    require_found("blend_binding.key_count[0]", [](Puppet& p) { p.blend_binding.key_count[0] = 1; });
    require_found("blend_binding.base_key[0]", [](Puppet& p) { p.blend_binding.base_key[0] = 3; });
    require_found("blend_record.kf_count[0]", [](Puppet& p) { p.blend_record.kf_count[0] = 2; });
    require_found("blend_record.kf_begin[0]", [](Puppet& p) { p.blend_record.kf_begin[0] = 100; });
    require_found("blend_record.binding[0]", [](Puppet& p) { p.blend_record.binding[0] = 1; });
    require_found("blend_record.limit_begin[0]", [](Puppet& p) { p.blend_record.limit_count[0] = 1; });
    require_found("blend_mesh.target[0]", [](Puppet& p) { p.blend_mesh.target[0] = 4; });
    require_found("blend_mesh.target[1]", [](Puppet& p) {
        for (auto* column : {&p.blend_mesh.target, &p.blend_mesh.begin, &p.blend_mesh.count})
            column->push_back(column->front());
    });

    require_found("group_member.index[0]", [](Puppet& p) { p.group_member.index[0] = -1; });
    require_found("group_member.index[1]", [](Puppet& p) { p.group_member.index[1] = p.group_member.index[0]; });
    require_found("group_member.group[3]", [](Puppet& p) { p.group_member.group[3] = 0; });
    require_found("group.obj_begin[0]", [](Puppet& p) { p.group.obj_begin[0] = 3; });
    require_found("group.obj_begin[1]", [](Puppet& p) {
        p.group_member.type[3] = 0;  // the part becomes a mesh: nothing opens group 1 any more
        p.group_member.index[3] = p.group_member.index[4];
        p.group.obj_count[1] = 0;
    });
}

TEST_CASE("puppets with faults are not built either", "[formats][moc3]") {
    Puppet puppet = tests::tiny_puppet();
    puppet.mesh.kf_begin.pop_back();
    const Result<rig::Rig> rig = rig::Rig::build(puppet);
    REQUIRE_FALSE(rig.ok());
    CHECK(rig.error().where == "mesh.kf_begin");
}

TEST_CASE("tables that share rows beyond reason are refused before they cost time", "[formats][moc3]") {
    // 4,000 meshes that all claim the same 40,000 vertices.
    Puppet puppet = tests::tiny_puppet({MocVersion::v3_0, false});
    puppet.positions.resize(80000);
    puppet.uvs.resize(80000);
    puppet.mesh_kf.pos_begin[0] = 0;
    rig::for_each_section(puppet, [](const rig::Section& section, auto& array) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(array)>, rig::RuntimeSlot>)
            if (section.count == rig::kMeshes && !array.empty()) array.resize(4000, array[0]);
    });
    for (auto& count : puppet.mesh.vertex_count) count = 40000;
    for (auto& begin : puppet.mesh.uv_begin) begin = 0;
    for (auto& band : puppet.mesh.band) band = 0;
    for (auto& begin : puppet.mesh.kf_begin) begin = 0;
    for (auto& count : puppet.mesh.kf_count) count = 1;
    const Status status = rig::check_errors(puppet);
    REQUIRE_FALSE(status.ok());
    CHECK(status.error().where.rfind("mesh.vertex_count", 0) == 0);
}

TEST_CASE("doubtful but harmless things are warnings", "[formats][moc3]") {
    const auto warned = [](const std::string& where, const std::function<void(Puppet&)>& harm) {
        Puppet puppet = tests::tiny_puppet({MocVersion::v5_0, true});
        harm(puppet);
        REQUIRE(rig::check_errors(puppet).ok());
        const auto findings = rig::check(puppet);
        INFO(where);
        CHECK(std::any_of(findings.begin(), findings.end(), [&](const auto& f) { return f.where == where; }));
    };
    warned("mesh.id[1]", [](Puppet& p) { p.mesh.id[1] = p.mesh.id[0]; });
    warned("mesh.id[1]", [](Puppet& p) { p.mesh.id[1] = rig::Id("\xff\xfe"); });
    warned("binding[0]", [](Puppet& p) { std::swap(p.keys[0], p.keys[1]); });
    warned("parameter.default_value[0]", [](Puppet& p) { p.parameter.default_value[0] = 99.0f; });
    warned("group.max_order[0]", [](Puppet& p) { p.group.max_order[0] = 400; });
    warned("group.min_order[1]", [](Puppet& p) { p.group.min_order[1] = 601; });
    warned("group.total_count[0]", [](Puppet& p) { p.group.total_count[0] = 3; });
    warned("masks[0]", [](Puppet& p) { p.masks[0] = -1; });
    warned("parameter.type[0]", [](Puppet& p) { p.parameter.type[0] = 1; });
    warned("mesh_kf.pos_begin[0]", [](Puppet& p) { p.mesh_kf.pos_begin[0] += 2; });
}

TEST_CASE("flipped bytes and cut files give a puppet or an error, and what is read can be evaluated",
          "[formats][moc3]") {
    Random random(99);
    int accepted = 0;
    for (const MocVersion version : {MocVersion::v3_0, MocVersion::v5_3}) {
        const auto sound = tiny_bytes(version);
        for (int round = 0; round < 1500; ++round) {
            auto bytes = sound;
            if (round % 10 == 0) bytes.resize(random.below(bytes.size() / 64) * 64);
            const int flips = 1 + static_cast<int>(random.below(3));
            for (int k = 0; k < flips && !bytes.empty(); ++k)
                bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1u << random.below(8));
            const Result<Puppet> puppet = formats::read_moc3(bytes);
            if (!puppet.ok()) {
                CHECK_FALSE(puppet.error().text().empty());
                continue;
            }
            ++accepted;
            const Result<rig::Rig> rig = rig::Rig::build(*puppet);
            REQUIRE(rig.ok());
            rig::Evaluation pose(*rig);
            pose.evaluate(rig->default_values());
            // What was understood is kept: writing and reading again changes nothing more.
            const auto written = formats::write_moc3(*puppet);
            const Result<Puppet> again = formats::read_moc3(written);
            REQUIRE(again.ok());
            REQUIRE((formats::write_moc3(*again) == written));
        }
    }
    CHECK(accepted > 100);  // many flips only change a number
}
