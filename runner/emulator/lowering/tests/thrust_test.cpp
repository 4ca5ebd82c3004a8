// Programs with Thrust, where its headers are.
#include CATCH2_HEADER

#include <iostream>
#include <string>

#include "runner/emulator/lowering/tests/compiled.hpp"

using cuda_emulator::lowering::Build;
using cuda_emulator::lowering::compile_and_run;
using cuda_emulator::lowering::Outcome;

namespace {

const std::string source = R"x(
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <cstdio>
#ifndef __CUDACC__
#error "no compiler of CUDA"
#endif
struct Square { __host__ __device__ int operator()(int x) const { return x * x; } };
__global__ void add(int* p, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += value;
}
int main() {
  thrust::host_vector<int> h(100);
  for (int i = 0; i < 100; ++i) h[i] = i * 37 % 100;
  thrust::device_vector<int> d = h, keys(10);
  thrust::sort(d.begin(), d.end());
  add<<<1, 128>>>(thrust::raw_pointer_cast(d.data()), 100, 1);
  thrust::transform(d.begin(), d.end(), d.begin(), Square());
  printf("%d ", thrust::reduce(d.begin(), d.end(), 0, thrust::plus<int>()));
  thrust::inclusive_scan(d.begin(), d.end(), d.begin());
  thrust::sequence(d.begin(), d.begin() + 10);
  thrust::fill(d.begin() + 10, d.begin() + 20, 7);
  thrust::copy(d.begin(), d.end(), h.begin());
  printf("%d %d %d ", h[9], h[15], h[99]);
  thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(10), keys.begin(),
                    [] __device__ (int i) { return -i; });
  thrust::sort_by_key(keys.begin(), keys.end(), d.begin());
  printf("%d %d ", int(keys[0]), int(d[0]));
  int* raw;
  cudaMalloc(&raw, 400);
  thrust::device_ptr<int> p(raw);
  thrust::fill(p, p + 100, 3);
  add<<<1, 128>>>(raw, 100, 1);
  thrust::transform(thrust::device, raw, raw + 100, raw, [] __device__ (int x) { return 2 * x; });
  printf("%d %d\n", thrust::reduce(thrust::device, raw, raw + 100), (int)thrust::count(p, p + 100, 8));
  cudaFree(raw);
})x";

}  // namespace

#if THRUST_IS_HERE
TEST_CASE("Thrust's algorithms and vectors work together with kernels", "[compiles]") {
  const Outcome outcome = compile_and_run(source);
  INFO(outcome.messages);
  REQUIRE(outcome.compiled);
  CHECK(outcome.output == "338350 9 7 338350 -9 9 800 100\n");
  CHECK(outcome.error.empty());
}

TEST_CASE("Thrust sorts numbers of all types, negative ones too", "[compiles]") {
  const Outcome outcome = compile_and_run(R"x(#include <thrust/device_vector.h>
#include <thrust/sort.h>
template <class T> void sort() {
  const T values[] = {3, -1, 0, -9, 2};
  thrust::device_vector<T> up(values, values + 5), down = up;
  thrust::device_vector<int> first(5);
  for (int i = 0; i < 5; ++i) first[i] = i;
  thrust::sort_by_key(up.begin(), up.end(), first.begin());
  thrust::sort(down.begin(), down.end(), thrust::greater<T>());
  for (int i = 0; i < 5; ++i) printf("%d%d%d ", (int)up[i], (int)first[i], (int)down[i]);
}
int main() { sort<int>(); sort<float>(); sort<long long>(); sort<signed char>(); })x");
  INFO(outcome.messages);
  const std::string sorted = "-933 -112 020 24-1 30-9 ";
  CHECK(outcome.output == sorted + sorted + sorted + sorted);
}

TEST_CASE("a kernel that leaves a vector of Thrust's is found", "[compiles]") {
  const Outcome outcome = compile_and_run(R"x(#include <thrust/device_vector.h>
__global__ void add(int* p) {
  p[threadIdx.x] += 1;
}
int main() {
  thrust::device_vector<int> d(100, 1);
  add<<<1, 101>>>(thrust::raw_pointer_cast(d.data()));
})x");
  INFO(outcome.messages);
  CHECK(outcome.error.find("user.cu:3: kernel add, block (0, 0, 0), thread (100, 0, 0): read of 4 bytes 0 "
                           "bytes after the end of the 400 bytes") != std::string::npos);
}
#else
TEST_CASE("Thrust is to be had", "[compiles]") {
  std::cout << "skipped: Thrust's headers come with the CUDA toolkit, and none were found\n";
}
#endif

TEST_CASE("without Thrust's headers the message says where they come from", "[compiles]") {
  const Outcome outcome = compile_and_run(source, Build::without_thrust);
  CHECK_FALSE(outcome.compiled);
  CHECK(outcome.messages.find(
            "user.cu: error: Thrust's headers come with the CUDA toolkit, and none were "
            "found when the emulated device was built; install them with the judge's option --with-cuda") !=
        std::string::npos);
}
