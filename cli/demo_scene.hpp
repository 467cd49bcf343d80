/// `yure demo --scene NAME`: one of the small scenes of tests/scenes, simulated, as a table and pictures.
#pragma once

#include "context.hpp"

#include <string>

namespace yure::cli {

struct DemoScene {
    std::string name;  ///< "list", or one that does not exist: the scenes are named
    std::string out;   ///< folder; empty = out/scene_NAME
    int every = 6;     ///< frames from one picture to the next
    int size = 600;    ///< px, longer side of the pictures
};

Exit run_demo_scene(const Context& context, const DemoScene& given);

}  // namespace yure::cli
