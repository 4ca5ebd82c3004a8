#include "runner/emulator/include/cuda_emulator/device_functions.h"

#include "runner/emulator/runtime/base/host_clocks.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

using cuda_emulator::Worker;

long long clock64() {
  return cuda_emulator::MachineClock::now().time_since_epoch().count();
}

unsigned long long __globaltimer() {
  return static_cast<unsigned long long>(clock64());
}

void __nanosleep(unsigned int) {
  Worker::running()->give_everybody_a_turn(__builtin_return_address(0));
}

void __trap() {
  Worker::running()->abort_launch(cudaErrorLaunchFailure);
}
