// The benchmark's results for people: Markdown and a picture.
#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <optional>

#include "yure/studio/bench_suite.hpp"

namespace yure::studio {
namespace {

[[gnu::format(printf, 1, 2)]] std::string words(const char* format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return text;
}

const EarlierRow* earlier_of(const EarlierSuite* earlier, const SuiteRow& row) {
    if (earlier == nullptr) return nullptr;
    for (const EarlierRow& each : earlier->rows)
        if (each.part == row.part && each.quality == quality_name(row.quality)) return &each;
    return nullptr;
}

std::string means_table(const std::vector<SuiteRow>& rows) {
    std::string text =
        "| quality | parts | R² > 10 px | R² > 2 px | worst | right direction | amplitude | lag ms | settle | jitter | "
        "static px | clipped | other rates | s | processor s "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const SuiteMean& m : suite_means(rows))
        text += words(
            "| %s | %d | %.3f | %.3f | %.3f %s | %d/%d | %.2f | %.1f | %.2f | %.2f | %.1f | %.2f %% | ±%.1f %% | %.1f "
            "| %.1f |\n",
            quality_name(m.quality), m.parts, m.r2_10px, m.r2_2px, m.worst_r2_10px, m.worst_part.c_str(),
            m.direction_right, m.direction_total, m.amplitude, m.lag_ms, m.settle, m.jitter, m.static_px,
            100.0 * m.clipped, 100.0 * m.other_rates, m.wall_seconds, m.processor_seconds);
    return text;
}

std::string parts_table(const std::vector<SuiteRow>& rows) {
    std::string text =
        "| part | quality | particles | parameters | groups | R² > 10 px | R² > 2 px | right | amplitude | lag ms | "
        "settle "
        "| jitter | static px | s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (const SuiteRow& row : rows) {
        const baker::PartSummary& s = row.summary;
        text += words("| %s | %s | %d | %d | %d | ", row.part.c_str(), quality_name(row.quality), row.particles,
                      row.parameters, row.groups);
        if (s.clips == 0)
            text += words("– | %.3f | | | | | | | %.1f |\n", s.r2_2px, row.wall_seconds);
        else
            text += words("%.3f | %.3f | %d/%d | %.2f | %.1f | %.2f | %.2f | %.1f | %.1f |\n", s.r2_10px, s.r2_2px,
                          s.direction_right, s.direction_total, s.amplitude, s.lag_ms, s.settle, s.jitter, s.static_px,
                          row.wall_seconds);
    }
    return text;
}

std::string changes_table(const std::vector<SuiteRow>& rows, const SuiteOptions& options, const EarlierSuite& earlier) {
    std::string text = "Against " + (earlier.program.empty() ? std::string("an earlier run") : earlier.program) + ".";
    if (earlier.clip_seed != options.clip_seed)
        text += words(" **The motions differ**: clip seed %llu then, %llu now.",
                      static_cast<unsigned long long>(earlier.clip_seed),
                      static_cast<unsigned long long>(options.clip_seed));
    text +=
        "\n\n| part | quality | R² > 10 px | R² > 2 px | amplitude | lag ms | static px | s "
        "|\n|---|---|---|---|---|---|---|---|\n";
    for (const SuiteRow& row : rows) {
        const EarlierRow* before = earlier_of(&earlier, row);
        if (before == nullptr) {
            text += words("| %s | %s | new | | | | | |\n", row.part.c_str(), quality_name(row.quality));
            continue;
        }
        const baker::PartSummary &a = before->summary, &b = row.summary;
        text += words(
            "| %s | %s | %.3f (%+.3f) | %.3f (%+.3f) | %.2f (%+.2f) | %.1f (%+.1f) | %.1f (%+.1f) | %.1f (%+.1f) |\n",
            row.part.c_str(), quality_name(row.quality), b.r2_10px, b.r2_10px - a.r2_10px, b.r2_2px,
            b.r2_2px - a.r2_2px, b.amplitude, b.amplitude - a.amplitude, b.lag_ms, b.lag_ms - a.lag_ms, b.static_px,
            b.static_px - a.static_px, row.wall_seconds, row.wall_seconds - before->wall_seconds);
    }
    for (const EarlierRow& old : earlier.rows)
        if (std::none_of(rows.begin(), rows.end(), [&](const SuiteRow& row) {
                return row.part == old.part && old.quality == quality_name(row.quality);
            }))
            text += "| " + old.part + " | " + old.quality + " | not run | | | | | |\n";
    return text;
}

/// Every condition of playing; of all parts of a quality the one that is farthest off.
std::string playback_table(const std::vector<SuiteRow>& rows) {
    std::string text =
        "| quality | played | amplitude | lag ms | farthest | left px | |\n|---|---|---|---|---|---|---|\n";
    for (const SuiteMean& mean : suite_means(rows)) {
        std::vector<std::string> conditions;
        for (const SuiteRow& row : rows)
            if (row.quality == mean.quality && conditions.empty())
                for (const baker::PlaybackFigures& each : row.playback) conditions.push_back(each.id);
        for (std::size_t c = 0; c < conditions.size(); ++c) {
            double low = 1e9, high = 0.0, lag = 0.0, farthest = 0.0, left = 0.0;
            bool sound = true;
            for (const SuiteRow& row : rows) {
                if (row.quality != mean.quality || c >= row.playback.size()) continue;
                const baker::PlaybackFigures& each = row.playback[c];
                sound = sound && each.sound;
                if (each.clips == 0) continue;
                low = std::min(low, each.amplitude), high = std::max(high, each.amplitude);
                if (std::abs(each.lag_ms) > std::abs(lag)) lag = each.lag_ms;
                farthest = std::max(farthest, each.farthest), left = std::max(left, each.left_px);
            }
            if (high < low) continue;
            text += words("| %s | %s | %.3f–%.3f | %.1f | %.2f | %.1f | %s |\n", quality_name(mean.quality),
                          conditions[c].c_str(), low, high, lag, farthest, left, sound ? "" : "**broken**");
        }
    }
    return text;
}

