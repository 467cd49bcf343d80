#include "yure/studio/presets/looseness.hpp"

#include "art.hpp"
#include "box.hpp"
#include "garment_grid.hpp"
#include "loose_cells.hpp"
#include "words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "yure/core/lookup.hpp"
#include "yure/sim/pins.hpp"

namespace yure::studio::presets {
namespace {

constexpr float kLoose = 0.5f;           // from here on a cell or vertex counts as loose: its pin is below one half
constexpr float kLeastLooseArt = 0.04f;  // of a mesh's art; a few vertices of its margin are no hem
constexpr float kLimbWind = 0.6f;        // what hangs on a limb is smaller and catches less

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// Meshes that are one garment, or one limb's.
struct Garment {
    Role role = Role::top;
    std::vector<int> meshes;
};

/// Left and right, and arms drawn twice in different poses, are limbs of their own: same folder, and overlapping.
void add_limbs(const Subject& subject, const std::vector<int>& rows, Role role, std::vector<Garment>& garments) {
    std::vector<char> taken(rows.size(), 0);
    for (std::size_t first = 0; first < rows.size(); ++first) {
        if (taken[first]) continue;
        Garment garment{role, {}};
        std::vector<std::size_t> open{first};
        taken[first] = 1;
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            garment.meshes.push_back(rows[i]);
            const SubjectMesh& mesh = subject.meshes[at(rows[i])];
            for (std::size_t k = 0; k < rows.size(); ++k) {
                const SubjectMesh& other = subject.meshes[at(rows[k])];
                if (taken[k] || other.parts != mesh.parts || !box_of(other).meets(box_of(mesh))) continue;
                taken[k] = 1;
                open.push_back(k);
            }
        }
        std::sort(garment.meshes.begin(), garment.meshes.end());
        garments.push_back(std::move(garment));
    }
}

/// Places where vertices of different meshes lie on one point.
class Seams {
  public:
    Seams(const Subject& subject, const std::vector<int>& meshes) {
        for (const int row : meshes)
            for (const Vec2 v : subject.meshes[at(row)].rest) {
                if (!usable(v)) continue;
                const auto [place, fresh] = mesh_at_.try_emplace({v.x, v.y}, row);
                if (!fresh && place->second != row) place->second = kSeveral;
            }
    }
    bool sewn(Vec2 v) const {
        if (!usable(v)) return false;
        const auto place = mesh_at_.find({v.x, v.y});
        return place != mesh_at_.end() && place->second == kSeveral;
    }

  private:
    static bool usable(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }

    static constexpr int kSeveral = -1;
    std::map<std::pair<float, float>, int> mesh_at_;
};

bool swings(const Subject& subject, const std::vector<int>& meshes) {
    for (const int row : meshes)
        for (const Movement& move : subject.meshes[at(row)].moved_by) {
            const std::string id(subject.model->puppet.parameter.id[at(move.parameter)].view());
            const Words words = words_in(id) | words_in(subject.names.parameter_name(id));
            if ((words & (kSkirt | kTrousers | kBottoms)) && move.px >= 2.0f) return true;
        }
    return false;
}

/// Where a stocking begins on a leg that may be bare above; the number of rows when nowhere.
int first_cloth_row(const GarmentGrid& grid) {
    for (int row = 0; row < grid.frame.rows; ++row) {
        int cloth = 0, skin = 0;
        for (int column = 0; column < grid.frame.columns; ++column) {
            const Cell cell = grid.cells[grid.frame.at(column, row)];
            cloth += cell == Cell::cloth ? 1 : 0;
            skin += cell == Cell::skin ? 1 : 0;
        }
        if (cloth > 2 * skin && cloth > 0) return row;
    }
    return grid.frame.rows;
}

class Reader {
  public:
    Reader(const Subject& subject, const Parts& parts) : subject_(subject), parts_(parts) {}

    LoosenessReport read(const Work& work) {
        collect();
        std::vector<GarmentGrid> grids(garments_.size());
        work.parallel_for(garments_.size(), [&](std::size_t i) {
            const std::vector<int>& meshes = garments_[i].meshes;
            grids[i] = garment_grid(draw_art(subject_, meshes, frame_of(subject_, meshes)));
        });
        const float waist = waist_of(grids);
        std::vector<std::vector<MeshLooseness>> read(garments_.size());
        work.parallel_for(garments_.size(),
                          [&](std::size_t i) { read[i] = read_garment(garments_[i], grids[i], waist); });
        for (std::vector<MeshLooseness>& meshes : read)
            for (MeshLooseness& mesh : meshes) {
                if (mesh.vertex.empty())
                    report_.notices.push_back({mesh.id, "has no art to read, so nothing is known of it"});
                else
                    report_.meshes.push_back(std::move(mesh));
            }
        std::stable_sort(report_.meshes.begin(), report_.meshes.end(),
                         [](const MeshLooseness& a, const MeshLooseness& b) { return a.mesh < b.mesh; });
        return std::move(report_);
    }

