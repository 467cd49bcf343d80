/// Which bodies are baked together and how: on banks as they are, or anew.
#include "bake_report.hpp"
#include "bake_store.hpp"
#include "json_fields.hpp"
#include "preset_model.hpp"
#include "report/body_details.hpp"

#include <algorithm>
#include <set>

#include "yure/studio/bake_run.hpp"
#include "yure/studio/freshness.hpp"
#include "yure/studio/model_motions.hpp"

namespace yure::studio {
namespace {

using Ids = std::set<std::string>;

class BodyBaker {
  public:
    BodyBaker(const BakeInput& input, const Work& work) : input_(input), document_(*input.document), work_(work) {}

    Result<BakeOutput> run() {
        Result<PresetModel> start = preset_model(document_, *input_.geometry->model, output_.notices);
        if (!start) {
            for (const std::string& id : input_.bodies) output_.failed[id] = start.error();
            return std::move(output_);
        }
        order_.puppet = std::move(start->puppet);
        order_.physics = std::move(start->physics);
        order_.motions = model_motions(*input_.geometry->model, output_.notices);
        order_.clip_seed = input_.clip_seed;
        order_.fps = document_.settings.fps;

        fresh_ = {input_.bodies.begin(), input_.bodies.end()};
        std::map<std::string, Ids> frozen = bodies_of_frozen_banks();
        const double parts = static_cast<double>(frozen.size() + 1);
        double done = 0.0;
        for (const auto& [bank, ids] : frozen) {
            bake_on(bank, ids, work_.part(done / parts, (done + 1.0) / parts));
            if (work_.is_cancelled()) return baker::cancelled_error();
            done += 1.0;
        }
        take_along();
        bake_anew(fresh_, work_.part(done / parts, 1.0));
        if (work_.is_cancelled()) return baker::cancelled_error();
        return std::move(output_);
    }

  private:
    Ids members(const std::string& bank) const {
        Ids ids;
        for (const auto& entry : document_.bodies) {
            const StoredBake* bake = document_.bakes.find(entry.id);
            if (entry.value->enabled && bake != nullptr && bake->bank() == bank) ids.insert(entry.id);
        }
        return ids;
    }

    /// Still a body for the bank it is on?
    bool stays(const std::string& id) const {
        const Body& body = *document_.bodies.find(id);
        const StoredBake& bake = *document_.bakes.find(id);
        if (body.quality == baker::Quality::classic || body.bank == baker::BankUse::own) return false;
        const Json now = baked_settings(body);
        for (const char* member : {"quality", "bank", "budget", "keys", "inputs", "training", "vertical", "keep_physics"})
            if (at(bake.settings, member) != at(now, member)) return false;
        return true;
    }

    /// Takes the bodies that can be hooked onto a bank others stay on out of `fresh_`.
    std::map<std::string, Ids> bodies_of_frozen_banks() {
        std::map<std::string, Ids> frozen;
        for (const auto& entry : document_.banks) {
            const Ids all = members(entry.id);
            Ids asked;
            for (const std::string& id : all)
                if (fresh_.contains(id)) asked.insert(id);
            if (asked.empty() || asked.size() == all.size()) continue;
            for (const std::string& id : asked)
                if (stays(id)) frozen[entry.id].insert(id);
            for (const std::string& id : frozen[entry.id]) fresh_.erase(id);
            if (frozen[entry.id].empty()) frozen.erase(entry.id);
        }
        return frozen;
    }

    /// A bank that would be made anew under the id of one that others are on: then they have to come along.
    void take_along() {
        for (bool more = true; more;) {
            more = false;
            for (const Ids now = fresh_; const std::string& id : now) {
                if (document_.banks.find(id) == nullptr) continue;
                for (const std::string& other : members(id))
                    if (!fresh_.contains(other)) {
                        fresh_.insert(other);
                        output_.bakes.erase(other);
                        output_.notices.push_back({"body " + other, "shares its pendulums with body " + id + " and was baked again with it"});
                        more = true;
                    }
            }
        }
    }

