#include "panels/panel_list.hpp"

namespace yure::editor {

std::vector<std::unique_ptr<Panel>> make_panels() {
    std::vector<std::unique_ptr<Panel>> panels;
    panels.push_back(make_outline_panel());
    panels.push_back(make_parameters_panel());
    panels.push_back(make_inspector_panel());
    panels.push_back(make_history_panel());
    panels.push_back(make_jobs_panel());
    panels.push_back(make_simulation_panel());
    panels.push_back(make_presets_panel());
    panels.push_back(make_physics_panel());
    panels.push_back(make_chains_panel());
    panels.push_back(make_report_panel());
    panels.push_back(make_graph_panel());
    panels.push_back(make_scenes_panel());
    return panels;
}

}  // namespace yure::editor
