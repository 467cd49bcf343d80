// Route B: a blend shape. One binding of the parameter, and one record for each mesh with a row of differences per key.
#include "bindings.hpp"
#include "edit_tables.hpp"

#include <algorithm>
#include <string>

#include "yure/rig/edit.hpp"

namespace yure::rig {
namespace {

std::size_t at(std::int64_t value) {
    return static_cast<std::size_t>(value);
}

struct Record {
    std::int32_t binding, kf_begin, kf_count;
    Ints limits;
};
struct Target {
    std::int32_t object;
    std::vector<Record> records;
};

/// The record tables taken apart by kind, in the order in which editors write them.
struct Records {
    static std::vector<BlendTargetTable*> tables(Puppet& p) {
        std::vector<BlendTargetTable*> all{&p.blend_warp, &p.blend_mesh};
        if (p.version >= MocVersion::v5_0) all.insert(all.end(), {&p.blend_part, &p.blend_rotation, &p.blend_glue});
        if (p.version >= MocVersion::v5_3) all.push_back(&p.blend_offscreen);
        return all;
    }
    static constexpr std::size_t kMesh = 1;

    std::vector<std::vector<Target>> kinds;

    explicit Records(Puppet& p) {
        for (const BlendTargetTable* table : tables(p)) {
            std::vector<Target> targets;
            for (std::size_t i = 0; i < table->target.size(); ++i) {
                Target target{table->target[i], {}};
                for (std::int32_t k = 0; k < table->count[i]; ++k) {
                    const std::size_t row = at(table->begin[i] + k);
                    const auto limits = p.limit_index.begin() + p.blend_record.limit_begin[row];
                    target.records.push_back(
                        {p.blend_record.binding[row], p.blend_record.kf_begin[row], p.blend_record.kf_count[row],
                         p.blend_record.limit_count[row] > 0 ? Ints(limits, limits + p.blend_record.limit_count[row])
                                                             : Ints{}});
                }
                targets.push_back(std::move(target));
            }
            kinds.push_back(std::move(targets));
        }
    }

    void add(std::size_t kind, std::int32_t object, Record record) {
        std::vector<Target>& targets = kinds[kind];
        auto place = std::find_if(targets.begin(), targets.end(), [&](const Target& t) { return t.object == object; });
        if (place == targets.end()) {
            place = std::find_if(targets.begin(), targets.end(), [&](const Target& t) { return t.object > object; });
            place = targets.insert(place, Target{object, {}});
        }
        place->records.push_back(std::move(record));
    }

    /// A binding was inserted before those with this number.
    void make_room_for_binding(std::int32_t number) {
        for (auto& targets : kinds)
            for (Target& target : targets)
                for (Record& record : target.records)
                    if (record.binding >= number) ++record.binding;
    }

