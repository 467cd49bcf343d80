/// A picture being drawn: many samples a pixel while drawing, one texture when done.
#pragma once

#include "gl.hpp"

#include "yure/core/result.hpp"
#include "yure/render/image.hpp"

namespace yure::render {

class PictureTarget {
  public:
    /// `format`: GL_RGBA16 for colour, GL_R16 for masks. 16 bits a channel, because a runtime's 8 would round at every
    /// of a puppet's hundred layers; fixed point, because its sums must saturate at 1 as theirs do. An error when the
    /// driver cannot (memory, mostly).
    static Result<PictureTarget> make(int width, int height, int samples, GLenum format);

    bool fits(int width, int height, int samples) const {
        return width == width_ && height == height_ && samples == samples_;
    }
    /// Draws go here from now on; cleared to the (premultiplied) colour.
    void clear(Rgba premultiplied) const;
    /// Draws go here again, on top of what is there.
    void bind() const;
    /// Averages the samples into the texture.
    void resolve() const;
    /// Premultiplied colour, row 0 = top; what was drawn up to the last `resolve`.
    GLuint texture() const { return texture_.name(); }
    /// The resolved picture with straight alpha, 8 bits a channel.
    Image read() const;

  private:
    int width_ = 0, height_ = 0, samples_ = 1;
    GlRenderbuffer multisampled_;
    GlTexture texture_;
    GlFramebuffer draw_, resolved_;
};

}  // namespace yure::render
