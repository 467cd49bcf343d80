/// Which meshes the presets find on models as they are delivered. The tables were checked against pictures of the
/// meshes alone. Hiyori, Haru and the demo character were looked at while the rules were made; Mark and Wanko were not.
#include "studio/presets_doll.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <sstream>

#include "yure/baker/body.hpp"

using namespace yure;
using namespace yure::studio::presets;
using namespace yure::tests;

namespace {

using Ids = std::vector<std::string>;

/// Several ids in one text: "ArtMesh124-130" is a run of numbers.
Ids ids(const std::string& text) {
    Ids out;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t dash = word.find('-');
        if (dash == std::string::npos) {
            out.push_back(word);
            continue;
        }
        const std::size_t digit = word.find_first_of("0123456789");
        const int last = std::stoi(word.substr(dash + 1));
        for (int n = std::stoi(word.substr(digit)); n <= last; ++n)
            out.push_back(word.substr(0, digit) + std::to_string(n));
    }
    std::sort(out.begin(), out.end());
    return out;
}

struct Opened {
    std::unique_ptr<studio::Model> model;
    Subject subject;
};

Opened open(const std::filesystem::path& folder) {
    Opened opened;
    Result<studio::Model> model = studio::open_model(folder);
    if (!model) FAIL(model.error().text());
    opened.model = std::make_unique<studio::Model>(std::move(*model));
    Notices notices;
    Result<Subject> subject = open_subject(*opened.model, notices);
    if (!subject) FAIL(subject.error().text());
    CHECK(notices.empty());
    opened.subject = std::move(*subject);
    return opened;
}

struct Expected {
    Preset preset;
    std::string body, meshes;
};

Plan planned(const Subject& subject, Preset preset, HairMode hair = HairMode::simulate) {
    PresetRequest request;
    request.preset = preset;
    request.hair = hair;
    Result<Plan> plan = plan_preset(subject, {}, request);
    if (!plan) FAIL(plan.error().text());
    return std::move(*plan);
}

/// The presets make exactly these bodies, of exactly these meshes, and each can be simulated: it is held somewhere and
/// free somewhere.
void check_bodies(const Opened& opened, const std::vector<Expected>& table) {
    std::vector<std::string> made;
    for (const Preset preset : {Preset::front_hair, Preset::back_hair, Preset::clothing}) {
        const Plan plan = planned(opened.subject, preset);
        INFO(plan.summary);
        for (const BodyChange& change : plan.bodies) {
            made.push_back(change.id);
            const auto row = std::find_if(table.begin(), table.end(),
                                          [&](const Expected& entry) { return entry.body == change.id; });
            INFO(change.id);
            REQUIRE(row != table.end());
            CHECK(row->preset == preset);
            Ids meshes;
            for (const baker::BodyMesh& mesh : change.request.meshes) meshes.push_back(mesh.id);
            std::sort(meshes.begin(), meshes.end());
            CHECK(meshes == ids(row->meshes));
            CHECK(baker::problems(change.request).empty());
            const Result<baker::Body> body =
                baker::bind_body(opened.model->puppet, *opened.subject.rig, change.request);
            if (!body) FAIL(body.error().text());
            CHECK(*std::max_element(body->pin.begin(), body->pin.end()) >= sim::kKinematicPin);
            CHECK(*std::min_element(body->pin.begin(), body->pin.end()) < 0.05f);
        }
    }
    CHECK(made.size() == table.size());
}

bool says_nothing_to_do(const Plan& plan) {
    return plan.summary.find("Nothing to do") == 0 && !plan.changes_anything({});
}

}  // namespace

