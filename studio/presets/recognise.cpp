#include "recognise.hpp"

#include "art.hpp"
#include "box.hpp"
#include "words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "yure/core/lookup.hpp"

namespace yure::studio::presets {
namespace {

constexpr float kMostSkin = 0.6f;   // share of skin from which an arm or leg is not a sleeve or stocking
constexpr float kSwayLeast = 2.0f;  // px
constexpr float kSwayShare = 0.1f;  // of what the parameter moves most
constexpr Words kGarments = kTop | kBottoms | kSkirt | kTrousers | kNeckwear | kSleeve | kLegwear | kRibbon;
constexpr Words kPlaces = kArm | kLeg | kTorso | kFace;
constexpr Words kHairSides = kFront | kSide | kBack | kTail;

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// A parameter that swings things, with what its names speak of.
struct Sway {
    int parameter = -1;
    Words words = 0;
    float most_px = 0.0f;  // what it moves farthest
};

/// What one source says: words, and how to name the source.
struct Source {
    Words words = 0;
    std::string label;
};

/// A garment by its words; none when they name none. Of several, the more particular.
Role garment_of(Words words) {
    if (words & kSleeve) return Role::sleeve;
    if (words & (kNeckwear | kRibbon)) return Role::neckwear;
    if (words & kLegwear) return Role::legwear;
    if (words & kSkirt) return Role::skirt;
    if (words & kTrousers) return Role::trousers;
    if (words & kBottoms) return Role::bottoms;
    if (words & kTop) return Role::top;
    return Role::none;
}

class Recogniser {
  public:
    explicit Recogniser(const Subject& subject) : subject_(subject) {
        read_sways();
        read_sources();
        measure_figure();
    }

    MeshRole role_of(int row) const {
        const SubjectMesh& mesh = subject_.meshes[at(row)];
        if (!mesh.shown) return {Role::none, "not drawn at rest"};
        MeshRole found = by_name(row);
        if (found.role == Role::none && found.why.empty()) found = by_place(row);
        if (is_limb(found.role) && art_[at(row)].skin > kMostSkin) return {Role::none, "skin"};
        return found;
    }

  private:
    static bool is_limb(Role role) { return role == Role::sleeve || role == Role::legwear; }

    void read_sways() {
        const rig::Puppet& puppet = subject_.model->puppet;
        sway_row_.assign(at(puppet.parameter_count()), -1);
        for (int parameter = 0; parameter < puppet.parameter_count(); ++parameter) {
            const std::string id(puppet.parameter.id[at(parameter)].view());
            Words words = words_in(id) | words_in(subject_.names.parameter_name(id));
            if (subject_.model->physics)
                for (const pendulum::Group& group : subject_.model->physics->physics.groups)
                    for (const pendulum::Output& output : group.outputs)
                        if (output.parameter == id) words |= words_in(group.name);
            if ((words & (kHair | kOrnament | kGarments)) == 0) continue;
            sway_row_[at(parameter)] = static_cast<int>(sways_.size());
            sways_.push_back({parameter, words, 0.0f});
        }
        for (const SubjectMesh& mesh : subject_.meshes)
            for (const Movement& move : mesh.moved_by)
                if (const int sway = sway_row_[at(move.parameter)]; sway >= 0)
                    sways_[at(sway)].most_px = std::max(sways_[at(sway)].most_px, move.px);
    }

    void read_sources() {
        for (std::size_t row = 0; row < subject_.meshes.size(); ++row) {
            const SubjectMesh& mesh = subject_.meshes[row];
            art_.push_back(mesh.shown ? measure_art(subject_, static_cast<int>(row)) : MeshArt{});
            id_.push_back({words_in(mesh.id), "mesh " + mesh.id});
            std::vector<Source>& parts = parts_.emplace_back();
            for (const std::string& part : mesh.parts) {
                const int named = find_by_id(subject_.names.parts, part);
                const Words words = words_in(part) | (named < 0 ? 0 : words_in(subject_.names.parts[at(named)].name));
                parts.push_back({words, "part " + subject_.part_label(part)});
            }
        }
    }

    /// The strongest swing on a mesh that says anything.
    const Sway* sway_of(int row) const {
        for (const Movement& move : subject_.meshes[at(row)].moved_by) {
            const int sway = sway_row_[at(move.parameter)];
            if (sway < 0) continue;
            if (move.px >= std::max(kSwayLeast, kSwayShare * sways_[at(sway)].most_px)) return &sways_[at(sway)];
        }
        return nullptr;
    }

    /// What the nearest source that names a place says: arm, leg, torso, face.
    Source place_of(int row) const {
        if (id_[at(row)].words & kPlaces) return id_[at(row)];
        for (const Source& part : parts_[at(row)])
            if (part.words & (kPlaces | kTop)) return part;
        return {};
    }

