#pragma once

#include <signal.h>

namespace cuda_emulator {

/// Handles a signal in the program's stead from now on. What the program wants to be done, before or later, is kept for
/// what turns out to be its own.
void take_signal(int number, void (*handler)(int, siginfo_t*, void*));

/// The program's own handling takes place when what raised the signal is tried again.
void leave_to_program(int number);

}  // namespace cuda_emulator
