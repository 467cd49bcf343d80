#include "yure/studio/picture.hpp"

#include "studio/small_model.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include "yure/core/random.hpp"
#include "yure/studio/part_opacities.hpp"

using namespace yure;
using namespace yure::tests;

namespace {

std::vector<std::uint8_t> noise(int width, int height, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint8_t> rgba(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    for (std::uint8_t& channel : rgba) channel = static_cast<std::uint8_t>(random.below(256));
    return rgba;
}

}  // namespace

TEST_CASE("a picture written and read is the same picture", "[studio][picture]") {
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{7, 3}, std::pair{64, 33}}) {
        const auto rgba = noise(width, height, 5);
        const auto png = studio::encode_png(width, height, rgba);
        CHECK(png == studio::encode_png(width, height, rgba));
        const auto read = studio::decode_png(png, "it");
        REQUIRE(read.ok());
        CHECK(read->width == width);
        CHECK(read->height == height);
        CHECK(read->rgba == rgba);
    }
}

TEST_CASE("damaged pictures are refused and say which", "[studio][picture]") {
    const auto png = studio::encode_png(16, 16, noise(16, 16, 9));
    CHECK(studio::decode_png({}, "nothing").error().where == "nothing");
    for (std::size_t length = 0; length + 32 < png.size(); length += 13) {  // some pixel data is missing
        const auto read = studio::decode_png(std::span(png).first(length), "short.png");
        REQUIRE_FALSE(read.ok());
        CHECK(read.error().where == "short.png");
    }
    Random random(3);
    for (int i = 0; i < 300; ++i) {  // must end, whatever it says
        auto changed = png;
        changed[random.below(changed.size())] ^= static_cast<std::byte>(1 + random.below(255));
        const auto read = studio::decode_png(changed, "odd.png");
        if (read)
            CHECK(read->rgba.size() ==
                  static_cast<std::size_t>(read->width) * static_cast<std::size_t>(read->height) * 4);
    }
    auto huge = png;
    for (const std::size_t at : {16u, 20u}) huge[at] = std::byte{0x7f};  // 2^31 pixels wide and high
    CHECK_FALSE(studio::decode_png(huge, "huge.png").ok());
}

TEST_CASE("textures come in the model's order, an absent one empty and told", "[studio][picture]") {
    const TemporaryFolder folder;
    SmallModel small;
    small.model3["FileReferences"]["Textures"] = {"absent.png", small.model3["FileReferences"]["Textures"][0]};
    small.write(folder.path());
    auto model = studio::open_model(folder.path());
    REQUIRE(model.ok());
    Notices notices;
    const auto pages = studio::load_textures(*model, notices);
    REQUIRE(pages.size() == 2);
    CHECK(pages[0].rgba.empty());
    CHECK(pages[1].width == 4);
    REQUIRE(notices.size() == 1);
    CHECK(notices[0].where == "absent.png");
}

TEST_CASE("of the parts of a pose the first shows, and only one", "[studio][picture]") {
    const TemporaryFolder folder;
    SmallModel small;
    small.pose = {{"Type", "Live2D Pose"},
                  {"Groups",
                   {{{{"Id", "Part0"}, {"Link", nlohmann::ordered_json::array()}},
                     {{"Id", "Part1"}, {"Link", nlohmann::ordered_json::array()}}}}}};
    small.write(folder.path());
    auto model = studio::open_model(folder.path());
    REQUIRE(model.ok());
    Notices notices;
    studio::PartOpacities parts(*model, std::nullopt, notices);
    for (int frame = 0; frame < 5; ++frame) {
        const auto opacities = parts.next();
        REQUIRE(opacities.size() == 2);
        CHECK(opacities[0] == 1.0f);
        CHECK(opacities[1] == 0.0f);
    }
    CHECK(notices.empty());
}
