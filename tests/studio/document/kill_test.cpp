#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "studio/document/project_support.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;

namespace {

/// Edits, bakes and saves as fast as it can, and says on the pipe after each edit how many there have been.
[[noreturn]] void edit_for_ever(const Project& project, int pipe, int first) {
    SessionOptions options = project.options(1);
    options.bake = [](const BakeInput& input, const Work& work) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        return quick_bake()(input, work);
    };
    auto session = Session::open(project.file, options);
    if (!session) _exit(2);
    for (int number = first;; ++number) {
        const Reply reply = (*session)->apply("settings.set", {{"name", std::to_string(number)}});
        if (!reply.ok()) _exit(3);
        if (::write(pipe, &number, sizeof number) != sizeof number) _exit(4);
        if (number % 3 == 0) (*session)->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", number % 90 / 100.0}}}});
        if (number % 4 == 0) (*session)->bake({});
        if (number % 7 == 0 && !(*session)->save().ok()) _exit(5);
        if (number % 11 == 0) (*session)->undo(), (*session)->redo();
        (*session)->poll();
    }
}

int kill_after(const Project& project, double seconds, int first) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::close(ends[0]);
        edit_for_ever(project, ends[1], first);
    }
    ::close(ends[1]);
    int last = first - 1, number = 0;
    if (::read(ends[0], &number, sizeof number) == sizeof number) last = number;  // it has started
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    ::kill(child, SIGKILL);
    while (::read(ends[0], &number, sizeof number) == sizeof number) last = number;
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));  // it had not given up by itself
    return last;
}

void kill_many(int times, std::uint64_t seed) {
    const Project project;
    {
        const auto session = project.create();
        done(session->apply("body.add", {{"meshes", {"Hair"}}}));
        done(session->apply("settings.set", {{"name", "0"}}));
        REQUIRE(session->save().ok());
    }
    Random random(seed);
    int last = 0;
    for (int i = 0; i < times; ++i) {
        INFO("kill " << i);
        last = kill_after(project, random.uniform(0.0, 0.08), last + 1);
        {   // the saved file is whole, whatever the journal says
            SessionOptions reading = project.options();
            reading.access = Access::read;
            const auto saved = Session::open(project.file, reading);
            REQUIRE(saved.ok());
            for (const Notice& notice : (*saved)->notices()) CHECK_THAT(notice.what, !Catch::Contains("set aside"));
        }
        const auto session = project.open();
        if (session->history().can_redo()) session->redo();  // it died between its undo and its redo
        // every edit that was told as done is there; the one under way may be
        CHECK(std::stoi(session->document().settings.name) >= last);
        CHECK(std::stoi(session->document().settings.name) <= last + 1);
        last = std::stoi(session->document().settings.name);
        if (const StoredBake* bake = session->document().bakes.find("Hair")) CHECK(bake->parameter_ids().size() == 1);
        if (i % 2 == 0) REQUIRE(session->save().ok());
    }
}

}  // namespace

TEST_CASE("kill -9 at any moment, mid-edit, mid-bake, mid-save: nothing that was done is lost, and never the file", "[document][kill]") {
    kill_many(25, 1);
}

TEST_CASE("the same, hundreds of times", "[document][kill][.long]") {
    kill_many(400, 2);
}
