#undef NDEBUG
#include CATCH2_HEADER
#include <cuda_runtime.h>
#include <unistd.h>

#include <limits>

#include "device_array.hpp"
#include "findings_of.hpp"
#include "launch.hpp"
#include "runner/emulator/runtime/checks/faults.hpp"

TEST_CASE("rows are copied between pitches") {
  int host[3][5], back[3][4] = {};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 5; ++c) host[r][c] = 10 * r + c;
  }
  int* device = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&device, &pitch, 4 * sizeof(int), 3) == cudaSuccess);
  CHECK(pitch >= 16);
  CHECK(cudaMemcpy2D(device, pitch, host, sizeof host[0], 16, 3, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2D(back, 16, device, pitch, 16, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[2][3] == 23);
  CHECK(back[1][0] == 10);
  CHECK(cudaMemcpy2D(back, 8, device, pitch, 16, 3, cudaMemcpyDeviceToHost) == cudaErrorInvalidPitchValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidPitchValue);
  CHECK(cudaFree(device) == cudaSuccess);
}

TEST_CASE("calls that are given the wrong memory fail and say why") {
  Findings findings;
  int host[4] = {};
  int* device = nullptr;
  cudaMalloc(&device, sizeof host);
  CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host, 2 * sizeof host, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaMemset(host, 0, sizeof host) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFree(host) == cudaErrorInvalidValue);
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFree(device) == cudaErrorInvalidValue);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
  std::vector<std::string> kinds;
  for (const auto& finding : findings.all()) kinds.push_back(finding.kind);
  CHECK(kinds == std::vector<std::string>{"host-memory-on-device", "out-of-bounds", "host-memory-on-device",
                                          "invalid-free", "invalid-free"});
}

TEST_CASE("memory of both sides begins with zeros") {
  int *managed = nullptr, *pinned = nullptr;
  for (int round = 0; round < 2; ++round) {
    REQUIRE(cudaMallocManaged(&managed, 64) == cudaSuccess);
    REQUIRE(cudaMallocHost(&pinned, 64) == cudaSuccess);
    for (int n = 0; n < 16; ++n) CHECK((managed[n] | pinned[n]) == 0);
    managed[3] = pinned[5] = 7;
    CHECK(cudaFree(managed) == cudaSuccess);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
  }
}

TEST_CASE("every piece of memory is aligned for any type") {
  std::vector<void*> pieces;
  for (std::size_t bytes = 1; bytes < 100000; bytes = bytes * 3 + 1) {
    CAPTURE(bytes);
    REQUIRE(cudaMalloc(&pieces.emplace_back(), bytes) == cudaSuccess);
    CHECK(reinterpret_cast<std::uintptr_t>(pieces.back()) % 512 == 0);
  }
  for (void* piece : pieces) CHECK(cudaFree(piece) == cudaSuccess);
}

TEST_CASE("more memory than there is") {
  std::size_t free_bytes = 0, total = 0;
  CHECK(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess);
  void* p = &total;
  CHECK(cudaMalloc(&p, free_bytes + 1) == cudaErrorMemoryAllocation);
  CHECK(p == nullptr);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}

TEST_CASE("managed and pinned memory serve both sides") {
  int *managed = nullptr, *pinned = nullptr;
  cudaMallocManaged(&managed, 8);
  cudaMallocHost(&pinned, 8);
  managed[0] = 3;
  pinned[0] = 4;
  launch({1, 1}, [=] {
    managed[1] = pinned[0] + 1;
    pinned[1] = managed[0] + 1;
  });
  CHECK(managed[1] == 5);
  CHECK(pinned[1] == 4);
  cudaPointerAttributes attributes{};
  CHECK(cudaPointerGetAttributes(&attributes, managed + 1) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeManaged);
  CHECK(cudaPointerGetAttributes(&attributes, &attributes) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeUnregistered);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
}