    void bake_on(const std::string& bank, const Ids& ids, const Work& work) {
        const Result<baker::BakedBank> read = read_bank(document_.banks.find(bank)->bank, true);
        if (!read || !read->fit) {
            for (const std::string& id : members(bank)) fresh_.insert(id);
            return;
        }
        baker::BakeRequest order = order_;
        order.earlier = {*read};
        order.keep_banks = true;
        if (!fill(order, ids) || order.bodies.empty()) return;
        const Result<baker::BakeResult> result = baker::bake(order, work);
        if (work.is_cancelled()) return;
        if (result)
            take(*result, order);
        else
            for (const std::string& id : members(bank)) fresh_.insert(id);  // with all of its bodies, the bank can be made anew
    }

    void bake_anew(Ids ids, const Work& work) {
        while (!ids.empty()) {
            baker::BakeRequest order = order_;
            for (const auto& entry : document_.banks) {
                const Ids all = members(entry.id);
                if (!std::includes(ids.begin(), ids.end(), all.begin(), all.end())) continue;
                if (Result<baker::BakedBank> bank = read_bank(entry.value->bank, true); bank && bank->fit)
                    order.earlier.push_back(std::move(*bank));
            }
            fill(order, ids);
            for (const auto& [id, error] : output_.failed) ids.erase(id);
            if (order.bodies.empty()) return;
            const Result<baker::BakeResult> result = baker::bake(order, work);
            if (work.is_cancelled()) return;
            if (result) return take(*result, order);
            const std::string culprit = body_named_by(result.error(), ids);
            if (!culprit.empty()) {
                fail(culprit, result.error());
                ids.erase(culprit);
            } else if (ids.size() == 1) {
                return fail(*ids.begin(), result.error());
            } else {  // nobody is named: each for itself
                for (const std::string& id : ids) {
                    bake_anew({id}, work);
                    if (work.is_cancelled()) return;
                }
                return;
            }
        }
    }

    /// "body hair: inputs" names hair.
    static std::string body_named_by(const Error& error, const Ids& ids) {
        for (const std::string& id : ids)
            if (error.where == "body " + id || error.where.starts_with("body " + id + ":")) return id;
        return {};
    }

    /// Requests of the bodies in the document's order; those that have none fail. False when any failed.
    bool fill(baker::BakeRequest& order, const Ids& ids) {
        bool all = true;
        for (const auto& entry : document_.bodies) {
            if (!ids.contains(entry.id)) continue;
            Notices& notices = request_notices_[entry.id];
            notices.clear();
            Result<baker::BodyRequest> request = body_request(document_, *entry.value, *input_.geometry, notices);
            if (!request) {
                fail(entry.id, Error{"body " + entry.id + ": " + request.error().where, request.error().what});
                all = false;
                continue;
            }
            request->outputs.clear();  // put on when the bake is written, and no part of it
            request->exaggeration = 1.0f;
            order.bodies.push_back(std::move(*request));
        }
        return all;
    }

    void fail(const std::string& id, const Error& error) { output_.failed[id] = error; }

    void take(const baker::BakeResult& result, const baker::BakeRequest& order) {
        for (std::size_t b = 0; b < result.bodies.size(); ++b) {
            baker::BodyResult body = result.bodies[b];
            const Notices& notices = request_notices_[body.id];
            body.notices.insert(body.notices.begin(), notices.begin(), notices.end());
            StoredBake& stored = output_.bakes[body.id];
            stored.bake = bake_json(body.bake, order_.puppet);
            stored.report = body_report(order.bodies[b], body);
            add_details(stored.report, result.physics, body);
            stored.report["clip_seed"] = order.clip_seed;
            stored.report["summary"]["bake_seconds"] = nullptr;  // the same project bakes to the same bytes
            stored.report["cost"]["model_parameters"] = result.puppet.parameter.id.size();
        }
        for (const baker::BakedBank& bank : result.banks) output_.banks[bank.id].bank = bank_json(bank);
    }

    const BakeInput& input_;
    const Document& document_;
    const Work& work_;
    baker::BakeRequest order_;
    Ids fresh_;
    std::map<std::string, Notices> request_notices_;
    BakeOutput output_;
};

}  // namespace

Result<BakeOutput> bake_bodies(const BakeInput& input, const Work& work) {
    return BodyBaker(input, work).run();
}

}  // namespace yure::studio
