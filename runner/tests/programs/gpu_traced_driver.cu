// The driver's own interface: a module from PTX, one kernel launched twice.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

namespace {

void check(CUresult result, int line) {
  if (result == CUDA_SUCCESS) return;
  std::fprintf(stderr, "line %d: driver error %d\n", line, static_cast<int>(result));
  std::exit(3);
}
#define CHECK(call) check(call, __LINE__)

/// Spins until the clock has advanced by its argument.
constexpr const char* ptx = R"(
.version 6.3
.target sm_75
.address_size 64
.visible .entry spin_in_ptx(.param .u64 cycles)
{
  .reg .u64 %rd<5>;
  .reg .pred %p;
  ld.param.u64 %rd1, [cycles];
  mov.u64 %rd2, %clock64;
again:
  mov.u64 %rd3, %clock64;
  sub.u64 %rd4, %rd3, %rd2;
  setp.lt.u64 %p, %rd4, %rd1;
  @%p bra again;
  ret;
}
)";

}  // namespace

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction spin;
  CUevent start, stop;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&spin, module, "spin_in_ptx"));
  CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  unsigned long long cycles = 20'000'000;
  void* arguments[] = {&cycles};
  CHECK(cuEventRecord(start, nullptr));
  for (int k = 0; k < 2; ++k) CHECK(cuLaunchKernel(spin, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuEventRecord(stop, nullptr));
  CHECK(cuEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cuEventElapsedTime(&milliseconds, start, stop));
  std::printf("kernels_ns %lld\n", static_cast<long long>(static_cast<double>(milliseconds) * 1e6));
}
