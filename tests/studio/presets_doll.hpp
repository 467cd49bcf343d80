/// A figure made in memory for tests of presets: meshes with art painted on the spot, so that what is loose, skin or a
/// trouser leg is known. Canvas 1000 x 1000 px; every mesh lies in world px and has a texture page of its own.
#pragma once

#include "support/tiny_puppet.hpp"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "yure/studio/presets/plan.hpp"

namespace yure::tests {

using Paint = std::array<std::uint8_t, 4>;
inline constexpr Paint kNothing{0, 0, 0, 0}, kBlue{40, 60, 140, 255}, kSkinTone{250, 220, 200, 255};
/// Colour at a place of the mesh's box, 0..1 each way, v down.
using Art = std::function<Paint(float u, float v)>;

class Doll {
  public:
    Doll();

    int parameter(const std::string& id, float min = -1.0f, float max = 1.0f, float default_value = 0.0f);
    int part(const std::string& id, const std::string& name, int parent = -1);
    void name_parameter(const std::string& id, const std::string& name);

    struct Swing {
        int parameter;
        float px;                ///< how far the swinging end goes sideways at the parameter's end
        bool upper_end = false;  ///< the upper end swings, not the lower one
    };
    /// A grid mesh over the box; order: draw order, larger = in front.
    void mesh(const std::string& id, int part, Vec2 low, Vec2 high, const Art& art, std::vector<Swing> swings = {},
              float order = 500.0f, int columns = 9, int lines = 17);

    pendulum::Physics physics;  ///< of the finished model; none while it has no group

    /// Ready to be planned for. Call once.
    studio::presets::Subject finish();
    const studio::Model& model() const { return *model_; }

  private:
    PuppetBuilder builder_;
    std::vector<std::pair<float, float>> ranges_;
    std::vector<studio::Picture> textures_;
    formats::Cdi3 names_;
    std::unique_ptr<studio::Model> model_;
};

/// A filled box, a hem that flares towards v = 1, two legs with a gap between them.
Paint filled(float u, float v);
Paint flared(float u, float v);
Paint two_legs(float u, float v);

/// What the document does with a plan: the state after it.
studio::presets::ProjectState applied(studio::presets::ProjectState state, const studio::presets::Plan& plan);

const studio::presets::WeightGroup* find_group(const std::vector<studio::presets::WeightGroup>& groups,
                                               const std::string& mesh, sim::GroupKind kind);
std::vector<std::string> body_meshes(const studio::presets::ProjectState& state, const std::string& body);

}  // namespace yure::tests
