// Defines what assert() in a kernel calls when its condition is false.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/kernel_name.hpp"

extern "C" void cuda_emulator_assert_fail(const char* condition, const char* file, unsigned int line,
                                          const char*) {
  using cuda_emulator::kernel_name;
  using cuda_emulator::Worker;
  Worker* worker = Worker::running();
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
               line, kernel_name(worker->launch().kernel).c_str(), blockIdx.x, blockIdx.y, blockIdx.z,
               threadIdx.x, threadIdx.y, threadIdx.z, condition);
  cuda_emulator::report(cuda_emulator::FindingKind::failed_assertion, __builtin_return_address(0),
                        cuda_emulator::joined("assertion failed: ", static_cast<const char*>(condition)));
  worker->abort_launch(cudaErrorAssert);
}
