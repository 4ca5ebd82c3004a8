// With CUDA_EMULATOR_DEVICES=3 and CUDA_EMULATOR_MEMORY_MIB=64, which CTest sets.

#undef NDEBUG
#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <thread>

namespace {

__global__ void fill(int* values, int value) {
  values[threadIdx.x] = value;
}

__global__ void touch_shared_memory(int* value, int words) {
  extern __shared__ int memory[];
  memory[words - 1] = 9;
  *value = memory[words - 1];
}

int device_of(const void* address) {
  cudaPointerAttributes attributes{};
  REQUIRE(cudaPointerGetAttributes(&attributes, address) == cudaSuccess);
  return attributes.device;
}

}  // namespace

TEST_CASE("each device has as much memory as was asked for", "[.several-devices]") {
  constexpr std::size_t all = std::size_t{64} << 20, most = all - 1024;
  for (int device : {0, 2}) {
    REQUIRE(cudaSetDevice(device) == cudaSuccess);
    std::size_t free_bytes = 0, total_bytes = 0;
    REQUIRE(cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess);
    CHECK(total_bytes == all);
    cudaDeviceProp properties{};
    CHECK(cudaGetDeviceProperties(&properties, device) == cudaSuccess);
    CHECK(properties.totalGlobalMem == all);
    void *large = nullptr, *one_more = nullptr;
    CHECK(cudaMalloc(&large, free_bytes + 1) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    REQUIRE(cudaMalloc(&large, most) == cudaSuccess);
    CHECK(cudaMalloc(&one_more, all - most + 1) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaFree(large) == cudaSuccess);
  }
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("there are as many equal devices as were asked for", "[.several-devices]") {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 3);
  char ids[3][16];
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp properties{};
    CHECK(cudaGetDeviceProperties(&properties, device) == cudaSuccess);
    CHECK(properties.major == 9);
    int found = -1;
    CHECK(cudaDeviceGetPCIBusId(ids[device], sizeof ids[device], device) == cudaSuccess);
    CHECK(cudaDeviceGetByPCIBusId(&found, ids[device]) == cudaSuccess);
    CHECK(found == device);
  }
  CHECK(cudaSetDevice(3) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("each thread has a current device", "[.several-devices]") {
  REQUIRE(cudaSetDevice(2) == cudaSuccess);
  int here = -1, there = -1;
  std::thread([&] { cudaGetDevice(&there); }).join();
  cudaGetDevice(&here);
  CHECK(here == 2);
  CHECK(there == 0);
  CHECK(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("memory is of the device that was current, and is copied between devices", "[.several-devices]") {
  int *first = nullptr, *second = nullptr;
  REQUIRE(cudaMalloc(&first, 32 * sizeof(int)) == cudaSuccess);
  std::size_t free_before = 0, free_after = 0, all = 0;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&free_before, &all) == cudaSuccess);
  CHECK(free_before == all);  // the other device's memory does not count
  REQUIRE(cudaMalloc(&second, 32 * sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&free_after, &all) == cudaSuccess);
  CHECK(free_after < free_before);
  CHECK(device_of(first) == 0);
  CHECK(device_of(second) == 1);
  fill<<<1, 32>>>(second, 7);
  CHECK(cudaMemcpyPeer(first, 0, second, 1, 32 * sizeof(int)) == cudaSuccess);
  int value = 0;
  CHECK(cudaMemcpy(&value, first + 31, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(value == 7);
  CHECK(cudaMemcpyPeer(first, 0, second, 3, 32 * sizeof(int)) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaFree(second) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaFree(first) == cudaSuccess);
}

TEST_CASE("each device has its pools, and memory from one is of its device", "[.several-devices]") {
  cudaMemPool_t first = nullptr, second = nullptr, made = nullptr, found = nullptr;
  REQUIRE(cudaDeviceGetDefaultMemPool(&first, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetDefaultMemPool(&second, 1) == cudaSuccess);
  CHECK(first != second);
  CHECK(cudaDeviceGetDefaultMemPool(&found, 3) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location = {cudaMemLocationTypeDevice, 2};
  REQUIRE(cudaMemPoolCreate(&made, &properties) == cudaSuccess);
  CHECK(cudaDeviceSetMemPool(1, made) == cudaErrorInvalidValue);  // which is of device 2
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaDeviceSetMemPool(2, made) == cudaSuccess);
  CHECK(cudaDeviceGetMemPool(&found, 2) == cudaSuccess);
  CHECK(found == made);
  CHECK(cudaDeviceGetMemPool(&found, 1) == cudaSuccess);
  CHECK(found == second);

  int *of_second = nullptr, *of_made = nullptr;
  CHECK(cudaMallocFromPoolAsync(&of_second, 32 * sizeof(int), second, nullptr) == cudaSuccess);
  CHECK(device_of(of_second) == 1);
  int current = -1;
  CHECK(cudaGetDevice(&current) == cudaSuccess);
  CHECK(current == 0);
  REQUIRE(cudaSetDevice(2) == cudaSuccess);
  CHECK(cudaMallocAsync(&of_made, 32 * sizeof(int), nullptr) == cudaSuccess);
  CHECK(device_of(of_made) == 2);
  std::uint64_t used = 0;
  CHECK(cudaMemPoolGetAttribute(made, cudaMemPoolAttrUsedMemCurrent, &used) == cudaSuccess);
  CHECK(used == 32 * sizeof(int));
  CHECK(cudaFreeAsync(of_made, nullptr) == cudaSuccess);
  CHECK(cudaMemPoolDestroy(made) == cudaSuccess);
  CHECK(cudaDeviceGetMemPool(&found, 2) == cudaSuccess);
  CHECK(found != made);
  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaFreeAsync(of_second, nullptr) == cudaSuccess);

  const cudaMemAccessDesc access{{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtRead};
  cudaMemLocation zero{cudaMemLocationTypeDevice, 0};
  cudaMemAccessFlags flags{};
  CHECK(cudaMemPoolGetAccess(&flags, second, &zero) == cudaSuccess);
  CHECK(flags == cudaMemAccessFlagsProtNone);
  CHECK(cudaMemPoolSetAccess(second, &access, 1) == cudaSuccess);
  CHECK(cudaMemPoolGetAccess(&flags, second, &zero) == cudaSuccess);
  CHECK(flags == cudaMemAccessFlagsProtRead);
  CHECK(cudaMemPoolSetAccess(first, &access, 1) == cudaErrorInvalidDevice);  // its own may do all
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("peers tell what links them, and a device is no peer of itself", "[.several-devices]") {
  int value = -1;
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1) == cudaSuccess);
  CHECK(value == 0);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 0) == cudaSuccess);
  CHECK(value == 1);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrNativeAtomicSupported, 0, 2) == cudaSuccess);
  CHECK(value == 1);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 3) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("peers are enabled once, and disabled once", "[.several-devices]") {
  int can = -1;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess);
  CHECK(can == 1);
  CHECK(cudaDeviceCanAccessPeer(&can, 1, 1) == cudaSuccess);
  CHECK(can == 0);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaSuccess);
  CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaGetLastError() == cudaErrorPeerAccessAlreadyEnabled);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaSuccess);
  CHECK(cudaDeviceDisablePeerAccess(1) == cudaErrorPeerAccessNotEnabled);
  CHECK(cudaGetLastError() == cudaErrorPeerAccessNotEnabled);
  CHECK(cudaDeviceEnablePeerAccess(3, 0) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("a kernel's limit of shared memory is raised for one device", "[.several-devices]") {
  constexpr int bytes = 64 << 10, without_opt_in = 48 << 10;
  const auto most_bytes = [] {
    cudaFuncAttributes attributes{};
    REQUIRE(cudaFuncGetAttributes(&attributes, touch_shared_memory) == cudaSuccess);
    return attributes.maxDynamicSharedSizeBytes;
  };
  int *value = nullptr, found = 0;
  REQUIRE(cudaSetDevice(1) == cudaSuccess);
  REQUIRE(cudaMalloc(&value, sizeof *value) == cudaSuccess);
  REQUIRE(cudaFuncSetAttribute(touch_shared_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) ==
          cudaSuccess);
  CHECK(most_bytes() == bytes);
  // A recorded launch is one of the device that was current when it was recorded.
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  touch_shared_memory<<<1, 1, bytes, stream>>>(value, bytes / 4);
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);

  REQUIRE(cudaSetDevice(0) == cudaSuccess);
  CHECK(most_bytes() == without_opt_in);
  touch_shared_memory<<<1, 1, bytes>>>(value, bytes / 4);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaMemcpy(&found, value, sizeof found, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(found == 9);

  CHECK(cudaGraphExecDestroy(executable) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaFree(value) == cudaSuccess);
}
