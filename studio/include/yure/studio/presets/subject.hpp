/// What presets look at: a model at rest, its names, how its parameters move it, and its art. Built once per model,
/// never changed; planners read it and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/formats/cdi3.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/model_folder.hpp"
#include "yure/studio/picture.hpp"

namespace yure::studio::presets {

/// How far one parameter moves a mesh: the farthest vertex, world px, with every other parameter at rest.
struct Movement {
    int parameter = -1;  ///< row in the puppet
    float px = 0.0f;     ///< >= `kLeastMovement`
};
inline constexpr float kLeastMovement = 0.5f;  ///< px; below, a parameter counts as leaving a mesh alone

struct SubjectMesh {
    std::string id;
    bool shown = false;                    ///< drawn at the default pose; what is not is never simulated
    int order = 0;                         ///< render order, 0 = furthest back
    int texture = 0;                       ///< page
    std::vector<std::string> parts;        ///< part ids, the mesh's own first, then outwards
    std::vector<std::string> deformers;    ///< deformer ids, nearest first
    std::vector<Movement> moved_by;        ///< parameters that move it, farthest first
    std::vector<Vec2> rest;                ///< world px at the default pose; empty when hidden
    std::vector<Vec2> uv;                  ///< 0..1, v down
    std::vector<std::uint16_t> triangles;  ///< three a triangle
};

/// Movable, not copyable. `model` must outlive it.
struct Subject {
    const Model* model = nullptr;
    std::unique_ptr<rig::Rig> rig;
    formats::Cdi3 names;              ///< empty when the model has none
    std::vector<SubjectMesh> meshes;  ///< one per mesh of the puppet, in its order
    std::vector<Picture> textures;    ///< by page; one that is absent is empty, and its meshes have no art

    int find_mesh(std::string_view id) const;  ///< -1 when there is none
    /// "前髪 (PartHairFront)", or the id alone when nobody named it.
    std::string part_label(std::string_view id) const;
    std::string parameter_label(std::string_view id) const;
};

/// From parts that the caller has at hand. Errors: a puppet that cannot be evaluated.
Result<Subject> make_subject(const Model& model, formats::Cdi3 names, std::vector<Picture> textures);

/// The same with names and textures read from the model's folder. What cannot be read is a notice and plays no part.
Result<Subject> open_subject(const Model& model, Notices& notices);

}  // namespace yure::studio::presets
