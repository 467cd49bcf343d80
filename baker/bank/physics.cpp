#include "yure/baker/bank/physics.hpp"

#include "sources.hpp"

#include <algorithm>
#include <cmath>

#include "yure/pendulum/player.hpp"

namespace yure::baker::bank {
namespace {

using Kind = SourceClass::Kind;

constexpr double kDegrees = 57.29577951308232;
constexpr double kAngleRange = 30.0;  ///< degrees of the Angle normalisation
constexpr double kSwing = 0.25;       ///< rad, level-1 groups at their peak: linear to .4 %
constexpr double kSecondSwing = 0.1;  ///< rad, level 2
constexpr double kHeadroom = 1.5;     ///< range of a parameter against the largest value of each share in training
constexpr double kRadius = 10.0;
constexpr double kMostAcceleration = 10.0, kMostDelay = 5.0;
constexpr double kDeadZone = 0.001;   ///< Position normalisation of Angle groups: practically no dead zone
constexpr double kLeastShare = 1e-7;  ///< shares below are not written
constexpr float kKeyedRange = 30.0f;

std::string numbered(std::string stem, int number) {
    if (number < 10) stem += '0';
    return stem += std::to_string(number);
}

std::vector<pendulum::Vertex> one_segment(Pole pole, double fps) {
    const Recursion step = recursion_of(pole, fps);
    double delay = 1.0;
    auto acceleration = [&] {
        const double d = 30.0 * delay / fps;
        return step.kappa * kRadius / (d * d);
    };
    while (acceleration() > kMostAcceleration && delay < kMostDelay) delay *= 1.2;
    pendulum::Vertex root, tip;
    tip.position = {0.0f, static_cast<float>(kRadius)};
    tip.mobility = static_cast<float>(step.mobility);
    tip.delay = static_cast<float>(delay);
    tip.acceleration = static_cast<float>(acceleration());
    tip.radius = static_cast<float>(kRadius);
    return {root, tip};
}

/// A share of one parameter: so many units per radian of one group.
struct Share {
    std::size_t group;  ///< in file order among those of the bank
    double per_radian;
    double peak;  ///< rad, largest swing allowed for
};

/// Gives `parameter` its range and every share its output, in file order.
double write_shares(std::vector<pendulum::Group>& groups, std::vector<Share> shares, const std::string& parameter) {
    double sum = 0.0;
    for (const Share& share : shares) sum += std::abs(share.per_radian) * share.peak;
    auto negligible = [&](const Share& s) { return !(std::abs(s.per_radian) * s.peak > kLeastShare * sum); };
    shares.erase(std::remove_if(shares.begin(), shares.end(), negligible), shares.end());
    sum = 0.0;
    for (const Share& share : shares) sum += std::abs(share.per_radian) * share.peak;
    // The last writer keeps its whole weight; each earlier one is thinned by all later ones, so it writes more.
    double later = 0.0;
    for (std::size_t i = shares.size(); i-- > 0;) {
        const double effective = std::abs(shares[i].per_radian) * shares[i].peak / sum;
        pendulum::Output output;
        output.parameter = parameter;
        output.scale = static_cast<float>(sum / shares[i].peak);
        output.weight = i == 0 ? 100.0f : static_cast<float>(100.0 * effective / (1.0 - later));
        output.reflect = shares[i].per_radian < 0.0;
        groups[shares[i].group].outputs.push_back(std::move(output));
        later += effective;
    }
    return sum;
}

struct Writer {
    const BankFit& fit;
    const BankNaming& naming;
    std::vector<pendulum::Group> vertical, one, two;
    std::vector<double> vertical_range;        ///< per input, of its helper parameter
    std::vector<double> swing_one, swing_two;  ///< rad per unit of response

    std::string shown() const { return naming.name.empty() ? naming.id : naming.name; }
    std::string vertical_id(std::size_t input) const {
        int number = 0;
        for (std::size_t i = 0; i <= input; ++i) number += fit.vertical_peak[i] > 0.0 ? 1 : 0;
        return "ParamSim" + naming.id + "_v" + std::to_string(number);
    }
    std::string helper_id(std::size_t helper) const {
        return "ParamSim" + naming.id + "_h" + std::to_string(helper + 1);
    }

