#include "yure/studio/report.hpp"

#include "document/bake_store.hpp"
#include "replay.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "yure/studio/bake_run.hpp"
#include "yure/studio/freshness.hpp"
#include "yure/studio/model_info.hpp"
#include "yure/studio/number_text.hpp"
#include "yure/studio/picture.hpp"
#include "yure/studio/project_compare.hpp"
#include "yure/studio/project_model.hpp"
#include "yure/studio/project_report.hpp"

namespace yure::studio {
namespace {

std::vector<std::string> baked_bodies(const Document& document) {
    std::vector<std::string> ids;
    for (const auto& entry : document.bodies)
        if (entry.value->enabled && document.bakes.find(entry.id) != nullptr) ids.push_back(entry.id);
    return ids;
}

Result<ReplaySubject> subject_of(const Document& document, const WrittenModel& written, Notices& notices) {
    ReplaySubject subject{&written.puppet, &written.physics, {}};
    for (const WrittenBody& body : written.bodies) {
        const Result<baker::BodyBake> bake = read_bake(document.bakes.find(body.id)->bake, written.puppet, notices);
        if (!bake) return Error{"body " + body.id, bake.error().what};
        subject.bodies.push_back({body.id, body.parameters, {}});
        for (const baker::BakedParameter& parameter : bake->parameters) subject.bodies.back().keys.push_back(parameter.keys);
        if (subject.bodies.back().keys.size() != body.parameters.size())
            return Error{"body " + body.id, "its bake does not fit the model any more; bake it again"};
    }
    return subject;
}

/// What has changed since a body was baked, into the report and the notices.
void tell_changes(Json& report, const Document& document, const std::shared_ptr<const ModelGeometry>& geometry,
                  Notices& notices) {
    Fingerprinter prints;
    for (Json& body : report["bodies"]) {
        const std::string id = body["id"].get<std::string>();
        const BodyFreshness now = prints.freshness(document, *document.bodies.find(id), geometry);
        if (now.state == Freshness::fresh) continue;
        std::string what = "has changed since it was baked";
        for (const std::string& reason : now.reasons) what += (&reason == &now.reasons.front() ? ": " : "; ") + reason;
        what += ". Figures are those of the bake, the moving pictures show it as it is now";
        body["notices"].push_back({{"where", "body " + id}, {"what", what}});
        notices.push_back({"body " + id, what});
    }
}

}  // namespace

Result<std::string> report_of_project(const Document& document, const std::shared_ptr<const ModelGeometry>& geometry,
                                      const std::string& program, const ReportOptions& options, Notices& notices,
                                      const Work& work) {
    const std::vector<std::string> ids = baked_bodies(document);
    if (ids.empty()) return Error{"", "nothing is baked, so there is nothing to report; `yure bake` the project first"};
    const Model& model = *geometry->model;
    Json report = project_report(document, *geometry, ids, std::nullopt, program).document;
    for (const Json& body : report["bodies"])
        if (!body.contains("verdict"))
            return Error{"body " + body.value("id", ""), "was baked by an earlier version; bake it again to see its report"};
    const Result<WrittenModel> written = written_model(document, model);
    if (!written) return written.error();
    report["moc3"]["version"] = version_name(written->puppet.version);
    report["fps"] = tidy(written->physics.fps);
    tell_changes(report, document, geometry, notices);

    ReplayRecorder recorder;
    CompareRequest request;
    request.bodies = ids;
    request.clip_seed = report["clip_seed"].get<std::uint64_t>();
    request.on_measured = [&recorder](const baker::MeasuredBody& body) { recorder.add(body); };
    const auto compared = compare_project(document, *geometry, request, work.part(0.0, 0.8));
    if (!compared) return compared.error();
    const Result<ReplaySubject> subject = subject_of(document, *written, notices);
    if (!subject) return subject.error();
    const Result<nlohmann::ordered_json> replay = recorder.finish(model, *subject, {}, work.part(0.8, 1.0));
    if (!replay) return replay.error();
    return report_page(report, *replay, load_textures(model, notices), options);
}

}  // namespace yure::studio
