/// A drawing surface for one layer of the character, in canvas coordinates: fills with gradients, soft shadows and
/// inked lines of varying width, all anti-aliased (cairo).
#pragma once

#include "geometry.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace yure::demo {

struct Rgba {
    double r = 0.0, g = 0.0, b = 0.0, a = 1.0;
    Rgba alpha(double share) const { return {r, g, b, a * share}; }
};
/// From 0xRRGGBB.
Rgba hex(std::uint32_t rgb, double alpha = 1.0);
Rgba mix(Rgba from, Rgba to, double share);

struct Stop {
    double at = 0.0;  ///< 0..1
    Rgba color;
};
/// What a fill is filled with.
struct Paint {
    enum class Kind { solid, linear, radial } kind = Kind::solid;
    Pt from, to;                            ///< linear: both ends; radial: `from` is the centre
    double radius_x = 0.0, radius_y = 0.0;  ///< radial: where the last stop lies
    std::vector<Stop> stops;

    Paint(Rgba color) : stops{{0.0, color}} {}
    static Paint linear(Pt from, Pt to, std::vector<Stop> stops);
    static Paint radial(Pt centre, double radius_x, double radius_y, std::vector<Stop> stops);
};

/// How an inked line's width runs: shares of the full width at start, middle and end.
struct Taper {
    double start = 0.2, middle = 1.0, end = 0.0;
};

/// Straight (not premultiplied) 8-bit RGBA, rows top down.
struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;

    const std::uint8_t* pixel(int x, int y) const { return &rgba[static_cast<std::size_t>(y * width + x) * 4]; }
    std::uint8_t* pixel(int x, int y) { return &rgba[static_cast<std::size_t>(y * width + x) * 4]; }
};

class Painter {
  public:
    /// Bounds are rounded outwards to whole pixels.
    explicit Painter(Box bounds);
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    void fill(const Pts& polygon, const Paint& paint);
    /// A fill whose edge is blurred by about `blur` px (an airbrush); usually inside a clip.
    void soft(const Pts& polygon, Rgba color, double blur);
    /// A line drawn with a pen that gets thinner at its ends.
    void ink(const Pts& line, double width, Rgba color, Taper taper = {});
    /// Until the matching `unclip`, nothing is drawn outside of the polygon. Clips nest.
    void clip(const Pts& polygon);
    void unclip();
    /// Makes all drawn so far transparent at `from` and before, opaque at `to` and beyond.
    void fade_in(Pt from, Pt to);

    Box bounds() const { return bounds_; }  ///< whole pixels
    /// The finished layer. Colours run on a little under transparent pixels, so that filtered edges stay clean.
    Image image() const;

  private:
    struct Surface;
    void path(const Pts& polygon);

    Box bounds_;
    std::unique_ptr<Surface> surface_;
};

}  // namespace yure::demo
