#include "yure/rig/rig.hpp"

#include "program.hpp"

#include <algorithm>

#include "yure/core/lookup.hpp"
#include "yure/rig/check.hpp"

namespace yure::rig {
namespace {

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}

void describe_parameters(Rig::Program& program) {
    const ParameterTable& t = program.puppet.parameter;
    for (std::size_t i = 0; i < t.id.size(); ++i)
        program.parameters.push_back({std::string(t.id[i].view()), t.min[i], t.max[i], t.default_value[i],
                                      t.repeat[i] == 1, program.has_colors() && t.type[i] == 1});
}

/// Bindings do not name their parameter; one of the wrong type does not drive them.
std::vector<int> owners(const Ints& begin, const Ints& count, std::size_t bindings, const Ints& type,
                        ParameterType wanted) {
    std::vector<int> owner(bindings, -1);
    for (std::size_t parameter = 0; parameter < begin.size(); ++parameter)
        for (int k = 0; k < count[parameter]; ++k) {
            const bool drives = type.empty() || type[parameter] == static_cast<std::int32_t>(wanted);
            owner[at(begin[parameter] + k)] = drives ? static_cast<int>(parameter) : -1;
        }
    return owner;
}

void compile_bands(Rig::Program& program) {
    const Puppet& p = program.puppet;
    for (std::size_t band = 0; band < p.band.begin.size(); ++band) {
        BandProgram compiled{{static_cast<int>(program.axes.size()), p.band.count[band]}, 1};
        int stride = 1;
        for (int k = 0; k < p.band.count[band]; ++k) {
            const int binding = p.band_bindings[at(p.band.begin[band] + k)];
            program.axes.push_back({binding, stride});
            const int keys = p.binding.key_count[at(binding)];
            // Only bands that objects use are sure to have a product that fits; the others are never evaluated.
            stride = static_cast<int>(std::min<std::int64_t>(std::int64_t{stride} * keys, 1 << 30));
            if (keys > 1) compiled.pairs *= 2;
        }
        program.bands.push_back(compiled);
    }
}

std::vector<Blends> blends_of(const BlendTargetTable& table, std::size_t objects) {
    std::vector<Blends> blends(objects);
    for (std::size_t i = 0; i < table.target.size(); ++i)
        blends[at(table.target[i])] = {{table.begin[i], table.count[i]}, true};
    return blends;
}

void compile_blends(Rig::Program& program) {
    const Puppet& p = program.puppet;
    const bool any = p.has_blend_shapes(), all = p.version >= MocVersion::v5_0;
    const BlendTargetTable none;
    program.warp_blends = blends_of(any ? p.blend_warp : none, p.warp.band.size());
    program.mesh_blends = blends_of(any ? p.blend_mesh : none, p.mesh.band.size());
    program.part_blends = blends_of(all ? p.blend_part : none, p.part.band.size());
    program.rotation_blends = blends_of(all ? p.blend_rotation : none, p.rotation.band.size());
    program.glue_blends = blends_of(all ? p.blend_glue : none, p.glue.band.size());
}

}  // namespace

Result<Rig> Rig::build(const Puppet& puppet) {
    if (Status status = check_errors(puppet); !status.ok()) return status.error();
    auto program = std::make_unique<Program>();
    program->puppet = puppet;
    Puppet& p = program->puppet;
    p.positions.resize(p.positions.size() + kLanePadding);
    if (p.version < MocVersion::v3_3) p.warp.quad.assign(p.warp.band.size(), 0);
    describe_parameters(*program);
    const bool typed = p.has_blend_shapes();
    const Ints untyped;
    program->binding_parameter = owners(p.parameter.pbind_begin, p.parameter.pbind_count, p.binding.key_begin.size(),
                                        typed ? p.parameter.type : untyped, ParameterType::normal);
    if (typed)
        program->blend_binding_parameter =
            owners(p.parameter.bs_begin, p.parameter.bs_count, p.blend_binding.key_begin.size(), p.parameter.type,
                   ParameterType::blend_shape);
    compile_bands(*program);
    compile_blends(*program);
    program->mesh_glues.resize(p.mesh.band.size());
    for (int glue = 0; glue < p.glue_count(); ++glue)
        for (const int mesh : {p.glue.mesh_a[at(glue)], p.glue.mesh_b[at(glue)]})
            program->mesh_glues[at(mesh)].push_back(glue);
    return Rig(std::move(program));
}

Rig::Rig(std::unique_ptr<Program> program) : program_(std::move(program)) {}
Rig::Rig(Rig&&) noexcept = default;
Rig& Rig::operator=(Rig&&) noexcept = default;
Rig::~Rig() = default;

const Canvas& Rig::canvas() const {
    return program_->puppet.canvas;
}
const std::vector<ParameterInfo>& Rig::parameters() const {
    return program_->parameters;
}
int Rig::find_parameter(std::string_view id) const {
    return find_by_id(program_->parameters, id);
}
int Rig::mesh_count() const {
    return program_->puppet.mesh_count();
}
int Rig::part_count() const {
    return program_->puppet.part_count();
}
int Rig::vertex_count(int mesh) const {
    return program_->puppet.mesh.vertex_count[at(mesh)];
}

std::vector<float> Rig::default_values() const {
    std::vector<float> values;
    for (const ParameterInfo& parameter : program_->parameters) values.push_back(parameter.default_value);
    return values;
}

}  // namespace yure::rig
