/// The bake job of a session: bodies in order, each from the document as it is when its turn comes, committed as one
/// step when all of them fit the document as it then is.
#include "generated.hpp"
#include "override_merge.hpp"
#include "session_impl.hpp"

#include <algorithm>
#include <set>

#include "yure/baker/bake.hpp"

namespace yure::studio {
namespace {

constexpr int kMostRounds = 20;

/// Shared by the two halves of the job; never touched by both at once.
struct BakeRun {
    std::vector<std::string> wanted;
    std::uint64_t clip_seed = 0;
    bool only_stale = false;
    std::set<std::string> skipped;  // was fresh when its turn came
    std::map<std::string, StoredBake> made;
    struct Failure {
        Fingerprint of;
        Error error;
    };
    std::map<std::string, Failure> failed;
    std::map<std::string, StoredBank> banks;
    Notices notices;
    Fingerprinter prints;

    /// Bodies that still have no result for what they are now, in the document's order.
    std::vector<std::string> pending(const Document& document, const std::shared_ptr<const ModelGeometry>& geometry) {
        std::vector<std::string> list;
        for (const auto& entry : document.bodies) {
            if (std::find(wanted.begin(), wanted.end(), entry.id) == wanted.end() || !entry.value->enabled) continue;
            const Fingerprint now = prints.of(document, *entry.value, geometry);
            const auto result = made.find(entry.id);
            const auto failure = failed.find(entry.id);
            if (result != made.end() && result->second.fingerprint == now) continue;
            if (failure != failed.end() && failure->second.of == now) continue;
            const StoredBake* stored = document.bakes.find(entry.id);
            if (result == made.end() && only_stale && stored != nullptr && stored->fingerprint == now) {
                skipped.insert(entry.id);
                continue;
            }
            list.push_back(entry.id);
        }
        return list;
    }

    void take(BakeOutput output, const std::vector<std::string>& todo, const Document& document,
              const std::shared_ptr<const ModelGeometry>& geometry) {
        for (auto& [id, bank] : output.banks) banks[id] = std::move(bank);
        for (const std::string& id : todo) {
            made.erase(id);
            failed.erase(id);
        }
        for (auto& [id, bake] : output.bakes) {
            const Body& body = *document.bodies.find(id);
            bake.fingerprint = prints.of(document, body, geometry);
            bake.settings = baked_settings(body);
            made[id] = std::move(bake);
            if (std::find(wanted.begin(), wanted.end(), id) == wanted.end()) wanted.push_back(id);
        }
        for (const auto& [id, error] : output.failed)
            failed[id] = {prints.of(document, *document.bodies.find(id), geometry), error};
        notices.insert(notices.end(), output.notices.begin(), output.notices.end());
    }