    pendulum::Group group(const std::string& stem, int number, Pole pole) const {
        pendulum::Group made;
        made.id = numbered("PhysicsSim_" + naming.id + "_" + stem, number);
        made.name = numbered(shown() + " " + stem, number);
        made.vertices = one_segment(pole, fit.fps);
        made.position = {static_cast<float>(-kDeadZone), 0.0f, static_cast<float>(kDeadZone)};
        made.angle = {static_cast<float>(-kAngleRange), 0.0f, static_cast<float>(kAngleRange)};
        return made;
    }

    /// The 4 Hz response of a vertical input as a parameter: the one X pendulum. Full weight on the input and a small
    /// Position range keep the dead zone at a thousandth of the input's range.
    void write_vertical() {
        int number = 0;
        for (std::size_t i = 0; i < fit.inputs.size(); ++i) {
            if (!(fit.vertical_peak[i] > 0.0)) continue;
            const BankInput& input = fit.inputs[i];
            const double half = 0.5 * (static_cast<double>(input.max) - static_cast<double>(input.min));
            const double per_radian = fit.vertical_peak[i] / kSwing;  // units of response per radian
            const double range = kRadius / per_radian * half / input_reach(input);
            pendulum::Group made;
            made.id = "PhysicsSim_" + naming.id + "_v" + std::to_string(++number);
            made.name = shown() + " v" + std::to_string(number);
            made.vertices = one_segment(kVerticalPole, fit.fps);
            const double offset = default_offset(input);
            made.position = {static_cast<float>(range * (-1.0 - offset)), static_cast<float>(-range * offset),
                             static_cast<float>(range * (1.0 - offset))};
            made.angle = {static_cast<float>(-kAngleRange), 0.0f, static_cast<float>(kAngleRange)};
            made.inputs.push_back({input.id, 100.0f, pendulum::Channel::x, false});
            pendulum::Output output;
            output.parameter = vertical_id(i);
            output.scale = static_cast<float>(per_radian);
            made.outputs.push_back(std::move(output));
            vertical.push_back(std::move(made));
            vertical_range[i] = 2.0 * fit.vertical_peak[i];
        }
    }

    /// Tilt in degrees at an input's full normalised range, per unit of the group's sum.
    double full_range(const SourceClass& one_class, int member) const {
        const BankInput& input = fit.inputs[static_cast<std::size_t>(member)];
        const double half = 0.5 * (static_cast<double>(input.max) - static_cast<double>(input.min));
        switch (one_class.kind) {
            case Kind::linear:
            case Kind::one_sided:
                return half / input_reach(input);
            case Kind::helper_up:
            case Kind::helper_down:
                return kVerticalGain * vertical_range[static_cast<std::size_t>(member)];
        }
        return 0.0;
    }

