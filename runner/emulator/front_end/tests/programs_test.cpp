// Tests whole programs, compiled and run on the emulated device.
#include CATCH2_HEADER

#include <algorithm>
#include <cstdlib>
#include <string>

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::compile_and_run;
using cuda_front_end::Outcome;

namespace {

void check_output(const std::string& source, const std::string& expected) {
  const Outcome outcome = compile_and_run(source);
  INFO(outcome.messages);
  REQUIRE(outcome.compiled);
  INFO(outcome.error);
  CHECK(outcome.exit_status == 0);
  CHECK(outcome.output == expected);
}

}  // namespace

TEST_CASE("a vector addition", "[compiles]") {
  check_output(R"x(
#include <cstdio>
__global__ void add(const int* a, const int* b, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}
int main() {
  const int n = 1000;
  int a[n], b[n], sum[n], *on_device;
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 10 * i, sum[i] = -1;
  cudaMalloc(&on_device, 3 * sizeof a);
  cudaMemcpy(on_device, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(on_device + n, b, sizeof b, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(on_device, on_device + n, on_device + 2 * n, n);
  cudaMemcpy(sum, on_device + 2 * n, sizeof sum, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) if (sum[i] != 11 * i) return 1;
  printf("%d %d\n", sum[1], sum[n - 1]);
  cudaFree(on_device);
})x",
               "11 10989\n");
}

TEST_CASE("a product of matrices in tiles of dynamic shared memory", "[compiles]") {
  check_output(R"x(
#include <cstdio>
#include <vector>
template <typename T, int TILE>
__global__ void __launch_bounds__(TILE * TILE) multiply(const T* a, const T* b, T* c, int n) {
  extern __shared__ __align__(sizeof(double)) unsigned char memory[];
  T* of_a = reinterpret_cast<T*>(memory);
  T (*of_b)[TILE] = reinterpret_cast<T (*)[TILE]>(of_a + TILE * TILE);
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  T sum = 0;
  for (int tile = 0; tile < n; tile += TILE) {
    int x = tile + threadIdx.x, y = tile + threadIdx.y;
    of_a[threadIdx.y * TILE + threadIdx.x] = row < n && x < n ? a[row * n + x] : T(0);
    of_b[threadIdx.y][threadIdx.x] = y < n && column < n ? b[y * n + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) sum += of_a[threadIdx.y * TILE + k] * of_b[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
template <typename T> int wrong(int n) {
  std::vector<T> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = i % 7 - 3, b[i] = i % 5 - 2;
  T *d;
  const size_t bytes = n * n * sizeof(T);
  cudaMalloc((void**)&d, 3 * bytes);
  cudaMemcpy(d, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d + n * n, b.data(), bytes, cudaMemcpyHostToDevice);
  dim3 grid((n + 7) / 8, (n + 7) / 8), block(8, 8);
  multiply<T, (16 >> 1)><<<grid, block, 2 * 8 * 8 * sizeof(T)>>>(d, d + n * n, d + 2 * n * n, n);
  cudaMemcpy(c.data(), d + 2 * n * n, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
  int count = cudaGetLastError() != cudaSuccess;
  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) {
    T sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
    count += sum != c[i * n + j];
  }
  return count;
}
int main() { printf("%d %d %d\n", wrong<float>(21), wrong<double>(8), wrong<int>(1)); })x",
               "0 0 0\n");
}

TEST_CASE("macros, overloads, conversions and default arguments at launches", "[compiles]") {
  check_output(R"x(
#include <cstdio>
#define LAUNCH(kernel, n, ...) \
  kernel<<<((n) + 31) / 32, 32>>>(__VA_ARGS__)
#define DEFINE_MAP(name, op) \
  __global__ void name##_map(float* x, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) x[i] = x[i] op; \
  }
DEFINE_MAP(twice, * 2)
#define KERNEL(name) __global__ void name
KERNEL(add)(float* x, int n, float value = 100) { if (threadIdx.x < n) x[threadIdx.x] += value; }
__global__ void over(int* x) { x[0] = 1; }
__global__ void over(float* x) { x[0] += 1; }
__global__ void either(float* x, const float* y, long n) { if (y == nullptr) x[0] += n; }
struct Subtract {
  float *x, value;
  __device__ void operator()(int i) const { x[i] -= value; }
};
template <class F> __global__ void apply(F f) { f(threadIdx.x); }
template <class... T> __global__ void sum(float* x, T... terms) { x[0] += (0 + ... + terms); }
struct Buffer {
  explicit Buffer(float* p) : p(p) {}
  Buffer(const Buffer&) = delete;
  operator float*() const { return p; }
  float* p;
};
int evaluated = 0;
int count(int n) { ++evaluated; return n; }
int main() {
  float *x, h[4] = {1, 2, 3, 4};
  cudaMalloc(&x, sizeof h);
  Buffer buffer(x);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  LAUNCH(twice_map, 4, buffer, 4);                                    // 2 4 6 8
  add<<<1, 4>>>(x, count(4));                                         // 102 104 106 108
  over<<<1, 1>>>(x);                                                  // 103
  either<<<1, 1>>>(x, NULL, 1); either<<<1, 1>>>(x, 0, 1);            // 105
  either<<<dim3(1), dim3(1, 1)>>>(x, {}, 'a' - 'A');                          // 137
  apply<<<1, 4>>>(Subtract{x, 100});                                  // 37 4 6 8
  sum<<<ceil(0.5), dim3(1)>>>(x, 1, 2.0, 3L);                         // 43
  void (*table[])(float*) = {over};
  if (count(1)) table[0]<<<1, 1>>>(x); else over<<<1, 1>>>(buffer);   // 44
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g, %d\n", h[0], h[1], h[2], h[3], evaluated);
  cudaFree(x);
})x",
               "44 4 6 8, 2\n");
}

TEST_CASE("dynamic shared memory declared outside of functions", "[compiles]") {
  check_output(R"x(
#include <cstdio>
extern __shared__ int memory[];
__device__ void put(int value) { memory[threadIdx.x] = value; }
__global__ void reverse(int* a, int n) {
  put(a[threadIdx.x]);
  __syncthreads();
  a[threadIdx.x] = memory[n - 1 - threadIdx.x];
}
int main() {
  int h[5] = {1, 2, 3, 4, 5}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<1, 5, sizeof h>>>(d, 5);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int x : h) printf("%d", x);
})x",
               "54321");
}

