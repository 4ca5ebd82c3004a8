// Defines what device code calls by names that the front end chose: NVPTX intrinsics, and C library functions
// of the host.
#include "runner/emulator/include/cuda_emulator/block_synchronisation.h"
#include "runner/emulator/include/cuda_emulator/device_functions.h"
#include "runner/emulator/include/cuda_emulator/warp_functions.h"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"

using cuda_emulator::Worker;

extern "C" {
[[gnu::naked]] void cuda_emulator_nvvm_barrier0() {
  asm("jmp _Z13__syncthreadsv");
}

void cuda_emulator_leave_early() {
  Worker::running()->current().reached_end = false;
}
bool cuda_emulator_is_shared(const void* address) {
  return Worker::running()->frame().range().holds(address);
}
bool cuda_emulator_is_constant(const void* address) {
  return cuda_emulator::lies_in_a_constant(address);
}
bool cuda_emulator_is_local(const void* address) {
  return Worker::running()->owns_stack(address);
}
void cuda_emulator_trap() {
  Worker::running()->abort_launch(cudaErrorLaunchFailure);
}
}