    void write_level_one() {
        for (std::size_t g = 0; g < fit.level_one.size(); ++g) {
            const LevelOneGroup& from = fit.level_one[g];
            const SourceClass& one_class = fit.classes[static_cast<std::size_t>(from.source_class)];
            pendulum::Group made = group("b", static_cast<int>(g) + 1, from.pole);
            double steepest = 0.0;  // rad of tilt at swing 1, largest over the inputs
            for (std::size_t m = 0; m < from.weights.size(); ++m)
                steepest = std::max(steepest, std::abs(from.weights[m]) * full_range(one_class, one_class.members[m]));
            // No weight above 100 %.
            double swing = kSwing / std::max(1e-9, from.peak);
            if (steepest > 0.0) swing = std::min(swing, kAngleRange / kDegrees / steepest);
            const bool negative =
                one_class.kind == Kind::helper_down || (one_class.kind == Kind::one_sided && one_class.offset > 0.0);
            if (one_class.kind == Kind::linear) {
                made.angle = {static_cast<float>(kAngleRange * (-1.0 - one_class.offset)),
                              static_cast<float>(-kAngleRange * one_class.offset),
                              static_cast<float>(kAngleRange * (1.0 - one_class.offset))};
            } else if (negative) {
                made.angle = {static_cast<float>(-kAngleRange), 0.0f, 0.0f};
            } else {
                made.angle = {0.0f, 0.0f, static_cast<float>(kAngleRange)};
            }
            for (std::size_t m = 0; m < from.weights.size(); ++m) {
                const int member = one_class.members[m];
                const bool helper = one_class.kind == Kind::helper_up || one_class.kind == Kind::helper_down;
                double weight =
                    100.0 * from.weights[m] * swing * full_range(one_class, member) * kDegrees / kAngleRange;
                if (one_class.kind == Kind::helper_down) weight = -weight;  // the signal is minus the reading
                if (weight == 0.0) continue;
                const auto i = static_cast<std::size_t>(member);
                if (helper && !(fit.vertical_peak[i] > 0.0)) continue;
                made.inputs.push_back({helper ? vertical_id(i) : fit.inputs[i].id, static_cast<float>(std::abs(weight)),
                                       pendulum::Channel::angle, weight < 0.0});
            }
            swing_one.push_back(swing);
            one.push_back(std::move(made));
        }
    }

    void write_level_two(const std::vector<double>& helper_range) {
        for (std::size_t g = 0; g < fit.level_two.size(); ++g) {
            const LevelTwoGroup& from = fit.level_two[g];
            pendulum::Group made = group("c", static_cast<int>(g) + 1, from.pole);
            made.angle = {0.0f, 0.0f, static_cast<float>(kAngleRange)};
            double steepest = 0.0;
            for (std::size_t j = 0; j < from.weights.size(); ++j)
                steepest = std::max(steepest, std::abs(from.weights[j]) * helper_range[j]);
            double swing = kSecondSwing / std::max(1e-9, from.peak);
            if (steepest > 0.0) swing = std::min(swing, kAngleRange / kDegrees / steepest);
            for (std::size_t j = 0; j < from.weights.size(); ++j) {
                const double weight = 100.0 * from.weights[j] * swing * helper_range[j] * kDegrees / kAngleRange;
                if (weight == 0.0) continue;
                made.inputs.push_back(
                    {helper_id(j), static_cast<float>(std::abs(weight)), pendulum::Channel::angle, weight < 0.0});
            }
            swing_two.push_back(swing);
            two.push_back(std::move(made));
        }
    }

