#include CATCH2_HEADER
#include <cuda_runtime.h>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

/// The only finding of two blocks of 64 threads; empty if there is none.
Finding finding_of(void (*kernel)()) {
  Findings findings;
  kernel<<<2, 64>>>();
  const auto all = findings.all();
  CHECK(all.size() <= 1);
  return all.empty() ? Finding() : all[0];
}

// Kernels of their own, since a `return` in a function that one calls does not end it.

__global__ void last_go_around() {
  if (threadIdx.x < 60) __syncthreads();
}

__global__ void first_go_around() {
  if (threadIdx.x >= 4) __syncthreads();
}

__global__ void not_as_often_as_others() {
  for (unsigned i = 0; i < 5 + threadIdx.x / 32; ++i) __syncthreads();
}

__device__ void synchronise_most() {
  if (threadIdx.x >= 60) return;
  __syncthreads();
}

__global__ void return_from_a_function() {
  synchronise_most();
}

__global__ void return_before_and_between() {
  if (threadIdx.x >= 60) return;
  __syncthreads();
  if (threadIdx.x < 10) return;
  __syncthreads();
}

__global__ void first_warp_returns() {
  if (threadIdx.x < 40) return;
  __syncthreads();
}

__global__ void different_barriers() {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}

__global__ void same_barriers() {
  for (int i = 0; i < 5; ++i) __syncthreads();
}

__global__ void half_a_warp_shuffles() {
  if (threadIdx.x % 32 < 16) __shfl_sync(0xffffffffu, 1, 0);
  __syncthreads();
}

__global__ void ballot_outside_of_the_mask() {
  __ballot_sync(1, 1);
}

__global__ void nothing() {}

}  // namespace

TEST_CASE("a barrier that some threads go around") {
  const auto late = finding_of(last_go_around);
  CHECK(late.kind == "barrier-divergence");
  CHECK(late.kernel == "last_go_around");
  CHECK(late.message.find("some have gone around it") != std::string::npos);
  CHECK(finding_of(first_go_around).kind == "barrier-divergence");
  CHECK(finding_of(not_as_often_as_others).kind == "barrier-divergence");
  CHECK(finding_of(return_from_a_function).kind == "barrier-divergence");
}

TEST_CASE("threads that return early are not waited for") {
  CHECK(finding_of(return_before_and_between).kind.empty());
  CHECK(finding_of(first_warp_returns).kind.empty());
}

TEST_CASE("different barriers for the threads of a block") {
  const auto finding = finding_of(different_barriers);
  CHECK(finding.kind == "barrier-divergence");
  CHECK(finding.message.find("threads of one block wait at different barriers") == 0);
}

TEST_CASE("barriers that all threads reach are no finding") {
  CHECK(finding_of(same_barriers).kind.empty());
}

TEST_CASE("a shuffle that lanes of its mask never reach") {
  const auto finding = finding_of(half_a_warp_shuffles);
  CHECK(finding.kind == "warp-divergence");
  CHECK(finding.message.find("mask 0xffffffff, lanes that came 0x0000ffff") != std::string::npos);
  CHECK(finding_of(ballot_outside_of_the_mask).kind == "warp-divergence");
}

TEST_CASE("an error that the program does not look at") {
  Findings findings;
  nothing<<<1, 2000>>>();
  const int line = __LINE__ - 1;
  CHECK(findings.all().empty());
  DeviceArray<int> next(std::vector<int>(1));
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "ignored-error");
  CHECK(all[0].line == line);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE("an error that the program looks at") {
  Findings findings;
  nothing<<<1, 3000>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  void* p = nullptr;
  const cudaError_t error = cudaMalloc(&p, std::size_t{1} << 60);
  CHECK(std::string(cudaGetErrorString(error)) == "out of memory");
  DeviceArray<int> next(std::vector<int>(1));
  CHECK(findings.all().empty());
  cudaGetLastError();
}

TEST_CASE("a failed call that has a finding is not reported again as ignored") {
  Findings findings;
  char host[8];
  int* memory = nullptr;
  cudaMalloc(&memory, 4);
  cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemset(memory, 0, 4);
  CHECK(findings.only().kind == "out-of-bounds");
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  cudaFree(memory);
}
