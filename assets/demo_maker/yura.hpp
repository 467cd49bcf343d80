/// The demo character as a whole: pictures, puppet, and the files of a model folder.
#pragma once

#include "atlas.hpp"
#include "authoring.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace yure::demo {

struct Character {
    std::vector<Layer> layers;  ///< file order of the meshes, back to front
    Atlas atlas;
    PuppetSpec spec;
};

/// Draws and rigs Yura.
Character make_yura();

/// The rig's pieces; each adds to the spec.
void rig_parts_and_parameters(PuppetSpec& spec);
void rig_deformers(PuppetSpec& spec);
/// Fills a mesh's parent, part, order, masks and keys by its id; the shape is there already.
void rig_mesh(MeshSpec& mesh);
std::vector<GlueSpec> rig_glues(const std::vector<Layer>& layers);

/// A file of the model folder: path inside of it and content.
using TextFile = std::pair<std::string, std::string>;
/// model3, cdi3, physics3, motions and expressions.
std::vector<TextFile> yura_json_files(const Character& character);

/// Path of a texture page inside of the model folder.
std::string texture_file(std::size_t page);

/// Writes the whole folder; it is made when it is not there. Files of the same name are replaced.
Status write_yura(const Character& character, const std::filesystem::path& folder);

}  // namespace yure::demo
