#include "yure/formats/spline_rig.hpp"

#include "json_double.hpp"
#include "json_patch.hpp"

#include <algorithm>
#include <span>

namespace yure::formats {
namespace {

using chain::MovingPoint;
using chain::SplineRig;
using chain::Vec3;
using Kind = JsonTree::Kind;

constexpr std::string_view kSchema = "yure-spline-rig";
constexpr std::string_view kAxes[] = {"engine", "unity"};
constexpr std::string_view kCurves[] = {"catmull", "bezier", "bspline"};
constexpr std::string_view kModes[] = {"fixed", "arc", "even", "parameter", "stretch"};
constexpr std::string_view kBacks[] = {"carried", "points", "fins", "planar"};

int choice_at(const Place& place, std::span<const std::string_view> names, int otherwise) {
    if (!place.present()) return otherwise;
    const std::string text = place.text();
    std::string known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text == names[i]) return static_cast<int>(i);
        known += (known.empty() ? "" : ", ") + std::string(names[i]);
    }
    place.fail("is \"" + text + "\"; known are " + known);
    return otherwise;
}

void tell_unknown(const Place& place, std::initializer_list<std::string_view> known) {
    if (!place.present()) return;
    for (std::size_t i = 0; i < place.member_count(); ++i)
        if (std::find(known.begin(), known.end(), place.member_name(i)) == known.end())
            place[i].tell(Finding::Level::warning, "is no field known here; it is kept and has no effect");
}

MovingPoint point_at(const Place& place) {
    MovingPoint point;
    if (place.present() && place.node()->is(Kind::array)) {  // the short form: a place that does not move
        point.position = vector_at(place, {});
        return point;
    }
    point.position = vector_at(place["position"], {});
    point.node = place["node"].text();
    const Place keys = place["keys"];
    for (std::size_t i = 0; i < keys.size(); ++i)
        point.keys.push_back({double_at(keys[i]["time"], 0.0), vector_at(keys[i]["position"], {})});
    return point;
}

SplineRig rig_at(const Place& place) {
    SplineRig rig;
    rig.name = place["name"].text();
    const Place bones = place["bones"];
    for (std::size_t i = 0; i < bones.size(); ++i) rig.bones.push_back(bones[i].text());
    if (bones.size() == 0) bones.fail("are missing: the first and the last bone, or all of them");
    rig.space = place["space"].text();

    const Place curve = place["curve"], knots = curve["knots"];
    rig.type = static_cast<chain::CurveType>(choice_at(curve["type"], kCurves, 0));
    rig.closed = curve["closed"].flag();
    for (std::size_t i = 0; i < knots.size(); ++i) {
        chain::Knot knot;
        knot.point = point_at(knots[i]);
        if (knots[i].node()->is(Kind::object)) {
            knot.in = vector_at(knots[i]["in"], {});
            knot.out = vector_at(knots[i]["out"], {});
            tell_unknown(knots[i], {"position", "node", "keys", "in", "out"});
        }
        rig.knots.push_back(std::move(knot));
    }
    tell_unknown(curve, {"type", "closed", "knots"});

    const Place joints = place["joints"], lengths = joints["lengths"];
    rig.joints.mode = static_cast<chain::JointMode>(choice_at(joints["mode"], kModes, 0));
    rig.joints.slide = double_at(joints["slide"], 0.0);
    rig.joints.stretch = double_at(joints["stretch"], 0.0);
    rig.keep_volume = joints["keepVolume"].flag();
    for (std::size_t i = 0; i < lengths.size(); ++i) rig.lengths.push_back(double_at(lengths[i], 0.0));
    tell_unknown(joints, {"mode", "slide", "stretch", "keepVolume", "lengths"});

    const Place back = place["back"], points = back["points"], fins = back["fins"];
    rig.back = static_cast<chain::BackMode>(choice_at(back["mode"], kBacks, 0));
    for (std::size_t i = 0; i < points.size(); ++i) rig.back_points.push_back(point_at(points[i]));
    for (std::size_t i = 0; i < fins.size(); ++i) {
        rig.fins.push_back({double_at(fins[i]["at"], 0.0), point_at(fins[i]), fins[i]["turns"].whole(0)});
        tell_unknown(fins[i], {"at", "position", "node", "keys", "turns"});
    }
    rig.back_axis = vector_at(back["axis"], rig.back_axis);
    tell_unknown(back, {"mode", "points", "fins", "axis"});

    const Place twist = place["twist"];
    rig.twist_start = double_at(twist["start"], 0.0);
    rig.twist_end = double_at(twist["end"], 0.0);
    tell_unknown(place, {"name", "bones", "space", "curve", "joints", "back", "twist"});
    return rig;
}

// --- writing ------------------------------------------------------------------------------------------------------

