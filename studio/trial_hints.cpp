#include "trial_hints.hpp"

#include <algorithm>
#include <cstdio>

#include "yure/baker/inputs.hpp"

namespace yure::studio {
namespace {

// When a number stands out. Chosen so that the presets on ordinary hair and cloth say nothing.
constexpr float kStillPx = 1.0f;        // below this nobody sees a movement
constexpr float kStretchShare = 0.05f;  // textures visibly smear beyond
constexpr float kSlowSettle = 2.5f;     // s
constexpr float kDriftPx = 2.0f;        // not at rest when the watch ends: above this,
constexpr float kDriftShare = 0.2f;     // and above this share of the swing
constexpr float kFarShare = 0.6f;       // of the body's own length
constexpr float kCalibrationPx = 0.5f;

std::string number(float value, int digits = 1) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", digits, static_cast<double>(value));
    return text;
}

}  // namespace

std::vector<Hint> trial_hints(const BodyTrial& body, const baker::BodyRequest& request, const TrialOptions& options) {
    std::vector<Hint> hints;
    if (!body.pinned) {
        hints.push_back({"pins", "falls away from the model: nothing holds it. Pin the side where it grows (--pins)"});
        return hints;
    }
    const bool hardly = body.peak < kStillPx;
    if (hardly)
        hints.push_back({"goal", "moves less than 1 px whatever is tried: lower goal (now " +
                                     number(request.material.goal, 2) + ") or damping (now " +
                                     number(request.material.damping) +
                                     "), pin less of it, or name inputs that move it more"});
    if (body.calibration_error > kCalibrationPx)
        hints.push_back({"goal", "at rest it lies " + number(body.calibration_error) +
                                     " px beside its drawing: raise goal (now " + number(request.material.goal, 2) +
                                     ")"});
    if (body.stretch > kStretchShare)
        hints.push_back({"stretch", "an edge gets " + number(100.0f * body.stretch, 0) +
                                        " % longer than the rig makes it: raise stretch (now " +
                                        number(request.material.stretch, 3) + ") or lower slack (now " +
                                        number(request.material.slack, 3) + ")"});
    if (body.peak > kFarShare * body.length)
        hints.push_back({"goal", "swings " + number(body.peak, 0) + " px out, and is only " + number(body.length, 0) +
                                     " px long: raise goal (now " + number(request.material.goal, 2) +
                                     ") or damping (now " + number(request.material.damping) + ")"});
    const auto restlessness = [](const TrialRow& row) {  // s; endless counts above any time
        const bool still_moves = !row.settle && row.drift > std::max(kDriftPx, kDriftShare * row.release_peak);
        return row.release_peak < 2.0f ? 0.0f : still_moves ? 1e9f : row.settle.value_or(0.0f);
    };
    const auto slow = std::max_element(body.rows.begin(), body.rows.end(), [&](const TrialRow& x, const TrialRow& y) {
        return restlessness(x) < restlessness(y);
    });
    if (slow != body.rows.end() && restlessness(*slow) > kSlowSettle) {
        if (slow->settle)
            hints.push_back({"damping", "needs " + number(*slow->settle) + " s to come to rest after " + slow->input +
                                            ": raise damping (now " + number(request.material.damping) + ")"});
        else
            hints.push_back({"damping", "is still " + number(slow->drift) + " px from rest " + number(options.release) +
                                            " s after " + slow->input + ": raise damping (now " +
                                            number(request.material.damping) + "), or watch it longer (--release)"});
    }
    const auto mended = std::max_element(body.rows.begin(), body.rows.end(), [](const TrialRow& a, const TrialRow& b) {
        return a.mended_frames < b.mended_frames;
    });
    if (mended != body.rows.end() && mended->mended_frames > 6)
        hints.push_back({"area", "triangles had to be kept from folding over in " +
                                     std::to_string(mended->mended_frames) + " frames of " + mended->input +
                                     ": raise area (now " + number(request.material.area, 2) + ") or compression"});
    for (std::size_t i = 0; i < body.rows.size(); ++i) {
        const TrialRow& row = body.rows[i];
        if (row.input == "wind" || row.reach >= baker::kLeastReach) continue;
        float other = 0.0f;  // the same input's other end
        for (const TrialRow& same : body.rows)
            if (same.input == row.input) other = std::max(other, same.reach);
        const bool told = i > 0 && body.rows[i - 1].input == row.input;
        if (other < baker::kLeastReach && !told)
            hints.push_back(
                {"--inputs",
                 row.input + " moves the body by less than 1 px; a bake leaves it out unless it is marked with !"});
    }
    return hints;
}

}  // namespace yure::studio
