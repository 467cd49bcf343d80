#include "model_inspection.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>

#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

/// Counts of a physics3 or motion3 document as its lists give them, by JSON pointer.
std::vector<std::pair<std::string, long long>> true_counts(const ordered_json& document) {
    std::vector<std::pair<std::string, long long>> counts;
    const auto size = [](const ordered_json& list) {
        return list.is_array() ? static_cast<long long>(list.size()) : 0;
    };
    if (const ordered_json& groups = member(document, "PhysicsSettings"); groups.is_array()) {
        long long inputs = 0, outputs = 0, vertices = 0;
        for (const ordered_json& group : groups) {
            inputs += size(member(group, "Input"));
            outputs += size(member(group, "Output"));
            vertices += size(member(group, "Vertices"));
        }
        counts = {{"/Meta/PhysicsSettingCount", size(groups)},
                  {"/Meta/TotalInputCount", inputs},
                  {"/Meta/TotalOutputCount", outputs},
                  {"/Meta/VertexCount", vertices}};
    } else if (const ordered_json& curves = member(document, "Curves"); curves.is_array()) {
        long long segments = 0, points = 0;
        for (const ordered_json& curve : curves) {
            const ordered_json& numbers = member(curve, "Segments");
            const long long count = size(numbers);
            if (count >= 2) ++points;
            for (long long at = 2; at < count; ++segments) {
                const ordered_json& kind = numbers[static_cast<std::size_t>(at)];
                const long long own = kind.is_number() && kind.get<double>() == 1.0 ? 3 : 1;
                points += own;
                at += 1 + 2 * own;
            }
        }
        counts = {{"/Meta/CurveCount", size(curves)},
                  {"/Meta/TotalSegmentCount", segments},
                  {"/Meta/TotalPointCount", points}};
    }
    return counts;
}

}  // namespace

void FileFindings::add(Severity severity, std::string pointer, std::string what, std::string advice) {
    all_.push_back({severity, file_, std::move(pointer), std::move(what), std::move(advice), {}, {}});
}

void FileFindings::add(const formats::Findings& findings) {
    for (const formats::Finding& finding : findings) {
        if (finding.level == formats::Finding::Level::notice) continue;
        const bool error = finding.level == formats::Finding::Level::error;
        add(error ? Severity::error : Severity::warning, finding.pointer, finding.what, finding.advice);
    }
}

void FileFindings::add(const Error& fault) {
    error(fault.where, fault.what, "Export the file anew.");
}

void FileFindings::add_layout(const std::string& text) {
    constexpr std::size_t kSome = 16;
    const formats::Findings findings = formats::check_number_layout(text, kSome);
    if (findings.empty()) return;
    std::string what = findings.front().what;
    if (findings.size() > 1)
        what += "; " + std::to_string(findings.size() - 1) + (findings.size() == kSome ? " or more" : "") +
                " other places like it";
    error(findings.front().pointer, std::move(what), "Write the file anew, one value a line; --repair does it.");
}

std::optional<double> fitted_rate(const std::string& group_name) {
    static const std::regex pattern(R"(\(yure ([0-9]+(?:\.[0-9]+)?) Hz\))");
    std::smatch match;
    if (group_name.size() > 4096 || !std::regex_search(group_name, match, pattern)) return {};
    const std::string digits = match[1];
    double rate = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), rate);
    return rate;
}

std::vector<std::string> physics_files(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code fault;
    for (auto it = std::filesystem::directory_iterator(folder, fault);
         !fault && it != std::filesystem::directory_iterator(); it.increment(fault)) {
        std::string name = it->path().filename().string();
        if (folded_name(name).ends_with(".physics3.json")) names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

void add_counts(std::vector<ModelFinding>& findings, const std::string& file, const std::string& text) {
    const Result<ordered_json> document = parse_json(text);
    if (!document) return;
    for (const auto& [pointer, count] : true_counts(*document))
        for (ModelFinding& finding : findings) {
            if (finding.file != file || finding.pointer != pointer) continue;
            finding.expected = count;
            const ordered_json& value = member(member(*document, "Meta"), pointer.substr(6).c_str());
            if (value.is_number_integer())
                finding.found = value.get<long long>();
            else if (value.is_number() && std::abs(value.get<double>()) < 9e15)
                finding.found = static_cast<long long>(value.get<double>());
        }
}

}  // namespace yure::studio
