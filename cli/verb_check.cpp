#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "yure/studio/model_check.hpp"

namespace yure::cli {
namespace {

using nlohmann::ordered_json;

struct CheckArguments {
    std::string folder, repair, budget;
};

ordered_json report_json(const studio::CheckReport& report) {
    ordered_json findings = ordered_json::array();
    for (const auto& finding : report.findings) findings.push_back(studio::finding_json(finding));
    ordered_json json{{"errors", report.errors()}, {"warnings", report.warnings()}, {"findings", std::move(findings)}};
    if (report.drawing) json["drawing"] = studio::draw_cost_json(*report.drawing);
    return json;
}

std::string report_text(const studio::CheckReport& report) {
    std::string text;
    for (const auto& finding : report.findings) text += studio::finding_line(finding) + "\n";
    const auto counted = [](int count, const char* what) {
        return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
    };
    if (const auto& d = report.drawing)
        text += "drawing  " + std::to_string(d->drawn) + (d->drawn == 1 ? " mesh" : " meshes") + ", " + std::to_string(d->switches) + " switches of state (texture " +
                std::to_string(d->texture_switches) + ", blending " + std::to_string(d->blend_switches) + ", masks " + std::to_string(d->mask_switches) + "), " +
                std::to_string(d->mask_sets) + " mask sets\n";
    return text + counted(report.errors(), "error") + ", " + counted(report.warnings(), "warning") + "\n";
}

Exit run_check(const Context& context, const CheckArguments& given) {
    std::optional<studio::Budget> budget;
    if (!given.budget.empty()) {
        auto found = studio::find_budget(given.budget);
        if (!found) return context.fail(Exit::usage, {"--budget", found.error().text()});
        budget = std::move(*found);
    }
    std::error_code fault;
    if (!std::filesystem::exists(given.folder, fault))
        return context.fail(Exit::failed, {given.folder, "does not exist"});
    const studio::CheckReport report = studio::check_model(given.folder, budget);
    if (given.repair.empty()) {
        const Exit code = report.errors() > 0 ? Exit::invalid : Exit::ok;
        return context.json ? context.print(report_json(report), code) : context.print(report_text(report), code);
    }

    const auto repaired = studio::repair_model(given.folder, given.repair, context.overwrite(), budget);
    if (!repaired) {
        if (!context.json) context.note(report_text(report));
        return context.fail(report.errors() > 0 ? Exit::invalid : Exit::failed, repaired.error());
    }
    const Exit code = repaired->after.errors() > 0 ? Exit::invalid : Exit::ok;
    if (context.json) {
        ordered_json document = report_json(report);
        document["repair"] = report_json(repaired->after);
        document["repair"]["folder"] = given.repair;
        document["repair"]["done"] = repaired->done;
        return context.print(document, code);
    }
    std::string text = report_text(report);
    for (const std::string& what : repaired->done) text += "mended   " + what + "\n";
    text += "repaired folder " + given.repair + ":\n" + report_text(repaired->after);
    return context.print(text, code);
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
    CLI::App* verb =
        app.add_subcommand("check", "look for what makes players crash, misread or refuse a model, and for surprises");
    auto given = std::make_shared<CheckArguments>();
    verb->add_option("DIR", given->folder, "a model folder, a .model3.json, or a .moc3")->required();
    verb->add_option("--repair", given->repair, "write a new folder with what can be mended");
    verb->add_option("--budget", given->budget, "also check sizes: free, phone, or a JSON file of limits");
    verb->callback([&context, given] { context.run = [&context, given] { return run_check(context, *given); }; });
}

}  // namespace yure::cli