TEST_CASE("static shared memory, of which each block has its own", "[compiles]") {
  check_output(R"x(
template <typename T, int n> struct Pair { T first[n]; volatile T second; };
template <typename T> __device__ T* slot(int i) { __shared__ T slots[64]; return &slots[i]; }
template <typename T, int n> __global__ void turn(T* x) {
  __shared__ T tile[n][n + 1], *where;
  __shared__ __align__(8) Pair<T, n> pair;
  const int a = threadIdx.x, b = threadIdx.y;
  tile[b][a] = x[(blockIdx.x * n + b) * n + a];
  auto at = [&](int i, int j) -> T& { return tile[i][j]; };
  *slot<T>(b * n + a) = a == 0;
  if (a == 0) pair.first[b] = sizeof tile / sizeof tile[0];
  if (a == 0 && b == 0) pair.second = 1000, where = &tile[0][0];
  __syncthreads();
  x[(blockIdx.x * n + b) * n + a] = at(a, b) + (where == &at(0, 0)) + pair.first[b] + pair.second + *slot<T>(a);
}
template <typename T> void run() {
  T *x, h[18];
  for (int i = 0; i < 18; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  turn<T, 3><<<2, dim3(3, 3)>>>(x);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  for (int i = 0; i < 18; ++i) printf("%d ", int(h[i]));
}
int main() { run<int>(); run<double>(); })x",
               "1005 1007 1010 1006 1008 1011 1007 1009 1012 1014 1016 1019 1015 1017 1020 1016 1018 1021 "
               "1005 1007 1010 1006 1008 1011 1007 1009 1012 1014 1016 1019 1015 1017 1020 1016 1018 1021 ");
}

TEST_CASE("a pointer that leaves a static shared array", "[compiles]") {
  const Outcome outcome = compile_and_run(R"x(__device__ void put(int* p, int i) {
  p[i] = i;
}
__global__ void k(int n) {
  __shared__ int one[32];
  __shared__ int other[32];
  put(one, threadIdx.x);
  put(other, threadIdx.x + 1);
}
__global__ void unwritten(int* x) {
  __shared__ int one[32];
  x[0] = one[x[0]];
}
int main() {
  int *x;
  cudaMalloc(&x, 4);
  cudaMemset(x, 0, 4);
  k<<<1, 32>>>(32);
  unwritten<<<1, 1>>>(x);
  cudaFree(x);
})x");
  INFO(outcome.messages);
  INFO(outcome.error);
  CHECK(outcome.error.find(
            "user.cu:2: kernel k, block (0, 0, 0), thread (31, 0, 0): write of 4 bytes 0 bytes "
            "after the end of the 128 bytes of the shared variable other\n") != std::string::npos);
  CHECK(outcome.error.find("user.cu:12: kernel unwritten, block (0, 0, 0), thread (0, 0, 0): read of 4 bytes "
                           "at offset 0 in the 128 bytes of the shared variable one, which is "
                           "uninitialised: no thread has written it yet; is a __syncthreads() missing before "
                           "this line?\n") != std::string::npos);
}

TEST_CASE("an index beyond a static shared array is reported once", "[compiles]") {
  const Outcome outcome = compile_and_run(R"x(__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
}
int main() { k<<<1, 34>>>(); })x");
  INFO(outcome.messages);
  const std::string& text = outcome.error;
  CHECK(text.find("thread (32, 0, 0): index 32 of an array of type 'int") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
}

