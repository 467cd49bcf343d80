#include "support/puppet_builder.hpp"

#include <algorithm>

namespace yure::tests {

using rig::Id;
using rig::MocVersion;

namespace {

std::int32_t size_of(const auto& table) {
    return static_cast<std::int32_t>(table.size());
}

std::vector<Vec2> grid_points(int columns, int lines, Vec2 from, Vec2 to) {
    std::vector<Vec2> points;
    for (int r = 0; r < lines; ++r)
        for (int c = 0; c < columns; ++c) {
            const float u = static_cast<float>(c) / static_cast<float>(columns - 1);
            const float v = static_cast<float>(r) / static_cast<float>(lines - 1);
            points.push_back({from.x + (to.x - from.x) * u, from.y + (to.y - from.y) * v});
        }
    return points;
}

}  // namespace

PuppetBuilder::PuppetBuilder(MocVersion version) {
    p_.version = version;
    p_.canvas.pixels_per_unit = 500.0f;
    p_.canvas.origin_x = p_.canvas.origin_y = 500.0f;
    p_.canvas.width = p_.canvas.height = 1000.0f;
    band({});
}

int PuppetBuilder::parameter(const std::string& id, float min, float max, float default_value,
                             rig::ParameterType type) {
    auto& t = p_.parameter;
    t.id.push_back(Id(id));
    t.max.push_back(max);
    t.min.push_back(min);
    t.default_value.push_back(default_value);
    t.repeat.push_back(0);
    t.decimals.push_back(3);
    if (p_.has_blend_shapes()) t.type.push_back(static_cast<std::int32_t>(type));
    return size_of(t.id) - 1;
}

int PuppetBuilder::part(const std::string& id, int parent) {
    auto& t = p_.part;
    t.id.push_back(Id(id));
    t.band.push_back(0);
    t.kf_begin.push_back(size_of(p_.part_kf.draw_order));
    t.kf_count.push_back(1);
    t.visible.push_back(1);
    t.enabled.push_back(1);
    t.parent.push_back(parent);
    p_.part_kf.draw_order.push_back(500.0f);
    if (p_.version >= MocVersion::v5_3) {
        t.offscreen.push_back(-1);
        p_.part_kf.offscreen_kf.push_back(-1);
    }
    return size_of(t.id) - 1;
}

int PuppetBuilder::warp(const std::string& id, int part, int parent, int rows, int cols, Vec2 from, Vec2 to, bool quad,
                        std::vector<Axis> axes, const Shape& shape) {
    const std::vector<Vec2> rest = grid_points(cols + 1, rows + 1, from, to);
    auto& t = p_.warp;
    const int own_band = band(axes);
    t.band.push_back(own_band);
    t.kf_begin.push_back(size_of(p_.warp_kf.opacity));
    const auto places = corners(axes);
    t.kf_count.push_back(size_of(places));
    t.vertex_count.push_back(size_of(rest));
    t.rows.push_back(rows);
    t.cols.push_back(cols);
    if (p_.version >= MocVersion::v3_3) t.quad.push_back(quad ? 1 : 0);
    for (const auto& at : places) {
        std::vector<Vec2> points = rest;
        for (Vec2& point : points) point = shape(point, at);
        p_.warp_kf.opacity.push_back(1.0f);
        p_.warp_kf.pos_begin.push_back(add_positions(points));
    }
    auto& d = p_.deformer;
    d.id.push_back(Id(id));
    d.band.push_back(own_band);
    d.visible.push_back(1);
    d.enabled.push_back(1);
    d.part.push_back(part);
    d.parent.push_back(parent);
    d.type.push_back(static_cast<std::int32_t>(rig::DeformerType::warp));
    d.specific.push_back(size_of(t.band) - 1);
    return size_of(d.id) - 1;
}

int PuppetBuilder::rotation(const std::string& id, int part, int parent, std::vector<Axis> axes,
                            const std::function<Turn(const std::vector<float>&)>& turn) {
    auto& t = p_.rotation;
    const int own_band = band(axes);
    t.band.push_back(own_band);
    t.kf_begin.push_back(size_of(p_.rotation_kf.opacity));
    const auto places = corners(axes);
    t.kf_count.push_back(size_of(places));
    t.base_angle.push_back(0.0f);
    for (const auto& at : places) {
        const Turn keyed = turn(at);
        auto& kf = p_.rotation_kf;
        kf.opacity.push_back(1.0f);
        kf.angle.push_back(keyed.angle);
        kf.origin_x.push_back(keyed.x);
        kf.origin_y.push_back(keyed.y);
        kf.scale.push_back(keyed.scale);
        kf.reflect_x.push_back(0);
        kf.reflect_y.push_back(0);
    }
    auto& d = p_.deformer;
    d.id.push_back(Id(id));
    d.band.push_back(own_band);
    d.visible.push_back(1);
    d.enabled.push_back(1);
    d.part.push_back(part);
    d.parent.push_back(parent);
    d.type.push_back(static_cast<std::int32_t>(rig::DeformerType::rotation));
    d.specific.push_back(size_of(t.band) - 1);
    return size_of(d.id) - 1;
}

int PuppetBuilder::mesh(const std::string& id, int part, int parent, int columns, int lines, Vec2 from, Vec2 to,
                        std::vector<Axis> axes, const Shape& shape, float draw_order) {
    const std::vector<Vec2> rest = grid_points(columns, lines, from, to);
    auto& t = p_.mesh;
    t.id.push_back(Id(id));
    t.band.push_back(band(axes));
    t.kf_begin.push_back(size_of(p_.mesh_kf.opacity));
    const auto places = corners(axes);
    t.kf_count.push_back(size_of(places));
    t.visible.push_back(1);
    t.enabled.push_back(1);
    t.part.push_back(part);
    t.parent.push_back(parent);
    t.texture.push_back(0);
    t.flags.push_back(0);
    t.vertex_count.push_back(size_of(rest));
    t.uv_begin.push_back(size_of(p_.uvs));
    for (const Vec2& uv : grid_points(columns, lines, {0.0f, 0.0f}, {1.0f, 1.0f})) {
        p_.uvs.push_back(uv.x);
        p_.uvs.push_back(uv.y);
    }
    t.tri_begin.push_back(size_of(p_.triangles));
    for (int r = 0; r + 1 < lines; ++r)
        for (int c = 0; c + 1 < columns; ++c)
            for (const int corner : {r * columns + c, r * columns + c + 1, (r + 1) * columns + c, r * columns + c + 1,
                                     (r + 1) * columns + c + 1, (r + 1) * columns + c})
                p_.triangles.push_back(static_cast<std::uint16_t>(corner));
    t.tri_count.push_back(size_of(p_.triangles) - t.tri_begin.back());
    t.mask_begin.push_back(0);
    t.mask_count.push_back(0);
    if (p_.version >= MocVersion::v5_3) t.blend.push_back(0);
    for (const auto& at : places) {
        std::vector<Vec2> points = rest;
        for (Vec2& point : points) point = shape(point, at);
        p_.mesh_kf.opacity.push_back(1.0f);
        p_.mesh_kf.draw_order.push_back(draw_order);
        p_.mesh_kf.pos_begin.push_back(add_positions(points));
    }
    rest_.push_back(rest);
    return size_of(t.id) - 1;
}

void PuppetBuilder::mask(int mesh, std::vector<int> masks) {
    const auto row = static_cast<std::size_t>(mesh);
    p_.mesh.mask_begin[row] = size_of(p_.masks);
    p_.mesh.mask_count[row] = size_of(masks);
    p_.masks.insert(p_.masks.end(), masks.begin(), masks.end());
}

void PuppetBuilder::glue(const std::string& id, int mesh_a, int mesh_b, const std::vector<std::pair<int, int>>& pairs,
                         float weight_a) {
    auto& t = p_.glue;
    t.id.push_back(Id(id));
    t.band.push_back(0);
    t.kf_begin.push_back(size_of(p_.glue_intensity));
    t.kf_count.push_back(1);
    t.mesh_a.push_back(mesh_a);
    t.mesh_b.push_back(mesh_b);
    t.info_begin.push_back(size_of(p_.glue_info.vertex));
    t.info_count.push_back(2 * size_of(pairs));
    for (const auto& [a, b] : pairs) {
        p_.glue_info.weight.push_back(weight_a);
        p_.glue_info.weight.push_back(1.0f - weight_a);
        p_.glue_info.vertex.push_back(static_cast<std::uint16_t>(a));
        p_.glue_info.vertex.push_back(static_cast<std::uint16_t>(b));
    }
    p_.glue_intensity.push_back(1.0f);
}

void PuppetBuilder::blend_mesh(int parameter, int mesh, std::vector<float> keys, int base_key,
                               const std::function<Vec2(int, float)>& offset) {
    const auto vertices = rest_[static_cast<std::size_t>(mesh)].size();
    auto& record = p_.blend_record;
    p_.blend_mesh.target.push_back(mesh);
    p_.blend_mesh.begin.push_back(size_of(record.binding));
    p_.blend_mesh.count.push_back(1);
    record.binding.push_back(size_of(blend_bindings_));
    record.kf_begin.push_back(size_of(p_.mesh_kf.opacity));
    record.kf_count.push_back(size_of(keys));
    record.limit_begin.push_back(0);
    record.limit_count.push_back(0);
    for (std::size_t k = 0; k < keys.size(); ++k) {
        std::vector<Vec2> points(vertices);
        if (static_cast<int>(k) != base_key)
            for (std::size_t v = 0; v < vertices; ++v) points[v] = offset(static_cast<int>(v), keys[k]);
        p_.mesh_kf.opacity.push_back(0.0f);
        p_.mesh_kf.draw_order.push_back(0.0f);
        p_.mesh_kf.pos_begin.push_back(add_positions(points));
    }
    p_.blend_binding.base_key.push_back(base_key);
    blend_bindings_.push_back({parameter, std::move(keys)});
}

rig::Puppet PuppetBuilder::finish(int sub_part) {
    emit_bindings();
    emit_colors();
    auto& g = p_.group;
    auto& m = p_.group_member;
    const auto add = [&](rig::GroupMember type, int index, int group) {
        m.type.push_back(static_cast<std::int32_t>(type));
        m.index.push_back(index);
        m.group.push_back(group);
    };
    const auto close = [&](int begin, int total) {
        g.obj_begin.push_back(begin);
        g.obj_count.push_back(size_of(m.type) - begin);
        g.total_count.push_back(total);
        g.max_order.push_back(1000);
        g.min_order.push_back(0);
    };
    const auto in_sub = [&](std::size_t i) { return sub_part >= 0 && p_.mesh.part[i] == sub_part; };
    int inside = 0;
    for (std::size_t i = 0; i < p_.mesh.id.size(); ++i)
        if (in_sub(i))
            ++inside;
        else
            add(rig::GroupMember::mesh, static_cast<int>(i), -1);
    if (sub_part >= 0) add(rig::GroupMember::part, sub_part, 1);
    close(0, size_of(p_.mesh.id));
    if (sub_part >= 0) {
        const int begin = size_of(m.type);
        for (std::size_t i = 0; i < p_.mesh.id.size(); ++i)
            if (in_sub(i)) add(rig::GroupMember::mesh, static_cast<int>(i), -1);
        close(begin, inside);
    }
    return p_;
}

int PuppetBuilder::band(const std::vector<Axis>& axes) {
    const auto same = [&](const std::vector<Axis>& other) {
        return std::equal(axes.begin(), axes.end(), other.begin(), other.end(),
                          [](const Axis& a, const Axis& b) { return a.parameter == b.parameter && a.keys == b.keys; });
    };
    const auto found = std::find_if(bands_.begin(), bands_.end(), same);
    if (found != bands_.end()) return static_cast<int>(found - bands_.begin());
    bands_.push_back(axes);
    return static_cast<int>(bands_.size()) - 1;
}

std::int32_t PuppetBuilder::add_positions(const std::vector<Vec2>& points) {
    const std::int32_t begin = size_of(p_.positions);
    for (const Vec2& point : points) {
        p_.positions.push_back(point.x);
        p_.positions.push_back(point.y);
    }
    p_.positions.resize((p_.positions.size() + 15) / 16 * 16);
    return begin;
}

std::vector<std::vector<float>> PuppetBuilder::corners(const std::vector<Axis>& axes) {
    std::vector<std::vector<float>> places{{}};
    for (const Axis& axis : axes) {
        std::vector<std::vector<float>> next;
        for (const float key : axis.keys)
            for (auto place : places) {
                place.push_back(key);
                next.push_back(place);
            }
        places = next;
    }
    return places;
}

void PuppetBuilder::emit_bindings() {
    const int parameters = p_.parameter_count();
    std::vector<std::vector<std::vector<float>>> lists(static_cast<std::size_t>(parameters));
    const auto list_of = [&](const Axis& axis) {
        auto& own = lists[static_cast<std::size_t>(axis.parameter)];
        const auto found = std::find(own.begin(), own.end(), axis.keys);
        const auto place = static_cast<int>(found - own.begin());
        if (found == own.end()) own.push_back(axis.keys);
        return place;
    };
    for (const auto& axes : bands_)
        for (const Axis& axis : axes) list_of(axis);
    const auto put_keys = [&](const std::vector<float>& keys) {
        const std::int32_t begin = size_of(p_.keys);
        p_.keys.insert(p_.keys.end(), keys.begin(), keys.end());
        return begin;
    };
    auto& t = p_.parameter;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const bool blend = p_.has_blend_shapes() && t.type[i] == 1;
        t.pbind_begin.push_back(!lists[i].empty() ? size_of(p_.binding.key_begin) : blend ? 0 : -1);
        t.pbind_count.push_back(size_of(lists[i]));
        for (const auto& keys : lists[i]) {
            p_.binding.key_begin.push_back(put_keys(keys));
            p_.binding.key_count.push_back(size_of(keys));
        }
    }
    for (const auto& axes : bands_) {
        p_.band.begin.push_back(size_of(p_.band_bindings));
        p_.band.count.push_back(size_of(axes));
        for (const Axis& axis : axes)
            p_.band_bindings.push_back(t.pbind_begin[static_cast<std::size_t>(axis.parameter)] + list_of(axis));
    }
    if (!p_.has_blend_shapes()) return;
    t.bs_begin.assign(lists.size(), 0);
    t.bs_count.assign(lists.size(), 0);
    for (std::size_t b = 0; b < blend_bindings_.size(); ++b) {
        const auto owner = static_cast<std::size_t>(blend_bindings_[b].parameter);
        t.bs_begin[owner] = static_cast<std::int32_t>(b);
        t.bs_count[owner] = 1;
        lists[owner].push_back(blend_bindings_[b].keys);
        p_.blend_binding.key_begin.push_back(put_keys(blend_bindings_[b].keys));
        p_.blend_binding.key_count.push_back(size_of(blend_bindings_[b].keys));
    }
    for (const auto& own : lists) {
        std::vector<float> all;
        for (const auto& keys : own) all.insert(all.end(), keys.begin(), keys.end());
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        t.key_begin.push_back(put_keys(all));
        t.key_count.push_back(size_of(all));
    }
}

