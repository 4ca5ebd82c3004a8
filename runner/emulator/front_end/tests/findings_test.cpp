// Tests which findings programs get, with their lines and names, and which they do not.
#include CATCH2_HEADER

#include <string>

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::compile_and_run;

TEST_CASE("findings lead to their cause", "[compiles]") {
  const auto outcome = compile_and_run(R"x(
__device__ int v;
__global__ void leak(int** p) { *p = new int[3]; }
__global__ void tile(const int* a, int* o) {
  __shared__ int t[34];
  t[threadIdx.x + 1] = a[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = t[threadIdx.x];
}
__global__ void last(int* o) { o[threadIdx.x < 4 ? threadIdx.x : 4] = threadIdx.x; }
__global__ void beyond(int* o) { o[0] = (&v)[threadIdx.x]; }
int main() {
  int *a, *o, **p;
  cudaMalloc(&a, 128);
  cudaMalloc(&o, 128);
  cudaMalloc(&p, 8);
  cudaMemset(a, 0, 128);
  leak<<<1, 1>>>(p);
  tile<<<1, 32>>>(a, o);
  last<<<1, 32>>>(o);
  beyond<<<1, 2>>>(o);
  cudaDeviceDisablePeerAccess(0);
  cudaFree(a);
  cudaFree(o);
  cudaFree(p);
}
)x");
  INFO(outcome.messages);
  REQUIRE(outcome.compiled);
  INFO(outcome.error);
  const auto tells = [&](const std::string& text) { return outcome.error.find(text) != std::string::npos; };
  CHECK(tells("leaked-memory: user.cu:3: 12 bytes"));
  CHECK(tells("uninitialised-read: user.cu:8: "));
  CHECK(tells("no thread wrote it before the __syncthreads() that this thread has passed"));
  CHECK(tells("global-memory-race: user.cu:10: "));
  CHECK(tells("is the index wrong, or a check of the bounds missing?"));
  CHECK_FALSE(tells("atomic"));
  CHECK(tells("of the variable v\n"));
  CHECK_FALSE(tells("void"));
  CHECK_FALSE(tells("ignored-error"));
}
