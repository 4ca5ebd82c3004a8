#include "runner/emulator/include/cuda_emulator/synchronisation.h"

cudaError_t cudaDeviceSynchronize() {
  return cudaSuccess;
}
