#include CATCH2_HEADER
#include <cuda_runtime.h>

#include "device_array.hpp"
#include "findings_of.hpp"

using cuda_emulator::launch;
using cuda_emulator::LaunchShape;

namespace {

/// The only finding of a kernel that runs `body` in 64 threads; empty if there is none.
template <class Body>
Finding finding_of(Body body) {
  Findings findings;
  launch("conduct", LaunchShape(2, 64), body);
  const auto all = findings.all();
  CHECK(all.size() <= 1);
  return all.empty() ? Finding() : all[0];
}

}  // namespace

TEST_CASE("a barrier that some threads go around") {
  const auto late = finding_of([] {
    if (threadIdx.x < 60) __syncthreads();
    cuda_emulator::reach_end();
  });
  CHECK(late.kind == "barrier-divergence");
  CHECK(late.message.find("some have gone around it") != std::string::npos);
  const auto early = finding_of([] {
    if (threadIdx.x >= 4) __syncthreads();
    cuda_emulator::reach_end();
  });
  CHECK(early.kind == "barrier-divergence");
  CHECK(finding_of([] {  // not as often as others
          for (unsigned i = 0; i < 5 + threadIdx.x / 32; ++i) __syncthreads();
          cuda_emulator::reach_end();
        })
            .kind == "barrier-divergence");
}

TEST_CASE("threads that return early are not waited for") {
  CHECK(finding_of([] {
          if (threadIdx.x >= 60) return;
          __syncthreads();
          if (threadIdx.x < 10) return;  // also between barriers
          __syncthreads();
          cuda_emulator::reach_end();
        }).kind.empty());
  CHECK(finding_of([] {  // the first threads, and a whole warp
          if (threadIdx.x < 40) return;
          __syncthreads();
          cuda_emulator::reach_end();
        })
            .kind.empty());
}

TEST_CASE("different barriers for the threads of a block") {
  const auto finding = finding_of([] {
    if (threadIdx.x % 2 == 0) {
      __syncthreads();
      asm volatile("nop");
    } else {
      __syncthreads();
    }
  });
  CHECK(finding.kind == "barrier-divergence");
  CHECK(finding.message.find("threads of one block wait at different barriers") == 0);
}

TEST_CASE("barriers that all threads reach are no finding") {
  CHECK(finding_of([] {
          for (int i = 0; i < 5; ++i) __syncthreads();
          cuda_emulator::reach_end();
        }).kind.empty());
}

TEST_CASE("a shuffle that lanes of its mask never reach") {
  const auto finding = finding_of([] {
    if (threadIdx.x % 32 < 16) {
      __shfl_sync(0xffffffffu, 1, 0);
    }
    __syncthreads();
  });
  CHECK(finding.kind == "warp-divergence");
  CHECK(finding.message.find("mask 0xffffffff, lanes that came 0x0000ffff") != std::string::npos);
  CHECK(finding_of([] { __ballot_sync(1, 1); }).kind == "warp-divergence");
}

TEST_CASE("an error that the program does not look at") {
  Findings findings;
  launch("impossible", LaunchShape(1, 2000), [] {});
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
  launch("impossible", LaunchShape(1, 3000), [] {});
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  void* p = nullptr;
  const cudaError_t error = cudaMalloc(&p, std::size_t{1} << 60);
  CHECK(std::string(cudaGetErrorString(error)) == "out of memory");
  DeviceArray<int> next(std::vector<int>(1));
  CHECK(findings.all().empty());
  cudaGetLastError();
}
