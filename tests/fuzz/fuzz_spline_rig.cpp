// Any bytes as spline rigs: read, written, and what is accepted poses a chain with finite numbers.
#include "fuzz_json.hpp"

#include "yure/chain/spline_rig.hpp"
#include "yure/formats/spline_rig.hpp"

using namespace yure;

namespace {

void use(const formats::SplineRigFile& file) {
    fuzz::require(chain::problems(file.rigs).empty());
    chain::Skeleton skeleton;
    std::vector<chain::Affine> local, bind;
    for (int i = 0; i < 6; ++i) {
        skeleton.push_back({"b" + std::to_string(i), i - 1});
        local.push_back({{}, {i == 0 ? 0.0 : 0.3, 0.0, 0.0}});
        bind.push_back({{}, {0.3 * i, 0.0, 0.0}});
    }
    for (std::size_t r = 0; r < file.rigs.rigs.size() && r < 3; ++r) {
        chain::SplineRig rig = file.rigs.rigs[r];
        if (rig.knots.size() > 16) rig.knots.resize(16);
        auto solver = chain::SplineRigSolver::build(rig, skeleton, bind);
        if (!solver) continue;
        for (const double time : {0.0, 0.4, 2.0}) {
            std::vector<chain::Affine> world = bind;
            if (!solver->apply(local, world, time)) break;
            for (const chain::Mat3& frame : solver->frames())  // orthonormal, or an input beyond what squares
                fuzz::require(!chain::is_finite(frame) || std::abs(chain::determinant(frame) - 1.0) < 1e-6 ||
                              std::abs(chain::determinant(frame)) < 1e-6);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = [](std::string_view text, formats::NumberReading, formats::Findings* findings) {
        return formats::read_spline_rig(text, findings);
    };
    formats::is_spline_rig(fuzz::text_of(data, size));
    fuzz::read_write_read(fuzz::text_of(data, size), read, formats::write_spline_rig, use);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{
        R"({"schema": "yure-spline-rig", "version": 1, "space": {"axes": "unity", "unitScale": 0.5}, "rigs": [{"name": "r", "bones": ["b0", "b5"],
            "curve": {"type": "bezier", "closed": false, "knots": [[0, 0, 0], {"position": [1, 1, 0], "in": [-1, 0, 0], "out": [1, 0, 0],
            "keys": [{"time": 0, "position": [1, 1, 0]}, {"time": 1, "position": [1, 2, 1]}]}, [2, 0, 0]]},
            "joints": {"mode": "stretch", "slide": 0.1, "stretch": 0.5, "keepVolume": true},
            "back": {"mode": "fins", "axis": [0, 0, 1], "fins": [{"at": 0.1, "position": [0, 0, 2], "turns": 0}, {"at": 0.9, "position": [2, 1, 2], "turns": 1}]},
            "twist": {"start": 5, "end": 90}}]})",
        R"({"schema": "yure-spline-rig", "version": 1, "rigs": [{"name": "r", "bones": ["b1", "b2"], "curve": {"type": "bspline", "closed": true,
            "knots": [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}, "joints": {"mode": "arc", "lengths": [0.2, 0.4]},
            "back": {"mode": "points", "points": [[0, 0, 1], {"position": [0, 0, 1], "node": "b0"}]}}]})"};
    add_files(all, YURE_FUZZ_SEEDS, ".spline-rig.json");
    return all;
}
