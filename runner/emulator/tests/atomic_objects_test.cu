// Atomic objects of libcu++, asynchronous copies, and what kernels without a type are asked.
#include CATCH2_HEADER
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cuda/atomic>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

__global__ void nothing(int*) {}

}  // namespace

TEST_CASE("atomic references: each operation gives back the old value") {
  DeviceArray<int> place({40}), old({0, 0, 0, 0, 0, 0, 0, 0});
  launch(
      {1, 1},
      [](int* at, int* before) {
        const cuda::atomic_ref<int, cuda::thread_scope_device> number(*at);
        before[0] = number.fetch_add(2, cuda::memory_order_relaxed);
        before[1] = number.fetch_sub(1);
        before[2] = number.fetch_or(64);
        before[3] = number.fetch_and(~1);
        before[4] = number.fetch_xor(3);
        before[5] = number.fetch_min(5);
        before[6] = number.fetch_max(7);
        before[7] = number.exchange(8, cuda::memory_order_acq_rel);
        int expected = 9;
        if (number.compare_exchange_strong(expected, 10)) return;
        if (expected == 8 && number.compare_exchange_weak(expected, 11)) ++number;
      },
      place.data(), old.data());
  CHECK(old.values() == std::vector<int>{40, 42, 41, 105, 104, 107, 5, 7});
  CHECK(place.values()[0] == 12);
}

TEST_CASE("atomic references of all threads: nothing is lost") {
  DeviceArray<double> sum({0.0});
  DeviceArray<unsigned> count({0});
  launch(
      {20, 200},
      [](double* total, unsigned* number) {
        cuda::atomic_ref<double, cuda::thread_scope_device>(*total).fetch_add(0.5);
        cuda::atomic_ref<unsigned, cuda::thread_scope_system> threads(*number);
        threads++;
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
      },
      sum.data(), count.data());
  CHECK(sum.values()[0] == 2000.0);
  CHECK(count.values()[0] == 4000);
}

TEST_CASE("an atomic object of its own, waited for") {
  DeviceArray<int> result({0});
  Findings findings;
  launch(
      {1, 64},
      [](int* found) {
        __shared__ cuda::atomic<int, cuda::thread_scope_block> arrived;
        if (threadIdx.x == 0) arrived = 0;
        __syncthreads();
        ++arrived;
        while (arrived.load() != 64) {
        }
        if (threadIdx.x == 0) *found = arrived;
      },
      result.data());
  CHECK(result.values()[0] == 64);
  CHECK(findings.all().empty());
}

TEST_CASE("asynchronous copies to shared memory, with zeros for what is not there") {
  DeviceArray<int> values({1, 2, 3, 4, 5, 6, 7, 8}), copied({9, 9, 9, 9, 9, 9, 9, 9});
  launch(
      {1, 2},
      [](const int* from, int* to) {
        __shared__ int shared[8];
        const unsigned first = 4 * threadIdx.x;
        __pipeline_memcpy_async(shared + first, from + first, 16, threadIdx.x == 0 ? 0 : 8);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (unsigned i = 0; i < 4; ++i) to[first + i] = shared[first + i];
      },
      values.data(), copied.data());
  CHECK(copied.values() == std::vector<int>{1, 2, 3, 4, 5, 6, 0, 0});
}

TEST_CASE("blocks that are resident, of a kernel whose type is forgotten") {
  void (*kernel)(int*) = nothing;
  int typed = 0, untyped = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&typed, kernel, 256, 0) == cudaSuccess);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&untyped, reinterpret_cast<const void*>(kernel), 256,
                                                      0) == cudaSuccess);
  CHECK(untyped == 8);
  CHECK(untyped == typed);
}
