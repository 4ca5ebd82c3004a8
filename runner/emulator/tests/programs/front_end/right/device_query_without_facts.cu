// Asks the device all sorts of things, and prints only what must be true of any.
#include <cuda_runtime.h>
#include <iostream>
#include <cstring>

__global__ void empty() {}
__global__ void busy(double *x) { __shared__ double s[128]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads(); x[threadIdx.x] = s[127 - threadIdx.x]; }

static void say(const char *what, bool holds) { std::cout << what << ": " << (holds ? "yes" : "no") << std::endl; }

int main() {
  int devices = 0, driver = 0, runtime = 0, device = -1;
  say("counts devices", cudaGetDeviceCount(&devices) == cudaSuccess && devices >= 1);
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  say("has versions", driver >= runtime && runtime == CUDART_VERSION);
  cudaSetDevice(devices - 1);
  cudaGetDevice(&device);
  say("selects the last one", device == devices - 1);
  cudaSetDevice(0);

  cudaDeviceProp p;
  say("has properties", cudaGetDeviceProperties(&p, 0) == cudaSuccess);
  say("has a name", std::strlen(p.name) > 0);
  say("warps of 32", p.warpSize == 32);
  say("1024 threads a block", p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64);
  say("48 KiB at least", p.sharedMemPerBlock >= 48 * 1024 && p.sharedMemPerMultiprocessor >= p.sharedMemPerBlock);
  say("large grids", p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535);
  say("unified addresses", p.unifiedAddressing == 1);
  int major, minor, sms;
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  say("attributes agree", major == p.major && minor == p.minor && sms == p.multiProcessorCount);

  size_t available, total;
  cudaMemGetInfo(&available, &total);
  say("has memory", available > 0 && available <= total && total == p.totalGlobalMem);
  int grid, block, active;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, busy, 0, 128);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, empty, 256, 0);
  say("occupancy", block == 128 && grid >= sms && active >= 1 && active * 256 <= p.maxThreadsPerMultiProcessor);
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, busy);
  say("1 KiB of shared memory", a.sharedSizeBytes == 1024 && a.maxThreadsPerBlock <= 1024 && a.numRegs > 0);
  cudaPointerAttributes where;
  double *d, local;
  cudaMalloc(&d, 128 * sizeof *d);
  cudaPointerGetAttributes(&where, d);
  say("knows device memory", where.type == cudaMemoryTypeDevice);
  say("knows other memory", cudaPointerGetAttributes(&where, &local) == cudaSuccess && where.type == cudaMemoryTypeUnregistered);
  cudaFree(d);
  say("no error", cudaGetLastError() == cudaSuccess);
}
