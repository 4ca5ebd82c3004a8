#pragma once

#include <string>

namespace cuda_emulator {

/// A fault of a program, whether a GPU would notice it or not.
enum class FindingKind {
  out_of_bounds,
  use_after_free,
  uninitialised_read,
  misaligned_access,
  host_memory_on_device,
  device_memory_on_host,
  barrier_divergence,
  warp_divergence,
  shared_memory_race,
  global_memory_race,
  unsynchronised_access,
  deadlock,
  stack_overflow,
  failed_assertion,
  invalid_free,
  leaked_memory,
  ignored_error,
  // Leads, which explain a failure and are not faults themselves.
  refused_launch,
  unread_result,
  kernel_output,
  barrier_loop,
  endless_loop,
  host_loop,
};

/// The signature of the kernel running on this OS thread; null in host code. Set by the code that runs it.
extern __thread const char* running_kernel;

/// Whether nothing of this kind was found at this code yet. It is cheap, for frequently executed code.
bool is_new_finding(FindingKind kind, const void* code);

/// Whether the last finding of this host thread is about this call of the program.
bool is_told(const void* code);

/// Whether leads are wanted, as CUDA_EMULATOR_LEADS says. Otherwise `report` ignores them.
bool wants_leads();

/// Reports a finding once for each `kind` and line of `code` (an address after the call or access, or null),
/// with the kernel, block and thread if one is running. See docs/emulator.md for the format.
void report(FindingKind kind, const void* code, const std::string& message);

}  // namespace cuda_emulator
