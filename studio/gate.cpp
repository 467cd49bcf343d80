#include "yure/studio/gate.hpp"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

using baker::PartSummary;

struct Figure {
    const char* name;
    double PartSummary::*value;
};
constexpr std::array<Figure, 15> kFigures{{{"r2_10px", &PartSummary::r2_10px},
                                           {"r2_2px", &PartSummary::r2_2px},
                                           {"amplitude", &PartSummary::amplitude},
                                           {"amplitude_spread", &PartSummary::amplitude_spread},
                                           {"reach", &PartSummary::reach},
                                           {"lag_ms", &PartSummary::lag_ms},
                                           {"settle", &PartSummary::settle},
                                           {"overshoot", &PartSummary::overshoot},
                                           {"jitter", &PartSummary::jitter},
                                           {"static_px", &PartSummary::static_px},
                                           {"clipped", &PartSummary::clipped},
                                           {"stalled", &PartSummary::stalled},
                                           {"shortening", &PartSummary::shortening},
                                           {"p95_px", &PartSummary::p95_px},
                                           {"other_rates", &PartSummary::other_rates}}};

std::string short_text(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

}  // namespace

std::optional<double> summary_figure(const PartSummary& summary, std::string_view metric) {
    for (const Figure& figure : kFigures)
        if (metric == figure.name) return summary.*figure.value;
    return {};
}

bool set_summary_figure(PartSummary& summary, std::string_view metric, double value) {
    for (const Figure& figure : kFigures)
        if (metric == figure.name) return summary.*figure.value = value, true;
    return false;
}

Result<Gate> read_gate(std::string_view text) {
    const auto file = parse_json(text);
    if (!file) return file.error();
    if (!file->is_object() || file->empty())
        return Error{"", "is no object of limits, such as {\"amplitude\": {\"min\": 0.75, \"max\": 1.3}}"};
    Gate gate;
    for (const auto& [name, bounds] : file->items()) {
        const std::string where = "/" + pointer_part(name);
        if (!summary_figure({}, name)) {
            std::string known;
            for (const Figure& figure : kFigures) known += (known.empty() ? "" : ", ") + std::string(figure.name);
            return Error{where, "is no figure of a summary; known are " + known};
        }
        GateLimit limit{name, {}, {}};
        for (const auto& [key, target] : {std::pair{"min", &limit.min}, std::pair{"max", &limit.max}})
            if (const auto& bound = member(bounds, key); bound.is_number()) *target = bound.get<double>();
        if (!limit.min && !limit.max) return Error{where, "has neither a \"min\" nor a \"max\" that is a number"};
        gate.limits.push_back(std::move(limit));
    }
    return gate;
}

Result<Gate> read_gate_file(const std::string& path) {
    const Result<std::string> text = read_text(path);
    if (!text) return text.error();
    Result<Gate> gate = read_gate(*text);
    if (!gate) return Error{path + (gate.error().where.empty() ? "" : " " + gate.error().where), gate.error().what};
    gate->name = path;
    return gate;
}

std::vector<baker::BandFinding> gate_failures(const Gate& gate, const PartSummary& summary) {
    if (gate.limits.empty()) return baker::gate_failures(summary);
    std::vector<baker::BandFinding> failures;
    if (summary.clips == 0) return failures;
    for (const GateLimit& limit : gate.limits) {
        const double value = *summary_figure(summary, limit.metric);
        const auto fail = [&](double bound, const char* side) {
            failures.push_back({limit.metric, value, bound,
                                limit.metric + " is " + short_text(value) + ", " + side + " " + short_text(bound)});
        };
        // Written so that a figure that is no number fails.
        if (limit.min && !(value >= *limit.min)) fail(*limit.min, "below");
        if (limit.max && !(value <= *limit.max)) fail(*limit.max, "above");
    }
    return failures;
}

}  // namespace yure::studio
