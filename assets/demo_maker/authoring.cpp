#include "authoring.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace yure::demo {
namespace {

using rig::DeformerType;
using rig::Puppet;

constexpr int kPositionBlock = 16;

/// A band before it has numbers: parameter row and keys per axis.
using BandKey = std::vector<std::pair<int, std::vector<float>>>;

std::int32_t size_of(const auto& list) {
    return static_cast<std::int32_t>(list.size());
}

class Builder {
  public:
    explicit Builder(const PuppetSpec& spec) : spec_(spec) { band({}); }

    Result<Puppet> run() {
        puppet_.version = rig::MocVersion::v5_0;
        puppet_.canvas = spec_.canvas;
        for (const PartSpec& part : spec_.parts) add_part(part);
        add_parameters();
        for (const std::string& id : spec_.deformer_order) add_deformer(id);
        for (const MeshSpec& mesh : spec_.meshes) add_mesh(mesh);
        for (const MeshSpec& mesh : spec_.meshes) add_masks(mesh);
        for (const GlueSpec& glue : spec_.glues) add_glue(glue);
        add_draw_order();
        add_bindings();
        if (!problem_.empty()) return Error{problem_, "is referred to but not defined"};
        return std::move(puppet_);
    }

  private:
    int known(int row, const std::string& id) {
        if (row < 0 && problem_.empty()) problem_ = id;
        return row;
    }
    int part_row(const std::string& id) { return id.empty() ? -1 : known(puppet_.find_part(id), id); }
    int deformer_row(const std::string& id) { return id.empty() ? -1 : known(puppet_.find_deformer(id), id); }

    std::int32_t band(const std::vector<Axis>& axes) {
        BandKey key;
        for (const Axis& axis : axes)
            key.emplace_back(known(puppet_.find_parameter(axis.parameter), axis.parameter),
                             std::vector<float>(axis.keys.begin(), axis.keys.end()));
        const auto found = std::find(bands_.begin(), bands_.end(), key);
        if (found != bands_.end()) return static_cast<std::int32_t>(found - bands_.begin());
        bands_.push_back(std::move(key));
        return size_of(bands_) - 1;
    }

    /// Every combination of keys, the first axis varying fastest.
    static std::vector<Values> grid(const std::vector<Axis>& axes) {
        std::vector<Values> result{{}};
        for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
            std::vector<Values> longer;
            for (const Values& tail : result)
                for (const double key : axis->keys) {
                    Values values{key};
                    values.insert(values.end(), tail.begin(), tail.end());
                    longer.push_back(std::move(values));
                }
            result = std::move(longer);
        }
        return result;
    }

    /// Canvas pixels into the space below a deformer (-1: model space).
    Vec2 local(int deformer, Pt p) const {
        const rig::Canvas& canvas = spec_.canvas;
        if (deformer < 0)
            return {static_cast<float>((p.x - canvas.origin_x) / canvas.pixels_per_unit),
                    static_cast<float>((p.y - canvas.origin_y) / canvas.pixels_per_unit)};
        const Rest& rest = rest_[static_cast<std::size_t>(deformer)];
        return {static_cast<float>((p.x - rest.origin.x) / rest.size.x),
                static_cast<float>((p.y - rest.origin.y) / rest.size.y)};
    }

    std::int32_t add_color_row() {
        for (auto* channel : {&puppet_.multiply_color.r, &puppet_.multiply_color.g, &puppet_.multiply_color.b})
            channel->push_back(1.0f);
        for (auto* channel : {&puppet_.screen_color.r, &puppet_.screen_color.g, &puppet_.screen_color.b})
            channel->push_back(0.0f);
        return size_of(puppet_.multiply_color.r) - 1;
    }

    std::int32_t add_positions(const std::vector<Vec2>& points) {
        const std::int32_t begin = size_of(puppet_.positions);
        for (const Vec2 p : points) {
            puppet_.positions.push_back(p.x);
            puppet_.positions.push_back(p.y);
        }
        while (puppet_.positions.size() % kPositionBlock != 0) puppet_.positions.push_back(0.0f);
        return begin;
    }

