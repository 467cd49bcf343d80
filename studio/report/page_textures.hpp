/// Texture pages of a report page: scaled down until they fit, as PNG in base64. Private to studio.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "yure/studio/picture.hpp"

namespace yure::studio {

/// The picture at most `edge` px wide and high; each pixel is the mean of those it covers, by their alpha.
Picture scaled_down(const Picture& picture, int edge);

/// One entry a page: {"width","height","png"} or null where there is no picture or none is `used`. Never smaller than
/// 256 px, so `most_bytes` may be passed by a model with a great many pages.
nlohmann::ordered_json page_textures(std::span<const Picture> pages, const std::vector<bool>& used,
                                     std::size_t most_bytes);

}  // namespace yure::studio
