/// The bodies of a document, simulated as they are looked at: the reference that a bake is judged by. Nothing of it is
/// exported.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/chain/strand.hpp"
#include "yure/core/result.hpp"
#include "yure/render/pose.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::editor {

/// A body to be simulated, with what keeps it out.
struct LiveRequest {
    baker::BodyRequest body;
    std::vector<studio::ObstacleSetting> obstacles;
};

class LiveSimulation {
  public:
    /// Builds every body that can be built; the others are told in `notices`. Takes some 50 ms per thousand vertices,
    /// so interfaces build it beside their own thread. The meshes' old physics is out of play, as in a bake.
    static std::unique_ptr<LiveSimulation> build(std::shared_ptr<const studio::ModelGeometry> geometry,
                                                 const std::vector<LiveRequest>& bodies);
    ~LiveSimulation();
    LiveSimulation(const LiveSimulation&) = delete;
    LiveSimulation& operator=(const LiveSimulation&) = delete;

    /// Puts everything at rest in the next frame.
    void reset();
    /// One frame of 1/60 s under these values (before physics), one per parameter of the model.
    void advance(std::span<const float> values, std::span<const float> part_opacities);
    /// The model's pose with the bodies where the simulation has them. Of the last frame.
    const render::Pose& pose() const;
    bool simulates(int mesh) const;
    /// One body in the last frame. Particles are its meshes' vertices, one mesh after another.
    struct BodyFrame {
        std::span<const int> meshes;          ///< rows in the puppet
        std::span<const int> first_particle;  ///< per mesh, and the total at the end
        std::span<const Vec2> goals;          ///< where the rig alone puts them, world px
        std::span<const Vec2> simulated;
        std::span<const Vec2> joints;          ///< of its bone chains, strand after strand; empty without chains
        std::span<const chain::Strand> strands;  ///< how many joints each has
    };
    /// Nothing when it is not simulated.
    std::optional<BodyFrame> body(std::string_view id) const;
    /// Effective pin weights of a mesh (painted, or by the body's rule); empty when it is not simulated.
    std::vector<float> pins(int mesh) const;
    int bodies() const;
    int particles() const;
    const Notices& notices() const;

  private:
    struct State;
    explicit LiveSimulation(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace yure::editor
