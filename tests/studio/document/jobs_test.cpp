#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "studio/document/project_support.hpp"
#include "support/catch.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;

namespace {

/// Lets the test decide when a job goes on.
class Gate {
  public:
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    void close() {
        const std::lock_guard lock(mutex_);
        open_ = false;
    }
    void pass(const Work& work) {
        std::unique_lock lock(mutex_);
        ++waiting_;
        changed_.notify_all();
        while (!open_ && !work.is_cancelled()) changed_.wait_for(lock, std::chrono::milliseconds(5));
        --waiting_;
    }
    void await_somebody() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_ > 0; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = true;
    int waiting_ = 0;
};

struct Bakery {
    Project project;
    Gate gate;
    std::atomic<int> bakes = 0;
    std::unique_ptr<Session> session;

    explicit Bakery(int workers = 1) {
        SessionOptions options = project.options(workers);
        options.bake = [this](const BakeInput& input, const Work& work) {
            gate.pass(work);
            bakes += static_cast<int>(input.bodies.size());
            return quick_bake()(input, work);
        };
        auto made = Session::create(project.model, project.file, options);
        REQUIRE(made.ok());
        session = std::move(*made);
        REQUIRE(session->save().ok());
        done(session->apply("body.add", {{"meshes", {"Hair"}}}));
        done(session->apply("body.add", {{"meshes", {"Face"}}, {"kind", "cloth"}}));
    }
    Freshness state(const char* body) const { return session->freshness(body).state; }
};

const char* outcome(const JobInfo& job, const std::string& body) {
    for (const Json& entry : job.result["bodies"])
        if (entry["body"] == body) return entry["outcome"].get_ref<const std::string&>().c_str();
    return "";
}

}  // namespace

TEST_CASE("bake all: one step at the end, undo makes it unbaked, redo fresh", "[jobs]") {
    Bakery shop;
    const std::string before = shop.session->state();
    const BakeStart start = shop.session->bake({});
    REQUIRE(start.status.ok());
    CHECK(start.bodies == std::vector<std::string>{"Hair", "Face"});
    const JobInfo job = shop.session->wait(start.job);
    CHECK(job.state == JobState::done);
    CHECK(job.fraction == 1.0);
    CHECK(job.result["bodies"].size() == 2);
    CHECK(shop.session->history().steps().back().label == "Bake simHair, simFace");
    CHECK(shop.state("Hair") == Freshness::fresh);
    CHECK(shop.state("Face") == Freshness::fresh);
    shop.session->undo();
    CHECK(shop.session->state() == before);
    CHECK(shop.state("Hair") == Freshness::unbaked);
    shop.session->redo();
    CHECK(shop.state("Hair") == Freshness::fresh);
}

TEST_CASE("only what is not fresh is baked, and all of it when all is fresh", "[jobs]") {
    Bakery shop;
    shop.session->wait(shop.session->bake({}).job);
    done(shop.session->apply("body.set", {{"body", "Face"}, {"material", {{"goal", 0.7}}}}));
    CHECK(shop.state("Face") == Freshness::stale);
    CHECK_THAT(shop.session->freshness("Face").reasons.front(), Catch::Contains("material") && Catch::Contains("goal"));
    shop.bakes = 0;
    BakeStart start = shop.session->bake({});
    CHECK(start.bodies == std::vector<std::string>{"Face"});
    shop.session->wait(start.job);
    CHECK(shop.bakes == 1);
    start = shop.session->bake({});
    CHECK(start.bodies.size() == 2);
    shop.session->wait(start.job);
    CHECK(shop.bakes == 3);
    // undo makes the old bake fresh again
    done(shop.session->apply("body.set", {{"body", "Face"}, {"modes", 3}}));
    CHECK(shop.state("Face") == Freshness::stale);
    shop.session->undo();
    CHECK(shop.state("Face") == Freshness::fresh);
    // what is put on at the end needs no new bake
    done(shop.session->apply("body.set", {{"body", "Face"}, {"exaggeration", 2}, {"name", "dress"}, {"write", "axes"}}));
    done(shop.session->apply("output.set", {{"body", "Face"}, {"parameter", "ParamSimFace_1"}, {"range", 5}, {"gain", 0}}));
    CHECK(shop.state("Face") == Freshness::fresh);
    done(shop.session->apply("body.set", {{"body", "Face"}, {"enabled", false}}));
    CHECK(shop.state("Face") == Freshness::disabled);
    CHECK_FALSE(shop.session->bake({"Face"}).status.ok());
    CHECK_FALSE(shop.session->bake({"Nobody"}).status.ok());
}