    void measure_figure() {
        int face = -1;
        float largest = 0.0f;
        for (int row = 0; row < static_cast<int>(subject_.meshes.size()); ++row) {
            const SubjectMesh& mesh = subject_.meshes[at(row)];
            if (!mesh.shown || art_[at(row)].cells == 0) continue;
            const Box box = box_of(mesh);
            const Words place = place_of(row).words;
            const bool hair = (id_[at(row)].words & kHair) != 0;
            if ((place & kFace) && !hair && head_moves(row) && box.width() * box.height() > largest) {
                largest = box.width() * box.height();
                face = row;
            }
            feet_ = std::max(feet_, box.high.y);
            if ((place & (kTorso | kTop)) && !(place & kFace)) {
                shoulders_ = std::min(shoulders_, box.low.y);
                widest_ = std::max(widest_, box.width());
            }
        }
        if (face >= 0) face_order_ = subject_.meshes[at(face)].order;
    }

    /// Does the head's turning move it more than the body's?
    bool head_moves(int row) const {
        float head = 0.0f, body = 0.0f;
        for (const Movement& move : subject_.meshes[at(row)].moved_by) {
            const std::string_view id = subject_.model->puppet.parameter.id[at(move.parameter)].view();
            if (id == "ParamAngleX" || id == "ParamAngleY" || id == "PARAM_ANGLE_X" || id == "PARAM_ANGLE_Y")
                head = std::max(head, move.px);
            if (id == "ParamBodyAngleX" || id == "PARAM_BODY_ANGLE_X") body = std::max(body, move.px);
        }
        return head > 0.0f && head > 0.3f * body;
    }

  public:
    /// True without a face to compare with.
    bool before_face(int row) const { return !face_order_ || subject_.meshes[at(row)].order > *face_order_; }

  private:
    /// Hair of no side: before the face it is front hair, else back hair.
    Role hair_of(int row, Words words) const {
        if (words & kTail) return Role::back_hair;
        if (words & kFront) return Role::front_hair;
        if (words & kBack) return Role::back_hair;
        if (words & kSide) return Role::side_hair;
        return face_order_ && before_face(row) ? Role::front_hair : Role::back_hair;
    }

    /// What a single source decides; no reason given = nothing.
    MeshRole decided(int row, const Source& source, bool hair_allowed) const {
        const Words words = source.words;
        if (words & kProp) return {Role::none, source.label};
        if (words & kShadow) return {Role::none, source.label + ": a shadow"};
        const bool ribbon_in_hair = (words & kRibbon) && head_moves(row);
        if ((words & kOrnament) || ((words & kHair) && (words & kRibbon)) || ribbon_in_hair)
            return {Role::none, source.label + ": an ornament of the head"};
        if (words & kHair) {
            if (!hair_allowed) return {};
            if ((words & kHairSides) == 0)  // "Hair4": its folder may know which
                for (const Source& part : parts_[at(row)])
                    if ((part.words & kHair) && (part.words & kHairSides))
                        return {hair_of(row, part.words), part.label, false, (words & kUpright) != 0};
            return {hair_of(row, words), source.label, false, (words & kUpright) != 0};
        }
        if (words & kIris) return {Role::iris, source.label};
        if (const Role garment = garment_of(words); garment != Role::none) return {garment, source.label};
        return {};
    }

    MeshRole by_name(int row) const {
        const bool face_by_id = (id_[at(row)].words & kFace) != 0;
        const bool face = (place_of(row).words & kFace) != 0;
        const auto known = [](const MeshRole& found) { return !found.why.empty(); };

        MeshRole found = decided(row, id_[at(row)], true);
        if (!known(found)) {
            if (const Sway* sway = sway_of(row)) {
                const std::string id(subject_.model->puppet.parameter.id[at(sway->parameter)].view());
                found = decided(row, {sway->words, "swung by " + subject_.parameter_label(id)}, !face);
                // Where a folder says which hair it is, the folder knows better than a shared swing.
                if (found.role != Role::none && !found.upright && (sway->words & kHair)) found = {};
            }
        }
        const std::vector<Source>& parts = parts_[at(row)];
        for (std::size_t i = 0; i < parts.size() && !known(found); ++i) {
            Source part = parts[i];
            part.words &= ~static_cast<Words>(kTop);  // a folder of clothes holds more than the top: by place
            found = decided(row, part, !face_by_id);
            if (found.role != Role::iris && face_by_id) found = {};
            if (part.words & kPlaces) break;
        }
        if (!known(found) && !face)
            if (const Sway* sway = sway_of(row)) {
                const std::string id(subject_.model->puppet.parameter.id[at(sway->parameter)].view());
                found = decided(row, {sway->words, "swung by " + subject_.parameter_label(id)}, true);
            }
        if (is_hair(found.role)) mind_direction(row, found);
        return found;
    }

    static bool is_hair(Role role) {
        return role == Role::front_hair || role == Role::side_hair || role == Role::back_hair;
    }