    void add_part(const PartSpec& spec) {
        const std::int32_t parent = part_row(spec.parent);
        auto& part = puppet_.part;
        part.id.emplace_back(spec.id);
        part.band.push_back(0);
        part.kf_begin.push_back(size_of(puppet_.part_kf.draw_order));
        part.kf_count.push_back(1);
        part.visible.push_back(1);
        part.enabled.push_back(1);
        part.parent.push_back(parent);
        puppet_.part_kf.draw_order.push_back(500.0f);
    }

    void add_parameters() {
        for (const ParameterSpec& spec : spec_.parameters) {
            auto& parameter = puppet_.parameter;
            parameter.id.emplace_back(spec.id);
            parameter.min.push_back(static_cast<float>(spec.min));
            parameter.max.push_back(static_cast<float>(spec.max));
            parameter.default_value.push_back(static_cast<float>(spec.default_value));
            parameter.repeat.push_back(0);
            parameter.decimals.push_back(3);
            parameter.type.push_back(static_cast<std::int32_t>(rig::ParameterType::normal));
            parameter.bs_begin.push_back(0);
            parameter.bs_count.push_back(0);
        }
    }

    void add_deformer(const std::string& id) {
        const auto warp =
            std::find_if(spec_.warps.begin(), spec_.warps.end(), [&](const auto& w) { return w.id == id; });
        if (warp != spec_.warps.end()) return add_warp(*warp);
        const auto rotation =
            std::find_if(spec_.rotations.begin(), spec_.rotations.end(), [&](const auto& r) { return r.id == id; });
        if (rotation != spec_.rotations.end()) return add_rotation(*rotation);
        known(-1, id);
    }

    /// Columns that warps and rotations share.
    void add_deformer_row(const std::string& id, const std::string& parent, const std::string& part, DeformerType type,
                          std::int32_t specific, std::int32_t band_row) {
        const std::int32_t parent_row = deformer_row(parent), owner = part_row(part);
        auto& deformer = puppet_.deformer;
        deformer.id.emplace_back(id);
        deformer.band.push_back(band_row);
        deformer.visible.push_back(1);
        deformer.enabled.push_back(1);
        deformer.part.push_back(owner);
        deformer.parent.push_back(parent_row);
        deformer.type.push_back(static_cast<std::int32_t>(type));
        deformer.specific.push_back(specific);
    }

    void add_warp(const WarpSpec& spec) {
        auto& warp = puppet_.warp;
        auto& kf = puppet_.warp_kf;
        const std::int32_t band_row = band(spec.axes);
        const int parent = deformer_row(spec.parent);
        const std::vector<Values> keys = grid(spec.axes);
        warp.band.push_back(band_row);
        warp.kf_begin.push_back(size_of(kf.opacity));
        warp.kf_count.push_back(size_of(keys));
        warp.vertex_count.push_back((spec.rows + 1) * (spec.columns + 1));
        warp.rows.push_back(spec.rows);
        warp.cols.push_back(spec.columns);
        warp.quad.push_back(1);
        warp.color_begin.push_back(size_of(puppet_.multiply_color.r));
        const MeshShape rest = grid_mesh(spec.rows, spec.columns, [&](double u, double v) {
            return Pt{lerp(spec.box.left, spec.box.right, u), lerp(spec.box.top, spec.box.bottom, v)};
        });
        for (const Values& values : keys) {
            std::vector<Vec2> points;
            for (const Pt p : rest.points) points.push_back(local(parent, spec.move ? spec.move(p, values) : p));
            const std::int32_t color = add_color_row();
            kf.opacity.push_back(1.0f);
            kf.pos_begin.push_back(add_positions(points));
            kf.multiply.push_back(color);
            kf.screen.push_back(color);
        }
        add_deformer_row(spec.id, spec.parent, spec.part, DeformerType::warp, size_of(warp.band) - 1, band_row);
        const bool scaled = parent >= 0 && rest_[static_cast<std::size_t>(parent)].scaled;
        rest_.push_back({{spec.box.left, spec.box.top}, {spec.box.width(), spec.box.height()}, scaled});
    }

