// The demo character's folder as files: made by the program beside it, and readable by everyone.
#include "png_file.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "yura.hpp"

#include <algorithm>
#include <string>

#include "yure/formats/cdi3.hpp"
#include "yure/formats/exp3.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/model3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/formats/physics3.hpp"

using namespace yure;

namespace {

std::string text_of(const std::string& file) {
    return tests::read_text(tests::source_path("assets/demo/" + file));
}

formats::Model3 model3() {
    auto model = formats::read_model3(text_of("yura.model3.json"));
    REQUIRE(model.ok());
    return std::move(*model);
}

const demo::Character& drawn() {
    static const demo::Character yura = demo::make_yura();
    return yura;
}

const demo::ParameterSpec* parameter(const std::string& id) {
    const auto& all = drawn().spec.parameters;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.id == id; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

// When the character is changed on purpose: build yure_make_demo and run it on assets/demo.
TEST_CASE("the committed demo folder is what its program makes, to the byte", "[assets]") {
    const auto puppet = demo::build(drawn().spec);
    REQUIRE(puppet.ok());
    CHECK(formats::write_moc3(*puppet) == tests::read_bytes(tests::source_path("assets/demo/yura.moc3")));
    for (const auto& [file, text] : demo::yura_json_files(drawn())) {
        INFO(file);
        CHECK((text == text_of(file)));
    }
    for (std::size_t page = 0; page < drawn().atlas.pages.size(); ++page) {
        // Pixels, not bytes: another zlib may pack them otherwise.
        const auto committed = demo::read_png(tests::source_path("assets/demo/" + demo::texture_file(page)));
        REQUIRE(committed.ok());
        REQUIRE(committed->width == demo::kTextureSize);
        CHECK((committed->rgba == drawn().atlas.pages[page].rgba));
    }
}

TEST_CASE("the demo model3 names files that exist, and only known parameters", "[assets]") {
    const formats::Model3 model = model3();
    CHECK(model.textures.size() == drawn().atlas.pages.size());
    CHECK(model.references().size() >= 10);
    for (const auto& reference : model.references()) {
        INFO(reference.path);
        CHECK(std::filesystem::is_regular_file(tests::source_path("assets/demo/" + reference.path)));
    }
    for (const char* group : {"EyeBlink", "LipSync"}) {
        CHECK_FALSE(model.group_ids(group).empty());
        for (const std::string& id : model.group_ids(group)) CHECK(parameter(id) != nullptr);
    }
}

TEST_CASE("every demo motion loops without a seam and stays in its parameters' ranges", "[assets]") {
    int motions = 0;
    for (const auto& group : model3().motions)
        for (const auto& motion : group.motions) {
            INFO(motion.file);
            ++motions;
            formats::Findings findings;
            const auto read = formats::read_motion3(text_of(motion.file), formats::NumberReading::official, &findings);
            REQUIRE(read.ok());
            CHECK(findings.empty());
            CHECK(formats::check_number_layout(text_of(motion.file)).empty());
            CHECK(read->clip.loop);
            CHECK(read->clip.curves.size() >= 4);
            for (const motion::Curve& curve : read->clip.curves) {
                INFO(curve.id);
                const demo::ParameterSpec* range = parameter(curve.id);
                REQUIRE(range != nullptr);
                CHECK(curve.points.front().value == curve.points.back().value);
                CHECK(curve.points.back().time == Approx(read->clip.duration));
                for (float time = 0.0f; time <= read->clip.duration; time += 0.05f) {
                    const double value =
                        static_cast<double>(motion::sample(curve, read->clip.restricted_beziers, time));
                    CHECK((value >= range->min - 1e-3 && value <= range->max + 1e-3));
                }
            }
        }
    CHECK(motions == 4);
}

TEST_CASE("the demo's names let its hair, skirt and ribbons be recognised", "[assets]") {
    const auto names = formats::read_cdi3(text_of("yura.cdi3.json"));
    REQUIRE(names.ok());
    CHECK(names->parameters.size() == drawn().spec.parameters.size());
    for (const char* wanted : {"Back hair", "Front hair", "Side hair", "Skirt", "Hair ribbon", "Chest ribbon"}) {
        INFO(wanted);
        CHECK(std::any_of(names->parts.begin(), names->parts.end(),
                          [&](const auto& part) { return part.name == wanted; }));
    }
}

TEST_CASE("the demo's physics and expressions are sound", "[assets]") {
    formats::Findings findings;
    const auto physics =
        formats::read_physics3(text_of("yura.physics3.json"), formats::NumberReading::official, &findings);
    REQUIRE(physics.ok());
    for (const auto& group : physics->physics.groups) {
        for (const auto& input : group.inputs) CHECK(parameter(input.parameter) != nullptr);
        for (const auto& output : group.outputs) CHECK(parameter(output.parameter) != nullptr);
    }
    for (const auto& expression : model3().expressions) {
        const auto read = formats::read_exp3(text_of(expression.file), formats::NumberReading::official, &findings);
        REQUIRE(read.ok());
        for (const auto& entry : read->expression.entries) CHECK(parameter(entry.parameter) != nullptr);
    }
    for (const auto& finding : findings) FAIL_CHECK(finding.pointer << ": " << finding.what);
}
