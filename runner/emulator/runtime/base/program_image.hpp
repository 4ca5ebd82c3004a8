#pragma once

#include <span>

namespace cuda_emulator {

/// Whether `address` belongs to the code and data of the program or a library.
bool in_program_image(const void* address);

/// The program's own code and data, without libraries.
std::span<const char> executable_image();

/// The program's variables of this OS thread, which include static shared memory.
std::span<const char> thread_variables();

}  // namespace cuda_emulator
