#include "classic_search.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/nelder_mead.hpp"

namespace yure::baker {
namespace {

constexpr double kLeastRadius = 1.0, kMostRadius = 60.0;
constexpr double kLeastMobility = 0.01, kMostMobility = 0.999;
constexpr double kLeastPull = 1e-3, kMostPull = 60.0;
constexpr double kLeastWeight = 0.002, kMostWeight = 0.98;

double logit(double share) {
    return std::log(share / (1.0 - share));
}
double share_of(double logit) {
    return 1.0 / (1.0 + std::exp(-logit));
}

/// A chain's free numbers on scales without ends.
void pack(const Chain& chain, int first_free, bool weights, std::vector<double>& out) {
    for (std::size_t s = static_cast<std::size_t>(first_free); s < chain.segments.size(); ++s) {
        const Segment& segment = chain.segments[s];
        out.push_back(std::log(segment.radius));
        out.push_back(logit(std::clamp(segment.mobility, 0.011, 0.995)));
        out.push_back(std::log(segment.pull));
    }
    if (!weights) return;
    for (const ChainInput& input : chain.inputs)
        out.push_back(logit(std::clamp(std::abs(input.weight), kLeastWeight, kMostWeight)));
}

void unpack(const std::vector<double>& in, std::size_t& next, int first_free, bool weights, Chain& chain) {
    for (std::size_t s = static_cast<std::size_t>(first_free); s < chain.segments.size(); ++s) {
        Segment& segment = chain.segments[s];
        segment.radius = std::clamp(std::exp(in[next++]), kLeastRadius, kMostRadius);
        segment.mobility = std::clamp(share_of(in[next++]), kLeastMobility, kMostMobility);
        segment.pull = std::clamp(std::exp(in[next++]), kLeastPull, kMostPull);
    }
    if (!weights) return;
    for (ChainInput& input : chain.inputs) input.weight = std::copysign(share_of(in[next++]), input.weight);
}

}  // namespace

void search(std::vector<Candidate>& candidates, const ModeScorer& scorer, const FitPlayers& players, const Work& work) {
    work.parallel_for(candidates.size(), [&](std::size_t index) {
        Candidate& candidate = candidates[index];
        std::vector<double> start;
        pack(candidate.chain, candidate.first_free, candidate.weights_free, start);
        const auto chain_at = [&](const std::vector<double>& at) {
            Chain chain = candidate.chain;
            std::size_t next = 0;
            unpack(at, next, candidate.first_free, candidate.weights_free, chain);
            return chain;
        };
        NelderMeadOptions options;
        options.iterations = candidate.iterations;
        options.cancelled = work.cancelled;
        const NelderMeadResult found = nelder_mead(
            [&](const std::vector<double>& at) {
                const ClipCourses courses = players.train.play(chain_at(at), candidate.segment());
                return scorer.train({&courses});
            },
            start, options);
        candidate.chain = chain_at(found.at);
        candidate.evaluations = found.evaluations;
        const ClipCourses train = players.train.play(candidate.chain, candidate.segment());
        const ClipCourses select = players.select.play(candidate.chain, candidate.segment());
        candidate.select_score = scorer.select_clips().empty() ? found.value : scorer.select({&train}, {&select});
    });
}

int polish(std::vector<Chain>& pendulums, const std::vector<ModePlace>& modes, const ModeScorer& scorer,
           const FitPlayers& players, const Work& work) {
    std::vector<double> start;
    for (const Chain& chain : pendulums) pack(chain, 0, true, start);
    const auto chains_at = [&](const std::vector<double>& at) {
        std::vector<Chain> chains = pendulums;
        std::size_t next = 0;
        for (Chain& chain : chains) unpack(at, next, 0, true, chain);
        return chains;
    };
    const auto courses_of = [&](const std::vector<Chain>& chains, const ChainBatch& batch) {
        std::vector<ClipCourses> courses;
        for (const ModePlace& mode : modes)
            courses.push_back(batch.play(chains[static_cast<std::size_t>(mode.pendulum)], mode.segment));
        return courses;
    };
    const auto pointers = [](const std::vector<ClipCourses>& courses) {
        std::vector<const ClipCourses*> result;
        for (const ClipCourses& c : courses) result.push_back(&c);
        return result;
    };
    const auto select_score = [&](const std::vector<Chain>& chains) {
        const auto train = courses_of(chains, players.train), select = courses_of(chains, players.select);
        return scorer.select_clips().empty() ? scorer.train(pointers(train))
                                             : scorer.select(pointers(train), pointers(select));
    };
    NelderMeadOptions options;
    options.step = 0.15;
    options.iterations = 8 * static_cast<int>(start.size());
    options.cancelled = work.cancelled;
    const NelderMeadResult found = nelder_mead(
        [&](const std::vector<double>& at) {
            const auto courses = courses_of(chains_at(at), players.train);
            return scorer.train(pointers(courses));
        },
        start, options);
    std::vector<Chain> polished = chains_at(found.at);
    if (select_score(polished) < select_score(pendulums)) pendulums = std::move(polished);
    return found.evaluations;
}

}  // namespace yure::baker
