/// The layers as built are the layers as designed, for every source in the tree.
#include "architecture/layer_rules.hpp"

#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

using namespace yure::tests;
namespace fs = std::filesystem;

namespace {

/// Every file of the project by path from its root, sorted: build trees, outputs and hidden folders (but .ci) left out.
std::vector<std::string> project_files() {
    std::vector<std::string> files;
    const fs::path root = source_path("");
    for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
        const std::string name = it->path().filename().string();
        if (it->is_directory()) {
            const bool top = it.depth() == 0;
            const bool generated = top && (name == "build" || name == "out" || name.starts_with("build-"));
            if (generated || (name.starts_with(".") && name != ".ci") || name == "__pycache__")
                it.disable_recursion_pending();
            continue;
        }
        if (name == ".git") continue;  // a file where the checkout is a linked worktree
        if (it->is_regular_file()) files.push_back(fs::relative(it->path(), root).generic_string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool is_source(const std::string& path) {
    const std::string extension = fs::path(path).extension().string();
    return extension == ".cpp" || extension == ".hpp" || extension == ".h" || extension == ".inl" || extension == ".cc";
}

std::string listed(const std::vector<Violation>& violations) {
    std::ostringstream out;
    for (const Violation& violation : violations) out << "\n  " << violation.where << ": " << violation.what;
    return out.str();
}

bool allowed(const char* path, const char* line) {
    return layer_violations(path, line).empty();
}

}  // namespace

TEST_CASE("every source includes only what its layer may use", "[architecture]") {
    std::vector<Violation> found;
    int sources = 0;
    for (const std::string& path : project_files()) {
        if (!is_source(path)) continue;
        ++sources;
        const auto more = layer_violations(path, read_text(source_path(path)));
        found.insert(found.end(), more.begin(), more.end());
    }
    INFO(listed(found));
    CHECK(found.empty());
    CHECK(sources > 20);
}

TEST_CASE("no file speaks of the place where the project is worked on", "[architecture]") {
    std::vector<Violation> found;
    for (const std::string& path : project_files()) {
        const std::string text = read_text(source_path(path));
        if (text.find('\0') != std::string::npos) continue;  // a picture or a model
        const auto more = workplace_mentions(path, text);
        found.insert(found.end(), more.begin(), more.end());
    }
    INFO(listed(found));
    CHECK(found.empty());
}

TEST_CASE("the layer check finds what breaks a rule", "[architecture]") {
    CHECK_FALSE(allowed("engine/rig/rig.cpp", "#include \"yure/baker/bake.hpp\""));
    CHECK_FALSE(allowed("engine/rig/rig.cpp", "#include <nlohmann/json.hpp>"));
    CHECK_FALSE(allowed("engine/sim/solver.cpp", "#include <thread>"));
    CHECK_FALSE(allowed("engine/sim/solver.cpp", "  #  include <chrono>"));
    CHECK_FALSE(allowed("engine/include/yure/sim/scene.hpp", "#include <fstream>"));
    CHECK_FALSE(allowed("engine/include/yure/core/work.hpp", "#include \"yure/rig/puppet.hpp\""));
    CHECK_FALSE(allowed("engine/sim/solver.cpp", "    std::cout << 1;"));
    CHECK_FALSE(allowed("engine/sim/solver.cpp", "#include <ceres/ceres.h>"));
    CHECK_FALSE(allowed("baker/fit.cpp", "#include \"yure/studio/files.hpp\""));
    CHECK_FALSE(allowed("baker/fit.cpp", "#include <iostream>"));
    CHECK_FALSE(allowed("baker/fit.cpp", "#include <sys/stat.h>"));
    CHECK_FALSE(allowed("baker/fit.cpp", "#include \"../studio/files.hpp\""));
    CHECK_FALSE(allowed("baker/fit.cpp", "#include \"studio/private.hpp\""));
    CHECK_FALSE(allowed("studio/files.cpp", "#include <imgui.h>"));
    CHECK_FALSE(allowed("studio/files.cpp", "#include <GL/gl.h>"));
    CHECK_FALSE(allowed("cli/main.cpp", "#include <ceres/ceres.h>"));
    CHECK_FALSE(allowed("render/draw.cpp", "#include \"yure/studio/files.hpp\""));
    CHECK_FALSE(allowed("somewhere/new.cpp", "#include <vector>"));
    CHECK(layer_violations("baker/fit.cpp", "#include <vector>\n\n#include <mutex>\n").at(0).where ==
          "baker/fit.cpp:3");
}

TEST_CASE("the layer check lets through what a layer may use", "[architecture]") {
    CHECK(allowed("engine/rig/rig.cpp", "#include \"yure/rig/rig.hpp\"\n#include <Eigen/Core>\n#include <cmath>\n"));
    CHECK(allowed("engine/rig/rig.cpp", "// std::cout would be wrong here"));
    CHECK(allowed("engine/formats/json.cpp", "#include <nlohmann/json.hpp>"));
    CHECK(allowed("baker/fit.cpp",
                  "#include <ceres/ceres.h>\n#include \"yure/sim/scene.hpp\"\n#include \"fit_terms.hpp\"\n"));
    CHECK(allowed("studio/files.cpp", "#include <fstream>\n#include <sys/stat.h>\n#include <thread>\n"));
    CHECK(allowed("cli/main.cpp", "#include <CLI/CLI.hpp>\n#include <iostream>\n#include \"yure/studio/files.hpp\"\n"));
    CHECK(allowed("tests/baker/fit_test.cpp", "#include \"support/catch.hpp\"\n#include <thread>\n"));
}

TEST_CASE("the workplace check finds paths and names, and nothing in plain prose", "[architecture]") {
    CHECK(workplace_mentions("a.md", std::string("see /wo") + "rk/main").size() == 1);
    CHECK(workplace_mentions("a.md", std::string("as Iss") + "ue 12 wants").size() == 1);
    CHECK(workplace_mentions("a.md", std::string("written by Cla") + "ude").size() == 1);
    CHECK(workplace_mentions("a.md", "The issue of lag; a tissue 2 mm thick; tracked upstream as owner/name#57.")
              .empty());
}
