#include "studio/presets_doll.hpp"
#include "support/catch.hpp"

#include "yure/studio/presets/parts.hpp"

using namespace yure;
using namespace yure::studio::presets;
using namespace yure::tests;

namespace {

struct Named {
    const char* part;  ///< what its folder is called
    const char* mesh;  ///< its id
    Role role;
};

/// The role of one mesh in front of everything else.
MeshRole role_of(const Named& named) {
    Doll doll;
    doll.mesh(named.mesh, doll.part("Part1", named.part), {400.0f, 200.0f}, {600.0f, 600.0f}, filled);
    const Subject subject = doll.finish();
    return recognise_parts(subject).meshes.at(0);
}

}  // namespace

TEST_CASE("parts are recognised by names in Chinese, Japanese and English", "[presets][parts]") {
    const Named table[] = {
        {"前髪", "ArtMesh12", Role::front_hair},
        {"刘海", "ArtMesh12", Role::front_hair},
        {"瀏海", "ArtMesh12", Role::front_hair},
        {"前发", "ArtMesh12", Role::front_hair},
        {"Bangs", "ArtMesh12", Role::front_hair},
        {"", "D_HAIR_FRONT_00", Role::front_hair},
        {"", "hair_front", Role::front_hair},
        {"", "FrontHair2", Role::front_hair},
        {"", "fronthair", Role::front_hair},
        {"横髪", "ArtMesh12", Role::side_hair},
        {"侧发", "ArtMesh12", Role::side_hair},
        {"", "HairSideL", Role::side_hair},
        {"鬓发", "ArtMesh12", Role::side_hair},
        {"後ろ髪", "ArtMesh12", Role::back_hair},
        {"后发", "ArtMesh12", Role::back_hair},
        {"後髮", "ArtMesh12", Role::back_hair},
        {"Back hair", "ArtMesh12", Role::back_hair},
        {"ツインテール", "ArtMesh12", Role::back_hair},
        {"双马尾", "ArtMesh12", Role::back_hair},
        {"Ponytail", "ArtMesh12", Role::back_hair},
        {"スカート", "ArtMesh12", Role::skirt},
        {"百褶裙", "ArtMesh12", Role::skirt},
        {"ズボン", "ArtMesh12", Role::trousers},
        {"Trousers", "ArtMesh12", Role::trousers},
        {"ネクタイ", "ArtMesh12", Role::neckwear},
        {"围巾", "ArtMesh12", Role::neckwear},
        {"胸リボン", "ArtMesh12", Role::neckwear},
        {"", "ArtMeshNeckwear", Role::neckwear},
        {"袖口", "ArtMesh12", Role::sleeve},
        {"右腕", "ArtMesh12", Role::sleeve},
        {"", "ArtMeshHandwear", Role::sleeve},
        {"靴下", "ArtMesh12", Role::legwear},
        {"袜子", "ArtMesh12", Role::legwear},
        {"Stockings", "ArtMesh12", Role::legwear},
        {"上衣", "ArtMesh12", Role::top},
        {"", "ArtMeshTopwear", Role::top},
        {"目玉", "ArtMesh12", Role::iris},
        {"", "IrisL", Role::iris},
        {"瞳ハイライト", "ArtMesh12", Role::iris},
        // What only sounds like it.
        {"髪飾り", "ArtMesh12", Role::none},
        {"发带", "ArtMesh12", Role::none},
        {"前髪", "HairRibbon", Role::none},
        {"前髪の影", "ArtMesh12", Role::none},
        {"椅子 chair", "ArtMesh12", Role::none},
        {"发光", "ArtMesh12", Role::none},
        {"白目", "ArtMesh12", Role::none},
        {"顔", "ArtMesh12", Role::none},
        {"背景", "ArtMesh12", Role::none},
        {"前髪", "EarL", Role::none},
        {"", "ArtMesh12", Role::none},
    };
    for (const Named& named : table) {
        const MeshRole found = role_of(named);
        INFO(named.part << " / " << named.mesh << ": " << found.why);
        CHECK(role_name(found.role) == role_name(named.role));
        if (named.role != Role::none) CHECK_FALSE(found.why.empty());
    }
}

