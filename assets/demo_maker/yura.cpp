#include "yura.hpp"

#include "art.hpp"
#include "png_file.hpp"

#include <fstream>
#include <iterator>

#include "yure/formats/moc3.hpp"

namespace yure::demo {
namespace {

Status write_bytes(const std::filesystem::path& path, const char* data, std::size_t size) {
    std::ofstream file(path, std::ios::binary);
    file.write(data, static_cast<std::streamsize>(size));
    file.close();
    if (!file) return Error{path.string(), "cannot be written"};
    return {};
}

}  // namespace

Character make_yura() {
    Character yura;
    for (auto* draw : {&back_hair_layers, &head_ribbon_layers, &body_layers, &dress_layers, &face_layers, &eye_layers,
                       &front_hair_layers}) {
        std::vector<Layer> group = draw();
        std::move(group.begin(), group.end(), std::back_inserter(yura.layers));
    }
    yura.atlas = pack(yura.layers);

    PuppetSpec& spec = yura.spec;
    spec.canvas.pixels_per_unit = 1600.0f;
    spec.canvas.width = 1600.0f;
    spec.canvas.height = 2280.0f;
    spec.canvas.origin_x = 800.0f;
    spec.canvas.origin_y = 1140.0f;
    rig_parts_and_parameters(spec);
    rig_deformers(spec);
    for (std::size_t i = 0; i < yura.layers.size(); ++i) {
        MeshSpec mesh;
        mesh.id = yura.layers[i].id;
        mesh.shape = yura.layers[i].mesh;
        mesh.texture = yura.atlas.placements[i].page;
        mesh.uvs = yura.atlas.uvs(yura.layers, i);
        rig_mesh(mesh);
        spec.meshes.push_back(std::move(mesh));
    }
    spec.glues = rig_glues(yura.layers);
    return yura;
}

std::string texture_file(std::size_t page) {
    return "yura.2048/texture_" + std::string(page < 10 ? "0" : "") + std::to_string(page) + ".png";
}

Status write_yura(const Character& character, const std::filesystem::path& folder) {
    const Result<rig::Puppet> puppet = build(character.spec);
    if (!puppet) return puppet.error();
    const std::vector<std::byte> moc = formats::write_moc3(*puppet);

    std::error_code failed;
    for (const char* inside : {"yura.2048", "motions", "expressions"}) {
        std::filesystem::create_directories(folder / inside, failed);
        if (failed) return Error{(folder / inside).string(), failed.message()};
    }
    if (Status status = write_bytes(folder / "yura.moc3", reinterpret_cast<const char*>(moc.data()), moc.size());
        !status)
        return status;
    for (const auto& [path, text] : yura_json_files(character))
        if (Status status = write_bytes(folder / path, text.data(), text.size()); !status) return status;
    for (std::size_t page = 0; page < character.atlas.pages.size(); ++page) {
        if (Status status = write_png(folder / texture_file(page), character.atlas.pages[page]); !status) return status;
    }
    return {};
}

}  // namespace yure::demo