TEST_CASE("memory ends before the byte behind its last one") {
  Findings findings;
  char *device = nullptr, *managed = nullptr, *pinned = nullptr;
  cudaMalloc(&device, 100);
  cudaMallocManaged(&managed, 100);
  cudaMallocHost(&pinned, 100);
  const auto type_of = [](const char* address) {
    cudaPointerAttributes attributes{};
    CHECK(cudaPointerGetAttributes(&attributes, address) == cudaSuccess);
    return attributes.type;
  };
  CHECK(type_of(device + 99) == cudaMemoryTypeDevice);
  CHECK(type_of(managed + 99) == cudaMemoryTypeManaged);
  CHECK(type_of(pinned + 99) == cudaMemoryTypeHost);
  for (const char* memory : {device, managed, pinned}) {
    CHECK(type_of(memory - 1) == cudaMemoryTypeUnregistered);
    CHECK(type_of(memory + 100) == cudaMemoryTypeUnregistered);
  }
  const auto is_refused = [](cudaError_t error) {
    CHECK(cudaGetLastError() == error);
    return error == cudaErrorInvalidValue;
  };
  void* seen = nullptr;
  CHECK(cudaHostGetDevicePointer(&seen, pinned + 99, 0) == cudaSuccess);
  CHECK(is_refused(cudaHostGetDevicePointer(&seen, pinned + 100, 0)));
  CHECK(cudaMemPrefetchAsync(managed + 99, 1, 0, nullptr) == cudaSuccess);
  CHECK(is_refused(cudaMemPrefetchAsync(managed + 100, 1, 0, nullptr)));
  CHECK(is_refused(cudaFree(device + 100)));
  CHECK(findings.only().message == "cudaFree of an address that is not device memory, or no longer");
  cudaFree(device);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

namespace {

__constant__ float factors[4];
__device__ int counter;
__device__ int on_device[4];
__managed__ int managed[4];

__global__ void mixed_up(int* host, int* after) {
  __syncthreads();
  host[threadIdx.x] = 1;
  __syncthreads();
  *after = 1;
}

}  // namespace

TEST_CASE("a call that needs device memory is given a variable's address, not its name") {
  static int on_host[4];
  Findings findings;
  CHECK(cudaMemcpy(on_device, on_host, sizeof on_host, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(findings.all().size() == 1);
  CHECK(findings.all()[0].kind == "host-memory-on-device");
  void* address = nullptr;
  CHECK(cudaGetSymbolAddress(&address, on_device) == cudaSuccess);
  CHECK(cudaMemset(address, 1, sizeof on_device) == cudaSuccess);
  CHECK(cudaMemset(managed, 1, sizeof managed) == cudaSuccess);
  CHECK(cudaMemcpyFromSymbol(on_host, on_device, sizeof on_host) == cudaSuccess);
  CHECK(on_host[3] == 0x01010101);
  CHECK(managed[3] == 0x01010101);
  CHECK(findings.all().size() == 1);
}

TEST_CASE("symbols are copied to and from") {
  const float values[2] = {2.5f, 4};
  CHECK(cudaMemcpyToSymbol(factors, values, sizeof values, 2 * sizeof(float)) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(factors, values, sizeof values, 3 * sizeof(float)) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  launch({3, 50}, [] { atomicAdd(&counter, static_cast<int>(factors[2] * factors[3])); });
  int counted = 0;
  CHECK(cudaMemcpyFromSymbol(&counted, counter, sizeof counted) == cudaSuccess);
  CHECK(counted == 1500);
}

TEST_CASE("a kernel that uses the host's memory ends, and with it the context") {
  Findings findings;
  std::vector<int> host(100);
  DeviceArray<int> count(std::vector<int>(1, 0));
  int* after = count.data();
  mixed_up<<<4, 64>>>(host.data(), after);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  void* none = nullptr;
  CHECK(cudaMalloc(&none, 4) == cudaErrorIllegalAddress);
  const auto all = findings.all();
  REQUIRE(all.size() == 1);
  CHECK(all[0].kind == "host-memory-on-device");
  CHECK(all[0].kernel == "mixed_up");
  CHECK(host == std::vector<int>(100));

  cuda_emulator::forget_errors();
  CHECK(count.values() == std::vector<int>{0});
  launch({4, 64}, [=] { *after = 2; });
  CHECK(count.values() == std::vector<int>{2});
}

TEST_CASE("a null pointer and a full stack end a kernel too") {
  Findings findings;
  cuda_emulator::catch_faults();  // Catch has handlers of its own during a test
  int* null = nullptr;
  asm("" : "+r"(null));
  launch({1, 1}, [=] { null[3] = 1; });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  cuda_emulator::forget_errors();
  launch({2, 2}, [=] {
    volatile char large[1 << 20];
    large[1000 * threadIdx.x] = 1;
    large[1 + threadIdx.x] = large[1000 * threadIdx.x];
  });
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  cuda_emulator::forget_errors();
  std::vector<std::string> kinds;
  for (const auto& finding : findings.all()) kinds.push_back(finding.kind);
  CHECK(kinds.at(0) == "host-memory-on-device");
  CHECK(kinds.at(1) == "stack-overflow");
}

TEST_CASE("an assertion that does not hold ends the grid") {
  Findings findings;
  launch({2, 33}, [] { assert(threadIdx.x < 32); });
  CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
  cuda_emulator::forget_errors();
  CHECK(findings.all().at(0).kind == "failed-assertion");
}

TEST_CASE("pinned memory is mapped, whatever was asked for") {
  int *plain, *combined;
  unsigned int flags = 0;
  REQUIRE(cudaMallocHost(&plain, 16) == cudaSuccess);
  REQUIRE(cudaHostAlloc(&combined, 16, cudaHostAllocWriteCombined) == cudaSuccess);
  CHECK(cudaHostGetFlags(&flags, plain) == cudaSuccess);
  CHECK(flags == cudaHostAllocMapped);
  CHECK(cudaHostGetFlags(&flags, combined) == cudaSuccess);
  CHECK(flags == (cudaHostAllocMapped | cudaHostAllocWriteCombined));
  CHECK(cudaFreeHost(plain) == cudaSuccess);
  CHECK(cudaFreeHost(combined) == cudaSuccess);
}

TEST_CASE("an address of constant memory is told from others") {
  DeviceArray<int> results(std::vector<int>(2));
  launch(
      {1, 1},
      [](int* out) {
        out[0] = __isConstant(&factors[3]);
        out[1] = __isConstant(out) || __isConstant(&on_device);
      },
      results.data());
  CHECK(results.values() == std::vector<int>{1, 0});
}

TEST_CASE("sizes that are too large for a number are out of memory") {
  Findings findings;
  void* device = &findings;
  std::size_t pitch = 0;
  const std::size_t large = std::size_t{1} << 36, huge = std::numeric_limits<std::size_t>::max();
  CHECK(cudaMallocPitch(&device, &pitch, large, large) == cudaErrorMemoryAllocation);
  CHECK(device == nullptr);
  CHECK(cudaMallocPitch(&device, &pitch, huge, 1) == cudaErrorMemoryAllocation);
  cudaPitchedPtr pitched{};
  CHECK(cudaMalloc3D(&pitched, {1ul << 33, 1ul << 16, 1ul << 16}) == cudaErrorMemoryAllocation);
  cudaArray_t array = nullptr;
  const auto desc = cudaCreateChannelDesc<float4>();
  CHECK(cudaMalloc3DArray(&array, &desc, {1ul << 20, 1ul << 20, 1ul << 20}) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocArray(&array, &desc, 1ul << 62, 1) == cudaErrorMemoryAllocation);
  REQUIRE(cudaMallocArray(&array, &desc, 4, 4) == cudaSuccess);
  CHECK(cudaMemcpy2DToArray(array, 16, 0, &findings, 16, huge, 1, cudaMemcpyHostToDevice) ==
        cudaErrorInvalidValue);
  CHECK(cudaFreeArray(array) == cudaSuccess);
  cuda_emulator::forget_errors();
}
