/// Whole models. What a picture must be is judged by numbers here; the pictures themselves are written to
/// `pictures/` in the build tree, to be looked at.
#include "cards.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <png.h>

#include "yure/formats/moc3.hpp"

using namespace yure;
using namespace yure::tests;
namespace fs = std::filesystem;

namespace {

render::Image read_png(const fs::path& path) {
    png_image png;
    std::memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    REQUIRE(png_image_begin_read_from_file(&png, path.c_str()) != 0);
    png.format = PNG_FORMAT_RGBA;
    render::Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgba.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    REQUIRE(png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr) != 0);
    return image;
}

void write_picture(const std::string& name, const render::Image& image) {
    const fs::path folder = fs::path(YURE_BINARY_DIR) / "pictures";
    fs::create_directories(folder);
    png_image png;
    std::memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    png.format = PNG_FORMAT_RGBA;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    const std::string path = (folder / (name + ".png")).string();
    CHECK(png_image_write_to_file(&png, path.c_str(), 0, image.rgba.data(), 0, nullptr) != 0);
}

/// A model of the reference data with everything needed to draw it.
struct Model {
    rig::Puppet puppet;
    std::vector<render::Image> pages;

    explicit Model(const std::string& name) {
        const fs::path folder = shared_path("models/" + name);
        const auto files = read_json(folder / (name + ".model3.json")).at("FileReferences");
        auto read = formats::read_moc3(read_bytes(folder / files.at("Moc").get<std::string>()));
        REQUIRE(read.ok());
        puppet = std::move(*read);
        for (const auto& page : files.at("Textures")) pages.push_back(read_png(folder / page.get<std::string>()));
    }
    std::vector<render::ImageView> views() const {
        std::vector<render::ImageView> out;
        for (const render::Image& page : pages) out.push_back(page.view());
        return out;
    }
};

struct Coverage {
    double opaque = 0.0, partial = 0.0, empty = 0.0;  ///< shares of the picture
    int low_x = 1 << 30, high_x = -1, low_y = 1 << 30, high_y = -1;
};

Coverage coverage(const render::Image& image) {
    Coverage c;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const int alpha = at(image, x, y)[3];
            (alpha == 255 ? c.opaque : alpha == 0 ? c.empty : c.partial) += 1.0;
            if (alpha == 0) continue;
            c.low_x = std::min(c.low_x, x), c.high_x = std::max(c.high_x, x);
            c.low_y = std::min(c.low_y, y), c.high_y = std::max(c.high_y, y);
        }
    for (double* share : {&c.opaque, &c.partial, &c.empty}) *share /= static_cast<double>(image.width) * image.height;
    return c;
}

/// Pixels that differ visibly.
int differing(const render::Image& a, const render::Image& b) {
    int count = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        int worst = 0;
        for (std::size_t c = 0; c < 4; ++c) worst = std::max(worst, std::abs(a.rgba[i + c] - b.rgba[i + c]));
        count += worst > 24 ? 1 : 0;
    }
    return count;
}

}  // namespace

TEST_CASE("reference models fill their canvas with a figure, and another pose is another picture", "[render][models]") {
    YURE_REQUIRE_SHARED("models/Hiyori/Hiyori.moc3");
    YURE_REQUIRE_CONTEXT(context);
    for (const std::string name : {"Hiyori", "Haru", "Mark", "Wanko"}) {
        INFO(name);
        const Model model(name);
        auto rig = rig::Rig::build(model.puppet);
        REQUIRE(rig.ok());
        auto renderer = render::PuppetRenderer::build(context, model.puppet, model.views());
        REQUIRE(renderer.ok());
        CHECK(renderer->notices().empty());

        rig::Evaluation evaluation(*rig);
        render::Pose pose;
        const float ratio = model.puppet.canvas.height / model.puppet.canvas.width;
        const int width = 600, height = static_cast<int>(std::lround(600.0f * ratio));
        const render::View view = render::View::fit(model.puppet.canvas, width, height);
        const auto posed = [&](const std::vector<std::pair<const char*, float>>& values) {
            std::vector<float> all = rig->default_values();
            for (const auto& [id, value] : values)
                if (const int p = rig->find_parameter(id); p >= 0) all[static_cast<std::size_t>(p)] = value;
            evaluation.evaluate(all);
            pose.read(*rig, evaluation);
            auto image = renderer->draw(pose, view);
            REQUIRE(image.ok());
            return std::move(*image);
        };
        const render::Image rest = posed({});
        write_picture(name + "_rest", rest);
        const Coverage c = coverage(rest);
        CHECK(c.opaque > 0.1);
        CHECK(c.partial > 0.0005);  // soft edges
        CHECK(c.partial < 0.25);
        CHECK(c.empty > 0.1);

        const render::Image turned = posed({{"ParamAngleX", 30.0f},
                                            {"ParamAngleY", -15.0f},
                                            {"ParamAngleZ", 20.0f},
                                            {"PARAM_ANGLE_X", 30.0f},
                                            {"PARAM_ANGLE_Z", 20.0f},
                                            {"ParamBodyAngleX", 10.0f}});
        write_picture(name + "_turned", turned);
        CHECK(differing(rest, turned) > width * height / 100);
        const render::Image closed = posed({{"ParamEyeLOpen", 0.0f},
                                            {"ParamEyeROpen", 0.0f},
                                            {"PARAM_EYE_L_OPEN", 0.0f},
                                            {"PARAM_EYE_R_OPEN", 0.0f},
                                            {"ParamMouthOpenY", 1.0f},
                                            {"PARAM_MOUTH_OPEN_Y", 1.0f}});
        write_picture(name + "_blink", closed);
        CHECK(differing(rest, closed) > 20);
        CHECK(posed({}) == rest);
    }
}

