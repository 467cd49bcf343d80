#include "studio/presets_doll.hpp"
#include "support/catch.hpp"

#include <algorithm>

#include "yure/core/lookup.hpp"
#include "yure/studio/presets/looseness.hpp"

using namespace yure;
using namespace yure::studio::presets;
using namespace yure::tests;

namespace {

const Vec2 kLow{300.0f, 400.0f}, kHigh{700.0f, 800.0f};

/// One garment by itself, read.
MeshLooseness read_one(const std::string& id, const Art& art) {
    Doll doll;
    doll.mesh(id, doll.part("Part1", ""), kLow, kHigh, art);
    const Subject subject = doll.finish();
    const LoosenessReport report = read_looseness(subject, recognise_parts(subject));
    REQUIRE(report.meshes.size() == 1);
    return report.meshes.front();
}

}  // namespace

TEST_CASE("a straight skirt stays on the body, a flared one hangs", "[presets][looseness]") {
    const MeshLooseness straight = read_one("Skirt", filled);
    CHECK(straight.role == Role::skirt);
    CHECK(straight.loose_art == 0.0f);
    CHECK_FALSE(straight.simulate);

    const MeshLooseness wide = read_one("Skirt", flared);
    CHECK(wide.simulate);
    CHECK(wide.loose_art > 0.4f);
    // Down the middle: held at the waistband, never tighter further down, free at the hem.
    std::vector<float> middle;
    for (std::size_t v = 4; v < wide.vertex.size(); v += 9) middle.push_back(wide.vertex[v]);
    CHECK(middle.front() == 0.0f);
    CHECK(std::is_sorted(middle.begin(), middle.end()));
    CHECK(middle.back() > 0.95f);
}

TEST_CASE("pin, mass and wind follow the looseness; limbs catch less wind", "[presets][looseness]") {
    MeshLooseness read;
    read.role = Role::skirt;
    read.vertex = {0.0f, 0.25f, 1.0f};
    const sim::VertexGroups skirt = read.groups();
    CHECK(skirt.pin == std::vector<float>{1.0f, 0.75f, 0.0f});
    CHECK(skirt.mass[2] == Approx(1.0f));
    CHECK(skirt.mass[0] == Approx(0.6f));
    CHECK(skirt.wind == std::vector<float>{0.0f, 0.25f, 1.0f});
    read.role = Role::sleeve;
    CHECK(read.groups().wind[2] == Approx(0.6f));
}

TEST_CASE("bottoms without a telling name are judged by the gap between the legs", "[presets][looseness]") {
    CHECK(read_one("Bottomwear", two_legs).role == Role::trousers);
    CHECK(read_one("Bottomwear", filled).role == Role::skirt);
    // A slit of less than 12 % of the height is no crotch.
    CHECK(read_one("Bottomwear", [](float u, float v) { return v > 0.95f ? two_legs(u, v) : kBlue; }).role ==
          Role::skirt);
    // A gap at the side is none either.
    CHECK(read_one("Bottomwear", [](float u, float v) {
              return v > 0.3f && u > 0.86f && u < 0.95f ? kNothing : kBlue;
          }).role == Role::skirt);
}

TEST_CASE("a name decides about skirt or trousers before the silhouette does", "[presets][looseness]") {
    for (const char* name : {"短裙", "スカート", "ワンピース", "Dress", "ﾐﾆｽｶｰﾄ"}) {
        INFO(name);
        CHECK(read_one(name, two_legs).role == Role::skirt);
    }
    for (const char* name : {"长裤", "短褲", "ズボン", "ショートパンツ", "Jeans", "shorts_01"}) {
        INFO(name);
        CHECK(read_one(name, filled).role == Role::trousers);
    }
}

TEST_CASE("skin is never simulated", "[presets][looseness]") {
    // A flared skirt whose right half is painted as skin.
    const MeshLooseness half = read_one("Skirt", [](float u, float v) {
        const Paint paint = flared(u, v);
        return paint[3] != 0 && u > 0.5f ? kSkinTone : paint;
    });
    CHECK(half.skin_art == Approx(0.5f).margin(0.03f));
    const std::size_t hem = half.vertex.size() - 9;
    CHECK(half.vertex[hem] > 0.9f);       // cloth, far from the skin
    CHECK(half.vertex[hem + 8] == 0.0f);  // skin
}