    /// Hair whose upper end its swing moves most stands up. With a swing of its own it keeps that; with one that it
    /// shares with hanging hair it is simulated, held below.
    void mind_direction(int row, MeshRole& found) const {
        const Sway* sway = sway_of(row);
        if (sway == nullptr || !(sway->words & kHair)) {
            if (found.upright) found = {Role::none, found.why + ": stands up, and nothing swings it", false, true};
            return;
        }
        found.upright = found.upright || upper_end_swings(row, sway->parameter);
        if (!found.upright) return;
        int hanging = 0;
        for (int other = 0; other < static_cast<int>(subject_.meshes.size()); ++other)
            if (other != row && sway_of(other) == sway && !upper_end_swings(other, sway->parameter) &&
                !(place_of(other).words & kFace))
                ++hanging;
        const std::string id(subject_.model->puppet.parameter.id[at(sway->parameter)].view());
        if (hanging == 0)
            found = {Role::none, found.why + ": stands up and keeps its own swing, " + subject_.parameter_label(id),
                     false, true};
        else
            found.why += "; stands up, held at its lower end";
    }

    bool upper_end_swings(int row, int parameter) const {
        const SubjectMesh& mesh = subject_.meshes[at(row)];
        std::vector<float> values = subject_.rig->default_values();
        const rig::ParameterInfo& info = subject_.rig->parameters()[at(parameter)];
        const int one[] = {row};
        rig::Evaluation pose(*subject_.rig, one);
        const Box box = box_of(mesh);
        float upper = 0.0f, lower = 0.0f;
        for (const float end : {info.min, info.max}) {
            values[at(parameter)] = end;
            pose.evaluate(values);
            if (pose.hidden(row)) continue;
            std::vector<Vec2> moved(mesh.rest.size());
            pose.world_positions(row, moved);
            for (std::size_t v = 0; v < moved.size(); ++v) {
                const float height = (mesh.rest[v].y - box.low.y) / std::max(box.height(), 1e-3f);
                const float px = distance(moved[v], mesh.rest[v]);
                if (height < 0.25f) upper = std::max(upper, px);
                if (height > 0.75f) lower = std::max(lower, px);
            }
        }
        return upper > 1.5f * lower && upper > kSwayLeast;
    }

    MeshRole by_place(int row) const {
        const Source place = place_of(row);
        const SubjectMesh& mesh = subject_.meshes[at(row)];
        if (place.words & kFace) {
            if (!(id_[at(row)].words & kIris) && gaze_moves(row))
                return {Role::iris, "moved by the gaze (ParamEyeBallX)"};
            return {};
        }
        if (art_[at(row)].cells == 0) return {};
        if (place.words & kArm) return {Role::sleeve, place.label};
        if (place.words & kLeg) {
            const bool shoe = box_of(mesh).middle().y > shoulders_ + 0.85f * (feet_ - shoulders_);
            return shoe ? MeshRole{Role::none, "a shoe: at the figure's foot"} : MeshRole{Role::legwear, place.label};
        }
        if (place.words & (kTorso | kTop)) return on_the_body(row, place);
        return {};
    }

    bool gaze_moves(int row) const {
        for (const Movement& move : subject_.meshes[at(row)].moved_by) {
            const std::string_view id = subject_.model->puppet.parameter.id[at(move.parameter)].view();
            if (id == "ParamEyeBallX" || id == "PARAM_EYE_BALL_X") return move.px >= 1.0f;
        }
        return false;
    }

    /// One folder of clothes: what a piece is, by where it lies between shoulders and feet.
    MeshRole on_the_body(int row, const Source& place) const {
        if (art_[at(row)].skin > kMostSkin) return {Role::none, "skin"};
        const Box box = box_of(subject_.meshes[at(row)]);
        const float height = std::max(feet_ - shoulders_, 1.0f);
        const float top = (box.low.y - shoulders_) / height, middle = (box.middle().y - shoulders_) / height;
        const auto as = [&](Role role, const char* where) { return MeshRole{role, place.label + ", " + where}; };
        if (middle > 0.85f) return {Role::none, "a shoe: at the figure's foot"};
        if (top > 0.2f && middle > 0.45f && box.height() > 1.8f * box.width()) return as(Role::legwear, "along a leg");
        if (top > 0.15f && middle > 0.25f && box.width() >= 0.5f * widest_)
            return as(Role::bottoms, "from the waist down");
        if (top < 0.2f || (place.words & kTop)) return as(Role::top, "from the shoulders down");
        return {};
    }

    const Subject& subject_;
    std::vector<Sway> sways_;
    std::vector<int> sway_row_;               // per parameter: row of sways_, -1 = says nothing
    std::vector<MeshArt> art_;                // per mesh
    std::vector<Source> id_;                  // per mesh
    std::vector<std::vector<Source>> parts_;  // per mesh, innermost first
    std::optional<int> face_order_;           // render order of the face
    float shoulders_ = INFINITY, feet_ = -INFINITY, widest_ = 0.0f;
};

}  // namespace

std::vector<MeshRole> recognised(const Subject& subject) {
    const Recogniser recogniser(subject);
    std::vector<MeshRole> roles;
    for (int row = 0; row < static_cast<int>(subject.meshes.size()); ++row) {
        roles.push_back(recogniser.role_of(row));
        roles.back().before_face = recogniser.before_face(row);
    }
    return roles;
}

}  // namespace yure::studio::presets
