// What explains a failure and is nothing wrong by itself: told where it is asked for.
#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <vector>

#include "findings_of.hpp"
#include "runner/emulator/runtime/checks/unread_results.hpp"

namespace {

/// What is told of a program that ends after `call`.
template <class Call>
std::vector<Finding> told(Call call, bool leads = true) {
  if (leads) setenv("CUDA_EMULATOR_LEADS", "1", 1);
  Findings findings;
  call();
  cuda_emulator::report_unread_result();
  unsetenv("CUDA_EMULATOR_LEADS");
  return findings.all();
}

std::string kinds(const std::vector<Finding>& findings) {
  std::string all;
  for (const auto& finding : findings) all += (all.empty() ? "" : " ") + finding.kind;
  return all;
}

constexpr int n = 64;
int host[n];

int* ints(std::size_t count = n) {
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, count * sizeof(int)) == cudaSuccess);
  return memory;
}

// A line is told once, so each launch that is told has a kernel on a line of its own.
#define FILL(name)                                        \
  __global__ void name(int* out) {                        \
    out[threadIdx.x] = static_cast<int>(threadIdx.x) + 1; \
  }
FILL(fill_and_forget)
FILL(fill_too_late)
FILL(fill_more)
FILL(fill_elsewhere)
FILL(fill_too_little)
FILL(fill_and_free)
FILL(fill)

__global__ void double_each(int* out, const int* in) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

__global__ void sum_of_warps(int* sum, int* partial) {
  partial[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) *sum += partial[i];
  }
}

__global__ void count(int* out, int* counter) {
  out[atomicAdd(counter, 1)] = 1;
}

__device__ int answer;
__global__ void give_answer() {
  answer = 42;
}
__global__ void give_answer_again() {
  answer = 43;
}

__global__ void say() {
  printf("%d\n", threadIdx.x);
}
__global__ void say_no_more() {
  printf(".\n");
}

__global__ void meet(const volatile int* rounds) {
  for (int i = 0; i < *rounds; ++i) __syncthreads();
}

}  // namespace

TEST_CASE("a result that is never copied to the host is a lead") {
  const auto found = told([] {
    int* out = ints();
    fill_and_forget<<<1, n>>>(out);
    cudaFree(out);
  });
  REQUIRE(kinds(found) == "unread-result");
  CHECK(found[0].line > 0);
  CHECK(found[0].message.find("256 bytes allocated at ") != std::string::npos);
}

TEST_CASE("nothing is told where leads are not asked for, or what was written is copied") {
  CHECK(kinds(told(
            [] {
              int* out = ints();
              fill<<<1, n>>>(out);
              cudaFree(out);
              say_no_more<<<1, 1>>>();
              cudaDeviceSynchronize();
            },
            false)) == "");
  CHECK(kinds(told([] {
          int* out = ints();
          fill<<<1, n>>>(out);
          cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
          cudaFree(out);
        })) == "");
}

TEST_CASE("a copy before the launch, of something else, of less or only on the device brings no result") {
  CHECK(kinds(told([] {
          int* out = ints();
          cudaMemset(out, 0, sizeof host);
          cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
          fill_too_late<<<1, n>>>(out);
          cudaFree(out);
        })) == "unread-result");
  CHECK(kinds(told([] {
          int *in = ints(), *out = ints();
          cudaMemset(in, 0, sizeof host);
          double_each<<<1, n>>>(out, in);
          cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
          cudaFree(in);
          cudaFree(out);
        })) == "unread-result");
  CHECK(kinds(told([] {
          int* out = ints();
          fill_more<<<1, n>>>(out);
          cudaMemcpy(host, out, sizeof out, cudaMemcpyDeviceToHost);
          cudaFree(out);
        })) == "unread-result");
  CHECK(kinds(told([] {
          int *out = ints(), *other = ints();
          fill_elsewhere<<<1, n>>>(out);
          cudaMemcpy(other, out, sizeof host, cudaMemcpyDeviceToDevice);
          cudaFree(out);
          cudaFree(other);
        })) == "unread-result");
}

TEST_CASE(
    "what kernels hand on to each other or to the threads of a block, counters and padding are no results") {
  CHECK(kinds(told([] {
          int *first = ints(), *second = ints();
          fill<<<1, n>>>(first);
          double_each<<<1, n>>>(second, first);
          cudaMemcpy(host, second, sizeof host, cudaMemcpyDeviceToHost);
          cudaFree(first);
          cudaFree(second);
        })) == "");
  CHECK(kinds(told([] {
          int *sum = ints(1), *partial = ints();
          cudaMemset(sum, 0, sizeof(int));
          sum_of_warps<<<1, n>>>(sum, partial);
          cudaMemcpy(host, sum, sizeof(int), cudaMemcpyDeviceToHost);
          cudaFree(sum);
          cudaFree(partial);
        })) == "");
  CHECK(kinds(told([] {
          int *out = ints(), *counter = ints(1);
          cudaMemset(counter, 0, sizeof(int));
          count<<<1, n>>>(out, counter);
          cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
          cudaFree(out);
          cudaFree(counter);
        })) == "");
  CHECK(kinds(told([] {
          int* out = ints();
          fill<<<1, n>>>(out);
          cudaMemcpy(host, out, sizeof host - 40, cudaMemcpyDeviceToHost);
          cudaFree(out);
        })) == "");
}

