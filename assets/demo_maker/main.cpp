/// yure_make_demo FOLDER: draws and rigs the demo character and writes it as a model folder. The same program gives the
/// same bytes every time.
#include "yura.hpp"

#include <cstdio>

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr,
                     "usage: yure_make_demo FOLDER\nWrites the demo character there, for example into assets/demo.\n");
        return 2;
    }
    const yure::demo::Character yura = yure::demo::make_yura();
    const yure::Status status = yure::demo::write_yura(yura, arguments[1]);
    if (!status) {
        std::fprintf(stderr, "yure_make_demo: %s\n", status.error().text().c_str());
        return 1;
    }
    std::size_t vertices = 0;
    for (const auto& layer : yura.layers) vertices += layer.mesh.points.size();
    std::printf("%s: %zu art meshes, %zu vertices, %zu texture pages\n", arguments[1], yura.layers.size(), vertices,
                yura.atlas.pages.size());
    return 0;
}
