#include "picture_target.hpp"

#include <algorithm>
#include <string>

namespace yure::render {
namespace {

/// Clears what earlier calls left, so that the next answer is about ours.
void forget_gl_errors() {
    for (int i = 0; i < 32 && glGetError() != GL_NO_ERROR; ++i) {
    }
}

std::uint8_t to_byte(std::uint32_t value, std::uint32_t whole) {
    return static_cast<std::uint8_t>(std::min<std::uint32_t>(255u, (value * 255u + whole / 2u) / whole));
}

}  // namespace

Result<PictureTarget> PictureTarget::make(int width, int height, int samples, GLenum format) {
    forget_gl_errors();
    PictureTarget target;
    target.width_ = width;
    target.height_ = height;
    target.samples_ = samples;
    const bool color = format == GL_RGBA16;

    target.texture_ = GlTexture::make();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, target.texture_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0, color ? GL_RGBA : GL_RED,
                 GL_UNSIGNED_SHORT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    target.resolved_ = GlFramebuffer::make();
    glBindFramebuffer(GL_FRAMEBUFFER, target.resolved_.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.texture_.name(), 0);
    GLenum complete = glCheckFramebufferStatus(GL_FRAMEBUFFER);

    if (samples > 1 && complete == GL_FRAMEBUFFER_COMPLETE) {
        target.multisampled_ = GlRenderbuffer::make();
        glBindRenderbuffer(GL_RENDERBUFFER, target.multisampled_.name());
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        target.draw_ = GlFramebuffer::make();
        glBindFramebuffer(GL_FRAMEBUFFER, target.draw_.name());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target.multisampled_.name());
        complete = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    }
    if (complete != GL_FRAMEBUFFER_COMPLETE || glGetError() != GL_NO_ERROR)
        return Error{"picture size", std::to_string(width) + " x " + std::to_string(height) + " with " +
                                         std::to_string(samples) + " samples is more than the driver can hold"};
    return target;
}

void PictureTarget::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, draw_ ? draw_.name() : resolved_.name());
    glViewport(0, 0, width_, height_);
}

void PictureTarget::clear(Rgba premultiplied) const {
    bind();
    glClearColor(premultiplied.r, premultiplied.g, premultiplied.b, premultiplied.a);
    glClear(GL_COLOR_BUFFER_BIT);
}

void PictureTarget::resolve() const {
    if (!draw_) return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, draw_.name());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

Image PictureTarget::read() const {
    Image image{width_, height_, {}};
    const std::size_t count = static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_) * 4;
    std::vector<std::uint16_t> premultiplied(count);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
    glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_SHORT, premultiplied.data());
    image.rgba.resize(count);
    for (std::size_t i = 0; i < count; i += 4) {
        const std::uint32_t alpha = premultiplied[i + 3];
        if (alpha == 0) continue;  // nothing there: transparent black
        for (std::size_t c = 0; c < 3; ++c) image.rgba[i + c] = to_byte(premultiplied[i + c], alpha);
        image.rgba[i + 3] = to_byte(alpha, 65535u);
    }
    return image;
}

}  // namespace yure::render
