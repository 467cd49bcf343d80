/// The simulation of a body, live: stepped by whoever watches, part of no document. Private to mcp.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "json_rpc.hpp"
#include "yure/baker/body_solver.hpp"
#include "yure/render/pose.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::mcp {

class Preview {
  public:
    static Result<std::unique_ptr<Preview>> start(const studio::Document& document, const std::string& body,
                                                  std::shared_ptr<const studio::ModelGeometry> geometry);

    /// Back to rest at the default pose.
    void restart();
    /// Values of parameters from the next step on; they stay until they are set again. Errors: one the model lacks.
    Status set_values(const std::map<std::string, float>& values);
    /// s, 0..0.1
    void step(float dt);
    void set_wind(Vec2 wind) { solver_->set_wind(0, wind); }

    /// {"time","frames","offset_px","speed_px_s","values","unfolded","restarts"}, with every vertex when `positions`.
    Json state(bool positions) const;
    /// The whole puppet at the parameters' values with the simulated meshes in place.
    render::Pose pose() const;
    const std::string& body_id() const { return id_; }
    const studio::ModelGeometry& geometry() const { return *geometry_; }

  private:
    Preview() = default;
    void take_goals();

    std::string id_;
    std::shared_ptr<const studio::ModelGeometry> geometry_;
    baker::Body body_;
    std::unique_ptr<baker::BodySolver> solver_;
    std::unique_ptr<rig::Evaluation> evaluation_;
    std::vector<float> values_;
    std::vector<Vec2> goals_, positions_, before_;
    double time_ = 0.0, last_dt_ = 0.0;
    int frames_ = 0;
};

}  // namespace yure::mcp