TEST_CASE("a body that is edited while it bakes is baked again; a deleted one is dropped", "[jobs]") {
    Bakery shop;
    shop.gate.close();
    const BakeStart start = shop.session->bake({});
    shop.gate.await_somebody();
    done(shop.session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", 0.9}}}}));
    done(shop.session->apply("body.remove", {{"body", "Face"}}));
    shop.gate.open();
    const JobInfo job = shop.session->wait(start.job);
    CHECK(job.state == JobState::done);
    CHECK(outcome(job, "Hair") == std::string("baked"));
    CHECK(outcome(job, "Face") == std::string("dropped"));
    CHECK(shop.bakes == 3);  // both, and Hair again
    CHECK(shop.state("Hair") == Freshness::fresh);
    CHECK(shop.session->document().bakes.find("Hair")->bake["groups"][0]["outputs"][0]["scale"] == 100.0);
    CHECK(shop.session->document().bakes.size() == 1);
}

TEST_CASE("edits that arrive before the result is committed are seen too", "[jobs]") {
    Bakery shop;
    const BakeStart start = shop.session->bake({"Hair"});
    while (shop.bakes == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // computed by now, and not polled
    done(shop.session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", 0.9}}}}));
    const JobInfo job = shop.session->wait(start.job);
    CHECK(job.state == JobState::done);
    CHECK(shop.state("Hair") == Freshness::fresh);
    CHECK(shop.bakes == 2);
}

TEST_CASE("a cancelled bake commits nothing, queued or running", "[jobs]") {
    Bakery shop;
    const std::string before = shop.session->state();
    shop.gate.close();
    const BakeStart running = shop.session->bake({"Hair"}), queued = shop.session->bake({"Face"});
    shop.gate.await_somebody();
    CHECK(shop.session->job(queued.job).state == JobState::queued);
    CHECK(shop.session->cancel(queued.job));
    CHECK(shop.session->job(queued.job).state == JobState::cancelled);
    CHECK(shop.session->cancel(running.job));
    CHECK(shop.session->wait(running.job).state == JobState::cancelled);
    CHECK_FALSE(shop.session->cancel(running.job));
    CHECK(shop.session->state() == before);
    CHECK_FALSE(shop.session->busy());
    CHECK(shop.session->job(99).id == 0);
}

TEST_CASE("one failure keeps its old bake and the rest go on", "[jobs]") {
    Bakery shop;
    shop.session->wait(shop.session->bake({}).job);
    const Json old = shop.session->document().bakes.find("Hair")->bake;
    done(shop.session->apply("body.set", {{"body", "Hair"}, {"name", "broken"}, {"modes", 3}}));
    done(shop.session->apply("body.set", {{"body", "Face"}, {"modes", 3}}));
    const JobInfo job = shop.session->wait(shop.session->bake({}).job);
    CHECK(job.state == JobState::done);
    CHECK(outcome(job, "Hair") == std::string("failed"));
    CHECK(outcome(job, "Face") == std::string("baked"));
    REQUIRE(job.notices.size() == 1);
    CHECK_THAT(job.notices[0].what, Catch::Contains("does not move") && Catch::Contains("old bake is kept"));
    CHECK(shop.session->document().bakes.find("Hair")->bake == old);
    CHECK(shop.state("Hair") == Freshness::stale);
    CHECK(shop.state("Face") == Freshness::fresh);
    // alone, it is a failed job and no step
    const std::size_t steps = shop.session->history().position();
    const JobInfo alone = shop.session->wait(shop.session->bake({"Hair"}).job);
    CHECK(alone.state == JobState::failed);
    CHECK(alone.error.where == "body Hair");
    CHECK(shop.session->history().position() == steps);
}

TEST_CASE("two switches: the interface's auto-bake, and a body's own for agents", "[jobs]") {
    Bakery shop;
    const auto set = [&](Origin origin, double goal) {
        return shop.session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", goal}}}}, {origin, "", "", false}).bake_job;
    };
    CHECK(set(Origin::interface, 0.1) == 0);
    CHECK(set(Origin::script, 0.2) == 0);
    const JobId agents = set(Origin::agent, 0.3);
    REQUIRE(agents != 0);
    CHECK(shop.session->wait(agents).state == JobState::done);
    shop.session->set_auto_bake(true);
    const JobId own = set(Origin::interface, 0.4);
    REQUIRE(own != 0);
    CHECK(shop.session->wait(own).state == JobState::done);
    CHECK(shop.state("Hair") == Freshness::fresh);
    done(shop.session->apply("body.set", {{"body", "Hair"}, {"auto_bake", false}}));
    CHECK(set(Origin::agent, 0.5) == 0);
    // nothing that needs no bake starts one
    CHECK(shop.session->apply("body.set", {{"body", "Face"}, {"exaggeration", 1.9}}, {Origin::interface, "", "", false}).bake_job != 0);
    shop.session->wait(shop.session->jobs().back().id);
    CHECK(shop.session->apply("body.set", {{"body", "Face"}, {"exaggeration", 1.8}}, {Origin::interface, "", "", false}).bake_job == 0);
}

TEST_CASE("other jobs run beside a bake; a fault of one is its own", "[jobs]") {
    Bakery shop(2);
    shop.gate.close();
    const BakeStart bake = shop.session->bake({"Hair"});
    bool finished = false;
    JobTask task;
    task.kind = "export";
    task.run = [](const Work& work) -> Status {
        work.report("writing", 0.5);
        return {};
    };
    task.finish = [&] {
        finished = true;
        JobEnd end;
        end.result = {{"files", 3}};
        return end;
    };
    const JobInfo beside = shop.session->wait(shop.session->submit(std::move(task)));
    CHECK(beside.state == JobState::done);
    CHECK(finished);
    CHECK(beside.result == Json{{"files", 3}});
    JobTask faulty;
    faulty.kind = "compare";
    faulty.run = [](const Work&) -> Status { throw std::runtime_error("boom"); };
    const JobInfo failed = shop.session->wait(shop.session->submit(std::move(faulty)));
    CHECK(failed.state == JobState::failed);
    CHECK_THAT(failed.error.what, Catch::Contains("boom"));
    CHECK(shop.session->wait(bake.job, 0.01).state == JobState::running);
    shop.gate.open();
    CHECK(shop.session->wait(bake.job).state == JobState::done);
}

TEST_CASE("a session that ends while jobs run ends them too", "[jobs]") {
    Bakery shop;
    shop.gate.close();
    shop.session->bake({});
    shop.gate.await_somebody();
    shop.session.reset();
    CHECK(shop.bakes <= 2);
}
