#pragma once

#include <signal.h>

namespace cuda_emulator {

/// Handles a signal instead of the program from now on. Handlers that the program installs, earlier or later,
/// are kept for signals of its own.
void take_signal(int number, void (*handler)(int, siginfo_t*, void*));

/// Runs the program's own handler when the instruction that raised the signal is retried.
void leave_to_program(int number);

}  // namespace cuda_emulator
