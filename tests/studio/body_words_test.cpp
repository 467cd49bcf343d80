#include "yure/studio/body_words.hpp"

#include "studio/small_model.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <fstream>

using namespace yure;
using namespace yure::tests;
using studio::BodyWord;

namespace {

/// The small model with a glue between Face and Hair, opened from a folder of its own.
struct OpenModel {
    TemporaryFolder folder;
    studio::Model model;
    OpenModel() {
        SmallModel().write(folder.path());
        auto opened = studio::open_model(folder.path());
        REQUIRE(opened.ok());
        model = std::move(*opened);
    }
    Result<std::vector<baker::BodyRequest>> read(const std::vector<BodyWord>& words) const {
        return studio::read_bodies(model, words);
    }
    /// One body "hair" of mesh Hair with these words behind it.
    baker::BodyRequest hair(std::vector<BodyWord> words = {}) const {
        words.insert(words.begin(), BodyWord{"body", "hair=Hair"});
        auto bodies = read(words);
        INFO((bodies.ok() ? "" : bodies.error().text()));
        REQUIRE(bodies.ok());
        return bodies->front();
    }
    std::string fault(std::vector<BodyWord> words) const {
        words.insert(words.begin(), BodyWord{"body", "hair=Hair"});
        const auto bodies = read(words);
        return bodies.ok() ? std::string() : bodies.error().text();
    }
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a body alone gets the defaults of hair", "[studio][bodies]") {
    const OpenModel open;
    const baker::BodyRequest body = open.hair();
    CHECK(body.id == "hair");
    REQUIRE(body.meshes.size() == 1);
    CHECK(body.meshes[0].id == "Hair");
    CHECK(body.kind == sim::BodyKind::hair);
    CHECK(body.material == sim::default_material(sim::BodyKind::hair));
    CHECK_FALSE(body.top_pins.has_value());
    CHECK_FALSE(body.keep_physics);
    REQUIRE(body.inputs.size() == 1);  // the only standard one that the model has
    CHECK(body.inputs[0].id == "ParamAngleX");
}

TEST_CASE("options before the first body count for all, options behind a body for it alone", "[studio][bodies]") {
    const OpenModel open;
    const auto bodies = open.read({{"kind", "cloth"},
                                   {"keys", "9"},
                                   {"body", "a=Face"},
                                   {"body", "b=Hair,Back"},
                                   {"keys", "3"},
                                   {"kind", "hair"},
                                   {"keep-physics", ""}});
    REQUIRE(bodies.ok());
    REQUIRE(bodies->size() == 2);
    CHECK((*bodies)[0].kind == sim::BodyKind::cloth);
    CHECK((*bodies)[0].keys == 9);
    CHECK_FALSE((*bodies)[0].keep_physics);
    CHECK((*bodies)[1].kind == sim::BodyKind::hair);
    CHECK((*bodies)[1].keys == 3);
    CHECK((*bodies)[1].keep_physics);
    CHECK((*bodies)[1].meshes.size() == 2);
}

TEST_CASE("a material is a preset, single values, or a preset with values over it", "[studio][bodies]") {
    const OpenModel open;
    const sim::Material silk = open.hair({{"material", "silk"}}).material;
    CHECK(sim::material_name(silk) == "silk");
    CHECK(open.hair({{"material", "silk"}}).kind == sim::BodyKind::cloth);
    CHECK(open.hair({{"material", "silk"}, {"kind", "hair"}}).kind == sim::BodyKind::hair);
    const sim::Material custom = open.hair({{"material", "bangs,goal=.25,compression=0.7,rest_follows=both"}}).material;
    CHECK(custom.goal == 0.25f);
    CHECK(custom.damping == sim::find_material_preset("bangs")->material.damping);
    CHECK(custom.compression == 0.7f);
    CHECK(custom.rest_follows_both);
    CHECK(open.hair({{"material", "goal=0.3"}}).material.bend == sim::default_material(sim::BodyKind::hair).bend);
    CHECK(contains(open.fault({{"material", "goal=.3,silk"}}), "goes first"));
    CHECK(contains(open.fault({{"material", "wod"}}), "cotton"));
    CHECK(contains(open.fault({{"material", "gaol=1"}}), "anisotropy"));
    CHECK(contains(open.fault({{"material", "goal=nan"}}), "number"));
    CHECK(contains(open.fault({{"material", "damping=99"}}), "damping"));
}

TEST_CASE("inputs carry a range and the mark that keeps them", "[studio][bodies]") {
    const OpenModel open;
    const auto inputs = open.hair({{"inputs", "ParamAngleX=-20:15.5,ParamEyeLOpen!,ParamHair=0:+1!"}}).inputs;
    REQUIRE(inputs.size() == 3);
    REQUIRE(inputs[0].span.has_value());
    CHECK(inputs[0].span->low == -20.0f);
    CHECK(inputs[0].span->high == 15.5f);
    CHECK_FALSE(inputs[0].keep);
    CHECK_FALSE(inputs[1].span.has_value());
    CHECK(inputs[1].keep);
    CHECK(inputs[2].span->high == 1.0f);
    CHECK(inputs[2].keep);
    for (const char* wrong :
         {"ParamAngleX=5", "ParamAngleX=a:b", "ParamAngleX=1:2:3", "=1:2", "", "A,,B", "ParamAngleX=5:-5"})
        CHECK_FALSE(open.fault({{"inputs", wrong}}).empty());
}

TEST_CASE("pins come from the top, a file, or a glue", "[studio][bodies]") {
    OpenModel open;
    CHECK(*open.hair({{"pins", "top:0.2:0.5"}}).top_pins == sim::TopPins{0.2f, 0.5f});
    CHECK_FALSE(open.hair({{"pins", "top:0.2:0.5"}, {"pins", "top"}}).top_pins.has_value());

    const auto file = open.folder.path() / "pins.json";
    std::ofstream(file) << R"({"Hair":[1,1,0.5,0.5,0,0,0,0,0,0,0,0],"Other":"ignored"})";
    const auto pins = open.hair({{"pins", "file:" + file.string()}}).meshes[0].groups.pin;
    REQUIRE(pins.size() == 12);
    CHECK(pins[2] == 0.5f);
    std::ofstream(file) << R"({"Hair":[1,2]})";
    CHECK(contains(open.fault({{"pins", "file:" + file.string()}}), "/Hair/1"));
    std::ofstream(file) << R"({"Face":[1]})";
    CHECK(contains(open.fault({{"pins", "file:" + file.string()}}), "none of the body's meshes"));
    CHECK_FALSE(open.fault({{"pins", "file:" + (open.folder.path() / "absent").string()}}).empty());

    rig::Puppet& puppet = open.model.puppet;
    puppet.glue.id.emplace_back("Seam");
    puppet.glue.mesh_a.push_back(puppet.find_mesh("Face"));
    puppet.glue.mesh_b.push_back(puppet.find_mesh("Hair"));
    puppet.glue.info_begin.push_back(0);
    puppet.glue.info_count.push_back(4);
    puppet.glue_info.weight = {0.5f, 0.5f, 0.9f, 0.1f};
    puppet.glue_info.vertex = {0, 3, 1, 4};
    const auto glued = open.hair({{"pins", "glue:Seam"}}).meshes[0].groups.pin;
    REQUIRE(glued.size() == 12);
    CHECK(glued[3] == 1.0f);
    CHECK(glued[4] == Approx(0.2f));
    CHECK(glued[0] == 0.0f);
    CHECK(contains(open.fault({{"pins", "glue:Hem"}}), "no glue"));
    CHECK(contains(open.fault({{"pins", "looseness"}}), "project"));
    CHECK(contains(open.fault({{"pins", "top:x:y"}}), "SOLID"));
}

TEST_CASE("a motion to learn from is read from the model, with its weight", "[studio][bodies]") {
    const OpenModel open;
    const auto training = open.hair({{"train", "idle=.5"}}).training;
    REQUIRE(training.size() == 1);
    CHECK(training[0].weight == 0.5f);
    CHECK(training[0].clip.frames() > 1);
    CHECK(open.hair({{"train", "idle"}}).training[0].weight == 1.0f);
    CHECK_FALSE(open.fault({{"train", "absent=.5"}}).empty());
    CHECK_FALSE(open.fault({{"train", "idle=heavy"}}).empty());
    CHECK_FALSE(open.fault({{"train", "idle=2"}}).empty());
}

TEST_CASE("choices and numbers that are wrong are refused by option, with what there is", "[studio][bodies]") {
    const OpenModel open;
    CHECK(open.hair({{"target-version", "4.2"}}).target_version == rig::MocVersion::v4_2);
    CHECK(open.hair({{"write", "axes"}}).write == baker::WriteAs::axes);
    CHECK(open.hair({{"vertical", "off"}}).vertical == baker::Vertical::off);
    CHECK(open.hair({{"static", "auto"}}).static_automatic);
    CHECK(open.hair({{"static", "ParamAngleX,ParamAngleZ"}}).static_inputs.size() == 2);
    CHECK(open.hair({{"static", "ParamAngleX"}, {"static", "off"}}).static_inputs.empty());
    CHECK(contains(open.fault({{"static", "A,B,C,D,E"}}), "--static"));
    CHECK(contains(open.fault({{"static", "A,A"}}), "twice"));
    for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{{"kind", "wool"},
                                                                                        {"write", "both"},
                                                                                        {"vertical", "maybe"},
                                                                                        {"quality", "superb"},
                                                                                        {"target-version", "7"},
                                                                                        {"keys", "4"},
                                                                                        {"keys", "5.5"},
                                                                                        {"modes", "9"},
                                                                                        {"exaggeration", "3"},
                                                                                        {"static", "A,,B"},
                                                                                        {"nonsense", "1"}}) {
        INFO(option << " " << value);
        CHECK(contains(open.fault({{option, value}}), option));
    }
    CHECK(contains(open.read({}).error().text(), "--body"));
    CHECK(contains(open.read({{"body", "hair=Wig"}}).error().text(), "no mesh Wig"));
    CHECK(contains(open.read({{"body", "=Hair"}}).error().text(), "NAME=MESH"));
    CHECK(contains(open.read({{"body", "bad name=Hair"}}).error().text(), "letters"));
}
