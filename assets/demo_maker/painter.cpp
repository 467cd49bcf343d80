#include "painter.hpp"

#include <algorithm>
#include <cairo.h>
#include <cmath>
#include <utility>

namespace yure::demo {
namespace {

/// Three passes of a box blur in one direction over a plane of bytes: close to a Gaussian.
void blur_lines(std::vector<int>& plane, int width, int height, int radius, bool horizontal) {
    const int lines = horizontal ? height : width, length = horizontal ? width : height;
    const int step = horizontal ? 1 : width, line_step = horizontal ? width : 1;
    std::vector<int> line(static_cast<std::size_t>(length));
    for (int pass = 0; pass < 3; ++pass)
        for (int l = 0; l < lines; ++l) {
            const auto cell = [&](int i) -> int& { return plane[static_cast<std::size_t>(l * line_step + i * step)]; };
            int sum = 0;
            for (int i = -radius; i <= radius; ++i) sum += i >= 0 && i < length ? cell(i) : 0;
            for (int i = 0; i < length; ++i) {
                line[static_cast<std::size_t>(i)] = sum / (2 * radius + 1);
                if (i + radius + 1 < length) sum += cell(i + radius + 1);
                if (i - radius >= 0) sum -= cell(i - radius);
            }
            for (int i = 0; i < length; ++i) cell(i) = line[static_cast<std::size_t>(i)];
        }
}

/// Gives transparent pixels the mean colour of their coloured neighbours, ring by ring.
void bleed(Image& image, int rings) {
    std::vector<char> known(static_cast<std::size_t>(image.width * image.height));
    for (std::size_t i = 0; i < known.size(); ++i) known[i] = image.rgba[i * 4 + 3] != 0;
    for (int ring = 0; ring < rings; ++ring) {
        const std::vector<char> before = known;
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) {
                if (before[static_cast<std::size_t>(y * image.width + x)]) continue;
                int sum[3] = {}, count = 0;
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx) {
                        const int nx = x + dx, ny = y + dy;
                        if (nx < 0 || ny < 0 || nx >= image.width || ny >= image.height) continue;
                        if (!before[static_cast<std::size_t>(ny * image.width + nx)]) continue;
                        for (int c = 0; c < 3; ++c) sum[c] += image.pixel(nx, ny)[c];
                        ++count;
                    }
                if (count == 0) continue;
                for (int c = 0; c < 3; ++c) image.pixel(x, y)[c] = static_cast<std::uint8_t>(sum[c] / count);
                known[static_cast<std::size_t>(y * image.width + x)] = 1;
            }
    }
}

/// Seven bits a channel (black and white stay): nobody sees it, and the files shrink by a fifth.
std::uint8_t fewer_shades(int value) {
    return static_cast<std::uint8_t>((value & 0xfe) | (value >> 7));
}

}  // namespace

Rgba hex(std::uint32_t rgb, double alpha) {
    return {((rgb >> 16) & 255u) / 255.0, ((rgb >> 8) & 255u) / 255.0, (rgb & 255u) / 255.0, alpha};
}

Rgba mix(Rgba from, Rgba to, double share) {
    return {lerp(from.r, to.r, share), lerp(from.g, to.g, share), lerp(from.b, to.b, share), lerp(from.a, to.a, share)};
}

Paint Paint::linear(Pt from, Pt to, std::vector<Stop> stops) {
    Paint paint{Rgba{}};
    paint.kind = Kind::linear;
    paint.from = from;
    paint.to = to;
    paint.stops = std::move(stops);
    return paint;
}

Paint Paint::radial(Pt centre, double radius_x, double radius_y, std::vector<Stop> stops) {
    Paint paint{Rgba{}};
    paint.kind = Kind::radial;
    paint.from = centre;
    paint.radius_x = radius_x;
    paint.radius_y = radius_y;
    paint.stops = std::move(stops);
    return paint;
}

struct Painter::Surface {
    cairo_surface_t* image = nullptr;
    cairo_t* cr = nullptr;
    int width = 0, height = 0;
};

Painter::Painter(Box bounds)
    : bounds_{std::floor(bounds.left), std::floor(bounds.top), std::ceil(bounds.right), std::ceil(bounds.bottom)},
      surface_(std::make_unique<Surface>()) {
    surface_->width = static_cast<int>(bounds_.width());
    surface_->height = static_cast<int>(bounds_.height());
    surface_->image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, surface_->width, surface_->height);
    surface_->cr = cairo_create(surface_->image);
    cairo_set_antialias(surface_->cr, CAIRO_ANTIALIAS_BEST);
    cairo_translate(surface_->cr, -bounds_.left, -bounds_.top);
}

Painter::~Painter() {
    cairo_destroy(surface_->cr);
    cairo_surface_destroy(surface_->image);
}

void Painter::path(const Pts& polygon) {
    cairo_new_path(surface_->cr);
    for (const Pt p : polygon) cairo_line_to(surface_->cr, p.x, p.y);
    cairo_close_path(surface_->cr);
}

void Painter::fill(const Pts& polygon, const Paint& paint) {
    cairo_t* cr = surface_->cr;
    if (paint.kind == Paint::Kind::solid) {
        const Rgba c = paint.stops[0].color;
        cairo_set_source_rgba(cr, c.r, c.g, c.b, c.a);
    } else {
        const bool radial = paint.kind == Paint::Kind::radial;
        cairo_pattern_t* pattern =
            radial ? cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
                   : cairo_pattern_create_linear(paint.from.x, paint.from.y, paint.to.x, paint.to.y);
        if (radial) {
            cairo_matrix_t matrix;
            cairo_matrix_init(&matrix, 1.0 / paint.radius_x, 0, 0, 1.0 / paint.radius_y, -paint.from.x / paint.radius_x,
                              -paint.from.y / paint.radius_y);
            cairo_pattern_set_matrix(pattern, &matrix);
        }
        for (const Stop& stop : paint.stops)
            cairo_pattern_add_color_stop_rgba(pattern, stop.at, stop.color.r, stop.color.g, stop.color.b, stop.color.a);
        cairo_set_source(cr, pattern);
        cairo_pattern_destroy(pattern);
    }
    path(polygon);
    cairo_fill(cr);
}

