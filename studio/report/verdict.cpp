#include "verdict.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

constexpr double kSeen = 10.0;  // px of tip travel: below it nobody looks
constexpr std::size_t kMostFindings = 4;

std::string percent(double share) {
    return std::to_string(static_cast<int>(std::lround(100.0 * share))) + " %";
}

std::string times(double ratio) {
    std::string text;
    append_number(text, static_cast<float>(std::round(100.0 * ratio) / 100.0));
    return text;
}

const baker::InputReading* reading(const baker::BodyResult& body, const std::string& input) {
    const auto found =
        std::find_if(body.inputs.begin(), body.inputs.end(), [&](const auto& other) { return other.id == input; });
    return found == body.inputs.end() ? nullptr : &*found;
}

/// How far the swing of one input is off, as a factor that is 1 at its best.
double off(double amplitude) {
    return std::exp(std::abs(std::log(std::max(amplitude, 0.01))));
}

/// Swings of single inputs that a viewer would see to be too small or too large, the worst first.
std::vector<VerdictFinding> swings(const baker::BodyResult& body) {
    constexpr double kSmall = 0.88, kLarge = 1.15;
    std::vector<VerdictFinding> found;
    for (const baker::ClipMetrics& clip : body.clips) {
        if (!clip.clip.starts_with("step:") || clip.simulated_px <= kSeen) continue;
        const std::string input = clip.clip.substr(5);
        const baker::InputReading* read = reading(body, input);
        const bool vertical = read != nullptr && read->group == baker::InputGroup::vertical;
        if (clip.sign < 0.0 && clip.amplitude > 0.1)
            found.push_back({"opposite", input, clip.clip, vertical, clip.sign});
        else if (clip.amplitude < kSmall)
            found.push_back({"swings_short", input, clip.clip, vertical, clip.amplitude});
        else if (clip.amplitude > kLarge)
            found.push_back({"swings_far", input, clip.clip, vertical, clip.amplitude});
    }
    const auto weight = [](const VerdictFinding& finding) { return finding.kind == "opposite" ? 100.0 : off(finding.value); };
    std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return weight(a) > weight(b); });
    if (found.size() > 2) found.resize(2);
    return found;
}

const char* direction_word(const VerdictFinding& finding) {
    return finding.vertical ? "up-and-down swings " : "sideways swings ";
}

std::string words(const VerdictFinding& finding) {
    const std::string on = finding.input.empty() ? "" : " on " + finding.input;
    const std::string swings = finding.input.empty() ? "swings " : direction_word(finding);
    if (finding.kind == "swings_short") return swings + percent(1.0 - finding.value) + " short" + on;
    if (finding.kind == "swings_far") return swings + percent(finding.value - 1.0) + " too far" + on;
    if (finding.kind == "opposite") return "swings the opposite way" + on;
    if (finding.kind == "direction")
        return "in " + std::to_string(static_cast<int>(finding.value)) + " motions it swings another way";
    if (finding.kind == "late") return std::to_string(static_cast<int>(std::lround(finding.value))) + " ms late";
    if (finding.kind == "settles_late") return "takes x" + times(finding.value) + " as long to come to rest";
    if (finding.kind == "settles_early") return "comes to rest in x" + times(finding.value) + " of the time";
    if (finding.kind == "restless") return "x" + times(finding.value) + " as jerky as the simulation";
    if (finding.kind == "clipped") return "stopped at the end of a parameter in " + percent(finding.value) + " of the frames";
    return finding.kind;
}

}  // namespace

const char* level_name(VerdictLevel level) {
    switch (level) {
        case VerdictLevel::well:
            return "well";
        case VerdictLevel::fair:
            return "fair";
        case VerdictLevel::poorly:
            return "poorly";
        case VerdictLevel::still:
            break;
    }
    return "still";
}

Verdict judge(const baker::BodyResult& body) {
    Verdict verdict;
    const baker::PartSummary& sum = body.summary;
    const baker::ClipMetrics* worst = nullptr;
    for (const baker::ClipMetrics& clip : body.clips)
        if (clip.simulated_px > kSeen && (worst == nullptr || clip.r2 < worst->r2)) worst = &clip;
    if (worst == nullptr)
        for (const baker::ClipMetrics& clip : body.clips)
            if (worst == nullptr || clip.simulated_px > worst->simulated_px) worst = &clip;
    if (worst != nullptr) verdict.worst_clip = worst->clip;
    if (sum.clips == 0) return verdict;

    std::vector<VerdictFinding>& found = verdict.findings;
    found = swings(body);
    const bool amplitude_told = std::any_of(found.begin(), found.end(), [](const auto& finding) { return finding.kind != "opposite"; });
    if (!amplitude_told && sum.amplitude < 0.9) found.push_back({"swings_short", "", "", false, sum.amplitude});
    if (!amplitude_told && sum.amplitude > 1.1) found.push_back({"swings_far", "", "", false, sum.amplitude});
    if (sum.lag_ms > 50.0) found.push_back({"late", "", "", false, sum.lag_ms});
    if (sum.settle > 1.4) found.push_back({"settles_late", "", "", false, sum.settle});
    if (sum.settle > 0.0 && sum.settle < 0.7) found.push_back({"settles_early", "", "", false, sum.settle});
    if (sum.jitter > 1.3) found.push_back({"restless", "", "", false, sum.jitter});
    if (sum.clipped > 0.001) found.push_back({"clipped", "", "", false, sum.clipped});
    if (const int wrong = sum.direction_total - sum.direction_right; 3 * wrong > sum.direction_total)
        found.push_back({"direction", "", "", false, static_cast<double>(wrong)});
    if (found.size() > kMostFindings) found.resize(kMostFindings);

    constexpr double kFarOff = 1.5;  // of one input's swing: a body that does this does not follow well
    const bool swings_off = std::any_of(found.begin(), found.end(), [](const VerdictFinding& finding) {
        return finding.kind == "opposite" || (finding.kind.starts_with("swings") && off(finding.value) > kFarOff);
    });
    const std::size_t bad = body.warnings.size();
    if (sum.r2_10px >= 0.6 && bad == 0 && !swings_off)
        verdict.level = VerdictLevel::well;
    else if (sum.r2_10px >= 0.3 && bad <= 1)
        verdict.level = VerdictLevel::fair;
    else
        verdict.level = VerdictLevel::poorly;
    return verdict;
}

std::string Verdict::text() const {
    std::string text;
    switch (level) {
        case VerdictLevel::well:
            text = "follows well";
            break;
        case VerdictLevel::fair:
            text = "follows, with differences to see";
            break;
        case VerdictLevel::poorly:
            text = "follows poorly";
            break;
        case VerdictLevel::still:
            return "no measured motion moves it by more than 10 px";
    }
    for (const VerdictFinding& finding : findings) text += "; " + words(finding);
    return text;
}

nlohmann::ordered_json Verdict::json() const {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const VerdictFinding& finding : findings) {
        nlohmann::ordered_json entry{{"kind", finding.kind}, {"value", tidy(static_cast<float>(finding.value))}};
        if (!finding.input.empty()) {
            entry["input"] = finding.input;
            entry["vertical"] = finding.vertical;
        }
        if (!finding.clip.empty()) entry["clip"] = finding.clip;
        list.push_back(std::move(entry));
    }
    return {{"level", level_name(level)}, {"text", text()}, {"findings", std::move(list)}};
}

}  // namespace yure::studio