TEST_CASE("a variable of the device that nobody copies is a lead") {
  CHECK(kinds(told([] {
          give_answer_again<<<1, 1>>>();
          cudaMemcpyFromSymbol(host, answer, sizeof answer);
        })) == "");
  const auto found = told([] { give_answer<<<1, 1>>>(); });
  REQUIRE(kinds(found) == "unread-result");
  CHECK(found[0].message.find("the variable answer") != std::string::npos);
  cudaMemcpyFromSymbol(host, answer, sizeof answer);
}

__global__ void count_until_told(int* counts) {
  while (counts[1] == 0) {
    counts[0] += 1;
    asm volatile("" ::: "memory");
  }
}

TEST_CASE("what a kernel prints is a lead, at its line") {
  const auto found = told([] {
    say<<<1, 2>>>();
    cudaDeviceSynchronize();
  });
  REQUIRE(kinds(found) == "kernel-output");
  CHECK(found[0].kernel == "say");
  CHECK(found[0].line > 0);
}

TEST_CASE("a refused launch is a lead with its reason, and what it did not write is no finding") {
  const auto found = told([] {
    int* out = ints();
    fill<<<n / 100, 100>>>(out);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
  });
  REQUIRE(kinds(found) == "refused-launch");
  CHECK(found[0].message == "0 blocks: the grid is 0 x 1 x 1");
  CHECK(kinds(told([] {
          fill<<<1, 0>>>(nullptr);
          CHECK(cudaGetLastError() == cudaErrorInvalidValue);
        })) == "refused-launch");
  CHECK(kinds(told([] { say_no_more<<<1, 1>>>(); })) == "kernel-output");
}

TEST_CASE("a barrier that is passed for more than a second is a lead, and ends nothing") {
  int* rounds = nullptr;
  REQUIRE(cudaMallocManaged(&rounds, sizeof(int)) == cudaSuccess);
  *rounds = 1000;
  CHECK(kinds(told([&] { meet<<<1, 256>>>(rounds); })) == "");
  *rounds = 200'000;
  const auto found = told([&] { meet<<<1, 256>>>(rounds); });
  CHECK(kinds(found) == "barrier-loop");
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(rounds);
}

TEST_CASE("a thread that runs for seconds without a turn of another is a lead, and ends nothing") {
  int* counts = nullptr;
  REQUIRE(cudaMallocManaged(&counts, 2 * sizeof(int)) == cudaSuccess);
  counts[0] = counts[1] = 0;
  setenv("CUDA_EMULATOR_LEADS", "1", 1);
  std::vector<Finding> found;
  {
    const Findings findings;
    std::thread stopper([&] {
      for (int tries = 0; tries < 1200 && findings.all().empty(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      counts[1] = 1;
    });
    count_until_told<<<1, 1>>>(counts);
    stopper.join();
    found = findings.all();
  }
  unsetenv("CUDA_EMULATOR_LEADS");
  REQUIRE(kinds(found) == "endless-loop");
  CHECK(found[0].kernel == "count_until_told");
  CHECK(found[0].line > 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  cudaFree(counts);
}

TEST_CASE("a call that the host makes for seconds is a lead, and ends nothing") {
  int* flag = ints();
  cudaMemset(flag, 0, sizeof(int));
  const auto copy_for = [&](double seconds, int line[]) {
    return told([&] {
      const std::clock_t begin = std::clock();
      while (host[0] == 0 && std::clock() - begin < seconds * CLOCKS_PER_SEC) {
        line[0] = __LINE__ + 1;
        cudaMemcpy(host, flag, sizeof(int), cudaMemcpyDeviceToHost);
        cudaDeviceSynchronize();
      }
    });
  };
  int line = 0;
  host[0] = 0;
  CHECK(kinds(copy_for(0.1, &line)) == "");
  const auto found = copy_for(2.5, &line);
  REQUIRE(kinds(found) == "host-loop");
  CHECK(found[0].line == line);
  CHECK(found[0].kernel.empty());
  cudaFree(flag);
}

TEST_CASE("a copy that fails explains what is not copied") {
  CHECK(kinds(told([] {
          int* memory = ints();
          fill_too_little<<<1, n>>>(memory);
          cudaMemcpy(host, memory, 2 * sizeof host, cudaMemcpyDeviceToHost);
          cudaGetLastError();
          cudaFree(memory);
        })) == "out-of-bounds");
  CHECK(kinds(told([] {
          int* memory = ints();
          fill_and_free<<<1, n>>>(memory);
          cudaFree(memory);
          cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
          cudaGetLastError();
        })) == "use-after-free");
}