    void add_rotation(const RotationSpec& spec) {
        auto& rotation = puppet_.rotation;
        auto& kf = puppet_.rotation_kf;
        const std::int32_t band_row = band(spec.axes);
        const int parent = deformer_row(spec.parent);
        const std::vector<Values> keys = grid(spec.axes);
        rotation.band.push_back(band_row);
        rotation.kf_begin.push_back(size_of(kf.opacity));
        rotation.kf_count.push_back(size_of(keys));
        rotation.base_angle.push_back(0.0f);
        rotation.color_begin.push_back(size_of(puppet_.multiply_color.r));
        // The outermost rotation brings the scale from pixels to model units; those below it inherit it.
        const bool scaled = parent >= 0 && rest_[static_cast<std::size_t>(parent)].scaled;
        for (const Values& values : keys) {
            const Vec2 origin = local(parent, spec.move ? spec.move(spec.pivot, values) : spec.pivot);
            const std::int32_t color = add_color_row();
            kf.opacity.push_back(1.0f);
            kf.angle.push_back(static_cast<float>(spec.angle ? spec.angle(values) : 0.0));
            kf.origin_x.push_back(origin.x);
            kf.origin_y.push_back(origin.y);
            kf.scale.push_back(scaled ? 1.0f : 1.0f / spec_.canvas.pixels_per_unit);
            kf.reflect_x.push_back(0);
            kf.reflect_y.push_back(0);
            kf.multiply.push_back(color);
            kf.screen.push_back(color);
        }
        add_deformer_row(spec.id, spec.parent, spec.part, DeformerType::rotation, size_of(rotation.band) - 1, band_row);
        rest_.push_back({spec.pivot, {1.0, 1.0}, true});
    }

    void add_mesh(const MeshSpec& spec) {
        auto& mesh = puppet_.mesh;
        auto& kf = puppet_.mesh_kf;
        const std::int32_t band_row = band(spec.axes);
        const int parent = deformer_row(spec.parent), owner = part_row(spec.part);
        const std::vector<Values> keys = grid(spec.axes);
        mesh.id.emplace_back(spec.id);
        mesh.band.push_back(band_row);
        mesh.kf_begin.push_back(size_of(kf.opacity));
        mesh.kf_count.push_back(size_of(keys));
        mesh.visible.push_back(1);
        mesh.enabled.push_back(1);
        mesh.part.push_back(owner);
        mesh.parent.push_back(parent);
        mesh.texture.push_back(spec.texture);
        mesh.flags.push_back(static_cast<std::uint8_t>(spec.flags | rig::kDoubleSided));
        mesh.vertex_count.push_back(size_of(spec.shape.points));
        mesh.uv_begin.push_back(size_of(puppet_.uvs));
        for (const Pt uv : spec.uvs) {
            puppet_.uvs.push_back(static_cast<float>(uv.x));
            puppet_.uvs.push_back(static_cast<float>(uv.y));
        }
        mesh.tri_begin.push_back(size_of(puppet_.triangles));
        mesh.tri_count.push_back(size_of(spec.shape.triangles));
        for (const int vertex : spec.shape.triangles) puppet_.triangles.push_back(static_cast<std::uint16_t>(vertex));
        mesh.color_begin.push_back(size_of(puppet_.multiply_color.r));
        for (const Values& values : keys) {
            std::vector<Vec2> points;
            for (int i = 0; i < size_of(spec.shape.points); ++i) {
                const Pt p = spec.shape.points[static_cast<std::size_t>(i)];
                points.push_back(local(parent, spec.move ? spec.move(i, p, values) : p));
            }
            const std::int32_t color = add_color_row();
            kf.opacity.push_back(static_cast<float>(spec.opacity ? spec.opacity(values) : 1.0));
            kf.draw_order.push_back(static_cast<float>(spec.draw_order));
            kf.pos_begin.push_back(add_positions(points));
            kf.multiply.push_back(color);
            kf.screen.push_back(color);
        }
    }

    void add_masks(const MeshSpec& spec) {
        puppet_.mesh.mask_begin.push_back(size_of(puppet_.masks));
        puppet_.mesh.mask_count.push_back(size_of(spec.masks));
        for (const std::string& mask : spec.masks) puppet_.masks.push_back(known(puppet_.find_mesh(mask), mask));
    }

