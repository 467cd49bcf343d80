#include "bindings.hpp"
#include "edit_tables.hpp"

#include <cmath>
#include <string>

#include "yure/rig/edit.hpp"

namespace yure::rig {

Result<int> add_parameter(Puppet& puppet, const NewParameter& parameter) {
    const std::string where = "parameter " + parameter.id;
    if (parameter.id.empty() || !Id::fits(parameter.id))
        return Error{where, "an id needs 1 to 63 bytes, none of them zero"};
    if (puppet.find_parameter(parameter.id) >= 0) return Error{where, "the id is already taken"};
    if (!std::isfinite(parameter.min) || !std::isfinite(parameter.max) || !std::isfinite(parameter.default_value) ||
        !(parameter.min < parameter.max) || parameter.default_value < parameter.min ||
        parameter.default_value > parameter.max)
        return Error{where, "needs finite numbers with minimum <= default <= maximum, minimum < maximum"};
    const bool blend_shape = parameter.type == ParameterType::blend_shape;
    if (blend_shape && !puppet.has_blend_shapes())
        return Error{where, "blend-shape parameters need version 4.2 or newer; raise the version first"};
    ParameterTable& t = puppet.parameter;
    t.id.push_back(Id(parameter.id));
    t.max.push_back(parameter.max);
    t.min.push_back(parameter.min);
    t.default_value.push_back(parameter.default_value);
    t.repeat.push_back(0);
    t.decimals.push_back(3);
    t.pbind_begin.push_back(blend_shape ? 0 : -1);
    t.pbind_count.push_back(0);
    if (puppet.has_blend_shapes()) {
        t.key_begin.push_back(static_cast<std::int32_t>(puppet.keys.size()));
        t.key_count.push_back(0);
        t.type.push_back(static_cast<std::int32_t>(parameter.type));
        t.bs_begin.push_back(0);
        t.bs_count.push_back(0);
    }
    return puppet.parameter_count() - 1;
}

void rebuild_bindings(Puppet& puppet) {
    Bindings::of(puppet).store(puppet);
}

int mesh_keyform_count(const Puppet& puppet, int mesh) {
    return puppet.mesh.kf_count[static_cast<std::size_t>(mesh)];
}

std::vector<int> mesh_axis_parameters(const Puppet& puppet, int mesh) {
    const Bindings bindings = Bindings::of(puppet);
    std::vector<int> parameters;
    for (const GridAxis& axis :
         bindings.bands[static_cast<std::size_t>(puppet.mesh.band[static_cast<std::size_t>(mesh)])])
        parameters.push_back(axis.parameter);
    return parameters;
}

}  // namespace yure::rig
