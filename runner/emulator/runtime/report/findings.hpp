#pragma once

#include <string>

namespace cuda_emulator {

/// A thing that is wrong with a program, whether a GPU would notice it or not.
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
  // Leads, which explain a failure and are nothing wrong by themselves.
  refused_launch,
  unread_result,
  kernel_output,
  barrier_loop,
  endless_loop,
  host_loop,
};

/// The signature of the kernel that runs on this OS thread; null in host code. Set by what runs it.
extern __thread const char* running_kernel;

/// Whether nothing was found of this kind at this code yet. Cheap: for paths that come by often.
bool is_new_finding(FindingKind kind, const void* code);

/// Whether the last finding of this host thread is about this call of the program.
bool is_told(const void* code);

/// Whether leads are wanted: CUDA_EMULATOR_LEADS is set. Else `report` passes over them.
bool wants_leads();

/// Reports what was found, once for each `kind` and line of `code` (an address after the call or access, or
/// null); with the kernel, block and thread if one runs here. See docs/emulator.md for the form.
void report(FindingKind kind, const void* code, const std::string& message);

}  // namespace cuda_emulator
