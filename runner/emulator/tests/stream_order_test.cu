// What happens before what among streams and the host. Each missing order has its twin that is right.

#undef NDEBUG
#include CATCH2_HEADER
#include <cuda_runtime.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>

#include "findings_of.hpp"

namespace {

constexpr int count = 256;
constexpr std::size_t bytes = count * sizeof(int);

__global__ void add_one(int* values) {
  values[threadIdx.x] += 1;
}
__global__ void copy_values(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x] + 1;
}
__global__ void add_two(int* values) {
  values[threadIdx.x] += 2;  // a line that nothing else is found at
}
__global__ void raise(volatile int* flag) {
  if (threadIdx.x == 0) *flag = 1;
}

/// Memory and streams of a test, and what is found while it lives.
struct Device {
  int *values = nullptr, *others = nullptr, *managed = nullptr, *pinned = nullptr;
  cudaStream_t one = nullptr, other = nullptr, free = nullptr;
  cudaEvent_t event = nullptr;

  Device() {
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMalloc(&values, bytes);
    cudaMalloc(&others, bytes);
    cudaMallocManaged(&managed, bytes);
    cudaMallocHost(&pinned, bytes);
    cudaMemset(values, 0, bytes);
    cudaMemset(others, 0, bytes);
    cudaDeviceSynchronize();
  }
  ~Device() {
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(others);
    cudaFree(managed);
    cudaFreeHost(pinned);
    for (cudaStream_t stream : {one, other, free}) cudaStreamDestroy(stream);
    cudaEventDestroy(event);
  }
};

/// The host's access, at a line of its own for each test: each is reported once per line.
#define READ(memory) (void)*const_cast<volatile int*>(memory)
#define WRITE(memory) *const_cast<volatile int*>(memory) = 5

bool is_the_only(const Findings& findings) {
  return findings.only().kind == "unsynchronised-access";
}

}  // namespace

TEST_CASE("the host reads managed memory after it has waited") {
  Device device;
  const Findings findings;
  SECTION("not at all") {
    add_one<<<1, count>>>(device.managed);
    READ(device.managed);
    CHECK(is_the_only(findings));
    CHECK(findings.all()[0].message.find("kernel add_one writes at ") != std::string::npos);
  }
  SECTION("for the device") {
    add_one<<<1, count>>>(device.managed);
    cudaDeviceSynchronize();
    READ(device.managed);
    CHECK(findings.all().empty());
  }
  SECTION("for its stream") {
    add_one<<<1, count, 0, device.one>>>(device.managed);
    cudaStreamSynchronize(device.one);
    READ(device.managed);
    CHECK(findings.all().empty());
  }
  SECTION("for another stream") {
    add_one<<<1, count, 0, device.one>>>(device.managed);
    cudaStreamSynchronize(device.other);
    READ(device.managed);
    CHECK(is_the_only(findings));
  }
  SECTION("by a query") {
    add_one<<<1, count, 0, device.one>>>(device.managed);
    CHECK(cudaStreamQuery(device.one) == cudaSuccess);
    READ(device.managed);
    CHECK(findings.all().empty());
  }
  SECTION("by a copy to pageable memory") {
    int value = 0;
    add_one<<<1, count>>>(device.managed);
    cudaMemcpy(&value, device.values, sizeof value, cudaMemcpyDeviceToHost);
    READ(device.managed);
    CHECK(findings.all().empty());
  }
  SECTION("by a copy that the default stream does, of a stream that does not wait for it") {
    int value = 0;
    add_one<<<1, count, 0, device.free>>>(device.managed);
    cudaMemcpy(&value, device.values, sizeof value, cudaMemcpyDeviceToHost);
    READ(device.managed);
    CHECK(is_the_only(findings));
  }
  SECTION("only what the kernel does not touch") {
    add_one<<<1, 16>>>(device.managed);
    READ(device.managed + 16);
    WRITE(device.managed + 100);
    CHECK(findings.all().empty());
    READ(device.managed + 15);
    CHECK(is_the_only(findings));
  }
}

