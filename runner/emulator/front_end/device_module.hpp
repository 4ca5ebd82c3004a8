/// Converts the module that clang writes for a CUDA device into one for the host's processor.
///
/// clang compiles the device's half of a program for NVPTX: a kernel then takes exactly one parameter for each
/// of its own, shared variables and those of the device are told apart by address spaces, and PTX is valid in
/// `asm`. Nothing has been optimised yet. What is rewritten, line by line:
///
/// - the target, and all address spaces into one
/// - every function becomes internal, and is marked for the hooks of the thread sanitizer
/// - a shared variable becomes a variable of the OS thread, which runs one block at a time, followed by a gap
/// - a variable of the device lies in a section of its own, followed by a gap
/// - intrinsics of NVPTX, and what the C library has for the host alone, become functions of the runtime
/// - calls of the runtime stay where they are and what they are
/// - the addresses that structs are copied from and to are checked
/// - each kernel gets a thunk that takes an array of pointers to its arguments, as cudaLaunchKernel does
/// - inline PTX becomes functions (ptx/statement.hpp)
/// - tables of kernels and variables, in sections that the runtime finds
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

struct HostModuleText {
  std::string module;
  /// Names of the host variables that the device code uses, one per line: those declared `__managed__`.
  std::string host_variables;
  /// Names of the device variables that the host knows only from a declaration, one per line.
  std::string declared_variables;
};

struct HostModuleOptions {
  bool extended_lambdas = false;
  bool relocatable = false;  ///< `extern` variables are defined in another file
  /// The locations of calls that no kernel may reach, as host_calls() returns them.
  std::string host_calls;
};

/// Converts a device module. `id` identifies the module within the program. Throws Refusal.
HostModuleText host_module(std::string_view device_module, std::string_view id,
                           const HostModuleOptions& options = {});

}  // namespace cuda_front_end
