/// The parts that bakes are judged by: those of a list of reference parts (benchmark-parts.json, beside the project)
/// and the demo character's hair. One list for `bench-suite`, `demo`, the benchmark program and tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct BenchmarkPart {
    std::string name;             ///< "hiyori_back", "demo_side"
    std::filesystem::path model;  ///< folder
    baker::BodyRequest body;      ///< quality and other options of the fit at their defaults
};

/// {"parts":[{"name","model","kind","material","pins","inputs":[…],"meshes":[…]}…]}; models are folders of `models`.
/// Parts whose model is not there are left out, with a notice. Errors say where in the file.
Result<std::vector<BenchmarkPart>> read_benchmark_parts(const std::filesystem::path& list,
                                                        const std::filesystem::path& models, Notices& notices);

/// reference/benchmark-parts.json below $YURE_SHARED, else below a folder `shared` beside or above the current one;
/// empty when there is none.
std::filesystem::path find_benchmark_parts();

/// The demo character's folder: installed beside the program's own folder, or in the source tree.
std::filesystem::path demo_folder(const std::filesystem::path& source_tree);
/// Its back hair, fringe and side locks as bodies "back", "front", "side", with the inputs of a hair.
Result<std::vector<baker::BodyRequest>> demo_bodies(const Model& demo);
/// The same as parts "demo_back" …; none when the folder is not there.
std::vector<BenchmarkPart> demo_parts(const std::filesystem::path& folder, Notices& notices);

}  // namespace yure::studio
