/// What is chosen in the interface. No part of the document; ids that are gone are dropped by `keep_valid`.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::editor {

/// Kinds of vertex weights in the order of the keys 1..5 (and wind, which only agents paint).
inline constexpr const char* kGroupKinds[] = {"pin", "stiffness", "goal", "mass", "damping"};

struct Selection {
    std::vector<std::string> meshes;  ///< art mesh ids, in the order chosen
    std::string body;                 ///< body id; empty = none
    std::string parameter;            ///< parameter id
    std::string pendulum;             ///< physics group id
    int group_kind = 0;               ///< index into kGroupKinds

    bool has_mesh(std::string_view id) const { return std::find(meshes.begin(), meshes.end(), id) != meshes.end(); }
    /// `add`: keep the others, and take it out when it is in already.
    void pick_mesh(const std::string& id, bool add) {
        if (!add) {
            meshes.assign(1, id);
        } else if (has_mesh(id)) {
            std::erase(meshes, id);
        } else {
            meshes.push_back(id);
        }
    }
    /// Chooses a body and its meshes.
    void pick_body(const std::string& id, const studio::Document& document) {
        body = id;
        if (const studio::Body* found = document.bodies.find(id)) meshes = found->meshes;
    }
    void keep_valid(const studio::Document& document, const studio::ModelGeometry* geometry) {
        if (geometry != nullptr)
            std::erase_if(meshes, [&](const std::string& id) { return geometry->model->puppet.find_mesh(id) < 0; });
        if (document.bodies.find(body) == nullptr)
            body = document.bodies.empty() ? std::string() : document.bodies[0].id;
    }
    void clear() { *this = {}; }
};

}  // namespace yure::editor
