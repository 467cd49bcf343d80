// Any bytes as PNG: refused in words, or a picture of the size it says that is written and read again the same.
#include "fuzz_json.hpp"
#include "studio/small_model.hpp"
#include "yure/studio/picture.hpp"

using namespace yure;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    // A few bytes may honestly say a picture of 2^28 pixels; the fuzzer's memory is for faults.
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto at = [&](std::size_t i) { return i < size ? std::size_t{data[i]} : 0; };
    const std::size_t width = at(16) << 24 | at(17) << 16 | at(18) << 8 | at(19), height = at(20) << 24 | at(21) << 16 | at(22) << 8 | at(23);
    if (width > 0 && height > 0 && width * height > (1u << 22) && width * height <= studio::kLargestPicture) return 0;
    const auto picture = studio::decode_png(bytes, "fuzz.png");
    if (!picture) {
        fuzz::require(!picture.error().what.empty());
        return 0;
    }
    fuzz::require(picture->width > 0 && picture->height > 0);
    fuzz::require(picture->rgba.size() == std::size_t{4} * static_cast<std::size_t>(picture->width) * static_cast<std::size_t>(picture->height));
    const auto again = studio::decode_png(studio::encode_png(picture->width, picture->height, picture->rgba), "again.png");
    fuzz::require(again.ok() && again->rgba == picture->rgba);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {tests::small_png(4, 4), tests::small_png(1, 1), tests::small_png(33, 7)};
}