TEST_CASE("presets find hair, skirt and ribbon on Hiyori, whose meshes are numbered", "[presets][models]") {
    YURE_REQUIRE_SHARED("models/Hiyori");
    const Opened opened = open(shared_path("models/Hiyori"));
    check_bodies(opened, {{Preset::front_hair, "preset_front_hair", "ArtMesh56 ArtMesh124-137"},
                          {Preset::back_hair, "preset_back_hair", "ArtMesh64-66 ArtMesh109 ArtMesh111-123"},
                          {Preset::clothing, "preset_skirt", "ArtMesh100"},
                          {Preset::clothing, "preset_neckwear", "ArtMesh94 ArtMesh95"}});
    const Parts parts = recognise_parts(opened.subject);
    const auto role = [&](const char* id) {
        return parts.meshes[static_cast<std::size_t>(opened.subject.find_mesh(id))].role;
    };
    CHECK(role("ArtMesh63") == Role::none);  // the lock that stands up keeps its own swing
    CHECK(role("ArtMesh57") == Role::none);  // the ribbon in the hair lies in the hair's folder
    CHECK(role("ArtMesh50") == Role::none);  // shade on the face, moved by the fringe's parameter
    CHECK(role("ArtMesh99") == Role::top);
    CHECK(role("ArtMesh12") == Role::iris);
    CHECK(role("ArtMesh106") == Role::none);  // a shoe
}

TEST_CASE("presets find hair, jacket hem, skirt and scarf on Haru, whose skirt has no name", "[presets][models]") {
    YURE_REQUIRE_SHARED("models/Haru");
    const Opened opened = open(shared_path("models/Haru"));
    check_bodies(opened, {{Preset::front_hair, "preset_front_hair", "D_PSD_74 D_PSD_75 D_PSD_76 D_PSD_77 D_PSD_78"},
                          {Preset::back_hair, "preset_back_hair", "D_PSD_03 D_PSD_04"},
                          {Preset::clothing, "preset_top", "D_PSD_14"},
                          {Preset::clothing, "preset_skirt", "D_PSD_02"},
                          {Preset::clothing, "preset_neckwear", "D_PSD_25 D_PSD_27"}});
    const Plan eyes = planned(opened.subject, Preset::jelly_eyes);
    REQUIRE(eyes.record);
    CHECK_FALSE(eyes.record->squash);  // the model has ParamEyeBallForm
    CHECK(eyes.record->pendulums.size() == 1);
}

TEST_CASE("presets find hair, skirt and bow of the demo character", "[presets][models]") {
    const Opened opened = open(source_path("assets/demo"));
    check_bodies(opened, {{Preset::front_hair, "preset_front_hair",
                           "ArtMeshHairTop ArtMeshHairFront1-5 ArtMeshHairSideL ArtMeshHairSideR"},
                          {Preset::back_hair, "preset_back_hair", "ArtMeshHairBackBase ArtMeshHairBack1-5"},
                          {Preset::clothing, "preset_skirt", "ArtMeshSkirt ArtMeshSkirtBack"},
                          {Preset::clothing, "preset_neckwear", "ArtMeshRibbonTailL ArtMeshRibbonTailR"}});
    // Nothing swings her hair, and no standard parameter could: classic has nothing to drive.
    const Plan classic = planned(opened.subject, Preset::back_hair, HairMode::classic);
    CHECK(classic.summary.find("Nothing to swing") == 0);
}

TEST_CASE("presets do something sensible on Mark", "[presets][models]") {
    YURE_REQUIRE_SHARED("models/Mark");
    const Opened opened = open(shared_path("models/Mark"));
    check_bodies(opened, {{Preset::front_hair, "preset_front_hair", "Hair1 Hair2 Hair3 Hair4"},
                          {Preset::back_hair, "preset_back_hair", "Hair5"}});
    CHECK(says_nothing_to_do(planned(opened.subject, Preset::clothing)));
    // One group swings all of his hair: each preset takes out its own parameter only.
    const Plan back = planned(opened.subject, Preset::back_hair);
    REQUIRE(back.record);
    CHECK(back.record->resting == std::vector<RestingOutput>{{"PhysicsSetting1", "ParamHairBack"}});
    const pendulum::Physics left = with_presets(opened.model->physics->physics, std::vector{*back.record});
    REQUIRE(left.groups.size() == 1);
    CHECK(left.groups[0].outputs.size() == 2);
}

TEST_CASE("presets say plainly that a dog in a bowl has neither hair nor clothes", "[presets][models]") {
    YURE_REQUIRE_SHARED("models/Wanko");
    const Opened opened = open(shared_path("models/Wanko"));
    for (const Preset preset :
         {Preset::front_hair, Preset::back_hair, Preset::clothing, Preset::jelly_eyes, Preset::auto_pin})
        CHECK(says_nothing_to_do(planned(opened.subject, preset)));
}
