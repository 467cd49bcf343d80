/// What a context is made of, and the guard every drawing call starts with.
#pragma once

#include <string>

#include "yure/render/context.hpp"

namespace yure::render {

struct Context::State {
    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State();

    bool adopted = false;
    void* display = nullptr;  ///< EGLDisplay; never terminated, since Mesa hands the same one to everybody
    void* context = nullptr;  ///< EGLContext; null when adopted
    std::string description;
    int max_texture = 0;  ///< px, largest side of textures and pictures
    int max_samples = 1;
};

/// Makes the context current on this thread and puts back what was current before. Nothing for an adopted one.
class CurrentContext {
  public:
    explicit CurrentContext(const Context::State& state);
    ~CurrentContext();
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

    bool ok() const { return ok_; }
    static Error error();

  private:
    void* display_ = nullptr;  ///< of the previous context
    void* previous_ = nullptr;
    void* draw_ = nullptr;
    void* read_ = nullptr;
    void* ours_ = nullptr;  ///< display to release on; null when there is nothing to undo
    bool ok_ = true;
};

}  // namespace yure::render