std::string clips_table(const std::vector<SuiteRow>& rows) {
    struct Line {
        const SuiteRow* row;
        const baker::ClipMetrics* clip;
    };
    std::vector<Line> lines;
    for (const SuiteRow& row : rows)
        for (const baker::ClipMetrics& clip : row.clips)
            if (clip.simulated_px > 2.0) lines.push_back({&row, &clip});
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.clip->r2 < b.clip->r2; });
    std::string text =
        "| part | quality | clip | tip px | R² | direction | amplitude | lag ms | settle | jitter | static px | p95 px "
        "|\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    const auto maybe = [](const std::optional<double>& value) { return value ? words("%.2f", *value) : std::string(); };
    for (const auto& [row, clip] : lines)
        text += words("| %s | %s | %s | %.1f | %.3f | %.2f%s | %.2f | %.0f | %s | %.2f | %s | %.1f |\n",
                      row->part.c_str(), quality_name(row->quality), clip->clip.c_str(), clip->simulated_px, clip->r2,
                      clip->direction, clip->right ? "" : " wrong", clip->amplitude, clip->lag_ms,
                      maybe(clip->settle).c_str(), clip->jitter, maybe(clip->static_px).c_str(), clip->p95_px);
    return text;
}

}  // namespace

std::string suite_markdown(const std::vector<SuiteRow>& rows, const SuiteOptions& options,
                           const EarlierSuite* earlier) {
    std::string text =
        "# Benchmark\n\nExported models at exaggeration 1 against the simulation, on motions that no bake "
        "learned from. No physics at all has R² = 0.\n";
    if (options.clip_seed != 0) text += words("Clip seed %llu.\n", static_cast<unsigned long long>(options.clip_seed));
    text += "\n" + means_table(rows) + "\n## Parts\n\n" + parts_table(rows);
    if (earlier != nullptr) text += "\n## Changes\n\n" + changes_table(rows, options, *earlier);
    if (std::any_of(rows.begin(), rows.end(), [](const SuiteRow& row) { return !row.playback.empty(); }))
        text +=
            "\n## Other frame rates and players\n\nThe same export against itself at 60 Hz, lowest to highest of all "
            "parts.\n\n" +
            playback_table(rows);
    text += "\n## Every clip, the weakest first\n\n" + clips_table(rows);
    return text;
}

std::string suite_svg(const std::vector<SuiteRow>& rows, const EarlierSuite* earlier) {
    constexpr int kLeft = 150, kWidth = 560, kBar = 12, kGap = 10, kTop = 40;
    const auto colour = [](baker::Quality quality) {
        switch (quality) {
            case baker::Quality::light:
                return "#7fb3d5";
            case baker::Quality::standard:
                return "#2e86c1";
            case baker::Quality::best:
                return "#1b4f72";
            case baker::Quality::classic:
                return "#b7950b";
        }
        return "#888";
    };
    const auto across = [&](double r2) { return kLeft + kWidth * std::clamp(r2, 0.0, 1.0); };
    std::string bars;
    int y = kTop;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SuiteRow& row = rows[i];
        if (i == 0 || rows[i - 1].part != row.part) {
            if (i > 0) y += kGap;
            bars += words("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", kLeft - 8, y + kBar - 2,
                          row.part.c_str());
        }
        bars +=
            words("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s %s %.3f</title></rect>\n",
                  kLeft, y, across(row.summary.r2_10px) - kLeft, kBar - 2, colour(row.quality), row.part.c_str(),
                  quality_name(row.quality), row.summary.r2_10px);
        if (const EarlierRow* before = earlier_of(earlier, row))
            bars += words("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#e74c3c\" stroke-width=\"2\"/>\n",
                          across(before->summary.r2_10px), across(before->summary.r2_10px), y - 1, y + kBar - 1);
        y += kBar;
    }
    std::string legend, grid;
    int x = kLeft;
    for (const SuiteMean& mean : suite_means(rows)) {
        legend += words(
            "<rect x=\"%d\" y=\"10\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%d\" y=\"19\">%s, mean "
            "%.3f</text>\n",
            x, colour(mean.quality), x + 14, quality_name(mean.quality), mean.r2_10px);
        x += 165;
    }
    for (int tenth = 0; tenth <= 10; tenth += 2)
        grid += words(
            "<line x1=\"%.0f\" x2=\"%.0f\" y1=\"%d\" y2=\"%d\" stroke=\"#8888\"/><text x=\"%.0f\" y=\"%d\" "
            "text-anchor=\"middle\">%.1f</text>\n",
            across(tenth / 10.0), across(tenth / 10.0), kTop - 6, y + 4, across(tenth / 10.0), y + 18, tenth / 10.0);
    return words(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
               "font-family=\"sans-serif\" font-size=\"11\" fill=\"#888\">\n",
               kLeft + kWidth + 30, y + 30, kLeft + kWidth + 30, y + 30) +
           "<title>R² of every part, motions above 10 px; red: the earlier run</title>\n" + legend + grid + bars +
           "</svg>\n";
}

}  // namespace yure::studio
