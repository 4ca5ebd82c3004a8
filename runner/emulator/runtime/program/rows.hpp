#pragma once

#include <cstddef>

namespace cuda_emulator {

// What the front end writes into tables of the program, as runner/emulator/front_end says.

enum class VariableKind : std::size_t { shared, device, constant, managed };

/// A variable of the device's half of a program.
struct VariableRow {
  const char* name;  ///< mangled
  void* (*address)();
  std::size_t bytes, alignment;
  VariableKind kind;
  const char* module;
  const void* initial;  ///< of a managed variable: the value that it begins with
};

/// A kernel of the device's half.
struct KernelRow {
  const char* name;               ///< mangled
  void (*call)(void* arguments);  ///< an array of pointers to them
  const std::size_t* parameter_bytes;
  std::size_t parameter_count;
  std::size_t max_threads;  ///< of a block, from __launch_bounds__; 0: not given
  const char* module;
  const VariableRow* const* shared;  ///< the shared variables that it or what it calls names
  std::size_t shared_count;
};

}  // namespace cuda_emulator
