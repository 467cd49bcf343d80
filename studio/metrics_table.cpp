#include "yure/studio/metrics_table.hpp"

#include <algorithm>
#include <cstdio>

namespace yure::studio {
namespace {

std::string cell(const char* format, double value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string row(const std::vector<std::string>& cells) {
    static constexpr int kWidths[] = {24, 10, 7, 10, 9, 7, 7, 10, 9};
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const int width = kWidths[std::min<std::size_t>(i, 8)];
        std::string text = cells[i];
        const std::string space(static_cast<std::size_t>(std::max(1, width - static_cast<int>(text.size()))), ' ');
        line += i == 0 ? text + space : space + text;
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line + "\n";
}

}  // namespace

std::string metrics_table(std::span<const TableBody> bodies, bool clips) {
    std::string table = row({"", "tip px", "R2", "amplitude", "lag ms", "settle", "jitter", "direction", "static px"});
    for (const TableBody& body : bodies) {
        if (clips)
            for (const baker::ClipMetrics& clip : body.clips) {
                std::string name = "  " + clip.clip;
                if (name.size() > 23) name = name.substr(0, 22) + "~";
                table += row({name, cell("%.1f", clip.simulated_px), cell("%.2f", clip.r2),
                              cell("x%.2f", clip.amplitude), cell("%.0f", clip.lag_ms),
                              clip.settle ? cell("%.2f", *clip.settle) : "-", cell("%.2f", clip.jitter),
                              clip.right ? "right" : "wrong", clip.static_px ? cell("%.1f", *clip.static_px) : "-"});
            }
        const baker::PartSummary& sum = body.summary;
        if (sum.clips == 0) {
            table += body.id + ": no measured motion moves it by more than 10 px\n";
            continue;
        }
        table += row({body.id + " (" + std::to_string(sum.clips) + " clips)", "", cell("%.2f", sum.r2_10px),
                      cell("x%.2f", sum.amplitude), cell("%.0f", sum.lag_ms), cell("%.2f", sum.settle),
                      cell("%.2f", sum.jitter),
                      std::to_string(sum.direction_right) + "/" + std::to_string(sum.direction_total),
                      cell("%.1f", sum.static_px)});
    }
    return table;
}

std::string clip_warnings(const TableBody& body) {
    std::string text;
    for (const baker::ClipMetrics& clip : body.clips)
        for (const baker::BandFinding& finding : baker::warnings(clip))
            text += "warning  " + body.id + ", " + clip.clip + ": " + finding.text + "\n";
    return text;
}

}  // namespace yure::studio
