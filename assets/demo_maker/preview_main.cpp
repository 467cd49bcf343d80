/// yure_demo_preview FOLDER OUT.png [--scale S] [--crop L,T,R,B] [--sheet COLUMNS] [ParamId=value … [/ ParamId=value
/// …]] Poses the model in FOLDER and paints it. Several poses, parted by "/", come side by side.
#include "png_file.hpp"
#include "preview.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "yure/formats/moc3.hpp"
#include "yure/formats/model3.hpp"

namespace {

using namespace yure;
using demo::Image;

Result<std::string> read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path.string(), "cannot be read"};
    return std::string{std::istreambuf_iterator<char>(file), {}};
}

struct Model {
    rig::Puppet puppet;
    std::vector<Image> pages;
};

std::filesystem::path find_model3(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().string().ends_with(".model3.json")) return entry.path();
    return folder / "(no .model3.json)";
}

Result<Model> load(const std::filesystem::path& folder) {
    const auto text = read_file(find_model3(folder));
    if (!text) return text.error();
    const auto model3 = formats::read_model3(*text);
    if (!model3) return model3.error();
    const auto moc = read_file(folder / model3->moc);
    if (!moc) return moc.error();
    auto puppet = formats::read_moc3(std::as_bytes(std::span(moc->data(), moc->size())));
    if (!puppet) return puppet.error();
    Model model{std::move(*puppet), {}};
    for (const std::string& texture : model3->textures) {
        auto page = demo::read_png(folder / texture);
        if (!page) return page.error();
        model.pages.push_back(std::move(*page));
    }
    return model;
}

/// Pictures of one size, side by side in rows.
Image sheet(const std::vector<Image>& pictures, int columns) {
    const int rows = (static_cast<int>(pictures.size()) + columns - 1) / columns;
    const int width = pictures[0].width, height = pictures[0].height;
    Image image{width * columns, height * rows, {}};
    image.rgba.assign(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4, 255);
    for (int i = 0; i < static_cast<int>(pictures.size()); ++i)
        for (int y = 0; y < height; ++y)
            std::copy_n(pictures[static_cast<std::size_t>(i)].pixel(0, y), static_cast<std::size_t>(width) * 4,
                        image.pixel((i % columns) * width, (i / columns) * height + y));
    return image;
}

double number(std::string_view text) {
    return std::strtod(std::string(text).c_str(), nullptr);
}

int fail(const std::string& what, int code) {
    std::fprintf(stderr, "yure_demo_preview: %s\n", what.c_str());
    return code;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3)
        return fail(
            "usage: yure_demo_preview FOLDER OUT.png [--scale S] [--crop L,T,R,B] [--sheet N] [--transparent] "
            "[Param=value … / …]",
            2);
    const auto model = load(arguments[1]);
    if (!model) return fail(model.error().text(), 3);
    const auto rig = rig::Rig::build(model->puppet);
    if (!rig) return fail(rig.error().text(), 3);

    demo::PreviewView view;
    view.crop = {0, 0, static_cast<double>(model->puppet.canvas.width),
                 static_cast<double>(model->puppet.canvas.height)};
    view.background_top = demo::hex(0xf3f5fb);
    view.background_bottom = demo::hex(0xdfe6f4);
    int columns = 0;
    std::vector<std::vector<float>> poses{rig->default_values()};
    for (int i = 3; i < count; ++i) {
        const std::string_view word = arguments[i];
        if (word == "--transparent") {
            view.background_top = view.background_bottom = {0, 0, 0, 0};
        } else if (word.starts_with("--")) {
            if (i + 1 == count) return fail(std::string(word) + " needs a value", 2);
            const std::string_view value = arguments[++i];
            if (word == "--scale") view.scale = number(value);
            if (word == "--sheet") columns = static_cast<int>(number(value));
            if (word == "--crop" && std::sscanf(arguments[i], "%lf,%lf,%lf,%lf", &view.crop.left, &view.crop.top,
                                                &view.crop.right, &view.crop.bottom) != 4)
                return fail("--crop takes left,top,right,bottom", 2);
        } else if (word == "/") {
            poses.push_back(rig->default_values());
        } else {
            const auto equals = word.find('=');
            const int parameter = equals == std::string_view::npos ? -1 : rig->find_parameter(word.substr(0, equals));
            if (parameter < 0) return fail("no parameter \"" + std::string(word.substr(0, equals)) + "\"", 2);
            poses.back()[static_cast<std::size_t>(parameter)] = static_cast<float>(number(word.substr(equals + 1)));
        }
    }
    if (!(view.scale > 0.0 && view.scale <= 4.0) || view.crop.width() * view.scale < 1.0 ||
        view.crop.height() * view.scale < 1.0 || view.crop.width() > 10000.0 || view.crop.height() > 10000.0)
        return fail("the picture would be empty or too large", 2);

    rig::Evaluation pose(*rig);
    std::vector<Image> pictures;
    for (const auto& values : poses) {
        pose.evaluate(values);
        pictures.push_back(demo::render(model->puppet, pose, model->pages, view));
    }
    const Image picture = sheet(pictures, columns > 0 ? columns : static_cast<int>(pictures.size()));
    if (const auto status = demo::write_png(arguments[2], picture); !status) return fail(status.error().text(), 1);
    return 0;
}
