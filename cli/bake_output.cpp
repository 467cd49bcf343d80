#include "bake_output.hpp"

#include <filesystem>
#include <map>
#include <set>

#include "yure/studio/build_info.hpp"
#include "yure/studio/interrupt.hpp"

namespace yure::cli {

namespace {

/// Two bodies of one name, or that share a mesh: a slip of the command line, told before anything is made.
Status check_apart(const std::vector<baker::BodyRequest>& bodies) {
    std::map<std::string, std::string> owner;
    std::set<std::string> names;
    for (const baker::BodyRequest& body : bodies) {
        if (!names.insert(body.id).second)
            return Error{"--body " + body.id, "is there twice; give every body a name of its own"};
        for (const baker::BodyMesh& mesh : body.meshes)
            if (const auto [before, fresh] = owner.emplace(mesh.id, body.id); !fresh)
                return Error{"--body " + body.id, "mesh " + mesh.id + " is in body " + before->second + " already"};
    }
    return {};
}

}  // namespace

std::string program_name() {
    return "yure " + std::string(studio::build_info().version);
}

Exit run_bake(const Context& context, const studio::Model& model, const studio::BakeOrder& order,
              const std::string& folder, bool show_clips) {
    if (const Status apart = check_apart(order.bodies); !apart) return context.fail(Exit::usage, apart.error());
    auto out = studio::OutputFolder::begin(folder, context.overwrite());
    if (!out) return context.fail(Exit::failed, out.error());
    Result<studio::BakeOutcome> outcome = [&] {
        const auto job = context.job();
        return studio::bake_to_folder(model, order, *out, job->work);
    }();
    if (!outcome)
        return context.fail(outcome.error().where.starts_with("--") ? Exit::usage : Exit::failed, outcome.error());
    if (studio::interrupted()) return context.fail(Exit::interrupted, {});
    if (const Status committed = out->commit(); !committed) return context.fail(Exit::failed, committed.error());

    const Exit code = outcome->gate_met() ? Exit::ok : Exit::gate;
    const std::filesystem::path place(folder);
    if (context.json) {
        nlohmann::ordered_json document = outcome->report;
        document["output"] = {{"folder", place.string()},
                              {"model", (place / "model").string()},
                              {"report", (place / "report.json").string()},
                              {"page", (place / "report.html").string()},
                              {"losses", (place / "losses.json").string()}};
        return context.print(document, code);
    }
    context.notices(outcome->notices);
    std::string text = studio::bake_table(*outcome, show_clips || context.verbose);
    for (const auto& body : outcome->result.bodies) {
        for (const Notice& notice : body.notices)
            context.note("note: " + (notice.where.empty() ? body.id : body.id + ": " + notice.where) + ": " +
                         notice.what);
        for (const auto& warning : body.warnings) text += "warning  " + body.id + ": " + warning.text + "\n";
    }
    for (std::size_t b = 0; b < outcome->gate_failures.size(); ++b)
        for (const auto& failure : outcome->gate_failures[b])
            text += "gate     " + outcome->result.bodies[b].id + ": " + failure.text + "\n";
    text +=
        "R2 is the share of the simulated movement that the exported model follows on motions it has not seen; without "
        "physics it is 0.\n";
    text += "model    " + (place / "model").string() + "\nreport   " + (place / "report.html").string() +
            "\nfigures  " + (place / "report.json").string() +
            "\nlosses   " + (place / "losses.json").string() + "\n";
    return context.print(text, code);
}

}  // namespace yure::cli
