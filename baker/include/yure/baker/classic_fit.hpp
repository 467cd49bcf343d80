/// The classic fit: one pendulum per mode (a further link of the first, or one of its own), found by Nelder-Mead on the
/// real update, with straight first readings and key shapes solved behind. Method: docs/baking.md, "classic".
/// It fits one group of inputs (sideways, or up and down); movement is in keyform px (Recording::keyform).
#pragma once

#include <string>
#include <vector>

#include "yure/baker/chain.hpp"
#include "yure/baker/key_solve.hpp"
#include "yure/core/result.hpp"
#include "yure/core/work.hpp"

namespace yure::baker {

struct FitClip {
    std::string id;
    Drive drive;              ///< columns = the group's inputs
    Table movement;           ///< frames x columns, keyform px
    std::vector<char> still;  ///< per frame: no input has moved for six frames
    double weight = 1.0;      ///< relative; balanced by energy in `classic_fit`
};

struct FitProblem {
    std::vector<FitClip> train, select;
    std::vector<Drive> range;  ///< played for the output range only
    /// Per input: its default is the middle of its range, so it may tilt a pendulum without moving its rest.
    std::vector<char> may_tilt;
    double fps = 60.0;  ///< physics steps a second
    std::vector<Segment> first_guess;  ///< links to start from besides the usual ones, where something is known of the motion
};

struct ClassicSettings {
    int modes = 2;             ///< 1..3
    int keys = 5;              ///< 3, 5, 7, 9
    bool always = false;       ///< make the first mode even when it hardly moves
    double least_swing = 0.5;  ///< px; a mode that moves nothing farther is not made
};

struct FittedMode {
    int pendulum = 0;       ///< index in ClassicFit::pendulums
    int segment = 0;        ///< link whose reading drives the parameter
    double scale = 0.0;     ///< share of the parameter's range per radian: the largest played reading gives 1/1.1
    double peak = 0.0;      ///< radians, largest reading over training, selection and range
    double gain = 1.0;      ///< what the selection clips left of a later mode: 1, .75, .5 or .25 (already in `keys`)
    double swing_px = 0.0;  ///< farthest movement of a particle at an outer key
    Table keys;             ///< keys x columns, keyform px
};

struct ClassicFit {
    std::vector<Chain> pendulums;
    std::vector<FittedMode> modes;  ///< may be fewer than asked for
    double train_r2 = 0.0;          ///< weighted, on what it learned from
    double select_r2 = 0.0;         ///< on the clips it chose by; no measure of quality
    int evaluations = 0;            ///< pendulums tried
};

/// Errors: "cancelled"; a problem without training clips.
Result<ClassicFit> classic_fit(const FitProblem& problem, const ClassicSettings& settings, const Work& work);

/// The modes' courses on a drive, -1..1 each (clamped as a parameter is).
std::vector<std::vector<double>> mode_courses(const ClassicFit& fit, const Drive& drive, double fps);

}  // namespace yure::baker