void Painter::soft(const Pts& polygon, Rgba color, double blur) {
    const int width = surface_->width, height = surface_->height;
    cairo_surface_t* mask = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
    cairo_t* cr = cairo_create(mask);
    cairo_translate(cr, -bounds_.left, -bounds_.top);
    for (const Pt p : polygon) cairo_line_to(cr, p.x, p.y);
    cairo_set_source_rgba(cr, 1, 1, 1, 1);
    cairo_fill(cr);
    cairo_destroy(cr);
    cairo_surface_flush(mask);

    unsigned char* data = cairo_image_surface_get_data(mask);
    const int stride = cairo_image_surface_get_stride(mask);
    std::vector<int> plane(static_cast<std::size_t>(width * height));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) plane[static_cast<std::size_t>(y * width + x)] = data[y * stride + x] * 256;
    const int radius = std::max(1, static_cast<int>(std::lround(blur * 0.6)));
    blur_lines(plane, width, height, radius, true);
    blur_lines(plane, width, height, radius, false);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            data[y * stride + x] = static_cast<unsigned char>(plane[static_cast<std::size_t>(y * width + x)] / 256);
    cairo_surface_mark_dirty(mask);
    cairo_set_source_rgba(surface_->cr, color.r, color.g, color.b, color.a);
    cairo_mask_surface(surface_->cr, mask, bounds_.left, bounds_.top);
    cairo_surface_destroy(mask);
}

void Painter::ink(const Pts& line, double width, Rgba color, Taper taper) {
    const int last = static_cast<int>(line.size()) - 1;
    std::vector<double> lengths(line.size(), 0.0);
    for (std::size_t i = 1; i < line.size(); ++i) lengths[i] = lengths[i - 1] + length(line[i] - line[i - 1]);
    Pts left, right;
    double first_width = 0.0, last_width = 0.0;
    for (int i = 0; i <= last; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double t = lengths[at] / std::max(lengths.back(), 1e-9);
        const double share = t < 0.5 ? lerp(taper.start, taper.middle, smoothstep(0.0, 0.5, t))
                                     : lerp(taper.middle, taper.end, smoothstep(0.5, 1.0, t));
        const Pt d =
            line[static_cast<std::size_t>(std::min(i + 1, last))] - line[static_cast<std::size_t>(std::max(i - 1, 0))];
        const double n = std::max(length(d), 1e-9), half = 0.5 * width * share;
        const Pt normal{d.y / n * half, -d.x / n * half};
        left.push_back(line[at] - normal);
        right.push_back(line[at] + normal);
        if (i == 0) first_width = half;
        last_width = half;
    }
    cairo_t* cr = surface_->cr;
    cairo_set_source_rgba(cr, color.r, color.g, color.b, color.a);
    cairo_new_path(cr);
    for (const Pt p : left) cairo_line_to(cr, p.x, p.y);
    for (auto p = right.rbegin(); p != right.rend(); ++p) cairo_line_to(cr, p->x, p->y);
    cairo_close_path(cr);
    const auto cap = [&](Pt centre, double radius) {
        if (radius < 0.4) return;
        cairo_new_sub_path(cr);
        cairo_arc_negative(cr, centre.x, centre.y, radius, 6.283185307179586, 0.0);
        cairo_close_path(cr);
    };
    cap(line.front(), first_width);
    cap(line.back(), last_width);
    cairo_fill(cr);
}

void Painter::clip(const Pts& polygon) {
    cairo_save(surface_->cr);
    path(polygon);
    cairo_clip(surface_->cr);
}

void Painter::unclip() {
    cairo_restore(surface_->cr);
}

void Painter::fade_in(Pt from, Pt to) {
    cairo_pattern_t* pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y);
    cairo_pattern_add_color_stop_rgba(pattern, 0, 0, 0, 0, 0);
    cairo_pattern_add_color_stop_rgba(pattern, 1, 0, 0, 0, 1);
    cairo_save(surface_->cr);
    cairo_set_operator(surface_->cr, CAIRO_OPERATOR_DEST_IN);
    cairo_set_source(surface_->cr, pattern);
    cairo_paint(surface_->cr);
    cairo_restore(surface_->cr);
    cairo_pattern_destroy(pattern);
}

Image Painter::image() const {
    cairo_surface_flush(surface_->image);
    const unsigned char* data = cairo_image_surface_get_data(surface_->image);
    const int stride = cairo_image_surface_get_stride(surface_->image);
    Image image{surface_->width, surface_->height, {}};
    image.rgba.assign(static_cast<std::size_t>(image.width * image.height) * 4, 0);
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const unsigned char* from = data + y * stride + x * 4;  // B, G, R, A premultiplied (little-endian word)
            const int alpha = from[3];
            if (alpha == 0) continue;
            std::uint8_t* to = image.pixel(x, y);
            for (int c = 0; c < 3; ++c) to[c] = fewer_shades(std::min(255, (from[2 - c] * 255 + alpha / 2) / alpha));
            to[3] = static_cast<std::uint8_t>(alpha);
        }
    bleed(image, 3);
    return image;
}

}  // namespace yure::demo
