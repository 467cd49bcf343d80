// Any bytes as a project: opened as far as they go, written, opened again as the same, and written onto a model.
#include "document/generated.hpp"
#include "document/project_file.hpp"
#include "fuzz_json.hpp"
#include "studio/small_model.hpp"
#include "yure/studio/command.hpp"
#include "yure/studio/project_model.hpp"

using namespace yure;

namespace {

const studio::Model& model() {
    static const studio::Model small = [] {
        studio::Model made;
        made.puppet = tests::small_puppet();
        return made;
    }();
    return small;
}

studio::Json group(const char* id, const char* output) {
    return {{"id", id},
            {"name", "hair (yure 60 Hz)"},
            {"inputs", {{{"parameter", "ParamAngleX"}, {"weight", 100.0}, {"type", "angle"}, {"reflect", false}}}},
            {"outputs", {{{"parameter", output}, {"vertex", 1}, {"scale", 20.0}, {"weight", 100.0}, {"type", "angle"}, {"reflect", false}}}},
            {"vertices", {{{"radius", 0.0}}, {{"mobility", 0.9}, {"delay", 0.8}, {"acceleration", 1.5}, {"radius", 10.0}}}},
            {"position", {{"minimum", -10.0}, {"default", 0.0}, {"maximum", 10.0}}},
            {"angle", {{"minimum", -10.0}, {"default", 0.0}, {"maximum", 10.0}}}};
}

studio::Json parameter(const char* id, const char* driver) {
    return {{"id", id},      {"name", "hair"},  {"group", driver},       {"keys", {-30.0, 0.0, 30.0}}, {"range", 30.0},
            {"swing_px", 5}, {"gain", 1.0},     {"peak_degrees", 3.0},
            {"meshes", {{{"mesh", "Hair"}, {"vertices", 12}, {"shapes", {"", "", ""}}}}}};
}

/// A project with bodies, weights, an own pendulum, a bank with its fit, and an edit of each.
std::string sound_project() {
    studio::Document document;
    document.model.path = "Small/Small.model3.json";
    const studio::CommandContext context{std::make_shared<const studio::Model>(model()), nullptr, {}, {}};
    const auto take = [&](const char* command, const studio::Json& arguments) {
        studio::CommandAnswer answer = studio::apply_command(document, command, arguments, context);
        fuzz::require(answer.ok());
        document = std::move(answer.effect.document);
    };
    take("body.add", {{"meshes", {"Hair"}}, {"id", "hair"}, {"material", {{"goal", 0.3}}}, {"static", {"ParamAngleX"}}});
    take("body.add", {{"meshes", {"Face"}}, {"id", "face"}, {"kind", "cloth"}});
    take("group.fill", {{"meshes", {"Hair"}}, {"group", "pin"}, {"weight", 0.5}});
    take("body.set", {{"body", "hair"}, {"chain_preset", "tail"}, {"chain", {{"segments", 4}}}});
    studio::StoredBake own, banked;
    own.bake = {{"id", "hair"}, {"name", "hair"}, {"fps", 60.0}, {"bank", ""}, {"groups", {group("PhysicsSim_hair", "ParamSimhair_1")}},
                {"removed", {"ParamHair"}}, {"parameters", {parameter("ParamSimhair_1", "PhysicsSim_hair")}}};
    document.bakes.set("hair", own);
    studio::Json output = group("", "ParamSimface_1")["outputs"][0];
    banked.bake = {{"id", "face"}, {"fps", 60.0}, {"bank", "face"}, {"groups", studio::Json::array()},
                   {"outputs", {{{"group", "PhysicsSim_face_b01"}, {"output", output}}}},
                   {"parameters", {{{"id", "ParamSimface_1"}, {"keys", {-30.0, 0.0, 30.0}}, {"range", 60.0}, {"meshes", studio::Json::array()}}}}};
    document.bakes.set("face", banked);
    studio::StoredBank bank;
    bank.bank = {{"id", "face"}, {"name", "face"}, {"fps", 60.0}, {"helpers", {{{"id", "ParamSimface_h1"}, {"name", "h"}, {"range", 40.0}}}},
                 {"groups", {group("PhysicsSim_face_b01", "ParamSimface_h1")}}, {"fit", nullptr}};
    document.banks.set("face", bank);
    take("pendulum.set", {{"group", "PhysicsSim_hair"}, {"angle", {{"maximum", 20}}}});
    take("pendulum.set", {{"group", "PhysicsSim_face_b01"}, {"enabled", false}});
    take("output.set", {{"body", "hair"}, {"parameter", "ParamSimhair_1"}, {"id", "ParamSway"}, {"range", 12}});
    return studio::project_text(document, {{"zoom", 2}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto contents = studio::read_project(fuzz::text_of(data, size));
    if (!contents) {
        fuzz::require(!contents.error().what.empty());
        return 0;
    }
    for (const Notice& notice : contents->notices) fuzz::require(!notice.what.empty());
    const std::string written = studio::project_text(contents->document, contents->view);
    const auto again = studio::read_project(written);
    fuzz::require(again.ok());
    fuzz::require(again->document.state() == contents->document.state());
    fuzz::require(studio::project_text(again->document, again->view) == written);
    studio::generated_groups(contents->document);
    if (const auto model_text = studio::written_model(contents->document, model()); !model_text)
        fuzz::require(!model_text.error().text().empty());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{sound_project(), R"({"format":"yure-project","version":1,"model":{"path":"m"}})"};
    for (std::string& file : files_in(YURE_FUZZ_SEEDS)) all.push_back(std::move(file));
    return all;
}