TEST_CASE("on a limb only what is thinner than half of it is loose", "[presets][looseness]") {
    CHECK(read_one("Sleeve", filled).loose_art == 0.0f);
    // A sleeve of half the width, with a ribbon of a twentieth hanging from its side.
    const MeshLooseness ribbon = read_one("Sleeve", [](float u, float v) {
        const bool arm = u < 0.5f && v < 0.4f;
        const bool tail = u > 0.3f && u < 0.35f;
        return arm || tail ? kBlue : kNothing;
    });
    CHECK(ribbon.loose_art > 0.04f);
    CHECK(ribbon.loose_art < 0.25f);
    CHECK(ribbon.vertex.front() < 0.1f);      // the arm's corner
    CHECK(ribbon.vertex[6 * 9 + 2] < 0.1f);   // where the ribbon leaves it
    CHECK(ribbon.vertex[16 * 9 + 3] > 0.9f);  // its end
}

TEST_CASE("a top hangs below the waist, unless it is tucked in", "[presets][looseness]") {
    for (const bool tucked : {false, true}) {
        Doll doll;
        const int part = doll.part("Part1", "");
        doll.mesh("Shirt", part, {400.0f, 200.0f}, {600.0f, 700.0f}, filled, {}, tucked ? 400.0f : 600.0f);
        doll.mesh("Skirt", part, {400.0f, 500.0f}, {600.0f, 900.0f}, filled, {}, 500.0f);
        const Subject subject = doll.finish();
        const LoosenessReport report = read_looseness(subject, recognise_parts(subject));
        const int shirt = find_by_id(report.meshes, "Shirt");
        REQUIRE(shirt >= 0);
        CHECK(report.meshes[static_cast<std::size_t>(shirt)].simulate == !tucked);
    }
}

TEST_CASE("a swing in the rig says that a skirt hangs, whatever its outline", "[presets][looseness]") {
    Doll doll;
    const int sway = doll.parameter("ParamSkirt");
    doll.mesh("ArtMesh7", doll.part("Part1", "体"), kLow, kHigh, filled, {{sway, 20.0f}});
    const Subject subject = doll.finish();
    const LoosenessReport report = read_looseness(subject, recognise_parts(subject));
    REQUIRE(report.meshes.size() == 1);
    CHECK(report.meshes[0].role == Role::skirt);
    CHECK(report.meshes[0].simulate);
}

TEST_CASE("looseness as pins for a bake: one array a mesh, or what to do instead", "[presets][looseness]") {
    Doll doll;
    const int part = doll.part("Part1", "");
    doll.mesh("Skirt", part, kLow, kHigh, flared);
    doll.mesh("Pencil", part, {0.0f, 0.0f}, {100.0f, 100.0f}, filled);
    doll.mesh("Ghost", part, {200.0f, 0.0f}, {300.0f, 100.0f}, [](float, float) { return kNothing; });
    const Subject subject = doll.finish();
    const auto pins = looseness_pins(subject, {"Skirt"});
    REQUIRE(pins.ok());
    CHECK(pins->at(0).front() == 1.0f);
    CHECK(pins->at(0).back() < 0.05f);
    CHECK(looseness_pins(subject, {"Pencil"}).error().what.find("top:") != std::string::npos);
    CHECK(looseness_pins(subject, {"Ghost"}).error().what.find("no art") != std::string::npos);
    CHECK(looseness_pins(subject, {"Nobody"}).error().what.find("Nobody") != std::string::npos);
}

TEST_CASE("without textures nothing is guessed", "[presets][looseness]") {
    Doll doll;
    doll.mesh("Skirt", doll.part("Part1", ""), kLow, kHigh, flared);
    Subject subject = doll.finish();
    subject.textures.clear();
    const LoosenessReport report = read_looseness(subject, recognise_parts(subject));
    CHECK(report.meshes.empty());
    REQUIRE(report.notices.size() == 1);
    CHECK(report.notices[0].where == "Skirt");
}

TEST_CASE("the picture shows tight cloth blue and loose cloth red", "[presets][looseness]") {
    Doll doll;
    doll.mesh("Skirt", doll.part("Part1", ""), kLow, kHigh, flared);
    const Subject subject = doll.finish();
    const studio::Picture picture = looseness_picture(subject, read_looseness(subject, recognise_parts(subject)), 200);
    CHECK(picture.width == 200);
    CHECK(picture.height == 200);
    const auto pixel = [&](int x, int y) { return picture.rgba.data() + 4 * (y * picture.width + x); };
    CHECK(pixel(100, 4)[2] > 150);  // waistband
    CHECK(pixel(100, 4)[0] < 100);
    CHECK(pixel(100, 195)[0] > 180);  // hem
    CHECK(pixel(100, 195)[2] < 80);
    CHECK(pixel(2, 2)[0] == 255);  // nothing there
}
