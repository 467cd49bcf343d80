/// The pendulum search of the classic fit: one mode at a time, then all together. Private to the fit.
#pragma once

#include "chain_batch.hpp"
#include "mode_score.hpp"

#include <functional>
#include <vector>

#include "yure/baker/classic_fit.hpp"
#include "yure/core/work.hpp"

namespace yure::baker {

/// A pendulum on its way through the search.
struct Candidate {
    Chain chain;
    int first_free = 0;        ///< links before this one are kept
    bool extends = false;      ///< a further link of the first pendulum, whose links carry earlier modes
    bool weights_free = true;  ///< search the input weights too; their types and signs are kept
    int iterations = 0;
    double select_score = 0.0;  ///< filled by the search
    int evaluations = 0;

    int segment() const { return static_cast<int>(chain.segments.size()) - 1; }
};

/// What plays candidates.
struct FitPlayers {
    ChainBatch train, select;
};

/// Improves every candidate by Nelder-Mead on the training score and scores it on the selection clips; candidates run
/// over `work.parallel_for`.
void search(std::vector<Candidate>& candidates, const ModeScorer& scorer, const FitPlayers& players, const Work& work);

/// Where a mode is read.
struct ModePlace {
    int pendulum = 0, segment = 0;
};

/// All links and weights of all pendulums together, the score that of all modes; keeps the start unless the selection
/// clips agree that the result is better. Number of evaluations.
int polish(std::vector<Chain>& pendulums, const std::vector<ModePlace>& modes, const ModeScorer& scorer,
           const FitPlayers& players, const Work& work);

}  // namespace yure::baker
