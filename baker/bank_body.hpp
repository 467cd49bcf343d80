/// From bound bodies to a bank and what each of them hooks onto it: wide training, recording into the reduction, the
/// bank's fit, parameters and groups. Private to the bake; the fit itself is baker/bank.
#pragma once

#include <span>
#include <vector>

#include "exact_poses.hpp"

#include "yure/baker/bank/options.hpp"
#include "yure/baker/bake.hpp"
#include "yure/baker/body.hpp"

namespace yure::baker {

/// One body of a bank. What it points to must outlive the fit.
struct BankBody {
    const Body* body = nullptr;
    const BodyRequest* request = nullptr;
    const pendulum::Physics* in_play = nullptr;
    std::span<const InputReading> inputs;
    std::span<const ExactPose> poses;  ///< taken off what it records
};

/// What became of a body; `bake.parameters` is empty when it hardly moves.
struct BankBodyResult {
    BodyBake bake;  ///< without `removed`
    int training_frames = 0;
    double select_r2 = 0.0;
    std::vector<double> left_by_parameters;  ///< share of the movement left with 1, 2 … parameters
    double left_with_next = 0.0;
    Notices notices;
};

struct BankResult {
    BakedBank bank;
    std::vector<BankBodyResult> bodies;
};

/// What a bank's size depends on.
struct BankDemand {
    int bodies = 1;
    int meshes = 0;           ///< of the body that has most
    int particles = 0;        ///< likewise
    int vertical_inputs = 0;  ///< kept up-and-down inputs of any of them; each is heard through a group of its own
};

/// Poles of a body's chain links near the root, in the middle and at the tip: how each swings alone. First guesses of
/// the fit; empty without chains.
std::vector<bank::Pole> chain_poles(const BodyRequest& request);

/// Size and shape of a bank for bodies like `request`: the quality's, narrowed by its budget. An error when no bank is
/// small enough. `spent` is what a body's exact poses take of it. Source: docs/baking.md, "budgets".
Result<bank::BankOptions> bank_size(const BodyRequest& request, const BankDemand& demand, const PoseCost& spent = {});

/// Fits one bank to all of them. With `earlier`, a bank for the same bodies, the search starts there; with `frozen` the
/// earlier bank stays as it is and only what the bodies hook onto it is made anew. Errors: cancelled_error(), inputs that
/// a frozen bank does not have.
Result<BankResult> fit_bodies(std::span<const BankBody> bodies, const bank::BankOptions& options, double fps,
                              const BakedBank* earlier, bool frozen, const Work& work);

}  // namespace yure::baker