TEST_CASE("a folder's name may come composed or decomposed, full or half width", "[presets][parts]") {
    CHECK(role_of({"ﾈｸﾀｲ", "ArtMesh12", Role::none}).role == Role::neckwear);
    CHECK(role_of({"ＨＡＩＲ　ＦＲＯＮＴ", "ArtMesh12", Role::none}).role == Role::front_hair);
    CHECK(role_of({"ス\xE3\x82\xAB\xE3\x83\xBCト", "ArtMesh12", Role::none}).role == Role::skirt);
    // ズボン with its marks apart: ス + U+3099, ホ + U+3099.
    CHECK(role_of({"\xE3\x82\xB9\xE3\x82\x99\xE3\x83\x9B\xE3\x82\x99\xE3\x83\xB3", "ArtMesh12", Role::none}).role ==
          Role::trousers);
    CHECK(role_of({"\xff\xfe not text", "ArtMesh12", Role::none}).role == Role::none);
}

TEST_CASE("hair without a side is front hair before the face and back hair behind it", "[presets][parts]") {
    for (const bool before : {false, true}) {
        Doll doll;
        const auto skin = [](float, float) { return kSkinTone; };
        doll.mesh("ArtMesh1", doll.part("Part1", "顔"), {400.0f, 100.0f}, {600.0f, 350.0f}, skin, {{0, 20.0f}}, 500.0f);
        doll.mesh("ArtMesh2", doll.part("Part2", "髪"), {400.0f, 80.0f}, {600.0f, 400.0f}, filled, {{0, 20.0f}},
                  before ? 600.0f : 400.0f);
        const Subject subject = doll.finish();
        CHECK(recognise_parts(subject).meshes[1].role == (before ? Role::front_hair : Role::back_hair));
    }
}

TEST_CASE("a lock that stands up keeps a swing of its own, and shares another's held below", "[presets][parts]") {
    for (const bool shared : {false, true}) {
        Doll doll;
        const int sway = doll.parameter("ParamHairFront"), own = doll.parameter("ParamHairAhoge");
        const int part = doll.part("Part1", "前髪");
        doll.mesh("ArtMesh1", part, {400.0f, 100.0f}, {600.0f, 350.0f}, filled, {{sway, 20.0f}});
        doll.mesh("ArtMesh2", part, {480.0f, 0.0f}, {520.0f, 100.0f}, filled, {{shared ? sway : own, 20.0f, true}});
        const Subject subject = doll.finish();
        const MeshRole lock = recognise_parts(subject).meshes[1];
        INFO(lock.why);
        CHECK(lock.upright);
        CHECK(lock.role == (shared ? Role::front_hair : Role::none));
        CHECK_FALSE(recognise_parts(subject).meshes[0].upright);
    }
}

TEST_CASE("one folder of clothes is told apart by where its pieces lie", "[presets][parts]") {
    Doll doll;
    const int part = doll.part("Part1", "制服");
    doll.mesh("ArtMesh1", part, {400.0f, 100.0f}, {600.0f, 420.0f}, filled);
    doll.mesh("ArtMesh2", part, {380.0f, 400.0f}, {620.0f, 580.0f}, flared);
    doll.mesh("ArtMesh3", part, {420.0f, 550.0f}, {490.0f, 940.0f}, filled);
    doll.mesh("ArtMesh4", part, {510.0f, 550.0f}, {580.0f, 940.0f}, filled);
    doll.mesh("ArtMesh5", part, {410.0f, 930.0f}, {490.0f, 990.0f}, filled);
    const Subject subject = doll.finish();
    const Parts parts = recognise_parts(subject);
    CHECK(parts.of(Role::top) == std::vector<int>{0});
    CHECK(parts.of(Role::bottoms) == std::vector<int>{1});
    CHECK(parts.of(Role::legwear) == std::vector<int>{2, 3});
    CHECK(parts.meshes[4].role == Role::none);
}

TEST_CASE("bare arms and legs are not sleeves and stockings", "[presets][parts]") {
    Doll doll;
    const auto skin = [](float, float) { return kSkinTone; };
    doll.mesh("ArmL", doll.part("Part1", "腕"), {100.0f, 200.0f}, {200.0f, 600.0f}, skin);
    const Subject subject = doll.finish();
    CHECK(recognise_parts(subject).meshes[0].role == Role::none);
}

TEST_CASE("role names are read back", "[presets][parts]") {
    for (const Role role : {Role::none, Role::front_hair, Role::side_hair, Role::back_hair, Role::top, Role::bottoms,
                            Role::skirt, Role::trousers, Role::neckwear, Role::sleeve, Role::legwear, Role::iris})
        CHECK(find_role(role_name(role)) == role);
    CHECK_FALSE(find_role("wings"));
}
