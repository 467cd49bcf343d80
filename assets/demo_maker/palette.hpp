/// Colours of the demo character.
#pragma once

#include "painter.hpp"

namespace yure::demo::palette {

inline const Rgba kHairLine = hex(0x463a78);
inline const Rgba kHairShade = hex(0x5a4fa8);
inline const Rgba kHairDeep = hex(0x4d4590);
inline const Rgba kHairLight = hex(0xe9e2ff);
inline const Rgba kHairTip = hex(0xf6bcd6);

inline const Rgba kSkin = hex(0xffeee4);
inline const Rgba kSkinWarm = hex(0xffdccd);
inline const Rgba kSkinShade = hex(0xf3b8a8);
inline const Rgba kSkinLine = hex(0x9a5560);
inline const Rgba kBlush = hex(0xff8f8f);

inline const Rgba kLash = hex(0x3a2a4e);
inline const Rgba kMouthInside = hex(0x9c3a4c);

inline const Rgba kCloth = hex(0xfdfcff);
inline const Rgba kClothShade = hex(0xcfd1ec);
inline const Rgba kClothLine = hex(0x5d5f92);
inline const Rgba kNavy = hex(0x3f4a86);
inline const Rgba kNavyLight = hex(0x5a68ad);
inline const Rgba kNavyDark = hex(0x2b3265);
inline const Rgba kNavyLine = hex(0x22274f);
inline const Rgba kCoral = hex(0xf4717b);
inline const Rgba kCoralLight = hex(0xffa2a0);
inline const Rgba kCoralDark = hex(0xc84766);
inline const Rgba kCoralLine = hex(0x7d2746);

/// Hair colour runs down the whole figure, so that neighbouring pieces meet without a seam.
inline Paint hair_paint(double darker = 0.0) {
    const auto tone = [&](Rgba c) { return mix(c, kHairDeep, darker); };
    return Paint::linear({800, 180}, {800, 1680},
                         {{0.00, tone(hex(0xa79ee4))},
                          {0.20, tone(hex(0x978ddb))},
                          {0.45, tone(hex(0xa597e0))},
                          {0.72, tone(hex(0xcba9e4))},
                          {1.00, tone(kHairTip)}});
}

}  // namespace yure::demo::palette
