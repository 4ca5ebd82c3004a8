#include CATCH2_HEADER
#include <cuda_runtime.h>
#include <link.h>

#include <algorithm>
#include <thread>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"

namespace {

__device__ int three = 3;

template <class T, class Body>
__global__ void wrong(Body body) {
  if (blockIdx.x == 1 && threadIdx.x == 2 && threadIdx.y == 1) body();
}

/// Runs `body` in one thread of one block among several; gives
/// back the finding, and the line of it that is expected.
template <class Body>
Finding finding_of(Body body) {
  Findings findings;
  wrong<float><<<3, dim3(4, 2)>>>(body);
  const auto all = findings.all();
  if (all.size() != 1) return findings.only();
  CHECK(all[0].kernel.starts_with("wrong<float, "));
  CHECK(all[0].block == std::array{1, 0, 0});
  CHECK(all[0].thread == std::array{2, 1, 0});
  CHECK(all[0].file.find("memory_findings_test.cu") != std::string::npos);
  return all[0];
}

/// The finding of a `write` outside the 10 elements of its first argument; it puts its line into the second.
template <class Write>
std::string message_of(Write write) {
  DeviceArray<int> array(std::vector<int>(10, 5)), line(std::vector<int>(1));
  int *p = array.data(), *l = line.data();
  const auto finding = finding_of([=] { write(p, l); });
  CHECK(finding.kind == "out-of-bounds");
  CHECK(finding.line == line.values()[0]);
  CHECK(array.values() == std::vector<int>(10, 5));
  CHECK(cudaGetLastError() == cudaSuccess);
  return finding.message;
}

constexpr int line_of_last_call = __LINE__ + 2;
[[gnu::noinline]] cudaError_t freed_from_within(char* p) {
  return cudaFree(p + 1);
}

}  // namespace

TEST_CASE("a call that a function ends with is reported with its line, from every caller") {
  DeviceArray<char> array(std::vector<char>(100));
  Findings findings;
  std::thread(freed_from_within, array.data()).join();
  CHECK(findings.only().kind == "invalid-free");
  CHECK(findings.only().line == line_of_last_call);
}

TEST_CASE("an access outside device memory is reported with its line, and the kernel goes on") {
  const std::string memory = "the 40 bytes allocated at ";
  const auto after = message_of([](int* p, int* line) { p[10] = 1, *line = __LINE__; });
  CHECK(after.find("write of 4 bytes 0 bytes after the end of " + memory) == 0);
  const auto behind = message_of([](int* p, int* line) { p[12] = 1, *line = __LINE__; });
  CHECK(behind.find("write of 4 bytes 8 bytes after the end of " + memory) == 0);
  const auto before = message_of([](int* p, int* line) { p[-1] = 1, *line = __LINE__; });
  CHECK(before.find("write of 4 bytes 4 bytes before " + memory) == 0);
  CHECK(before.find("device_array.hpp:") != std::string::npos);
}

TEST_CASE("accesses within device memory, static memory and a thread's own are no finding") {
  DeviceArray<int> array(std::vector<int>(10, 5));
  int* p = array.data();
  Findings findings;
  launch({2, 40}, [p] {
    __shared__ int shared[40];
    volatile int own[8] = {};
    own[threadIdx.x % 8] = three;
    shared[threadIdx.x] = own[threadIdx.x % 8];
    __syncthreads();
    if (threadIdx.x < 10) p[threadIdx.x] = shared[39 - threadIdx.x];
  });
  CHECK(findings.all().empty());
  CHECK(array.values() == std::vector<int>(10, 3));
}

TEST_CASE("use after free names the line that freed") {
  const DeviceArray<int> neighbour(
      std::vector<int>(1));  // a device keeps the page as long as anything lives there
  int* p = nullptr;
  cudaMalloc(&p, 64);
  cudaFree(p);
  const auto finding = finding_of([p] { p[3] = 1; });
  CHECK(finding.kind == "use-after-free");
  CHECK(finding.message.find("at offset 12 in the 64 bytes allocated at") != std::string::npos);
}

TEST_CASE("an access far from all that lives ends the grid") {
  DeviceArray<char> array(std::vector<char>(100));
  char* p = array.data();
  const auto finding = finding_of([p] { p[3 << 20] = 1; });
  CHECK(finding.kind == "out-of-bounds");
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  cuda_emulator::forget_errors();
}

