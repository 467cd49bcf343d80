#include "project_bake.hpp"

#include "bake_output.hpp"

#include <nlohmann/json.hpp>

#include "yure/studio/project_report.hpp"

namespace yure::cli {
namespace fs = std::filesystem;

Exit bake_session(const Context& context, studio::Session& session, const std::vector<std::string>& bodies,
                  const std::optional<studio::Gate>& gate, studio::Json document, std::string text, std::uint64_t clip_seed) {
    const studio::BakeStart start = session.bake(bodies, clip_seed);
    if (!start.status) return context.fail(Exit::usage, start.status.error());
    const studio::JobInfo job = run_job(context, session, start.job);
    if (job.state == studio::JobState::cancelled) return context.fail(Exit::interrupted, {});
    context.notices(job.notices);
    if (job.state == studio::JobState::failed) return context.fail(Exit::failed, job.error);
    if (const Status saved = session.save(); !saved) return context.fail(Exit::failed, saved.error());

    const studio::ProjectReport report =
        studio::project_report(session.document(), *session.geometry(), start.bodies, gate, program_name());
    fs::path folder = session.path();
    folder.replace_extension(".reports");
    std::error_code fault;
    fs::create_directories(folder, fault);
    const std::string written = report.document.dump(2, ' ', false, studio::Json::error_handler_t::replace) + "\n";
    if (const Status put = studio::write_file(folder / "report.json", written, studio::Overwrite::replace); !put)
        return context.fail(Exit::failed, put.error());

    bool failed = false;
    studio::Json outcomes = studio::Json::array();
    for (const studio::Json& body : job.result["bodies"]) {
        failed = failed || body["outcome"] == "failed";
        studio::Json outcome{{"body", body["body"]}, {"outcome", body["outcome"]}};
        if (body.contains("error")) outcome["error"] = body["error"];
        outcomes.push_back(std::move(outcome));
    }
    const Exit code = failed ? Exit::failed : report.gate_failures.empty() ? Exit::ok : Exit::gate;
    if (context.json) {
        document["project"] = session.path().string();
        document["state"] = session.state();
        document["baked"] = std::move(outcomes);
        document["report"] = report.document;
        document["report_file"] = (folder / "report.json").string();
        return context.print(document, code);
    }
    text += report.table;
    for (const auto& failure : report.gate_failures) text += "gate     " + failure.body + ": " + failure.finding.text + "\n";
    text += "report   " + (folder / "report.json").string() + "\n";
    return context.print(text, code);
}

}  // namespace yure::cli
