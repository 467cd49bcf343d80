/// How large a bank is and how it is searched. Defaults and qualities: docs/baking.md, "options" and "budgets".
#pragma once

#include <cstdint>
#include <vector>

#include "yure/baker/bank/pole.hpp"
#include "yure/baker/options.hpp"

namespace yure::baker::bank {

struct BankOptions {
    int modes = 4;          ///< keyed parameters per body, 1..8
    int groups = 16;        ///< level-1 pendulum groups, at least 1
    int second_groups = 8;  ///< level-2 groups, fed by the helpers; 0 = one level
    int helpers = 8;        ///< rectified helper parameters; 0 = one level
    int keys = 9;           ///< 3, 5, 7 or 9 per parameter
    int starts =
        1;  ///< 1 or 2: the second has all start poles 1.25 times as fast; the better one on the selection clips wins
    int evaluations = 300;      ///< of the gradient in the second level's training; 0 = its start as it is
    double key_ridge = 1e-3;    ///< share of the mean diagonal; larger = smaller, calmer keys
    double mixing_ridge = 0.0;  ///< penalty on cancelling groups in the refinement; 3e-3 is firm
    std::uint64_t seed = 1;     ///< of the random candidates
    std::vector<Pole> first_guess;  ///< poles to grow from besides the usual ones, where something is known of the motion

    /// Everything out of range, by name.
    std::vector<Error> problems() const;
};

/// All with 9 keys. light: 2 modes, 16 groups, one level, two starts. standard: 4 modes, 16 + 8 groups, 8 helpers, 600
/// evaluations. best: 8 modes, 24 + 8 groups, 8 helpers, 900 evaluations. `classic` has no bank; it counts as standard
/// here. Five keys and 300 evaluations, which the experiment settled on, followed two back hairs by .04 to .06 less.
BankOptions bank_options(Quality quality);

/// Key positions in units of a mode's played span: 3 {-1,0,1}; 5 {-1,-.3,0,.3,1}; 7 {0,.2,.5,1 and negatives};
/// 9 {0,.08,.25,.55,1 and negatives}. Empty for any other count.
std::vector<double> key_positions(int keys);

}  // namespace yure::baker::bank