    Status run(Session::Impl::Latest& latest, const BakeFunction& bake, const Work& work) {
        for (int round = 0; round < kMostRounds; ++round) {
            const auto [document, geometry] = latest.get();  // as it is when the turn comes
            const std::vector<std::string> todo = pending(*document, geometry);
            if (todo.empty()) return {};
            notices.clear();
            if (!geometry) {
                for (const std::string& id : todo)
                    failed[id] = {prints.of(*document, *document->bodies.find(id), geometry),
                                  Error{"model", "could not be opened, so nothing can be baked"}};
                continue;
            }
            Result<BakeOutput> output = bake({geometry, document, todo, clip_seed}, work);
            if (work.is_cancelled()) return baker::cancelled_error();
            if (!output) return output.error();
            take(std::move(*output), todo, *document, geometry);
        }
        return Error{"bake", "the project was edited so often meanwhile that no bake could be finished"};
    }
};

std::string listed(const Document& document, const std::vector<std::string>& ids) {
    if (ids.size() > 3) return std::to_string(ids.size()) + " bodies";
    std::string text;
    for (const std::string& id : ids) {
        const Body* body = document.bodies.find(id);
        text += (text.empty() ? "" : ", ") + (body == nullptr ? id : body->shown_name());
    }
    return text;
}

JobEnd finish_bake(Session::Impl& impl, BakeRun& run) {
    JobEnd end;
    const Document& now = *impl.history.current();
    if (!run.pending(now, impl.geometry).empty()) {
        end.again = true;
        return end;
    }
    Document after = now;
    Json bodies = Json::array();
    std::vector<std::string> baked;
    for (const std::string& id : run.wanted) {
        Json entry{{"body", id}};
        if (now.bodies.find(id) == nullptr) {
            entry["outcome"] = "dropped";
        } else if (const auto made = run.made.find(id); made != run.made.end()) {
            entry["outcome"] = "baked";
            entry["report"] = made->second.report;
            const std::string bank = made->second.bank();
            if (const auto shared = run.banks.find(bank); shared != run.banks.end()) after.banks.set(bank, shared->second);
            after.bakes.set(id, std::move(made->second));
            baked.push_back(id);
        } else if (const auto failure = run.failed.find(id); failure != run.failed.end()) {
            entry["outcome"] = "failed";
            entry["error"] = {{"where", failure->second.error.where}, {"what", failure->second.error.what}};
            end.notices.push_back({"body " + id, "could not be baked: " + failure->second.error.text() +
                                                     (now.bakes.find(id) != nullptr ? "; its old bake is kept" : "")});
            if (end.status.ok()) end.status = failure->second.error;
        } else {
            entry["outcome"] = run.skipped.contains(id) ? "fresh" : "disabled";
        }
        bodies.push_back(std::move(entry));
    }
    end.result = {{"bodies", std::move(bodies)}};
    if (baked.empty()) return end;
    end.status = {};  // what failed is told; the rest is done
    drop_idle_banks(after);
    const Notices merged = merge_overrides(after);
    end.notices.insert(end.notices.end(), merged.begin(), merged.end());
    end.notices.insert(end.notices.end(), run.notices.begin(), run.notices.end());
    HistoryStep step;
    step.label = "Bake " + listed(now, baked);
    step.origin = "bake";
    step.after = std::make_shared<const Document>(std::move(after));
    if (step.after->state() != now.state()) impl.commit(std::move(step));
    return end;
}

}  // namespace

BakeStart Session::Impl::start_bake(const std::vector<std::string>& bodies, std::uint64_t clip_seed, bool only_stale) {
    BakeStart start;
    const Document& now = *history.current();
    for (const std::string& id : bodies) {
        const Body* body = now.bodies.find(id);
        if (body == nullptr) start.status = Error{"body", "there is no body " + id};
        else if (!body->enabled) start.status = Error{"body", id + " is switched off"};
        if (!start.status.ok()) return start;
    }
    std::vector<std::string> enabled, due;
    for (const auto& entry : now.bodies) {
        if (!entry.value->enabled) continue;
        if (!bodies.empty() && std::find(bodies.begin(), bodies.end(), entry.id) == bodies.end()) continue;
        enabled.push_back(entry.id);
        if (prints.freshness(now, *entry.value, geometry).state != Freshness::fresh) due.push_back(entry.id);
    }
    start.bodies = bodies.empty() && !due.empty() ? due : enabled;
    if (start.bodies.empty()) {
        start.status = Error{"body", "the project has no body that is switched on"};
        return start;
    }
    auto run = std::make_shared<BakeRun>();
    run->wanted = start.bodies;
    run->clip_seed = clip_seed;
    run->only_stale = only_stale;
    JobTask task;
    task.kind = "bake";
    task.label = "Bake " + listed(now, start.bodies);
    task.subjects = start.bodies;
    task.lane = "bake";
    task.run = [run, world = latest, bake = options.bake ? options.bake : BakeFunction(bake_bodies)](const Work& work) {
        return run->run(*world, bake, work);
    };
    task.finish = [this, run] { return finish_bake(*this, *run); };
    start.job = jobs->submit(std::move(task));
    return start;
}

}  // namespace yure::studio