void PuppetBuilder::emit_colors() {
    if (!p_.has_blend_shapes()) return;
    const bool rows = p_.version >= MocVersion::v5_0;
    const auto add = [&](float multiply, rig::Ints* mul_rows, rig::Ints* scr_rows) {
        if (rows) mul_rows->push_back(size_of(p_.multiply_color.r)), scr_rows->push_back(size_of(p_.screen_color.r));
        for (auto* channel : {&p_.multiply_color.r, &p_.multiply_color.g, &p_.multiply_color.b})
            channel->push_back(multiply);
        for (auto* channel : {&p_.screen_color.r, &p_.screen_color.g, &p_.screen_color.b}) channel->push_back(0.0f);
    };
    // Rows of one kind were appended in the order of their objects, so they can be filled in list order.
    for (std::size_t d = 0; d < p_.deformer.id.size(); ++d) {
        const bool is_warp = p_.deformer.type[d] == static_cast<std::int32_t>(rig::DeformerType::warp);
        const auto own = static_cast<std::size_t>(p_.deformer.specific[d]);
        (is_warp ? p_.warp.color_begin : p_.rotation.color_begin).push_back(size_of(p_.multiply_color.r));
        for (int k = 0; k < (is_warp ? p_.warp.kf_count : p_.rotation.kf_count)[own]; ++k)
            is_warp ? add(1.0f, &p_.warp_kf.multiply, &p_.warp_kf.screen)
                    : add(1.0f, &p_.rotation_kf.multiply, &p_.rotation_kf.screen);
    }
    for (std::size_t i = 0; i < p_.mesh.id.size(); ++i) {
        p_.mesh.color_begin.push_back(size_of(p_.multiply_color.r));
        for (int k = 0; k < p_.mesh.kf_count[i]; ++k) add(1.0f, &p_.mesh_kf.multiply, &p_.mesh_kf.screen);
    }
    if (!rows) return;
    while (p_.mesh_kf.multiply.size() < p_.mesh_kf.opacity.size())  // blend-shape rows hold differences
        add(0.0f, &p_.mesh_kf.multiply, &p_.mesh_kf.screen);
}

}  // namespace yure::tests
