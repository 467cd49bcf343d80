#include "frame_pictures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "yure/pendulum/player.hpp"
#include "yure/render/puppet_renderer.hpp"
#include "yure/studio/part_opacities.hpp"
#include "yure/studio/picture.hpp"

namespace yure::cli {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

render::View whole_canvas(const rig::Canvas& canvas, int size) {
    const float longer = std::max(canvas.width, canvas.height);
    const auto side = [&](float length) {
        const float px = longer > 0.0f ? static_cast<float>(size) * length / longer : static_cast<float>(size);
        return std::max(1, static_cast<int>(std::lround(px)));
    };
    return render::View::fit(canvas, side(canvas.width), side(canvas.height));
}

/// All parameters of the model, frame after frame: the clip, then the physics that stays.
class ModelDriver {
  public:
    ModelDriver(const rig::Rig& rig, const studio::Model& model, const studio::Simulation& simulation)
        : simulation_(simulation),
          values_(rig.default_values()),
          defaults_(values_),
          player_(simulation.remaining_physics, model.parameter_ranges()) {
        for (const std::string& id : simulation.input_ids) columns_.push_back(rig.find_parameter(id));
    }

    std::span<const float> values(int frame) {
        values_ = defaults_;
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (columns_[c] >= 0) values_[at(columns_[c])] = simulation_.input_values[at(frame) * columns_.size() + c];
        if (frame == 0) player_.stabilize(values_);
        player_.evaluate(values_, 1.0f / 60.0f);
        return values_;
    }

  private:
    const studio::Simulation& simulation_;
    std::vector<int> columns_;
    std::vector<float> values_, defaults_;
    pendulum::Player player_;
};

void put_simulated(const studio::Simulation& simulation, int frame, render::Pose& pose) {
    std::span<const Vec2> row = simulation.simulated_row(frame);
    for (const studio::SimulatedMesh& mesh : simulation.meshes) {
        pose.set_positions(mesh.mesh, row.first(at(mesh.vertices)));
        row = row.subspan(at(mesh.vertices));
    }
}

}  // namespace

Result<int> draw_frames(const render::Context& context, const studio::Model& model,
                        const studio::Simulation& simulation, const PictureOptions& options, studio::OutputFolder& out,
                        Notices& notices, const Work& work) {
    const std::vector<studio::Picture> pages = studio::load_textures(model, notices);
    std::vector<render::ImageView> views;
    for (const studio::Picture& page : pages) views.push_back({page.width, page.height, page.rgba});
    auto renderer = render::PuppetRenderer::build(context, model.puppet, views);
    if (!renderer) return renderer.error();
    notices.insert(notices.end(), renderer->notices().begin(), renderer->notices().end());
    const Result<rig::Rig> rig = rig::Rig::build(model.puppet);
    if (!rig) return rig.error();

    rig::Evaluation evaluation(*rig);
    render::Pose pose;
    ModelDriver driver(*rig, model, simulation);
    studio::PartOpacities parts(model, options.motion, notices);
    const render::View view = whole_canvas(model.puppet.canvas, options.size);
    int count = 0;
    for (int frame = 0; frame < simulation.frames; ++frame) {
        const std::span<const float> values = driver.values(frame), opacities = parts.next();
        if (frame % options.every != 0) continue;
        if (work.is_cancelled()) return Error{"", "cancelled"};
        evaluation.evaluate(values, opacities);
        pose.read(*rig, evaluation);
        put_simulated(simulation, frame, pose);
        const Result<render::Image> image = renderer->draw(pose, view);
        if (!image) return image.error();
        char name[32];
        std::snprintf(name, sizeof name, "frame_%04d.png", frame);
        const auto png = studio::encode_png(image->width, image->height, image->rgba);
        if (const Status written = out.write(name, png); !written) return written.error();
        ++count;
        work.report("draw", static_cast<double>(frame) / simulation.frames);
    }
    return count;
}

}  // namespace yure::cli