    void store(Puppet& p) const {
        p.blend_record = {};
        p.limit_index.clear();
        const std::vector<BlendTargetTable*> all = tables(p);
        for (std::size_t kind = 0; kind < all.size(); ++kind) {
            *all[kind] = {};
            for (const Target& target : kinds[kind]) {
                all[kind]->target.push_back(target.object);
                all[kind]->begin.push_back(static_cast<std::int32_t>(p.blend_record.binding.size()));
                all[kind]->count.push_back(static_cast<std::int32_t>(target.records.size()));
                for (const Record& record : target.records) {
                    p.blend_record.binding.push_back(record.binding);
                    p.blend_record.kf_begin.push_back(record.kf_begin);
                    p.blend_record.kf_count.push_back(record.kf_count);
                    p.blend_record.limit_begin.push_back(static_cast<std::int32_t>(p.limit_index.size()));
                    p.blend_record.limit_count.push_back(static_cast<std::int32_t>(record.limits.size()));
                    p.limit_index.insert(p.limit_index.end(), record.limits.begin(), record.limits.end());
                }
            }
        }
    }
};

/// From version 5.0 on a mesh with blend shapes has its opacity, draw order and colours clamped; refuse where that
/// would change the picture. A ten-thousandth is let pass: editors write opacities like 1.00005.
Status check_clamps(const Puppet& p, std::span<const MeshOffsets> meshes) {
    if (p.version < MocVersion::v5_0) return {};
    const auto outside = [](float value, float high) { return value < -1e-4f || value > high + 1e-4f; };
    for (const MeshOffsets& each : meshes) {
        const std::size_t mesh = at(each.mesh);
        for (std::int32_t k = 0; k < p.mesh.kf_count[mesh]; ++k) {
            const std::size_t row = at(p.mesh.kf_begin[mesh] + k);
            bool changes = outside(p.mesh_kf.opacity[row], 1.0f) || outside(p.mesh_kf.draw_order[row], 1000.0f);
            const std::size_t mul = at(p.mesh_kf.multiply[row]), scr = at(p.mesh_kf.screen[row]);
            for (const Floats* channel : {&p.multiply_color.r, &p.multiply_color.g, &p.multiply_color.b})
                changes = changes || outside((*channel)[mul], 1.0f);
            for (const Floats* channel : {&p.screen_color.r, &p.screen_color.g, &p.screen_color.b})
                changes = changes || outside((*channel)[scr], 1.0f);
            if (changes)
                return Error{"mesh " + std::string(p.mesh.id[mesh].view()),
                             "keyform " + std::to_string(k) +
                                 " has an opacity, draw order or colour out of range, which a blend shape would cut; "
                                 "use a keyform axis"};
        }
    }
    return {};
}

}  // namespace

Status add_mesh_blend_shape(Puppet& puppet, int parameter, std::span<const float> keys, int base_key,
                            std::span<const MeshOffsets> meshes) {
    if (!puppet.has_blend_shapes())
        return Error{"version", "blend shapes need version 4.2 or newer; raise the version first"};
    if (Status status = check_errors(puppet); !status.ok()) return status;
    if (Status status = check_offsets(puppet, parameter, keys, meshes); !status.ok()) return status;
    const std::string where = "parameter " + std::string(puppet.parameter.id[at(parameter)].view());
    if (puppet.parameter.type[at(parameter)] != static_cast<std::int32_t>(ParameterType::blend_shape))
        return Error{where, "is not a blend-shape parameter"};
    if (base_key < 0 || at(base_key) >= keys.size()) return Error{"base_key", "is not one of the keys"};
    if (keys[at(base_key)] != puppet.parameter.default_value[at(parameter)])
        return Error{where, "the base key must be its default"};
    if (Status status = check_clamps(puppet, meshes); !status.ok()) return status;

    Puppet next = puppet;
    align_color_tables(next);
    Bindings bindings = Bindings::of(next);
    Records records(next);
    const BlendKeys wanted{parameter, Floats(keys.begin(), keys.end()), base_key};
    auto binding = std::find(bindings.blends.begin(), bindings.blends.end(), wanted);
    if (binding == bindings.blends.end()) {
        // Behind the parameter's last binding, or at the end when it has none.
        const auto last = std::find_if(bindings.blends.rbegin(), bindings.blends.rend(),
                                       [&](const BlendKeys& b) { return b.parameter == parameter; });
        binding = bindings.blends.insert(last == bindings.blends.rend() ? bindings.blends.end() : last.base(), wanted);
        records.make_room_for_binding(static_cast<std::int32_t>(binding - bindings.blends.begin()));
    }
    const auto binding_row = static_cast<std::int32_t>(binding - bindings.blends.begin());
    for (const MeshOffsets& each : meshes) {
        const std::int64_t block = (2 * std::int64_t{next.mesh.vertex_count[at(each.mesh)]} + 15) / 16 * 16;
        if (std::int64_t(next.positions.size()) + 16 + std::int64_t(keys.size()) * block > 0x7fffffff)
            return Error{where, "its shapes would not fit into a moc3 file"};
        records.add(Records::kMesh, each.mesh,
                    {binding_row,
                     static_cast<std::int32_t>(next.mesh_kf.opacity.size()),
                     static_cast<std::int32_t>(keys.size()),
                     {}});
        for (std::size_t k = 0; k < keys.size(); ++k) {
            const std::vector<Vec2> none(each.offsets[k].size());
            next.mesh_kf.opacity.push_back(0.0f);
            next.mesh_kf.draw_order.push_back(0.0f);
            next.mesh_kf.pos_begin.push_back(append_positions(next, k == at(base_key) ? none : each.offsets[k]));
            if (next.version < MocVersion::v5_0) continue;
            const std::int32_t color = append_color(next, {}, {});
            next.mesh_kf.multiply.push_back(color);
            next.mesh_kf.screen.push_back(color);
        }
    }
    records.store(next);
    bindings.store(next);
    return commit(puppet, std::move(next));
}

}  // namespace yure::rig
