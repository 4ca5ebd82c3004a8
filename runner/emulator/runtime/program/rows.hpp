#pragma once

#include <cstddef>

namespace cuda_emulator {

// Rows that the front end writes into tables of the program; see runner/emulator/front_end.

enum class VariableKind : std::size_t { shared, device, constant, managed };

/// A variable of the device's half of a program.
struct VariableRow {
  const char* name;  ///< mangled
  void* (*address)();
  std::size_t bytes, alignment;
  VariableKind kind;
  const char* module;
  const void* initial;  ///< the initial value of a managed variable
};

/// A kernel of the device's half.
struct KernelRow {
  const char* name;               ///< mangled
  void (*call)(void* arguments);  ///< an array of pointers to them
  const std::size_t* parameter_bytes;
  std::size_t parameter_count;
  std::size_t max_threads;  ///< of a block, from __launch_bounds__; 0 if not given
  const char* module;
  const VariableRow* const* shared;  ///< the shared variables that it, or what it calls, refers to
  std::size_t shared_count;
};

}  // namespace cuda_emulator
