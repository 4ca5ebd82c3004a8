// What code of the device calls under the names that the front end gives: the intrinsics of NVPTX, and what the C
// library has for the host.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "runner/emulator/include/cuda_emulator/block_synchronisation.h"
#include "runner/emulator/include/cuda_emulator/device_functions.h"
#include "runner/emulator/include/cuda_emulator/warp_functions.h"
#include "runner/emulator/runtime/execution/worker.hpp"

using cuda_emulator::Worker;

extern "C" {
[[gnu::naked]] void cuda_emulator_nvvm_barrier0() {
  asm("jmp _Z13__syncthreadsv");
}

int cuda_emulator_vprintf(const char* format, const char* arguments) {
  (void)arguments;
  return std::fputs(format, stdout);
}
void cuda_emulator_trap() {
  Worker::running()->abort_launch(cudaErrorLaunchFailure);
}
void* cuda_emulator_malloc(std::size_t bytes) {
  return std::malloc(bytes);
}
void cuda_emulator_free(void* address) {
  std::free(address);
}
void cuda_emulator_free_sized(void* address, std::size_t) {
  std::free(address);
}
}