void set_point(JsonTree& place, const MovingPoint& point) {
    const bool plain = point.node.empty() && point.keys.empty();
    if (plain && !place.is(Kind::object)) return set_vector(place, point.position);
    set_vector(place.member("position"), point.position);
    place.set_or_erase("node", point.node);
    if (point.keys.empty()) {
        place.erase("keys");
        return;
    }
    JsonTree& keys = place.member("keys");
    keys.make(Kind::array);
    keys.items().resize(point.keys.size());
    for (std::size_t i = 0; i < point.keys.size(); ++i) {
        set_double(keys.items()[i].member("time"), point.keys[i].time);
        set_vector(keys.items()[i].member("position"), point.keys[i].position);
    }
}

template <class T, class Set>
void set_list(JsonTree& place, const std::vector<T>& list, const Set& set) {
    place.make(Kind::array);
    place.items().resize(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) set(place.items()[i], list[i]);
}

void write_rig(const SplineRig& rig, JsonTree& place) {
    place.member("name").set_text(rig.name);
    set_texts(place.member("bones"), rig.bones);
    place.set_or_erase("space", rig.space);
    JsonTree& curve = place.member("curve");
    curve.member("type").set_text(kCurves[static_cast<std::size_t>(rig.type)]);
    curve.member("closed").set_flag(rig.closed);
    set_list(curve.member("knots"), rig.knots, [&](JsonTree& item, const chain::Knot& knot) {
        const bool handles = knot.in != Vec3{} || knot.out != Vec3{};
        if (handles) item.make(Kind::object);
        set_point(item, knot.point);
        if (!item.is(Kind::object)) return;
        for (const bool in : {true, false}) {
            const char* name = in ? "in" : "out";
            if (handles || item.find(name) != nullptr) set_vector(item.member(name), in ? knot.in : knot.out);
        }
    });
    JsonTree& joints = place.member("joints");
    joints.member("mode").set_text(kModes[static_cast<std::size_t>(rig.joints.mode)]);
    set_double(joints.member("slide"), rig.joints.slide);
    set_double(joints.member("stretch"), rig.joints.stretch);
    joints.member("keepVolume").set_flag(rig.keep_volume);
    if (rig.lengths.empty())
        joints.erase("lengths");
    else
        set_list(joints.member("lengths"), rig.lengths, set_double);
    JsonTree& back = place.member("back");
    back.member("mode").set_text(kBacks[static_cast<std::size_t>(rig.back)]);
    if (!rig.back_points.empty() || back.find("points") != nullptr)
        set_list(back.member("points"), rig.back_points, set_point);
    if (!rig.fins.empty() || back.find("fins") != nullptr)
        set_list(back.member("fins"), rig.fins, [](JsonTree& item, const chain::Fin& fin) {
            item.make(Kind::object);
            set_double(item.member("at"), fin.at);
            set_point(item, fin.point);
            item.member("turns").set_whole(fin.turns);
        });
    set_vector(back.member("axis"), rig.back_axis);
    JsonTree& twist = place.member("twist");
    set_double(twist.member("start"), rig.twist_start);
    set_double(twist.member("end"), rig.twist_end);
}

}  // namespace

bool is_spline_rig(std::string_view text) {
    const auto tree = parse_object(text);
    return tree.ok() && member_text(*tree, "schema") == kSchema;
}

Result<SplineRigFile> read_spline_rig(std::string_view text, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    SplineRigFile file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), NumberReading::exact};
    Reading reading(NumberReading::exact, findings);
    const Place root(*file.source.tree, reading);
    if (const std::string schema = root["schema"].text(); schema != kSchema)
        root["schema"].fail("is \"" + schema + "\"; this reads " + std::string(kSchema));
    if (const int version = root["version"].whole(1); version != 1)
        root["version"].fail("is " + std::to_string(version) + "; this program reads version 1");
    file.rigs.axes = static_cast<chain::Axes>(choice_at(root["space"]["axes"], kAxes, 0));
    file.rigs.unit_scale = double_at(root["space"]["unitScale"], 1.0);
    const Place rigs = root["rigs"];
    if (!rigs.present()) rigs.fail("are missing");
    if (rigs.size() > 1'000) rigs.fail("has more than 1,000 entries");
    for (std::size_t i = 0; i < rigs.size() && !reading.error(); ++i) file.rigs.rigs.push_back(rig_at(rigs[i]));
    tell_unknown(root, {"schema", "version", "space", "rigs"});
    if (reading.error()) return *reading.error();
    if (const auto faults = chain::problems(file.rigs); !faults.empty()) return faults.front();
    return file;
}

std::string write_spline_rig(const SplineRigFile& file) {
    JsonTree document = document_of(file.source);
    document.member("schema").set_text(kSchema);
    document.member("version").set_whole(1);
    JsonTree& space = document.member("space");
    space.member("axes").set_text(kAxes[static_cast<std::size_t>(file.rigs.axes)]);
    set_double(space.member("unitScale"), file.rigs.unit_scale);
    patch_list(
        document.member("rigs"), file.rigs.rigs, [](const SplineRig& rig) { return rig.name; },
        [](const JsonTree& element) { return member_text(element, "name"); }, write_rig);
    return write_json(document);
}

}  // namespace yure::formats
