#include <chrono>

#include "studio/document/project_support.hpp"
#include "support/catch.hpp"
#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;

namespace {

/// Any command, sensible or not, on whatever is there.
CommandCall random_call(const Document& document, Random& random) {
    static const std::vector<std::string> meshes{"Face", "Hair", "Back"};
    const auto mesh = [&] { return meshes[random.below(3)]; };
    const std::string body = document.bodies.empty() ? "Hair" : document.bodies[random.below(document.bodies.size())].id;
    const auto unit = [&] { return std::round(random.uniform() * 100) / 100; };
    switch (random.below(16)) {
        case 0:
        case 1:
            return {"body.add", {{"meshes", {mesh()}}, {"kind", random.below(2) == 0 ? "hair" : "cloth"}}};
        case 2:
            return {"body.remove", {{"body", body}}};
        case 3:
            return {"body.move", {{"body", body}, {"index", random.below(3)}}};
        case 4:
            return {"body.set", {{"body", body}, {"material", {{"goal", unit()}}}, {"modes", 1 + random.below(4)}}};
        case 5:
            return {"body.set", {{"body", body}, {"kind", random.below(2) == 0 ? "hair" : "cloth"}, {"name", "n" + std::to_string(random.below(5))}}};
        case 6:
            return {"body.set", {{"body", body}, {"enabled", random.below(2) == 0}, {"exaggeration", 1 + unit()}}};
        case 7:
            return {"input.set", {{"body", body}, {"input", random.below(2) == 0 ? "ParamEyeLOpen" : "ParamHair"}, {"span", {0, unit()}}}};
        case 8:
            return {"input.remove", {{"body", body}, {"input", random.below(2) == 0 ? "ParamEyeLOpen" : "ParamAngleX"}}};
        case 9:
            return {"group.fill", {{"meshes", {mesh()}}, {"group", "pin"}, {"weight", unit()}}};
        case 10:
            return {"group.paint", {{"meshes", {mesh()}}, {"group", "mass"}, {"stroke", {{unit() * 200, unit() * 200}}}, {"value", unit()}}};
        case 11:
            return {"group.clear", {{"meshes", {mesh()}}, {"group", random.below(2) == 0 ? "pin" : "mass"}}};
        case 12:
            return {"output.set", {{"body", body}, {"parameter", "ParamSim" + body + "_1"}, {"range", 1 + std::round(unit() * 90)}, {"id", random.below(2) == 0 ? "" : "ParamOwn"}}};
        case 13:
            return {"pendulum.set", {{"group", "PhysicsSim_" + body}, {"angle", {{"maximum", std::round(unit() * 20)}}}, {"enabled", random.below(2) == 0}}};
        case 14:
            return {"body.set", {{"body", body}, {"chain", random.below(3) == 0 ? Json(nullptr) : Json{{"segments", 1 + random.below(8)}, {"component", {{"m_Damping", unit()}}}}}}};
        default:
            return {"settings.set", {{"name", "p" + std::to_string(random.below(9))}, {"fps", random.below(3) * 30}}};
    }
}

void random_run(std::uint64_t seed, int steps) {
    const Project project;
    auto session = project.create();
    Random random(seed);
    std::vector<std::string> states{session->state()};  // by position in the history
    for (int i = 0; i < steps; ++i) {
        const std::uint64_t choice = random.below(20);
        if (choice < 4) {
            const bool could = session->history().can_undo();
            const Reply reply = session->undo();
            REQUIRE(reply.ok() == could);
        } else if (choice < 6) {
            const bool could = session->history().can_redo();
            REQUIRE(session->redo().ok() == could);
        } else if (choice == 6) {
            const std::string before = session->state();
            session->bake({});
            if (session->state() != before) {
                states.resize(session->history().position());
                states.push_back(session->state());
            }
        } else if (choice == 7 && i % 3 == 0) {
            REQUIRE(session->save().ok());
            const std::string state = session->state();
            const std::size_t position = session->history().position();
            session.reset();
            session = project.open();
            REQUIRE(session->state() == state);
            REQUIRE(session->history().position() == position);  // undo reaches as far as before
        } else {
            const std::string before = session->state();
            const std::size_t position = session->history().position();
            const CommandCall call = random_call(session->document(), random);
            const Reply reply = session->apply(call.name, call.arguments);
            if (!reply.ok() || session->state() == before) {
                REQUIRE(session->state() == before);
                REQUIRE(session->history().position() == position);
            } else {
                states.resize(position + 1);
                states.push_back(session->state());
            }
        }
        REQUIRE(session->history().position() < states.size());
        REQUIRE(session->state() == states[session->history().position()]);
    }
    while (session->history().can_undo()) {
        session->undo();
        REQUIRE(session->state() == states[session->history().position()]);
    }
    while (session->history().can_redo()) {
        session->redo();
        REQUIRE(session->state() == states[session->history().position()]);
    }
}

}  // namespace

TEST_CASE("random commands, undo, redo, bakes and restarts: every state is found again exactly", "[document]") {
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
        INFO("seed " << seed);
        random_run(seed, 250);
    }
}

TEST_CASE("long runs of the same", "[document][.long]") {
    for (std::uint64_t seed = 100; seed < 140; ++seed) {
        INFO("seed " << seed);
        random_run(seed, 1000);
    }
}

TEST_CASE("a drag is one step, two drags are two", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    const std::string before = session->state();
    for (int i = 1; i <= 50; ++i)
        done(session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", i / 100.0}}}}, {Origin::interface, "drag-1", "", false}));
    CHECK(session->history().position() == 2);
    session->end_drag();
    done(session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", 0.9}}}}, {Origin::interface, "drag-1", "", false}));
    CHECK(session->history().position() == 3);
    session->undo();
    CHECK(session->document().bodies.find("Hair")->material.goal == 0.5f);
    session->undo();
    CHECK(session->state() == before);
    CHECK(session->history().steps()[1].label == "Set goal of simHair");
}

TEST_CASE("an edit costs the same at step 5,000 as at step 100", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    const auto run = [&](int from, int to) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = from; i < to; ++i) done(session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", (i % 97 + 1) / 100.0}}}}));
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    run(0, 200);
    const double early = run(200, 700);
    run(700, 4500);
    const double late = run(4500, 5000);
    CHECK(session->history().position() == 5001);
    INFO("500 edits took " << early << " s, later " << late << " s");
    CHECK(late < early * 3 + 0.5);  // a busy machine sways by more than half; growth with the length would be tenfold
    session->undo(5000);
    CHECK(session->history().position() == 1);
}
