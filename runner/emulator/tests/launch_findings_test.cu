#include CATCH2_HEADER
#include <cuda_runtime.h>

#include "findings_of.hpp"
#include "launch.hpp"

namespace {

__global__ void nothing() {}

__global__ void __launch_bounds__(64, 2) bounded() {}

template <int number>
__device__ char& shared_byte() {
  __shared__ char half[30 << 10];
  return half[threadIdx.x];
}

__global__ void one_half() {
  shared_byte<1>() = 1;
}

__global__ void other_half() {
  shared_byte<2>() = 1;
}

/// What is reported for a launch whose error is not checked; the code of the error is always the same.
template <class Launch>
std::string message_of(Launch do_launch) {
  Findings findings;
  do_launch();
  cudaDeviceSynchronize();
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "ignored-error");
  const std::string message = all[0].message;
  const std::string known = "this call failed, and the program did not check it: invalid argument (";
  REQUIRE(message.rfind(known, 0) == 0);
  return message.substr(known.size(), message.size() - known.size() - 1);
}

}  // namespace

TEST_CASE("the finding of the error that is ignored says it") {
  CHECK(message_of([] { nothing<<<1, 2048>>>(); }) == "2048 threads in a block, at most 1024 are possible");
}

TEST_CASE("a launch with more threads than the kernel's bounds allow") {
  CHECK(message_of([] { bounded<<<1, 65>>>(); }) ==
        "65 threads in a block, and the kernel's __launch_bounds__ are 64");
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, bounded) == cudaSuccess);
  CHECK(attributes.maxThreadsPerBlock == 64);
}

TEST_CASE("dynamic shared memory of a launch that asks for none") {
  Findings findings;
  launch({2, 64}, [] { reinterpret_cast<int*>(dynamic_shared_memory())[threadIdx.x + 5] = 1; });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  cuda_emulator::forget_errors();
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "out-of-bounds");
  CHECK(
      all[0].message ==
      "write of 4 bytes in dynamic shared memory, of which this launch gives 0 bytes: its size is the third "
      "argument between <<< and >>>");
}

TEST_CASE("shared variables that are too large together with dynamic ones") {
  CHECK(message_of([] { one_half<<<1, 64, 20 << 10>>>(); }) ==
        "51200 bytes of shared memory for a block (30720 of its variables and 20480 dynamic ones), at most "
        "49152 "
        "are possible without cudaFuncAttributeMaxDynamicSharedMemorySize");
  Findings findings;
  one_half<<<2, 64, 18 << 10>>>();
  other_half<<<2, 64, 18 << 10>>>();
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(findings.all().empty());
}
