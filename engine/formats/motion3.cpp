#include "yure/formats/motion3.hpp"

#include "json_patch.hpp"
#include "json_place.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "yure/motion/frames.hpp"

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;
using Level = Finding::Level;
using motion::Clip;
using motion::Curve;
using motion::CurveTarget;
using motion::SegmentKind;

// --- reading ------------------------------------------------------------------------------------------------------

bool read_target(const Place& place, CurveTarget& target) {
    const std::string name = place.text();
    for (const CurveTarget one : {CurveTarget::model, CurveTarget::parameter, CurveTarget::part_opacity})
        if (name == motion::target_name(one)) {
            target = one;
            return true;
        }
    place.tell(Level::warning, "is \"" + name + "\", which no player knows; the curve is skipped",
               "Use Model, Parameter or PartOpacity.");
    return false;
}

/// The flat list of numbers: t0, v0, then per segment its kind and points.
void read_segments(const Place& place, Curve& curve) {
    const std::vector<float> flat = place.numbers();
    if (flat.size() < 2) return place.fail("has no first point");
    curve.points.push_back({flat[0], flat[1]});
    bool goes_back = false;
    for (std::size_t i = 2; i < flat.size();) {
        if (!(flat[i] == 0.0f || flat[i] == 1.0f || flat[i] == 2.0f || flat[i] == 3.0f))
            return place[i].fail("is no kind of segment (0 linear, 1 bezier, 2 stepped, 3 inverse stepped)");
        const auto kind = static_cast<SegmentKind>(static_cast<int>(flat[i]));
        const auto points = static_cast<std::size_t>(motion::point_count(kind));
        if (flat.size() - i - 1 < 2 * points) return place[i].fail("begins a segment that breaks off");
        curve.segments.push_back({kind, static_cast<int>(curve.points.size()) - 1});
        const float before = curve.points.back().time;
        for (std::size_t p = 0; p < points; ++p) curve.points.push_back({flat[i + 1 + 2 * p], flat[i + 2 + 2 * p]});
        goes_back = goes_back || curve.points.back().time < before;
        i += 1 + 2 * points;
    }
    if (goes_back)
        place.tell(Level::warning, "has times that go back; players show parts of it only", "Sort the keys by time.");
}

struct Totals {
    std::size_t segments = 0, points = 0;
};

void read_curves(const Place& list, Clip& clip, Totals& totals, const Reading& reading) {
    int stage = 0;
    bool told = false;
    std::map<std::pair<int, std::string>, std::size_t> seen;
    for (std::size_t c = 0; c < list.size() && !reading.error(); ++c) {
        const Place place = list[c];
        Curve curve;
        const bool known = read_target(place["Target"], curve.target);
        curve.id = place["Id"].text();
        if (place["FadeInTime"].present()) curve.fade_in = place["FadeInTime"].number();
        if (place["FadeOutTime"].present()) curve.fade_out = place["FadeOutTime"].number();
        if (!place["Segments"].present()) place["Segments"].fail("is missing");
        read_segments(place["Segments"], curve);
        totals.segments += curve.segments.size();
        totals.points += curve.points.size();
        if (!known) continue;
        const int order = static_cast<int>(curve.target);
        if (order < stage && !told) {
            place["Target"].tell(Level::warning,
                                 std::string("is ") + motion::target_name(curve.target) +
                                     " after a later kind of curve; players do not play it",
                                 "Put Model curves first, then Parameter, then PartOpacity.");
            told = true;
        }
        stage = std::max(stage, order);
        if (const auto [same, fresh] = seen.emplace(std::pair(order, curve.id), c); !fresh)
            place["Id"].tell(Level::warning,
                             "is \"" + curve.id + "\" like that of curve " + std::to_string(same->second),
                             "The later curve overwrites the earlier one; remove one.");
        clip.curves.push_back(std::move(curve));
    }
}

void read_events(const Place& list, Clip& clip) {
    for (std::size_t i = 0; i < list.size(); ++i)
        clip.events.push_back({list[i]["Time"].number(), list[i]["Value"].text()});
}

std::size_t event_bytes(const Clip& clip) {
    std::size_t bytes = 0;
    for (const motion::Event& event : clip.events) bytes += event.value.size();
    return bytes;
}

// --- writing ------------------------------------------------------------------------------------------------------

class MotionWriter {
  public:
    explicit MotionWriter(const Motion3& file) : clip_(file.clip), source_(file.source) {}

    std::string run() {
        JsonTree document = document_of(source_);
        if (document.find("Version") == nullptr) document.member("Version").set_whole(3);
        std::vector<Curve> curves = clip_.curves;
        std::stable_sort(curves.begin(), curves.end(),
                         [](const Curve& a, const Curve& b) { return a.target < b.target; });
        write_meta(document.member("Meta"));
        patch_list(
            document.member("Curves"), curves,
            [](const Curve& curve) { return std::string(motion::target_name(curve.target)) + '\n' + curve.id; },
            [](const JsonTree& element) { return member_text(element, "Target") + '\n' + member_text(element, "Id"); },
            [this](const Curve& curve, JsonTree& element) { write_curve(curve, element); });
        if (!clip_.events.empty() || document.find("UserData") != nullptr)
            patch_list(
                document.member("UserData"), clip_.events, [](const motion::Event& event) { return event.value; },
                [](const JsonTree& element) { return member_text(element, "Value"); },
                [this](const motion::Event& event, JsonTree& element) {
                    element.member("Time").set_float(event.time, source_.reading);
                    element.member("Value").set_text(event.value);
                });
        return write_json(document);
    }

