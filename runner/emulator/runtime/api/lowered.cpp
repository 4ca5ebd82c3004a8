#include "runner/emulator/include/cuda_emulator/lowered.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {
namespace {

thread_local Configured* innermost = nullptr;

[[noreturn]] void refuse(const char* what, const char* subject) {
  std::fprintf(stderr, "emulated device: %s: %s\n", what, subject);
  std::exit(EXIT_FAILURE);
}

}  // namespace

Configured::Configured(const LaunchShape& shape) : shape_(shape), outer_(innermost) {
  shape_.site = __builtin_return_address(0);
  innermost = this;
}

Configured::~Configured() {
  innermost = outer_;
  if (!taken_ && std::uncaught_exceptions() == 0) {
    refuse("a launch called what is no kernel of this source", "is its definition seen as __global__?");
  }
}

LaunchShape Configured::take(const char* signature) {
  if (Worker::running() != nullptr) {
    refuse("a kernel is launched on the device (dynamic parallelism), which the emulated one cannot",
           signature);
  }
  if (innermost == nullptr || innermost->taken_) refuse("a kernel is called without <<<...>>>", signature);
  innermost->taken_ = true;
  return innermost->shape_;
}

void reach_end() {
  Worker::running()->current().reached_end = true;
}

}  // namespace cuda_emulator
