/// The model on which a replay is seen: posed frame by frame as an ordinary player would, the measured bodies left where
/// the rig alone has them.
#pragma once

#include "replay.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "yure/rig/rig.hpp"

namespace yure::studio {

class Packer;

/// One frame of the whole model.
struct StageFrame {
    std::vector<float> moved;    ///< px off the default pose, x y of every vertex of every mesh
    std::vector<float> opacity;  ///< per mesh; 0 = not to be seen
    std::vector<int> order;      ///< meshes from back to front
};

/// What changes about meshes besides their vertices, over one clip.
class SceneLooks {
  public:
    void add(int frame, const StageFrame& shown);
    bool shows(int mesh) const;
    /// Adds "opacity" and "order" to a clip's description where they differ from the default pose.
    void describe(nlohmann::ordered_json& clip, const class ReplayStage& stage, Packer& packer) const;

  private:
    struct OrderChange {
        int frame = 0;
        std::vector<int> order;
    };
    int frames_ = 0;
    std::vector<std::vector<float>> opacity_;  // per mesh, a value a frame
    std::vector<OrderChange> orders_;
};

class ReplayStage {
  public:
    static Result<ReplayStage> build(const Model& model, const baker::BakeResult& result,
                                     const std::vector<std::vector<int>>& body_meshes);

    /// Shows every second frame of a clip, numbered from 0.
    void play(const ReplayRecorder::Scene& scene, const std::function<void(int, const StageFrame&)>& show) const;
    /// Decides which meshes are part of the replay: those that are to be seen in some clip, and their masks.
    void keep_shown(std::span<const SceneLooks> looks);
    /// px (x y x y …) that a parameter at a value moves meshes off the default pose, times `factor`.
    std::vector<float> moved_by(const std::string& parameter, float value, std::span<const int> meshes_moved,
                                float factor) const;

    std::size_t columns() const { return rest_.size(); }
    int kept_columns() const { return static_cast<int>(kept_.size()) * 2; }
    std::vector<float> kept_planar(const StageFrame& frame) const;  ///< x of all kept vertices, then y
    std::vector<float> kept_rest() const;
    std::vector<int> kept_order(std::span<const int> order) const;  ///< as places in `meshes`
    std::vector<int> places(std::span<const int> rows) const;       ///< rows of the puppet as places in `meshes`

    std::vector<int> meshes;  ///< kept ones, rows of the puppet
    std::vector<float> rest_opacity;
    std::vector<int> rest_order;
    std::vector<rig::Color> multiply, screen;

  private:
    ReplayStage() = default;
    void read(const rig::Evaluation& pose, StageFrame& frame) const;

    const rig::Puppet* puppet_ = nullptr;
    const pendulum::Physics* physics_ = nullptr;
    std::vector<std::vector<int>> body_meshes_;
    std::unique_ptr<rig::Rig> rig_;
    std::vector<float> part_opacities_;
    std::vector<std::size_t> first_;  // per mesh: its first vertex
    std::vector<float> rest_;
    std::vector<std::size_t> kept_;  // vertices
};

}  // namespace yure::studio