  private:
    void set_fade(JsonTree& place, std::string_view key, float value) {
        // A negative time in the file means the same as none: leave it as it stands.
        if (value >= 0.0f)
            place.member(key).set_float(value, source_.reading);
        else if (const JsonTree* old = place.find(key); old != nullptr && old->as_double().value_or(0.0) >= 0.0)
            place.erase(key);
    }

    void write_meta(JsonTree& meta) {
        std::size_t segments = 0, points = 0;
        for (const Curve& curve : clip_.curves) {
            segments += curve.segments.size();
            points += curve.points.size();
        }
        meta.member("Duration").set_float(clip_.duration, source_.reading);
        meta.member("Fps").set_float(clip_.fps, source_.reading);
        if (clip_.loop || meta.find("Loop") != nullptr || source_.empty()) meta.member("Loop").set_flag(clip_.loop);
        if (clip_.restricted_beziers || meta.find("AreBeziersRestricted") != nullptr || source_.empty())
            meta.member("AreBeziersRestricted").set_flag(clip_.restricted_beziers);
        set_fade(meta, "FadeInTime", clip_.fade_in);
        set_fade(meta, "FadeOutTime", clip_.fade_out);
        const auto set_count = [&](std::string_view key, std::size_t count) {
            meta.member(key).set_whole(static_cast<std::int64_t>(count));
        };
        set_count("CurveCount", clip_.curves.size());
        set_count("TotalSegmentCount", segments);
        set_count("TotalPointCount", points);
        set_count("UserDataCount", clip_.events.size());
        set_count("TotalUserDataSize", event_bytes(clip_));
    }

    void write_curve(const Curve& curve, JsonTree& place) {
        place.member("Target").set_text(motion::target_name(curve.target));
        place.member("Id").set_text(curve.id);
        set_fade(place, "FadeInTime", curve.fade_in);
        set_fade(place, "FadeOutTime", curve.fade_out);
        std::vector<float> flat;
        for (std::size_t s = 0; s <= curve.segments.size(); ++s) {
            std::size_t from = 0, to = 1;
            if (s > 0) {
                const motion::Segment& segment = curve.segments[s - 1];
                flat.push_back(static_cast<float>(static_cast<int>(segment.kind)));
                from = static_cast<std::size_t>(segment.first_point) + 1;
                to = static_cast<std::size_t>(segment.end_point()) + 1;
            }
            for (std::size_t p = from; p < to; ++p) {
                flat.push_back(curve.points[p].time);
                flat.push_back(curve.points[p].value);
            }
        }
        JsonTree& segments = place.member("Segments");
        segments.make(Kind::array);
        segments.items().resize(flat.size());
        for (std::size_t i = 0; i < flat.size(); ++i) segments.items()[i].set_float(flat[i], source_.reading);
    }

    const Clip& clip_;
    const Source& source_;
};

}  // namespace

Result<Motion3> read_motion3(std::string_view text, NumberReading numbers, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    Motion3 file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), numbers};

    Reading reading(numbers, findings);
    const Place root(*file.source.tree, reading);
    const Place meta = root["Meta"];
    Clip& clip = file.clip;
    if (!root["Curves"].present()) root["Curves"].fail("is missing; this is no motion3.json");
    clip.duration = meta["Duration"].number();
    clip.fps = meta["Fps"].number();
    clip.loop = meta["Loop"].flag();
    clip.restricted_beziers = meta["AreBeziersRestricted"].flag();
    if (meta["FadeInTime"].present()) clip.fade_in = meta["FadeInTime"].number();
    if (meta["FadeOutTime"].present()) clip.fade_out = meta["FadeOutTime"].number();
    Totals totals;
    read_curves(root["Curves"], clip, totals, reading);
    read_events(root["UserData"], clip);
    if (reading.error()) return *reading.error();

    meta["CurveCount"].expect_count(root["Curves"].size());
    meta["TotalSegmentCount"].expect_count(totals.segments);
    meta["TotalPointCount"].expect_count(totals.points);
    if (!clip.events.empty() || meta["UserDataCount"].present()) meta["UserDataCount"].expect_count(clip.events.size());
    if (!(clip.duration > 0.0f))
        meta["Duration"].tell(Level::warning, "is not above 0: nothing plays", "Set it in seconds.");
    if (!(clip.fps > 0.0f))
        meta["Fps"].tell(Level::warning, "is not above 0", "Write the rate it was made at, e.g. 30.");
    return file;
}

std::string write_motion3(const Motion3& file) {
    return MotionWriter(file).run();
}

}  // namespace yure::formats
