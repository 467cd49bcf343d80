#include "page_textures.hpp"

#include "base64.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

/// A pixel of the result covers source pixels first .. last, the outer ones in part.
struct Cover {
    int first = 0, last = 0;
    double from = 0.0, to = 0.0;
    Cover(int index, int size, int source) {
        from = static_cast<double>(index) * source / size;
        to = static_cast<double>(index + 1) * source / size;
        first = static_cast<int>(from);
        last = std::min(source - 1, static_cast<int>(std::ceil(to)) - 1);
    }
    double share(int k) const { return std::min(to, k + 1.0) - std::max(from, static_cast<double>(k)); }
};

}  // namespace

Picture scaled_down(const Picture& picture, int edge) {
    const int longer = std::max(picture.width, picture.height);
    if (longer <= edge || longer == 0) return picture;
    const auto size = [&](int length) {
        return std::max(1, static_cast<int>(std::lround(static_cast<double>(length) * edge / longer)));
    };
    Picture result{size(picture.width), size(picture.height), {}};
    result.rgba.resize(static_cast<std::size_t>(result.width) * static_cast<std::size_t>(result.height) * 4);
    for (int y = 0; y < result.height; ++y) {
        const Cover rows(y, result.height, picture.height);
        for (int x = 0; x < result.width; ++x) {
            const Cover columns(x, result.width, picture.width);
            double color[3] = {0.0, 0.0, 0.0}, alpha = 0.0, area = 0.0;
            for (int v = rows.first; v <= rows.last; ++v)
                for (int u = columns.first; u <= columns.last; ++u) {
                    const std::uint8_t* pixel = picture.rgba.data() + (static_cast<std::size_t>(v) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(u)) * 4;
                    const double weight = rows.share(v) * columns.share(u), shown = weight * pixel[3];
                    for (int c = 0; c < 3; ++c) color[c] += shown * pixel[c];
                    alpha += shown;
                    area += weight;
                }
            std::uint8_t* out = result.rgba.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(result.width) + static_cast<std::size_t>(x)) * 4;
            for (int c = 0; c < 3; ++c)
                out[c] = alpha > 0.0 ? static_cast<std::uint8_t>(std::lround(color[c] / alpha)) : std::uint8_t{0};
            out[3] = area > 0.0 ? static_cast<std::uint8_t>(std::lround(alpha / area)) : std::uint8_t{0};
        }
    }
    return result;
}

ordered_json page_textures(std::span<const Picture> pages, const std::vector<bool>& used, std::size_t most_bytes) {
    constexpr int kEdges[] = {1536, 1024, 768, 512, 384, 256};
    ordered_json list;
    for (const int edge : kEdges) {
        list = ordered_json::array();
        std::size_t bytes = 0;
        for (std::size_t k = 0; k < pages.size(); ++k) {
            if (pages[k].rgba.empty() || k >= used.size() || !used[k]) {
                list.push_back(nullptr);
                continue;
            }
            const Picture small = scaled_down(pages[k], edge);
            std::string png = base64(encode_png(small.width, small.height, small.rgba));
            bytes += png.size();
            list.push_back({{"width", small.width}, {"height", small.height}, {"png", std::move(png)}});
            if (bytes > most_bytes) break;
        }
        if (bytes <= most_bytes) break;
    }
    while (list.size() < pages.size()) list.push_back(nullptr);
    return list;
}

}  // namespace yure::studio
