/// Words that name parts of a figure, in Chinese, Japanese and English: from a text to the things it speaks of.
#pragma once

#include <cstdint>
#include <string_view>

namespace yure::studio::presets {

/// Things a name can speak of; bits, since a name speaks of several ("髪飾り 後" of hair, ornament and back).
enum Word : std::uint32_t {
    kHair = 1u << 0,
    kFront = 1u << 1,
    kSide = 1u << 2,
    kBack = 1u << 3,
    kTail = 1u << 4,      ///< ponytail, braid: hair that hangs from a tie
    kUpright = 1u << 5,   ///< a lock that stands up from the head
    kOrnament = 1u << 6,  ///< ribbon in the hair, pin, band, ear of a costume
    kShadow = 1u << 7,
    kTop = 1u << 8,
    kBottoms = 1u << 9,
    kSkirt = 1u << 10,
    kTrousers = 1u << 11,
    kNeckwear = 1u << 12,
    kSleeve = 1u << 13,
    kLegwear = 1u << 14,
    kIris = 1u << 15,
    kArm = 1u << 16,
    kLeg = 1u << 17,
    kTorso = 1u << 18,
    kFace = 1u << 19,   ///< face, brows, mouth, nose, ears, neck, eyes without the iris
    kProp = 1u << 20,   ///< background, sketch, effect, something held
    kRibbon = 1u << 21  ///< ribbon or bow, wherever it sits
};
using Words = std::uint32_t;

/// Names as people and editors write them: "PartHairFront", "D_HAIR_FRONT_00", "髪揺れ　前", "fronthair", "ArtMesh12".
/// Full-width and half-width forms, case and composition do not matter.
Words words_in(std::string_view name);

}  // namespace yure::studio::presets
