/// Ctrl-C and a polite kill as a flag. Long jobs ask it, stop, and clean up after themselves; nothing is torn down in
/// the signal handler.
#pragma once

namespace yure::studio {

/// Exit code of a program that ended because of it.
inline constexpr int kInterruptedExitCode = 130;

/// From now on SIGINT, SIGTERM and SIGHUP set the flag instead of ending the process.
void watch_interrupts();
bool interrupted();
/// Forgets an interrupt that has been dealt with.
void clear_interrupt();

}  // namespace yure::studio
