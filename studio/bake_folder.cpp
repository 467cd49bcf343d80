#include "yure/studio/bake_folder.hpp"

#include "bake_report.hpp"
#include "export_check.hpp"
#include "report/replay.hpp"
#include "written_names.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "yure/formats/moc3.hpp"
#include "yure/studio/baked_folder.hpp"
#include "yure/studio/metrics_table.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/report.hpp"

namespace yure::studio {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// When the baker reported which share of the whole, so that each body's seconds can be told afterwards.
class BakeTimes {
  public:
    BakeTimes() : start_(Clock::now()) {}

    Work watching(const Work& work) {
        Work watched = work;
        watched.progress = [this, show = work.progress](std::string_view stage, double fraction) {
            {
                const std::lock_guard lock(mutex_);
                if (reports_.empty() || fraction > reports_.back().first)
                    reports_.emplace_back(fraction, since(start_));
            }
            if (show) show(stage, fraction);
        };
        return watched;
    }

    /// A body's seconds; bodies of one bank are fitted together and share theirs evenly.
    double seconds(const baker::BodyResult& body) const {
        return std::max(0.0, at(body.finished) - at(body.started)) / std::max(1, body.baked_with);
    }

  private:
    double at(double fraction) const {
        double time = 0.0;
        for (const auto& [reported, when] : reports_) {
            if (reported > fraction + 1e-9) break;
            time = when;
        }
        return time;
    }

    std::vector<std::pair<double, double>> reports_;  // share, seconds; both rise
    Clock::time_point start_;
    std::mutex mutex_;
};

Result<ExportChanges> changes_of(const Model& model, const baker::BakeResult& result) {
    ExportChanges changes;
    changes.moc3 = formats::write_moc3(result.puppet);
    if (result.physics.groups.empty()) {
        changes.drop_physics = true;
    } else {
        formats::Physics3 file;
        if (model.physics) file = *model.physics;
        file.physics = result.physics;
        changes.physics3 = formats::write_physics3(file);
    }
    std::vector<WrittenName> written;
    for (const baker::BodyResult& body : result.bodies)
        for (const baker::WrittenParameter& parameter : body.parameters)
            written.push_back({parameter.id, parameter.name});
    for (const baker::BakedBank& bank : result.banks)
        for (const baker::BakedParameter& helper : bank.parameters) written.push_back({helper.id, helper.name});
    Result<std::string> names = names_with(model, written);
    if (!names) return names.error();
    changes.cdi3 = std::move(*names);
    return changes;
}

}  // namespace

bool BakeOutcome::gate_met() const {
    return std::all_of(gate_failures.begin(), gate_failures.end(),
                       [](const auto& failures) { return failures.empty(); });
}

Result<BakeOutcome> bake_to_folder(const Model& model, const BakeOrder& order, OutputFolder& out, const Work& work) {
    const Clock::time_point start = Clock::now();
    BakeOutcome outcome;
    outcome.notices = model.notices;
    baker::BakeRequest request;
    request.puppet = model.puppet;
    if (model.physics) request.physics = model.physics->physics;
    request.bodies = order.bodies;
    request.motions = model_motions(model, outcome.notices);
    request.clip_seed = order.clip_seed;

    ReplayRecorder recorder;
    request.on_measured = [&recorder](const baker::MeasuredBody& body) { recorder.add(body); };

    BakeTimes times;
    Result<baker::BakeResult> result = baker::bake(request, times.watching(work.part(0.0, 0.97)));
    if (!result) return result.error();
    outcome.result = std::move(*result);
    for (const baker::BodyResult& body : outcome.result.bodies) outcome.body_seconds.push_back(times.seconds(body));
    if (order.gate)
        for (const baker::BodyResult& body : outcome.result.bodies)
            outcome.gate_failures.push_back(gate_failures(*order.gate, body.summary));

    const Result<ExportChanges> changes = changes_of(model, outcome.result);
    if (!changes) return changes.error();
    Notices dropped;
    if (Status exported = export_model(model.location, *changes, out, "model/", dropped); !exported)
        return exported.error();
    if (Status sound = check_export(model, out.staging() / "model"); !sound) return sound.error();
    if (work.is_cancelled()) return baker::cancelled_error();
    outcome.seconds = since(start);
    outcome.losses = bake_losses(order, outcome, files_below(out.staging() / "model"), dropped);
    const Result<nlohmann::ordered_json> replay = recorder.finish(model, outcome.result, {}, work);
    if (!replay) return replay.error();
    outcome.report = bake_report(model, order, outcome);
    work.report("report", 0.99);
    const std::string page =
        report_page(outcome.report, *replay, load_textures(model, outcome.notices), ReportOptions{});
    if (Status written = out.write("report.html", page); !written) return written.error();
    if (Status written = out.write("replay.json", replay->dump() + "\n"); !written) return written.error();
    nlohmann::ordered_json bodies = exported_bodies_json(order, outcome);
    for (const auto& [name, document] : {std::pair{"report.json", &outcome.report},
                                         std::pair{"losses.json", &outcome.losses}, std::pair{"bodies.json", &bodies}})
        if (Status written =
                out.write(name, document->dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
            !written)
            return written.error();
    return outcome;
}

std::string bake_table(const BakeOutcome& outcome, bool clips) {
    std::vector<TableBody> bodies;
    for (const baker::BodyResult& body : outcome.result.bodies) bodies.push_back({body.id, body.clips, body.summary});
    return metrics_table(bodies, clips);
}

}  // namespace yure::studio
