#include "body_chain_json.hpp"
#include "enum_names.hpp"

#include "yure/studio/document.hpp"
#include "yure/studio/schema.hpp"

namespace yure::studio {
namespace {

using namespace schema;

Json material() {
    return object("how the body moves; members not named keep their value",
                  {{"mass", number("relative density", 0.2, 4)},
                   {"stretch", number("resistance against getting longer; near 1 for cloth and hair", 0, 1)},
                   {"bend", number("resistance against bending", 0, 1)},
                   {"damping", number("how fast movement dies away, 1/s", 0, 8)},
                   {"goal", number("pull back to the drawing; 0 = pure physics", 0, 1)},
                   {"slack", number("share by which a vertex may get farther from its pin than its rest path; from 0.3 on "
                                    "give 1, which means no limit",
                                    0, 1)},
                   {"area", number("how well triangles keep their area", 0, 1)},
                   {"anisotropy", number("how much softer across the grain than along it", 0, 1)},
                   {"compression", or_null(number("resistance against getting shorter; null = as area", 0, 1))},
                   {"rest_follows_both", flag("rest lengths follow the rig when it shortens too")}});
}

Json input() {
    return object("a parameter that may move the body",
                  {{"id", text("parameter id", 63)},
                   {"span", or_null(list("training range [low, high] in the parameter's units; null = all of it",
                                         any_number(""), 2, 2))},
                   {"keep", flag("keep it even when it moves the body by less than 1 px")}},
                  {"id"});
}

Json obstacle() {
    return object("a circle, or a capsule between two vertices of a mesh, that keeps the body out",
                  {{"mesh", text("art mesh it follows", 63)},
                   {"vertex_a", whole("vertex it hangs on", 0, 65535)},
                   {"vertex_b", whole("other end; the same vertex = a circle", 0, 65535)},
                   {"radius_a", number("px", 0, 10000)},
                   {"radius_b", number("px", 0, 10000)},
                   {"friction", number("0 none .. 1 sticks", 0, 1)}},
                  {"mesh", "vertex_a"});
}

Json output() {
    return object("how a generated parameter is written; no new bake is needed",
                  {{"id", any_text("id to write; empty = the generated one", 63)},
                   {"name", any_text("display name; empty = by the body's name", 200)},
                   {"range", number("keyed range +-range in parameter units", 1, 100)},
                   {"gain", or_null(number("replaces the body's exaggeration; 0 = still; null = exaggeration", 0, 3))}});
}

Json keys() {
    Json form{{"type", Json::array({"integer", "null"})},
              {"description", "keys per generated parameter; null = 9, with quality classic and for exact poses 5"}};
    form["enum"] = {3, 5, 7, 9, nullptr};
    return form;
}

Json budget() {
    return object("what the body may cost at most; null = what its quality takes; not for classic",
                  {{"parameters", or_null(whole("keyed parameters", 1, 8))},
                   {"groups", or_null(whole("pendulum groups of its bank", 2, 128))},
                   {"keyforms", or_null(whole("key shapes over all its meshes", 2, 1000000))},
                   {"bytes", or_null(whole("of the key shapes in the moc3", 1, 1000000000))},
                   {"evaluations", or_null(whole("effort: steps of the training; fewer = sooner done, follows less", 0, 10000))}});
}

Json statics() {
    Json form{{"type", Json::array({"string", "array"})},
              {"description", "exact poses: off, auto, or up to four inputs whose held poses are baked exactly"},
              {"items", text("parameter id", 63)},
              {"maxItems", 4}};
    return form;
}

}  // namespace

const Json& body_schema() {
    static const Json form = object(
        "settings of a simulated body",
        {{"name", any_text("name for people; empty = the id", 200)},
         {"enabled", flag("off: not baked and not exported")},
         {"auto_bake", flag("bake after changes made by an agent")},
         {"made_by", any_text("preset that made it", 100)},
         {"meshes", list("art meshes simulated together", text("art mesh id", 63), 0, 1000)},
         {"kind", choice("changing it applies that kind's material", all_names(kind_names()))},
         {"material", material()},
         {"chain", chain_schema()},
         {"top_pins", or_null(object("where no pins are painted: each strand is held at its top; null = by kind",
                                     {{"solid", number("share of a strand's height that is held fully", 0, 1)},
                                      {"fade", number("share over which the hold fades", 0, 1)}},
                                     {"solid", "fade"}))},
         {"inputs", list("parameters that move the body; replaces the whole list", input(), 0, 64)},
         {"glue_roles", map("glue id -> what it is to the simulation", choice("", all_names(glue_role_names())))},
         {"obstacles", map("name -> obstacle", obstacle())},
         {"quality", choice("how it is fitted: light 2 parameters, standard 4, best 8, classic 1 to 3", all_names(quality_names()))},
         {"bank", choice("share pendulum groups with bodies that have the same inputs, or not", all_names(bank_names()))},
         {"budget", budget()},
         {"modes", whole("parameters that classic makes", 1, 3)},
         {"keys", keys()},
         {"vertical", choice("up and down: by need, always, never", all_names(vertical_names()))},
         {"static", statics()},
         {"write", choice("as blend shapes or as keyform axes", all_names(write_names()))},
         {"target_version", or_null(choice("version of the moc3 to write; null = the source's where possible",
                                           all_names(moc_version_names())))},
         {"exaggeration", number("how much larger the exported swing is than the simulated one; no new bake is needed", 1, 2)},
         {"training", map("motion -> weight: motions that the bake also learns from", number("weight", 0.05, 1))},
         {"outputs", map("generated parameter id -> how it is written; replaces all", output())},
         {"pendulum_names", map("generated group id -> display name; replaces all", any_text("name", 200))},
         {"keep_physics", flag("leave existing physics on these meshes in play")}});
    return form;
}

}  // namespace yure::studio
