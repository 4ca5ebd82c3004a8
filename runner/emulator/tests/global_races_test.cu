#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <string>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

constexpr unsigned blocks = 4, threads = 64;

/// The findings of 4 blocks of 64 threads that run `body` with 1024 integers of device memory, all zeros.
template <class Body>
std::vector<Finding> findings_of(Body body) {
  DeviceArray<int> memory(std::vector<int>(1024, 0));
  int* m = memory.data();
  Findings findings;
  launch({blocks, threads}, [=] {
    body(m, static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x));
  });
  return findings.all();
}

/// The only finding, which is a race.
template <class Body>
Finding race_of(Body body) {
  const auto all = findings_of(body);
  if (all.size() != 1) return {std::to_string(all.size()) + " findings"};
  CHECK(all[0].kind == "global-memory-race");
  return all[0];
}

bool tells(const Finding& finding, const std::string& text) {
  CAPTURE(finding.kind, finding.message);
  const bool found = finding.message.find(text) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("what another block or thread writes may not be read with nothing between") {
  const int line = __LINE__;
  const auto of_block = race_of([](int* m, int, int i) {
    m[i] = i + 1;
    m[512 + i] = m[(i + 64) % 256];
  });
  CHECK(of_block.line == line + 3);  // of the read, whichever came first
  tells(of_block, "read of 4 bytes at offset ");
  tells(of_block,
        "global_races_test.cu:" + std::to_string(line + 2) + ", with nothing that puts the two in order");
  tells(race_of([](int* m, int b, int i) {
          m[i] = i + 1;
          if (b == 0) m[512 + i] = m[63 - i];
        }),
        "of block (0, 0, 0) writes at ");
}

TEST_CASE("a barrier orders the threads of a block, and not those of two") {
  CHECK(findings_of([](int* m, int b, int i) {
          m[i] = i + 1;
          __syncthreads();
          m[512 + i] = m[b * 64 + 63 - i % 64];
        }).empty());
  CHECK(race_of([](int* m, int, int i) {
          m[i] = i + 1;
          __syncthreads();
          m[512 + i] = m[255 - i];
        }).line > 0);
}

TEST_CASE("__syncwarp orders the lanes of a warp") {
  CHECK(findings_of([](int* m, int, int i) {
          m[i] = i + 1;
          __syncwarp();
          m[512 + i] = m[i ^ 31];
        }).empty());
  CHECK(race_of([](int* m, int, int i) {
          m[i] = i + 1;
          __syncwarp();
          m[512 + i] = m[i ^ 32];
        }).line > 0);
}

TEST_CASE("a sum needs atomic operations") {
  tells(race_of([](int* m, int, int i) { m[0] += i; }),
        "does this line need an atomic operation, such as atomicAdd()?");
  CHECK(findings_of([](int* m, int, int i) { atomicAdd(m, i); }).empty());
}

TEST_CASE("threads that only write one element need no atomic operation, but elements of their own") {
  const auto finding = race_of([](int* m, int, int i) { m[i < 100 ? i : 100] = i; });
  tells(finding, "is the index wrong, or a check of the bounds missing?");
  CHECK(finding.message.find("atomic") == std::string::npos);
}

TEST_CASE("bytes next to each other are no race") {
  CHECK(
      findings_of([](int* m, int, int i) { reinterpret_cast<char*>(m)[i] = static_cast<char>(i); }).empty());
}

TEST_CASE("writing what is there already, or a mark that many set, is no race") {
  CHECK(findings_of([](int* m, int, int) { m[0] = 0; }).empty());
  CHECK(findings_of([](int* m, int, int i) {
          if (m[0] == 0 && i % 7 == 3) m[0] = 1;
        }).empty());
  CHECK(race_of([](int* m, int, int i) {
          if (m[0] < i) m[0] = i;
        }).line > 0);
}

TEST_CASE("a fence and an atomic operation publish what was written before") {
  const auto last_block = [](bool fence) {
    return [fence](int* m, int b, int i) {
      __shared__ bool is_last;
      m[i] = i + 1;
      if (fence) __threadfence();
      __syncthreads();
      if (threadIdx.x == 0) is_last = atomicAdd(m + 1000, 1) == static_cast<int>(blocks) - 1;
      __syncthreads();
      if (is_last) m[512 + i] = m[(i + 64) % 256] + b;
    };
  };
  CHECK(findings_of(last_block(true)).empty());
  CHECK(race_of(last_block(false)).line > 0);
}

TEST_CASE("a plain read that only prepares an atomic operation is no race") {
  CHECK(findings_of([](int* m, int, int i) {
          if (m[0] < i) atomicMax(m, i);
        }).empty());
}

TEST_CASE("grids are in order") {
  DeviceArray<int> memory(std::vector<int>(256, 0));
  int* m = memory.data();
  Findings findings;
  for (int shift = 0; shift < 3; ++shift) {
    launch({blocks, threads}, [=] { m[(blockIdx.x * threads + threadIdx.x + shift) % 256] += 1; });
  }
  CHECK(memory.values() == std::vector<int>(256, 3));
  CHECK(findings.all().empty());
}

TEST_CASE("variables of the device are watched, too") {
  CHECK(race_of([](int* m, int, int i) {
          __device__ static int counter = 0;
          counter += m[0] + 1 + i;
        }).line > 0);
}

TEST_CASE("an operation of block scope is atomic for its block alone") {
  CHECK(findings_of([](int* m, int b, int) { atomicAdd_block(m + b, 1); }).empty());
  CHECK(findings_of([](int* m, int b, int) {
          asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(m + b) : "memory");
        }).empty());
  tells(race_of([](int* m, int, int) {
          asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(m) : "memory");
        }),
        "block");
  const auto finding = race_of([](int* m, int, int) { atomicAdd_block(m, 1); });
  tells(finding, "write of 4 bytes at offset 0 ");
  tells(finding, ": an operation of block scope is atomic only for the threads of one block");
  const auto of_two_lines = findings_of([](int* m, int b, int i) {
    if (b == 0) {
      atomicMax_block(m, i + 1);
    } else {
      atomicMax(m, i + 1);
    }
  });
  CHECK(!of_two_lines.empty());  // at the later of the two: at each of them, if blocks run at the same time
  for (const auto& one : of_two_lines) CHECK(one.kind == "global-memory-race");
}

TEST_CASE("a plain store races with others' atomics, also if its thread's own atomic follows") {
  tells(race_of([](int* m, int, int i) {
          if (i == 0) m[0] = 7;
          atomicAdd(m, 1);
        }),
        "write of 4 bytes");
  const auto shared = [](bool waits, bool starts_twice) {
    return findings_of([=](int* m, int b, int i) {
      __shared__ int sum;
      if (threadIdx.x == 0) sum = 7;
      if (waits) __syncthreads();
      if (starts_twice && threadIdx.x == 0) sum = 8;
      atomicAdd(&sum, i);
      __syncthreads();
      if (threadIdx.x == 0) m[b] = sum;
    });
  };
  CHECK(shared(true, false).empty());
  CHECK(shared(false, false).size() == 1);
  CHECK(shared(true, true).size() == 1);
  // The lanes of a warp are in order after a barrier of their own.
  CHECK(findings_of([](int* m, int b, int) {
          __shared__ int sum;
          if (threadIdx.x >= 32) return;
          if (threadIdx.x == 0) sum = 7;
          __syncwarp();
          atomicAdd(&sum, 1);
          __syncwarp();
          if (threadIdx.x == 0) m[b] = sum;
        }).empty());
}