TEST_CASE("races in shared memory are found", "[compiles]") {
  const std::string source = R"x(__global__ void reverse(int* x) {
  __shared__ int s[2][32];
  s[1][threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = s[1][threadIdx.x / 2];
}
int main() {
  int* x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 1, 128);
  reverse<<<1, 32>>>(x);
  cudaFree(x);
})x";
  const std::string error = compile_and_run(source).error;
  CAPTURE(error);
  CHECK(error.find("cuda-emulator: shared-memory-race: ") == 0);
  CHECK(error.find("user.cu:4: kernel reverse, block (0, 0, 0), thread (1, 0, 0): read of 4 bytes at offset "
                   "128 in the "
                   "256 bytes of the shared variable s, which thread (0, 0, 0) wrote at ") !=
        std::string::npos);
  CHECK(error.find("user.cu:3 with no barrier between\n") != std::string::npos);
}

TEST_CASE("a thread may return before a barrier, and may not go around it", "[compiles]") {
  const std::string rest = R"x(
  x[threadIdx.x] = seen[n - 1 - threadIdx.x];
}
int main() {
  int *x, h[40];
  cudaMalloc(&x, sizeof h);
  reverse<<<1, 64>>>(x, 40);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%d %d", h[0], h[39]);
})x";
  const std::string begin = "__global__ void reverse(int* x, int n) {\n  __shared__ int seen[64];\n";
  const Outcome early = compile_and_run(
      begin + "if (threadIdx.x >= n) return;\nseen[threadIdx.x] = threadIdx.x; __syncthreads();" + rest);
  CHECK(early.output == "39 0");
  CHECK(early.error.empty());
  const Outcome around = compile_and_run(
      begin +
      "if (threadIdx.x < n) { seen[threadIdx.x] = threadIdx.x;\n__syncthreads(); }\nif (threadIdx.x < n)" +
      rest);
  CHECK(around.output == "39 0");
  CHECK(around.error.find("user.cu:4: kernel reverse, block (0, 0, 0)") != std::string::npos);
  CHECK(around.error.find("cuda-emulator: barrier-divergence: ") == 0);
}

TEST_CASE("a kernel that is called without a launch does not run", "[compiles]") {
  check_output(R"x(#include <cstdio>
__global__ void k() {}
int main() {
  void (*called)() = k;
  called();
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
})x",
               "cudaErrorMissingConfiguration\n");
}

TEST_CASE("options reach both halves, blanks and all", "[compiles]") {
  const Outcome outcome = compile_and_run(R"x(
#include <cstdio>
__global__ void greet() { printf("%s from the device\n", GREETING); }
int main() {
  greet<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%s from the host\n", GREETING);
})x",
                                          "'-DGREETING=\"good morning\"' -MD -MF 'list of headers'");
  INFO(outcome.messages);
  REQUIRE(outcome.compiled);
  CHECK(outcome.output == "good morning from the device\ngood morning from the host\n");
}

TEST_CASE("a function without the return that it lacks comes back", "[compiles]") {
  check_output(R"x(
#include <cstdio>
__device__ int doubled(int x) {
  if (x > 3) return 2 * x;
}
__global__ void fill(int* p) {
  p[0] = doubled(4);
  p[1] = doubled(1) * 0;
}
int main() {
  int values[2], *on_device;
  cudaMalloc(&on_device, sizeof values);
  fill<<<1, 1>>>(on_device);
  cudaMemcpy(values, on_device, sizeof values, cudaMemcpyDeviceToHost);
  printf("%d %d\n", values[0], values[1]);
  cudaFree(on_device);
})x",
               "8 0\n");
}

TEST_CASE("a division that has no quotient stops nothing", "[compiles]") {
  check_output(R"x(
#include <climits>
#include <cstdio>
__global__ void divide(const int* a, const int* b, int* quotients, int* rests) {
  const int i = threadIdx.x;
  quotients[i] = a[i] / b[i];
  rests[i] = a[i] % b[i];
}
int main() {
  int numbers[12] = {7, -7, INT_MIN, 7, 0, 0, -1, 2}, *on_device;
  cudaMalloc(&on_device, 4 * sizeof numbers);
  cudaMemcpy(on_device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  divide<<<1, 4>>>(on_device, on_device + 4, on_device + 8, on_device + 12);
  cudaMemcpy(numbers, on_device + 8, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%d ", numbers[i]);
  cudaFree(on_device);
})x",
               "-1 -1 -2147483648 3 -1 -1 0 1 ");
}

TEST_CASE("findings in host code name the source as the compiler was given it", "[compiles]") {
  const Outcome outcome = compile_and_run("int main() {\n  int* p;\n  cudaMalloc(&p, 4);\n}\n");
  INFO(outcome.error);
  CHECK(outcome.error.find("leaked-memory: user.cu:3: ") != std::string::npos);
}

TEST_CASE("texts of kernels are printed as they are, whatever code they look like", "[compiles]") {
  const Outcome outcome = compile_and_run(R"x(#include <cstdio>
__global__ void k() {
  printf("@free(@malloc(@abort( addrspace(3) addrspacecast (%d) @llvm.p3.p4 \"c\" addrspace(1)\n", 5);
}
int main() {
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
})x");
  INFO(outcome.messages);
  CHECK(outcome.output ==
        "@free(@malloc(@abort( addrspace(3) addrspacecast (5) @llvm.p3.p4 \"c\" addrspace(1)\n");
  CHECK(outcome.error.empty());
}