TEST_CASE("uninitialised memory is reported when it is read") {
  int* p = nullptr;
  cudaMalloc(&p, 64);
  cudaMemset(p, 0, 32);
  CHECK(finding_of([p] { p[9] = p[7]; }).kind == "0 findings");
  CHECK(finding_of([p] { p[0] = p[9]; }).kind == "0 findings");
  const auto finding = finding_of([p] { p[0] = p[8]; });
  CHECK(finding.kind == "uninitialised-read");
  CHECK(finding.message.find("__syncthreads()") == std::string::npos);  // which no launch before it forgot
  cudaFree(p);
}

TEST_CASE("dynamic shared memory ends where the launch says") {
  Findings findings;
  launch({1, 1, 100}, [] {
    auto* s = reinterpret_cast<int*>(dynamic_shared_memory());
    for (int i = 0; i < 26; ++i) s[i] = i;
  });
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "out-of-bounds");
  CHECK(all[0].message == "write of 4 bytes 0 bytes after the end of the 100 bytes of dynamic shared memory");
}

TEST_CASE("an index beyond static shared memory") {
  int index = 8;
  const auto finding = finding_of([index] {
    __shared__ int s[8];
    [[maybe_unused]] static volatile int sink;
    sink = s[index];
  });
  CHECK(finding.kind == "out-of-bounds");
  CHECK(finding.message.starts_with("index 8 of an array of type 'int"));
}

TEST_CASE(
    "a program that asks what is loaded is told of all, before and after a place of it was looked for") {
  const auto loaded = [] {
    int count = 0;
    dl_iterate_phdr(
        [](dl_phdr_info*, std::size_t, void* counted) { return ++*static_cast<int*>(counted), 0; }, &count);
    return count;
  };
  const int before = loaded();
  CHECK(before > 3);
  message_of([](int* p, int* line) { p[10] = 1, *line = __LINE__; });
  CHECK(loaded() == before);
}

TEST_CASE("accesses next to each other are checked one by one, though a processor could make one of them") {
  DeviceArray<long long> out(std::vector<long long>(4));
  long long* o = out.data();
  Findings findings;
  run_body<<<1, 4>>>([o] {
    __shared__ long long four[4];
    if (threadIdx.x == 0) four[0] = four[1] = four[2] = four[3] = o[0] + 1;
    __syncthreads();
    o[threadIdx.x] = four[3 - threadIdx.x];
  });
  CHECK(out.values() == std::vector<long long>(4, 1));
  CHECK(findings.all().empty());
}

__device__ int began_with_seven = 7, began_with_zero;

TEST_CASE("variables of a device that is reset have their first values again") {
  int host = 5;
  cudaMemcpyToSymbol(began_with_seven, &host, sizeof host);
  cudaMemcpyToSymbol(began_with_zero, &host, sizeof host);
  cudaDeviceReset();
  cudaMemcpyFromSymbol(&host, began_with_seven, sizeof host);
  CHECK(host == 7);
  cudaMemcpyFromSymbol(&host, began_with_zero, sizeof host);
  CHECK(host == 0);
}

__managed__ int managed_variable = 7;

__global__ void add_to_managed_variable() {
  ++managed_variable;
}

TEST_CASE("a managed variable keeps its value over a reset, as an H200 had it, and kernels still see it") {
  cudaDeviceReset();
  CHECK(managed_variable == 7);
  managed_variable = 40;
  cudaDeviceReset();
  add_to_managed_variable<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(managed_variable == 41);
}

TEST_CASE("a device that is reset has lost all memory") {
  Findings findings;
  int *memory = nullptr, *managed = nullptr, *pinned = nullptr, host = 0;
  cudaMalloc(&memory, 4);
  cudaMallocManaged(&managed, 4);
  cudaMallocHost(&pinned, 4);
  cudaMemset(memory, 0, 4);
  cudaDeviceReset();
  const auto leaks = findings.all();
  CHECK(std::count_if(leaks.begin(), leaks.end(),
                      [](const Finding& leak) { return leak.kind == "leaked-memory"; }) == 3);
  CHECK(cudaMemcpy(&host, memory, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  const auto all = findings.all();
  REQUIRE(all.size() == leaks.size() + 1);
  CHECK(all.back().kind == "use-after-free");
  CHECK(all.back().message.find("freed at") != std::string::npos);
  CHECK(cudaFree(managed) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(pinned) == cudaErrorInvalidValue);
  cudaGetLastError();
  CHECK(cudaMalloc(&memory, 4) == cudaSuccess);
  cudaFree(memory);
}