  private:
    /// Skirt or trousers: what a name says, else the silhouette.
    void collect() {
        const auto add = [&](Role role) {
            std::vector<int> rows = parts_.of(role);
            if (!rows.empty()) garments_.push_back({role, std::move(rows)});
        };
        add(Role::top);
        std::vector<int> skirt = parts_.of(Role::skirt), trousers = parts_.of(Role::trousers);
        const std::vector<int> open = parts_.of(Role::bottoms);
        if (!skirt.empty()) report_.bottoms_why = "skirt: " + parts_.meshes[at(skirt.front())].why;
        if (!trousers.empty()) {
            if (!report_.bottoms_why.empty()) report_.bottoms_why += "; ";
            report_.bottoms_why += "trousers: " + parts_.meshes[at(trousers.front())].why;
        }
        if (!open.empty()) {
            const GarmentGrid grid = garment_grid(draw_art(subject_, open, frame_of(subject_, open)));
            const bool legs = has_legs(grid, silhouette(grid));
            std::vector<int>& chosen = legs ? trousers : skirt;
            chosen.insert(chosen.end(), open.begin(), open.end());
            std::sort(chosen.begin(), chosen.end());
            report_.bottoms_why += std::string(report_.bottoms_why.empty() ? "" : "; ") +
                                   (legs ? "trousers: a gap between the legs from the crotch to the hem"
                                         : "skirt: no gap between legs in its silhouette");
        }
        if (!skirt.empty()) garments_.push_back({Role::skirt, std::move(skirt)});
        if (!trousers.empty()) garments_.push_back({Role::trousers, std::move(trousers)});
        add(Role::neckwear);
        add_limbs(subject_, parts_.of(Role::sleeve), Role::sleeve, garments_);
        add_limbs(subject_, parts_.of(Role::legwear), Role::legwear, garments_);
    }

    /// World y of the waist: that of the bottoms, else where legwear begins below the top. Infinite = not known.
    float waist_of(const std::vector<GarmentGrid>& grids) const {
        float waist = std::numeric_limits<float>::infinity();
        for (std::size_t i = 0; i < garments_.size(); ++i) {
            const Role role = garments_[i].role;
            if (role != Role::skirt && role != Role::trousers) continue;
            const Silhouette shape = silhouette(grids[i]);
            if (shape.empty()) continue;
            const GridFrame& frame = grids[i].frame;
            waist = std::min(waist, frame.origin.y + frame.cell * static_cast<float>(waist_row(shape)));
        }
        if (std::isfinite(waist)) return waist;
        for (std::size_t i = 0; i < garments_.size(); ++i) {
            if (garments_[i].role != Role::legwear) continue;
            const GridFrame& frame = grids[i].frame;
            if (const int row = first_cloth_row(grids[i]); row < frame.rows)
                waist = std::min(waist, frame.origin.y + frame.cell * static_cast<float>(row));
        }
        return waist;
    }

    /// The top's largest mesh is drawn behind the bottoms: what is below the waist lies inside of them.
    bool tucked_in(const Garment& top) const {
        const auto area = [&](int row) {
            const Box box = box_of(subject_.meshes[at(row)]);
            return box.width() * box.height();
        };
        int main = top.meshes.front(), over = -1;
        for (const int row : top.meshes)
            if (area(row) > area(main)) main = row;
        for (const Garment& garment : garments_)
            if (garment.role == Role::skirt || garment.role == Role::trousers)
                for (const int row : garment.meshes) over = std::max(over, subject_.meshes[at(row)].order);
        return over > subject_.meshes[at(main)].order;
    }

    std::vector<MeshLooseness> read_garment(const Garment& garment, const GarmentGrid& grid, float waist) const {
        GarmentFacts facts;
        facts.role = garment.role;
        facts.swings = garment.role == Role::skirt && swings(subject_, garment.meshes);
        if (garment.role == Role::top && !tucked_in(garment)) facts.waist_y = waist;
        const LooseCells cells = loose_cells(grid, facts);
        const std::vector<float> everywhere = spread_out(grid, cells.looseness);
        const Seams seams(subject_, garment.meshes);
        std::vector<MeshLooseness> out;
        for (const int row : garment.meshes) {
            const SubjectMesh& mesh = subject_.meshes[at(row)];
            MeshLooseness& read = out.emplace_back();
            read.mesh = row;
            read.id = mesh.id;
            read.role = garment.role;
            read.why = parts_.meshes[at(row)].why + "; " + cells.why;
            measure_art(row, grid.frame, cells.looseness, read);
            if (read.skin_art < 0.0f) continue;  // no art
            for (const Vec2 v : mesh.rest) read.vertex.push_back(everywhere[grid.frame.cell_of(v)]);
            hold_free_pieces(seams, row, read.vertex);
            int loose = 0;
            for (const float vertex : read.vertex) loose += vertex > kLoose ? 1 : 0;
            const auto vertices = static_cast<int>(mesh.rest.size());
            read.loose_vertices = static_cast<float>(loose) / static_cast<float>(std::max(vertices, 1));
            read.simulate = loose >= 3 && loose * 100 >= vertices && read.loose_art >= kLeastLooseArt;
        }
        return out;
    }