    void add_glue(const GlueSpec& spec) {
        auto& glue = puppet_.glue;
        glue.id.emplace_back(spec.id);
        glue.band.push_back(0);
        glue.kf_begin.push_back(size_of(puppet_.glue_intensity));
        glue.kf_count.push_back(1);
        glue.mesh_a.push_back(known(puppet_.find_mesh(spec.mesh_a), spec.mesh_a));
        glue.mesh_b.push_back(known(puppet_.find_mesh(spec.mesh_b), spec.mesh_b));
        glue.info_begin.push_back(size_of(puppet_.glue_info.weight));
        glue.info_count.push_back(2 * size_of(spec.vertices));
        puppet_.glue_intensity.push_back(1.0f);
        for (const auto& [a, b] : spec.vertices)
            for (const int vertex : {a, b}) {
                puppet_.glue_info.weight.push_back(0.5f);
                puppet_.glue_info.vertex.push_back(static_cast<std::uint16_t>(vertex));
            }
    }

    /// One group with every mesh in it, in file order.
    void add_draw_order() {
        const auto& orders = puppet_.mesh_kf.draw_order;
        const auto [low, high] = std::minmax_element(orders.begin(), orders.end());
        auto& group = puppet_.group;
        group.obj_begin.push_back(0);
        group.obj_count.push_back(puppet_.mesh_count());
        group.total_count.push_back(puppet_.mesh_count());
        group.max_order.push_back(static_cast<std::int32_t>(*high));
        group.min_order.push_back(static_cast<std::int32_t>(*low));
        for (int i = 0; i < puppet_.mesh_count(); ++i) {
            puppet_.group_member.type.push_back(static_cast<std::int32_t>(rig::GroupMember::mesh));
            puppet_.group_member.index.push_back(i);
            puppet_.group_member.group.push_back(-1);
        }
    }

    /// Numbers the bindings parameter by parameter, in the order in which the bands use them first, and lists the keys:
    /// first those of the bindings, then each parameter's union.
    void add_bindings() {
        const auto parameters = static_cast<std::size_t>(puppet_.parameter_count());
        std::vector<std::vector<std::vector<float>>> lists(parameters);
        for (const BandKey& band_key : bands_)
            for (const auto& [parameter, keys] : band_key) {
                if (parameter < 0) continue;
                auto& own = lists[static_cast<std::size_t>(parameter)];
                if (std::find(own.begin(), own.end(), keys) == own.end()) own.push_back(keys);
            }
        std::map<std::pair<int, std::vector<float>>, std::int32_t> numbers;
        for (std::size_t p = 0; p < parameters; ++p) {
            puppet_.parameter.pbind_begin.push_back(lists[p].empty() ? -1 : size_of(puppet_.binding.key_begin));
            puppet_.parameter.pbind_count.push_back(size_of(lists[p]));
            for (const auto& keys : lists[p]) {
                numbers[{static_cast<int>(p), keys}] = size_of(puppet_.binding.key_begin);
                puppet_.binding.key_begin.push_back(size_of(puppet_.keys));
                puppet_.binding.key_count.push_back(size_of(keys));
                puppet_.keys.insert(puppet_.keys.end(), keys.begin(), keys.end());
            }
        }
        for (const BandKey& band_key : bands_) {
            puppet_.band.begin.push_back(size_of(puppet_.band_bindings));
            puppet_.band.count.push_back(size_of(band_key));
            for (const auto& axis : band_key) puppet_.band_bindings.push_back(numbers[axis]);
        }
        for (const auto& own : lists) {
            std::set<float> all;
            for (const auto& keys : own) all.insert(keys.begin(), keys.end());
            puppet_.parameter.key_begin.push_back(size_of(puppet_.keys));
            puppet_.parameter.key_count.push_back(size_of(all));
            puppet_.keys.insert(puppet_.keys.end(), all.begin(), all.end());
        }
    }

    struct Rest {
        Pt origin, size;
        bool scaled = false;  ///< a rotation at or above it has brought the scale to model units
    };

    const PuppetSpec& spec_;
    Puppet puppet_;
    std::vector<BandKey> bands_;
    std::vector<Rest> rest_;
    std::string problem_;
};

}  // namespace

void PuppetSpec::add(WarpSpec warp) {
    deformer_order.push_back(warp.id);
    warps.push_back(std::move(warp));
}

void PuppetSpec::add(RotationSpec rotation) {
    deformer_order.push_back(rotation.id);
    rotations.push_back(std::move(rotation));
}

Result<rig::Puppet> build(const PuppetSpec& spec) {
    return Builder(spec).run();
}

}  // namespace yure::demo