TEST_CASE("events are made with the flags that CUDA knows, and those for other processes without times") {
  cudaEvent_t event = nullptr;
  for (const unsigned flags : {0xffffu, 8u, static_cast<unsigned>(cudaEventInterprocess)}) {
    CAPTURE(flags);
    CHECK(cudaEventCreateWithFlags(&event, flags) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  }
  for (const unsigned flags :
       {0u, static_cast<unsigned>(cudaEventBlockingSync), cudaEventInterprocess | cudaEventDisableTiming}) {
    CAPTURE(flags);
    REQUIRE(cudaEventCreateWithFlags(&event, flags) == cudaSuccess);
    CHECK(cudaEventDestroy(event) == cudaSuccess);
  }
}

TEST_CASE("an event tells of what came before it") {
  Device device;
  const Findings findings;
  SECTION("of the kernel") {
    add_one<<<1, count, 0, device.one>>>(device.managed);
    cudaEventRecord(device.event, device.one);
    cudaEventSynchronize(device.event);
    READ(device.managed);
    CHECK(findings.all().empty());
  }
  SECTION("not of one after it") {
    add_one<<<1, count, 0, device.one>>>(device.managed);
    cudaEventRecord(device.event, device.one);
    add_one<<<1, count, 0, device.one>>>(device.managed);
    cudaEventSynchronize(device.event);
    READ(device.managed);
    CHECK(is_the_only(findings));
  }
  SECTION("to another stream") {
    add_one<<<1, count, 0, device.one>>>(device.values);
    cudaEventRecord(device.event, device.one);
    cudaStreamWaitEvent(device.other, device.event);
    copy_values<<<1, count, 0, device.other>>>(device.values, device.others);
    CHECK(findings.all().empty());
  }
  SECTION("to a stream that had its work before") {
    add_one<<<1, count, 0, device.one>>>(device.values);
    cudaEventRecord(device.event, device.one);
    copy_values<<<1, count, 0, device.other>>>(device.values, device.others);
    cudaStreamWaitEvent(device.other, device.event);
    CHECK(is_the_only(findings));
  }
}

TEST_CASE("asynchronous copies of pinned memory are pending, those to pageable memory are not") {
  Device device;
  const Findings findings;
  SECTION("read at once") {
    cudaMemcpyAsync(device.pinned, device.values, bytes, cudaMemcpyDeviceToHost, device.one);
    READ(device.pinned + 3);
    CHECK(is_the_only(findings));
  }
  SECTION("its source is overwritten at once") {
    cudaMemcpyAsync(device.values, device.pinned, bytes, cudaMemcpyHostToDevice, device.one);
    READ(device.pinned);
    CHECK(findings.all().empty());
    WRITE(device.pinned + 3);
    CHECK(is_the_only(findings));
  }
  SECTION("pageable") {
    int values[count];
    cudaMemcpyAsync(values, device.values, bytes, cudaMemcpyDeviceToHost, device.one);
    CHECK(values[0] == 0);
    CHECK(findings.all().empty());
  }
}

TEST_CASE("the default stream waits for blocking streams alone") {
  Device device;
  const Findings findings;
  SECTION("a blocking one") {
    add_one<<<1, count, 0, device.one>>>(device.values);
    add_one<<<1, count>>>(device.values);
    add_one<<<1, count, 0, device.other>>>(device.values);
    CHECK(findings.all().empty());
  }
  SECTION("another one") {
    add_one<<<1, count, 0, device.free>>>(device.values);
    add_two<<<1, count>>>(device.values);
    CHECK(is_the_only(findings));
  }
}

TEST_CASE("a host that polls what a kernel raises has learnt of it") {
  Device device;
  const Findings findings;
  device.pinned[0] = 0;
  raise<<<1, 32, 0, device.one>>>(device.pinned);
  while (*const_cast<volatile int*>(device.pinned) == 0) {
  }
  CHECK(findings.all().empty());
}

TEST_CASE("the system may read and write memory that is guarded") {
  Device device;
  const Findings findings;
  std::FILE* file = std::tmpfile();
  REQUIRE(file);
  cudaMemcpyAsync(device.pinned, device.values, 16, cudaMemcpyDeviceToHost, device.one);
  const int descriptor = fileno(file);
  int* const beside = device.pinned + 16;  // in the same page
  iovec piece{beside, 64};
  SECTION("beside what is pending") {
    CHECK(std::fwrite(beside, sizeof(int), 64, file) == 64);
    REQUIRE(std::fflush(file) == 0);
    CHECK(findings.all().empty());
  }
  SECTION("at a place of a file") {
    CHECK(pwrite(descriptor, beside, 64, 0) == 64);
    CHECK(findings.all().empty());
  }
  SECTION("from a place of a file") {
    const int values[16] = {7};
    REQUIRE(pwrite(descriptor, values, 64, 0) == 64);
    CHECK(pread(descriptor, beside, 64, 0) == 64);
    CHECK(*beside == 7);
    CHECK(findings.all().empty());
  }
  SECTION("in pieces") {
    CHECK(writev(descriptor, &piece, 1) == 64);
    REQUIRE(lseek(descriptor, 0, SEEK_SET) == 0);
    cudaMemcpyAsync(device.pinned, device.values, 16, cudaMemcpyDeviceToHost, device.other);
    CHECK(readv(descriptor, &piece, 1) == 64);
  }
  SECTION("what is pending itself") {
    CHECK(std::fwrite(device.pinned, sizeof(int), 64, file) == 64);
    CHECK(is_the_only(findings));
  }
  std::fclose(file);
}

TEST_CASE("work of a stream that was destroyed is waited for like other work") {
  Device device;
  const Findings findings;
  cudaStream_t gone = nullptr;
  cudaStreamCreate(&gone);
  add_one<<<1, count, 0, gone>>>(device.values);
  SECTION("not at all") {
    cudaStreamDestroy(gone);
    add_one<<<1, count, 0, device.other>>>(device.values);
    CHECK(is_the_only(findings));
  }
  SECTION("before it is destroyed") {
    cudaStreamSynchronize(gone);
    cudaStreamDestroy(gone);
    add_one<<<1, count, 0, device.other>>>(device.values);
    CHECK(findings.all().empty());
  }
  SECTION("after it is destroyed") {
    cudaStreamDestroy(gone);
    cudaDeviceSynchronize();
    add_one<<<1, count, 0, device.other>>>(device.values);
    CHECK(findings.all().empty());
  }
  SECTION("by the default stream") {
    cudaStreamDestroy(gone);
    add_one<<<1, count>>>(device.values);
    CHECK(findings.all().empty());
  }
}
