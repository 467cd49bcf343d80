/// OpenGL 3.3 core, with a window or without one. Without: EGL with no surface at all, on Mesa's software renderer
/// where it is installed (the same pictures on every machine with the same Mesa), else on whatever driver EGL offers.
///
/// A `Context` is a handle; copies are the same context, which lives until the last copy and the last renderer made
/// with it are gone. It may be used from any thread, by one at a time.
#pragma once

#include <memory>
#include <string>

#include "yure/core/result.hpp"

namespace yure::render {

class Context {
  public:
    /// An error, never a crash, where EGL or a driver is missing: it says what to install.
    static Result<Context> headless();
    /// The context that is current on the calling thread, as an editor's window has it. It must stay current there
    /// during every call of a renderer made with this, and outlive them. Drawing leaves its state as it was.
    /// Precondition: a context is current.
    static Result<Context> adopt_current();

    /// Driver and version, for logs: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6".
    const std::string& description() const;

    struct State;
    State& state() const { return *state_; }

  private:
    explicit Context(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

}  // namespace yure::render