    /// A piece of mesh that is loose all over, and not sewn to another of the garment, would float: it hangs from its
    /// own upper edge, as the inside of a skirt does behind the legs.
    void hold_free_pieces(const Seams& seams, int row, std::vector<float>& looseness) const {
        const SubjectMesh& mesh = subject_.meshes[at(row)];
        const std::vector<int> component = sim::connected_components(mesh.rest.size(), mesh.triangles);
        std::set<int> held;
        for (std::size_t v = 0; v < component.size(); ++v)
            if (looseness[v] <= kLoose || seams.sewn(mesh.rest[v])) held.insert(component[v]);
        const std::vector<float> pin =
            sim::pin_top(mesh.rest, mesh.triangles, sim::default_top_pins(sim::BodyKind::cloth, {}));
        for (std::size_t v = 0; v < component.size(); ++v)
            if (held.count(component[v]) == 0) looseness[v] = std::min(looseness[v], 1.0f - pin[v]);
    }

    /// Shares over the mesh's own art; skin_art < 0 when it has none.
    void measure_art(int row, const GridFrame& frame, const std::vector<float>& looseness, MeshLooseness& read) const {
        const int one[] = {row};
        const ArtGrid art = draw_art(subject_, one, frame);
        int drawn = 0, loose = 0, skin = 0;
        for (std::size_t i = 0; i < art.opaque.size(); ++i) {
            if (art.opaque[i] < kClothShare) continue;
            ++drawn;
            loose += looseness[i] > kLoose ? 1 : 0;
            skin += art.skin[i] >= kSkinShare ? 1 : 0;
        }
        const float all = static_cast<float>(std::max(drawn, 1));
        read.loose_art = static_cast<float>(loose) / all;
        read.skin_art = drawn > 0 ? static_cast<float>(skin) / all : -1.0f;
    }

    const Subject& subject_;
    const Parts& parts_;
    std::vector<Garment> garments_;
    LoosenessReport report_;
};

bool is_garment(Role role) {
    switch (role) {
        case Role::top:
        case Role::bottoms:
        case Role::skirt:
        case Role::trousers:
        case Role::neckwear:
        case Role::sleeve:
        case Role::legwear:
            return true;
        default:
            return false;
    }
}

}  // namespace

sim::VertexGroups MeshLooseness::groups() const {
    const float wind = role == Role::sleeve || role == Role::legwear ? kLimbWind : 1.0f;
    sim::VertexGroups groups;
    for (const float loose : vertex) {
        groups.pin.push_back(1.0f - loose);
        groups.mass.push_back(0.6f + 0.4f * loose);
        groups.wind.push_back(wind * loose);
    }
    return groups;
}

LoosenessReport read_looseness(const Subject& subject, const Parts& parts, const Work& work) {
    return Reader(subject, parts).read(work);
}

Result<std::vector<std::vector<float>>> looseness_pins(const Subject& subject, const std::vector<std::string>& meshes,
                                                       Role fallback) {
    Parts parts = recognise_parts(subject);
    for (const std::string& id : meshes) {
        const int row = subject.find_mesh(id);
        if (row < 0) return Error{"--pins looseness", "the model has no mesh " + id};
        MeshRole& role = parts.meshes[at(row)];
        if (!is_garment(role.role)) {
            role.role = fallback;
            role.why = "asked for";
        }
    }
    const LoosenessReport report = read_looseness(subject, parts);
    std::vector<std::vector<float>> pins;
    bool anything = false;
    for (const std::string& id : meshes) {
        const int found = find_by_id(report.meshes, id);
        if (found < 0)
            return Error{"--pins looseness", "mesh " + id +
                                                 " has no art to read (its texture is missing, or it is "
                                                 "hidden at rest); name a rule instead, as --pins top:0.1:0.2"};
        const MeshLooseness& read = report.meshes[at(found)];
        pins.push_back(read.groups().pin);
        anything = anything || read.simulate;
    }
    if (!anything)
        return Error{"--pins looseness",
                     "nothing hangs loose in these meshes as they are drawn, so they would not "
                     "move; name a rule instead, as --pins top:0.1:0.2"};
    return pins;
}

}  // namespace yure::studio::presets
