/// The bank: pendulum groups mixed into a few keyed parameters, and the search for it (docs/baking.md, D and E).
///
///     Result<BankRecording> recording = BankRecording::create(inputs, wide_training(inputs));
///     const int body = recording->add_body("hair", 2 * particles);
///     …  recording->add_offsets(body, offsets of each clip);
///     Result<BankFit> fit = fit_bank(*recording, bank_options(Quality::best), work);
///     BankPhysics physics = bank_physics(*fit, …);            // bank/physics.hpp
///
/// Several bodies with the same inputs share groups, helpers and level 2; each has its own mixing and keys.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "yure/baker/bank/options.hpp"
#include "yure/baker/bank/pole.hpp"
#include "yure/baker/bank/recording.hpp"

namespace yure::baker::bank {

/// How a group reads its inputs; see baker/bank/sources.hpp for the signals.
struct SourceClass {
    enum class Kind { linear, one_sided, helper_up, helper_down };
    Kind kind = Kind::linear;
    double offset = 0.0;       ///< where the members' defaults sit in their ranges, -1..1
    std::vector<int> members;  ///< input numbers
    bool operator==(const SourceClass&) const = default;
};

/// A level-1 group: one pendulum under a weighted sum of the signals of its class.
struct LevelOneGroup {
    int source_class = 0;
    std::vector<double> weights;  ///< per member of the class
    Pole pole;
    double peak = 0.0;  ///< largest |response| over training and selection
};

/// A level-2 group: one pendulum under a weighted sum of the helpers.
struct LevelTwoGroup {
    std::vector<double> weights;  ///< per helper
    Pole pole;
    double peak = 0.0;
};

/// One body's share: how the groups mix into its parameters, and its shapes.
struct BodyFit {
    std::string id;
    Eigen::MatrixXd mixing;                  ///< groups (level 1, then level 2) x modes; a mode of 1 is its outer key
    std::vector<double> keys;                ///< key positions, ascending, 0 among them
    std::vector<std::vector<float>> shapes;  ///< [mode * keys + key][column], px like the offsets; zero at the rest key
    std::vector<double> mode_peak;           ///< largest |mode| over training and selection
    double gain = 1.0;                       ///< 1..1.12: shapes times this have the swing's own size, at no real loss

    // How well it follows, mean R² over clips (each at least -1), before the gain.
    double training = 0.0;   ///< by the linear model
    double selection = 0.0;  ///< the exact runtime's step on the selection clips
    /// Share of the weighted offsets that is left with 1, 2 … modes while they were grown, and a guess for one more.
    std::vector<double> left_by_modes;
    double left_with_next_mode = 1.0;

    int modes() const { return static_cast<int>(mixing.cols()); }
};

struct BankFit {
    double fps = 60.0;
    std::vector<BankInput> inputs;
    std::vector<SourceClass> classes;
    std::vector<double>
        vertical_peak;  ///< per input: largest |4 Hz response|, units of reach; 0 where there is no helper
    std::vector<LevelOneGroup> level_one;
    Eigen::MatrixXd helpers;  ///< helpers x level-1 groups: helper j = max(0, row j . responses)
    std::vector<double> helper_peak;
    std::vector<LevelTwoGroup> level_two;
    std::vector<BodyFit> bodies;
    std::vector<std::string> notes;  ///< what was rejected and retried, in words
};

/// Fits a bank to all bodies of a recording. With `warm` (an earlier fit for the same inputs and bodies of the same
/// ids) the search starts there and is short. Errors: options out of range, a recording that is not complete or holds
/// no motion, "cancelled". The same for any number of threads.
Result<BankFit> fit_bank(const BankRecording& recording, const BankOptions& options, const Work& work = {},
                         const BankFit* warm = nullptr);

/// A body's own part again, with the bank as it is: only its mixing, keys and gain are solved, in little time. The
/// other bodies keep every number. `recording` holds that one body; its inputs must be the bank's.
Result<BankFit> refit_body(const BankFit& bank, const BankRecording& recording, const BankOptions& options,
                           const Work& work = {});

}  // namespace yure::baker::bank
