#pragma once

#include <span>

namespace cuda_emulator {

/// Whether `address` belongs to the program's or a library's own code and data.
bool in_program_image(const void* address);

/// The program's own code and data, without the libraries'.
std::span<const char> executable_image();

/// The variables of the program that this OS thread has for itself, static shared memory among them.
std::span<const char> thread_variables();

}  // namespace cuda_emulator