    /// Helpers that move and are listened to: each a parameter that level-1 groups mix into. Their ranges; 0 = left
    /// out.
    std::vector<double> write_helpers(std::vector<BankParameter>& parameters) {
        std::vector<double> ranges(static_cast<std::size_t>(fit.helpers.rows()), 0.0);
        for (std::size_t j = 0; j < ranges.size(); ++j) {
            const auto row = static_cast<Eigen::Index>(j);
            const bool heard = std::any_of(fit.level_two.begin(), fit.level_two.end(),
                                           [&](const LevelTwoGroup& g) { return g.weights[j] != 0.0; });
            if (!heard || !(fit.helper_peak[j] > 0.0)) continue;
            std::vector<Share> shares;
            for (std::size_t g = 0; g < one.size(); ++g)
                shares.push_back({g, fit.helpers(row, static_cast<Eigen::Index>(g)) / swing_one[g],
                                  kHeadroom * swing_one[g] * fit.level_one[g].peak});
            ranges[j] = write_shares(one, std::move(shares), helper_id(j));
            if (!(ranges[j] > 0.0)) continue;
            const auto range = static_cast<float>(ranges[j]);
            parameters.push_back({helper_id(j), shown() + " h" + std::to_string(j + 1), -range, range});
        }
        return ranges;
    }
};

}  // namespace

BankPhysics bank_physics(const BankFit& fit, const BankNaming& naming, const std::vector<float>& keyed) {
    Writer writer{fit, naming, {}, {}, {}, std::vector<double>(fit.inputs.size(), 0.0), {}, {}};
    std::vector<BankParameter> helpers;
    writer.write_vertical();
    for (std::size_t i = 0; i < fit.inputs.size(); ++i)
        if (writer.vertical_range[i] > 0.0) {
            const auto range = static_cast<float>(writer.vertical_range[i]);
            const std::string id = writer.vertical_id(i);
            helpers.push_back({id, writer.shown() + " " + id.substr(id.rfind('_') + 1), -range, range});
        }
    writer.write_level_one();
    const std::vector<double> helper_range = writer.write_helpers(helpers);
    writer.write_level_two(helper_range);

    BankPhysics physics;
    std::vector<pendulum::Group> bank = std::move(writer.one);
    bank.insert(bank.end(), writer.two.begin(), writer.two.end());
    for (std::size_t b = 0; b < fit.bodies.size(); ++b) {
        const BodyFit& body = fit.bodies[b];
        const float outer = b < keyed.size() && keyed[b] > 0.0f ? keyed[b] : kKeyedRange;
        for (int k = 0; k < body.modes(); ++k) {
            std::vector<Share> shares;
            for (std::size_t g = 0; g < bank.size(); ++g) {
                const bool first_level = g < fit.level_one.size();
                const std::size_t in_level = first_level ? g : g - fit.level_one.size();
                const double swing = first_level ? writer.swing_one[in_level] : writer.swing_two[in_level];
                const double peak = first_level ? fit.level_one[in_level].peak : fit.level_two[in_level].peak;
                shares.push_back({g, static_cast<double>(outer) * body.mixing(static_cast<Eigen::Index>(g), k) / swing,
                                  kHeadroom * swing * peak});
            }
            const std::string id = "ParamSim" + body.id + "_" + std::to_string(k + 1);
            const double range = std::max(static_cast<double>(outer), write_shares(bank, std::move(shares), id));
            physics.parameters.push_back({id, k > 0 ? body.id + ' ' + std::to_string(k + 1) : body.id,
                                          static_cast<float>(-range), static_cast<float>(range), static_cast<int>(b), k,
                                          outer});
        }
    }
    physics.parameters.insert(physics.parameters.end(), helpers.begin(), helpers.end());
    physics.groups = std::move(writer.vertical);
    for (pendulum::Group& group : bank)
        if (!group.outputs.empty() && !group.inputs.empty()) physics.groups.push_back(std::move(group));
    return physics;
}

RowMatrix play_exact(const BankFit& fit, const BankPhysics& physics, const RowMatrix& values) {
    pendulum::Physics file;
    file.fps = static_cast<float>(fit.fps);
    file.groups = physics.groups;
    std::vector<pendulum::ParameterRange> ranges;
    for (const BankInput& input : fit.inputs) ranges.push_back({input.id, input.min, input.max, input.default_value});
    std::vector<std::size_t> modes;
    std::vector<float> scale;
    for (const BankParameter& parameter : physics.parameters) {
        if (parameter.mode >= 0) {
            modes.push_back(ranges.size());
            scale.push_back(1.0f / parameter.keyed);
        }
        ranges.push_back({parameter.id, parameter.min, parameter.max, 0.0f});
    }
    pendulum::Player player(file, ranges);
    std::vector<float> state(ranges.size(), 0.0f);
    RowMatrix shown(values.rows(), static_cast<Eigen::Index>(modes.size()));
    for (Eigen::Index f = 0; f < values.rows(); ++f) {
        for (Eigen::Index i = 0; i < values.cols(); ++i) state[static_cast<std::size_t>(i)] = values(f, i);
        if (f == 0) player.stabilize(state);
        player.evaluate(state, static_cast<float>(1.0 / fit.fps));
        for (std::size_t m = 0; m < modes.size(); ++m)
            shown(f, static_cast<Eigen::Index>(m)) = state[modes[m]] * scale[m];
    }
    return shown;
}

}  // namespace yure::baker::bank