TEST_CASE("an eye's white keeps the iris inside", "[render][models][mask]") {
    YURE_REQUIRE_SHARED("models/Hiyori/Hiyori.moc3");
    YURE_REQUIRE_CONTEXT(context);
    Model model("Hiyori");
    auto rig = rig::Rig::build(model.puppet);
    REQUIRE(rig.ok());
    rig::Evaluation evaluation(*rig);
    std::vector<float> values = rig->default_values();
    for (const char* id : {"ParamEyeLOpen", "ParamEyeROpen"}) {
        const int p = rig->find_parameter(id);
        REQUIRE(p >= 0);
        values[static_cast<std::size_t>(p)] = 0.4f;  // half closed: the lids cut the iris
    }
    evaluation.evaluate(values);
    render::Pose pose;
    pose.read(*rig, evaluation);

    // Everything hidden but the masked meshes: what remains must lie within their masks' bounding boxes.
    const auto masked = [&](std::size_t m) { return model.puppet.mesh.mask_count[m] > 0; };
    Vec2 low{1e9f, 1e9f}, high{-1e9f, -1e9f};
    int count = 0;
    for (std::size_t m = 0; m < pose.meshes.size(); ++m) {
        if (!masked(m)) {
            pose.meshes[m].visible = false;
            continue;
        }
        ++count;
        for (int k = 0; k < model.puppet.mesh.mask_count[m]; ++k) {
            const int mask = model.puppet.masks[static_cast<std::size_t>(model.puppet.mesh.mask_begin[m] + k)];
            for (const Vec2 p : pose.meshes[static_cast<std::size_t>(mask)].positions) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        }
    }
    REQUIRE(count > 0);
    const auto draw_with = [&](const rig::Puppet& puppet) {
        auto renderer = render::PuppetRenderer::build(context, puppet, model.views());
        REQUIRE(renderer.ok());
        const Vec2 margin{60.0f, 60.0f};
        const render::View view = render::View::fit(low - margin, high + margin, 700, 400);
        auto image = renderer->draw(pose, view);
        REQUIRE(image.ok());
        const Coverage c = coverage(*image);
        const Vec2 from = view.to_world({static_cast<float>(c.low_x) + 1.0f, static_cast<float>(c.low_y) + 1.0f});
        const Vec2 to = view.to_world({static_cast<float>(c.high_x), static_cast<float>(c.high_y)});
        return std::tuple(std::move(*image), from, to, c.opaque + c.partial);
    };
    const auto [inside, from, to, covered] = draw_with(model.puppet);
    write_picture("Hiyori_masked", inside);
    CHECK(covered > 0.005);
    CHECK(from.x >= low.x);
    CHECK(from.y >= low.y);
    CHECK(to.x <= high.x);
    CHECK(to.y <= high.y);
    for (int& masks : model.puppet.mesh.mask_count) masks = 0;
    const auto [free, free_from, free_to, free_covered] = draw_with(model.puppet);
    write_picture("Hiyori_unmasked", free);
    CHECK(free_covered > covered * 1.05);
}
