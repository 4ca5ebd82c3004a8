#include CATCH2_HEADER
#include <cuda_runtime.h>

#include "findings_of.hpp"
#include "runner/emulator/runtime/api/launch_limits.hpp"

using cuda_emulator::launch;
using cuda_emulator::LaunchShape;

namespace {

/// What is reported for a launch of this shape whose error
/// is not checked; the code of the error is always the same.
std::string message_of(const LaunchShape& shape) {
  Findings findings;
  launch("impossible", shape, [] {});
  cudaDeviceSynchronize();
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "ignored-error");
  const std::string message = all[0].message;
  const std::string known = "this call failed, and the program went on without looking: invalid argument (";
  REQUIRE(message.rfind(known, 0) == 0);
  return message.substr(known.size(), message.size() - known.size() - 1);
}

}  // namespace

TEST_CASE("a launch that does not fit is reported with the limit") {
  const auto limit = [](const LaunchShape& shape) { return cuda_emulator::exceeded_limit(shape, 48 << 10); };
  CHECK(limit({1, 1024, 48 << 10}) == "");
  CHECK(limit({1, 2048}) == "2048 threads in a block, at most 1024 are possible");
  CHECK(limit({1, dim3(32, 32, 2)}) == "2048 threads in a block (32 x 32 x 2), at most 1024 are possible");
  CHECK(limit({1, ~0u}) == "4294967295 threads in a block, at most 1024 are possible");
  CHECK(limit({1, dim3(1 << 16, 1 << 16)}) ==
        "a block of 65536 x 65536 x 1 threads, at most 1024 are possible");
  CHECK(limit({1, dim3(1, 1, 65)}) == "blockDim.z is 65, at most 64 is possible");
  CHECK(limit({0, 256}) == "0 blocks: the grid is 0 x 1 x 1");
  CHECK(limit({1, dim3(8, 0)}) == "0 threads in a block: it is 8 x 0 x 1");
  CHECK(limit({dim3(1, 100000), 32}) == "gridDim.y is 100000, at most 65535 is possible");
  CHECK(limit({~0u, 32}) == "gridDim.x is 4294967295, at most 2147483647 is possible");
  CHECK(limit({1, 32, 50000}) ==
        "50000 bytes of shared memory for a block, at most 49152 are possible without "
        "cudaFuncAttributeMaxDynamicSharedMemorySize");
  CHECK(limit({1, 32, 100000}) == "100000 bytes of shared memory for a block, at most 49152 are possible");
}

TEST_CASE("the finding of the error that is ignored says it") {
  CHECK(message_of({1, 2048}) == "2048 threads in a block, at most 1024 are possible");
}

TEST_CASE("dynamic shared memory of a launch that asks for none") {
  Findings findings;
  launch("forgetful", LaunchShape(2, 64),
         [] { static_cast<int*>(cuda_emulator::dynamic_shared_memory())[threadIdx.x + 5] = 1; });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  cudaDeviceReset();
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "out-of-bounds");
  CHECK(
      all[0].message ==
      "write of 4 bytes in dynamic shared memory, of which this launch gives 0 bytes: its size is the third "
      "argument between <<< and >>>");
}

namespace {

using Half = char[30 << 10];

template <int number>
char& shared_byte() {
  static thread_local cuda_emulator::SharedVariable variable;
  return cuda_emulator::shared_variable<Half>(variable, "half")[threadIdx.x];
}

/// On a line of its own, as a line is reported once.
char& byte_beside_dynamic() {
  static thread_local cuda_emulator::SharedVariable variable;
  return cuda_emulator::shared_variable<Half>(variable, "half")[threadIdx.x];
}

}  // namespace

TEST_CASE("shared variables that are too large together") {
  Findings findings;
  launch("both", LaunchShape(2, 64), [] { shared_byte<1>() = shared_byte<2>() = 1; });
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  launch("with dynamic", LaunchShape(1, 64, 20 << 10), [] { byte_beside_dynamic() = 1; });
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  launch("one after the other", LaunchShape(2, 64, 18 << 10),
         [] { (blockIdx.x ? shared_byte<4>() : shared_byte<5>()) = 1; });
  CHECK(cudaGetLastError() == cudaSuccess);
  const auto all = findings.all();
  REQUIRE(all.size() == 2);
  CHECK(all[0].kind == "out-of-bounds");
  CHECK(all[0].message ==
        "the shared variables of this kernel have 61440 bytes together, at most 49152 are possible: nvcc "
        "refuses to compile it");
  CHECK(
      all[1].message ==
      "the shared variables and the dynamic shared memory of this launch have 51200 bytes together, at most "
      "49152 are possible: a device refuses the launch");
}
