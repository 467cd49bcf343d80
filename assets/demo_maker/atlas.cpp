#include "atlas.hpp"

#include <algorithm>
#include <numeric>

namespace yure::demo {
namespace {

constexpr int kGap = 4;

/// A row of pictures; new ones are put to the right while they are not taller than the row.
struct Shelf {
    int page, y, height, x;
};

}  // namespace

std::vector<Pt> Atlas::uvs(const std::vector<Layer>& layers, std::size_t layer) const {
    const Placement& place = placements[layer];
    std::vector<Pt> result;
    for (const Pt p : layers[layer].mesh.points) {
        const Pt on_page = p - layers[layer].origin + Pt{static_cast<double>(place.x), static_cast<double>(place.y)};
        result.push_back(on_page * (1.0 / kTextureSize));
    }
    return result;
}

Atlas pack(const std::vector<Layer>& layers) {
    std::vector<std::size_t> order(layers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return layers[a].image.height > layers[b].image.height; });

    Atlas atlas;
    atlas.placements.resize(layers.size());
    std::vector<Shelf> shelves;
    std::vector<int> page_bottom;
    for (const std::size_t i : order) {
        const int width = layers[i].image.width + kGap, height = layers[i].image.height + kGap;
        auto shelf = std::find_if(shelves.begin(), shelves.end(),
                                  [&](const Shelf& s) { return s.x + width <= kTextureSize && height <= s.height; });
        if (shelf == shelves.end()) {
            int page = 0;
            while (page < static_cast<int>(page_bottom.size()) &&
                   page_bottom[static_cast<std::size_t>(page)] + height > kTextureSize)
                ++page;
            if (page == static_cast<int>(page_bottom.size())) page_bottom.push_back(kGap);
            shelves.push_back({page, page_bottom[static_cast<std::size_t>(page)], height, kGap});
            page_bottom[static_cast<std::size_t>(page)] += height;
            shelf = shelves.end() - 1;
        }
        atlas.placements[i] = {shelf->page, shelf->x, shelf->y};
        shelf->x += width;
    }

    atlas.pages.resize(page_bottom.size());
    for (Image& page : atlas.pages) {
        page.width = page.height = kTextureSize;
        page.rgba.assign(static_cast<std::size_t>(kTextureSize) * kTextureSize * 4, 0);
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Placement& place = atlas.placements[i];
        const Image& image = layers[i].image;
        for (int y = 0; y < image.height; ++y)
            std::copy_n(image.pixel(0, y), static_cast<std::size_t>(image.width) * 4,
                        atlas.pages[static_cast<std::size_t>(place.page)].pixel(place.x, place.y + y));
    }
    return atlas;
}

}  // namespace yure::demo
