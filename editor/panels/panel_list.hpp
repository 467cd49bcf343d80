/// Makers of the panels, each in a file of its own.
#pragma once

#include <memory>

#include "panels/panel.hpp"

namespace yure::editor {

std::unique_ptr<Panel> make_outline_panel();
std::unique_ptr<Panel> make_parameters_panel();
std::unique_ptr<Panel> make_inspector_panel();
std::unique_ptr<Panel> make_history_panel();
std::unique_ptr<Panel> make_jobs_panel();
std::unique_ptr<Panel> make_simulation_panel();
std::unique_ptr<Panel> make_physics_panel();
std::unique_ptr<Panel> make_chains_panel();
std::unique_ptr<Panel> make_presets_panel();
std::unique_ptr<Panel> make_report_panel();
std::unique_ptr<Panel> make_graph_panel();
std::unique_ptr<Panel> make_scenes_panel();

}  // namespace yure::editor
